//===- CoreProgram.h - the segments of one core -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_MAKESPAN_COREPROGRAM_H
#define POLYMEM_LIB_ANALYSIS_MAKESPAN_COREPROGRAM_H

#include "Transfers.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace polymem::makespan {

/// What segments of all cores have in common.
struct Schedule {
  Schedule(const Component &component, const Plan &plan,
           const Multicore &machine, const Options &options,
           TileDetails *details = nullptr);

  int64_t numCores() const;
  /// What the engine does for the box of `tile`; cores have boxes alike.
  const Transfer &transferOf(const Array &array,
                             llvm::ArrayRef<Range> tile) const;

  const Component &component;
  const Plan &plan;
  const Options &options;
  Prices prices;
  /// What tiles do as they are; null: what the component says of all of them.
  TileDetails *details;
  /// Whether stages have their boxes.
  bool hasBoxes = false;
  /// Loops that are dimensions of tiles.
  unsigned numTiled;
  /// Of each array whether it is there already.
  llvm::SmallVector<bool, 4> kept;
  /// M: tiles of each loop.
  llvm::SmallVector<int64_t, 6> tiles;
  /// Z: tiles of a group, at most.
  llvm::SmallVector<int64_t, 6> perGroup;

private:
  const Transfer &transferOfSizes(const Array &array,
                                  llvm::ArrayRef<Range> tile) const;

  /// Of each array, by sizes of tiles and where lines begin.
  mutable std::vector<llvm::DenseMap<int64_t, Transfer>> known;
};

/// Requests of a segment that are served together: those before its dispatch,
/// or the others.
struct Stage {
  bool any = false;
  Transfer work;
  /// The boxes one by one, if the schedule asks for that.
  struct Box {
    const Array *array;
    bool isLoad;
    Transfer transfer;
  };
  std::vector<Box> boxes;
};

/// A segment of a core, and what it requests.
struct Segment {
  int64_t operations = 0, calls = 0;
  Stage stages[2];
};

/// The segments of one core, as `prem-expand-components` makes them: 0 has the
/// first calls, 1 to `count` have a tile each.
class CoreProgram {
public:
  CoreProgram(const Schedule &schedule, int64_t core);

  int64_t count() const { return numSegments; }
  Segment segment(int64_t number);
  /// Tiles that this core has of loop `d`, and segments that have the same tile
  /// of it.
  int64_t sizeOf(unsigned d) const { return sizes[d]; }
  int64_t periodOf(unsigned d) const { return inner[d + 1]; }
  /// The first of segments that follow `number` in which something else may
  /// happen than in the segment `period` before it; `number` or less: at once.
  int64_t repeatsUntil(int64_t number, int64_t period) const;

private:
  /// A buffer or two, and the boxes that segments have in them, one after
  /// another, each for `length` segments.
  struct Stream {
    const Array *array = nullptr;
    Mode mode = Mode::Serial;
    int64_t length = 1, boxes = 1, swapPrice = 0;
  };

  using Tile = llvm::SmallVector<Range, 6>;
  Tile tileOf(int64_t number) const;
  void move(const Stream &stream, int64_t number, bool isLoad,
            Stage &stage) const;
  bool sameBox(const Stream &stream, int64_t first, int64_t second) const;
  void swap(Stream &stream, int64_t bound, int64_t next, Segment &segment,
            unsigned stage);
  void unload(Stream &stream, int64_t bound, Segment &segment);
  void requestFirst(Segment &segment);
  void requestSerial(int64_t number, Segment &segment);
  void requestStreams(int64_t number, Segment &segment);
  void deallocate(int64_t number, Segment &segment);
  int64_t operationsOf(int64_t number) const;
  llvm::SmallVector<int64_t, 6> numbersOf(int64_t number) const;
  unsigned numberOf(const Stream &stream) const {
    return stream.array - schedule.component.arrays.data();
  }
  llvm::SmallVector<Box> boxesOf(const Stream &stream, int64_t number) const;
  void add(const Stream &stream, const Transfer &transfer, bool isLoad,
           Stage &stage) const;
  int64_t priceOf(const Stream &stream, int64_t next) const;

  const Schedule &schedule;
  /// Of each loop the first tile of this core, and how many it has; segments
  /// that one tile of the loops around has.
  llvm::SmallVector<int64_t, 6> first, sizes;
  llvm::SmallVector<int64_t, 7> inner;
  int64_t numSegments = 0;
  llvm::SmallVector<Stream, 4> streams;
};

} // namespace polymem::makespan

#endif // POLYMEM_LIB_ANALYSIS_MAKESPAN_COREPROGRAM_H

//===- Model.h - what the length of a PREM schedule depends on --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The makespan of a component (Gu 2023, 4.2): how long its segments and
// transfers take together on a multicore with one DMA engine, for tile sizes
// and groups of cores. Numbers only, no IR.
//
// The schedule is that of the calls that `prem-expand-components` makes, served
// in the order of Runtime/Prem/prem.h. It is the longest path in a graph of
// these nodes, of core i and its segments j:
//
//   E(i,j)    calls and operations of a segment; segment 0 has the first calls
//   Mem(i,j)  what the engine does for the requests of a segment: those that
//             the next one waits for, then the others
//
// E(i,j+1) is behind E(i,j), behind the others of Mem(i,j-1), and behind what
// of Mem(i,j) it waits for. Mem(i,j) is behind E(i,j), and the engine serves in
// the order (j, i). Cycles are those of cores. Interrupts aside, times are sums
// and maxima of others: with shorter phases nothing ends later.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_MAKESPAN_MODEL_H
#define POLYMEM_ANALYSIS_MAKESPAN_MODEL_H

#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <string>
#include <vector>

namespace polymem::makespan {

/// One loop of the band of a component, from the outside in.
struct Loop {
  /// N: iterations, at least 1.
  int64_t trips = 1;
  /// Whether several tiles of it may be made, and whether different cores may
  /// run them.
  bool tilable = true, parallel = false;
  /// Whether it becomes a dimension of tiles with the next loop or not at all
  /// (`affine.parallel`).
  bool withNext = false;
  /// Whether it has two tiles at least.
  bool isCut = false;
  /// Whether code knows how many tiles it has only when it runs: then it is a
  /// dimension of tiles, and no array that depends on it is resident.
  bool isUnknown = false;
};

/// One dimension of an array: iteration `i` of the loops accesses elements
/// `offset + sum coefficients_j i_j + 0 .. span - 1`.
struct Dimension {
  /// Of the array.
  int64_t size = 1;
  /// One for each loop.
  llvm::SmallVector<int64_t, 6> coefficients;
  int64_t offset = 0, span = 1;
};

/// An array that segments load or store boxes of; one that is neither loaded
/// nor stored is memory of the segment's own.
struct Array {
  std::string name;
  int64_t elementBytes = 4;
  llvm::SmallVector<Dimension, 4> dims;
  bool loaded = true, stored = false;
  /// Whether the next box may be loaded before this one is stored: no segment
  /// of the next box accesses what this one's store.
  bool mayStream = true;
  /// Whether it may have one buffer that cores wait for if it may be streamed.
  bool mayWait = true;
  /// Whether it is loaded once for all executions of the component where it is
  /// resident: it has no calls and no transfers then.
  bool mayKeep = false;
  /// Where boxes are is not known: a line has the most bursts that it can have.
  bool anywhere = false;
  /// Boxes may be smaller than `dims` say, or empty, and several: then each
  /// takes what a tile of full size takes with rows that are moved one by one,
  /// which is the most.
  bool atMost = false;
  /// With `atMost`: boxes that a segment stores.
  int64_t storedBoxes = 1;
  /// With `atMost`: loops with which boxes change in other ways than by
  /// coefficients. Empty: none.
  llvm::SmallVector<bool, 6> varies;
  /// How a box is told (Runtime/Prem/prem.h): by `prem_swap` or, what has
  /// another price, `prem_swap_boxes`. By rule it is the latter where a
  /// dimension of tiles on which the box depends has one tile.
  enum class Call { ByRule, Swap, SwapBoxes };
  Call call = Call::ByRule;
  /// What `prem_swap_boxes` has a price for: what is loaded and stored alike is
  /// one box.
  int64_t callBoxes = 1;

  bool isMoved() const { return loaded || stored; }
  /// Whether tiles of `loop` have boxes of their own.
  bool dependsOn(unsigned loop) const {
    if (loop < varies.size() && varies[loop])
      return true;
    for (const Dimension &dim : dims)
      if (dim.coefficients[loop] != 0)
        return true;
    return false;
  }
};

/// More bytes than there are.
inline constexpr int64_t kAnyBytes = std::numeric_limits<int64_t>::max();

/// A component, and what its segments take: a tile of `k` iterations
/// `(segment + sum_j loops_j prod_{l <= j} k_l) / scale` cycles, rounded up.
/// The entry of the innermost loop has O_L and W of Gu 2023, 4.2. Where loop
/// `j` is a dimension of tiles (`tiledLoops`), `dimensions_j` is added to
/// `segment`, and `origins_j` if tiles have more than one iteration: what it
/// takes to compute where they begin. Empty: nothing.
struct Component {
  llvm::SmallVector<Loop, 6> loops;
  llvm::SmallVector<Array, 4> arrays;
  int64_t segmentTime = 0;
  llvm::SmallVector<int64_t, 6> loopTimes, dimensionTimes, originTimes;
  int64_t timeScale = 1;
  /// What there is for arrays that are loaded once (`mayKeep`) and for the
  /// buffers of one component at a time, of which another one has `otherBytes`:
  /// arrays that do not fit, in their order, are loaded in each execution.
  int64_t keepBytes = kAnyBytes, otherBytes = 0;
};

/// How an array gets into a scratchpad, as `#prem.mode`.
enum class Mode { Stream, Resident, Serial };

/// Tile sizes K, groups R, and how arrays get into scratchpads.
struct Plan {
  llvm::SmallVector<int64_t, 6> tile, groups;
  llvm::SmallVector<Mode, 4> modes;
};

/// What of the model is as Gu 2023 prints it, or as in a measurement of
/// somebody else; the defaults are what the simulator of Runtime/Prem does.
struct Options {
  /// Bursts of a line of main memory: those that it touches where arrays lie
  /// one behind the other, each at the boundary of a burst; the most that it
  /// can touch, wherever it is; or those of a line that begins at a boundary
  /// (4.2).
  enum class Bursts { Address, Worst, Printed };
  Bursts bursts = Bursts::Address;
  /// Cycles of all calls of a segment; -1: those of the calls that are made.
  int64_t segmentCalls = -1;
  /// Whether interrupts of the engine cost their core time.
  bool interrupts = true;
  /// Whether an interrupt delays a segment also if its core waits when it
  /// comes. Then no schedule with shorter phases is longer than this one. Else
  /// one may be: a transfer that ends earlier may interrupt a segment before
  /// its dispatch, and not while its core waits anyway.
  bool interruptsDelay = false;
  /// Whether each array has two buffers (3.5), also if one is enough.
  bool alwaysTwoBuffers = false;
  /// Whether what another execution of the loops around has left in a buffer,
  /// or what a run before the last one has, is loaded again (3.5).
  bool printedReloads = false;
};

/// What a makespan is made of. Of transfers, all of them together.
struct Makespan {
  /// Of one execution, from its first call until all is stored and the barrier
  /// is passed.
  int64_t cycles = 0;
  /// Of the core that has most of them: operations, calls, and both.
  int64_t operations = 0, calls = 0;
  /// Time of the engine, interrupts aside; bytes; lines and bursts of main
  /// memory.
  int64_t transfers = 0, bytes = 0, lines = 0, bursts = 0;
  /// Segments with tiles, of all cores, and of the core that has most.
  int64_t segments = 0, longestCore = 0;
  /// Of a core's scratchpad.
  int64_t scratchpad = 0;
  /// The longest execution of a segment with its calls.
  int64_t longestSegment = 0;
  /// Rounds of segments that were looked at one by one.
  int64_t walked = 0;
};

/// A box of an array that is loaded before a segment, stored behind it, or
/// both, and has elements.
struct Box {
  bool loaded = false, stored = false;
  /// Of each dimension of the array the first element, and how many there are.
  llvm::SmallVector<int64_t, 4> lower, sizes;
};

/// What tiles of one execution do, each by itself, where a component says of
/// all of them the most that one may do (`Array::atMost`).
class TileDetails {
public:
  virtual ~TileDetails() = default;
  /// How many tiles there are in each of the dimensions that have several; 0 or
  /// less: none.
  virtual llvm::ArrayRef<int64_t> counts() const = 0;
  /// Cycles of the operations of a tile. It is told by its numbers in these
  /// dimensions, from 0.
  virtual int64_t operationsOf(llvm::ArrayRef<int64_t> tile) = 0;
  /// The boxes of array number `array` for a tile, in the order in which they
  /// are told.
  virtual llvm::SmallVector<Box> boxesOf(unsigned array,
                                         llvm::ArrayRef<int64_t> tile) = 0;
  /// Whether what is in the buffer of array number `array` for tile `first` is
  /// not asked for again for `second`.
  virtual bool areSame(unsigned array, llvm::ArrayRef<int64_t> first,
                       llvm::ArrayRef<int64_t> second) = 0;
};

/// What is wrong with a component or a plan of it, for a person; empty:
/// nothing.
std::string obstacleOf(const Component &component);
std::string obstacleOf(const Component &component, const Plan &plan,
                       const Multicore &machine);

/// How many loops, from the outside in, become dimensions of tiles: up to the
/// last one that is cut, or that may be longer, but at least one.
unsigned tiledLoops(const Component &component, llvm::ArrayRef<int64_t> tile);

/// The modes that the compiler chooses: `resident` if all segments of a core
/// use one box, or else `stream` if it may, or else `serial`.
llvm::SmallVector<Mode, 4> defaultModes(const Component &component,
                                        llvm::ArrayRef<int64_t> tile,
                                        llvm::ArrayRef<int64_t> groups,
                                        const Options &options);

/// Bytes of the buffers of a core, each a multiple of the scratchpad's
/// alignment.
int64_t scratchpadBytes(const Component &component, const Plan &plan,
                        const Multicore &machine, const Options &options);

/// Whether arrays are loaded once for all executions.
llvm::SmallVector<bool, 4> keptArrays(const Component &component,
                                      const Plan &plan,
                                      const Multicore &machine,
                                      const Options &options);

/// The makespan of one execution of `component`, by `plan`, which has no
/// obstacle. With `walkAll` all segments are looked at; without, those that
/// repeat others are not: the result is the same. With `details` it is that of
/// the tiles as they are.
Makespan makespanOf(const Component &component, const Plan &plan,
                    const Multicore &machine, const Options &options,
                    bool walkAll = false, TileDetails *details = nullptr);

/// A bar of a schedule's picture: a segment on its core, with the interrupts
/// that delay it, or a box that the engine moves for the request of a segment.
/// Of one core, and of the engine, they do not overlap.
struct Event {
  enum class Kind { Execute, Load, Unload };
  Kind kind = Kind::Execute;
  int64_t core = 0, segment = 0, begin = 0, end = 0;
  /// Of a segment: cycles; the barrier is one with the next number.
  int64_t calls = 0, operations = 0;
  /// Of a box: which array of the component, and what is moved.
  unsigned array = 0;
  int64_t bytes = 0, lines = 0, bursts = 0;
};

/// What happens in the schedule of one execution, in the order of rounds, until
/// there are `maxEvents`; `isWhole` says whether these are all.
std::vector<Event> eventsOf(const Component &component, const Plan &plan,
                            const Multicore &machine, const Options &options,
                            size_t maxEvents, bool &isWhole,
                            TileDetails *details = nullptr);

} // namespace polymem::makespan

#endif // POLYMEM_ANALYSIS_MAKESPAN_MODEL_H

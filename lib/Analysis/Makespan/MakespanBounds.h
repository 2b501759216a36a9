//===- MakespanBounds.h - what no plan of a set is below --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A set of plans has groups, modes, and a range of tile sizes for each loop. A
// makespan of it is at least
//
//   - the time of the engine, of which the sum over all boxes is known for
//     given numbers of tiles: the extents of boxes of one dimension, added up
//     over the tiles of its loops, are a function that is linear in the number
//     of tiles of each of these loops, so that it is least at a corner of their
//     ranges;
//   - what the last core with most iterations does: its operations and calls,
//     behind the first loads of the cores before it; and the transfers that it
//     waits for.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_MAKESPAN_MAKESPANBOUNDS_H
#define POLYMEM_LIB_ANALYSIS_MAKESPAN_MAKESPANBOUNDS_H

#include "Transfers.h"
#include <map>
#include <memory>

namespace polymem::makespan {

/// The least value of a function in a range of its arguments, which begin at 1.
/// One value only: of all arguments.
class RangeMinima {
public:
  explicit RangeMinima(std::vector<int64_t> values);
  int64_t least(int64_t lower, int64_t upper) const;

private:
  /// Of each power of two, the least value of as many that begin here.
  std::vector<std::vector<int64_t>> levels;
};

/// What follows from the tile size of a loop, for one number of groups.
struct LoopTable {
  LoopTable(const Loop &loop, int64_t groups);

  /// Iterations of the first group, groups with tiles, those of them with as
  /// many iterations as the first one, tiles of the last group that has some.
  RangeMinima iterations, used, full, last;
};

/// A set of plans.
struct PlanSet {
  llvm::SmallVector<int64_t, 6> groups, lower, upper;
  /// Arrays with one buffer that a core waits for.
  llvm::SmallVector<bool, 4> serial;
  int64_t bound = 0;

  bool isOne() const { return lower == upper; }
};

class MakespanBounds {
public:
  MakespanBounds(const Component &component, const Multicore &machine,
                 const Options &options);

  /// Bytes of a scratchpad that each plan of `set` needs, at least.
  int64_t leastBytes(const PlanSet &set) const;
  /// Leaves out plans that do not fit; false: none does.
  bool restrict(PlanSet &set) const;
  /// What no makespan of the set is below.
  int64_t boundOf(const PlanSet &set);

private:
  /// A loop in a set: tiles of all groups, and of the largest one.
  struct LoopRange {
    int64_t leastTiles, mostTiles, leastPerGroup, mostPerGroup;
    int64_t iterations, used, full;
    /// Tiles of the smallest group that has some.
    int64_t leastOfGroups;
  };
  /// Either all cores, or the first one.
  struct Part {
    bool all;
    const llvm::SmallVectorImpl<LoopRange> &loops;
  };

  const LoopTable &tableOf(unsigned loop, int64_t groups);
  bool depends(const Array &array, unsigned loop) const;
  bool surelyChanges(const Array &array, const PlanSet &set) const;
  bool mayBeKept(unsigned array, const PlanSet &set) const;
  bool comparesBoxes(unsigned array, const PlanSet &set) const;
  bool surelyMoves(const Array &array, unsigned loop, const PlanSet &set,
                   const Part &part) const;
  bool mayRepeat(unsigned array, const PlanSet &set, const Part &part) const;
  int64_t reloadsOf(unsigned array, const PlanSet &set, const Part &part) const;
  int64_t elementsOf(const Dimension &dim, const Part &part) const;
  int64_t tilesOf(const Dimension &dim, const Part &part) const;
  int64_t transfersOf(unsigned array, const PlanSet &set, const Part &part);
  int64_t onceOf(unsigned array, const PlanSet &set);
  int64_t firstTransferOf(const Array &array, const PlanSet &set) const;
  int64_t boundOfCore(const PlanSet &set, const Part &part);

  const Component &component;
  const Options &options;
  int64_t capacity, alignment;
  Prices prices;
  std::map<std::pair<unsigned, int64_t>, LoopTable> tables;
  /// Of an array and the tile sizes of its loops, 0 for others: the engine's
  /// time for all boxes.
  std::map<std::pair<unsigned, llvm::SmallVector<int64_t, 6>>, int64_t> totals;
  /// Bursts of all lines of an array that lie along a dimension, by the tile
  /// size of one of its loops; and how many boxes of the others are in that.
  struct BurstTable {
    RangeMinima bursts;
    llvm::SmallVector<bool, 4> covered;
  };
  const BurstTable *burstTableOf(unsigned array, unsigned line, unsigned loop);
  std::map<std::tuple<unsigned, unsigned, unsigned>,
           std::unique_ptr<BurstTable>>
      burstTables;
};

} // namespace polymem::makespan

#endif // POLYMEM_LIB_ANALYSIS_MAKESPAN_MAKESPANBOUNDS_H

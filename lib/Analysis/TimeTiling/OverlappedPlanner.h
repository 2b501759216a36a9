//===- OverlappedPlanner.h - plans overlapped tiles -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TIMETILING_OVERLAPPEDPLANNER_H
#define POLYMEM_LIB_ANALYSIS_TIMETILING_OVERLAPPEDPLANNER_H

#include "ShapePlanners.h"

namespace polymem {

class OverlappedPlanner : ShapePlanner {
public:
  OverlappedPlanner(const TimeCoordinates &at,
                    const OrderConstraints &constraints,
                    const TimeTilingOptions &options, unsigned number,
                    Sentence &reason)
      : ShapePlanner(at, options, number, reason), constraints(constraints) {}

  /// The tiles; nothing if there are none, for the reason.
  std::optional<PlannedTiles> run();

private:
  bool setOverlap();

  // OverlappedArrays.cpp.
  bool collectOverlappedArrays();
  bool collectWrittenArrays();
  bool findOverlappedDims();
  bool collectReaches();
  /// `{ S[i] -> [x] }` for `elements = { S[i] -> A[a] }` of an access, in
  /// dimensions of places.
  isl::map onPlaces(const isl::map &elements) const;
  /// The elements `{ A[a] }` of `array` that accesses of the nests touch.
  isl::set touched(const ScopArray &array, bool onlyWrites) const;

  // OverlappedTiles.cpp.
  bool setFlow();
  bool setOverlapSlopes();
  bool setOverlapCopies();
  /// `[w, t] -> { A[a] }` for the tile of numbers t: its elements of `array`,
  /// and so many more before and after them along each dimension of places.
  isl::set elementsAround(const OverlappedArray &array,
                          llvm::ArrayRef<int64_t> before,
                          llvm::ArrayRef<int64_t> after) const;
  /// `[w] -> { [t] }`: the iterations of the first block of wave w, or of the
  /// second one (`odd` is 1).
  isl::set timesOfBlock(int64_t odd) const;
  bool setOverlapCode();
  /// Every element of `array` that is ever written, `written = { A[a] }`, is so
  /// in each iteration, before it is read.
  bool isRenewed(const ScopArray &array, const isl::set &written) const;
  bool coversFlow() const;
  isl::schedule overlapOrder() const;

  // OverlappedSizes.cpp.
  bool setOverlapSizes();
  /// Sets what follows from sizes and `tiles.iterations`; false if the buffers
  /// are larger than the capacity.
  bool measureOverlap();
  /// What an iteration costs per place, in elements moved from or to global
  /// memory, with tiles of `tiles.iterations` and without any.
  double overlapCost() const;
  double untiledCost() const;
  /// Accesses to arrays that the nests write per place and iteration.
  double accessesPerPlace() const;
  /// The nest goes along a border: in the plane, that is a line.
  bool isBorder(unsigned phase) const;

  const OrderConstraints &constraints;
  OverlappedTiles tiles;
  /// An access to an array that the nest writes, which is `least` to
  /// `greatest` elements from the place of the instance.
  struct Reach {
    unsigned array;
    int64_t level;
    llvm::SmallVector<int64_t> least, greatest;
  };
  std::vector<Reach> reaches;
  /// `{ S[i] -> T[j] }`: S[i] comes first in the original order; a write in it
  /// and a read; and `{ [h, x] }`, the distances of the latter.
  isl::union_map earlier, flow;
  isl::union_set flowDistances;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TIMETILING_OVERLAPPEDPLANNER_H

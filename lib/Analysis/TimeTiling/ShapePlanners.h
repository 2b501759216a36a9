//===- ShapePlanners.h - planners of the shapes of tiles --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TIMETILING_SHAPEPLANNERS_H
#define POLYMEM_LIB_ANALYSIS_TIMETILING_SHAPEPLANNERS_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "TimeCoordinates.h"

namespace polymem {

/// Tiles of one loop.
struct PlannedTiles {
  TimeTiles tiles;
  /// The node at the place of `TimeCoordinates::band` in a tree with the tiles;
  /// null when the budget runs out.
  isl::schedule_node node;
};

/// The loop at `at`, number `number` of those with tiles, in diamonds; places
/// do not depend on each other at equal time. Nothing if there are none, for
/// `reason`.
std::optional<PlannedTiles> planDiamonds(const TimeCoordinates &at,
                                         const TimeTilingOptions &options,
                                         unsigned number, Sentence &reason);

/// The same in wavefronts; places do depend on each other.
std::optional<PlannedTiles> planWavefronts(const TimeCoordinates &at,
                                           const TimeTilingOptions &options,
                                           unsigned number, Sentence &reason);

/// The same in overlapped tiles, which have no order: that of all else is the
/// original one.
std::optional<PlannedTiles> planOverlappedTiles(
    const TimeCoordinates &at, const OrderConstraints &constraints,
    const TimeTilingOptions &options, unsigned number, Sentence &reason);

/// What planners of all shapes are given.
class ShapePlanner {
public:
  ShapePlanner(const TimeCoordinates &at, const TimeTilingOptions &options,
               unsigned number, Sentence &reason)
      : at(at), scop(at.scop), options(options), number(number),
        reason(reason) {}

protected:
  /// The first reason is what is said.
  bool refuse(const Sentence &text) {
    if (reason.empty())
      reason = text;
    return false;
  }

  const TimeCoordinates &at;
  const Scop &scop;
  const TimeTilingOptions &options;
  unsigned number;

private:
  Sentence &reason;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TIMETILING_SHAPEPLANNERS_H

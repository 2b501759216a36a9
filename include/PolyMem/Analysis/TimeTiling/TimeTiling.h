//===- TimeTiling.h - tiles of several time steps ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-time-tile`: which loops are time loops of
// stencils, and the order of their instances in diamond tiles.
//
// The instances of a time loop's nest get coordinates (h, x_0, ..., x_n-1). The
// time h counts steps finer than the loop's: the nests in its body that depend
// on each other at a distance follow each other in h. The place x is where the
// statement writes. If every dependence (dh, dx) keeps within cones,
//
//   dh = 0 => dx = 0,   -down_k dh <= dx_k <= up_k dh,
//
// then none runs against the rows down_k h + x_k and up_k h - x_k, and
//
//   [floor((down_0 h + x_0) / s_0) + floor((up_0 h - x_0) / s_0),  the wave,
//    floor((down_0 h + x_0) / s_0),                                 the tile,
//    floor((down_k h + x_k) / s_k) for k > 0,                       its parts,
//    and then the order as it was]
//
// is an order that respects all of them, in which tiles of one wave do not
// depend on each other: in the plane of h and x_0 they are diamonds. All tiles
// of a wave can start at the same time (Bandishti, Pananilath and Bondhugula,
// "Tiling stencil computations to maximize parallelism", SC 2012), and a wave
// is a step of s_0 / (down_0 + up_0) in h.
//
// Where places depend on each other at equal time, as in a Gauss-Seidel
// stencil, the coordinates are skewed: r_0 = h, and r_k is x_k or -x_k and as
// many times the rows before it as it takes for no dependence to run against
// it. In
//
//   [sum of floor(r_k / s_k),          the wave,
//    floor(r_k / s_k) for k > 0,       the tile,
//    sum of r_k,                       fronts of points in the tile,
//    r_k for all k but the last,       the point,
//    and then the order as it was]
//
// tiles of one wave and points of one front do not depend on each other. Rows
// that no dependence crosses are left out of the sums.
//
// Overlapped tiles need no order among each other at all: each computes, of the
// iterations b H <= t < b H + H, all that its places in the end depend on,
//
//   s_k o_k - up_k r <= x_k < s_k (o_k + 1) + down_k r,
//
// r being the steps of h that are left until the end of the block b, in memory
// of its own. Only flow of values counts for these cones. Where tiles meet,
// both compute the same (Krishnamoorthy et al., "Effective automatic
// parallelization of stencil computations", PLDI 2007). What a tile reads of
// its neighbours' places must not be overwritten meanwhile, so that the results
// go to a second copy of the arrays, and from there back in the next block.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TIMETILING_TIMETILING_H
#define POLYMEM_ANALYSIS_TIMETILING_TIMETILING_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Analysis/TimeTiling/TimeTiles.h"

namespace polymem {

/// Which tiles are made of a time loop whose nests have independent places.
enum class TimeTileShape {
  /// Overlapped tiles in several dimensions, if they pay; else diamonds.
  Auto,
  Diamonds,
  Overlapped
};

struct TimeTilingOptions {
  TimeTileShape shape = TimeTileShape::Auto;
  /// Sizes along x_0, x_1, ...: a multiple of down + up for the diamonds, less
  /// than 2^31, 0 for the whole elsewhere (not with overlapped tiles).
  /// Dimensions beyond the end of the list: the default, by number of
  /// dimensions.
  llvm::SmallVector<int64_t> sizes;
  /// Steps of h of a tile in wavefronts (that of a diamond follows from its
  /// size), iterations of the time loop in an overlapped one; 0: the default.
  int64_t steps = 0;
  /// Bytes of fast memory for the buffers of an overlapped tile.
  int64_t capacity = 0;
  /// Elements that fast memory moves in the time that memory takes for one.
  int64_t accessesPerGlobalAccess = 1;
  /// Overlapped tiles that nobody asked for may cost this fraction of what
  /// single steps do.
  double maxCost = 0;
  /// The points of a tile in wavefronts come in fronts, which threads share;
  /// otherwise row by row.
  bool fronts = true;
  /// Diamonds for nests of more dimensions than these are refused; 0: none are.
  unsigned maxDimensions = 0;
  unsigned long maxIslOperations = kDefaultIslOperations;
};

/// What a loop of the new order is; the text of the marks in the tree.
enum class TimeTileRole {
  Wave,  ///< waves of tiles, one after the other
  Tile,  ///< tiles of a wave, which are independent
  Part,  ///< parts of a tile, one after the other
  Time,  ///< iterations of the time loop in a part, or fronts of points
  Thread ///< instances of one step or front, which are independent
};
llvm::StringRef stringify(TimeTileRole role);
std::optional<TimeTileRole> parseTimeTileRole(llvm::StringRef mark);

/// A time loop that keeps its order, and why.
struct TimeTilingRefusal {
  /// Null if the budget runs out before it is found.
  mlir::Operation *loop;
  Sentence reason;
};

struct TimeTilePlan {
  std::vector<TimeTiles> tiles;
  std::vector<TimeTilingRefusal> refusals;
  /// `{ S[i] -> [t] }` as a tree for all instances of the scop, with marks
  /// named by `stringify(TimeTileRole)` above bands of one member, and with
  /// marks of another name below these; the original order where nothing is
  /// tiled. A mark `tiles<k>` is above what `tiles[k]` is for.
  isl::schedule order;
};

/// The number k of a mark `tiles<k>`.
std::optional<unsigned> parseTilesMark(llvm::StringRef mark);

/// Plans tiles for all outermost loops of `scop`, the scop of a function.
/// `constraints` is what an order must respect; that the new one does is
/// verified, whatever the reasoning above says. Loops that are not time loops
/// of stencils are refusals.
TimeTilePlan planTimeTiles(const Scop &scop,
                           const OrderConstraints &constraints,
                           const TimeTilingOptions &options);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TIMETILING_TIMETILING_H

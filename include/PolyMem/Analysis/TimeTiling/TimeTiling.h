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
#include "PolyMem/Support/Sentence.h"

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

/// One dimension of the place.
struct TimeTileDimension {
  /// Bounds of dx per dh, in both directions; nothing if there are none.
  std::optional<int64_t> down, up;
  /// 0: not cut.
  int64_t size = 0;
};

/// One row of skewed coordinates.
struct SkewedRow {
  /// Of h, x_0, x_1, ...
  llvm::SmallVector<int64_t> coefficients;
  /// The k of x_k that it is the row of; of no meaning for that of h.
  unsigned dim = 0;
  /// Of tiles, along the row.
  int64_t size = 0;
  /// No dependence has a distance along the row.
  bool independent = false;
};

/// What a nest in the time loop's body does at one point of a tile.
struct TimeTilePhase {
  /// Steps of h after the beginning of the iteration.
  int64_t level;
  /// `[p, t, x_k] -> { S[i] }`, the instances at time t and at the place x, in
  /// the order as it was.
  isl::schedule point;
  /// The ids of x_k.
  llvm::SmallVector<isl::id> places;
  /// x_k where it is the same for all its instances.
  llvm::SmallVector<std::optional<int64_t>> fixed;
};

/// Code for the tiles of a time loop, in boxes of points with conditions in
/// them: bounds that say exactly which tiles and points there are have a dozen
/// terms with divisions.
struct TimeTileCode {
  /// `{ Tile[...] }`, all tiles with points and some without, with marks as in
  /// `TimeTilePlan::order`. Null if code is to be generated from that.
  ///
  /// Of overlapped tiles `{ Tile[w, o_0, ...]; Next[w, o_0, ...] }`, one after
  /// the other: of the blocks 2 w and 2 w + 1.
  /// Of diamonds `{ Tile[w, a, p_1, ...] }`: the wave, the tile, the parts in
  /// order of dimensions. Of wavefronts `{ Tile[w, f_1, ...] }`: f_k is the
  /// tile along row k > 0, and w the sum of these and f_0, without those of
  /// independent rows.
  isl::schedule tiles;

  /// Of diamonds and overlapped tiles, and the id of t.
  std::vector<TimeTilePhase> phases;
  isl::id time;

  /// Of overlapped tiles: the ids of w, o_0, ...
  isl::id wave;
  llvm::SmallVector<isl::id> tileIds;

  /// Of wavefronts: `[p, r_k, front, f] -> { S[i] }`, the instances at a point,
  /// in the order as it was: at `rows`, r_k being null for one row in fronts;
  /// or else also in `front`, the sum of rows that are not independent, and in
  /// tile `f` of that row.
  isl::schedule point;
  llvm::SmallVector<isl::id> rows;
  isl::id front, tile;
  /// The row in fronts that is not given.
  unsigned last = 0;
};

/// An array that the nests of overlapped tiles write. A tile has a buffer for
/// the elements of its places and around them.
struct OverlappedArray {
  const ScopArray *array = nullptr;
  /// In each iteration, all elements that are ever written are, before they
  /// are read: no tile needs those of another, and none is needed before the
  /// last iteration. Other arrays have a second copy.
  bool renewed = false;
  /// For each dimension of the array: the place that it is, or none and the
  /// least index and the number of indices, which time gives.
  struct Dim {
    std::optional<unsigned> place;
    int64_t least = 0, count = 0;
  };
  llvm::SmallVector<Dim> dims;
  /// By place: elements of the buffer below the first one and beyond the last.
  llvm::SmallVector<int64_t> before, after;
  /// `[p] -> { A[x] }`, what is copied in and, of even and of odd blocks, out.
  /// Parameters: `TimeTileCode::wave`, `TimeTileCode::tileIds`.
  isl::set in, out[2];
  /// Dimensions whose size no parameter is: what is copied in is to be clipped
  /// there.
  llvm::SmallVector<bool> clipped;
};

/// What is cut of one time loop.
struct TimeTiles {
  enum class Shape { Diamonds, Wavefronts, Overlapped };

  mlir::Operation *loop;
  /// Steps of h per iteration of the loop.
  int64_t levels;
  Shape shape;
  /// Of diamonds and overlapped tiles: all dimensions.
  llvm::SmallVector<TimeTileDimension> dims;
  /// Of overlapped tiles: H, and the arrays that the nests write.
  int64_t iterations = 0;
  std::vector<OverlappedArray> arrays;
  /// Points that tiles compute per point, and bytes of their buffers.
  double redundancy = 1;
  int64_t bytes = 0;
  /// Why tiles are not overlapped; empty if that was not tried.
  Sentence note;
  /// The dimension of the diamonds; others are cut in parts or not at all.
  unsigned diamond;
  /// Of wavefronts: that of h, then those of dimensions that are cut.
  llvm::SmallVector<SkewedRow> rows;
  TimeTileCode code;

  /// Steps of h, the greatest number, of a tile: its height.
  int64_t height() const;
};

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
  /// tiled. A mark `tiles<k>` is above what `tiles[k].code` is for.
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

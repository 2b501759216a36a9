//===- TimeTiles.h - the three shapes of tiles in time ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is cut of one time loop, as diamonds, as wavefronts of skewed tiles or
// as overlapped tiles; TimeTiling.h has the terms and the orders.
//
// Code is generated for tiles in boxes of points with conditions in them:
// bounds that say exactly which tiles and points there are have a dozen terms
// with divisions.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TIMETILING_TIMETILES_H
#define POLYMEM_ANALYSIS_TIMETILING_TIMETILES_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include <variant>

namespace polymem {

/// What tiles of all shapes have.
struct TiledTimeLoop {
  mlir::Operation *loop = nullptr;
  /// Steps of h per iteration of the loop.
  int64_t levels = 0;
  /// `{ Tile[...] }`, all tiles with points and some without, with marks as in
  /// `TimeTilePlan::order`; each shape says of what numbers.
  isl::schedule tileOrder;
};

/// One dimension of the place.
struct TimeTileDimension {
  /// Bounds of dx per dh, in both directions; nothing if there are none.
  std::optional<int64_t> down, up;
  /// 0: not cut.
  int64_t size = 0;
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

/// The nests in the time loop's body, at a time and a place.
struct TimeTileNests {
  /// The id of t.
  isl::id time;
  std::vector<TimeTilePhase> phases;
};

/// Tiles whose sides are two cones of dependences, in one dimension.
struct DiamondTiles : TiledTimeLoop {
  // Of `tileOrder`, the numbers are `{ Tile[w, a, p_1, ...] }`: the wave, the
  // tile, the parts in order of dimensions. It is null if code is to be
  // generated from `TimeTilePlan::order`.

  /// All dimensions.
  llvm::SmallVector<TimeTileDimension> dims;
  /// The dimension of the diamonds; others are cut in parts or not at all.
  unsigned diamond = 0;
  TimeTileNests nests;
  /// Why tiles are not overlapped; empty if that was not tried.
  Sentence notOverlapped;

  /// Steps of h, the greatest number, of a tile.
  int64_t height() const;
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

/// Tiles in skewed coordinates.
struct WavefrontTiles : TiledTimeLoop {
  // Of `tileOrder`, the numbers are `{ Tile[w, f_1, ...] }`: f_k is the tile
  // along row k > 0, and w the sum of these and f_0, without those of
  // independent rows.

  /// That of h, then those of dimensions that are cut.
  llvm::SmallVector<SkewedRow> rows;
  /// `[p, r_k, front, f] -> { S[i] }`, the instances at a point, in the order
  /// as it was: at `rowIds`, r_k being null for one row in fronts; or else also
  /// in `front`, the sum of rows that are not independent, and in tile `f` of
  /// that row.
  isl::schedule point;
  llvm::SmallVector<isl::id> rowIds;
  /// Null unless the points of a tile come in fronts.
  isl::id front, tile;
  /// The row in fronts that is not given.
  unsigned last = 0;

  /// Steps of h of a tile.
  int64_t height() const { return rows.front().size; }
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
  /// Parameters: `OverlappedTiles::wave`, `OverlappedTiles::tileIds`.
  isl::set in, out[2];
  /// Dimensions whose size no parameter is: what is copied in is to be clipped
  /// there.
  llvm::SmallVector<bool> clipped;
};

/// Tiles that compute their borders themselves.
struct OverlappedTiles : TiledTimeLoop {
  // Of `tileOrder`, the numbers are `{ Tile[w, o_0, ...]; Next[w, o_0, ...] }`,
  // one after the other: of the blocks 2 w and 2 w + 1.

  /// All dimensions.
  llvm::SmallVector<TimeTileDimension> dims;
  /// Iterations of the time loop in a tile, H.
  int64_t iterations = 0;
  TimeTileNests nests;
  /// The ids of w, o_0, ...
  isl::id wave;
  llvm::SmallVector<isl::id> tileIds;
  /// The arrays that the nests write.
  std::vector<OverlappedArray> arrays;
  /// Points that tiles compute per point, and bytes of their buffers.
  double redundancy = 1;
  int64_t bytes = 0;

  /// Steps of h of a tile.
  int64_t height() const { return iterations * levels; }
};

/// What is cut of one time loop.
using TimeTiles = std::variant<DiamondTiles, WavefrontTiles, OverlappedTiles>;

/// What `tiles`, of any shape, says of its loop.
const TiledTimeLoop &tiledLoop(const TimeTiles &tiles);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TIMETILING_TIMETILES_H

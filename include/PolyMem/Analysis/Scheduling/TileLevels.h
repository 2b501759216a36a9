//===- TileLevels.h - tiles of a sequential band by levels ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In-place factorisations (cholesky, lu, triangular solves) have one permutable
// band whose outermost loop carries all parallelism away: each of its
// iterations is a launch or several. Cut into tiles, a band's tiles depend on
// each other as its iterations do, but there are few kinds of them: for one
// tile of the outermost loop, the tile on the diagonal, panels that need it,
// and the rest, which needs the panels. With the tiles of one outer tile
// sorted by the longest chain of dependences that ends in them, a level is a
// nest of its own, and the outer loop has as many times fewer iterations as the
// tile has. Each element still gets its operations in the order of the program.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_TILELEVELS_H
#define POLYMEM_ANALYSIS_SCHEDULING_TILELEVELS_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"

namespace polymem {

struct LevelOptions {
  SchedulingOptions scheduling;
  /// Iterations of the outermost loop, and of each loop of the band, in a tile.
  int64_t tileSize = 32;
  /// The same for bands of two loops, if it is positive: they have less work in
  /// a tile.
  int64_t flatTileSize = 0;
  /// More levels than these are taken for a wavefront, whose number of levels
  /// grows with the sizes.
  unsigned maxLevels = 4;
};

/// A part of the instances that has levels.
struct LeveledPart {
  unsigned numLevels;
  int64_t tileSize;
};

/// An order by levels.
struct LeveledSchedule {
  Schedule schedule;
  llvm::SmallVector<LeveledPart> parts;
};

/// `plain`, a schedule of `scop` under `constraints`, with levels of tiles in
/// place of each outermost part (a child of its outermost sequence, or all of
/// it) whose outermost loop is sequential. Such a part is scheduled as one
/// permutable band `{ S[i] -> [b] }`, and with T = `tileSize` (`flatTileSize`)
/// and b_d one of its loops becomes
///
///   for t = floor(b_d / T): for each level: the instances of the tiles
///   { [floor(b / T)] } in it, scheduled anew,
///
/// where level l has the tiles that some tile of level l - 1 and none of a
/// later one must precede, of equal t. Without such a band, the loops b are the
/// outermost loop of the program, one that all have, and the subscripts of an
/// array at the one element of it that each instance writes, or reads if it
/// writes none; a level has then a nest for each direction of its tiles, those
/// beside the tile on the diagonal, say, and those below it. It stays as it is
/// if there is no such array either, if there are more than `maxLevels`, or if
/// in a level with as many dimensions as the band has a statement is not
/// parallel in all its loops but the innermost one, or in fewer than `plain`
/// gives it. The order is verified. Nothing if no part changes, or if the
/// budget of isl operations runs out. `onRefusal` is told why parts with a
/// sequential outermost loop stay as they are, with the first operation of
/// each.
std::optional<LeveledSchedule> levelTiles(
    const Scop &scop, const Schedule &plain,
    const OrderConstraints &constraints, const LevelOptions &options,
    llvm::function_ref<void(mlir::Operation &, const Sentence &)> onRefusal);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_TILELEVELS_H

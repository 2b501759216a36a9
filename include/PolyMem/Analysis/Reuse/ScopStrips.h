//===- ScopStrips.h - what the tiles of a scop load and store ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sets of `StripSets.h` for the tiles of a scop (Isoard 2016, chapter 2).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REUSE_SCOPSTRIPS_H
#define POLYMEM_ANALYSIS_REUSE_SCOPSTRIPS_H

#include "PolyMem/Analysis/Reuse/StripSets.h"
#include "PolyMem/Storage/Arrays/TileTimes.h"

namespace polymem {

/// What is to be in an array behind a strip.
enum class StripLiveOut {
  /// All that the strip has written: strips are looked at alone.
  All,
  /// What is read behind the strip before it is surely written, and what is
  /// observable after the scop and not surely written behind the strip. Behind
  /// it are the tiles that follow in lexicographic order of the tiled
  /// dimensions, and greater values of the dimensions around them.
  Read
};

/// What tiles do to the elements of `array`, for all origins, in all tiled
/// dimensions: tile `I` has the instances at times `t` with `I_k <= t_k < I_k +
/// s_k`, and those around it are the parameters `outerDimension`. Parameters
/// are restricted to `context = [p] -> { : }`. Elements of an allocation in
/// loops of the scop are named without these loops.
///
/// `in` is what is read before it is surely written in the tile, in the order
/// of the schedule and of the operations in an instance. All are exact unless
/// the scop's accesses are not, and pointwise as `computeStripSets` asks for,
/// if the order of the strips is one of the dependences and they are tileable.
/// `mayWrite` is null where isl gave up, or if nothing accesses the array.
StripAccesses computeStripAccesses(const Scop &scop, const ScopArray &array,
                                   const TileStrips &strips,
                                   const isl::set &context,
                                   StripLiveOut liveOut);

/// The sizes of tiles, `[p] -> { [s_k] }`.
llvm::SmallVector<isl::pw_aff> tileSizes(isl::ctx ctx,
                                         const TileStrips &strips);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REUSE_SCOPSTRIPS_H

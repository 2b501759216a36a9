//===- ThreadAxes.h - which loops become threads ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbouring threads should access neighbouring elements (TR78, section 5.2).
// Of the parallel loops of a band, each is a space partition that can be the
// innermost one; the best is that along which the most references are to
// neighbouring elements, or to one, those without reuse first: what is reused
// is staged, and copies choose their own order.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TILING_THREADAXES_H
#define POLYMEM_LIB_ANALYSIS_TILING_THREADAXES_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"

namespace polymem {

/// `#gpu.block` and `#gpu.thread` name x, y, z and ten more dimensions.
inline constexpr unsigned kMaxMappedLoops = 13;

struct AxisChoice {
  /// The number of the loop in the band.
  unsigned loop = 0;
  /// The one that axis y should be, where it is not the innermost one beside
  /// axis x: along it are the most references to neighbouring elements of those
  /// that are far apart along x. Where tiles are as long along it as along x,
  /// these come in rows, and can be staged.
  std::optional<unsigned> second;
  /// References that are to elements far apart along it, and along the
  /// innermost parallel loop.
  unsigned scattered = 0, scatteredInnermost = 0;
};

/// The loops among the parallel ones of `node`, the root of the band at `root`,
/// that axes x and y should be; the innermost where there is no reason for
/// others. Nothing if less than two are parallel.
std::optional<AxisChoice> chooseAxes(const TileNode &node,
                                     mlir::Operation *root,
                                     const BandDependences &deps);

/// The number of threads that `loop` asks for with its attribute; 0: none.
int64_t lanesOf(mlir::Operation *loop);

/// The most threads that loops inside the band of `node`, of one parallel loop,
/// ask for; at least 1.
int64_t lanesInside(const TileNode &node);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TILING_THREADAXES_H

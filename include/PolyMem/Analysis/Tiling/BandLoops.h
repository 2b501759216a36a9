//===- BandLoops.h - loops that may be tiled together -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loops of a nest are, before dependences are asked: which stand
// directly in each other, with bounds from which bounds of tiles can be made.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TILING_BANDLOOPS_H
#define POLYMEM_ANALYSIS_TILING_BANDLOOPS_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"

namespace polymem {

/// The loops that start at `op` and stand in each other with nothing but
/// rematerialisable operations between, as far as a band rooted at `bandRoot`
/// may contain them. Empty if `op` is no such loop.
llvm::SmallVector<BandLoop> perfectBand(mlir::Operation *op,
                                        mlir::Operation *bandRoot);

/// What about the loop itself keeps it out of a band, as for a message; empty
/// if nothing does.
Sentence obstacleOf(const BandLoop &loop);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TILING_BANDLOOPS_H

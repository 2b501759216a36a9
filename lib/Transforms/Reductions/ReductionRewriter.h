//===- ReductionRewriter.h - apply a plan for reductions --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REDUCTIONS_REDUCTIONREWRITER_H
#define POLYMEM_LIB_TRANSFORMS_REDUCTIONS_REDUCTIONREWRITER_H

#include "PolyMem/Analysis/Reductions/ReductionPlan.h"

namespace polymem {

/// Lets `op`, a step of a reduction, be executed in any order: sums of other
/// summands may overflow.
void allowAnyOrder(mlir::Operation *op);

/// Replaces the loop of `split`, in `func`, by a parallel loop over partial
/// results and loops that combine these.
void applyReductionSplit(const ReductionSplit &split,
                         mlir::FunctionOpInterface func);

/// Deals out the iterations of the parallel loop of `share` by their number
/// modulo the number of lanes, to a loop over these.
void applyRowLoopShare(const RowLoopShare &share);

/// Executes the nest of `tiles` tile by tile: loops over origins, which ask
/// `polymem-tile` to take each iteration for a tile, around the loops as they
/// are, within one tile.
void applyReductionTiles(const ReductionTiles &tiles);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REDUCTIONS_REDUCTIONREWRITER_H

//===- TileRewriter.h - apply a tile plan to a nest -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TILING_TILEREWRITER_H
#define POLYMEM_LIB_TRANSFORMS_TILING_TILEREWRITER_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

namespace polymem {

/// Replaces the loops of `plan`, a nest of `function`, by tiles. Cannot fail.
/// Returns the tiles, each before those inside it.
llvm::SmallVector<scratch::TileOp>
applyNestPlan(const NestPlan &plan, mlir::FunctionOpInterface function,
              bool gpu);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TILING_TILEREWRITER_H

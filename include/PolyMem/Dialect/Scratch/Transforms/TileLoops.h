//===- TileLoops.h - tiles as loops -----------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TILELOOPS_H
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TILELOOPS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

namespace polymem::scratch {

/// On an `affine.if`: the else branch is for partial tiles, which are few, and
/// is not worth versions of its loops.
inline constexpr llvm::StringLiteral kFullTileAttr = "polymem.full_tile";

/// Makes an `scf.for` over the origins of dimension `dim` of `tile` at the
/// insertion point, which moves into its body; returns the origin.
mlir::Value createOriginLoop(mlir::RewriterBase &rewriter, TileOp tile,
                             unsigned dim);

/// Replaces `tile` by its body, moved to the insertion point, with `origins` as
/// the values of its origins.
void inlineTile(mlir::RewriterBase &rewriter, TileOp tile,
                mlir::ValueRange origins);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TILELOOPS_H

//===- TileLoops.h - tiles as loops -----------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_TILELOOPS_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_TILELOOPS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Attributes.h"

namespace polymem::scratch {

/// Makes an `scf.for` over the origins of dimension `dim` of `tile` at the
/// insertion point, which moves into its body; returns the origin.
mlir::Value createOriginLoop(mlir::RewriterBase &rewriter, TileOp tile,
                             unsigned dim);

/// Replaces `tile` by its body, moved to the insertion point, with `origins` as
/// the values of its origins.
void inlineTile(mlir::RewriterBase &rewriter, TileOp tile,
                mlir::ValueRange origins);

/// For lowerings: no `scratch.wait` in `part` waits for anything any more, and
/// no tile carries anything. Copies and tiles keep their tokens as results,
/// which nobody uses then; whoever calls it lowers them, and the waits. To be
/// called where tokens have no users but those of `isTokenUser`.
void dropTokens(mlir::RewriterBase &rewriter, mlir::Operation *part);

/// Whether `user`, a user of a token, waits for it or hands it on to the next
/// tile: what `dropTokens` knows.
bool isTokenUser(mlir::Operation *user);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_TILELOOPS_H

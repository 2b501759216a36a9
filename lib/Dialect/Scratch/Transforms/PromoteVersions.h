//===- PromoteVersions.h - tiles with and without buffers ------*- C++ -*--===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where buffers grow with sizes, no capacity is enough for all of them. Host
// code then chooses between a tile with these buffers and one without.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEVERSIONS_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEVERSIONS_H

#include "PromoteRewriter.h"

namespace polymem {

/// The buffers of one block.
struct BlockBuffers {
  mlir::Operation *block;
  /// Of constant size, and of a size that depends on parameters.
  llvm::SmallVector<const BufferPlan *> constant, growing;
};

/// Makes two versions of `outermost`, a tile that contains `blocks` or is one
/// of them: the tile itself gets all buffers. The other version is `other`, in
/// no block yet, or, if that is null, a copy of the tile with the buffers of
/// constant size. An `affine.if` around both, with the attribute
/// `polymem.fits`, takes the first where all its buffers fit into `capacity`
/// bytes, each at a multiple of `alignment`. Returns the buffers of both.
llvm::SmallVector<scratch::AllocOp>
applyVersions(scratch::TileOp outermost, llvm::ArrayRef<BlockBuffers> blocks,
              scratch::TileOp other, mlir::Attribute memorySpace,
              int64_t alignment, int64_t capacity);

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEVERSIONS_H

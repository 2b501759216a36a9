//===- PromoteRewriter.h - apply a promotion plan --------------*- C++ -*--===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where `scratch-promote` touches the IR. The plan says
// that every value is at hand: `apply` cannot fail.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

#include "PolyMem/Analysis/Promotion/PromotionPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

namespace polymem {

/// A value that is the same as `value`, which exists where a block starts or
/// can be computed there (`computeBufferForm`), at the builder's insertion
/// point: the block's start or before what contains it.
mlir::Value availableAt(mlir::OpBuilder &builder, mlir::Value value);

/// The extent max(0, min(...)) that `minimum` describes.
mlir::Value extentValue(mlir::OpBuilder &builder, mlir::Location loc,
                        const BufferForm::Minimum &minimum);

class PromoteRewriter {
public:
  /// `block` is a `scratch.tile`, whose body is the block, or a loop, which is
  /// the block itself.
  PromoteRewriter(mlir::Operation *block, mlir::Attribute memorySpace);

  /// The values of the extents of one buffer that depend on sizes.
  using Extents = llvm::SmallVector<mlir::Value>;

  /// Computes the extents of `buffers`, in the function's body before what
  /// contains the block.
  llvm::SmallVector<Extents>
  makeExtents(llvm::ArrayRef<const BufferPlan *> buffers) const;

  /// The bytes that `buffers` take, each a multiple of `alignment`, computed
  /// after `extents`; where they are more than `most`, some number that is
  /// greater.
  mlir::Value makeBytes(llvm::ArrayRef<const BufferPlan *> buffers,
                        llvm::ArrayRef<Extents> extents, int64_t alignment,
                        int64_t most) const;

  /// 1 if `buffers` fit into `capacity` bytes, as `makeBytes` counts them, else
  /// 0: an index at the function's level, which is a symbol.
  mlir::Value makeFits(llvm::ArrayRef<const BufferPlan *> buffers,
                       llvm::ArrayRef<Extents> extents, int64_t alignment,
                       int64_t capacity) const;

  /// Asserts before the block that `bytes` are at most `capacity`.
  void assertCapacity(mlir::Value bytes, int64_t capacity) const;

  /// Makes buffers and copies and redirects the accesses. Returns the buffers.
  llvm::SmallVector<scratch::AllocOp>
  apply(llvm::ArrayRef<const BufferPlan *> buffers,
        llvm::ArrayRef<Extents> extents) const;

private:
  mlir::Operation *block;
  /// The operation of the function's body that contains `block`.
  mlir::Operation *anchor;
  mlir::Attribute memorySpace;
};

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

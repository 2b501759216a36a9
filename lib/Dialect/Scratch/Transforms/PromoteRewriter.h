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

/// True iff `value` is fixed during the whole function and can be computed at
/// its start: an argument, a value of the entry block, or arithmetic on these.
bool isFunctionLevel(mlir::Value value);

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
  mlir::Value available(mlir::OpBuilder &builder, mlir::Value value) const;
  mlir::Value extentValue(mlir::OpBuilder &builder,
                          const BufferForm::Minimum &minimum) const;

  mlir::Operation *block;
  /// The operation of the function's body that contains `block`.
  mlir::Operation *anchor;
  mlir::Attribute memorySpace;
};

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

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

  /// Makes buffers and copies and redirects the accesses. With `capacity`,
  /// asserts before the block that the buffers fit. Returns the buffers.
  llvm::SmallVector<scratch::AllocOp>
  apply(llvm::ArrayRef<const BufferPlan *> buffers,
        std::optional<int64_t> capacity) const;

private:
  mlir::Value available(mlir::OpBuilder &builder, mlir::Value value) const;
  mlir::Value extentValue(mlir::OpBuilder &builder,
                          const BufferForm::Minimum &minimum) const;
  void assertCapacity(llvm::ArrayRef<const BufferPlan *> buffers,
                      llvm::ArrayRef<llvm::SmallVector<mlir::Value>> minima,
                      int64_t capacity) const;

  mlir::Operation *block;
  /// The operation of the function's body that contains `block`.
  mlir::Operation *anchor;
  mlir::Attribute memorySpace;
};

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

//===- PromoteRewriter.h - apply a promotion plan --------------*- C++ -*--===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where `scratch-promote` touches the IR. `prepare` translates a
// plan into attributes and checks that every value is at hand; `apply` cannot
// fail.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

#include "PolyMem/Analysis/PromotionPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem {

/// A copy: sets over array coordinates with `symbols` as symbols, followed, if
/// `clipped`, by the array's dynamic sizes.
struct PreparedCopy {
  llvm::SmallVector<mlir::IntegerSet> sets;
  llvm::SmallVector<mlir::Value> symbols;
  bool clipped = false;
};

/// One buffer, in MLIR's terms.
struct PreparedBuffer {
  const BufferPlan *plan;
  mlir::Value array;
  scratch::MappingAttr mapping;
  /// Symbols of the mapping that are values of the IR, followed by the extents
  /// max(0, min(map)) that `minima` describe, over size parameters.
  llvm::SmallVector<mlir::Value> symbols;
  struct Minimum {
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value> operands;
  };
  llvm::SmallVector<Minimum> minima;
  PreparedCopy in, out;
};

/// True iff `value` is fixed during the whole function and can be computed at
/// its start: an argument, a value of the entry block, or arithmetic on these.
bool isFunctionLevel(mlir::Value value);

class PromoteRewriter {
public:
  /// `block` is a `scratch.tile`, whose body is the block, or a loop, which is
  /// the block itself.
  PromoteRewriter(mlir::Operation *block, const Scop &scop,
                  mlir::Attribute memorySpace);

  /// Translates the plan of one buffer. Nullopt, with `reason`, if it cannot be
  /// said in affine expressions of values at hand.
  std::optional<PreparedBuffer> prepare(const BufferPlan &plan,
                                        std::string &reason) const;

  /// Makes buffers and copies and redirects the accesses. With `capacity`,
  /// asserts before the block that the buffers fit.
  void apply(llvm::ArrayRef<PreparedBuffer> buffers,
             std::optional<int64_t> capacity) const;

private:
  bool isAvailable(mlir::Value value) const;
  mlir::Value available(mlir::OpBuilder &builder, mlir::Value value) const;
  bool prepareCopy(const isl::set &set, PreparedCopy &copy,
                   std::string &reason) const;
  mlir::Value extentValue(mlir::OpBuilder &builder,
                          const PreparedBuffer::Minimum &minimum) const;
  void assertCapacity(llvm::ArrayRef<PreparedBuffer> buffers,
                      llvm::ArrayRef<llvm::SmallVector<mlir::Value>> minima,
                      int64_t capacity) const;

  mlir::Operation *block;
  /// The operation of the function's body that contains `block`.
  mlir::Operation *anchor;
  const Scop &scop;
  mlir::Attribute memorySpace;
};

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_PROMOTEREWRITER_H

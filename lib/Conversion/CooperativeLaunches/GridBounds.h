//===- GridBounds.h - what a value of a loop is at most ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_COOPERATIVELAUNCHES_GRIDBOUNDS_H
#define POLYMEM_LIB_CONVERSION_COOPERATIVELAUNCHES_GRIDBOUNDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace polymem {

/// Computes before a loop what index values inside are at most, by intervals:
/// sums, products with constants, quotients, minima, maxima and choices of
/// induction variables and values from outside.
class GridBounds {
public:
  explicit GridBounds(mlir::scf::ForOp loop) : loop(loop), builder(loop) {}

  /// Where bounds are computed.
  mlir::OpBuilder &before() { return builder; }
  /// What `value` is at most, or at least, in any iteration; null if no bound
  /// is found. The bound may be any number where there is no iteration.
  mlir::Value upper(mlir::Value value) { return bound(value, true); }
  mlir::Value lower(mlir::Value value) { return bound(value, false); }

private:
  mlir::Value bound(mlir::Value value, bool isUpper);
  mlir::Value compute(mlir::Value value, bool isUpper);
  mlir::Value ofInduction(mlir::scf::ForOp around, bool isUpper);
  mlir::Value ofProduct(mlir::Operation *op, bool isUpper);
  mlir::Value ofQuotient(mlir::Operation *op, bool isUpper);
  mlir::Value ofExtremum(mlir::Operation *op, bool isUpper);
  /// Whether `value` is seen not to be negative.
  bool isNonNegative(mlir::Value value);

  mlir::scf::ForOp loop;
  mlir::OpBuilder builder;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> known;
  llvm::DenseMap<mlir::Value, bool> nonNegative;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_COOPERATIVELAUNCHES_GRIDBOUNDS_H

//===- ValueFacts.h - linear facts about index values -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_VALUEFACTS_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_VALUEFACTS_H

#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/Block.h"

namespace polymem::scratch {

/// What is known of some index values where they are in scope, as linear
/// constraints: ranges of loops and tiles, and definitions (IndexValues.h).
/// Grows with the values asked for. Facts that are not linear are left out,
/// which only makes proofs fail.
class ValueFacts {
public:
  /// Values beyond this number get no facts: bounds the time of a proof.
  static constexpr unsigned kMaxValues = 64;

  /// The variable that stands for `value`.
  unsigned variable(mlir::Value value);

  /// A variable equal to `expr`, over `operands` (`numDims` dimensions, then
  /// symbols); none if `expr` is semi-affine.
  std::optional<unsigned> variable(mlir::AffineExpr expr, unsigned numDims,
                                   mlir::ValueRange operands);

  /// The conditions of the `affine.if`s around `block`.
  void addConditions(mlir::Block *block);

  /// The variables `a` and `b` are equal.
  void addEqual(unsigned a, unsigned b);

  /// True iff it is known that no values satisfy the facts.
  bool isImpossible() const;

  /// True iff no values satisfy the facts and `factor * (a - b) + constant >=
  /// 0` (`b` may be absent).
  bool isImpossible(int64_t factor, unsigned a, std::optional<unsigned> b,
                    int64_t constant) const;

private:
  mlir::LogicalResult bound(mlir::presburger::BoundType type, unsigned position,
                            llvm::ArrayRef<mlir::AffineExpr> exprs,
                            unsigned numDims, mlir::ValueRange operands);
  /// `position <= term + shift`, or `>=` or `=`, for each of `terms`.
  void bound(mlir::presburger::BoundType type, unsigned position,
             const IndexTerms &terms, int64_t shift = 0);
  void addFacts(mlir::Value value, unsigned position);

  mlir::FlatLinearConstraints constraints;
  llvm::SmallDenseMap<mlir::Value, unsigned> variables;
};

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_VALUEFACTS_H

//===- AstExpr.h - isl AST expressions as affine or arith code --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions and conditions of isl's AST, kept symbolic as long as possible:
// an iterator or parameter is an affine dimension that stands for an SSA value,
// and only where an operation needs operands is a map made of it, if its values
// may be affine operands there. What has no affine form becomes arith code.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_POLYHEDRAL_ASTEXPR_H
#define POLYMEM_LIB_POLYHEDRAL_ASTEXPR_H

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace polymem {

/// Operand lists of affine operations.
struct BoundMap {
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
};
struct BoundSet {
  mlir::IntegerSet set;
  llvm::SmallVector<mlir::Value> operands;
};

class AstExprs {
public:
  /// Whether a list of expressions stands for its least or greatest value.
  enum class Extremum { Min, Max };
  using Terms = llvm::SmallVector<mlir::AffineExpr, 4>;

  /// `expr >= 0`, or `expr == 0`.
  struct Constraint {
    mlir::AffineExpr expr;
    bool equality;
  };
  using Conjunction = llvm::SmallVector<Constraint, 4>;
  /// A disjunction of conjunctions; none is false, an empty one is true.
  using Condition = llvm::SmallVector<Conjunction, 2>;

  AstExprs(mlir::Location loc, ParameterValues parameters, bool forceScf)
      : loc(loc), parameters(parameters), forceScf(forceScf) {}

  /// Makes the iterator `id` stand for `value`, or for an affine expression of
  /// values bound before.
  void bind(const isl::id &id, mlir::Value value);
  void bind(const isl::id &id, mlir::AffineExpr expr);

  /// `expr` = min (max) of the terms; nothing if it has no such form.
  std::optional<Terms> terms(const isl::ast_expr &expr, Extremum extremum);

  /// The affine form of `expr`; null if it has none.
  mlir::AffineExpr affine(const isl::ast_expr &expr);

  /// The affine form of a condition; nothing if it has none, or one with more
  /// alternatives than are worth spelling out.
  std::optional<Condition> condition(const isl::ast_expr &expr);

  /// The map of `exprs` and its operands; nothing where one of them may not be
  /// an affine operand at the insertion point, or affine is not wanted.
  std::optional<BoundMap> map(mlir::OpBuilder &builder,
                              llvm::ArrayRef<mlir::AffineExpr> exprs);
  std::optional<BoundSet> set(mlir::OpBuilder &builder,
                              const Conjunction &conjunction);

  /// Code that computes `expr` (index), or a condition (i1). Null on failure.
  mlir::Value value(mlir::OpBuilder &builder, const isl::ast_expr &expr);
  mlir::Value predicate(mlir::OpBuilder &builder, const isl::ast_expr &expr);
  /// Code that computes the least or greatest of `terms`.
  mlir::Value value(mlir::OpBuilder &builder,
                    llvm::ArrayRef<mlir::AffineExpr> terms, Extremum extremum);

  mlir::Value constant(mlir::OpBuilder &builder, int64_t value);

  /// The dimension that stands for `value`.
  mlir::AffineExpr dimension(mlir::Value value);

private:
  /// The expression bound to an iterator or parameter; null if unknown.
  mlir::AffineExpr lookup(const isl::id &id);

  std::optional<Terms> opTerms(const isl::ast_expr &expr, Extremum extremum);
  std::optional<Terms> scaledTerms(const isl::ast_expr &expr,
                                   Extremum extremum);
  std::optional<Terms> dividedTerms(const isl::ast_expr &expr,
                                    Extremum extremum);
  std::optional<Condition> comparison(const isl::ast_expr &expr);
  mlir::Value arithmetic(mlir::OpBuilder &builder, const isl::ast_expr &expr);

  mlir::Location loc;
  ParameterValues parameters;
  bool forceScf;
  /// Dimension d<k> of every expression stands for `operands[k]`.
  llvm::SmallVector<mlir::Value> operands;
  llvm::DenseMap<mlir::Value, unsigned> positions;
  llvm::DenseMap<isl_id *, mlir::AffineExpr> bindings;
  /// Keeps the bound ids alive, so that a key is never reused.
  llvm::SmallVector<isl::id> boundIds;
};

} // namespace polymem

#endif // POLYMEM_LIB_POLYHEDRAL_ASTEXPR_H

//===- IndexValues.h - how index values are made ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows which operations and loops say something affine of
// an index value. What is made of it, linear constraints, isl sets, polynomials
// or numbers for each lane, is up to who asks. (Scop::build has a reader of its
// own: it also takes divisions and sizes of memrefs apart, and says why a value
// is not affine. So has polymem-raise-to-affine, which proves that integers of
// fewer bits do not wrap around. Who computes with the arithmetic of lowered
// code, whether it is affine or not, goes through its other operations itself:
// ranges for C, bounds of grids, polynomials of cells, sums modulo 2^64.)
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_INDEXVALUES_H
#define POLYMEM_POLYHEDRAL_INDEXVALUES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace polymem {

/// True iff `value` is fixed during the whole function and can be computed at
/// its start: an argument, a value of the entry block, or arithmetic on these.
bool isFunctionLevel(mlir::Value value);

/// `expr`, a function of `numDims` dimensions and of symbols, with `operands`
/// in place of these, dimensions first.
mlir::AffineExpr substituted(mlir::AffineExpr expr, unsigned numDims,
                             llvm::ArrayRef<mlir::AffineExpr> operands);

/// Some functions of values: the results of `map`, whose dimensions come before
/// its symbols in `operands`.
struct IndexTerms {
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;

  /// The constant, or the value, itself.
  static IndexTerms of(mlir::OpFoldResult value);

  /// Functions of which `value` is the least one (`isUpper`), or the greatest
  /// one: the value itself, if its definition says no such thing.
  static IndexTerms ofBound(mlir::Value value, bool isUpper);

  /// One of the functions.
  IndexTerms at(unsigned result) const {
    return {map.getSubMap({result}), operands};
  }
};

/// `u - l` for each u of `upper` and each l of `lower`.
IndexTerms differencesOf(const IndexTerms &upper, const IndexTerms &lower);

/// What is said of an index value where it is defined, as if arithmetic on
/// indices did not overflow.
struct IndexDefinition {
  enum class Kind {
    /// Nothing.
    Opaque,
    /// It is the only one of `terms`: a constant, `affine.apply`, a sum or a
    /// difference.
    Equal,
    /// It is the least one of `terms`.
    Minimum,
    /// It is the greatest one of `terms`.
    Maximum,
    /// It is the variable of a loop: no less than any of `lower`, less than
    /// all of `upper`.
    Iteration,
  };

  Kind kind = Kind::Opaque;
  IndexTerms terms;
  IndexTerms lower, upper;
  /// Of a loop; positive. Null if nothing is said of it: `scf.for` takes any
  /// value.
  mlir::OpFoldResult step;

  bool isIteration() const { return kind == Kind::Iteration; }

  /// Functions one of which is the value, while no other is less (`isUpper`) or
  /// greater than it; null if the definition says no such thing.
  const IndexTerms *extremes(bool isUpper) const;

  /// All values that the definition mentions.
  llvm::SmallVector<mlir::Value> mentioned() const;

  /// The definition of `value`.
  static IndexDefinition of(mlir::Value value);
};

/// `x`, an integer cast to an index, where `value` is `max(x, 0)`, as
/// `polymem-clamp-sizes` has sizes; else null.
mlir::Value clampedSize(mlir::Value value);

/// The number of iterations of `loop` if it is a constant. Nothing is said of a
/// step of 0, which the verifier takes and by which upstream divides.
std::optional<uint64_t> constantTripCount(mlir::affine::AffineForOp loop);

/// A number that `upper - lower` never exceeds, whatever values sizes have:
/// both are replaced by what they are bounded by (`IndexDefinition`), the ones
/// defined innermost first, until the rest cancels. Nullopt if no bound is
/// found within a few dozen steps.
std::optional<int64_t> greatestDifference(mlir::Value upper, mlir::Value lower);
/// The same for the least one of `upper` and the greatest one of `lower`.
std::optional<int64_t> greatestDifference(const IndexTerms &upper,
                                          const IndexTerms &lower);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_INDEXVALUES_H

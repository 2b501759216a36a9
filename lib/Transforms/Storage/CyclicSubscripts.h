//===- CyclicSubscripts.h - subscripts that wrap in a loop ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the subscripts `e mod m` in an innermost loop over i: where
// `e = c i + r` with a constant c, they grow by `c` per iteration until they
// wrap. Those whose values differ by constants wrap together.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_STORAGE_CYCLICSUBSCRIPTS_H
#define POLYMEM_LIB_TRANSFORMS_STORAGE_CYCLICSUBSCRIPTS_H

#include "PolyMem/Storage/Conflicts/Polynomial.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/MapVector.h"

namespace polymem {

/// Reads index values as polynomials of values that are not computed by `arith`
/// or `affine.apply`.
class ValuePolynomials {
public:
  /// `value`, as if arithmetic did not overflow.
  Polynomial read(mlir::Value value);

  /// `expr` of these dimensions and symbols; nothing for divisions.
  std::optional<Polynomial> read(mlir::AffineExpr expr, unsigned numDims,
                                 mlir::ValueRange operands);

  /// A polynomial that is congruent to 0 modulo `modulus`. (`max(x, 1)` gives
  /// x: if that is less than 1, everything is congruent modulo 1.)
  Polynomial readModulus(mlir::Value modulus);

  /// The number that stands for a value no other one is read from.
  unsigned number(mlir::Value leaf);

  /// The value of `polynomial`, computed where `builder` is.
  mlir::Value emit(mlir::OpBuilder &builder, mlir::Location loc,
                   const Polynomial &polynomial) const;

  /// The values that `polynomial` depends on.
  llvm::SmallVector<mlir::Value> leavesOf(const Polynomial &polynomial) const;

private:
  llvm::MapVector<mlir::Value, unsigned> numbers;
};

/// The modulus of a subscript: a constant or a value, maybe not positive where
/// the access is not executed.
using CyclicModulus = mlir::OpFoldResult;

/// `(c i + r) mod m`: subscript `position` of a load or store.
struct CyclicSubscript {
  mlir::Operation *access;
  unsigned position;
  /// Congruent to the first one of its group plus `shift`.
  int64_t shift = 0;
};

/// Subscripts that differ by constants, modulo their modulus.
struct CyclicGroup {
  /// Of the first subscript.
  Polynomial value;
  /// In the order of the program.
  llvm::SmallVector<CyclicSubscript> subscripts;

  /// The smallest and the largest shift.
  int64_t least() const;
  int64_t most() const;
};

/// Groups with one modulus and one stride.
struct CyclicClass {
  CyclicModulus modulus;
  /// Congruent to 0.
  Polynomial modulusValue;
  /// By which subscripts grow per iteration; not 0.
  int64_t stride;
  std::vector<CyclicGroup> groups;
};

/// The subscripts in `loop` that wrap, and how they go together. Subscripts
/// that do not change in the loop are not among them, nor those that change by
/// a value that is not constant: their number is added to `numOther`.
std::vector<CyclicClass> findCyclicSubscripts(mlir::affine::AffineForOp loop,
                                              ValuePolynomials &polynomials,
                                              unsigned &numOther);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_STORAGE_CYCLICSUBSCRIPTS_H

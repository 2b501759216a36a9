//===- WrapSplitter.h - loops in which no subscript wraps -------*- C++ -*-===//
//-*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_STORAGE_WRAPSPLITTER_H
#define POLYMEM_LIB_TRANSFORMS_STORAGE_WRAPSPLITTER_H

#include "CyclicSubscripts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace polymem {

/// Replaces one innermost loop.
class WrapSplitter {
public:
  WrapSplitter(mlir::affine::AffineForOp loop,
               llvm::ArrayRef<CyclicClass> classes,
               ValuePolynomials &polynomials, unsigned ivNumber)
      : loop(loop), classes(classes), polynomials(polynomials),
        ivNumber(ivNumber), step(loop.getStepAsInt()), loc(loop.getLoc()) {}

  /// Makes of the loop a sequence of pieces in which no subscript wraps.
  void split();

  /// Why there can be no copy of the loop and the one around it in which no
  /// subscript wraps; empty if there can. There must be a loop around both
  /// (else an array with fewer cells than elements wraps), nothing else with a
  /// region in the outer one, and subscripts linear in its induction variable,
  /// with coefficients and bounds that do not depend on it. Call it once.
  llvm::StringRef planCopy();

  /// Tests before the loop around this one whether any subscript wraps in all
  /// of its iterations, and makes a copy of both for where none does. The loop
  /// itself is as it was. Only where `planCopy` found no reason against it.
  void copyWithoutWraps();

private:
  /// What is known of a group where a piece begins.
  struct Start {
    const CyclicClass *owner;
    const CyclicGroup *group;
    /// The remainder of its least subscript.
    mlir::Value remainder;
  };

  /// The least subscript of a group: `fixed + perOuter * p + stride / step *
  /// k`, where p and k are the variables of the outer loop and of the loop.
  struct Linear {
    Polynomial fixed, perOuter;
  };
  std::optional<Linear> linearIn(mlir::affine::AffineForOp outer,
                                 const CyclicClass &owner,
                                 const CyclicGroup &group);
  mlir::Value lastIteration(mlir::OpBuilder &builder,
                            mlir::affine::AffineForOp of, mlir::Value first);
  void makeLinear(mlir::ValueRange origins);

  mlir::Value constant(mlir::OpBuilder &builder, int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  mlir::Value modulusOf(mlir::OpBuilder &builder, const CyclicClass &owner);
  mlir::Value remainder(mlir::OpBuilder &builder, mlir::Value value,
                        mlir::Value modulus);
  mlir::Operation *outermostFor(const Polynomial &value, CyclicModulus modulus);
  void prepare();
  llvm::SmallVector<Start> startsAt(mlir::OpBuilder &builder, mlir::Value iv);
  mlir::Value iterationsUntilWrap(mlir::OpBuilder &builder, const Start &start);
  llvm::SmallVector<mlir::Value>
  cloneBody(mlir::OpBuilder &builder, mlir::Value iv, mlir::ValueRange carried,
            llvm::ArrayRef<Start> starts, mlir::ValueRange origins);
  void hoistInvariants(mlir::OpBuilder &builder);
  mlir::Value
  replaceAccess(mlir::Operation *access,
                llvm::ArrayRef<std::pair<unsigned, mlir::Value>> subscripts);

  mlir::affine::AffineForOp loop;
  llvm::ArrayRef<CyclicClass> classes;
  ValuePolynomials &polynomials;
  unsigned ivNumber;
  int64_t step;
  mlir::Location loc;
  /// For each class: its modulus, and what is added to the loop's multiple of
  /// the stride in the least subscript of its first group.
  llvm::SmallVector<mlir::Value> moduli, invariants;
  /// For each class and each group: its distance from the first group, for
  /// which there is none.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> distances;
  /// Of each group of each class, for the copy.
  llvm::SmallVector<Linear> forms;
  /// Subscripts with a modulo that are the same in all iterations: position and
  /// value, by access.
  llvm::DenseMap<mlir::Operation *,
                 llvm::SmallVector<std::pair<unsigned, mlir::Value>>>
      hoisted;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_STORAGE_WRAPSPLITTER_H

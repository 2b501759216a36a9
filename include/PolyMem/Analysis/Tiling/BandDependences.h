//===- BandDependences.h - dependences seen from a loop band ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that tiling and mapping ask of the dependences of a scop: which
// run against a loop, which are carried by it, which go from one group of
// statements to another; each among instances that agree on the loops around
// the band, since dependences carried by those are respected by any order
// inside it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TILING_BANDDEPENDENCES_H
#define POLYMEM_ANALYSIS_TILING_BANDDEPENDENCES_H

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem {

/// Indices into `Scop::statements()`.
using StatementList = llvm::SmallVector<unsigned>;

class BandDependences {
public:
  /// `dependences` are those of `scop` that a new order must respect, see
  /// `sequentialDependences`. Both must outlive the object.
  BandDependences(const Scop &scop,
                  llvm::ArrayRef<SequentialDependence> dependences);

  const Scop &scop() const { return theScop; }

  /// The statements inside `op` (at any depth, or `op` itself).
  StatementList statementsIn(mlir::Operation *op) const;

  /// The dependences among `statements` whose instances have equal values of
  /// the loops `fixed` (induction variables around all of them). The loops
  /// around these must be fixed too, here or in the object itself.
  BandDependences restrictedTo(llvm::ArrayRef<unsigned> statements,
                               llvm::ArrayRef<mlir::Value> fixed) const;

  /// Dependences between two statements, `{ S[i] -> T[j] }` each, not empty
  /// (and null if isl's budget ran out: then there may be one).
  using Relations = llvm::SmallVector<isl::map>;

  /// Dependences `{ S[i] -> T[j] }` with S in `from` and T in `to`.
  Relations between(llvm::ArrayRef<unsigned> from,
                    llvm::ArrayRef<unsigned> to) const;

  /// Those of `between(statements, statements)` with negative distance along
  /// `iv`, `{ S[i] -> T[j] : j_iv < i_iv }`: the ones that make it illegal to
  /// tile the loop of `iv` together with others. Only among instances with
  /// equal values of the loops `equal`.
  Relations against(llvm::ArrayRef<unsigned> statements, mlir::Value iv,
                    llvm::ArrayRef<mlir::Value> equal = {}) const;

  /// Those with positive distance along `iv`. The loop of `iv` is parallel in
  /// its band iff there are neither these nor dependences against it.
  Relations along(llvm::ArrayRef<unsigned> statements, mlir::Value iv) const;

  /// A readable account of one of `dependences`.
  Sentence describe(llvm::ArrayRef<isl::map> dependences) const;

private:
  explicit BandDependences(const Scop &scop) : theScop(scop) {}

  /// The dimension of `iv` in the domain of a statement.
  unsigned position(unsigned statement, mlir::Value iv) const;

  const Scop &theScop;
  llvm::SmallVector<const SequentialDependence *> dependences;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TILING_BANDDEPENDENCES_H

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

#ifndef POLYMEM_ANALYSIS_BANDDEPENDENCES_H
#define POLYMEM_ANALYSIS_BANDDEPENDENCES_H

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem {

/// Indices into `Scop::statements()`.
using StatementList = llvm::SmallVector<unsigned>;

class BandDependences {
public:
  /// `dependences` are those of `scop` that a new order must respect, see
  /// `sequentialDependences`.
  BandDependences(const Scop &scop, const isl::union_map &dependences);

  const Scop &scop() const { return theScop; }

  /// The statements inside `op` (at any depth, or `op` itself).
  StatementList statementsIn(mlir::Operation *op) const;

  /// The dependences among `statements` whose instances have equal values of
  /// all loops `fixed` (induction variables around all of them).
  BandDependences restrictedTo(llvm::ArrayRef<unsigned> statements,
                               llvm::ArrayRef<mlir::Value> fixed) const;

  /// Dependences `{ S[i] -> T[j] }` with S in `from` and T in `to`.
  isl::union_map between(llvm::ArrayRef<unsigned> from,
                         llvm::ArrayRef<unsigned> to) const;

  /// Those of `between(statements, statements)` with negative distance along
  /// `iv`, `{ S[i] -> T[j] : j_iv < i_iv }`: the ones that make it illegal to
  /// tile the loop of `iv` together with others.
  isl::union_map against(llvm::ArrayRef<unsigned> statements,
                         mlir::Value iv) const;

  /// Those of `between(statements, statements)` with non-zero distance along
  /// `iv`. The loop of `iv` is parallel in its band iff there are none.
  isl::union_map carriedBy(llvm::ArrayRef<unsigned> statements,
                           mlir::Value iv) const;

  /// A readable account of one of `dependences`, which may be null (isl budget
  /// exhausted).
  std::string describe(const isl::union_map &dependences) const;

private:
  explicit BandDependences(const Scop &scop) : theScop(scop) {}

  /// `{ S[i] -> T[j] }` for statements S and T; not empty.
  struct Piece {
    unsigned from, to;
    isl::map pairs;
  };
  /// The union of what `select` leaves of each piece from `from` to `to`. Null
  /// if isl's budget ran out.
  isl::union_map
  select(llvm::ArrayRef<unsigned> from, llvm::ArrayRef<unsigned> to,
         llvm::function_ref<isl::map(const Piece &)> select) const;
  /// The dimension of `iv` in the domain of a statement.
  unsigned position(unsigned statement, mlir::Value iv) const;

  const Scop &theScop;
  llvm::SmallVector<Piece> pieces;
  /// Not all dependences are known: isl's budget ran out.
  bool incomplete = false;
};

/// True iff `relation` is known to be empty (false when the budget ran out).
inline bool knownEmpty(const isl::union_map &relation) {
  return !relation.is_null() && relation.is_empty().is_true();
}

} // namespace polymem

#endif // POLYMEM_ANALYSIS_BANDDEPENDENCES_H

//===- AccessPairs.h - accesses to the same element, in order ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dependences are found one pair of accesses at a time, on the statements'
// domains: which instances touch the same element, and which of them come
// first. A statement's dimensions are the loops around it, from the outside in,
// and statements are numbered as they stand in the text; so S[i] runs before
// T[j] iff i is lexicographically less in the loops that the two share, or
// equal there and S stands before T. No schedule relation is needed, and most
// pairs are found to be empty after few constraints.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ACCESSPAIRS_H
#define POLYMEM_POLYHEDRAL_ACCESSPAIRS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polymem {

class AccessPairs {
public:
  /// The accesses of `scop`, or those of the array `only` of it if not null.
  AccessPairs(const Scop &scop, const ScopArray *only);

  const Scop &scop() const { return theScop; }
  llvm::ArrayRef<const ScopAccess *> reads() const { return readList; }
  llvm::ArrayRef<const ScopAccess *> writes() const { return writeList; }

  /// `{ S[i] -> A[a] }`, the access's relation under the scop's context and
  /// without redundant constraints.
  const isl::map &relation(const ScopAccess &access);

  /// `{ S[i] -> T[j] }`: `source` and `sink` touch the same element in this
  /// order, in different instances. Without the pairs that a loop carries whose
  /// induction variable is in `ignored`: they differ in it and agree in all
  /// loops around.
  isl::map between(const ScopAccess &source, const ScopAccess &sink,
                   llvm::function_ref<bool(mlir::Value)> ignored = nullptr);

  /// The same, with the pairs `{ S[i] -> S[i] }` if `source` comes before
  /// `sink` in one instance.
  isl::map orderedPairs(const ScopAccess &source, const ScopAccess &sink);

  /// Number of loops around both statements.
  unsigned sharedLoops(const ScopAccess &a, const ScopAccess &b) const;

  /// `a` stands before `b`: in an earlier statement, or earlier in the same.
  static bool standsBefore(const ScopAccess &a, const ScopAccess &b);

private:
  isl::map select(const ScopAccess &source, const ScopAccess &sink,
                  bool sameInstance,
                  llvm::function_ref<bool(mlir::Value)> ignored);

  const Scop &theScop;
  llvm::SmallVector<const ScopAccess *> readList, writeList;
  /// By access; null until needed.
  std::vector<isl::map> relations;
};

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ACCESSPAIRS_H

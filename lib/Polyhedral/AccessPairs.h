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

  /// Calls `visit` on the pairs `{ S[i] -> T[j] }` of different instances such
  /// that `source` and `sink` touch the same element in this order: by the loop
  /// that carries them, and last those with equal values of all loops around
  /// both. No part is empty (some are null if isl's budget runs out).
  void forEachPart(
      const ScopAccess &source, const ScopAccess &sink,
      llvm::function_ref<void(std::optional<unsigned> carrier, isl::map)>
          visit);

  /// The same for accesses with these relations, under the context, of the
  /// statements `first` and `second`.
  void forEachPart(
      unsigned first, const isl::map &firstRelation, unsigned second,
      const isl::map &secondRelation,
      llvm::function_ref<void(std::optional<unsigned> carrier, isl::map)>
          visit);

  /// The union of these parts, and the pairs `{ S[i] -> S[i] }` if both
  /// accesses are of one statement and `sameInstance`.
  isl::map between(const ScopAccess &source, const ScopAccess &sink,
                   bool sameInstance);

  /// Number of loops around both statements.
  unsigned sharedLoops(const ScopAccess &a, const ScopAccess &b) const {
    return sharedLoops(a.statement, b.statement);
  }
  unsigned sharedLoops(unsigned a, unsigned b) const;

  /// `a` stands before `b`: in an earlier statement, or earlier in the same.
  static bool standsBefore(const ScopAccess &a, const ScopAccess &b);

private:
  const Scop &theScop;
  llvm::SmallVector<const ScopAccess *> readList, writeList;
  /// By access; null until needed.
  std::vector<isl::map> relations;
};

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ACCESSPAIRS_H

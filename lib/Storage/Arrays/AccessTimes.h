//===- AccessTimes.h - when elements are accessed ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One space of times for the accesses of all statements: what several
// statements write in one loop is a single relation there, and often a single
// box, where relations between instances have a piece for each two statements.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_ARRAYS_ACCESSTIMES_H
#define POLYMEM_LIB_STORAGE_ARRAYS_ACCESSTIMES_H

#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace polymem {

/// Times of accesses to some arrays, in the original order of a scop. A time
/// `[c0, i0, c1, i1, .., ck, p]` has the induction variables of the loops
/// around the access, constants that order what one loop body contains (where
/// there is more than one thing), and the place of the access in its instance.
///
/// Statements that are never executed in the same iteration, the branches of a
/// condition, have the same constants.
class AccessTimes {
public:
  /// Of the accesses to arrays for which `isRelevant` is true.
  AccessTimes(const Scop &scop,
              llvm::function_ref<bool(const ScopAccess &)> isRelevant);

  /// `{ S[i] -> [t] }` of an access that is relevant.
  isl::map timeOf(const ScopAccess &access) const;

  /// `{ S[i] -> [t] }` without the place in the instance, where the iterations
  /// of loops declared parallel are executed in lock step: all at one time.
  isl::map lockStepTimeOf(const ScopAccess &access) const;

  /// Where the access is in an instance of its statement: behind k operations
  /// with relevant writes 2k, in the next one of them 2k + 1. Nothing if that
  /// is not known.
  std::optional<unsigned> placeOf(const ScopAccess &access) const;

  /// `{ [t] -> [t'] }`: what has time t may be executed before, or in the same
  /// operation as, what has time t'. Iterations of a loop declared parallel may
  /// run in any order.
  isl::map mayPrecede() const;
  /// `{ [t] -> [t'] }`: the same without what may be in one operation.
  isl::map mayComeBefore() const;

private:
  void orderStatements();
  isl::space space() const;
  isl::map timesOf(unsigned number, bool inLockStep) const;
  bool isParallel(mlir::Value iv) const;
  isl::map inBody(isl::map map, isl::dim side, unsigned statement,
                  unsigned loops) const;
  unsigned variableDim(unsigned level) const {
    return constantDim[level] + (used[level] ? 1 : 0);
  }

  const Scop &scop;
  /// The statements with relevant accesses, in textual order.
  llvm::SmallVector<unsigned> statements;
  /// By number of the statement: the operations with relevant writes, and the
  /// constants before, between and behind the induction variables.
  std::vector<llvm::SmallVector<mlir::Operation *>> writing;
  std::vector<llvm::SmallVector<unsigned>> constants;
  /// The most loops around one of them.
  unsigned depth = 0;
  /// Of each level: whether constants differ, and the first dimension.
  llvm::SmallVector<bool> used;
  llvm::SmallVector<unsigned> constantDim;
  unsigned dims = 0;
};

/// `{ S[i] -> A[a] }` of the instances that are executed. Only the parameters
/// that they depend on are there.
isl::map executedRelation(const Scop &scop, const ScopAccess &access);

/// The access surely frees its array, after all that is read of it: counted as
/// a write of any element, it conflicts with nothing.
bool freesArray(const Scop &scop, const ScopAccess &access);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_ARRAYS_ACCESSTIMES_H

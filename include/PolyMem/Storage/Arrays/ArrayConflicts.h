//===- ArrayConflicts.h - which elements are needed at once -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), chapter 3.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_ARRAYS_ARRAYCONFLICTS_H
#define POLYMEM_STORAGE_ARRAYS_ARRAYCONFLICTS_H

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Storage/Search/JointStorage.h"

namespace polymem {

/// How exactly the lives of values are modelled.
enum class ConflictPrecision {
  Exact, ///< the reads that get a value
  Hull   ///< a convex superset of them: more conflicts, with less work
};

/// The conflicts of the elements of `array`, whose values nobody needs before
/// or after `scop`, in the order of the scop: x and y conflict if y may be
/// written after a value was written to x and before that value is read (the
/// form "Live x Write"), or the reverse. `flow` are the dependences of the
/// array (value-based flow is used).
///
/// What may be written before what: instances in the order of the loops around
/// both and of their statements, accesses of an instance in the order of their
/// operations. Iterations of a loop declared parallel may run in any order. So
/// a value whose last read and the write of another element are in one
/// instance, the read first, do not conflict. Writes that may happen count as
/// writes; a write that is never read makes no element live, but conflicts with
/// those that are. An array that is made anew in each iteration of loops
/// around it is one array for each: its elements conflict in the same iteration
/// only.
///
/// A superset where dependences are, and where accesses may happen or not; then
/// it has no conflicts that surely exist (see `addSureConflicts`). Null (see
/// `ConflictSet::isNull`) where isl's budget ran out.
ConflictSet computeArrayConflicts(const Scop &scop, const ScopArray &array,
                                  const Dependences &flow,
                                  ConflictPrecision precision);

/// The same for several arrays that are made in one place, one after the other:
/// `flow[k]` are the dependences of `arrays[k]`. Elements of different arrays
/// conflict as those of one do.
GroupConflicts computeGroupConflicts(const Scop &scop,
                                     llvm::ArrayRef<const ScopArray *> arrays,
                                     llvm::ArrayRef<const Dependences *> flow,
                                     ConflictPrecision precision);

/// Adds the conflicts that surely exist to those of `computeArrayConflicts`, if
/// these are not exact. There is an execution in which x is written, y is
/// written later, and x is read after that: all three surely happen, and what
/// is read is surely what was written. So accesses under conditions that are
/// data have none, nor have values of which it is not known which write they
/// are from. None where isl's budget runs out.
void addSureConflicts(ConflictSet &conflicts, const Scop &scop,
                      const ScopArray &array, const Dependences &flow);

/// The same for those of `computeGroupConflicts`.
void addSureConflicts(GroupConflicts &conflicts, const Scop &scop,
                      llvm::ArrayRef<const ScopArray *> arrays,
                      llvm::ArrayRef<const Dependences *> flow);

/// `[p] -> { A[a] }`: elements that statements of the scop may read or write,
/// in whichever iterations of loops around the array's allocation. Null where
/// there are none or isl gave up.
isl::set accessedElements(const Scop &scop, const ScopArray &array);

} // namespace polymem

#endif // POLYMEM_STORAGE_ARRAYS_ARRAYCONFLICTS_H

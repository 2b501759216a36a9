//===- OrderedConflicts.h - conflicts in a given order ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 3.3: what happens before what is a partial
// order, which need not be that of the program's text.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_ARRAYS_ORDEREDCONFLICTS_H
#define POLYMEM_STORAGE_ARRAYS_ORDEREDCONFLICTS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Storage/Conflicts/ConflictSet.h"

namespace polymem {

/// The accesses to an array that a scop makes and no one needs behind it, which
/// is not made in a loop, and what surely happens before what. Only that a
/// statement's operations follow each other in an instance is known by itself.
class OrderedAccesses {
public:
  /// `before = { S[i] -> T[j] }`: instance S[i] has surely ended before T[j]
  /// begins.
  static OrderedAccesses inOrder(const Scop &scop, const ScopArray &array,
                                 const isl::union_map &before);
  /// Loops and statements in the program's order, but all iterations of a
  /// parallel loop in lock step: an operation of a statement is executed for
  /// all of them before the next one (all reads before any write, a `FORALL`).
  /// Of two statements in different branches of a condition neither is first.
  static OrderedAccesses inLockStep(const Scop &scop, const ScopArray &array);

  /// Whether two accesses to one element, one of which writes, happen in the
  /// other order than in the program: then it would compute something else.
  /// True also where isl gave up.
  bool contradictProgram() const;

  /// The elements that are written, and which of them may be needed at once
  /// (`conflictsUnderOrder`): values come from any write that may be before a
  /// read. Conflicts are sure where `sureConflictsUnderOrder` says so, if all
  /// accesses surely happen. Null where isl gave up, or nothing is written.
  ConflictSet conflicts() const;

private:
  /// An access, `[p] -> { E[i] -> A[a] }`, with the access's tag as name.
  struct Event {
    const ScopAccess *access;
    isl::map relation;
    /// The operation of its statement.
    unsigned place;
  };

  OrderedAccesses(const Scop &scop, const ScopArray &array);
  bool precedesInInstance(const Event &first, const Event &second) const;
  isl::union_map asEvents(const Event &first, const isl::map &pairs,
                          const Event &second) const;

  const Scop &scop;
  const ScopArray &array;
  std::vector<Event> events;
  /// `{ E[i] -> F[j] }`.
  isl::union_map order;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_ARRAYS_ORDEREDCONFLICTS_H

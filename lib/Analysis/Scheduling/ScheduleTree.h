//===- ScheduleTree.h - what finds and completes schedules ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SCHEDULING_SCHEDULETREE_H
#define POLYMEM_LIB_ANALYSIS_SCHEDULING_SCHEDULETREE_H

#include "FewConstraints.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Polyhedral/Isl/SymbolicConstants.h"

namespace polymem {

/// isl's schedule of the instances (or parts) `domain`, found with parameters
/// for `constants`; null if the budget does not suffice.
isl::schedule computeTree(const Scop &scop, const isl::union_set &domain,
                          const OrderConstraints &constraints,
                          const SymbolicConstants &constants,
                          const SchedulingOptions &options);

/// Why `tree` is no order of the instances of `scop` that respects
/// `constraints`, or is not known to be; empty if it is one.
Sentence whatIsWrong(const Scop &scop, const isl::schedule &tree,
                     const OrderConstraints &constraints);

/// `tree`, with marks. Nothing if the budget runs out.
std::optional<Schedule> withMarks(const isl::schedule &tree);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SCHEDULING_SCHEDULETREE_H

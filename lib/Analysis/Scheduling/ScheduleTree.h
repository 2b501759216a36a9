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
#include "llvm/ADT/StringSet.h"

namespace polymem {

/// The names of the statements of `domain`.
llvm::StringSet<> namesIn(const isl::union_set &domain);

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

/// `fused` with statements apart where that makes more loops parallel, the
/// choice of Fusion::Auto (`findSchedule`). Nothing if it is best as it is, or
/// if the budget does not suffice.
std::optional<Schedule> fuseLess(const Scop &scop, const Schedule &fused,
                                 const OrderConstraints &constraints,
                                 const SchedulingOptions &options);

/// `tree`, with marks. Nothing if the budget runs out.
std::optional<Schedule> withMarks(const isl::schedule &tree);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SCHEDULING_SCHEDULETREE_H

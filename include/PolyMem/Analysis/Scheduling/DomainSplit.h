//===- DomainSplit.h - faces between which loops are parallel ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dependence may hold for instances on a face only, that is where an equation
// holds that the domain does not have, or change its direction there:
//
//   for k, i, j: A[i, j] = f(A[i, j], A[i, k], A[k, j])
//
// reads what the same k writes at j = k and at i = k only. For isl's scheduler
// the whole statement has these dependences, and no loop inside k is parallel.
// With the parts below, on, and above these faces as statements of their own,
// each part is parallel in i and j. Only the order changes: the function has
// its statements as before.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_DOMAINSPLIT_H
#define POLYMEM_ANALYSIS_SCHEDULING_DOMAINSPLIT_H

#include "PolyMem/Analysis/Scheduling/InstanceParts.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"

namespace polymem {

/// A statement in parts, for remarks.
struct SplitStatement {
  unsigned statement;
  unsigned numParts;
  /// How many of them have loops parallel further out than before.
  unsigned numGaining;
  /// "i2 = i0 and i1 = i0".
  std::string faces;
};

/// An order of parts that is worth it.
struct GainfulSplit {
  Schedule schedule;
  std::vector<SplitStatement> statements;
};

/// Cuts statements of `scop`, scheduled as `whole` under `constraints`, of
/// which loops further out become parallel for all parts but those on faces;
/// nothing if there are none, or if a part or another statement would lose.
/// Then `onNoGain` is told of each statement that has such faces, with their
/// text.
std::optional<GainfulSplit> splitForParallelism(
    const Scop &scop, const Schedule &whole,
    const OrderConstraints &constraints, const SchedulingOptions &options,
    llvm::function_ref<void(unsigned, const std::string &)> onNoGain);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_DOMAINSPLIT_H

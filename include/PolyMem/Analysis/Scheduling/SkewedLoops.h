//===- SkewedLoops.h - loops that move along with another one ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a program with loops that count i_k - s i_c in place of i_k, for
// another loop c around or inside the same statements: the time partitions of
// TR78, section 5.2, for a direction of threads along several loops.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_SKEWEDLOOPS_H
#define POLYMEM_ANALYSIS_SCHEDULING_SKEWEDLOOPS_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "llvm/ADT/MapVector.h"

namespace polymem {

struct LoopSkews {
  /// The induction variable i_c of a loop of the scop.
  mlir::Value axis;
  /// s by i_k.
  llvm::SmallMapVector<mlir::Value, int64_t, 4> steps;
};

struct SkewedSchedule {
  Schedule schedule;
  /// The induction variable of the loop that band N of its marks was.
  llvm::SmallVector<mlir::Value> loops;
};

/// The order of `scop` as it is, with such loops. It respects `constraints`,
/// which is verified; nothing, and the reason, if it does not, or if that is
/// not shown within `maxIslOperations`.
std::optional<SkewedSchedule> skewLoops(const Scop &scop,
                                        const LoopSkews &skews,
                                        const OrderConstraints &constraints,
                                        unsigned long maxIslOperations,
                                        Sentence &reason);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_SKEWEDLOOPS_H

//===- Reports.h - what a plan's makespan is made of ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_REPORTS_H
#define POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_REPORTS_H

#include "NestPlanner.h"
#include "llvm/Support/JSON.h"

namespace polymem {

/// The remark about a plan.
Sentence sentenceOf(const NestReport &report);

/// The report as lines of text.
void printReport(llvm::raw_ostream &os, const NestReport &report,
                 const Multicore &machine);

/// The report as an object: the plan, the makespan and what it is made of, the
/// bound, where buffers are in a scratchpad, and the events of the schedule of
/// one execution (makespan::eventsOf), or the first 4000.
llvm::json::Object jsonOf(const NestReport &report, const Multicore &machine);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_REPORTS_H

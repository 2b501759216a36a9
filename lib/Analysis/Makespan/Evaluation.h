//===- Evaluation.h - the best of the plans that were tried -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_MAKESPAN_EVALUATION_H
#define POLYMEM_LIB_ANALYSIS_MAKESPAN_EVALUATION_H

#include "PolyMem/Analysis/Makespan/Search.h"

namespace polymem::makespan {

/// Tries plans, and keeps the best one.
struct Evaluation {
  Evaluation(const Component &component, const Multicore &machine,
             const Options &options)
      : component(component), machine(machine), options(options) {}

  bool fits(const Plan &plan) const;
  /// The makespan of a plan; nothing if it does not fit.
  std::optional<int64_t> tryPlan(const Plan &plan);
  /// That of the plan with the compiler's modes.
  std::optional<int64_t> trySizes(llvm::ArrayRef<int64_t> tile,
                                  llvm::ArrayRef<int64_t> groups);

  const Component &component;
  const Multicore &machine;
  const Options &options;
  SearchResult result;
};

} // namespace polymem::makespan

#endif // POLYMEM_LIB_ANALYSIS_MAKESPAN_EVALUATION_H

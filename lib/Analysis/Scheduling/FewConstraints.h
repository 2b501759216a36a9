//===- FewConstraints.h - dependences for isl's scheduler -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SCHEDULING_FEWCONSTRAINTS_H
#define POLYMEM_LIB_ANALYSIS_SCHEDULING_FEWCONSTRAINTS_H

namespace polymem {

/// isl's scheduler eliminates one variable for each constraint of a dependence
/// (Farkas multipliers, by Fourier and Motzkin), outside of all budgets: 12
/// constraints take a millisecond, 14 take seconds.
inline constexpr int kMaxConstraints = 12;

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SCHEDULING_FEWCONSTRAINTS_H

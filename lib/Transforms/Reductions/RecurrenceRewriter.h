//===- RecurrenceRewriter.h - apply a plan for a recurrence -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a recurrence as its plan (Recurrences.h) says. Everything has been
// decided before.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REDUCTIONS_RECURRENCEREWRITER_H
#define POLYMEM_LIB_TRANSFORMS_REDUCTIONS_RECURRENCEREWRITER_H

#include "PolyMem/Analysis/Reductions/Recurrences.h"

namespace polymem {

/// Replaces the nest of `plan` by waves of tiles, whose reductions take
/// `stripSize` iterations at a time in blocks of `numThreads` threads.
void applyRecurrence(const RecurrencePlan &plan, int64_t stripSize,
                     int64_t numThreads);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REDUCTIONS_RECURRENCEREWRITER_H

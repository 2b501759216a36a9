//===- Parallelism.h - which orders have more parallel loops ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The measure by which orders of one function are compared: the loops around
// each statement that the scheduler says are parallel. Who compares, such as
// fusion, separated stores, faces and expanded arrays, asks first whether there
// is anything to gain, so that a function that is good as it is costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_PARALLELISM_H
#define POLYMEM_ANALYSIS_SCHEDULING_PARALLELISM_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "llvm/ADT/StringSet.h"

namespace polymem {

/// Some order of these loops might have parallel ones further out: none is
/// parallel, or one that is not is around one that is.
bool mightBeMoreParallel(llvm::ArrayRef<ScheduledLoop> loops);

/// Loops of `a` are parallel further out than those of `b`: -1, 0 or 1.
int compareParallelism(llvm::ArrayRef<ScheduledLoop> a,
                       llvm::ArrayRef<ScheduledLoop> b);

/// How many of `loops` are parallel.
unsigned countParallel(llvm::ArrayRef<ScheduledLoop> loops);

/// By statement of `scop`: how many of its loops carry no dependence of it on
/// itself. In some other order there may be more. All are counted where the
/// budget of isl operations does not suffice.
llvm::SmallVector<unsigned>
possibleParallelLoops(const Scop &scop, const OrderConstraints &constraints);

/// The names of statements with fewer parallel loops in `schedule` than that;
/// none if there is one statement.
llvm::StringSet<> withFewerLoops(const Scop &scop,
                                 const OrderConstraints &constraints,
                                 const Schedule &schedule);

/// The same as `possibleParallelLoops` for statement number `statement` in
/// parts with one store each: of the part that has most, if dependences through
/// what it does not write do not count.
unsigned possibleInParts(const Scop &scop, const OrderConstraints &constraints,
                         unsigned statement);

/// No statement of `other`, an order of some statements of `scop`, has fewer
/// parallel loops than in `order`, or such that are further in.
bool isAsParallel(const Scop &scop, const isl::schedule &other,
                  const isl::schedule &order);

/// The statements that have more parallel loops in `other` than in `order`, if
/// `isAsParallel` holds; else none.
llvm::SmallVector<unsigned> moreParallelIn(const Scop &scop,
                                           const isl::schedule &other,
                                           const isl::schedule &order);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_PARALLELISM_H

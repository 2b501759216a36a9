//===- ParallelGain.h - whether other arrays give parallel loops *- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that compute the same with other arrays are compared by the loops
// that are parallel in the orders that `polymem-schedule` would find for them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_PARALLELGAIN_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_PARALLELGAIN_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include <vector>

namespace polymem {

/// Which loops around a statement the scheduler says are parallel, outermost
/// first; of each of its parts, the worst first.
using Parallelism = std::vector<std::vector<bool>>;

/// How orders are looked for.
struct GainOptions {
  Fusion fusion;
  unsigned long maxIslOperations;
};

/// By statement's name, what the scheduler says of `func`, whose scop is
/// `scop`; empty if no order is found.
llvm::StringMap<Parallelism> parallelismOf(mlir::func::FuncOp func,
                                           const Scop &scop,
                                           const GainOptions &options);

/// What the scheduler says of `func`, whose scop is `now`, by statement of
/// `scop`: that of a function of which `func` is a copy, with `counterpart`s,
/// or `func` itself, with none. Empty for statements that are gone, and if no
/// order is found.
std::vector<Parallelism> parallelismOfCopy(const Scop &scop,
                                           mlir::func::FuncOp func,
                                           const Scop &now,
                                           const mlir::IRMapping &counterpart,
                                           const GainOptions &options);

/// Loops are parallel further out in `a` than in `b`: -1, 0 or 1.
int compare(const Parallelism &a, const Parallelism &b);

/// For some statement `a` is better than `b`, for none worse.
bool isGain(llvm::ArrayRef<Parallelism> a, llvm::ArrayRef<Parallelism> b);

/// Some order might have parallel loops further out.
bool mightGain(llvm::ArrayRef<Parallelism> statements);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_PARALLELGAIN_H

//===- SeparateStores.h - statements in parts -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body with several stores is scheduled as one statement, or as several where
// loops get parallel by that.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_SEPARATESTORES_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_SEPARATESTORES_H

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Analysis/Scheduling/StatementParts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {

/// By number of the statement: sets of stores that are in one part each (see
/// `StatementParts::parts`).
using Separation =
    std::map<unsigned, llvm::SmallVector<llvm::SmallVector<unsigned>>>;

/// A copy of a function with statements in parts, and its scop. The scop is
/// null if it cannot be built within the budget.
struct SeparatedFunction {
  mlir::OwningOpRef<mlir::func::FuncOp> func;
  std::unique_ptr<Scop> scop;
};

/// A copy of `func`, whose scop is `scop`, with the statements in `separation`
/// in parts, each part's operations together.
SeparatedFunction separateStores(mlir::func::FuncOp func, const Scop &scop,
                                 const Separation &separation,
                                 unsigned long maxIslOperations);

/// The parts that an order with tuples like "S1_0_2" speaks of; empty if `text`
/// is none, or of whole statements only.
Separation separationNamedIn(const Scop &scop, llvm::StringRef text,
                             unsigned long maxIslOperations);

/// A separation that is worth it, and an order of the parts.
struct GainfulSeparation {
  SeparatedFunction separated;
  Schedule schedule;
  /// What the order respects.
  OrderConstraints constraints;
  /// The statements of the original scop that are in parts.
  llvm::SmallVector<unsigned> statements;
};

/// Finds an order of a scop, and what it respects.
using FindSchedule = llvm::function_ref<std::optional<Schedule>(
    const Scop &, OrderConstraints &)>;

/// Separates statements of `func` (of `scop`, scheduled as `whole` under
/// `constraints`) for some part of which loops further out become parallel,
/// none of whose parts loses by it; nothing if there are none, or if another
/// statement would lose. Parts that get the same loops stay one. `onObstacle`
/// is told what prevents a separation that might be a gain.
std::optional<GainfulSeparation> separateForParallelism(
    mlir::func::FuncOp func, const Scop &scop, const Schedule &whole,
    const OrderConstraints &constraints, unsigned long maxIslOperations,
    FindSchedule find,
    llvm::function_ref<void(const PartObstacle &)> onObstacle);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_SEPARATESTORES_H

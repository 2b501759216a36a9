//===- ParallelGain.cpp - whether other arrays give parallel loops --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelGain.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "SeparateStores.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

/// `array` is one that each iteration of a loop may have for itself.
static bool mayBePrivate(func::FuncOp func, const ScopArray &array) {
  auto alloca = array.value.getDefiningOp<memref::AllocaOp>();
  if (!alloca || alloca->getNumOperands() != 0)
    return false;
  Operation *common = nullptr;
  for (Operation *user : alloca->getUsers()) {
    Operation *ancestor = func.getBody().front().findAncestorOpInBlock(*user);
    if (common && common != ancestor)
      return false;
    common = ancestor;
  }
  return true;
}

/// An order as `polymem-schedule` finds it. Values of arrays that no iteration
/// can have for itself keep their order: their loops would not be parallel.
static std::optional<Schedule> findOrder(func::FuncOp func, const Scop &scop,
                                         const GainOptions &options,
                                         OrderConstraints &constraints) {
  SchedulingOptions scheduling;
  scheduling.fusion = options.fusion;
  scheduling.maxIslOperations = options.maxIslOperations;
  for (bool reorderLives : {true, false}) {
    auto found = OrderConstraints::of(
        scop, reorderLives, options.maxIslOperations,
        [&](const ScopArray &array) { return !mayBePrivate(func, array); });
    if (!found)
      return std::nullopt;
    if (reorderLives && found->reordered.empty())
      continue;
    constraints = *found;
    Sentence reason;
    if (auto order = findSchedule(scop, *found, scheduling, reason))
      return order;
  }
  return std::nullopt;
}

/// Adds what the loops of `order` say to the statement of each name, by what
/// precedes the name of a part.
static void addLoops(const isl::schedule &order,
                     llvm::StringMap<Parallelism> &byName) {
  for (auto &entry : scheduledLoops(order)) {
    std::vector<bool> flags;
    for (const ScheduledLoop &loop : entry.second)
      flags.push_back(loop.parallel);
    byName[entry.first().split('_').first].push_back(std::move(flags));
  }
  for (auto &entry : byName)
    llvm::sort(entry.second);
}

llvm::StringMap<Parallelism>
polymem::parallelismOf(func::FuncOp func, const Scop &scop,
                       const GainOptions &options) {
  llvm::StringMap<Parallelism> result;
  OrderConstraints constraints;
  std::optional<Schedule> whole = findOrder(func, scop, options, constraints);
  if (!whole)
    return result;
  auto parts = separateForParallelism(
      func, scop, *whole, constraints, options.maxIslOperations,
      [&](const Scop &separated, OrderConstraints &ofParts) {
        return findOrder(cast<func::FuncOp>(separated.root()), separated,
                         options, ofParts);
      },
      [](const PartObstacle &) {});
  addLoops(parts ? parts->schedule.order : whole->order, result);
  return result;
}

std::vector<Parallelism>
polymem::parallelismOfCopy(const Scop &scop, func::FuncOp func, const Scop &now,
                           const IRMapping &counterpart,
                           const GainOptions &options) {
  llvm::StringMap<Parallelism> byName = parallelismOf(func, now, options);
  std::vector<Parallelism> result;
  for (const ScopStatement &statement : scop.statements()) {
    Operation *op = statement.ops.front();
    // The end of an array's life may be gone, together with the array.
    if (isa<memref::DeallocOp>(op))
      op = nullptr;
    else if (&now != &scop)
      op = counterpart.lookupOrNull(op);
    const ScopStatement *same = op ? now.statementOf(op) : nullptr;
    result.push_back(same ? byName.lookup(same->name) : Parallelism());
  }
  return result;
}

int polymem::compare(const Parallelism &a, const Parallelism &b) {
  auto compareFlags = [](const std::vector<bool> &x,
                         const std::vector<bool> &y) {
    for (auto [first, second] : llvm::zip(x, y))
      if (first != second)
        return first ? 1 : -1;
    return 0;
  };
  if (a.empty() || b.empty())
    return int(!a.empty()) - int(!b.empty());
  int worst = compareFlags(a.front(), b.front());
  return worst != 0 ? worst : compareFlags(a.back(), b.back());
}

bool polymem::isGain(ArrayRef<Parallelism> a, ArrayRef<Parallelism> b) {
  int worst = 0, best = 0;
  for (auto [first, second] : llvm::zip(a, b)) {
    worst = std::min(worst, compare(first, second));
    best = std::max(best, compare(first, second));
  }
  return worst == 0 && best > 0;
}

bool polymem::mightGain(ArrayRef<Parallelism> statements) {
  return llvm::any_of(statements, [](const Parallelism &parts) {
    return llvm::any_of(parts, [](const std::vector<bool> &flags) {
      return !flags.empty() &&
             (!flags.front() ||
              !std::is_partitioned(flags.begin(), flags.end(),
                                   [](bool parallel) { return parallel; }));
    });
  });
}

//===- TileRecurrences.cpp - tables of reductions in waves of tiles -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: plans, applies, reports. See Recurrences.h for the decision,
// RecurrenceRewriter.h for the rewriting.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/Recurrences.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "RecurrenceRewriter.h"
#include "TableCells.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {
#define GEN_PASS_DEF_TILERECURRENCESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct TileRecurrencesPass
    : polymem::impl::TileRecurrencesPassBase<TileRecurrencesPass> {
  using TileRecurrencesPassBase::TileRecurrencesPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    for (auto [name, value] :
         {std::pair<StringRef, int64_t>("tile-size", tileSize),
          {"strip-size", stripSize}})
      if (value < 1 || value > kGreatestSize) {
        func.emitError(getArgument())
            << ": option '" << name << "' is " << value
            << "; give a number from 1 to " << kGreatestSize;
        return signalPassFailure();
      }
    if (func.isExternal())
      return markAllAnalysesPreserved();
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    Refusals refusals(getArgument(), strict);
    // Values in iter_args are seen once they are in memory, and what is tiled
    // takes the function's place.
    OwningOpRef<func::FuncOp> copy;
    if (mayHoldRecurrences(func))
      copy = func.clone();
    if (!copy || !tile(*copy, target->tiles.linear, refusals)) {
      if (failed(refusals.nothingDone(copy ? *copy : func,
                                      "there is no recurrence to tile")))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    refusals.emitRemarks();
    func.getBody().takeBody(copy->getBody());
  }

private:
  static constexpr int64_t kGreatestSize = 1024;

  /// Tiles the recurrences of `func`; false if there is none.
  bool tile(func::FuncOp func, int64_t numThreads, Refusals &refusals) {
    if (auto [op, reason] = whatGivesOrder(func, /*parallel=*/true); op) {
      refusals.missed(op, "OrderGiven",
                      "'" + op->getName().getStringRef() + "' " + reason);
      return false;
    }
    demoteScalars(func);
    llvm::SmallPtrSet<Operation *, 4> moved = moveCellsToTables(func);
    SmallVector<RecurrenceNest> nests = findRecurrences(func);
    for (RecurrenceNest &nest : nests)
      llvm::copy_if(
          moved, std::back_inserter(nest.moved),
          [&](Operation *load) { return nest.outer->isAncestor(load); });
    if (nests.empty())
      return false;
    std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
    if (!scop)
      return false;
    SmallVector<RecurrencePlan, 0> plans;
    for (const RecurrenceNest &nest : nests) {
      Sentence why;
      std::optional<RecurrencePlan> plan =
          planRecurrence(*scop, nest, tileSize, maxIslOperations, why);
      if (plan)
        plans.push_back(std::move(*plan));
      else
        refusals.missed(nest.outer, "NotTiled",
                        "not tiled as a recurrence: " + why);
    }
    // Each cell that was moved is one of a nest that is known to allow it.
    size_t numMoved = 0;
    for (const RecurrencePlan &plan : plans)
      numMoved += plan.nest.moved.size();
    if (plans.empty())
      return false;
    if (numMoved != moved.size()) {
      for (const RecurrencePlan &plan : plans)
        refusals.missed(affine::AffineForOp(plan.nest.outer), "NotTiled",
                        "not tiled as a recurrence: a local value elsewhere "
                        "in the function seemed to have its place in a table");
      return false;
    }
    // The scop does not describe what follows.
    refusals.emitRemarks();
    scop.reset();
    for (const RecurrencePlan &plan : plans) {
      remarkPassed(plan.nest.outer->getLoc(),
                   remarkOptions(getOperation(), getArgument(), "Tiled"))
          << sentence(
                 "waves of tiles of {0} elements along each side, of which "
                 "what reads nothing of its own tile comes first, {1} "
                 "iterations at a time",
                 named("TileSize", tileSize.getValue()),
                 named("StripSize", stripSize.getValue()));
      applyRecurrence(plan, stripSize, numThreads);
      ++numTiled;
    }
    return true;
  }
};
} // namespace

//===- SplitReductions.cpp - reductions as parallel partial results -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: plans, applies, reports. See ReductionPlan.h for the decision,
// ReductionRewriter.h for the rewriting.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/ReductionPlan.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "ReductionRewriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct SplitReductionsPass
    : polymem::impl::SplitReductionsPassBase<SplitReductionsPass> {
  using SplitReductionsPassBase::SplitReductionsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    ReductionOptions options;
    if (failed(readOptions(options)))
      return signalPassFailure();
    if (func.isExternal())
      return markAllAnalysesPreserved();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    // Sums in iter_args are seen once they are in memory.
    OwningOpRef<func::FuncOp> copy(func.clone());
    demoteScalars(*copy);
    Refusals refusals(getArgument(), strict);
    bool changed = split(*copy, options, refusals);
    if (changed)
      refusals.emitRemarks();
    OwningOpRef<func::FuncOp> reassociated;
    if (!options.reassociate && !accessOfSharedCells(func) &&
        (strict || func.getContext()->getRemarkEngine()))
      reassociated = noteOrderKept(changed ? *copy : func, options, refusals);
    if (!changed) {
      if (failed(refusals.nothingDone(func, "there is no reduction to split")))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    refusals.emitRemarks();
    func.getBody().takeBody(copy->getBody());
  }

private:
  LogicalResult readOptions(ReductionOptions &options) {
    FailureOr<Machine> target =
        targetMachine(getOperation(), machine, getArgument());
    if (failed(target))
      return failure();
    options.gridPartials = gridPartials;
    options.innerPartials = target->tiles.linear;
    options.blockPartials =
        blockPartials == 0 ? options.innerPartials : blockPartials.getValue();
    options.rowPartials = rowPartials;
    options.tileSize =
        tileSize == 0 ? target->tiles.sequential : tileSize.getValue();
    options.radix = radix;
    options.reassociate = reassociate;
    auto refuse = [&](const Twine &text) {
      return getOperation()->emitError(getArgument()) << ": " << text;
    };
    for (auto [name, value] :
         {std::pair<StringRef, int64_t>("grid-partials", gridPartials),
          {"block-partials", options.blockPartials},
          {"row-partials", rowPartials},
          {"tile-size", options.tileSize},
          {"radix", radix}})
      if (value < 1 || value > std::numeric_limits<int32_t>::max())
        return refuse("option '" + name + "' is " + Twine(value) +
                      "; give a number from 1 to 2^31 - 1");
    if (radix < 2)
      return refuse("option 'radix' is 1; give 2 or more");
    if (gridPartials % options.blockPartials != 0)
      return refuse("option 'grid-partials' is " + Twine(gridPartials) +
                    "; give a multiple of 'block-partials', " +
                    Twine(options.blockPartials));
    return success();
  }

  /// The plan for `func`; nothing for want of isl operations, which is
  /// reported.
  std::optional<ReductionPlan> plan(func::FuncOp func, const Scop *scop,
                                    const ReductionOptions &options,
                                    Refusals &refusals) {
    IslOperationsGuard guard(scop->ctx(), maxIslOperations);
    ReductionPlan result = planReductions(func, *scop, options);
    if (!guard.exceeded())
      return result;
    refusals.failed(
        getOperation(), "BudgetExhausted",
        sentence("the dependences of reductions exceed the budget of {0} isl "
                 "operations",
                 named("MaxIslOperations", maxIslOperations.getValue())));
    return std::nullopt;
  }

  bool split(func::FuncOp func, const ReductionOptions &options,
             Refusals &refusals) {
    if (!mayHoldReductions(func, options))
      return false;
    if (Operation *access = accessOfSharedCells(func)) {
      refusals.missed(access, "SharedCells", sharedCellsText(access));
      return false;
    }
    std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
    auto found =
        scop ? plan(func, scop.get(), options, refusals) : std::nullopt;
    if (!found)
      return false;
    for (const ReductionNote &note : found->notes)
      if (strict && found->splits.empty() && found->tiles.empty())
        refusals.missed(note.op, note.name, note.text);
      else
        remarkAnalysis(note.op, getArgument(), note.name) << note.text;
    if (found->splits.empty() && found->tiles.empty())
      return false;
    // The scop does not describe what follows.
    scop.reset();
    for (const ReductionSplit &split : found->splits) {
      report(split);
      applyReductionSplit(split, func);
      ++numSplit;
    }
    for (const RowLoopShare &share : found->shares) {
      remarkPassed(share.loop, getArgument(), "Shared")
          << sentence("the iterations are dealt out to {0} threads, which "
                      "share the reductions beside the loop",
                      named("Threads", share.lanes));
      applyRowLoopShare(share);
    }
    for (const ReductionTiles &tiles : found->tiles) {
      remarkPassed(tiles.loops.front(), getArgument(), "Tiled") << sentence(
          "the {0} loops of the reduction, whose order does not "
          "matter, are executed in tiles of {1} iterations of each",
          named("Loops", tiles.loops.size()), named("TileSize", tiles.size));
      applyReductionTiles(tiles);
      ++numTiled;
    }
    return true;
  }

  void report(const ReductionSplit &split) {
    static constexpr StringLiteral places[] = {
        "nothing else is parallel", "nothing else is parallel in the loop",
        "neighbouring threads read neighbouring elements"};
    std::string steps;
    for (int64_t count : split.steps)
      steps += llvm::formatv("{0}, then ", count).str();
    remarkPassed(split.loop, getArgument(), "Split")
        << sentence("{0} value(s) reduced in {1} partial results: {2}",
                    named("Values", split.accumulators.size()),
                    named("PartialResults", steps + "1"),
                    places[static_cast<unsigned>(split.shape)]);
  }

  /// Its order does not matter, whatever the options say.
  static bool isFree(const ReductionSplit &split) {
    return llvm::all_of(split.accumulators, [](const Accumulator &cell) {
      return llvm::all_of(cell.updates, [](const ReductionUpdate &update) {
        return llvm::all_of(update.operations, mayBeReordered);
      });
    });
  }

  /// Says which sums are not split only because their order is kept. The result
  /// is what the refusals refer to.
  OwningOpRef<func::FuncOp> noteOrderKept(func::FuncOp func,
                                          ReductionOptions options,
                                          Refusals &refusals) {
    options.reassociate = true;
    OwningOpRef<func::FuncOp> copy(func.clone());
    demoteScalars(*copy);
    if (!mayHoldReductions(*copy, options))
      return copy;
    ScopFailure failure;
    ScopOptions scopOptions;
    scopOptions.maxIslOperations = maxIslOperations;
    std::unique_ptr<Scop> scop = Scop::build(*copy, failure, scopOptions);
    if (!scop)
      return copy;
    if (auto found = plan(*copy, scop.get(), options, refusals))
      for (const ReductionSplit &split : found->splits) {
        // Of a row, a sum that keeps its order keeps the others.
        if (isFree(split))
          continue;
        refusals.missed(
            split.loop, "OrderKept",
            "a reduction of floating-point numbers keeps its order; give its "
            "operations fastmath<reassoc>, or the pass reassociate=true, to "
            "let threads share it");
      }
    return copy;
  }
};
} // namespace

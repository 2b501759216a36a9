//===- CoarsenThreads.cpp - neighbouring iterations in one thread ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoarseningPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace polymem {
#define GEN_PASS_DEF_COARSENTHREADSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "polymem-coarsen-threads";

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Replaces a tile by one that steps over as many iterations as a thread
/// executes together.
class Coarsener {
public:
  Coarsener(RewriterBase &rewriter, const CoarseningPlan &plan)
      : rewriter(rewriter), plan(plan), tile(plan.tile),
        loc(plan.tile->getLoc()) {}

  void run();

private:
  void emitTogether(ValueRange origins);
  void emitSingle(ValueRange origins);

  RewriterBase &rewriter;
  const CoarseningPlan &plan;
  TileOp tile;
  Location loc;
};

struct CoarsenThreadsPass
    : polymem::impl::CoarsenThreadsPassBase<CoarsenThreadsPass> {
  using CoarsenThreadsPassBase::CoarsenThreadsPassBase;

  void runOnOperation() override;

private:
  void planLaunch(TileOp root, const Distribution &threads,
                  const CoarseningLimits &limits, Refusals &refusals,
                  std::vector<CoarseningPlan> &plans);
};
} // namespace

void Coarsener::run() {
  rewriter.setInsertionPoint(tile);
  SmallVector<Value> steps(tile.getSteps());
  steps[plan.dim] = arith::ConstantIndexOp::create(rewriter, loc, plan.count);
  auto strips =
      TileOp::create(rewriter, loc, tile.getLowerBounds(),
                     tile.getUpperBounds(), steps, tile.getMappingAttr());
  strips->setDiscardableAttrs(llvm::to_vector(tile->getDiscardableAttrs()));
  SmallVector<Value> origins(strips.getOrigins());
  IRMapping mapping;
  mapping.map(tile.getOrigins(), origins);
  SmallVector<Value> operands;
  for (Value operand : plan.operands)
    operands.push_back(mapping.lookupOrDefault(operand));
  IntegerSet full = plan.full;
  affine::canonicalizeSetAndOperands(&full, &operands);
  rewriter.setInsertionPoint(strips.getBody().front().getTerminator());
  auto ifOp = affine::AffineIfOp::create(rewriter, loc, full, operands,
                                         /*withElseRegion=*/true);
  rewriter.setInsertionPoint(ifOp.getThenBlock()->getTerminator());
  emitTogether(origins);
  rewriter.setInsertionPoint(ifOp.getElseBlock()->getTerminator());
  emitSingle(origins);
  rewriter.eraseOp(tile);
}

/// All iterations, operation by operation: loads that come before all stores in
/// one of them do so in all together.
void Coarsener::emitTogether(ValueRange origins) {
  SmallVector<IRMapping> copies(plan.count);
  for (auto [copy, mapping] : llvm::enumerate(copies)) {
    mapping.map(tile.getOrigins(), origins);
    if (copy != 0)
      mapping.map(
          tile.getOrigins()[plan.dim],
          affine::AffineApplyOp::create(
              rewriter, loc,
              AffineMap::get(0, 1,
                             rewriter.getAffineSymbolExpr(0) + int64_t(copy)),
              origins[plan.dim]));
  }
  for (Operation &op : plan.body().without_terminator())
    for (IRMapping &mapping : copies)
      rewriter.clone(op, mapping);
}

/// Those iterations that there are, one after the other.
void Coarsener::emitSingle(ValueRange origins) {
  Value origin = origins[plan.dim];
  Value end = affine::AffineMinOp::create(
      rewriter, loc,
      AffineMap::get(0, 2,
                     {rewriter.getAffineSymbolExpr(0) + plan.count,
                      rewriter.getAffineSymbolExpr(1)},
                     rewriter.getContext()),
      ValueRange{origin, tile.getUpperBounds()[plan.dim]});
  auto rest =
      TileOp::create(rewriter, loc, origin, end, tile.getSteps()[plan.dim]);
  rewriter.setInsertionPoint(rest.getBody().front().getTerminator());
  IRMapping mapping;
  mapping.map(tile.getOrigins(), origins);
  mapping.map(tile.getOrigins()[plan.dim], rest.getOrigins().front());
  for (Operation &op : tile.getBody().front().without_terminator())
    rewriter.clone(op, mapping);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void CoarsenThreadsPass::planLaunch(TileOp root, const Distribution &threads,
                                    const CoarseningLimits &limits,
                                    Refusals &refusals,
                                    std::vector<CoarseningPlan> &plans) {
  root.walk([&](TileOp tile) {
    if (!tile.isMappedToThreads() || enclosingThreadTile(tile))
      return;
    CoarseningRefusal refusal;
    if (auto plan = planCoarsening(tile, threads, limits, refusal)) {
      remarkPassed(tile, kPass, "Coarsened") << sentence(
          "{0} neighbouring iterations of dimension {1} in a thread: of {2} "
          "loads {3} are different",
          named("Iterations", plan->count), named("Dimension", plan->dim),
          named("LoadsBefore", plan->loadsBefore),
          named("Loads", plan->loadsAfter));
      plans.push_back(std::move(*plan));
    } else {
      refusals.missed(tile, refusal.name,
                      sentence("iterations of threads stay apart: ") +
                          refusal.text);
    }
  });
}

void CoarsenThreadsPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, kPass);
  if (failed(target) || failed(requireGPU(func, *target, kPass)))
    return signalPassFailure();
  auto given = readBlockSize(func, *target, blockSize);
  if (failed(given))
    return signalPassFailure();
  if (count < 2 || maxOperations < 1) {
    func.emitError() << kPass
                     << ": option 'count' takes at least 2, 'max-operations' "
                        "at least 1";
    return signalPassFailure();
  }
  CoarseningLimits limits{count, maxOperations};
  Refusals refusals(getArgument(), strict);
  std::vector<CoarseningPlan> plans;
  SmallVector<TileOp> roots, hostTiles;
  findLaunchTiles(func, roots, hostTiles);
  for (TileOp root : roots)
    planLaunch(root, Distribution(chooseBlockSize(root, *target, *given)),
               limits, refusals, plans);
  if (plans.empty()) {
    if (failed(refusals.nothingDone(
            func, "no tile has neighbouring iterations that load the same")))
      return signalPassFailure();
    return markAllAnalysesPreserved();
  }
  IRRewriter rewriter(&getContext());
  for (const CoarseningPlan &plan : plans)
    Coarsener(rewriter, plan).run();
  numTiles += plans.size();
}

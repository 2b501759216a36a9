//===- JoinSteps.cpp - one launch of a loop's steps, before staging -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/WholeLoops.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "SequentialLaunches.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_JOINSTEPSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

/// Puts the tiles of threads in `launch` in its place.
static void dissolve(scratch::TileOp launch, ArrayRef<DissolvedBound> bounds) {
  for (const DissolvedBound &bound : bounds) {
    scratch::TileOp inner = bound.inner;
    Value end = inner.getUpperBounds()[bound.innerDim];
    auto least = end.getDefiningOp<affine::AffineMinOp>();
    if (!least || bound.kept.size() == least.getMap().getNumResults())
      continue;
    OpBuilder builder(inner);
    inner.getUpperBoundsMutable()[bound.innerDim].set(
        affine::AffineMinOp::create(builder, inner.getLoc(),
                                    least.getMap().getSubMap(bound.kept),
                                    least.getOperands()));
    if (least->use_empty())
      least->erase();
  }
  for (auto [origin, lower] :
       llvm::zip_equal(launch.getOrigins(), launch.getLowerBounds()))
    origin.replaceAllUsesWith(lower);
  Block &body = launch.getBody().front();
  body.getTerminator()->erase();
  launch->getBlock()->getOperations().splice(launch->getIterator(),
                                             body.getOperations());
  launch.erase();
}

/// So many bytes a thread copies with all loads under way.
static constexpr int64_t kCopiedBytes = 16;

/// Threads for the tiles in `launch`: as many as the largest one has
/// iterations, or as copy `bytes` with all loads under way.
static AxisSizes threadsFor(scratch::TileOp launch, int64_t bytes,
                            const Machine &machine) {
  AxisSizes most = {1, 1, 1};
  launch.walk([&](scratch::TileOp tile) {
    AxisDims axes = assignAxes(tile, Unit::Thread);
    for (unsigned axis = 0; axis < 3; ++axis) {
      int64_t count = 1;
      for (unsigned dim : axes[axis]) {
        std::optional<int64_t> span = greatestDifference(
            tile.getUpperBounds()[dim], tile.getLowerBounds()[dim]);
        count *= std::clamp<int64_t>(span.value_or(1), 1,
                                     machine.threads().maxPerBlock / count);
      }
      most[axis] = std::max(most[axis], count);
    }
  });
  int64_t budget = machine.threads().defaultPerBlock;
  if (most[1] == 1 && most[2] == 1)
    most[0] = std::max<int64_t>(most[0], llvm::divideCeil(bytes, kCopiedBytes));
  most[0] = llvm::alignTo(most[0], machine.warps().threads);
  for (unsigned axis = 0; axis < 3; ++axis) {
    int64_t limit = std::min(budget, machine.threads().maxDim[axis]);
    most[axis] = std::clamp<int64_t>(most[axis], 1, limit);
    budget = std::max<int64_t>(budget / most[axis], 1);
  }
  return most;
}

namespace {
struct JoinStepsPass : polymem::impl::JoinStepsPassBase<JoinStepsPass> {
  using JoinStepsPassBase::JoinStepsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    // A launch is for threads that copy and meet.
    if (target->kind != Machine::Kind::GPU)
      return;
    SequentialWorkOptions options;
    options.unstagedBytes =
        ScratchpadBudget(*target, workgroupSpace(&getContext())).capacity();
    if (options.unstagedBytes <= 0)
      return;
    SequentialPlan plan = planSequentialWork(func, options);
    for (auto [loop, most] : plan.tooLarge) {
      if (most)
        remarkMissed(loop, getArgument(), "TooLarge") << sentence(
            "the steps of this loop are not one launch: they access about {0} "
            "bytes, and {1} fit",
            named("Bytes", *most), named("Capacity", options.unstagedBytes));
      else
        remarkMissed(loop, getArgument(), "NotBounded")
            << "the steps of this loop are not one launch: what they access is "
               "not bounded, whatever the sizes are";
    }
    if (plan.groups.empty())
      return;
    SmallVector<int64_t> bytes;
    for (const SequentialGroup &group : plan.groups) {
      bytes.push_back(*boundedBytes(group.ops.front()));
      remarkPassed(group.ops.front(), getArgument(), "Joined")
          << sentence("the steps of this loop are one launch of one block, "
                      "which is staged as a whole: about {0} bytes",
                      named("Bytes", bytes.back()));
    }
    SmallVector<SmallVector<DissolvedBound>> bounds;
    for (scratch::TileOp tile : plan.tiles)
      bounds.push_back(*canDissolve(tile));
    SmallVector<scratch::TileOp> launches = makeSequentialLaunches(func, plan);
    for (auto [tile, ends] : llvm::zip_equal(plan.tiles, bounds))
      dissolve(tile, ends);
    for (auto [launch, all] : llvm::zip_equal(launches, bytes))
      launch->setAttr(kBlockThreadsAttr, Builder(&getContext())
                                             .getDenseI64ArrayAttr(threadsFor(
                                                 launch, all, *target)));
    numLaunches += launches.size();
  }
};
} // namespace

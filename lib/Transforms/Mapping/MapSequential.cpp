//===- MapSequential.cpp - sequential code as launches of one block -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "SequentialLaunches.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_MAPSEQUENTIALPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Cells beside `tile`, a launch of one block, that it alone uses are in the
/// memory that its threads share: what they hand over need not go to global
/// memory and back, and the host has nothing to allocate.
static void shareCells(scratch::TileOp tile) {
  constexpr int64_t kMostBytes = 64;
  SmallVector<memref::AllocaOp> cells;
  for (auto cell : tile->getBlock()->getOps<memref::AllocaOp>()) {
    MemRefType type = cell.getType();
    bool isSmall = type.hasStaticShape() && type.getLayout().isIdentity() &&
                   !type.getMemorySpace() && type.getNumElements() > 0 &&
                   type.getNumElements() <=
                       kMostBytes / std::max(elementBytes(cell, type), 1U) &&
                   elementBytes(cell, type) > 0;
    if (isSmall && !cell->use_empty() &&
        llvm::all_of(cell->getUsers(), [&](Operation *user) {
          auto store = dyn_cast<affine::AffineStoreOp>(user);
          return tile->isProperAncestor(user) &&
                 (isa<affine::AffineLoadOp>(user) || store);
        }))
      cells.push_back(cell);
  }
  MLIRContext *context = tile.getContext();
  OpBuilder builder = OpBuilder::atBlockBegin(&tile.getBody().front());
  for (memref::AllocaOp cell : cells) {
    BufferLayout layout;
    for (auto [dim, size] : llvm::enumerate(cell.getType().getShape())) {
      layout.cells.push_back(getAffineDimExpr(dim, context));
      layout.extents.push_back(getAffineConstantExpr(size, context));
    }
    Value buffer =
        BufferBuilder(workgroupSpace(context))
            .create(builder, cell.getLoc(), cell.getType(), {}, layout);
    cell.replaceAllUsesWith(buffer);
    cell.erase();
  }
}

namespace {
struct MapSequentialPass
    : polymem::impl::MapSequentialPassBase<MapSequentialPass> {
  using MapSequentialPassBase::MapSequentialPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    SequentialWorkOptions options;
    options.mergeLoops = mergeLoops;
    options.buffers =
        ScratchpadBudget(*target, workgroupSpace(&getContext())).joined();
    SequentialPlan plan = planSequentialWork(func, options);
    // Values that loops of the host carry keep work there. Where more can run
    // on the device with such values in memory, that form takes its place.
    if (!plan.host.empty()) {
      OwningOpRef<func::FuncOp> copy(func.clone());
      if (demoteScalars(*copy).changed()) {
        size_t left = planSequentialWork(*copy, options).host.size();
        if (left < plan.host.size()) {
          remarkPassed(func, getArgument(), "CarriedInMemory")
              << sentence("values that loops carry go through memory: {0} of "
                          "{1} operations need not stay on the host",
                          named("Moved", plan.host.size() - left),
                          named("HostOperations", plan.host.size()));
          func.getBody().takeBody(copy->getBody());
          plan = planSequentialWork(func, options);
        }
      }
    }
    Refusals refusals(getArgument(), strict);
    for (const HostWork &work : plan.host)
      refusals.missed(work.op, "OnHost",
                      work.op->getName().getStringRef() +
                          " stays on the host: " + work.reason);
    numHost += plan.host.size();
    if (plan.groups.empty()) {
      if (!refusals.empty() && failed(refusals.nothingDone(func, "")))
        signalPassFailure();
      return;
    }
    refusals.emitRemarks();
    for (const SequentialGroup &group : plan.groups)
      remarkPassed(group.ops.front(), getArgument(), "OneBlock")
          << describe(group, plan);
    for (scratch::TileOp launch : makeSequentialLaunches(func, plan))
      shareCells(launch);
    numLaunches += plan.groups.size();
    numLoops += plan.loops.size();
  }

private:
  static Sentence describe(const SequentialGroup &group,
                           const SequentialPlan &plan) {
    auto inGroup = [&](Operation *op) {
      return llvm::any_of(
          group.ops, [&](Operation *other) { return other->isAncestor(op); });
    };
    auto segments = llvm::count_if(plan.segments, [&](const Segment &segment) {
      return inGroup(segment.front());
    });
    auto tiles = llvm::count_if(
        plan.tiles, [&](scratch::TileOp tile) { return inGroup(tile); });
    auto loops = llvm::count_if(plan.loops, inGroup);
    return sentence("a launch of one block: {0} runs of sequential code, {1} "
                    "tiles, {2} loops around tiles",
                    named("SequentialRuns", segments), named("Tiles", tiles),
                    named("LoopsAroundTiles", loops));
  }
};
} // namespace

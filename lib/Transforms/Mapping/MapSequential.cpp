//===- MapSequential.cpp - sequential code as launches of one block -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/Scheduling/SequentialWork.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
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

/// A tile of one iteration around `ops`, which follow each other in a block but
/// for pure operations, in the place of the last one.
static scratch::TileOp wrap(ArrayRef<Operation *> ops, Attribute mapping) {
  Operation *last = ops.back();
  OpBuilder builder(last);
  Location loc = ops.front()->getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  builder.setInsertionPointAfter(last);
  auto tile = scratch::TileOp::create(builder, loc, {zero}, {one}, {one},
                                      builder.getArrayAttr(mapping));
  Operation *end = tile.getBody().front().getTerminator();
  for (Operation *op : ops)
    op->moveBefore(end);
  return tile;
}

/// Temporaries in the block of `tile` that only it uses become its own.
static void sinkTemporaries(scratch::TileOp tile) {
  SmallVector<memref::AllocaOp> own;
  for (auto alloca : tile->getBlock()->getOps<memref::AllocaOp>())
    if (alloca->getNumOperands() == 0 && !alloca->use_empty() &&
        llvm::all_of(alloca->getUsers(), [&](Operation *user) {
          return tile->isProperAncestor(user);
        }))
      own.push_back(alloca);
  for (memref::AllocaOp alloca : llvm::reverse(own))
    alloca->moveBefore(&tile.getBody().front(), tile.getBody().front().begin());
}

/// The launch has as many threads as the tile in `group` that was given the
/// most; along several axes if some tile uses several, and then only if some
/// was given such a block. Else it is decided as without.
static void joinBlockThreads(scratch::TileOp group) {
  SmallVector<int64_t> best;
  int64_t most = 0;
  bool usesSeveral = false;
  group->walk([&](scratch::TileOp tile) {
    usesSeveral |= tile.isMappedToThreads() && tile.getRank() > 1;
  });
  group->walk([&](scratch::TileOp tile) {
    auto given = tile->getAttrOfType<DenseI64ArrayAttr>(kBlockThreadsAttr);
    if (!given)
      return;
    tile->removeAttr(kBlockThreadsAttr);
    int64_t threads = 1;
    for (int64_t along : given.asArrayRef())
      if (llvm::MulOverflow(threads, along, threads))
        return;
    bool isRow = given.size() == 3 && threads == given[0];
    if (threads <= most || (usesSeveral && isRow))
      return;
    most = threads;
    best = usesSeveral ? llvm::to_vector(given.asArrayRef())
                       : SmallVector<int64_t>{threads, 1, 1};
  });
  if (!best.empty())
    group->setAttr(kBlockThreadsAttr,
                   Builder(group.getContext()).getDenseI64ArrayAttr(best));
}

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

static scratch::TileOp mapGroup(const SequentialGroup &group, Block *block,
                                Attribute mapping) {
  // Segments are tiles by now.
  llvm::SetVector<Operation *> items;
  for (Operation *op : group.ops)
    items.insert(block->findAncestorOpInBlock(*op));
  scratch::TileOp tile = wrap(items.getArrayRef(), mapping);
  joinBlockThreads(tile);
  // What threads share is no thread's own.
  SmallVector<memref::AllocaOp> shared;
  tile->walk([&](memref::AllocaOp alloca) {
    auto around = alloca->getParentOfType<scratch::TileOp>();
    while (around && !around.isMappedToThreads() && around != tile)
      around = around->getParentOfType<scratch::TileOp>();
    if (around == tile)
      shared.push_back(alloca);
  });
  for (memref::AllocaOp alloca : shared)
    alloca->moveBefore(tile);
  return tile;
}

/// `crossing.value` goes through a cell.
static void demote(const CrossingValue &crossing, FunctionOpInterface func) {
  Value value = crossing.value;
  Location loc = value.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getFunctionBody().front());
  auto type = MemRefType::get({}, value.getType());
  Value cell = memref::AllocaOp::create(builder, loc, type);
  AffineMap map = AffineMap::get(builder.getContext());
  builder.setInsertionPointAfterValue(value);
  affine::AffineStoreOp::create(builder, loc, value, cell, map, ValueRange());
  for (OpOperand *use : crossing.uses) {
    builder.setInsertionPoint(use->getOwner());
    use->set(
        affine::AffineLoadOp::create(builder, loc, cell, map, ValueRange()));
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
    apply(func, plan);
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

  static void apply(func::FuncOp func, const SequentialPlan &plan) {
    MLIRContext *context = func.getContext();
    Attribute block =
        gpu::GPUBlockMappingAttr::get(context, gpu::MappingId::DimX);
    Attribute thread =
        gpu::GPUThreadMappingAttr::get(context, gpu::MappingId::DimX);
    SmallVector<Block *> blocks;
    for (const SequentialGroup &group : plan.groups)
      blocks.push_back(group.ops.front()->getBlock());
    for (scratch::TileOp tile : plan.tiles)
      tile.removeMappingAttr();
    for (const Segment &segment : plan.segments)
      sinkTemporaries(wrap(segment, thread));
    SmallVector<scratch::TileOp> launches;
    for (auto [group, place] : llvm::zip_equal(plan.groups, blocks))
      launches.push_back(mapGroup(group, place, block));
    for (const CrossingValue &crossing : plan.crossing)
      demote(crossing, func);
    for (scratch::TileOp launch : launches)
      shareCells(launch);
  }
};
} // namespace

//===- Promote.cpp - keep the data of each tile in buffers ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: finds the blocks; see Promotion.h for what is done to them.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Dialect/Scratch/Transforms/Promotion.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPROMOTEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct ScratchPromotePass
    : polymem::impl::ScratchPromotePassBase<ScratchPromotePass> {
  using ScratchPromotePassBase::ScratchPromotePassBase;
  void runOnOperation() override;

private:
  ScratchPromotePassOptions readOptions() const;
};
} // namespace

ScratchPromotePassOptions ScratchPromotePass::readOptions() const {
  ScratchPromotePassOptions options;
  options.machine = machine;
  options.capacity = capacity;
  options.memorySpace = memorySpace;
  options.scope = scope;
  options.partition = partition;
  options.movement = movement;
  options.fit = fit;
  options.delta = delta;
  options.promoteAll = promoteAll;
  options.coalesce = coalesce;
  options.constantMemory = constantMemory;
  options.runtimeCheck = runtimeCheck;
  options.printPlan = printPlan;
  options.dryRun = dryRun;
  options.maxIslOperations = maxIslOperations;
  return options;
}

//===----------------------------------------------------------------------===//
// Points beside tiles
//===----------------------------------------------------------------------===//

/// The origin that differs between neighbouring threads; null if none does.
static Value fastestOrigin(scratch::TileOp tile) {
  for (unsigned d = 0; d < tile.getRank(); ++d)
    if (auto mapping = dyn_cast_if_present<gpu::GPUThreadMappingAttr>(
            tile.getMappingOf(d));
        mapping && mapping.getThread() == gpu::MappingId::DimX)
      return tile.getOrigins()[d];
  return {};
}

/// Neighbouring threads access elements of some array that are in different
/// rows, or may be.
static bool mayScatter(scratch::TileOp tile) {
  Value fastest = fastestOrigin(tile);
  auto differs = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return value == fastest ||
           (argument && argument.getOwner() != &tile.getBody().front() &&
            tile->isAncestor(argument.getOwner()->getParentOp()));
  };
  WalkResult result = tile.getBody().walk([&](Operation *op) {
    AffineMap map;
    SmallVector<Value> operands;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      map = load.getAffineMap();
      operands = llvm::to_vector(load.getMapOperands());
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      map = store.getAffineMap();
      operands = llvm::to_vector(store.getMapOperands());
    }
    if (!map || map.getNumResults() < 2)
      return WalkResult::advance();
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    auto uses = [&](AffineExpr subscript) {
      bool found = false;
      for (auto [k, operand] : llvm::enumerate(operands))
        found |= differs(operand) &&
                 (k < map.getNumDims()
                      ? subscript.isFunctionOfDim(k)
                      : subscript.isFunctionOfSymbol(k - map.getNumDims()));
      return found;
    };
    return !uses(map.getResults().back()) &&
                   llvm::any_of(map.getResults().drop_back(), uses)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Gives points of threads that stand beside a tile, as what is done before and
/// after a sequential loop, a tile of one iteration, so that they are a block
/// that may have buffers: those whose accesses may need them.
static unsigned wrapPointsBesideTiles(func::FuncOp func) {
  SmallVector<scratch::TileOp> points;
  func.walk([&](scratch::TileOp tile) {
    auto outer = dyn_cast<scratch::TileOp>(tile->getParentOp());
    if (outer && tile.isMappedToThreads() && !outer.isMappedToThreads() &&
        !isInnermostTile(outer, /*threads=*/false) && mayScatter(tile))
      points.push_back(tile);
  });
  for (scratch::TileOp tile : points) {
    OpBuilder builder(tile);
    Location loc = tile.getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0),
          one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto wrapper = scratch::TileOp::create(builder, loc, zero, one, one);
    tile->moveBefore(wrapper.getBody().front().getTerminator());
  }
  return points.size();
}

/// Undoes it where that is all that is in the tile.
static void unwrapPoints(func::FuncOp func) {
  SmallVector<scratch::TileOp> wrappers;
  func.walk([&](scratch::TileOp tile) {
    if (isTileOfPoints(tile))
      wrappers.push_back(tile);
  });
  for (scratch::TileOp tile : wrappers) {
    tile.getBody().front().front().moveBefore(tile);
    // The step is the upper bound, too: each is erased once.
    llvm::SetVector<Value> operands(tile->operand_begin(), tile->operand_end());
    tile.erase();
    for (Value operand : operands)
      if (operand.use_empty() && operand.getDefiningOp())
        operand.getDefiningOp()->erase();
  }
}

void ScratchPromotePass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
  ScratchPromotePassOptions options = readOptions();
  bool wrapped = scope == PromotionScope::Tile && coalesce &&
                 memorySpace == BufferMemorySpace::Workgroup &&
                 wrapPointsBesideTiles(func) != 0;
  llvm::scope_exit unwrap([&] {
    if (wrapped)
      unwrapPoints(func);
  });
  SmallVector<Operation *> blocks = Promotion::findBlocks(func, options);
  FailureOr<Promotion> promotion = Promotion::plan(func, blocks, options);
  if (failed(promotion))
    return signalPassFailure();
  Refusals refusals(getArgument(), strict);
  if (blocks.empty())
    refusals.missed(func, "NoTile",
                    scope == PromotionScope::Nest
                        ? "the function has no affine.for"
                        : "the function has no scratch.tile; tile it, or use "
                          "scope=nest");
  if (failed(promotion->report(refusals, Promotion::Demand::AnyBlock)))
    return signalPassFailure();
  if (!dryRun)
    promotion->apply();
  const PromotionCounts &counts = promotion->counts();
  numTiles += counts.tiles;
  numBuffers += counts.buffers;
  numBytes += counts.bytes;
  numCopiedIn += counts.copiedIn;
  numCopiedOut += counts.copiedOut;
  numScattered += counts.scattered;
  numLeft += counts.left;
  numConstant += counts.constant;
  numVersions += counts.versions;
  numStrips += counts.strips;
}

//===- SequentialLaunches.cpp - launches of one block are made ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SequentialLaunches.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

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

SmallVector<scratch::TileOp>
polymem::makeSequentialLaunches(func::FuncOp func, const SequentialPlan &plan) {
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
  return launches;
}

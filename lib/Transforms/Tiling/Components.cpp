//===- Components.cpp - tiles that cores run as segments ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ComponentPlan.h for the decision. All is done in a copy of the function.
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Tiling/TileBounds.h"
#include "TileRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-tile";

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

/// A temporary, or an array of the function, that only affine loads and stores
/// access.
static bool isPlain(Operation *op) {
  if (!isa<memref::AllocaOp, memref::AllocOp>(op))
    return false;
  auto type = cast<MemRefType>(op->getResult(0).getType());
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         !type.getMemorySpace() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           auto store = dyn_cast<AffineStoreOp>(user);
           return isa<AffineLoadOp, memref::DeallocOp>(user) ||
                  (store && store.getValueToStore() != op->getResult(0));
         });
}

/// Gives an array without dimensions one of one element.
static void addDimension(Operation *op) {
  Value from = op->getResult(0);
  auto type =
      MemRefType::get({1}, cast<MemRefType>(from.getType()).getElementType());
  OpBuilder builder(op);
  Value to =
      isa<memref::AllocaOp>(op)
          ? memref::AllocaOp::create(builder, op->getLoc(), type).getResult()
          : memref::AllocOp::create(builder, op->getLoc(), type).getResult();
  AffineMap first = AffineMap::getConstantMap(0, to.getContext());
  for (Operation *user : llvm::make_early_inc_range(from.getUsers())) {
    builder.setInsertionPoint(user);
    if (auto load = dyn_cast<AffineLoadOp>(user)) {
      Value value = AffineLoadOp::create(builder, user->getLoc(), to, first,
                                         ValueRange());
      load.replaceAllUsesWith(value);
    } else if (auto store = dyn_cast<AffineStoreOp>(user)) {
      AffineStoreOp::create(builder, user->getLoc(), store.getValueToStore(),
                            to, first, ValueRange());
    } else {
      memref::DeallocOp::create(builder, user->getLoc(), to);
    }
    user->erase();
  }
  op->erase();
}

static void addDimensions(func::FuncOp func) {
  SmallVector<Operation *> scalars;
  func.walk([&](Operation *op) {
    if (isPlain(op) &&
        cast<MemRefType>(op->getResult(0).getType()).getRank() == 0)
      scalars.push_back(op);
  });
  llvm::for_each(scalars, addDimension);
}

/// Gives a temporary inside `tile` memory of the tile.
static void makeBuffer(memref::AllocaOp alloca, scratch::TileOp tile) {
  MLIRContext *context = alloca.getContext();
  BufferLayout layout;
  for (auto [d, extent] : llvm::enumerate(alloca.getType().getShape())) {
    layout.cells.push_back(getAffineDimExpr(d, context));
    layout.extents.push_back(getAffineConstantExpr(extent, context));
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&tile.getBody().front());
  Value buffer =
      BufferBuilder(Attribute())
          .create(builder, alloca.getLoc(), alloca.getType(), {}, layout);
  alloca.getResult().replaceAllUsesWith(buffer);
  alloca.erase();
}

/// Puts temporaries where segments can have them: in the tile that has all of
/// one, or else into the function, as arrays.
static void placeTemporaries(func::FuncOp func) {
  SmallVector<memref::AllocaOp> temporaries;
  func.walk([&](memref::AllocaOp alloca) {
    if (isPlain(alloca))
      temporaries.push_back(alloca);
  });
  for (memref::AllocaOp alloca : temporaries) {
    if (auto tile = alloca->getParentOfType<scratch::TileOp>())
      makeBuffer(alloca, tile);
    else if (alloca->getParentOp() != func)
      alloca->moveBefore(&func.getBody().front().front());
  }
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// A tile of one iteration around `ops`.
static scratch::TileOp wrap(ArrayRef<Operation *> ops, func::FuncOp func) {
  OpBuilder builder(ops.back());
  builder.setInsertionPointAfter(ops.back());
  Location loc = ops.front()->getLoc();
  TileBounds bounds(func);
  auto constant = [&](int64_t number) {
    return bounds.emitMin(builder, loc,
                          {getAffineConstantExpr(number, func.getContext())});
  };
  Value zero = constant(0), one = constant(1);
  auto tile = scratch::TileOp::create(builder, loc, zero, one, one);
  for (Operation *op : ops)
    op->moveBefore(tile.getBody().front().getTerminator());
  return tile;
}

static Sentence textOf(const Component &component) {
  auto list = [](ArrayRef<int64_t> numbers) {
    return "[" +
           llvm::join(llvm::map_range(
                          numbers, [](int64_t n) { return std::to_string(n); }),
                      ", ") +
           "]";
  };
  Sentence text = sentence("component: tile = {0}, groups = {1}",
                           named("Tile", list(component.plan.getTile())),
                           named("Groups", list(component.plan.getGroups())));
  if (component.bytes >= 0)
    text +=
        sentence("; a tile takes {0} bytes, with two buffers for each array",
                 named("Bytes", component.bytes));
  return text;
}

ComponentTiling polymem::planComponentTiling(func::FuncOp func,
                                             const ComponentRequest &request) {
  auto planCopy = [&](bool demoted) {
    ComponentTiling tiling;
    tiling.copy = func.clone();
    bool changed = !demoted || demoteScalars(tiling.copy.get()).changed();
    addDimensions(*tiling.copy);
    if (changed)
      tiling.plan = planComponents(tiling.copy->getBody().front(), request);
    else
      tiling.copy = nullptr;
    return tiling;
  };
  ComponentTiling tiling = planCopy(/*demoted=*/false);
  if (!tiling.plan.hasRefusals())
    return tiling;
  auto refusals = [](const ComponentPlan &plan) {
    return llvm::count_if(
        plan.notes, [](const TileNote &note) { return note.isRefusal(); });
  };
  ComponentTiling demoted = planCopy(/*demoted=*/true);
  bool better = demoted.copy && refusals(demoted.plan) < refusals(tiling.plan);
  return better ? std::move(demoted) : std::move(tiling);
}

unsigned polymem::applyComponentTiling(func::FuncOp func,
                                       ComponentTiling tiling) {
  func::FuncOp copy = tiling.copy.get();
  unsigned count = 0;
  for (const Component &component : tiling.plan.components) {
    remarkPassed(component.first(), kPass, "Component") << textOf(component);
    scratch::TileOp tile =
        component.nest.root
            ? applyNestPlan(component.nest, copy, /*gpu=*/false).front()
            : wrap(component.ops, copy);
    tile->setAttr("prem.plan", component.plan);
    ++count;
  }
  placeTemporaries(copy);
  func.getBody().takeBody(copy.getBody());
  return count;
}

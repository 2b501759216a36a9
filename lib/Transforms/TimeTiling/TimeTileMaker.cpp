//===- TimeTileMaker.cpp - from loops with roles to tiles -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeTileMaker.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Transforms/Tiling/TileBounds.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

using LoopNest = SmallVector<AffineForOp>;

static bool involves(ArrayRef<AffineForOp> nest, Value value) {
  return llvm::any_of(
      nest, [&](AffineForOp loop) { return loop.getInductionVar() == value; });
}

/// The value of a bound in front of the loop.
static Value emitBound(OpBuilder &builder, Location loc, AffineBound bound,
                       bool isLower) {
  AffineMap map = bound.getMap();
  SmallVector<Value> operands(bound.getOperands());
  if (map.isSingleConstant())
    return arith::ConstantIndexOp::create(builder, loc,
                                          map.getSingleConstantResult());
  if (map.getNumResults() == 1)
    return AffineApplyOp::create(builder, loc, map, operands);
  if (isLower)
    return AffineMaxOp::create(builder, loc, map, operands);
  return AffineMinOp::create(builder, loc, map, operands);
}

/// The conditions under which a point of the hull of `nest` is in the nest.
static void appendGuards(ArrayRef<AffineForOp> nest,
                         SmallVectorImpl<AffineExpr> &conditions,
                         SmallVectorImpl<Value> &operands) {
  MLIRContext *context = AffineForOp(nest.front()).getContext();
  auto dimension = [&](Value value) {
    auto *known = llvm::find(operands, value);
    unsigned position = known - operands.begin();
    if (known == operands.end())
      operands.push_back(value);
    return getAffineDimExpr(position, context);
  };
  for (size_t k = 0; k < nest.size(); ++k) {
    AffineForOp inner = nest[k];
    AffineExpr iv = dimension(inner.getInductionVar());
    auto append = [&](AffineBound bound, auto conditionOf) {
      AffineMap map = bound.getMap();
      SmallVector<AffineExpr> exprs;
      for (Value operand : bound.getOperands())
        exprs.push_back(dimension(operand));
      for (AffineExpr result : map.getResults()) {
        bool varies = false;
        result.walk([&](AffineExpr expr) {
          unsigned position = 0;
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            position = dim.getPosition();
          else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
            position = map.getNumDims() + symbol.getPosition();
          else
            return;
          varies |= involves(nest.take_front(k), bound.getOperand(position));
        });
        if (varies)
          conditions.push_back(
              conditionOf(substituted(result, map.getNumDims(), exprs)));
      }
    };
    append(inner.getLowerBound(), [&](AffineExpr e) { return iv - e; });
    append(inner.getUpperBound(), [&](AffineExpr e) { return e - 1 - iv; });
  }
}

/// Replaces `nest` by a tile over its hull, in which a condition holds for the
/// iterations if the bounds of one loop depend on another.
static scratch::TileOp makeTile(ArrayRef<AffineForOp> nest, ArrayAttr mapping) {
  AffineForOp outermost = nest.front();
  OpBuilder builder(outermost);
  TileBounds bounds(outermost->getParentOfType<func::FuncOp>());
  std::vector<BandLoop> band;
  for (AffineForOp loop : nest) {
    BandLoop member;
    member.op = loop;
    member.iv = loop.getInductionVar();
    member.lower = loop.getLowerBoundMap();
    member.lowerOperands.assign(loop.getLowerBoundOperands().begin(),
                                loop.getLowerBoundOperands().end());
    member.upper = loop.getUpperBoundMap();
    member.upperOperands.assign(loop.getUpperBoundOperands().begin(),
                                loop.getUpperBoundOperands().end());
    member.step = loop.getStepAsInt();
    band.push_back(std::move(member));
  }
  for (const BandLoop &member : band)
    bounds.addLoop(member);
  SmallVector<Value> lower, upper, steps;
  auto dependsOnNest = [&](ValueRange operands) {
    return llvm::any_of(operands,
                        [&](Value value) { return involves(nest, value); });
  };
  for (auto [loop, member] : llvm::zip_equal(nest, band)) {
    AffineForOp inner = loop;
    Location loc = inner.getLoc();
    AffineBound first = inner.getLowerBound(), end = inner.getUpperBound();
    lower.push_back(dependsOnNest(first.getOperands())
                        ? bounds.emitMax(builder, loc, bounds.lowerHull(member))
                        : emitBound(builder, loc, first, /*isLower=*/true));
    upper.push_back(dependsOnNest(end.getOperands())
                        ? bounds.emitMin(builder, loc, bounds.upperHull(member))
                        : emitBound(builder, loc, end, /*isLower=*/false));
    steps.push_back(arith::ConstantIndexOp::create(builder, loc, member.step));
  }
  SmallVector<AffineExpr> conditions;
  SmallVector<Value> operands;
  appendGuards(nest, conditions, operands);
  auto tile = scratch::TileOp::create(builder, outermost.getLoc(), lower, upper,
                                      steps, mapping);
  Block *body = &tile.getBody().front();
  if (!conditions.empty()) {
    builder.setInsertionPointToStart(body);
    SmallVector<bool> areEqualities(conditions.size(), false);
    IntegerSet set =
        IntegerSet::get(operands.size(), 0, conditions, areEqualities);
    canonicalizeSetAndOperands(&set, &operands);
    body = AffineIfOp::create(builder, outermost.getLoc(), set, operands,
                              /*withElseRegion=*/false)
               .getThenBlock();
  }
  Block *innermost = AffineForOp(nest.back()).getBody();
  body->getOperations().splice(std::prev(body->end()),
                               innermost->getOperations(), innermost->begin(),
                               std::prev(innermost->end()));
  for (auto [loop, origin] : llvm::zip_equal(nest, tile.getOrigins()))
    AffineForOp(loop).getInductionVar().replaceAllUsesWith(origin);
  outermost.erase();
  return tile;
}

namespace {
class TileMaker {
public:
  TileMaker(MLIRContext *context, TimeTileRoles roles, bool gpu)
      : context(context), roles(std::move(roles)), gpu(gpu) {}

  /// Makes tiles of the loops with roles in `op`, `inBlock` being inside a tile
  /// of blocks.
  void run(Operation *op, bool inBlock);

private:
  /// The innermost of `rank` loops is axis x.
  template <typename Attr> ArrayAttr axes(unsigned rank) const {
    SmallVector<Attribute> result;
    for (unsigned k = rank; k-- > 0;)
      result.push_back(Attr::get(context, static_cast<gpu::MappingId>(k)));
    return ArrayAttr::get(context, result);
  }
  ArrayAttr blocks(unsigned rank) const {
    return gpu ? axes<gpu::GPUBlockMappingAttr>(rank) : ArrayAttr();
  }
  /// `loop` and the loops of its role in it that make one tile: each is all
  /// that is in the one around it.
  LoopNest nestOf(AffineForOp loop) const;
  /// Makes a tile of `nest`, whose loops are gone then.
  Operation *replace(ArrayRef<AffineForOp> nest, ArrayAttr mapping);

  MLIRContext *context;
  TimeTileRoles roles;
  bool gpu;
};
} // namespace

LoopNest TileMaker::nestOf(AffineForOp loop) const {
  LoopNest nest = {loop};
  while (nest.size() < kMaxAxes) {
    Block *body = nest.back().getBody();
    auto inner = dyn_cast<AffineForOp>(body->front());
    if (!inner || roles.of(inner) != roles.of(loop) ||
        !llvm::hasSingleElement(body->without_terminator()))
      break;
    // Iterations would not be where those of the hull are.
    if (inner.getStepAsInt() != 1 &&
        llvm::any_of(inner.getOperands(),
                     [&](Value value) { return involves(nest, value); }))
      break;
    nest.push_back(inner);
  }
  return nest;
}

Operation *TileMaker::replace(ArrayRef<AffineForOp> nest, ArrayAttr mapping) {
  for (AffineForOp loop : nest)
    roles.forget(loop);
  return makeTile(nest, mapping);
}

void TileMaker::run(Operation *op, bool inBlock) {
  auto loop = dyn_cast<AffineForOp>(op);
  std::optional<TimeTileRole> role = loop ? roles.of(op) : std::nullopt;
  Operation *inside = op;
  if (role == TimeTileRole::Tile && !inBlock) {
    LoopNest nest = nestOf(loop);
    inside = replace(nest, blocks(nest.size()));
    inBlock = true;
  } else if (role && role != TimeTileRole::Tile && role != TimeTileRole::Wave &&
             gpu && !inBlock) {
    // The only tile of its wave, for which there is no loop.
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto tile =
        scratch::TileOp::create(builder, loc, {zero}, {one}, {one}, blocks(1));
    op->moveBefore(tile.getBody().front().getTerminator());
    return run(op, /*inBlock=*/true);
  } else if (role == TimeTileRole::Part) {
    inside = replace(loop, {});
  } else if (role == TimeTileRole::Thread && gpu) {
    // Loops that cannot join are the thread's own.
    LoopNest nest = nestOf(loop);
    replace(nest, axes<gpu::GPUThreadMappingAttr>(nest.size()));
    return;
  }
  for (Region &region : inside->getRegions())
    for (Block &block : region)
      for (Operation &inner : llvm::make_early_inc_range(block))
        run(&inner, inBlock);
}

void polymem::makeTiles(Operation *func, TimeTileRoles roles, bool gpu) {
  TileMaker(func->getContext(), std::move(roles), gpu)
      .run(func, /*inBlock=*/false);
}

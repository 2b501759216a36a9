//===- CompletedTile.cpp - a tile that is run whole -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletionPlan.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

/// The only operation of `block` that has regions or effects, if that is a
/// loop.
static affine::AffineForOp onlyLoop(Block &block) {
  affine::AffineForOp loop;
  for (Operation &op : block.without_terminator()) {
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op))
      continue;
    if (loop || !isa<affine::AffineForOp>(op))
      return {};
    loop = cast<affine::AffineForOp>(op);
  }
  return loop;
}

SmallVector<CompletedLoop> polymem::findSingleLoops(TileOp tile) {
  SmallVector<CompletedLoop> loops;
  Block *block = &tile.getBody().front();
  while (affine::AffineForOp loop = onlyLoop(*block)) {
    std::optional<SingleLoop> single = asSingleLoop(loop);
    if (!single || loop.getNumResults() != 0)
      break;
    if (!single->conditions.empty())
      loops.push_back({loop, single->lower, single->upper});
    block = loop.getBody();
  }
  return loops;
}

void CompletedTile::completeBounds(ArrayRef<CompletedDim> dims) {
  OpBuilder builder(tile);
  for (CompletedDim completed : dims) {
    int64_t step = *getConstantIntValue(tile.getSteps()[completed.dim]);
    Value lower = tile.getLowerBounds()[completed.dim];
    auto upper = affine::AffineApplyOp::create(
        builder, tile.getLoc(),
        AffineMap::get(
            1, 0, builder.getAffineDimExpr(0) + step * completed.iterations),
        lower);
    made.push_back(upper);
    tile.getUpperBoundsMutable()[completed.dim].assign(upper);
  }
}

void CompletedTile::completeLoops(ArrayRef<CompletedLoop> completed) {
  for (CompletedLoop single : completed) {
    affine::AffineForOp loop = single.loop;
    loops.push_back({loop, loop.getLowerBoundMap(), loop.getUpperBoundMap(),
                     llvm::to_vector(loop.getLowerBoundOperands()),
                     llvm::to_vector(loop.getUpperBoundOperands())});
    auto boundOf = [&](AffineMap map, ValueRange all, unsigned result,
                       bool isUpper) {
      AffineMap one = map.getSubMap({result});
      SmallVector<Value> operands(all);
      affine::canonicalizeMapAndOperands(&one, &operands);
      if (isUpper)
        loop.setUpperBound(operands, one);
      else
        loop.setLowerBound(operands, one);
    };
    const LoopBounds &before = loops.back();
    boundOf(before.lower, before.lowerOperands, single.lower,
            /*isUpper=*/false);
    boundOf(before.upper, before.upperOperands, single.upper, /*isUpper=*/true);
  }
}

void CompletedTile::addConditions(ArrayRef<TileCondition> conditions) {
  if (conditions.empty())
    return;
  MLIRContext *context = tile.getContext();
  SmallVector<AffineExpr> constraints;
  SmallVector<Value> operands;
  for (const TileCondition &each : conditions) {
    SmallVector<AffineExpr> dims;
    for (size_t k = 0; k < each.operands.size(); ++k)
      dims.push_back(getAffineDimExpr(operands.size() + k, context));
    constraints.push_back(each.expr.replaceSymbols(dims));
    llvm::append_range(operands, each.operands);
  }
  SmallVector<bool> isEquality(constraints.size(), false);
  IntegerSet set = IntegerSet::get(operands.size(), 0, constraints, isEquality);
  affine::canonicalizeSetAndOperands(&set, &operands);
  OpBuilder builder(tile);
  condition = affine::AffineIfOp::create(builder, tile.getLoc(), set, operands,
                                         /*withElseRegion=*/false);
  tile->moveBefore(condition.getThenBlock()->getTerminator());
}

CompletedTile::CompletedTile(const CompletionPlan &plan)
    : tile(plan.tile), upperBounds(llvm::to_vector(tile.getUpperBounds())) {
  completeBounds(plan.dims);
  completeLoops(plan.loops);
  addConditions(plan.conditions);
}

void CompletedTile::undo() {
  if (condition) {
    tile->moveBefore(condition);
    condition.erase();
  }
  for (LoopBounds &before : loops) {
    before.loop.setLowerBound(before.lowerOperands, before.lower);
    before.loop.setUpperBound(before.upperOperands, before.upper);
  }
  tile.getUpperBoundsMutable().assign(upperBounds);
  for (Operation *op : made)
    op->erase();
}

//===- TileBounds.cpp - bounds of tiles and point loops -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Tiling/TileBounds.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// A hull keeps at most so many alternatives: fewer make it larger, not wrong.
static constexpr size_t kMaxAlternatives = 8;

AffineExpr TileBounds::exprFor(Value value) {
  auto [entry, isNew] = positions.try_emplace(value, table.size());
  if (isNew)
    table.push_back(value);
  return getAffineDimExpr(entry->second, context);
}

AffineExpr TileBounds::spanOf(const TileSize &size, int64_t step) {
  assert(size.isTiled() && "an untiled loop has no span");
  if (size.kind == TileSize::Kind::Constant)
    return getAffineConstantExpr(size.value * step, context);
  return exprFor(function.getArgument(size.value)) * step;
}

/// The results of `map` over the table that `exprFor` fills.
template <typename ExprFor>
static BoundExprs overTable(AffineMap map, ArrayRef<Value> operands,
                            ExprFor exprFor) {
  SmallVector<AffineExpr> replacements;
  for (Value operand : operands)
    replacements.push_back(exprFor(operand));
  BoundExprs result;
  for (AffineExpr expr : map.getResults())
    result.push_back(substituted(expr, map.getNumDims(), replacements));
  return result;
}

BoundExprs TileBounds::lowerOf(const BandLoop &loop) {
  return overTable(loop.lower, loop.lowerOperands,
                   [&](Value value) { return exprFor(value); });
}

BoundExprs TileBounds::upperOf(const BandLoop &loop) {
  return overTable(loop.upper, loop.upperOperands,
                   [&](Value value) { return exprFor(value); });
}

bool TileBounds::involvesLoops(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner))
      found |= states.contains(table[dim.getPosition()]);
  });
  return found;
}

BoundExprs TileBounds::extreme(AffineExpr expr, bool lower, Within within) {
  if (!involvesLoops(expr))
    return {expr};
  auto map = [](const BoundExprs &exprs, auto function) {
    BoundExprs result;
    for (AffineExpr e : exprs)
      result.push_back(function(e));
    return result;
  };
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    // Not a reference: the hulls below may look at other loops.
    const LoopState &state = states.find(table[dim.getPosition()])->second;
    bool inTile = state.origin && within == Within::Tiles;
    if (lower)
      return inTile ? BoundExprs{exprFor(state.origin)}
                    : lowerHull(*state.loop, within);
    BoundExprs ends = inTile ? BoundExprs{exprFor(state.end)}
                             : upperHull(*state.loop, within);
    return map(ends, [](AffineExpr e) { return e - 1; });
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  switch (expr.getKind()) {
  case AffineExprKind::Add: {
    BoundExprs result;
    for (AffineExpr a : extreme(lhs, lower, within))
      for (AffineExpr b : extreme(rhs, lower, within))
        if (result.size() < kMaxAlternatives)
          result.push_back(a + b);
    return result;
  }
  case AffineExprKind::Mul: {
    assert(constant && "bounds are pure affine");
    int64_t factor = constant.getValue();
    return map(extreme(lhs, factor >= 0 ? lower : !lower, within),
               [&](AffineExpr e) { return e * factor; });
  }
  case AffineExprKind::FloorDiv:
    return map(extreme(lhs, lower, within),
               [&](AffineExpr e) { return e.floorDiv(rhs); });
  case AffineExprKind::CeilDiv:
    return map(extreme(lhs, lower, within),
               [&](AffineExpr e) { return e.ceilDiv(rhs); });
  case AffineExprKind::Mod:
    assert(constant && "bounds are pure affine");
    return {
        getAffineConstantExpr(lower ? 0 : constant.getValue() - 1, context)};
  default:
    llvm_unreachable("dimensions and constants are handled above");
  }
}

BoundExprs TileBounds::lowerHull(const BandLoop &loop, Within within) {
  // max over the results of each result's least value.
  BoundExprs result;
  for (AffineExpr expr : lowerOf(loop))
    for (AffineExpr least : extreme(expr, /*lower=*/true, within))
      if (result.empty() || result.size() < kMaxAlternatives)
        result.push_back(least);
  return result;
}

BoundExprs TileBounds::upperHull(const BandLoop &loop, Within within) {
  BoundExprs result;
  for (AffineExpr expr : upperOf(loop))
    for (AffineExpr greatest : extreme(expr, /*lower=*/false, within))
      if (result.empty() || result.size() < kMaxAlternatives)
        result.push_back(greatest);
  return result;
}

BoundExprs TileBounds::pointLower(const BandLoop &loop) {
  const LoopState &current = state(loop);
  Value base = current.thread ? current.thread : current.origin;
  if (!base)
    return lowerOf(loop);
  // Tiles start at the loop's lower bound and keep its alignment.
  if (loop.fixedLower)
    return {exprFor(base)};
  BoundExprs result = lowerOf(loop);
  if (loop.step == 1) {
    result.push_back(exprFor(base));
    return result;
  }
  // The first iteration not before the base; the plan has one lower bound.
  assert(result.size() == 1 && "strided loop with a maximum as lower bound");
  AffineExpr first = result.front();
  result.push_back(first +
                   (exprFor(base) - first).ceilDiv(loop.step) * loop.step);
  return result;
}

BoundExprs TileBounds::pointUpper(const BandLoop &loop) {
  const LoopState &current = state(loop);
  BoundExprs result = upperOf(loop);
  // A thread tile of one iteration of a loop with step 1 is inside all tiles.
  bool singlePoint =
      current.thread && loop.step == 1 && loop.threadSize.isConstant(1);
  if (!singlePoint)
    llvm::append_range(result, current.limits);
  if (current.thread)
    result.push_back(exprFor(current.thread) +
                     spanOf(loop.threadSize, loop.step));
  return result;
}

std::pair<AffineMap, SmallVector<Value>>
TileBounds::boundMap(const BoundExprs &exprs, const IRMapping &mapping) {
  llvm::SmallSetVector<AffineExpr, 8> unique;
  for (AffineExpr expr : exprs)
    unique.insert(simplifyAffineExpr(expr, table.size(), 0));
  AffineMap map =
      AffineMap::get(table.size(), 0, unique.getArrayRef(), context);
  SmallVector<Value> operands;
  for (Value value : table)
    operands.push_back(mapping.lookupOrDefault(value));
  canonicalizeMapAndOperands(&map, &operands);
  return {map, operands};
}

Value TileBounds::emit(OpBuilder &builder, Location loc,
                       const BoundExprs &exprs, bool max) {
  auto [map, operands] = boundMap(exprs, IRMapping());
  if (map.getNumResults() == 1) {
    if (auto constant = dyn_cast<AffineConstantExpr>(map.getResult(0))) {
      // One constant for all uses, at the start of the function.
      Block &entry = function.getFunctionBody().front();
      for (Operation &op : entry) {
        auto existing = dyn_cast<arith::ConstantIndexOp>(op);
        if (!existing)
          break;
        if (existing.value() == constant.getValue())
          return existing;
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&entry);
      Value value = arith::ConstantIndexOp::create(builder, function.getLoc(),
                                                   constant.getValue());
      emitted.push_back(value.getDefiningOp());
      return value;
    }
    if (isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0)))
      return operands.front();
  }
  Value value;
  if (map.getNumResults() == 1)
    value = AffineApplyOp::create(builder, loc, map, operands);
  else if (max)
    value = AffineMaxOp::create(builder, loc, map, operands);
  else
    value = AffineMinOp::create(builder, loc, map, operands);
  emitted.push_back(value.getDefiningOp());
  return value;
}

Value TileBounds::emitMax(OpBuilder &builder, Location loc,
                          const BoundExprs &exprs) {
  return emit(builder, loc, exprs, /*max=*/true);
}

Value TileBounds::emitMin(OpBuilder &builder, Location loc,
                          const BoundExprs &exprs) {
  return emit(builder, loc, exprs, /*max=*/false);
}

void TileBounds::eraseUnusedValues() {
  for (Operation *op : llvm::reverse(emitted))
    if (op->use_empty())
      op->erase();
  emitted.clear();
}

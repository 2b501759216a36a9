//===- LoopsToConditions.cpp - loops of one iteration at most -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiling a triangle leaves loops of one iteration or none,
//
//   for kk in [j, min(i, j + 1)) { ... }
//
// of which no back end sees that there are no more: it unrolls them, and keeps
// registers and branches for iterations that never are. Such a loop becomes
//
//   if (j < i) { ... with j for kk }
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

namespace {

/// A bound of a loop as a function `{ [operands] -> [expr] }` of one result.
using Bound = AffineValueMap;

SmallVector<Bound> boundsOf(AffineMap map, ValueRange operands) {
  SmallVector<Bound> bounds;
  for (unsigned k = 0; k < map.getNumResults(); ++k) {
    AffineMap one = map.getSubMap({k});
    SmallVector<Value> values(operands);
    fullyComposeAffineMapAndOperands(&one, &values);
    // A value is a dimension in one bound and a symbol in another.
    unsigned dims = one.getNumDims(), symbols = one.getNumSymbols();
    SmallVector<AffineExpr> asDims;
    for (unsigned s = 0; s < symbols; ++s)
      asDims.push_back(getAffineDimExpr(dims + s, map.getContext()));
    one = one.replaceDimsAndSymbols({}, asDims, dims + symbols, 0);
    bounds.emplace_back(one, values);
  }
  return bounds;
}

/// `upper - lower` of two bounds, over the operands of both.
Bound difference(const Bound &upper, const Bound &lower) {
  Bound result;
  Bound::difference(upper, lower, &result);
  return result;
}

/// The lower bound of `loop` that an upper bound is at most a step behind, or,
/// where another lower bound may be behind it, next to: the only value that its
/// induction variable may have.
std::optional<unsigned> findOnlyValue(AffineForOp loop, ArrayRef<Bound> lowers,
                                      ArrayRef<Bound> uppers) {
  int64_t most = lowers.size() == 1 ? loop.getStepAsInt() : 1;
  for (auto [k, lower] : llvm::enumerate(lowers))
    for (const Bound &upper : uppers) {
      auto length =
          dyn_cast<AffineConstantExpr>(difference(upper, lower).getResult(0));
      if (length && length.getValue() > 0 && length.getValue() <= most)
        return k;
    }
  return std::nullopt;
}

} // namespace

/// Makes a condition of `loop`, if it has one iteration at most.
static void replace(AffineForOp loop) {
  AffineMap lowerMap = loop.getLowerBoundMap();
  SmallVector<Bound> lowers = boundsOf(lowerMap, loop.getLowerBoundOperands()),
                     uppers = boundsOf(loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands());
  std::optional<unsigned> only = findOnlyValue(loop, lowers, uppers);
  if (!only)
    return;
  IRRewriter rewriter(loop);
  Location loc = loop.getLoc();
  // There is an iteration if all upper bounds are behind that value, and no
  // lower bound is.
  SmallVector<AffineExpr> constraints;
  SmallVector<Value> operands;
  auto require = [&](const Bound &excess, int64_t constant) {
    AffineExpr expr = excess.getAffineMap().getResult(0) + constant;
    // What always holds is not asked.
    auto known = dyn_cast<AffineConstantExpr>(expr);
    if (known && known.getValue() >= 0)
      return;
    SmallVector<AffineExpr> dims, symbols;
    for (auto [k, operand] : llvm::enumerate(excess.getOperands())) {
      bool isDim = k < excess.getNumDims();
      (isDim ? dims : symbols)
          .push_back(rewriter.getAffineDimExpr(operands.size()));
      operands.push_back(operand);
    }
    constraints.push_back(expr.replaceDimsAndSymbols(dims, symbols));
  };
  for (const Bound &upper : uppers)
    require(difference(upper, lowers[*only]), -1);
  for (auto [k, lower] : llvm::enumerate(lowers))
    if (k != *only)
      require(difference(lowers[*only], lower), 0);
  if (constraints.empty())
    return;
  IntegerSet set = IntegerSet::get(operands.size(), 0, constraints,
                                   SmallVector<bool>(constraints.size()));
  canonicalizeSetAndOperands(&set, &operands);
  bool hasResults = loop.getNumResults() > 0;
  auto ifOp = AffineIfOp::create(rewriter, loc, loop.getResultTypes(), set,
                                 operands, /*withElseRegion=*/hasResults);
  Block *body = ifOp.getThenBlock();
  if (hasResults) {
    rewriter.setInsertionPointToEnd(ifOp.getElseBlock());
    AffineYieldOp::create(rewriter, loc, loop.getInits());
  } else {
    rewriter.eraseOp(body->getTerminator());
  }
  rewriter.setInsertionPointToStart(body);
  AffineMap map = lowerMap.getSubMap({*only});
  SmallVector<Value> arguments{AffineApplyOp::create(
      rewriter, loc, map, SmallVector<Value>(loop.getLowerBoundOperands()))};
  llvm::append_range(arguments, loop.getInits());
  rewriter.inlineBlockBefore(loop.getBody(), body, body->end(), arguments);
  rewriter.replaceOp(loop, ifOp.getResults());
}

void gpulaunch::loopsToConditions(Operation *root) {
  SmallVector<AffineForOp> loops;
  root->walk([&](AffineForOp loop) { loops.push_back(loop); });
  for (AffineForOp loop : loops)
    replace(loop);
}

//===- FullTiles.cpp - constant loops for full tiles ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all tiles are full, but the bound of a point loop in them is
// min(k + 16, K), and no back end unrolls a loop with that. Such a loop becomes
//
//   if (k + 16 <= K) for kk in [k, k + 16) { ... }
//   else             for kk in [k, min(k + 16, K)) { ... }
//
// Both run the same iterations in the same order.
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace polymem;

namespace {

/// A loop that runs `extent` iterations (of step 1) unless one of the other
/// upper bounds is smaller than upper bound number `full`.
struct FullExtent {
  unsigned full;
  int64_t extent;
};

} // namespace

/// The map of a bound over dimensions and symbols of both bounds.
static AffineMap shifted(AffineMap map, unsigned dims, unsigned symbols,
                         unsigned allDims, unsigned allSymbols) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(expr.shiftDims(map.getNumDims(), dims)
                          .shiftSymbols(map.getNumSymbols(), symbols));
  return AffineMap::get(allDims, allSymbols, results, map.getContext());
}

namespace {

/// The bounds of a loop over one list of operands.
struct CommonBounds {
  AffineMap lower, upper;
  SmallVector<Value> operands;

  explicit CommonBounds(affine::AffineForOp loop) {
    AffineMap l = loop.getLowerBoundMap(), u = loop.getUpperBoundMap();
    // Equal operands become one, or no difference would be constant.
    unsigned dims = l.getNumDims() + u.getNumDims();
    unsigned symbols = l.getNumSymbols() + u.getNumSymbols();
    AffineMap all = shifted(l, 0, 0, dims, symbols);
    SmallVector<AffineExpr> exprs(all.getResults());
    llvm::append_range(
        exprs, shifted(u, l.getNumDims(), l.getNumSymbols(), dims, symbols)
                   .getResults());
    all = AffineMap::get(dims, symbols, exprs, l.getContext());
    ValueRange lo = loop.getLowerBoundOperands();
    ValueRange uo = loop.getUpperBoundOperands();
    llvm::append_range(operands, lo.take_front(l.getNumDims()));
    llvm::append_range(operands, uo.take_front(u.getNumDims()));
    llvm::append_range(operands, lo.drop_front(l.getNumDims()));
    llvm::append_range(operands, uo.drop_front(u.getNumDims()));
    // One kind of operands: whether a value is a dimension or a symbol does
    // not matter any more.
    SmallVector<AffineExpr> asDims;
    for (unsigned s = 0; s < symbols; ++s)
      asDims.push_back(getAffineDimExpr(dims + s, l.getContext()));
    all = all.replaceDimsAndSymbols({}, asDims, dims + symbols, 0);
    SmallVector<Value> unique;
    SmallVector<AffineExpr> position;
    for (Value operand : operands) {
      auto it = llvm::find(unique, operand);
      position.push_back(getAffineDimExpr(it - unique.begin(), l.getContext()));
      if (it == unique.end())
        unique.push_back(operand);
    }
    all = all.replaceDimsAndSymbols(position, {}, unique.size(), 0);
    operands = std::move(unique);
    lower = all.getSliceMap(0, l.getNumResults());
    upper = all.getSliceMap(l.getNumResults(), u.getNumResults());
  }
};

} // namespace

static std::optional<FullExtent> getFullExtent(affine::AffineForOp loop,
                                               const CommonBounds &bounds,
                                               int64_t maxExtent) {
  if (loop.getStepAsInt() != 1 || bounds.lower.getNumResults() != 1 ||
      bounds.upper.getNumResults() < 2)
    return std::nullopt;
  for (auto [index, expr] : llvm::enumerate(bounds.upper.getResults())) {
    auto extent = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        expr - bounds.lower.getResult(0), bounds.operands.size(), 0));
    if (extent && extent.getValue() > 0 && extent.getValue() <= maxExtent)
      return FullExtent{static_cast<unsigned>(index), extent.getValue()};
  }
  return std::nullopt;
}

static void versionLoop(RewriterBase &rewriter, affine::AffineForOp loop,
                        const CommonBounds &bounds, FullExtent full) {
  Location loc = loop.getLoc();
  MLIRContext *context = loop.getContext();
  AffineExpr fullBound = bounds.upper.getResult(full.full);
  SmallVector<AffineExpr> constraints;
  for (auto [index, expr] : llvm::enumerate(bounds.upper.getResults()))
    if (index != full.full)
      constraints.push_back(expr - fullBound);
  SmallVector<bool> isEquality(constraints.size(), false);
  IntegerSet condition =
      IntegerSet::get(bounds.operands.size(), 0, constraints, isEquality);
  rewriter.setInsertionPoint(loop);
  auto ifOp = affine::AffineIfOp::create(rewriter, loc, loop.getResultTypes(),
                                         condition, bounds.operands,
                                         /*withElseRegion=*/true);
  auto fill = [&](Block *block, bool isFull) {
    // Without results the branches have their terminators already.
    if (loop.getNumResults() == 0)
      rewriter.setInsertionPoint(block->getTerminator());
    else
      rewriter.setInsertionPointToEnd(block);
    auto copy = cast<affine::AffineForOp>(rewriter.clone(*loop));
    if (isFull) {
      copy.setUpperBound(
          bounds.operands,
          AffineMap::get(bounds.operands.size(), 0, fullBound, context));
      copy.setLowerBound(bounds.operands, bounds.lower);
    }
    if (loop.getNumResults() != 0)
      affine::AffineYieldOp::create(rewriter, loc, copy.getResults());
  };
  fill(ifOp.getThenBlock(), true);
  fill(ifOp.getElseBlock(), false);
  rewriter.replaceOp(loop, ifOp.getResults());
}

/// `loop` is in the branch of a condition that full tiles do not take.
static bool isForPartialTiles(Operation *loop) {
  Region *region = loop->getParentRegion();
  for (; region; region = region->getParentRegion()) {
    auto ifOp = dyn_cast<affine::AffineIfOp>(region->getParentOp());
    if (ifOp && ifOp->hasAttr(kFullTileAttr) && region == &ifOp.getElseRegion())
      return true;
  }
  return false;
}

void gpulaunch::versionFullTiles(RewriterBase &rewriter, Operation *root,
                                 int64_t maxExtent) {
  SmallVector<affine::AffineForOp> innermost;
  root->walk([&](affine::AffineForOp loop) {
    bool hasLoop = false;
    loop.getBody()->walk([&](LoopLikeOpInterface) { hasLoop = true; });
    if (!hasLoop && !isForPartialTiles(loop))
      innermost.push_back(loop);
  });
  for (affine::AffineForOp loop : innermost) {
    CommonBounds bounds(loop);
    if (std::optional<FullExtent> full = getFullExtent(loop, bounds, maxExtent))
      versionLoop(rewriter, loop, bounds, *full);
  }
}

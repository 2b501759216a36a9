//===- ClampSizes.cpp - sizes that are not negative -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size of type `i32` may be negative for all that is known, so that a loop
// may be empty in more ways than one, and orders and tiles that are right for
// sizes from 0 on are not taken. Where nothing is done for negative sizes that
// is not done for 0 as well, the size becomes `max(size, 0)`.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_CLAMPSIZESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Steps after which no least value of an expression is known.
static constexpr unsigned kMaxSteps = 64;

/// A number that `expr` of `operands`, all of them dimensions, is never less
/// than.
static std::optional<int64_t> leastOf(AffineExpr expr, ValueRange operands,
                                      unsigned &steps) {
  if (steps == 0)
    return std::nullopt;
  --steps;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    affine::AffineForOp loop =
        affine::getForInductionVarOwner(operands[dim.getPosition()]);
    if (!loop)
      return std::nullopt;
    AffineMap lower = loop.getLowerBoundMap();
    // The greatest of several bounds is the loop's.
    std::optional<int64_t> best;
    for (AffineExpr result : lower.getResults()) {
      for (unsigned s = 0; s < lower.getNumSymbols(); ++s)
        result = result.replace(
            getAffineSymbolExpr(s, expr.getContext()),
            getAffineDimExpr(lower.getNumDims() + s, expr.getContext()));
      std::optional<int64_t> least =
          leastOf(result, loop.getLowerBoundOperands(), steps);
      if (least && (!best || *least > *best))
        best = least;
    }
    return best;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> a = leastOf(binary.getLHS(), operands, steps);
  std::optional<int64_t> b = leastOf(binary.getRHS(), operands, steps);
  int64_t result;
  if (!a || !b)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return llvm::AddOverflow(*a, *b, result) ? std::nullopt
                                             : std::optional(result);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Mul || !factor ||
      factor.getValue() < 0 || llvm::MulOverflow(*a, *b, result))
    return std::nullopt;
  return result;
}

/// `loop` is empty whenever `size` is negative, and is so, too, with 0 in its
/// place.
static bool isEmptyWithout(affine::AffineForOp loop, Value size) {
  if (llvm::is_contained(loop.getLowerBoundOperands(), size))
    return false;
  MLIRContext *context = loop.getContext();
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  unsigned ofUpper = operands.size();
  llvm::append_range(operands, loop.getLowerBoundOperands());
  // Both in dimensions only, those of the upper bound first.
  auto inDims = [&](AffineMap map, AffineExpr expr, unsigned offset) {
    SmallVector<AffineExpr> dims, symbols;
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      dims.push_back(getAffineDimExpr(offset + d, context));
    for (unsigned s = 0; s < map.getNumSymbols(); ++s)
      symbols.push_back(
          getAffineDimExpr(offset + map.getNumDims() + s, context));
    return expr.replaceDimsAndSymbols(dims, symbols);
  };
  auto simplify = [&](AffineExpr expr) {
    return simplifyAffineExpr(expr, operands.size(), 0);
  };
  for (AffineExpr result : upper.getResults()) {
    AffineExpr end = inDims(upper, result, 0), atZero = end;
    bool mentioned = false;
    for (unsigned d = 0; d < ofUpper; ++d)
      if (operands[d] == size && end.isFunctionOfDim(d)) {
        AffineExpr self = getAffineDimExpr(d, context);
        // The size itself and what does not depend on it.
        if (mentioned || simplify(end - self).isFunctionOfDim(d))
          return false;
        mentioned = true;
        atZero = end.replace(self, getAffineConstantExpr(0, context));
      }
    if (!mentioned)
      continue;
    for (AffineExpr begin : lower.getResults()) {
      unsigned steps = kMaxSteps;
      AffineExpr room = simplify(inDims(lower, begin, ofUpper) - atZero);
      if (leastOf(room, operands, steps).value_or(-1) >= 0)
        return true;
    }
  }
  return false;
}

/// With 0 in place of `size` where that is negative, `use` does the same.
static bool mayBeClamped(OpOperand &use) {
  Operation *op = use.getOwner();
  // Of a negative size these are not defined.
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    return true;
  if (op->getDialect()->getNamespace() !=
      affine::AffineDialect::getDialectNamespace())
    return false;
  for (Operation *loop = op; loop; loop = loop->getParentOp())
    if (auto forOp = dyn_cast<affine::AffineForOp>(loop);
        forOp && isEmptyWithout(forOp, use.get()))
      return true;
  return false;
}

namespace {
struct ClampSizesPass : polymem::impl::ClampSizesPassBase<ClampSizesPass> {
  using ClampSizesPassBase::ClampSizesPassBase;

  void runOnOperation() override {
    llvm::MapVector<Value, SmallVector<arith::IndexCastOp>> casts;
    getOperation()->walk([&](arith::IndexCastOp cast) {
      Value size = cast.getIn();
      if (cast.getType().isIndex() && size.getType().isSignlessInteger() &&
          size.getParentRegion() == &getOperation().getBody() &&
          !isClamped(size))
        casts[size].push_back(cast);
    });
    for (auto &[size, all] : casts)
      if (llvm::all_of(all, [](arith::IndexCastOp cast) {
            return llvm::all_of(cast->getUses(), mayBeClamped);
          }))
        clamp(size, all);
    if (numClamped == 0)
      markAllAnalysesPreserved();
  }

private:
  static bool isClamped(Value size) {
    return size.getDefiningOp<arith::MaxSIOp>() != nullptr;
  }

  void clamp(Value size, ArrayRef<arith::IndexCastOp> casts) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(size);
    Location loc = size.getLoc();
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(size.getType(), 0));
    Value least = arith::MaxSIOp::create(builder, loc, size, zero);
    Value index = arith::IndexCastOp::create(builder, loc,
                                             builder.getIndexType(), least);
    for (arith::IndexCastOp cast : casts) {
      cast.replaceAllUsesWith(index);
      cast->erase();
    }
    ++numClamped;
  }
};
} // namespace

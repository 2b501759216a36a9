//===- ValueRanges.cpp - between which numbers values are -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRanges.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Nothing where a number is too large.
static std::optional<NumberRange> sumOf(NumberRange a, NumberRange b) {
  NumberRange result;
  if (llvm::AddOverflow(a.least, b.least, result.least) ||
      llvm::AddOverflow(a.greatest, b.greatest, result.greatest))
    return std::nullopt;
  return result;
}

static std::optional<NumberRange> productOf(NumberRange a, int64_t factor) {
  NumberRange result;
  if (llvm::MulOverflow(a.least, factor, result.least) ||
      llvm::MulOverflow(a.greatest, factor, result.greatest))
    return std::nullopt;
  if (factor < 0)
    std::swap(result.least, result.greatest);
  return result;
}

std::optional<NumberRange> ValueRanges::ofExpr(AffineExpr expr, AffineMap map,
                                               ValueRange operands) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return NumberRange{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return of(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return of(operands[map.getNumDims() + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<NumberRange> left = ofExpr(binary.getLHS(), map, operands),
                             right = ofExpr(binary.getRHS(), map, operands);
  if (!left || !right)
    return std::nullopt;
  int64_t number = right->least;
  bool isConstant = right->least == right->greatest;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return sumOf(*left, *right);
  case AffineExprKind::Mul:
    return isConstant ? productOf(*left, number) : std::nullopt;
  case AffineExprKind::FloorDiv:
    if (!isConstant || number < 1)
      return std::nullopt;
    return NumberRange{llvm::divideFloorSigned(left->least, number),
                       llvm::divideFloorSigned(left->greatest, number)};
  case AffineExprKind::CeilDiv:
    if (!isConstant || number < 1)
      return std::nullopt;
    return NumberRange{llvm::divideCeilSigned(left->least, number),
                       llvm::divideCeilSigned(left->greatest, number)};
  case AffineExprKind::Mod:
    return isConstant && number > 0 ? std::optional(NumberRange{0, number - 1})
                                    : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> ValueRanges::ofBound(AffineMap map, ValueRange operands,
                                            bool isUpper) const {
  std::optional<int64_t> result;
  // One result that is known is enough: the others only make it narrower.
  for (AffineExpr expr : map.getResults())
    if (std::optional<NumberRange> range = ofExpr(expr, map, operands)) {
      int64_t number = isUpper ? range->greatest : range->least;
      if (!result)
        result = number;
      result = isUpper ? std::min(*result, number) : std::max(*result, number);
    }
  return result;
}

std::optional<NumberRange> ValueRanges::ofLoop(AffineForOp loop) const {
  std::optional<int64_t> least = ofBound(loop.getLowerBoundMap(),
                                         loop.getLowerBoundOperands(), false),
                         end = ofBound(loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands(), true);
  if (!least || !end)
    return std::nullopt;
  return NumberRange{*least, std::max(*least, *end - 1)};
}

std::optional<NumberRange> ValueRanges::of(Value value) const {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return NumberRange{constant.getInt(), constant.getInt()};
  if (auto apply = value.getDefiningOp<AffineApplyOp>())
    return ofExpr(apply.getAffineMap().getResult(0), apply.getAffineMap(),
                  apply.getMapOperands());
  if (AffineForOp loop = getForInductionVarOwner(value))
    return ofLoop(loop);
  return std::nullopt;
}

std::optional<int64_t> ValueRanges::mostIterations(AffineForOp loop) const {
  std::optional<NumberRange> range = ofLoop(loop);
  int64_t span;
  if (!range || llvm::SubOverflow(range->greatest, range->least, span) ||
      span == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return span / loop.getStepAsInt() + 1;
}

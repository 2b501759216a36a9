//===- CopyBounds.cpp - what a copy computes outside of loops -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SetCopier.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

//===----------------------------------------------------------------------===//
// What does not change in the scan
//===----------------------------------------------------------------------===//

void SetCopier::setCorners() {
  unsigned numDims = set.getNumDims();
  corners = cornersOf(hull, set.getContext());
  cornerValues.resize(numDims);
  begins.resize(numDims);
  ends.resize(numDims);
  coordinates.resize(numDims);
  // Expressions of symbols do not use them.
  positions.assign(numDims, constant(0));
  for (auto [dim, range] : llvm::enumerate(hull.dims)) {
    if (!range.value && range.extent) {
      cornerValues[dim] = evaluate(corners[dim]);
    } else if (!range.value) {
      setRange(dim);
    }
    byPosition.push_back(dimExpr(dim) + corners[dim]);
  }
}

void SetCopier::setRange(unsigned dim) {
  const CoordinateRange &range = hull.dims[dim];
  Value lower, upper;
  for (AffineExpr expr : range.lower)
    lower = extreme<arith::MaxSIOp>(lower, evaluate(expr));
  for (AffineExpr expr : range.upper)
    upper = extreme<arith::MinSIOp>(upper, evaluate(expr));
  // A set of array elements is bounded by the array.
  begins[dim] = lower ? lower : constant(0);
  ends[dim] = upper ? fold<arith::AddIOp>(upper, constant(1)) : arraySize(dim);
}

Value SetCopier::arraySize(unsigned dim) {
  for (const CopySide *side : {&source, &target})
    if (!side->buffer)
      return memref::DimOp::create(builder, loc, side->memref, dim);
  OpFoldResult size = source.buffer->logicalSizes[dim];
  if (auto value = dyn_cast<Value>(size))
    return value;
  return constant(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
}

/// Digits of the thread's number are the same for all copies: they are computed
/// where it is. Those of vectors, which need not be used, would keep registers.
void SetCopier::setDigits() {
  digits.assign(set.getNumDims(), Value());
  if (plan.deal.digits.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  if (plan.width == 1)
    builder.setInsertionPointAfterValue(team.id);
  delinearize(
      plan.deal.digits, team.id,
      [&](Value number, unsigned dim) {
        Value threads = constant(plan.deal.threads[dim]);
        Value own = fold<arith::RemUIOp>(number, threads);
        return std::pair(own, fold<arith::DivUIOp>(number, threads));
      },
      [&](unsigned dim, Value digit) {
        int64_t width = plan.stride(dim) / plan.deal.threads[dim];
        digits[dim] = fold<arith::MulIOp>(digit, constant(width));
      });
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value SetCopier::emitBound(const CopyBound &bound, unsigned dim) {
  int64_t factor = bound.direction[dim];
  bool isUpper = factor < 0;
  AffineExpr toCorner = constantExpr(0), beside = constantExpr(0);
  for (auto [other, weight] : llvm::enumerate(bound.direction)) {
    toCorner = toCorner + corners[other] * weight;
    if (other != dim)
      beside = beside + dimExpr(other) * weight;
  }
  Value tightest;
  for (AffineExpr rest : bound.rests) {
    AffineExpr shifted = rest + toCorner;
    Value value = evaluate(isUpper ? shifted : -shifted);
    tightest = isUpper ? extreme<arith::MinSIOp>(tightest, value)
                       : extreme<arith::MaxSIOp>(tightest, value);
  }
  AffineExpr symbol = getAffineSymbolExpr(symbols.size(), set.getContext());
  AffineExpr sum = isUpper ? beside + symbol : symbol - beside;
  return evaluate(isUpper ? sum.floorDiv(-factor) : sum.ceilDiv(factor),
                  tightest);
}

void SetCopier::emitBounds(unsigned depth) {
  for (unsigned inner = depth; inner < plan.levels.size(); ++inner) {
    const CopyLevel &level = plan.levels[inner];
    for (const CopyBound &bound : level.lower)
      if (bound.depth == depth)
        least[inner] =
            extreme<arith::MaxSIOp>(least[inner], emitBound(bound, level.dim));
    for (const CopyBound &bound : level.upper)
      if (bound.depth == depth)
        greatest[inner] = extreme<arith::MinSIOp>(greatest[inner],
                                                  emitBound(bound, level.dim));
  }
}

Value SetCopier::emitTest(const CopyTest &test) {
  return compare(test.isEqual ? arith::CmpIPredicate::eq
                              : arith::CmpIPredicate::sge,
                 evaluate(test.expr.replaceDims(byPosition)), constant(0));
}

Value SetCopier::emitInside() {
  Value inside;
  for (AffineExpr expr : *plan.inside)
    conjoin(inside,
            compare(arith::CmpIPredicate::sge, evaluate(expr), constant(0)));
  return inside;
}

//===- IndexRanges.cpp - between which numbers index values are -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/IndexRanges.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// The range of `x op y` for an operation that is monotone in each operand;
/// nothing after an overflow.
template <typename Op>
static std::optional<IndexRange> corners(IndexRange x, IndexRange y, Op op) {
  std::optional<IndexRange> result;
  for (int64_t a : {x.least, x.greatest})
    for (int64_t b : {y.least, y.greatest}) {
      std::optional<int64_t> value = op(a, b);
      if (!value)
        return std::nullopt;
      IndexRange here = IndexRange::of(*value);
      result = result ? hullOf(*result, here) : here;
    }
  return result;
}

std::optional<IndexRange> polymem::sumOf(IndexRange a, IndexRange b) {
  return corners(a, b, llvm::checkedAdd<int64_t>);
}

std::optional<IndexRange> polymem::differenceOf(IndexRange a, IndexRange b) {
  return corners(a, b, llvm::checkedSub<int64_t>);
}

std::optional<IndexRange> polymem::productOf(IndexRange a, IndexRange b) {
  return corners(a, b, llvm::checkedMul<int64_t>);
}

std::optional<IndexRange> polymem::floorQuotientOf(IndexRange a, IndexRange b) {
  if (b.least != b.greatest || b.least < 1)
    return std::nullopt;
  return IndexRange{llvm::divideFloorSigned(a.least, b.least),
                    llvm::divideFloorSigned(a.greatest, b.least)};
}

std::optional<IndexRange> polymem::ceilQuotientOf(IndexRange a, IndexRange b) {
  if (b.least != b.greatest || b.least < 1)
    return std::nullopt;
  return IndexRange{llvm::divideCeilSigned(a.least, b.least),
                    llvm::divideCeilSigned(a.greatest, b.least)};
}

std::optional<IndexRange> polymem::quotientOf(IndexRange a, IndexRange b) {
  if (b.greatest < 1 || b.least < 0)
    return std::nullopt;
  return corners(
      a, {std::max<int64_t>(b.least, 1), b.greatest},
      [](int64_t x, int64_t y) -> std::optional<int64_t> { return x / y; });
}

std::optional<IndexRange> polymem::remainderOf(IndexRange a, IndexRange b) {
  if (b.greatest < 1 || b.least < 0)
    return std::nullopt;
  return IndexRange{a.least >= 0 ? 0 : std::max(a.least, 1 - b.greatest),
                    a.greatest <= 0 ? 0 : std::min(a.greatest, b.greatest - 1)};
}

IndexRange polymem::lesserOf(IndexRange a, IndexRange b) {
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
}

IndexRange polymem::greaterOf(IndexRange a, IndexRange b) {
  return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
}

IndexRange polymem::hullOf(IndexRange a, IndexRange b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
}

/// The range of an affine expression of operands in these ranges.
static std::optional<IndexRange>
ofExpression(AffineExpr expr, unsigned numDims,
             ArrayRef<std::optional<IndexRange>> in) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange::of(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return in[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return in[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<IndexRange> x = ofExpression(binary.getLHS(), numDims, in);
  std::optional<IndexRange> y = ofExpression(binary.getRHS(), numDims, in);
  if (!y)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mod)
    return y->least < 1 ? std::nullopt
                        : std::optional(IndexRange{0, y->greatest - 1});
  if (!x)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return sumOf(*x, *y);
  case AffineExprKind::Mul:
    return productOf(*x, *y);
  case AffineExprKind::FloorDiv:
    return floorQuotientOf(*x, *y);
  case AffineExprKind::CeilDiv:
    return ceilQuotientOf(*x, *y);
  default:
    return std::nullopt;
  }
}

/// Combines the ranges of those of `terms` that are known; `isAll` tells
/// whether all are.
static std::optional<IndexRange>
combine(const IndexTerms &terms, RangeOf rangeOf,
        IndexRange (*combined)(IndexRange, IndexRange), bool &isAll) {
  SmallVector<std::optional<IndexRange>> in;
  for (Value operand : terms.operands)
    in.push_back(rangeOf(operand));
  std::optional<IndexRange> result;
  isAll = true;
  for (AffineExpr expr : terms.map.getResults()) {
    std::optional<IndexRange> part =
        ofExpression(expr, terms.map.getNumDims(), in);
    isAll &= part.has_value();
    if (part)
      result = result ? combined(*result, *part) : *part;
  }
  return result;
}

/// Beyond all that a program computes, and sums of it fit.
static constexpr int64_t kFar = int64_t(1) << 62;

std::optional<IndexRange> polymem::rangeOfLeast(const IndexTerms &terms,
                                                RangeOf rangeOf) {
  bool isAll;
  std::optional<IndexRange> result = combine(terms, rangeOf, lesserOf, isAll);
  return !result || isAll ? result : IndexRange{-kFar, result->greatest};
}

std::optional<IndexRange> polymem::rangeOfGreatest(const IndexTerms &terms,
                                                   RangeOf rangeOf) {
  bool isAll;
  std::optional<IndexRange> result = combine(terms, rangeOf, greaterOf, isAll);
  return !result || isAll ? result : IndexRange{result->least, kFar};
}

std::optional<IndexRange>
polymem::rangeOfDefined(const IndexDefinition &definition, RangeOf rangeOf) {
  switch (definition.kind) {
  case IndexDefinition::Kind::Opaque:
    return std::nullopt;
  case IndexDefinition::Kind::Equal:
  case IndexDefinition::Kind::Minimum:
    return rangeOfLeast(definition.terms, rangeOf);
  case IndexDefinition::Kind::Maximum:
    return rangeOfGreatest(definition.terms, rangeOf);
  case IndexDefinition::Kind::Iteration:
    break;
  }
  std::optional<IndexRange> first = rangeOfGreatest(definition.lower, rangeOf);
  std::optional<IndexRange> end = rangeOfLeast(definition.upper, rangeOf);
  std::optional<int64_t> last =
      first && end ? llvm::checkedSub<int64_t>(end->greatest, 1) : std::nullopt;
  if (!last)
    return std::nullopt;
  return IndexRange{first->least, std::max(first->least, *last)};
}

//===- IndexNumbers.cpp - values of affine expressions --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexNumbers.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

std::optional<int64_t> IndexNumbers::ofExpr(AffineExpr expr, AffineMap map,
                                            ValueRange operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return of(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return of(operands[map.getNumDims() + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> left = ofExpr(binary.getLHS(), map, operands),
                         right = ofExpr(binary.getRHS(), map, operands);
  int64_t result;
  if (!left || !right)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return llvm::AddOverflow(*left, *right, result) ? std::nullopt
                                                    : std::optional(result);
  case AffineExprKind::Mul:
    return llvm::MulOverflow(*left, *right, result) ? std::nullopt
                                                    : std::optional(result);
  default:
    break;
  }
  if (*right < 1)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(*left, *right);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(*left, *right);
  case AffineExprKind::Mod:
    return llvm::mod(*left, *right);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> IndexNumbers::of(Value value) {
  if (auto found = numbers.find(value); found != numbers.end())
    return found->second;
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return numbers[value] = constant.getInt();
  IndexDefinition definition = IndexDefinition::of(value);
  if (const IndexTerms *terms = definition.extremes(/*isUpper=*/true))
    return leastOf(terms->map, terms->operands);
  if (const IndexTerms *terms = definition.extremes(/*isUpper=*/false))
    return greatestOf(terms->map, terms->operands);
  return std::nullopt;
}

std::optional<SmallVector<int64_t>> IndexNumbers::ofMap(AffineMap map,
                                                        ValueRange operands) {
  SmallVector<int64_t> results;
  for (AffineExpr expr : map.getResults()) {
    std::optional<int64_t> number = ofExpr(expr, map, operands);
    if (!number)
      return std::nullopt;
    results.push_back(*number);
  }
  return results;
}

std::optional<int64_t> IndexNumbers::leastOf(AffineMap map,
                                             ValueRange operands) {
  std::optional<SmallVector<int64_t>> results = ofMap(map, operands);
  return results ? std::optional(*llvm::min_element(*results)) : std::nullopt;
}

std::optional<int64_t> IndexNumbers::greatestOf(AffineMap map,
                                                ValueRange operands) {
  std::optional<SmallVector<int64_t>> results = ofMap(map, operands);
  return results ? std::optional(*llvm::max_element(*results)) : std::nullopt;
}

std::optional<bool> IndexNumbers::holds(AffineIfOp op) {
  IntegerSet set = op.getIntegerSet();
  auto map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                            set.getConstraints(), op.getContext());
  std::optional<SmallVector<int64_t>> results = ofMap(map, op->getOperands());
  if (!results)
    return std::nullopt;
  for (auto [number, isEqual] : llvm::zip(*results, set.getEqFlags()))
    if (isEqual ? number != 0 : number < 0)
      return false;
  return true;
}

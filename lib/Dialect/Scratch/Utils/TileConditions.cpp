//===- TileConditions.cpp - what points of a tile have in common ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/TileConditions.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

SmallVector<AffineTerm> polymem::termsOf(AffineMap map, ValueRange operands) {
  SmallVector<AffineTerm> terms;
  for (unsigned k = 0; k < map.getNumResults(); ++k) {
    AffineMap one = map.getSubMap({k});
    SmallVector<Value> values(operands);
    fullyComposeAffineMapAndOperands(&one, &values);
    canonicalizeMapAndOperands(&one, &values);
    terms.emplace_back(one, values);
  }
  return terms;
}

AffineTerm polymem::difference(const AffineTerm &a, const AffineTerm &b) {
  AffineTerm result;
  AffineTerm::difference(a, b, &result);
  return result;
}

/// The least or greatest origin of dimension `dim` of `tile`, whose first one
/// is `lower`.
static std::optional<AffineExpr> extreme(TileOp tile, unsigned dim,
                                         bool isLeast, AffineExpr lower) {
  if (isLeast)
    return lower;
  std::optional<int64_t> bound = constantTripBound(tile, dim);
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  if (!bound || !step)
    return std::nullopt;
  return lower + (*bound - 1) * *step;
}

std::optional<TileCondition> polymem::inBox(TileOp tile, const AffineTerm &term,
                                            int64_t constant,
                                            TilePoints points) {
  AffineMap map = term.getAffineMap();
  SmallVector<int64_t> coefficients;
  if (failed(getFlattenedAffineExpr(map.getResult(0), map.getNumDims(),
                                    map.getNumSymbols(), &coefficients)) ||
      coefficients.size() != map.getNumInputs() + 1)
    return std::nullopt;
  TileCondition condition;
  MLIRContext *context = map.getContext();
  condition.expr =
      getAffineConstantExpr(coefficients.back() + constant, context);
  auto symbol = [&](Value value) {
    condition.operands.push_back(value);
    return getAffineSymbolExpr(condition.operands.size() - 1, context);
  };
  for (auto [k, coefficient] :
       llvm::enumerate(ArrayRef(coefficients).drop_back())) {
    if (coefficient == 0)
      continue;
    Value value = term.getOperand(k);
    auto *origin = llvm::find(tile.getOrigins(), value);
    if (origin == tile.getOrigins().end()) {
      if (tile.getBody().isAncestor(value.getParentRegion()))
        return std::nullopt;
      condition.expr = condition.expr + symbol(value) * coefficient;
      continue;
    }
    unsigned dim = origin - tile.getOrigins().begin();
    bool isLeast = (coefficient > 0) == (points == TilePoints::All);
    auto decisive =
        extreme(tile, dim, isLeast, symbol(tile.getLowerBounds()[dim]));
    if (!decisive)
      return std::nullopt;
    condition.expr = condition.expr + *decisive * coefficient;
  }
  return condition;
}

std::optional<SingleLoop> polymem::asSingleLoop(AffineForOp loop) {
  SmallVector<AffineTerm> lowers = termsOf(loop.getLowerBoundMap(),
                                           loop.getLowerBoundOperands()),
                          uppers = termsOf(loop.getUpperBoundMap(),
                                           loop.getUpperBoundOperands());
  auto isSingle = [&](const AffineTerm &lower, const AffineTerm &upper) {
    auto length =
        dyn_cast<AffineConstantExpr>(difference(upper, lower).getResult(0));
    return length && length.getValue() > 0 &&
           length.getValue() <= loop.getStepAsInt();
  };
  for (unsigned first = 0; first < lowers.size(); ++first) {
    const AffineTerm &lower = lowers[first];
    auto *last = llvm::find_if(uppers, [&](const AffineTerm &upper) {
      return isSingle(lower, upper);
    });
    if (last == uppers.end())
      continue;
    SingleLoop single{first, unsigned(last - uppers.begin()), {}};
    for (auto [k, other] : llvm::enumerate(lowers))
      if (k != first)
        single.conditions.emplace_back(difference(lower, other), 0);
    for (const AffineTerm &upper : uppers)
      if (!isSingle(lower, upper))
        single.conditions.emplace_back(difference(upper, lower), -1);
    return single;
  }
  return std::nullopt;
}

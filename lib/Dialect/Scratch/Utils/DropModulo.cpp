//===- DropModulo.cpp - modulos that the range makes redundant -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"

using namespace mlir;
using namespace polymem::scratch;

AffineMap polymem::scratch::dropRedundantModulo(AffineMap map,
                                                ValueRange operands,
                                                Block *point) {
  // Innermost modulos first: an outer one is then asked about what is left.
  std::function<AffineExpr(AffineExpr)> simplify =
      [&](AffineExpr expr) -> AffineExpr {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    AffineExpr lhs = simplify(binary.getLHS());
    AffineExpr rhs = simplify(binary.getRHS());
    if (expr.getKind() != AffineExprKind::Mod)
      return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
    ValueFacts facts;
    facts.addConditions(point);
    std::optional<unsigned> value =
        facts.variable(lhs, map.getNumDims(), operands);
    std::optional<unsigned> modulus =
        facts.variable(rhs, map.getNumDims(), operands);
    // 0 <= value < modulus, each refuted the other way round.
    if (value && modulus && facts.isImpossible(-1, *value, {}, -1) &&
        facts.isImpossible(1, *value, modulus, 0))
      return lhs;
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  };
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(simplify(expr));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

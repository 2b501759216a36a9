//===- DropModulo.cpp - modulos that the range makes redundant -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

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

namespace {
/// A dimension of a loop whose step is constant.
struct SteppedLoop {
  Value variable, lower;
  int64_t step;
};
} // namespace

/// The loops around `point`, the innermost one first.
static SmallVector<SteppedLoop> loopsAround(Block *point) {
  SmallVector<SteppedLoop> loops;
  auto add = [&](Value variable, Value lower, Value step) {
    if (std::optional<int64_t> constant = getConstantIntValue(step);
        constant && *constant > 0)
      loops.push_back({variable, lower, *constant});
  };
  for (Operation *op = point->getParentOp(); op; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op))
      add(loop.getInductionVar(), loop.getLowerBound(), loop.getStep());
    else if (auto tile = dyn_cast<TileOp>(op))
      for (auto [d, origin] : llvm::enumerate(tile.getOrigins()))
        add(origin, tile.getLowerBounds()[d], tile.getSteps()[d]);
  return loops;
}

AffineMap polymem::scratch::hoistModulo(AffineMap map,
                                        SmallVectorImpl<Value> &operands,
                                        Block *point) {
  // More tiles than this are not in flight.
  constexpr int64_t kMostSteps = 16;
  unsigned numDims = map.getNumDims(), numSymbols = map.getNumSymbols();
  MLIRContext *context = map.getContext();
  std::optional<SmallVector<SteppedLoop>> loops;
  auto hoist = [&](AffineExpr value, int64_t modulus) -> AffineExpr {
    if (!loops)
      loops = loopsAround(point);
    for (const SteppedLoop &loop : *loops) {
      if (modulus % loop.step != 0 || modulus / loop.step > kMostSteps)
        continue;
      SmallVector<Value> all(operands.begin(), operands.end());
      AffineExpr turn = getAffineSymbolExpr(numSymbols, context);
      all.push_back(loop.variable);
      if (std::optional<int64_t> lower = getConstantIntValue(loop.lower)) {
        turn = turn - *lower;
      } else {
        turn = turn - getAffineSymbolExpr(numSymbols + 1, context);
        all.push_back(loop.lower);
      }
      ValueFacts facts;
      facts.addConditions(point);
      std::optional<unsigned> first = facts.variable(value, numDims, all),
                              second = facts.variable(turn, numDims, all);
      for (int64_t ahead = 0; first && second && ahead < modulus;
           ahead += loop.step) {
        if (!facts.isImpossible(-1, *first, *second, ahead - 1) ||
            !facts.isImpossible(1, *first, *second, -(ahead + loop.step)))
          continue;
        operands.assign(all);
        numSymbols = operands.size() - numDims;
        // In steps, so that it is seen to be a multiple of one.
        return (turn.floorDiv(loop.step) + ahead / loop.step) %
                   (modulus / loop.step) * loop.step +
               (value - turn - ahead);
      }
    }
    return value % modulus;
  };
  std::function<AffineExpr(AffineExpr)> simplify =
      [&](AffineExpr expr) -> AffineExpr {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    AffineExpr lhs = simplify(binary.getLHS()), rhs = simplify(binary.getRHS());
    auto modulus = dyn_cast<AffineConstantExpr>(rhs);
    if (expr.getKind() == AffineExprKind::Mod && modulus &&
        modulus.getValue() > 1 && lhs.isPureAffine())
      return hoist(lhs, modulus.getValue());
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  };
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(simplify(expr));
  return AffineMap::get(numDims, numSymbols, results, context);
}

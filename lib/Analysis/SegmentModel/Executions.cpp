//===- Executions.cpp - values of the loops around an operation -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executions.h"
#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

std::optional<SmallVector<int64_t>>
polymem::evaluate(AffineMap map, ValueRange given, const LoopValues &values) {
  SmallVector<Value> operands(given);
  fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<AffineExpr> numbers;
  for (Value operand : operands) {
    IntegerAttr constant;
    auto known = values.find(operand);
    if (known != values.end())
      numbers.push_back(getAffineConstantExpr(known->second, map.getContext()));
    else if (matchPattern(operand, m_Constant(&constant)))
      numbers.push_back(
          getAffineConstantExpr(constant.getInt(), map.getContext()));
    else
      return std::nullopt;
  }
  ArrayRef<AffineExpr> all(numbers);
  map = map.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                  all.drop_front(map.getNumDims()), 0, 0);
  SmallVector<int64_t> results;
  for (AffineExpr expr : map.getResults()) {
    auto number = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(expr, 0, 0));
    if (!number)
      return std::nullopt;
    results.push_back(number.getValue());
  }
  return results;
}

namespace {
/// Walks the iterations of loops from the outside in.
struct Walk {
  SmallVector<Operation *> around;
  Operation *innermost;
  int64_t left;
  llvm::function_ref<void(const LoopValues &)> visit;
  LoopValues values;

  bool run(unsigned depth);
  bool runLoop(AffineForOp loop, unsigned depth);
  std::optional<bool> holds(AffineIfOp op, Operation *inside);
};
} // namespace

std::optional<bool> Walk::holds(AffineIfOp op, Operation *inside) {
  IntegerSet set = op.getIntegerSet();
  std::optional<SmallVector<int64_t>> numbers =
      evaluate(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                              set.getConstraints(), op.getContext()),
               op->getOperands(), values);
  if (!numbers)
    return std::nullopt;
  bool all = true;
  for (auto [number, isEqual] : llvm::zip(*numbers, set.getEqFlags()))
    all &= isEqual ? number == 0 : number >= 0;
  return all == op.getThenRegion().isAncestor(inside->getParentRegion());
}

bool Walk::runLoop(AffineForOp loop, unsigned depth) {
  auto lower =
      evaluate(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), values);
  auto upper =
      evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), values);
  int64_t step = loop.getStepAsInt();
  if (!lower || !upper || step < 1)
    return false;
  int64_t end = *llvm::min_element(*upper);
  for (int64_t i = *llvm::max_element(*lower); i < end; i += step) {
    values[loop.getInductionVar()] = i;
    if (left < 0 || !run(depth + 1))
      return false;
  }
  values.erase(loop.getInductionVar());
  return true;
}

bool Walk::run(unsigned depth) {
  // Iterations count also if what is inside is not executed.
  if (--left < 0)
    return false;
  if (depth == around.size()) {
    visit(values);
    return true;
  }
  Operation *op = around[depth];
  if (auto loop = dyn_cast<AffineForOp>(op))
    return runLoop(loop, depth);
  Operation *inside =
      depth + 1 < around.size() ? around[depth + 1] : innermost;
  std::optional<bool> holds = this->holds(cast<AffineIfOp>(op), inside);
  return holds && (!*holds || run(depth + 1));
}

bool polymem::forEachExecution(
    Operation *op, int64_t most,
    llvm::function_ref<void(const LoopValues &)> visit) {
  Walk walk{{}, op, most, visit, LoopValues()};
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    if (!isa<AffineForOp, AffineIfOp>(parent))
      return false;
    walk.around.push_back(parent);
  }
  std::reverse(walk.around.begin(), walk.around.end());
  return walk.run(0);
}

std::optional<int64_t> polymem::executionsOf(Operation *op) {
  constexpr int64_t kMost = int64_t(1) << 20;
  int64_t count = 0;
  if (!forEachExecution(op, kMost, [&](const LoopValues &) { ++count; }))
    return std::nullopt;
  return count;
}

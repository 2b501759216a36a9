//===- TripCounts.cpp - how often loops of threads run --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripCounts.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem::prem;

/// Longer chains of values are not followed.
static constexpr unsigned kMaxDepth = 64;

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
      if (!result)
        result = IndexRange{*value, *value};
      result->least = std::min(result->least, *value);
      result->greatest = std::max(result->greatest, *value);
    }
  return result;
}

static std::optional<IndexRange> add(IndexRange x, IndexRange y) {
  return corners(x, y, llvm::checkedAdd<int64_t>);
}
static std::optional<IndexRange> subtract(IndexRange x, IndexRange y) {
  return corners(x, y, llvm::checkedSub<int64_t>);
}
static std::optional<IndexRange> multiply(IndexRange x, IndexRange y) {
  return corners(x, y, llvm::checkedMul<int64_t>);
}
static int64_t floorDivide(int64_t x, int64_t y) {
  return llvm::divideFloorSigned(x, y);
}
static int64_t ceilDivide(int64_t x, int64_t y) {
  return llvm::divideCeilSigned(x, y);
}

/// Of a quotient that is rounded towards zero, or its remainder: the divisor is
/// not zero.
static std::optional<IndexRange> quotient(IndexRange x, IndexRange y) {
  if (y.greatest < 1 || y.least < 0)
    return std::nullopt;
  return corners(
      x, {std::max<int64_t>(y.least, 1), y.greatest},
      [](int64_t a, int64_t b) -> std::optional<int64_t> { return a / b; });
}
static std::optional<IndexRange> remainder(IndexRange x, IndexRange y) {
  if (y.greatest < 1 || y.least < 0)
    return std::nullopt;
  return IndexRange{x.least >= 0 ? 0 : std::max(x.least, 1 - y.greatest),
                    x.greatest <= 0 ? 0 : std::min(x.greatest, y.greatest - 1)};
}

/// Of a division by a positive constant.
template <typename Op>
static std::optional<IndexRange> divide(IndexRange x, IndexRange y, Op op) {
  if (y.least != y.greatest || y.least < 1)
    return std::nullopt;
  return corners(x, y, [&](int64_t a, int64_t b) -> std::optional<int64_t> {
    return op(a, b);
  });
}

static std::optional<IndexRange> least(IndexRange x, IndexRange y) {
  return IndexRange{std::min(x.least, y.least),
                    std::min(x.greatest, y.greatest)};
}
static std::optional<IndexRange> greatest(IndexRange x, IndexRange y) {
  return IndexRange{std::max(x.least, y.least),
                    std::max(x.greatest, y.greatest)};
}

/// The range of an affine expression of operands in these ranges.
static std::optional<IndexRange>
ofExpression(AffineExpr expr, unsigned numDims,
             ArrayRef<std::optional<IndexRange>> in) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange{constant.getValue(), constant.getValue()};
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
    return add(*x, *y);
  case AffineExprKind::Mul:
    return multiply(*x, *y);
  case AffineExprKind::FloorDiv:
    return divide(*x, *y, floorDivide);
  case AffineExprKind::CeilDiv:
    return divide(*x, *y, ceilDivide);
  default:
    return std::nullopt;
  }
}

TripCounts::TripCounts(ModuleOp module) {
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      calls[call.getCallee()].push_back(op);
    if (auto launch = dyn_cast<LaunchOp>(op))
      calls[launch.getCallee()].push_back(op);
  });
}

std::optional<IndexRange> TripCounts::ofMap(AffineMap map, ValueRange operands,
                                            bool isMinimum,
                                            unsigned depth) const {
  SmallVector<std::optional<IndexRange>> in;
  for (Value operand : operands)
    in.push_back(range(operand, depth + 1));
  std::optional<IndexRange> result;
  bool isAll = true;
  for (AffineExpr expr : map.getResults()) {
    std::optional<IndexRange> part = ofExpression(expr, map.getNumDims(), in);
    isAll &= part.has_value();
    if (part)
      result = !result     ? part
               : isMinimum ? least(*result, *part)
                           : greatest(*result, *part);
  }
  // One result alone bounds from one side.
  if (!result || isAll)
    return result;
  constexpr int64_t kFar = int64_t(1) << 62;
  return isMinimum ? IndexRange{-kFar, result->greatest}
                   : IndexRange{result->least, kFar};
}

std::optional<IndexRange> TripCounts::ofArgument(BlockArgument argument,
                                                 unsigned depth) const {
  Operation *parent = argument.getOwner()->getParentOp();
  std::optional<IndexRange> first, last;
  if (auto loop = dyn_cast<affine::AffineForOp>(parent)) {
    if (argument != loop.getInductionVar())
      return std::nullopt;
    first = ofMap(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                  /*isMinimum=*/false, depth);
    last = ofMap(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                 /*isMinimum=*/true, depth);
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (argument != loop.getInductionVar())
      return std::nullopt;
    first = range(loop.getLowerBound(), depth + 1);
    last = range(loop.getUpperBound(), depth + 1);
  } else if (auto function = dyn_cast<func::FuncOp>(parent)) {
    auto uses = calls.find(function.getSymName());
    if (uses == calls.end())
      return std::nullopt;
    std::optional<IndexRange> result;
    for (Operation *call : uses->second) {
      std::optional<IndexRange> part =
          range(call->getOperand(argument.getArgNumber()), depth + 1);
      if (!part)
        return std::nullopt;
      result = result ? IndexRange{std::min(result->least, part->least),
                                   std::max(result->greatest, part->greatest)}
                      : *part;
    }
    return result;
  }
  if (!first || !last)
    return std::nullopt;
  // Of a loop that is never entered there is no value.
  return IndexRange{first->least, std::max(first->least, last->greatest - 1)};
}

std::optional<IndexRange> TripCounts::ofOperation(Operation *op,
                                                  unsigned depth) const {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return ofMap(apply.getAffineMap(), apply.getMapOperands(), true, depth);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return ofMap(min.getMap(), min.getOperands(), true, depth);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return ofMap(max.getMap(), max.getOperands(), false, depth);
  if (isa<ThreadIdOp>(op)) {
    int64_t most = 0;
    op->getParentOfType<ModuleOp>().walk([&](LaunchOp launch) {
      most = std::max<int64_t>(most, launch.getCores() - 1);
    });
    return IndexRange{0, most};
  }
  if (isa<arith::IndexCastOp>(op))
    return range(op->getOperand(0), depth + 1);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<IndexRange> x = range(select.getTrueValue(), depth + 1);
    std::optional<IndexRange> y = range(select.getFalseValue(), depth + 1);
    if (!x || !y)
      return std::nullopt;
    return IndexRange{std::min(x->least, y->least),
                      std::max(x->greatest, y->greatest)};
  }
  if (op->getNumOperands() != 2)
    return std::nullopt;
  std::optional<IndexRange> x = range(op->getOperand(0), depth + 1);
  std::optional<IndexRange> y = range(op->getOperand(1), depth + 1);
  if (!x || !y)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return add(*x, *y);
  if (isa<arith::SubIOp>(op))
    return subtract(*x, *y);
  if (isa<arith::MulIOp>(op))
    return multiply(*x, *y);
  if (isa<arith::MinSIOp>(op))
    return least(*x, *y);
  if (isa<arith::MaxSIOp>(op))
    return greatest(*x, *y);
  if (isa<arith::DivSIOp>(op))
    return quotient(*x, *y);
  if (isa<arith::RemSIOp>(op))
    return remainder(*x, *y);
  if (isa<arith::FloorDivSIOp>(op))
    return divide(*x, *y, floorDivide);
  if (isa<arith::CeilDivSIOp>(op))
    return divide(*x, *y, ceilDivide);
  return std::nullopt;
}

std::optional<IndexRange> TripCounts::range(Value value, unsigned depth) const {
  // Narrow integers may wrap.
  if (depth > kMaxDepth ||
      !(value.getType().isIndex() || value.getType().isInteger(64)))
    return std::nullopt;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return IndexRange{constant.getSExtValue(), constant.getSExtValue()};
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ofArgument(argument, depth);
  return ofOperation(value.getDefiningOp(), depth);
}

/// The least constant of the differences of bounds, if there is one: where a
/// bound moves as the other does, ranges do not see it.
static std::optional<int64_t> constantTrips(affine::AffineForOp loop) {
  AffineMap map;
  SmallVector<Value> operands;
  affine::getTripCountMapAndOperands(loop, &map, &operands);
  std::optional<int64_t> result;
  if (!map)
    return result;
  for (AffineExpr expr : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      result =
          std::min(result.value_or(constant.getValue()), constant.getValue());
  return result;
}

std::optional<int64_t> TripCounts::most(Operation *op) const {
  std::optional<IndexRange> first, last;
  std::optional<int64_t> known, step;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    first = ofMap(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                  /*isMinimum=*/false, 0);
    last = ofMap(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                 /*isMinimum=*/true, 0);
    step = loop.getStepAsInt();
    known = constantTrips(loop);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    first = range(loop.getLowerBound());
    last = range(loop.getUpperBound());
    if (std::optional<IndexRange> by = range(loop.getStep()))
      step = by->least;
  }
  if (first && last && step && *step > 0)
    if (std::optional<int64_t> way =
            llvm::checkedSub(last->greatest, first->least)) {
      int64_t trips = std::max<int64_t>(0, llvm::divideCeilSigned(*way, *step));
      // More are none that a program is planned for.
      if (trips < int64_t(1) << 31)
        known = std::min(known.value_or(trips), trips);
    }
  return known ? std::optional(std::max<int64_t>(*known, 0)) : known;
}

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
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::prem;

/// Longer chains of values are not followed.
static constexpr unsigned kMaxDepth = 64;

TripCounts::TripCounts(ModuleOp module) {
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      calls[call.getCallee()].push_back(op);
    if (auto launch = dyn_cast<LaunchOp>(op))
      calls[launch.getCallee()].push_back(op);
  });
}

std::optional<IndexRange> TripCounts::ofArgument(BlockArgument argument,
                                                 unsigned depth) const {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto uses = function ? calls.find(function.getSymName()) : calls.end();
  std::optional<IndexRange> result;
  if (uses == calls.end())
    return result;
  for (Operation *call : uses->second) {
    std::optional<IndexRange> part =
        range(call->getOperand(argument.getArgNumber()), depth + 1);
    if (!part)
      return std::nullopt;
    result = result ? hullOf(*result, *part) : *part;
  }
  return result;
}

std::optional<IndexRange> TripCounts::ofOperation(Operation *op,
                                                  unsigned depth) const {
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
    return x && y ? std::optional(hullOf(*x, *y)) : std::nullopt;
  }
  if (op->getNumOperands() != 2)
    return std::nullopt;
  std::optional<IndexRange> x = range(op->getOperand(0), depth + 1);
  std::optional<IndexRange> y = range(op->getOperand(1), depth + 1);
  if (!x || !y)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return sumOf(*x, *y);
  if (isa<arith::SubIOp>(op))
    return differenceOf(*x, *y);
  if (isa<arith::MulIOp>(op))
    return productOf(*x, *y);
  if (isa<arith::MinSIOp>(op))
    return lesserOf(*x, *y);
  if (isa<arith::MaxSIOp>(op))
    return greaterOf(*x, *y);
  if (isa<arith::DivSIOp>(op))
    return quotientOf(*x, *y);
  if (isa<arith::RemSIOp>(op))
    return remainderOf(*x, *y);
  if (isa<arith::FloorDivSIOp>(op))
    return floorQuotientOf(*x, *y);
  if (isa<arith::CeilDivSIOp>(op))
    return ceilQuotientOf(*x, *y);
  return std::nullopt;
}

std::optional<IndexRange> TripCounts::range(Value value, unsigned depth) const {
  // Narrow integers may wrap.
  if (depth > kMaxDepth ||
      !(value.getType().isIndex() || value.getType().isInteger(64)))
    return std::nullopt;
  IndexDefinition definition = IndexDefinition::of(value);
  if (definition.kind != IndexDefinition::Kind::Opaque)
    return rangeOfDefined(
        definition, [&](Value operand) { return range(operand, depth + 1); });
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
  IndexDefinition definition;
  std::optional<int64_t> known, step;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    definition = IndexDefinition::of(loop.getInductionVar());
    step = loop.getStepAsInt();
    known = constantTrips(loop);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    definition = IndexDefinition::of(loop.getInductionVar());
    if (std::optional<IndexRange> by = range(loop.getStep()))
      step = by->least;
  }
  std::optional<IndexRange> first, last;
  if (definition.isIteration()) {
    auto rangeOf = [&](Value value) { return range(value); };
    first = rangeOfGreatest(definition.lower, rangeOf);
    last = rangeOfLeast(definition.upper, rangeOf);
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

//===- GridBounds.cpp - what a value of a loop is at most -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem;

Value GridBounds::bound(Value value, bool isUpper) {
  if (loop->isAncestor(value.getParentBlock()->getParentOp())) {
    auto [it, isNew] = known.try_emplace({value, unsigned(isUpper)}, Value());
    // A value on the way to itself has no bound.
    if (!isNew)
      return it->second;
    Value result = compute(value, isUpper);
    return known[{value, unsigned(isUpper)}] = result;
  }
  return value;
}

/// The last value is one less than the upper bound at most.
Value GridBounds::ofInduction(scf::ForOp around, bool isUpper) {
  if (!isUpper)
    return lower(around.getLowerBound());
  Value last = upper(around.getUpperBound());
  if (!last)
    return {};
  Location loc = around.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::SubIOp::create(builder, loc, last, one);
}

Value GridBounds::ofProduct(Operation *op, bool isUpper) {
  std::optional<int64_t> factor = getConstantIntValue(op->getOperand(1));
  if (!factor)
    return {};
  Value other = bound(op->getOperand(0), isUpper == (*factor >= 0));
  if (!other)
    return {};
  Value constant =
      arith::ConstantIndexOp::create(builder, op->getLoc(), *factor);
  return arith::MulIOp::create(builder, op->getLoc(), other, constant);
}

bool GridBounds::isNonNegative(Value value) {
  auto [it, isNew] = nonNegative.try_emplace(value, false);
  if (!isNew)
    return it->second;
  Operation *op = value.getDefiningOp();
  bool result = false;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    result = *constant >= 0;
  else if (isa_and_nonnull<arith::AddIOp, arith::MinSIOp>(op))
    result =
        isNonNegative(op->getOperand(0)) && isNonNegative(op->getOperand(1));
  else if (isa_and_nonnull<arith::MaxSIOp>(op))
    result =
        isNonNegative(op->getOperand(0)) || isNonNegative(op->getOperand(1));
  return nonNegative[value] = result;
}

/// Of a division by a positive constant.
Value GridBounds::ofQuotient(Operation *op, bool isUpper) {
  std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
  if (!divisor || *divisor <= 0)
    return {};
  Location loc = op->getLoc();
  // An unsigned division takes a negative number for a very large one.
  if (isa<arith::DivUIOp>(op) && !isNonNegative(op->getOperand(0)))
    return {};
  Value dividend = bound(op->getOperand(0), isUpper);
  if (!dividend)
    return {};
  Value constant = arith::ConstantIndexOp::create(builder, loc, *divisor);
  // Quotients grow with what is divided, however they are rounded.
  if (isa<arith::CeilDivSIOp>(op))
    return arith::CeilDivSIOp::create(builder, loc, dividend, constant);
  if (isa<arith::FloorDivSIOp>(op))
    return arith::FloorDivSIOp::create(builder, loc, dividend, constant);
  return arith::DivSIOp::create(builder, loc, dividend, constant);
}

/// A minimum is at most what either operand is at most: one bound does.
Value GridBounds::ofExtremum(Operation *op, bool isUpper) {
  Value a = bound(op->getOperand(0), isUpper),
        b = bound(op->getOperand(1), isUpper);
  bool isMinimum = isa<arith::MinSIOp>(op);
  if (!a || !b)
    return isMinimum == isUpper ? (a ? a : b) : Value();
  if (isMinimum)
    return arith::MinSIOp::create(builder, op->getLoc(), a, b);
  return arith::MaxSIOp::create(builder, op->getLoc(), a, b);
}

Value GridBounds::compute(Value value, bool isUpper) {
  if (!value.getType().isIndex())
    return {};
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto around = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    return around && value == around.getInductionVar()
               ? ofInduction(around, isUpper)
               : Value();
  }
  Location loc = op->getLoc();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddIOp, arith::SubIOp>([&](Operation *sum) -> Value {
        bool isDifference = isa<arith::SubIOp>(sum);
        Value a = bound(sum->getOperand(0), isUpper),
              b = bound(sum->getOperand(1), isUpper != isDifference);
        if (!a || !b)
          return {};
        if (isDifference)
          return arith::SubIOp::create(builder, loc, a, b);
        return arith::AddIOp::create(builder, loc, a, b);
      })
      .Case<arith::SelectOp>([&](arith::SelectOp select) -> Value {
        // Either value, whatever the condition says.
        Value a = bound(select.getTrueValue(), isUpper),
              b = bound(select.getFalseValue(), isUpper);
        if (!a || !b)
          return {};
        if (isUpper)
          return arith::MaxSIOp::create(builder, loc, a, b);
        return arith::MinSIOp::create(builder, loc, a, b);
      })
      .Case<arith::MulIOp>(
          [&](Operation *op) { return ofProduct(op, isUpper); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::CeilDivSIOp,
            arith::FloorDivSIOp>(
          [&](Operation *op) { return ofQuotient(op, isUpper); })
      .Case<arith::MinSIOp, arith::MaxSIOp>(
          [&](Operation *op) { return ofExtremum(op, isUpper); })
      .Default([](Operation *) { return Value(); });
}

//===- MatchExpressions.cpp - are two operator trees equal? ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;
using namespace polymem;

/// The expression is compared by its values, not by its operator.
static bool isOperand(const ValueExpr &expr) {
  return expr.kind != ValueExpr::Kind::Operation ||
         ClosedValues::isClosed(expr);
}

static bool sameOperation(const ValueExpr &a, const ValueExpr &b) {
  return a.op->getName() == b.op->getName() && a.index == b.index &&
         a.op->getAttrDictionary() == b.op->getAttrDictionary() &&
         a.op->getResult(a.index).getType() ==
             b.op->getResult(b.index).getType() &&
         a.operands.size() == b.operands.size();
}

// LLVM fixes sign and payload of a NaN for no operation that makes one. Not
// here are `maxnumf` and `minnumf`, though MLIR says they commute: of zeros
// with different signs LLVM's may yield either.
bool polymem::isCommutative(const ValueExpr &expr) {
  return isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp, arith::AddUIExtendedOp, arith::MulSIExtendedOp,
             arith::MulUIExtendedOp, arith::AddFOp, arith::MulFOp,
             arith::MaximumFOp, arith::MinimumFOp, index::AddOp, index::MulOp,
             index::MaxSOp, index::MaxUOp, index::MinSOp, index::MinUOp,
             index::AndOp, index::OrOp, index::XOrOp>(expr.op);
}

/// The same for expressions that are equal but for the sources of operands and
/// their order in commutative operations. Others may have it, too: it tells
/// which operands to compare, and nothing more.
static llvm::hash_code shapeOf(const ValueExpr &expr) {
  if (isOperand(expr))
    return llvm::hash_value(ClosedValues::isClosed(expr));
  SmallVector<size_t> operands;
  for (const ValueExpr &operand : expr.operands)
    operands.push_back(shapeOf(operand));
  if (isCommutative(expr))
    llvm::sort(operands);
  return llvm::hash_combine(
      expr.op->getName().getAsOpaquePointer(), expr.index,
      llvm::hash_combine_range(operands.begin(), operands.end()));
}

std::optional<ExpressionMismatch>
polymem::matchExpressions(const ValueExpr &before, const ValueExpr &after,
                          SmallVectorImpl<OperandPair> &operands) {
  if (isOperand(before) && isOperand(after)) {
    operands.push_back({&before, &after});
    return std::nullopt;
  }
  auto name = [](const ValueExpr &expr) {
    return isOperand(expr)
               ? std::string("an operand")
               : "'" + expr.op->getName().getStringRef().str() + "'";
  };
  if (isOperand(before) || isOperand(after) || !sameOperation(before, after)) {
    std::string text = name(after) + " where the original has " + name(before);
    if (!isOperand(before) && !isOperand(after) &&
        before.op->getName() == after.op->getName())
      text = name(after) + " with other attributes, types or operands than in "
                           "the original";
    return ExpressionMismatch{isOperand(after) ? nullptr : after.op, text};
  }
  bool exchanged = false;
  if (isCommutative(after)) {
    auto left = shapeOf(before.operands[0]),
         right = shapeOf(before.operands[1]);
    exchanged = left != shapeOf(after.operands[0]) &&
                left == shapeOf(after.operands[1]) &&
                right == shapeOf(after.operands[0]);
  }
  for (unsigned k = 0; k < after.operands.size(); ++k)
    if (auto mismatch =
            matchExpressions(before.operands[k],
                             after.operands[exchanged ? 1 - k : k], operands))
      return mismatch;
  return std::nullopt;
}

//===- AffineExpressions.cpp - affine expressions in C ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"

using namespace mlir;
using namespace polymem::prem;

std::string CPrinter::helper(StringRef name, ArrayRef<std::string> values) {
  helpers.insert(name.str());
  return (name + "(" + llvm::join(values, ", ") + ")").str();
}

std::string CPrinter::affine(AffineExpr expr, ValueRange operands,
                             unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    std::string text = std::to_string(constant.getValue());
    return constant.getValue() < 0 ? "(" + text + ")" : text;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return use(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return use(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::string x = affine(binary.getLHS(), operands, numDims);
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add && number && number.getValue() < 0)
    return "(" + x + " - " + std::to_string(-number.getValue()) + ")";
  std::string y = affine(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return "(" + x + " + " + y + ")";
  case AffineExprKind::Mul:
    return "(" + x + " * " + y + ")";
  case AffineExprKind::Mod:
    return helper("prem_c_mod_i32", {x, y});
  case AffineExprKind::FloorDiv:
    return helper("prem_c_floor_div_i32", {x, y});
  default:
    return helper("prem_c_ceil_div_i32", {x, y});
  }
}

/// Without the parentheses around all of it, which affine() prints for sums
/// and products.
static std::string withoutParentheses(std::string text) {
  if (text.front() != '(')
    return text;
  // A pair around all of it, not one of several.
  unsigned depth = 0;
  for (auto [i, c] : llvm::enumerate(text)) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < text.size())
      return text;
  }
  return text.substr(1, text.size() - 2);
}

std::string CPrinter::affineBound(AffineMap map, ValueRange operands,
                                  bool isMinimum) {
  std::string text;
  for (AffineExpr expr : map.getResults()) {
    std::string part = affine(expr, operands, map.getNumDims());
    text = text.empty()
               ? part
               : helper(isMinimum ? "prem_c_min_i32" : "prem_c_max_i32",
                        {text, part});
  }
  return withoutParentheses(text);
}

std::vector<std::string> CPrinter::affineIndices(AffineMap map,
                                                 ValueRange operands) {
  std::vector<std::string> indices;
  for (AffineExpr expr : map.getResults())
    indices.push_back(
        withoutParentheses(affine(expr, operands, map.getNumDims())));
  return indices;
}

std::string CPrinter::affineCondition(affine::AffineIfOp op) {
  IntegerSet set = op.getIntegerSet();
  std::vector<std::string> parts;
  for (auto [i, constraint] : llvm::enumerate(set.getConstraints()))
    parts.push_back("(" +
                    affine(constraint, op.getOperands(), set.getNumDims()) +
                    (set.isEq(i) ? " == 0)" : " >= 0)"));
  return parts.empty() ? "true" : llvm::join(parts, " && ");
}

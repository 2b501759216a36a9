//===- HostExpression.cpp - formulas of what a host has to compute --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExpression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace polymem {

using Kind = ExpressionNode::Kind;
using Operands = std::vector<HostExpression>;

HostExpression makeInteger(int64_t value) {
  auto node = std::make_shared<ExpressionNode>();
  node->integer = value;
  node->nonNegative = value >= 0;
  return node;
}

HostExpression makeName(StringRef name, bool nonNegative) {
  auto node = std::make_shared<ExpressionNode>();
  node->kind = Kind::Name;
  node->text = name.str();
  node->nonNegative = nonNegative;
  return node;
}

HostExpression makeReal(double value, StringRef type, uint64_t bits) {
  if (!std::isfinite(value))
    return makeOperation((type + ".bits").str(),
                         {makeInteger(static_cast<int64_t>(bits))});
  auto node = std::make_shared<ExpressionNode>();
  node->kind = Kind::Real;
  node->real = value;
  return node;
}

std::optional<int64_t> getInteger(const HostExpression &expression) {
  if (!expression || expression->kind != Kind::Integer)
    return std::nullopt;
  return expression->integer;
}

bool isSame(const HostExpression &a, const HostExpression &b) {
  constexpr unsigned kLarge = 1000;
  if (a == b)
    return true;
  if (a->kind != b->kind || a->size != b->size || a->size > kLarge)
    return false;
  switch (a->kind) {
  case Kind::Integer:
    return a->integer == b->integer;
  case Kind::Real:
    return a->real == b->real && std::signbit(a->real) == std::signbit(b->real);
  case Kind::Name:
    return a->text == b->text;
  case Kind::Operation:
    return a->text == b->text && a->operands.size() == b->operands.size() &&
           all_of(zip(a->operands, b->operands), [](auto pair) {
             return isSame(std::get<0>(pair), std::get<1>(pair));
           });
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// The operation as it is.
static HostExpression makeNode(StringRef op, Operands operands) {
  auto node = std::make_shared<ExpressionNode>();
  node->kind = Kind::Operation;
  node->text = op.str();
  auto sure = [](const HostExpression &e) { return e->nonNegative; };
  bool all = all_of(operands, sure), any = any_of(operands, sure);
  if (op == "max")
    node->nonNegative = any;
  else if (op == "mod")
    node->nonNegative = operands[1]->nonNegative;
  else if (op == "select")
    node->nonNegative = operands[1]->nonNegative && operands[2]->nonNegative;
  else if (op == "+" || op == "*" || op == "min" || op == "floordiv" ||
           op == "ceildiv")
    node->nonNegative = all;
  else
    node->nonNegative =
        StringSwitch<bool>(op)
            .Cases({"<", "<=", ">", ">=", "==", "!=", "and", "or"}, true)
            .Default(false);
  for (const HostExpression &operand : operands) {
    node->size = std::min(node->size + operand->size, ExpressionNode::kMaxSize);
    node->depth = std::max(node->depth, operand->depth + 1);
  }
  node->operands = std::move(operands);
  return node;
}

/// The value of an operator of constants; nothing if there is none.
static std::optional<int64_t> fold(StringRef op, ArrayRef<int64_t> x) {
  if (x.size() != 2)
    return std::nullopt;
  if (op == "+")
    return checkedAdd(x[0], x[1]);
  if (op == "-")
    return checkedSub(x[0], x[1]);
  if (op == "*")
    return checkedMul(x[0], x[1]);
  if (op == "min")
    return std::min(x[0], x[1]);
  if (op == "max")
    return std::max(x[0], x[1]);
  if (op == "<")
    return x[0] < x[1];
  if (op == "<=")
    return x[0] <= x[1];
  if (op == ">")
    return x[0] > x[1];
  if (op == ">=")
    return x[0] >= x[1];
  if (op == "==")
    return x[0] == x[1];
  if (op == "!=")
    return x[0] != x[1];
  if (op == "and")
    return x[0] && x[1];
  if (op == "or")
    return x[0] || x[1];
  if (x[1] == 0 || x[1] == -1)
    return std::nullopt;
  if (op == "floordiv")
    return divideFloorSigned(x[0], x[1]);
  if (op == "ceildiv")
    return divideCeilSigned(x[0], x[1]);
  if (op == "mod" && x[1] > 0)
    return llvm::mod(x[0], x[1]);
  if (op == "div")
    return x[0] / x[1];
  if (op == "rem")
    return x[0] % x[1];
  return std::nullopt;
}

static HostExpression makeSum(const HostExpression &a,
                              const HostExpression &b) {
  if (a->kind == Kind::Integer)
    return b->kind == Kind::Integer ? makeNode("+", {a, b}) : makeSum(b, a);
  if (b->isInteger(0))
    return a;
  // (x + c) + d
  if (b->kind == Kind::Integer && a->is("+"))
    if (auto inner = getInteger(a->operands[1]))
      if (auto sum = checkedAdd(*inner, b->integer))
        return *sum == 0 ? a->operands[0]
                         : makeNode("+", {a->operands[0], makeInteger(*sum)});
  return makeNode("+", {a, b});
}

static HostExpression makeProduct(const HostExpression &a,
                                  const HostExpression &b) {
  if (a->kind == Kind::Integer && b->kind != Kind::Integer)
    return makeProduct(b, a);
  if (b->isInteger(1))
    return a;
  if (b->isInteger(0))
    return b;
  return makeNode("*", {a, b});
}

static HostExpression makeFloorDiv(const HostExpression &a,
                                   const HostExpression &b) {
  if (b->isInteger(1))
    return a;
  // (x + d - 1) floordiv d
  auto divisor = getInteger(b);
  if (divisor && *divisor > 1 && a->is("+") &&
      a->operands[1]->isInteger(*divisor - 1))
    return makeNode("ceildiv", {a->operands[0], b});
  return makeNode("floordiv", {a, b});
}

static HostExpression makeMinMax(StringRef op, const HostExpression &a,
                                 const HostExpression &b) {
  if (isSame(a, b))
    return a;
  if (a->kind == Kind::Integer)
    return makeMinMax(op, b, a);
  if (op == "max" && a->nonNegative && b->kind == Kind::Integer &&
      b->integer <= 0)
    return a;
  return makeNode(op, {a, b});
}

/// Whether `expression` is -1 - e; gives e.
static HostExpression matchComplement(const HostExpression &expression) {
  return expression->is("-") && expression->operands[0]->isInteger(-1)
             ? expression->operands[1]
             : nullptr;
}

/// Whether `expression` is 0 - e; gives e.
static HostExpression matchNegation(const HostExpression &expression) {
  return expression->is("-") && expression->operands[0]->isInteger(0)
             ? expression->operands[1]
             : nullptr;
}

/// Whether `condition` is `x op 0`; gives x.
static HostExpression matchSign(const HostExpression &condition, StringRef op) {
  return condition->is(op) && condition->operands[1]->isInteger(0)
             ? condition->operands[0]
             : nullptr;
}

/// The divisor d of q = (c ? negative : positive) / d, where the dividend is
/// known not to be negative; null otherwise.
static HostExpression matchQuotient(const HostExpression &quotient,
                                    const HostExpression &condition,
                                    const HostExpression &negative,
                                    const HostExpression &positive) {
  if (!quotient->is("div") && !quotient->is("floordiv"))
    return nullptr;
  auto divisor = getInteger(quotient->operands[1]);
  const HostExpression &dividend = quotient->operands[0];
  if (!divisor || *divisor <= 0 || !dividend->is("select") ||
      !isSame(dividend->operands[0], condition) ||
      !isSame(dividend->operands[1], negative) ||
      !isSame(dividend->operands[2], positive))
    return nullptr;
  return quotient->operands[1];
}

static HostExpression makeSelect(const HostExpression &condition,
                                 const HostExpression &a,
                                 const HostExpression &b) {
  if (auto constant = getInteger(condition))
    return *constant ? a : b;
  if (isSame(a, b))
    return a;
  // What `lower-affine` makes of floor division:
  // x < 0 ? -1 - (-1 - x) / d : x / d, the quotient of a common dividend.
  if (HostExpression x = matchSign(condition, "<")) {
    HostExpression complement = makeOperation("-", {makeInteger(-1), x});
    if (HostExpression quotient = matchComplement(a))
      if (isSame(quotient, b))
        if (HostExpression divisor =
                matchQuotient(quotient, condition, complement, x))
          return makeOperation("floordiv", {x, divisor});
    // r < 0 ? r + d : r with the remainder r = x rem d.
    if (x->is("rem") && isSame(b, x) && a->is("+") &&
        isSame(a->operands[0], x) && isSame(a->operands[1], x->operands[1]) &&
        getInteger(x->operands[1]).value_or(0) > 0)
      return makeNode("mod", {x->operands[0], x->operands[1]});
  }
  // Of division that rounds up: x <= 0 ? -(-x / d) : (x - 1) / d + 1.
  if (HostExpression x = matchSign(condition, "<=")) {
    HostExpression quotient = matchNegation(a);
    HostExpression less = makeOperation("+", {x, makeInteger(-1)});
    HostExpression negated = makeOperation("-", {makeInteger(0), x});
    if (quotient && isSame(b, makeOperation("+", {quotient, makeInteger(1)})))
      if (HostExpression divisor =
              matchQuotient(quotient, condition, negated, less))
        return makeOperation("ceildiv", {x, divisor});
  }
  return makeNode("select", {condition, a, b});
}

static HostExpression simplify(StringRef op, const Operands &operands) {
  const HostExpression &a = operands[0];
  if (operands.size() == 3)
    return makeSelect(a, operands[1], operands[2]);
  if (operands.size() == 1)
    return nullptr;
  const HostExpression &b = operands[1];
  if (op == "+")
    return makeSum(a, b);
  if (op == "-" && b->kind == Kind::Integer &&
      b->integer != std::numeric_limits<int64_t>::min())
    return makeSum(a, makeInteger(-b->integer));
  if (op == "*")
    return makeProduct(a, b);
  bool positive = getInteger(b).value_or(0) > 0;
  if (op == "floordiv" || (op == "div" && a->nonNegative && positive))
    return makeFloorDiv(a, b);
  if (op == "rem" && a->nonNegative && positive)
    return makeNode("mod", {a, b});
  if (op == "ceildiv" && b->isInteger(1))
    return a;
  if (op == "min" || op == "max")
    return makeMinMax(op, a, b);
  if (op == "and" || op == "or") {
    // true and x, false or x; false and x, true or x.
    for (const auto &[constant, other] : {std::pair(a, b), std::pair(b, a)})
      if (auto value = getInteger(constant))
        return (op == "and") == (*value != 0) ? other : constant;
    if (isSame(a, b))
      return a;
  }
  if (b->isInteger(0) && a->nonNegative && (op == "<" || op == ">="))
    return makeInteger(op == ">=");
  return nullptr;
}

HostExpression makeOperation(StringRef op,
                             std::vector<HostExpression> operands) {
  if (!all_of(operands, [](const HostExpression &e) { return e != nullptr; }))
    return nullptr;
  SmallVector<int64_t> constants;
  for (const HostExpression &operand : operands)
    if (auto constant = getInteger(operand))
      constants.push_back(*constant);
  if (constants.size() == operands.size())
    if (auto value = fold(op, constants))
      return makeInteger(*value);
  // Operators of floating-point numbers are left alone.
  if (!op.contains('.'))
    if (HostExpression simple = simplify(op, operands))
      return simple;
  return makeNode(op, std::move(operands));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

json::Value toJSON(const HostExpression &expression) {
  switch (expression->kind) {
  case Kind::Integer:
    return expression->integer;
  case Kind::Real:
    return expression->real;
  case Kind::Name:
    return expression->text;
  case Kind::Operation:
    break;
  }
  json::Array array{expression->text};
  for (const HostExpression &operand : expression->operands)
    array.push_back(toJSON(operand));
  return array;
}

/// How tightly an operator binds that stands between its operands; 0 for those
/// that are written as functions.
static unsigned precedenceOf(StringRef op) {
  return StringSwitch<unsigned>(op)
      .Case("or", 1)
      .Case("and", 2)
      .Cases({"<", "<=", ">", ">=", "==", "!="}, 3)
      .Cases({"+", "-"}, 4)
      .Cases({"*", "floordiv", "ceildiv", "mod", "div", "rem", "udiv", "urem"},
             5)
      .Default(0);
}

/// Prints for a place between operators that bind as tightly as `outer` says.
static void print(raw_ostream &os, const HostExpression &expression,
                  unsigned outer) {
  if (expression->kind == Kind::Integer) {
    os << expression->integer;
    return;
  }
  if (expression->kind == Kind::Real) {
    os << json::Value(expression->real);
    return;
  }
  if (expression->kind == Kind::Name) {
    os << expression->text;
    return;
  }
  const Operands &operands = expression->operands;
  unsigned own = precedenceOf(expression->text);
  if (own == 0) {
    os << expression->text << '(';
    interleave(
        operands, [&](const HostExpression &e) { print(os, e, 0); },
        [&] { os << ", "; });
    os << ')';
    return;
  }
  if (own <= outer)
    os << '(';
  // Sums go from left to right; of the others, what is inside has parentheses.
  bool isSum = own == precedenceOf("+");
  bool isChain = isSum || own <= precedenceOf("and") ||
                 (expression->is("*") && operands[0]->is("*"));
  print(os, operands[0], isChain ? own - 1 : own);
  auto constant = getInteger(operands[1]);
  if (expression->is("+") && constant && *constant < 0 &&
      *constant != std::numeric_limits<int64_t>::min()) {
    os << " - " << -*constant;
  } else {
    os << ' ' << expression->text << ' ';
    print(os, operands[1], own);
  }
  if (own <= outer)
    os << ')';
}

std::string toText(const HostExpression &expression) {
  std::string text;
  raw_string_ostream os(text);
  print(os, expression, 0);
  return text;
}

} // namespace polymem

//===- Expression.h - formulas of launch metadata ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EXAMPLES_LAUNCHPTX_EXPRESSION_H
#define POLYMEM_EXAMPLES_LAUNCHPTX_EXPRESSION_H

#include "Json.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace example {

/// An integer or a floating-point number.
struct Number {
  Number(int64_t value = 0)
      : integer(value), real(static_cast<double>(value)) {}
  Number(double value) : real(value) {}
  int64_t integer = 0;
  double real = 0;
};

using Names = std::map<std::string, Number>;

inline int64_t applyInteger(const std::string &op, int64_t a, int64_t b) {
  if (op == "+")
    return a + b;
  if (op == "-")
    return a - b;
  if (op == "*")
    return a * b;
  if (op == "min")
    return std::min(a, b);
  if (op == "max")
    return std::max(a, b);
  if (op == "<")
    return a < b;
  if (op == "<=")
    return a <= b;
  if (op == ">")
    return a > b;
  if (op == ">=")
    return a >= b;
  if (op == "==")
    return a == b;
  if (op == "!=")
    return a != b;
  if (op == "and")
    return a != 0 && b != 0;
  if (op == "or")
    return a != 0 || b != 0;
  if (b == 0)
    throw std::runtime_error("metadata: division by zero");
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  if (op == "udiv")
    return static_cast<int64_t>(ua / ub);
  if (op == "urem")
    return static_cast<int64_t>(ua % ub);
  int64_t quotient = a / b, remainder = a % b;
  bool inexact = remainder != 0, negative = (remainder < 0) != (b < 0);
  if (op == "div")
    return quotient;
  if (op == "rem")
    return remainder;
  if (op == "floordiv")
    return quotient - (inexact && negative);
  if (op == "ceildiv")
    return quotient + (inexact && !negative);
  if (op == "mod")
    return remainder + (inexact && negative ? b : 0);
  throw std::runtime_error("metadata: unknown operator '" + op + "'");
}

template <typename T> T applyReal(const std::string &op, T a, T b) {
  if (op == "add")
    return a + b;
  if (op == "sub")
    return a - b;
  if (op == "mul")
    return a * b;
  if (op == "div")
    return a / b;
  if (op == "neg")
    return -a;
  if (op == "abs")
    return std::fabs(a);
  if (op == "sqrt")
    return std::sqrt(a);
  if (op == "exp")
    return std::exp(a);
  if (op == "log")
    return std::log(a);
  if (op == "pow")
    return std::pow(a, b);
  if (op == "sin")
    return std::sin(a);
  if (op == "cos")
    return std::cos(a);
  if (op == "tanh")
    return std::tanh(a);
  if (op == "from")
    return a;
  throw std::runtime_error("metadata: unknown operator '" + op + "'");
}

/// The value of an expression, where `names` have values.
inline Number evaluate(const Json &expression, const Names &names) {
  if (expression.kind == Json::Integer)
    return expression.integer;
  if (expression.kind == Json::Real)
    return expression.real;
  if (expression.kind == Json::String) {
    auto it = names.find(expression.string);
    if (it == names.end())
      throw std::runtime_error("metadata: '" + expression.string +
                               "' has no value");
    return it->second;
  }
  const std::vector<Json> &list = expression.array;
  if (list.size() < 2)
    throw std::runtime_error("metadata: an expression is expected");
  const std::string &op = list[0].string;
  if (op == "select" && list.size() == 4)
    return evaluate(list[evaluate(list[1], names).integer != 0 ? 2 : 3], names);
  Number a = evaluate(list[1], names);
  Number b = list.size() > 2 ? evaluate(list[2], names) : Number();
  size_t dot = op.find('.');
  if (dot == std::string::npos)
    return applyInteger(op, a.integer, b.integer);
  std::string type = op.substr(0, dot), name = op.substr(dot + 1);
  if (name == "bits") {
    float narrow = 0;
    double wide = 0;
    std::memcpy(&narrow, &a.integer, sizeof narrow);
    std::memcpy(&wide, &a.integer, sizeof wide);
    return type == "f32" ? static_cast<double>(narrow) : wide;
  }
  if (type == "f32")
    return static_cast<double>(applyReal<float>(
        name, static_cast<float>(a.real), static_cast<float>(b.real)));
  if (type == "f64")
    return applyReal<double>(name, a.real, b.real);
  if (type == "i8" && name == "from")
    return static_cast<int64_t>(static_cast<int8_t>(a.integer));
  if (type == "i16" && name == "from")
    return static_cast<int64_t>(static_cast<int16_t>(a.integer));
  if (type == "i32" && name == "from")
    return static_cast<int64_t>(static_cast<int32_t>(a.integer));
  throw std::runtime_error("metadata: unknown operator '" + op + "'");
}

} // namespace example

#endif // POLYMEM_EXAMPLES_LAUNCHPTX_EXPRESSION_H

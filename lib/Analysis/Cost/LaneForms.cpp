//===- LaneForms.cpp - index values of all threads of a block -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace mlir;
using namespace polymem::cost;

Form FormArithmetic::variable(unsigned variable) const {
  const Interval &interval = box[variable];
  if (interval.isSingle())
    return Form::of(interval.first);
  return Form{0, nullptr, {{variable, 1}}};
}

/// a * b + c, as near as numbers go.
static int64_t saturatingMadd(int64_t a, int64_t b, int64_t c) {
  // Half of what there is, so that sums with other numbers do not overflow.
  constexpr __int128 most = std::numeric_limits<int64_t>::max() / 4;
  __int128 exact = static_cast<__int128>(a) * b + c;
  return static_cast<int64_t>(std::clamp<__int128>(exact, -most, most));
}

std::pair<int64_t, int64_t> FormArithmetic::rangeOf(const Form &form) const {
  int64_t least = 0, greatest = 0;
  for (auto [variable, factor] : form.terms) {
    const Interval &interval = box[variable];
    bool rises = factor > 0;
    least =
        saturatingMadd(factor, rises ? interval.first : interval.last, least);
    greatest = saturatingMadd(factor, rises ? interval.last : interval.first,
                              greatest);
  }
  return {least, greatest};
}

std::pair<int64_t, int64_t> FormArithmetic::lanesOf(const Form &form) const {
  auto [least, greatest] = table.rangeOf(form.lanes, active);
  return {form.constant + least, form.constant + greatest};
}

/// All numbers of `form`, without its terms, are small.
static bool hasSmallNumbers(const Form &form) {
  return Form::isSmall(form.constant) &&
         (!form.lanes || (Form::isSmall(form.constant + form.lanes->least) &&
                          Form::isSmall(form.constant + form.lanes->greatest)));
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

std::nullopt_t FormArithmetic::cutAnywhere(const Form &form) {
  double widest = 0;
  for (auto [variable, factor] : form.terms) {
    const Interval &interval = box[variable];
    double width = static_cast<double>(interval.last - interval.first) *
                   std::abs(static_cast<double>(factor));
    if (width <= widest)
      continue;
    widest = width;
    wanted = Cut{variable,
                 interval.first + (interval.last - interval.first + 1) / 2};
  }
  return std::nullopt;
}

std::nullopt_t FormArithmetic::cutAtSign(const Form &form, int64_t least,
                                         int64_t greatest) {
  // Where all is at least 0, or nothing is, whatever the other variables are.
  auto [low, high] = rangeOf(form);
  for (auto [variable, factor] : form.terms) {
    const Interval &interval = box[variable];
    int64_t own = factor * (factor > 0 ? interval.first : interval.last);
    int64_t ownMost = factor * (factor > 0 ? interval.last : interval.first);
    for (int64_t rest : {least + low - own, greatest + high - ownMost}) {
      // factor * v + rest >= 0.
      int64_t at = factor > 0 ? llvm::divideCeilSigned(-rest, factor)
                              : llvm::divideFloorSigned(rest, -factor) + 1;
      if (at > interval.first && at <= interval.last) {
        wanted = Cut{variable, at};
        return std::nullopt;
      }
    }
  }
  return cutAnywhere(form);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Lanes FormArithmetic::addLanes(const Lanes &a, const Lanes &b, int64_t factor) {
  if (!b || (!a && factor == 1))
    return b ? b : a;
  return table
      .get(LaneOperation::Sum, a, b, factor, 0,
           [&](int64_t x, int64_t y) { return x + factor * y; })
      .lanes;
}

FormArithmetic::Result FormArithmetic::add(const Form &a, const Form &b,
                                           int64_t factor) {
  assert((factor == 1 || factor == -1) && "sums and differences");
  bool isSmall = Form::isSmall(a.constant) && Form::isSmall(b.constant);
  auto sumOf = [&](int64_t x, int64_t y) {
    int64_t sum = 0;
    isSmall &= !llvm::AddOverflow(x, y, sum) && Form::isSmall(sum);
    return sum;
  };
  Form result;
  if (isSmall)
    result.constant = sumOf(a.constant, factor * b.constant);
  result.lanes = addLanes(a.lanes, b.lanes, factor);
  isSmall &= hasSmallNumbers(result);
  auto left = a.terms.begin(), right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    bool takeLeft = right == b.terms.end() ||
                    (left != a.terms.end() && left->first <= right->first);
    bool takeRight = left == a.terms.end() ||
                     (right != b.terms.end() && right->first <= left->first);
    unsigned variable = takeLeft ? left->first : right->first;
    int64_t sum = sumOf(takeLeft ? left->second : 0,
                        takeRight ? factor * right->second : 0);
    if (sum != 0)
      result.terms.emplace_back(variable, sum);
    left += takeLeft;
    right += takeRight;
  }
  if (!isSmall)
    return std::nullopt;
  return result;
}

std::optional<Lanes> FormArithmetic::scale(const Lanes &lanes, int64_t factor) {
  if (!lanes || factor == 0)
    return Lanes();
  if (factor == 1)
    return lanes;
  for (int64_t number : {lanes->least, lanes->greatest})
    if (int64_t product = 0; llvm::MulOverflow(number, factor, product) ||
                             !Form::isSmall(product / 2))
      return std::nullopt;
  return table
      .get(LaneOperation::Scale, lanes, nullptr, factor, 0,
           [&](int64_t x, int64_t) { return x * factor; })
      .lanes;
}

FormArithmetic::Result FormArithmetic::multiply(const Form &a, const Form &b) {
  if (!a.terms.empty() && !b.terms.empty())
    return cutAnywhere(a);
  const Form &scaled = b.terms.empty() && b.isUniform() ? a
                       : a.terms.empty()                ? b
                                                        : a,
             &factor = &scaled == &a ? b : a;
  if (!scaled.terms.empty() && !factor.isUniform())
    return cutAnywhere(scaled);
  bool isSmall = true;
  auto productOf = [&](int64_t x, int64_t y) {
    int64_t product = 0;
    isSmall &= !llvm::MulOverflow(x, y, product) && Form::isSmall(product);
    return product;
  };
  Form result;
  if (factor.isUniform()) {
    result.constant = productOf(scaled.constant, factor.constant);
    std::optional<Lanes> lanes = scale(scaled.lanes, factor.constant);
    if (!isSmall || !lanes)
      return std::nullopt;
    result.lanes = std::move(*lanes);
    for (auto [variable, multiple] : scaled.terms)
      if (int64_t product = productOf(multiple, factor.constant))
        result.terms.emplace_back(variable, product);
  } else {
    int64_t x = scaled.constant, y = factor.constant;
    for (int64_t u : {scaled.lanes ? x + scaled.lanes->least : x,
                      scaled.lanes ? x + scaled.lanes->greatest : x})
      for (int64_t v : {y + factor.lanes->least, y + factor.lanes->greatest})
        productOf(u, v);
    if (!isSmall)
      return std::nullopt;
    result = Form::of(
        table.get(LaneOperation::Product, scaled.lanes, factor.lanes, x, y,
                  [&](int64_t u, int64_t v) { return (x + u) * (y + v); }));
  }
  if (!isSmall || !hasSmallNumbers(result))
    return std::nullopt;
  return result;
}

LaneNumbers FormArithmetic::floorOf(const Form &a, int64_t shift,
                                    const Form &b) {
  int64_t x = a.constant + shift, y = b.constant;
  if (!b.isUniform())
    return table.get(LaneOperation::QuotientOfLanes, a.lanes, b.lanes, x, y,
                     [&](int64_t u, int64_t v) {
                       // Threads that are not active may have any number.
                       return y + v > 0 ? llvm::divideFloorSigned(x + u, y + v)
                                        : 0;
                     });
  int64_t quotient = llvm::divideFloorSigned(x, y), rest = x - quotient * y;
  if (!a.lanes)
    return {quotient, nullptr};
  LaneNumbers result = table.get(
      LaneOperation::Quotient, a.lanes, nullptr, rest, y,
      [&](int64_t u, int64_t) { return llvm::divideFloorSigned(rest + u, y); });
  result.first += quotient;
  return result;
}

std::optional<FormArithmetic::Quotient> FormArithmetic::divide(const Form &a,
                                                               const Form &b) {
  if (!b.terms.empty())
    return cutAnywhere(b);
  if (lanesOf(b).first <= 0)
    return std::nullopt;
  Quotient result;
  auto [low, high] = rangeOf(a);
  if (b.isUniform() && llvm::all_of(a.terms, [&](auto &term) {
        return term.second % b.constant == 0;
      })) {
    low = high = 0;
    for (auto [variable, factor] : a.terms)
      result.quotient.terms.emplace_back(variable, factor / b.constant);
  }
  LaneNumbers quotient = floorOf(a, low, b);
  if (low != high) {
    LaneNumbers most = floorOf(a, high, b);
    if (most.first != quotient.first || most.lanes != quotient.lanes)
      for (size_t lane = 0; lane < active->mask.size(); ++lane)
        if ((*active)[lane] && most[lane] != quotient[lane])
          return cutAnywhere(a);
  }
  result.quotient.constant = quotient.first;
  result.quotient.lanes = quotient.lanes;
  Result whole = multiply(Form::of(quotient), b);
  Result rest = whole ? add(Form::of(a.numbers()), *whole, -1) : whole;
  if (!rest)
    return std::nullopt;
  result.remainder = std::move(*rest);
  if (result.quotient.terms.empty())
    result.remainder.terms = a.terms;
  return result;
}

FormArithmetic::Result FormArithmetic::floorDiv(const Form &a, const Form &b) {
  if (std::optional<Quotient> result = divide(a, b))
    return std::move(result->quotient);
  return std::nullopt;
}

FormArithmetic::Result FormArithmetic::mod(const Form &a, const Form &b) {
  if (std::optional<Quotient> result = divide(a, b))
    return std::move(result->remainder);
  return std::nullopt;
}

FormArithmetic::Result FormArithmetic::ceilDiv(const Form &a, const Form &b) {
  Result numerator = add(a, b);
  if (numerator)
    numerator = add(*numerator, Form::of(-1));
  return numerator ? floorDiv(*numerator, b) : std::nullopt;
}

FormArithmetic::Result FormArithmetic::isNonNegative(const Form &form) {
  auto [low, high] = rangeOf(form);
  auto [least, greatest] = lanesOf(form);
  if (least + low >= 0)
    return Form::of(1);
  if (greatest + high < 0)
    return Form::of(0);
  if (low != high)
    for (size_t lane = 0; lane < active->mask.size(); ++lane) {
      int64_t value = form.lane(lane);
      if ((*active)[lane] && value + low < 0 && value + high >= 0)
        return cutAtSign(form, least, greatest);
    }
  int64_t shift = form.constant + low;
  if (form.isUniform())
    return Form::of(shift >= 0);
  return Form::of(
      table.get(LaneOperation::NotNegative, form.lanes, nullptr, shift, 0,
                [&](int64_t x, int64_t) { return int64_t(x + shift >= 0); }));
}

FormArithmetic::Result FormArithmetic::compare(const Form &a, const Form &b,
                                               Comparison comparison) {
  bool isOrder =
      comparison == Comparison::Less || comparison == Comparison::LessEqual;
  // b - a, with 1 less for a < b.
  Result difference = add(b, a, -1);
  if (difference && comparison == Comparison::Less)
    difference = add(*difference, Form::of(-1));
  if (!difference)
    return std::nullopt;
  Result result = isNonNegative(*difference);
  if (isOrder || !result)
    return result;
  Result opposite = add(a, b, -1);
  if (opposite)
    opposite = isNonNegative(*opposite);
  if (!opposite)
    return std::nullopt;
  bool equal = comparison == Comparison::Equal;
  int64_t left = result->constant, right = opposite->constant;
  auto agree = [&](int64_t x, int64_t y) {
    return int64_t((left + x != 0 && right + y != 0) == equal);
  };
  if (result->isUniform() && opposite->isUniform())
    return Form::of(agree(0, 0));
  return Form::of(table.get(LaneOperation::Agree, result->lanes,
                            opposite->lanes, 4 * left + 2 * right + equal, 0,
                            agree));
}

FormArithmetic::Result FormArithmetic::select(const Form &condition,
                                              const Form &a, const Form &b) {
  if (condition.isUniform())
    return condition.constant ? a : b;
  if (a.terms != b.terms)
    return a.terms.empty() ? cutAnywhere(b) : cutAnywhere(a);
  if (a.constant == b.constant && a.lanes == b.lanes)
    return a;
  llvm::SmallVector<int64_t, 0> chosen;
  chosen.resize_for_overwrite(active->mask.size());
  for (size_t lane = 0; lane < chosen.size(); ++lane)
    chosen[lane] = condition.lane(lane) ? a.lane(lane) : b.lane(lane);
  Form result = Form::of(table.intern(std::move(chosen)));
  result.terms = a.terms;
  return result;
}

FormArithmetic::Result FormArithmetic::extremum(const Form &a, const Form &b,
                                                bool isMax) {
  Result order = compare(a, b, Comparison::LessEqual);
  if (!order)
    return std::nullopt;
  return isMax ? select(*order, b, a) : select(*order, a, b);
}

FormArithmetic::Result FormArithmetic::evaluate(AffineExpr expr,
                                                ArrayRef<Form> operands,
                                                unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Form::of(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Result lhs = evaluate(binary.getLHS(), operands, numDims);
  Result rhs = lhs ? evaluate(binary.getRHS(), operands, numDims) : lhs;
  if (!rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return add(*lhs, *rhs);
  case AffineExprKind::Mul:
    return multiply(*lhs, *rhs);
  case AffineExprKind::FloorDiv:
    return floorDiv(*lhs, *rhs);
  case AffineExprKind::CeilDiv:
    return ceilDiv(*lhs, *rhs);
  case AffineExprKind::Mod:
    return mod(*lhs, *rhs);
  default:
    return std::nullopt;
  }
}

FormArithmetic::Result FormArithmetic::tripCount(const Form &lower,
                                                 const Form &upper,
                                                 const Form &step) {
  Result extent = add(upper, lower, -1);
  Result result = extent ? maximum(*extent, Form::of(0)) : extent;
  if (result)
    result = ceilDiv(*result, step);
  // The loop is the same in the whole box.
  if (result && !result->terms.empty())
    return cutAnywhere(*result);
  return result;
}

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
    return Form::constant(interval.first);
  return Form{0, {{variable, 1}}};
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
  if (form.isUniform())
    return {form.lanes[0], form.lanes[0]};
  std::optional<std::pair<int64_t, int64_t>> result;
  for (auto [lane, value] : llvm::enumerate(form.lanes.numbers())) {
    if (!active[lane])
      continue;
    if (!result)
      result = {value, value};
    result->first = std::min(result->first, value);
    result->second = std::max(result->second, value);
  }
  return result.value_or(std::pair<int64_t, int64_t>(0, 0));
}

/// `function` of each number of `a`.
template <typename Function>
static Lanes map(const Lanes &a, Function function) {
  if (a.isUniform())
    return function(a[0]);
  Lanes::Numbers result;
  result.resize_for_overwrite(a.numbers().size());
  const int64_t *from = a.numbers().data();
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = function(from[i]);
  return std::move(result);
}

/// `function` of the numbers of `a` and `b`.
template <typename Function>
static Lanes map(const Lanes &a, const Lanes &b, Function function) {
  if (b.isUniform())
    return map(a, [&, y = b[0]](int64_t x) { return function(x, y); });
  if (a.isUniform())
    return map(b, [&, x = a[0]](int64_t y) { return function(x, y); });
  Lanes::Numbers result;
  result.resize_for_overwrite(a.numbers().size());
  const int64_t *x = a.numbers().data(), *y = b.numbers().data();
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = function(x[i], y[i]);
  return std::move(result);
}

/// No number of `lanes` is as large as the result, or as `-1` less it.
static uint64_t boundOf(const Lanes &lanes) {
  uint64_t bits = 0;
  for (int64_t number : lanes.numbers())
    bits |= Form::bitsOf(number);
  return bits + 1;
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

FormArithmetic::Result FormArithmetic::add(const Form &a, const Form &b,
                                           int64_t factor) {
  assert((factor == 1 || factor == -1) && "sums and differences");
  // Of all sums: bits of their sizes, and of signs that are wrong.
  uint64_t bits = 0;
  int64_t wrapped = 0;
  auto accumulate = [&](int64_t target, int64_t addend) {
    auto sum = static_cast<int64_t>(static_cast<uint64_t>(target) +
                                    static_cast<uint64_t>(addend));
    wrapped |= (target ^ sum) & (addend ^ sum);
    bits |= Form::bitsOf(sum);
    return sum;
  };
  // Terms and lanes of the lowest number, which has no opposite, are not small.
  auto addends = [&](int64_t number) {
    return factor == 1 ? number
                       : static_cast<int64_t>(-static_cast<uint64_t>(number));
  };
  Form result;
  result.lanes = factor == 1 ? map(a.lanes, b.lanes, accumulate)
                             : map(a.lanes, b.lanes, [&](int64_t x, int64_t y) {
                                 return accumulate(x, addends(y));
                               });
  auto left = a.terms.begin(), right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    bool takeLeft = right == b.terms.end() ||
                    (left != a.terms.end() && left->first <= right->first);
    bool takeRight = left == a.terms.end() ||
                     (right != b.terms.end() && right->first <= left->first);
    unsigned variable = takeLeft ? left->first : right->first;
    int64_t sum = accumulate(takeLeft ? left->second : 0,
                             addends(takeRight ? right->second : 0));
    if (sum != 0)
      result.terms.emplace_back(variable, sum);
    left += takeLeft;
    right += takeRight;
  }
  if (wrapped < 0 || bits >= uint64_t(1) << 60)
    return std::nullopt;
  return result;
}

FormArithmetic::Result FormArithmetic::multiply(const Form &a, const Form &b) {
  if (!a.terms.empty() && !b.terms.empty())
    return cutAnywhere(a);
  const Form &scaled = a.terms.empty() ? b : a,
             &factor = a.terms.empty() ? a : b;
  if (!scaled.terms.empty() && !factor.isUniform())
    return cutAnywhere(scaled);
  Form result;
  if (static_cast<unsigned __int128>(boundOf(scaled.lanes)) *
          boundOf(factor.lanes) <=
      uint64_t(1) << 60) {
    result.lanes = map(scaled.lanes, factor.lanes, std::multiplies<int64_t>());
  } else {
    bool isSmall = true;
    result.lanes = map(scaled.lanes, factor.lanes, [&](int64_t x, int64_t y) {
      int64_t product = 0;
      isSmall &= !llvm::MulOverflow(x, y, product) && Form::isSmall(product);
      return product;
    });
    if (!isSmall)
      return std::nullopt;
  }
  for (auto [variable, multiple] : scaled.terms) {
    int64_t product = 0;
    if (llvm::MulOverflow(multiple, factor.lanes[0], product) ||
        !Form::isSmall(product))
      return std::nullopt;
    if (product != 0)
      result.terms.emplace_back(variable, product);
  }
  return result;
}

/// The numbers of `a + shift` by those of `b`, rounded down; 0 where that is
/// not positive.
static Lanes floorOf(const Lanes &a, const Lanes &b, int64_t shift) {
  if (b.isUniform() && b[0] > 0 && llvm::isPowerOf2_64(b[0]))
    return map(a, [shift, bits = llvm::Log2_64(b[0])](int64_t x) {
      return (x + shift) >> bits;
    });
  return map(a, b, [shift](int64_t x, int64_t y) {
    return y > 0 ? llvm::divideFloorSigned(x + shift, y) : 0;
  });
}

std::optional<FormArithmetic::Quotient> FormArithmetic::divide(const Form &a,
                                                               const Form &b) {
  if (!b.terms.empty())
    return cutAnywhere(b);
  for (size_t lane = 0; lane < (b.isUniform() ? 1 : active.size()); ++lane)
    if ((b.isUniform() || active[lane]) && b.lane(lane) <= 0)
      return std::nullopt;
  auto quotientBy = [&](int64_t divisor) {
    return llvm::all_of(a.terms,
                        [&](auto &term) { return term.second % divisor == 0; });
  };
  Quotient result;
  auto [low, high] = rangeOf(a);
  if (b.isUniform() && quotientBy(b.lanes[0])) {
    low = high = 0;
    for (auto [variable, factor] : a.terms)
      result.quotient.terms.emplace_back(variable, factor / b.lanes[0]);
  }
  result.quotient.lanes = floorOf(a.lanes, b.lanes, low);
  if (low != high) {
    Lanes most = floorOf(a.lanes, b.lanes, high);
    for (size_t lane = 0; lane < active.size(); ++lane)
      if (active[lane] && most[lane] != result.quotient.lanes[lane])
        return cutAnywhere(a);
  }
  Lanes whole = map(result.quotient.lanes, b.lanes, std::multiplies<int64_t>());
  result.remainder.lanes = map(a.lanes, whole, std::minus<int64_t>());
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
    numerator = add(*numerator, Form::constant(-1));
  return numerator ? floorDiv(*numerator, b) : std::nullopt;
}

FormArithmetic::Result FormArithmetic::isNonNegative(const Form &form) {
  auto [low, high] = rangeOf(form);
  auto [least, greatest] = lanesOf(form);
  if (least + low >= 0)
    return Form::constant(1);
  if (greatest + high < 0)
    return Form::constant(0);
  if (low != high)
    for (size_t lane = 0; lane < active.size(); ++lane) {
      int64_t value = form.lane(lane);
      if (active[lane] && value + low < 0 && value + high >= 0)
        return cutAtSign(form, least, greatest);
    }
  return Form{
      map(form.lanes, [low = low](int64_t x) { return int64_t(x + low >= 0); }),
      {}};
}

FormArithmetic::Result FormArithmetic::compare(const Form &a, const Form &b,
                                               Comparison comparison) {
  bool isOrder =
      comparison == Comparison::Less || comparison == Comparison::LessEqual;
  // b - a, with 1 less for a < b.
  Result difference = add(b, a, -1);
  if (difference && comparison == Comparison::Less)
    difference = add(*difference, Form::constant(-1));
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
  return Form{map(result->lanes, opposite->lanes,
                  [equal](int64_t x, int64_t y) {
                    return int64_t((x != 0 && y != 0) == equal);
                  }),
              {}};
}

FormArithmetic::Result FormArithmetic::select(const Form &condition,
                                              const Form &a, const Form &b) {
  if (condition.isUniform())
    return condition.lanes[0] ? a : b;
  if (a.terms != b.terms)
    return a.terms.empty() ? cutAnywhere(b) : cutAnywhere(a);
  Lanes::Numbers chosen;
  chosen.resize_for_overwrite(active.size());
  for (size_t lane = 0; lane < active.size(); ++lane)
    chosen[lane] = condition.lanes[lane] ? a.lane(lane) : b.lane(lane);
  Form result{std::move(chosen), a.terms};
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
    return Form::constant(constant.getValue());
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
  Result result = extent ? maximum(*extent, Form::constant(0)) : extent;
  if (result)
    result = ceilDiv(*result, step);
  // The loop is the same in the whole box.
  if (result && !result->terms.empty())
    return cutAnywhere(*result);
  return result;
}

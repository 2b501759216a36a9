//===- ParameterDomain.cpp - what is known of the parameters --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/ParameterDomain.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace polymem;

ParameterDomain::ParameterDomain(isl::set context,
                                 std::vector<Quotient> quotients)
    : contextSet(context) {
  isl::set values = parametersAsDims(context);
  isl::size count = values.dim(isl::dim::set);
  if (count.is_error()) {
    contextSet = isl::set();
    return;
  }
  for (unsigned k = 0, e = unsigned(count); k < e; ++k)
    leastValues.push_back(islToInt64(values.dim_min_val(k)));
  unsigned others = leastValues.size() - quotients.size();
  theQuotients = Quotients(others, std::move(quotients));
}

bool ParameterDomain::isAtLeast(const Polynomial &polynomial,
                                int64_t bound) const {
  if (!polynomial.isValid())
    return false;
  if (std::optional<int64_t> value = polynomial.constant())
    return *value >= bound;
  // isl gave up before it was known which parameters there are.
  if (contextSet.is_null())
    return false;
  if (polynomial.degree() == 1) {
    isl::set values = asSetOfParameters(contextSet);
    isl::aff value = polynomial.asAff(values.get_space());
    isl::aff limit = isl::aff::zero_on_domain(values.get_space())
                         .add_constant(static_cast<long>(bound));
    return values.intersect(value.lt_set(limit)).is_empty().is_true();
  }
  // Parameters without a least value must not occur.
  SmallVector<int64_t> least;
  for (auto [k, value] : enumerate(leastValues)) {
    if (!value && polynomial.dependsOn(k))
      return false;
    least.push_back(value.value_or(0));
  }
  return polynomial.isAtLeast(bound, least);
}

std::optional<isl::set>
ParameterDomain::whereNonNegative(const Polynomial &polynomial) const {
  constexpr int64_t kMaxShift = 8;
  if (contextSet.is_null() || !polynomial.isValid())
    return std::nullopt;
  isl::set none = isl::set::empty(contextSet.get_space());
  if (isAtLeast(polynomial, 0))
    return contextSet;
  if (isAtLeast(-polynomial, 1))
    return none;
  if (polynomial.degree() <= 1) {
    isl::set point = asSetOfParameters(contextSet);
    isl::aff value = polynomial.asAff(point.get_space());
    isl::aff zero = isl::aff::zero_on_domain(point.get_space());
    return point.intersect(value.ge_set(zero)).params();
  }
  // The values of the parameter that are below `least + shift`.
  auto addSlices = [&](unsigned k, int64_t shift, isl::set &result) {
    std::vector<Polynomial> values;
    values.reserve(size());
    for (unsigned p = 0; p < size(); ++p)
      values.push_back(Polynomial::parameter(p));
    for (int64_t step = 0; leastValues[k] && step < shift; ++step) {
      int64_t value = *leastValues[k] + step;
      values[k] = Polynomial(value);
      isl::set slice =
          contextSet
              .lower_bound_val(isl::dim::param, k, static_cast<long>(value))
              .upper_bound_val(isl::dim::param, k, static_cast<long>(value));
      if (slice.is_empty().is_true())
        continue;
      auto part = ParameterDomain(slice, theQuotients.all())
                      .whereNonNegative(polynomial.substituted(values));
      if (!part)
        return false;
      result = result.unite(*part);
    }
    return true;
  };
  for (int64_t shift = 1; shift <= kMaxShift; ++shift) {
    ParameterDomain larger(contextFrom(shift), theQuotients.all());
    bool isNegative = larger.isAtLeast(-polynomial, 1);
    if (!isNegative && !larger.isAtLeast(polynomial, 0))
      continue;
    isl::set result = isNegative ? none : larger.context();
    for (unsigned k = 0; k < theQuotients.firstNumber(); ++k)
      if (!addSlices(k, shift, result))
        return std::nullopt;
    return result;
  }
  return std::nullopt;
}

isl::set ParameterDomain::contextFrom(int64_t shift) const {
  isl::set result = contextSet;
  for (auto [k, least] :
       enumerate(ArrayRef(leastValues).take_front(theQuotients.firstNumber())))
    if (least)
      result = result.lower_bound_val(isl::dim::param, k,
                                      static_cast<long>(*least + shift));
  return result;
}

bool ParameterDomain::contains(ArrayRef<int64_t> values) const {
  isl::set fixed = contextSet;
  for (auto [k, value] : enumerate(values))
    fixed = fixed.lower_bound_val(isl::dim::param, k, (long)value)
                .upper_bound_val(isl::dim::param, k, (long)value);
  return fixed.is_empty().is_false();
}

std::vector<SmallVector<int64_t>>
ParameterDomain::samples(unsigned degree, int64_t shift) const {
  std::vector<SmallVector<int64_t>> result = {{}};
  // As often for each remainder.
  int64_t period = 1;
  for (const Quotient &quotient : theQuotients.all())
    period = std::lcm(period, quotient.divisor);
  degree = static_cast<unsigned>((degree + 1) * period - 1);
  for (unsigned k = 0; k < theQuotients.firstNumber(); ++k) {
    std::vector<SmallVector<int64_t>> longer;
    for (const SmallVector<int64_t> &point : result)
      for (unsigned step = 0; step <= degree; ++step) {
        longer.push_back(point);
        longer.back().push_back(step);
      }
    result = std::move(longer);
    // Those whose steps sum up to at most the degree are as many as the
    // polynomial has coefficients.
    llvm::erase_if(result, [&](const SmallVector<int64_t> &steps) {
      return std::accumulate(steps.begin(), steps.end(), int64_t(0)) > degree;
    });
  }
  for (SmallVector<int64_t> &point : result) {
    for (auto [k, value] : enumerate(point))
      value += leastValues[k].value_or(0) + shift;
    point = theQuotients.completed(point);
  }
  llvm::erase_if(result, [&](const SmallVector<int64_t> &point) {
    return point.size() != size() || !contains(point);
  });
  return result;
}

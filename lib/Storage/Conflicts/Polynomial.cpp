//===- Polynomial.cpp - integer polynomials in parameters -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/Polynomial.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

Polynomial::Polynomial(int64_t value) { add({}, value); }

Polynomial Polynomial::parameter(unsigned number) {
  Polynomial result;
  Exponents exponents(number + 1);
  exponents.back() = 1;
  result.add(exponents, 1);
  return result;
}

std::optional<Polynomial> Polynomial::fromAff(const isl::aff &aff) {
  if (aff.is_null() || numDims(aff, isl::dim::div) != 0)
    return std::nullopt;
  auto constant = islToInt64(aff.get_constant_val());
  if (!constant)
    return std::nullopt;
  Polynomial result(*constant);
  for (int k = 0, e = numDims(aff, isl::dim::param); k < e; ++k) {
    auto value = islToInt64(coefficientOf(aff, isl::dim::param, k));
    if (!value)
      return std::nullopt;
    result = result + parameter(k) * Polynomial(*value);
  }
  for (int d = 0, e = numDims(aff, isl::dim::in); d < e; ++d)
    if (!involvesDims(aff, isl::dim::in, d, 1).is_false())
      return std::nullopt;
  return result;
}

void Polynomial::add(const Exponents &exponents, int64_t coefficient) {
  if (coefficient == 0)
    return;
  int64_t &sum = terms[exponents];
  if (AddOverflow(sum, coefficient, sum))
    valid = false;
  if (sum == 0)
    terms.erase(exponents);
}

std::optional<int64_t> Polynomial::constant() const {
  if (isZero())
    return 0;
  if (!valid || terms.size() != 1 || !terms.begin()->first.empty())
    return std::nullopt;
  return terms.begin()->second;
}

static unsigned sumOf(const std::vector<unsigned> &exponents) {
  unsigned sum = 0;
  for (unsigned exponent : exponents)
    sum += exponent;
  return sum;
}

unsigned Polynomial::degree() const {
  unsigned result = 0;
  for (const auto &[exponents, coefficient] : terms)
    result = std::max(result, sumOf(exponents));
  return result;
}

bool Polynomial::dependsOn(unsigned number) const {
  return any_of(terms, [&](const auto &term) {
    return number < term.first.size() && term.first[number] > 0;
  });
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  result.valid &= other.valid;
  for (const auto &[exponents, coefficient] : other.terms)
    result.add(exponents, coefficient);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  return *this + other * Polynomial(-1);
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  result.valid = valid && other.valid;
  for (const auto &[left, a] : terms)
    for (const auto &[right, b] : other.terms) {
      Exponents exponents(std::max(left.size(), right.size()));
      for (size_t k = 0; k < exponents.size(); ++k)
        exponents[k] =
            (k < left.size() ? left[k] : 0) + (k < right.size() ? right[k] : 0);
      int64_t product;
      if (MulOverflow(a, b, product))
        result.valid = false;
      result.add(exponents, product);
    }
  return result;
}

std::pair<Polynomial, Polynomial>
Polynomial::divide(const Polynomial &divisor) const {
  Polynomial quotient, remainder, rest = *this;
  quotient.valid = valid && divisor.valid && !divisor.terms.empty();
  if (!quotient.valid)
    return {quotient, quotient};
  const auto &[leading, factor] = *divisor.terms.rbegin();
  while (rest.valid && !rest.terms.empty()) {
    Exponents exponents = rest.terms.rbegin()->first;
    int64_t coefficient = rest.terms.rbegin()->second;
    bool divides =
        exponents.size() >= leading.size() && coefficient % factor == 0;
    for (size_t k = 0; divides && k < leading.size(); ++k)
      divides = exponents[k] >= leading[k];
    Polynomial term;
    if (!divides) {
      term.add(exponents, coefficient);
      remainder = remainder + term;
      rest = rest - term;
      continue;
    }
    for (size_t k = 0; k < leading.size(); ++k)
      exponents[k] -= leading[k];
    while (!exponents.empty() && exponents.back() == 0)
      exponents.pop_back();
    term.add(exponents, coefficient / factor);
    quotient = quotient + term;
    rest = rest - term * divisor;
  }
  quotient.valid &= rest.valid;
  return {quotient, remainder};
}

std::optional<int64_t> Polynomial::at(ArrayRef<int64_t> values) const {
  int64_t sum = 0;
  for (const auto &[exponents, coefficient] : terms) {
    int64_t product = coefficient;
    for (size_t k = 0; k < exponents.size(); ++k)
      for (unsigned n = 0; n < exponents[k]; ++n)
        if (MulOverflow(product, values[k], product))
          return std::nullopt;
    if (AddOverflow(sum, product, sum))
      return std::nullopt;
  }
  return valid ? std::optional(sum) : std::nullopt;
}

Polynomial Polynomial::substituted(ArrayRef<Polynomial> values) const {
  Polynomial result;
  result.valid = valid;
  for (const auto &[exponents, coefficient] : terms) {
    Polynomial product(coefficient);
    for (size_t k = 0; k < exponents.size(); ++k)
      for (unsigned n = 0; n < exponents[k]; ++n)
        product = product * values[k];
    result = result + product;
  }
  return result;
}

Polynomial Polynomial::shifted(ArrayRef<int64_t> shifts) const {
  std::vector<Polynomial> values;
  for (auto [k, shift] : enumerate(shifts))
    values.push_back(parameter(k) + Polynomial(shift));
  return substituted(values);
}

bool Polynomial::isAtLeast(int64_t bound, ArrayRef<int64_t> least) const {
  Polynomial distance = shifted(least) - Polynomial(bound);
  return distance.valid && all_of(distance.terms, [](const auto &term) {
           return term.second > 0;
         });
}

isl::aff Polynomial::asAff(const isl::space &domain) const {
  if (!valid || degree() > 1)
    return {};
  isl::local_space local(domain);
  isl::aff result = isl::aff::zero_on_domain(domain);
  for (const auto &[exponents, coefficient] : terms) {
    isl::val value(domain.ctx(), static_cast<long>(coefficient));
    result = exponents.empty()
                 ? result.add_constant(value)
                 : result.add(isl::aff::var_on_domain(local, isl::dim::param,
                                                      exponents.size() - 1)
                                  .scale(value));
  }
  return result;
}

void Polynomial::forEachTerm(
    function_ref<void(ArrayRef<unsigned>, int64_t)> visit) const {
  for (auto term = terms.rbegin(); term != terms.rend(); ++term)
    visit(term->first, term->second);
}

std::string Polynomial::text(ArrayRef<std::string> names) const {
  if (!valid)
    return "<invalid>";
  std::string result;
  for (auto term = terms.rbegin(); term != terms.rend(); ++term) {
    const auto &[exponents, coefficient] = *term;
    if (!result.empty())
      result += coefficient < 0 ? " - " : " + ";
    else if (coefficient < 0)
      result += "-";
    uint64_t size = AbsoluteValue(coefficient);
    if (size != 1 || exponents.empty())
      result += std::to_string(size) + (exponents.empty() ? "" : "*");
    bool first = true;
    for (size_t k = 0; k < exponents.size(); ++k)
      for (unsigned n = 0; n < exponents[k]; ++n) {
        result += (first ? "" : "*") + names[k];
        first = false;
      }
  }
  return result.empty() ? "0" : result;
}

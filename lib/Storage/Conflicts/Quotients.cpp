//===- Quotients.cpp - rounded quotients of parameters --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/Quotients.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace polymem;

std::string Quotient::text(ArrayRef<std::string> names) const {
  std::string sum = dividend.text(names);
  bool isSimple = StringRef(sum).find_first_of(" *") == StringRef::npos;
  return "floor(" + (isSimple ? sum : "(" + sum + ")") + "/" +
         std::to_string(divisor) + ")";
}

std::optional<int64_t> Quotient::at(ArrayRef<int64_t> values) const {
  std::optional<int64_t> value = dividend.at(values);
  return value ? std::optional(divideFloorSigned(*value, divisor))
               : std::nullopt;
}

SmallVector<int64_t> Quotients::completed(ArrayRef<int64_t> values) const {
  SmallVector<int64_t> result(values);
  for (const Quotient &quotient : known) {
    std::optional<int64_t> value = quotient.at(result);
    if (!value)
      break;
    result.push_back(*value);
  }
  return result;
}

std::optional<Polynomial> Quotients::floorOf(const Polynomial &dividend,
                                             int64_t divisor) {
  if (!dividend.isValid() || dividend.degree() > 1 || divisor < 1)
    return std::nullopt;
  // floor((d q + r) / d) = q + floor(r / d).
  Polynomial whole, rest;
  dividend.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t coefficient) {
    Polynomial term = exponents.empty()
                          ? Polynomial(1)
                          : Polynomial::parameter(exponents.size() - 1);
    int64_t remainder = llvm::mod(coefficient, divisor);
    rest = rest + term * Polynomial(remainder);
    whole = whole + term * Polynomial((coefficient - remainder) / divisor);
  });
  if (rest.constant())
    return whole;
  Quotient wanted{rest, divisor};
  size_t place = llvm::find(known, wanted) - known.begin();
  if (place == known.size())
    known.push_back(wanted);
  return whole + Polynomial::parameter(parameters + place);
}

std::optional<Polynomial> Quotients::valueOf(const isl::aff &aff) {
  std::optional<int64_t> divisor = islToInt64(aff.denominator_val());
  if (aff.is_null() || !divisor)
    return std::nullopt;
  isl::aff scaled = aff.scale(isl::val(aff.ctx(), static_cast<long>(*divisor)));
  std::optional<int64_t> constant = islToInt64(scaled.get_constant_val());
  if (!constant)
    return std::nullopt;
  Polynomial sum(*constant);
  auto factorOf = [&](isl::dim type, int k) {
    return islToInt64(coefficientOf(scaled, type, k));
  };
  for (int k = 0, e = numDims(scaled, isl::dim::param); k < e; ++k) {
    auto coefficient = factorOf(isl::dim::param, k);
    if (!coefficient)
      return std::nullopt;
    sum = sum + Polynomial::parameter(k) * Polynomial(*coefficient);
  }
  for (int k = 0, e = numDims(scaled, isl::dim::in); k < e; ++k)
    if (factorOf(isl::dim::in, k) != 0)
      return std::nullopt;
  for (int k = 0, e = numDims(scaled, isl::dim::div); k < e; ++k) {
    auto coefficient = factorOf(isl::dim::div, k);
    if (!coefficient)
      return std::nullopt;
    if (*coefficient == 0)
      continue;
    // The division is that of this expression, rounded down.
    isl::aff inner = divOf(scaled, k);
    std::optional<Polynomial> value = valueOf(inner);
    if (!value)
      return std::nullopt;
    sum = sum + *value * Polynomial(*coefficient);
  }
  return floorOf(sum, *divisor);
}

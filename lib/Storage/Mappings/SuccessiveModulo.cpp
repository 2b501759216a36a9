//===- SuccessiveModulo.cpp - one modulus per dimension -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

/// More parts of the parameters' values than these are not told apart.
static constexpr size_t kMaxPieces = 24;

/// Whether a parameter with this number or a later one occurs.
static bool hasQuotients(const Polynomial &affine, unsigned firstNumber) {
  bool result = false;
  affine.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t) {
    result |= exponents.size() > firstNumber;
  });
  return result;
}

/// The exact values, where they are few polynomials.
static std::optional<PolynomialPieces>
exactLargestValue(const isl::set &set, unsigned dim,
                  const ParameterDomain &domain, size_t maxPieces,
                  std::vector<Quotient> *wanted) {
  isl::pw_aff largest = set.dim_max(dim);
  if (largest.is_null())
    return std::nullopt;
  largest = largest.coalesce().intersect_params(domain.context());
  Quotients quotients = domain.quotients();
  size_t numKnown = quotients.all().size();
  PolynomialPieces pieces;
  isl::set rest = domain.context();
  isl::stat status =
      largest.foreach_piece([&](const isl::set &where, const isl::aff &aff) {
        std::optional<Polynomial> value = quotients.valueOf(aff);
        isl::set params = where.params();
        if (!value || pieces.size() == maxPieces)
          return isl::stat::error();
        pieces.emplace_back(params, *value);
        rest = rest.subtract(params);
        return isl::stat::ok();
      });
  if (status.is_error())
    return std::nullopt;
  if (quotients.all().size() > numKnown) {
    // Those of a domain that has some have other numbers.
    if (wanted && numKnown == 0)
      for (const Quotient &quotient : quotients.all())
        if (!hasQuotients(quotient.dividend, quotients.firstNumber()) &&
            !is_contained(*wanted, quotient))
          wanted->push_back(quotient);
    return std::nullopt;
  }
  if (!rest.is_empty().is_true() && pieces.size() == maxPieces)
    return std::nullopt;
  if (!rest.is_empty().is_true())
    pieces.emplace_back(rest, Polynomial(0));
  return pieces;
}

/// Polynomials between which a quotient is: with p = l + n for the least value
/// l of each parameter, floor((r n + c) / d) is at least floor(c / d) and at
/// most n more, for r < d. Nothing if a parameter has no least value.
static std::optional<std::pair<Polynomial, Polynomial>>
limitsOf(const Quotient &quotient, const ParameterDomain &domain) {
  Polynomial more;
  SmallVector<int64_t> least(domain.size());
  bool isKnown = true;
  quotient.dividend.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t) {
    if (exponents.empty())
      return;
    unsigned number = exponents.size() - 1;
    auto low = number < domain.size() ? domain.least(number) : std::nullopt;
    isKnown &= low.has_value();
    if (!low)
      return;
    least[number] = *low;
    more = more + Polynomial::parameter(number) - Polynomial(*low);
  });
  auto start = isKnown ? quotient.at(least) : std::nullopt;
  if (!start)
    return std::nullopt;
  return std::make_pair(Polynomial(*start), more + Polynomial(*start));
}

/// A polynomial that is at least `value`, or at most, without the quotients
/// that `domain` does not have; nothing if none is known.
static std::optional<Polynomial> limitOf(const Polynomial &value,
                                         const Quotients &quotients,
                                         const ParameterDomain &domain,
                                         bool isUpper) {
  Polynomial result;
  bool isKnown = true;
  value.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t coefficient) {
    Polynomial factor(1);
    if (exponents.size() > domain.size()) {
      unsigned number = exponents.size() - 1 - quotients.firstNumber();
      // A domain of which isl gave up has no parameters.
      isKnown &= number < quotients.all().size();
      if (!isKnown)
        return;
      auto limits = limitsOf(quotients.all()[number], domain);
      isKnown &= limits.has_value();
      if (!limits)
        return;
      factor = (coefficient > 0) == isUpper ? limits->second : limits->first;
    } else if (!exponents.empty()) {
      factor = Polynomial::parameter(exponents.size() - 1);
    }
    result = result + factor * Polynomial(coefficient);
  });
  return isKnown ? std::optional(result) : std::nullopt;
}

/// The bounds of a dimension, as polynomials.
static SmallVector<Polynomial> polynomialBounds(ArrayRef<isl::aff> bounds,
                                                const ParameterDomain &domain,
                                                bool isUpper) {
  SmallVector<Polynomial> result;
  for (const isl::aff &bound : bounds) {
    Quotients quotients = domain.quotients();
    std::optional<Polynomial> value = quotients.valueOf(bound);
    if (value)
      value = limitOf(*value, quotients, domain, isUpper);
    if (value)
      result.push_back(*value);
  }
  return result;
}

std::optional<Polynomial>
polymem::largestDistance(const isl::set &elements, unsigned dim,
                         const ParameterDomain &domain) {
  IslBounds bounds = boundsOfDim(elements, dim);
  std::optional<Polynomial> least;
  for (const Polynomial &low : polynomialBounds(bounds.lower, domain, false))
    for (const Polynomial &high : polynomialBounds(bounds.upper, domain, true))
      if (Polynomial distance = high - low;
          !least || domain.isAtLeast(*least - distance, 0))
        least = distance;
  return least;
}

std::optional<Polynomial>
polymem::largestCoordinate(const isl::set &elements, unsigned dim,
                           const ParameterDomain &domain) {
  std::optional<Polynomial> least;
  for (const Polynomial &value :
       polynomialBounds(boundsOfDim(elements, dim).upper, domain, true))
    if (!least || domain.isAtLeast(*least - value, 0))
      least = value;
  return least;
}

std::optional<std::vector<Polynomial>>
polymem::extentsOf(const ConflictSet &conflicts) {
  std::vector<Polynomial> result;
  for (unsigned d = 0; d < conflicts.rank(); ++d) {
    auto distance =
        largestDistance(conflicts.elements(), d, conflicts.domain());
    if (!distance)
      return std::nullopt;
    result.push_back(*distance + 1);
  }
  return result;
}

std::optional<PolynomialPieces>
polymem::largestValue(const isl::set &set, unsigned dim,
                      const ParameterDomain &domain, size_t maxPieces,
                      std::vector<Quotient> *wanted) {
  if (set.is_empty().is_true())
    return PolynomialPieces{{domain.context(), Polynomial(0)}};
  if (auto exact = exactLargestValue(set, dim, domain, maxPieces, wanted))
    return exact;
  // The smallest of the bounds of the hull, as far as that is known.
  std::optional<Polynomial> least;
  for (const Polynomial &value :
       polynomialBounds(boundsOfDim(set, dim).upper, domain, true))
    if (domain.isAtLeast(value, 0) &&
        (!least || domain.isAtLeast(*least - value, 0)))
      least = value;
  if (!least)
    return std::nullopt;
  return PolynomialPieces{{domain.context(), *least}};
}

/// The largest difference in `dim` of elements that are equal in other
/// dimensions.
std::optional<PolynomialPieces>
SuccessiveModulo::width(const Dims &equal, unsigned dim, size_t maxPieces) {
  auto known = widths.find({equal, dim});
  if (known != widths.end() && known->second.size() <= maxPieces)
    return known->second;
  isl::set &set = differences[equal];
  if (set.is_null()) {
    set = conflicts.differences();
    for (auto [d, isEqual] : enumerate(equal))
      if (isEqual)
        set = set.fix_si(isl::dim::set, d, 0);
  }
  auto result =
      largestValue(set, dim, conflicts.domain(), maxPieces, &wantedQuotients);
  if (!result)
    if (auto distance =
            largestDistance(conflicts.elements(), dim, conflicts.domain());
        distance && conflicts.domain().isAtLeast(*distance, 0))
      result = PolynomialPieces{{conflicts.domain().context(), *distance}};
  if (result && maxPieces == kMaxPieces)
    widths[{equal, dim}] = *result;
  return result;
}

std::optional<std::vector<StorageCase>>
SuccessiveModulo::inOrder(ArrayRef<unsigned> order) {
  std::vector<StorageCase> cases = {{conflicts.domain().context(), {}}};
  Dims equal(conflicts.rank());
  for (unsigned dim : order) {
    // There are no elements, whatever the parameters.
    if (cases.empty())
      return std::nullopt;
    auto values = width(equal, dim, kMaxPieces / cases.size());
    if (!values)
      return std::nullopt;
    std::vector<StorageCase> finer;
    for (const StorageCase &before : cases)
      for (const auto &[where, value] : *values) {
        isl::set context = before.context.intersect(where).coalesce();
        if (context.is_empty().is_true())
          continue;
        StorageCase &next = finer.emplace_back();
        next.context = context;
        next.mapping = before.mapping;
        if (value.isZero())
          continue;
        StorageRow row;
        row.coefficients.resize(conflicts.rank());
        row.coefficients[dim] = Polynomial(1);
        row.modulus = value + 1;
        next.mapping.rows.push_back(row);
        if (!next.mapping.isValid())
          return std::nullopt;
      }
    cases = std::move(finer);
    equal[dim] = true;
  }
  return cases;
}

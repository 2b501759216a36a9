//===- SuccessiveModulo.cpp - one modulus per dimension -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/SuccessiveModulo.h"
#include "PolyMem/Polyhedral/IslBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"

using namespace llvm;
using namespace polymem;

/// More parts of the parameters' values than these are not told apart.
static constexpr size_t kMaxPieces = 24;

/// The exact values, where they are few polynomials.
static std::optional<PolynomialPieces>
exactLargestValue(const isl::set &set, unsigned dim,
                  const ParameterDomain &domain, size_t maxPieces) {
  isl::pw_aff largest = set.dim_max(dim);
  if (largest.is_null())
    return std::nullopt;
  largest = largest.coalesce().intersect_params(domain.context());
  PolynomialPieces pieces;
  isl::set rest = domain.context();
  isl::stat status =
      largest.foreach_piece([&](const isl::set &where, const isl::aff &aff) {
        std::optional<Polynomial> value = Polynomial::fromAff(aff);
        isl::set params = where.params();
        if (!value || pieces.size() == maxPieces)
          return isl::stat::error();
        pieces.emplace_back(params, *value);
        rest = rest.subtract(params);
        return isl::stat::ok();
      });
  if (status.is_error())
    return std::nullopt;
  if (!rest.is_empty().is_true() && pieces.size() == maxPieces)
    return std::nullopt;
  if (!rest.is_empty().is_true())
    pieces.emplace_back(rest, Polynomial(0));
  return pieces;
}

std::optional<PolynomialPieces>
polymem::largestValue(const isl::set &set, unsigned dim,
                      const ParameterDomain &domain, size_t maxPieces) {
  if (set.is_empty().is_true())
    return PolynomialPieces{{domain.context(), Polynomial(0)}};
  if (auto exact = exactLargestValue(set, dim, domain, maxPieces))
    return exact;
  // The smallest of the bounds of the hull, as far as that is known.
  std::optional<Polynomial> least;
  for (const isl::aff &bound : boundsOfDim(set, dim).upper) {
    std::optional<Polynomial> value = Polynomial::fromAff(bound);
    if (value && domain.isAtLeast(*value, 0) &&
        (!least || domain.isAtLeast(*least - *value, 0)))
      least = value;
  }
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
  auto result = largestValue(set, dim, conflicts.domain(), maxPieces);
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

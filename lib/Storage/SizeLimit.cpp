//===- SizeLimit.cpp - no more cells than elements ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/SizeLimit.h"
#include "PolyMem/Storage/SuccessiveModulo.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

std::optional<std::vector<Polynomial>>
polymem::rowExtents(const StorageMapping &mapping, const isl::set &elements,
                    const ParameterDomain &domain) {
  std::vector<Polynomial> result;
  for (const StorageRow &row : mapping.rows) {
    Polynomial most = row.offset;
    if (!domain.isAtLeast(row.offset, 0))
      return std::nullopt;
    for (auto [d, coefficient] : enumerate(row.coefficients)) {
      if (coefficient.isZero())
        continue;
      isl::set negative = elements.upper_bound_val(isl::dim::set, d, -1);
      auto largest = largestCoordinate(elements, d, domain);
      if (!domain.isAtLeast(coefficient, 0) ||
          !negative.is_empty().is_true() || !largest)
        return std::nullopt;
      most = most + coefficient * *largest;
    }
    result.push_back(most + 1);
  }
  return result;
}

/// Extents of rows with which the buffer is not larger than a box of `elements`
/// elements: whichever of the modulus and the extent of each row is smaller.
static std::optional<std::vector<Polynomial>>
sufficientExtents(const ConflictSet &conflicts, const StorageMapping &mapping,
                  const Polynomial &elements) {
  constexpr size_t kMaxRows = 4;
  auto extents =
      rowExtents(mapping, conflicts.elements(), conflicts.domain());
  if (!extents || mapping.rows.size() > kMaxRows)
    return std::nullopt;
  for (unsigned choice = 1; choice < 1u << mapping.rows.size(); ++choice) {
    Polynomial cells(1);
    for (auto [k, row] : enumerate(mapping.rows))
      cells = cells * (choice & (1u << k) ? (*extents)[k] : row.modulus);
    if (conflicts.domain().isAtLeast(elements - cells, 0))
      return extents;
  }
  return std::nullopt;
}

std::optional<SizeLimit> polymem::sizeLimitOf(const ConflictSet &conflicts,
                                              ArrayRef<StorageCase> cases) {
  auto box = extentsOf(conflicts);
  if (!box)
    return std::nullopt;
  StorageRow row;
  row.coefficients.resize(conflicts.rank());
  Polynomial elements(1);
  for (size_t d = box->size(); d-- > 0;) {
    row.coefficients[d] = elements;
    elements = elements * (*box)[d];
  }
  row.modulus = elements;
  auto fits = [&](const StorageCase &part) {
    isl::set context = part.context.intersect(conflicts.domain().context());
    return ParameterDomain(context, conflicts.domain().quotients().all())
        .isAtLeast(elements - part.mapping.size(), 0);
  };
  if (llvm::all_of(cases, fits))
    return SizeLimit{};
  if (cases.size() == 1)
    if (auto extents =
            sufficientExtents(conflicts, cases.front().mapping, elements))
      return SizeLimit{SizeLimit::Kind::Extents, *extents, {}};
  return SizeLimit{SizeLimit::Kind::Layout, {}, {{row}}};
}

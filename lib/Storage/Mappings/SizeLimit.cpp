//===- SizeLimit.cpp - no more cells than elements ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/SizeLimit.h"
#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

std::optional<std::vector<Polynomial>>
polymem::rowExtents(const StorageMapping &mapping, const ConflictSet &conflicts,
                    const ArrayShape &shape) {
  const ParameterDomain &domain = conflicts.domain();
  const isl::set &elements = conflicts.elements();
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
      if (!largest && shape[d])
        largest = *shape[d] - 1;
      if (!domain.isAtLeast(coefficient, 0) || !negative.is_empty().is_true() ||
          !largest)
        return std::nullopt;
      most = most + coefficient * *largest;
    }
    result.push_back(most + 1);
  }
  return result;
}

/// Sizes of a box that has all elements.
static std::optional<std::vector<Polynomial>>
boxAround(const ConflictSet &conflicts, const ArrayShape &shape) {
  std::vector<Polynomial> result;
  for (unsigned d = 0; d < conflicts.rank(); ++d) {
    auto distance =
        largestDistance(conflicts.elements(), d, conflicts.domain());
    if (!distance && !shape[d])
      return std::nullopt;
    result.push_back(distance ? *distance + 1 : *shape[d]);
  }
  return result;
}

/// Extents of rows with which the buffer is not larger than a box of `elements`
/// elements: whichever of the modulus and the extent of each row is smaller.
static std::optional<std::vector<Polynomial>>
sufficientExtents(const ConflictSet &conflicts, const StorageMapping &mapping,
                  const ArrayShape &shape, const Polynomial &elements) {
  constexpr size_t kMaxRows = 4;
  auto extents = rowExtents(mapping, conflicts, shape);
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

/// A mapping with a cell for each element of a box whose subscripts are like
/// those of `mapping`: in each row row-major addresses of some dimensions.
static StorageMapping plainMapping(ArrayRef<Polynomial> box,
                                   const StorageMapping &mapping) {
  StorageMapping result;
  result.rows.resize(std::max<size_t>(mapping.rows.size(), 1));
  for (StorageRow &row : result.rows) {
    row.coefficients.resize(box.size());
    row.modulus = 1;
  }
  // Most accesses that follow each other differ in a row's last dimension: its
  // stride stays 1.
  for (size_t d = box.size(); d-- > 0;) {
    auto endsHere = [&](const StorageRow &row) {
      auto isZero = [](const Polynomial &c) { return c.isZero(); };
      return !row.coefficients[d].isZero() &&
             llvm::all_of(ArrayRef(row.coefficients).drop_front(d + 1), isZero);
    };
    auto like = llvm::find_if(mapping.rows, endsHere);
    if (like == mapping.rows.end())
      like = llvm::find_if(mapping.rows, [&](const StorageRow &row) {
        return !row.coefficients[d].isZero();
      });
    size_t number =
        like == mapping.rows.end() ? 0 : like - mapping.rows.begin();
    StorageRow &row = result.rows[number];
    row.coefficients[d] = row.modulus;
    row.modulus = row.modulus * box[d];
  }
  return result;
}

/// Whether no mapping has more than `most` cells where arrays of these shapes
/// can be.
static bool areAtMost(const ConflictSet &conflicts, ArrayRef<StorageCase> cases,
                      const Polynomial &most, ArrayRef<ArrayShape> shapes) {
  const ParameterDomain &domain = conflicts.domain();
  isl::set possible = domain.context();
  for (const ArrayShape &shape : shapes)
    for (const std::optional<Polynomial> &size : shape)
      if (auto where = size ? domain.whereNonNegative(*size) : std::nullopt)
        possible = possible.intersect(*where);
  return llvm::all_of(cases, [&](const StorageCase &part) {
    isl::set context = part.context.intersect(possible);
    auto where = ParameterDomain(context, domain.quotients().all())
                     .whereNonNegative(most - part.mapping.size());
    return where && context.is_subset(*where).is_true();
  });
}

std::optional<SizeLimit> polymem::sizeLimitOf(const ConflictSet &conflicts,
                                              ArrayRef<StorageCase> cases,
                                              const ArrayShape &shape) {
  auto isOneCell = [](const StorageCase &part) {
    return part.mapping.size().constant() == 1;
  };
  if (llvm::all_of(cases, isOneCell))
    return SizeLimit{};
  auto box = boxAround(conflicts, shape);
  if (!box || cases.empty())
    return std::nullopt;
  StorageMapping plain = plainMapping(*box, cases.front().mapping);
  Polynomial elements = plain.size();
  if (areAtMost(conflicts, cases, elements, shape))
    return SizeLimit{};
  if (cases.size() == 1)
    if (auto extents = sufficientExtents(conflicts, cases.front().mapping,
                                         shape, elements))
      return SizeLimit{SizeLimit::Kind::Extents, *extents, {}};
  return SizeLimit{SizeLimit::Kind::Layout, {}, plain};
}

/// How many elements arrays of these shapes have.
static std::optional<Polynomial> elementsOf(ArrayRef<ArrayShape> shapes) {
  Polynomial all;
  for (const ArrayShape &shape : shapes) {
    Polynomial product(1);
    for (const std::optional<Polynomial> &size : shape) {
      if (!size)
        return std::nullopt;
      product = product * *size;
    }
    all = all + product;
  }
  return all;
}

std::optional<SizeLimit> polymem::jointSizeLimit(const ConflictSet &conflicts,
                                                 const JointLayout &layout,
                                                 ArrayRef<StorageCase> cases,
                                                 ArrayRef<ArrayShape> shapes) {
  std::optional<Polynomial> elements = elementsOf(shapes);
  if (elements && areAtMost(conflicts, cases, *elements, shapes))
    return SizeLimit{};
  auto box = extentsOf(conflicts);
  if (!box)
    return std::nullopt;
  StorageRow row;
  row.coefficients.resize(conflicts.rank());
  // One array behind the other; those of the same strides take as much each.
  unsigned ownDims = 0;
  for (unsigned k = 0; k < layout.arrays(); ++k)
    ownDims += layout.rankOf(k);
  bool sameStrides = layout.selectors() + ownDims > layout.rank();
  Polynomial offset;
  for (unsigned k = 0; k < layout.arrays(); ++k) {
    if (k > 0)
      row.coefficients[k - 1] = offset;
    unsigned first = sameStrides ? layout.selectors() : layout.firstDim(k);
    unsigned end = sameStrides ? layout.rank() : first + layout.rankOf(k);
    Polynomial stride(1);
    for (unsigned d = end; d-- > first;) {
      row.coefficients[d] = stride;
      stride = stride * (*box)[d];
    }
    offset = offset + stride;
  }
  row.modulus = offset;
  if (elements && !conflicts.domain().isAtLeast(*elements - offset, 0))
    return std::nullopt;
  return SizeLimit{SizeLimit::Kind::Layout, {}, {{row}}};
}

//===- SampleConflicts.cpp - conflicts at one size, in extension ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "PolyMem/Storage/Conflicts/Enumeration.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

/// `set` where the parameters of `conflicts` have these values.
static isl::set valuesInserted(isl::set set, ArrayRef<int64_t> parameters) {
  for (auto [k, value] : enumerate(parameters))
    set = set.lower_bound_val(isl::dim::param, k, static_cast<long>(value))
              .upper_bound_val(isl::dim::param, k, static_cast<long>(value));
  return set.project_out_all_params();
}

std::optional<SampleConflicts> SampleConflicts::at(const ConflictSet &conflicts,
                                                   ArrayRef<int64_t> parameters,
                                                   size_t maxPoints) {
  if (conflicts.isNull())
    return std::nullopt;
  SampleConflicts result;
  result.values.assign(parameters.begin(), parameters.end());
  result.theRank = conflicts.rank();
  // Differences of elements are in a box around those of a box.
  std::optional<EnumerationBox> box =
      boxAround(conflicts.elements(), parameters);
  if (box)
    for (auto &[low, high] : *box) {
      high -= low;
      low = -high;
    }
  auto differences =
      enumeratePoints(conflicts.differences(), parameters, maxPoints, box);
  if (!differences)
    return std::nullopt;
  Point zero(result.theRank);
  llvm::copy_if(*differences, std::back_inserter(result.theDifferences),
                [&](const Point &d) {
                  return std::lexicographical_compare(zero.begin(), zero.end(),
                                                      d.begin(), d.end());
                });
  return result;
}

std::optional<int64_t>
SampleConflicts::leastModulus(ArrayRef<int64_t> weights,
                              const StorageMapping &others) const {
  constexpr int64_t kLimit = 1 << 20;
  BitVector distances;
  SizedMapping sized = others.at(values);
  for (const Point &d : theDifferences) {
    if (!sized.isZero(d))
      continue;
    int64_t sum = 0;
    for (auto [weight, coordinate] : zip_equal(weights, d))
      sum += weight * coordinate;
    sum = std::abs(sum);
    if (sum == 0 || sum > kLimit)
      return std::nullopt;
    if (distances.size() <= sum)
      distances.resize(2 * sum + 1);
    distances.set(sum);
  }
  for (int64_t modulus = 1;; ++modulus) {
    bool divides = false;
    for (int64_t m = modulus; !divides && m < int64_t(distances.size());
         m += modulus)
      divides = distances[m];
    if (!divides)
      return modulus;
  }
}

SmallVector<int64_t>
SampleConflicts::successiveModuli(ArrayRef<unsigned> order) const {
  SmallVector<int64_t> moduli(theRank, 1);
  for (const Point &d : theDifferences) {
    const unsigned *first =
        llvm::find_if(order, [&](unsigned dim) { return d[dim] != 0; });
    if (first != order.end())
      moduli[*first] = std::max(moduli[*first], 1 + std::abs(d[*first]));
  }
  return moduli;
}

std::optional<Point>
SampleConflicts::findClash(const StorageMapping &mapping) const {
  SizedMapping sized = mapping.at(values);
  for (const Point &d : theDifferences)
    if (sized.isZero(d))
      return d;
  return std::nullopt;
}

/// Two conflicting elements of difference `difference` where the parameters
/// have these values.
static std::optional<MappingClash> findPair(const ConflictSet &conflicts,
                                            ArrayRef<int64_t> parameters,
                                            ArrayRef<int64_t> difference) {
  isl::set wanted = isl::set::universe(conflicts.differences().get_space());
  for (auto [d, value] : enumerate(difference))
    wanted = wanted.lower_bound_val(isl::dim::set, d, static_cast<long>(value))
                 .upper_bound_val(isl::dim::set, d, static_cast<long>(value));
  // Of a conflict given in one direction either element may come first.
  isl::map apart = wanted.translation();
  isl::map pairs = conflicts.pairs().intersect(apart.unite(apart.reverse()));
  isl::point point =
      valuesInserted(pairs.wrap().flatten(), parameters).sample_point();
  MappingClash result{SmallVector<int64_t>(parameters), {}, {}};
  for (unsigned k = 0; k < 2 * conflicts.rank(); ++k) {
    auto value = islToInt64(point.get_coordinate_val(isl::dim::set, k));
    if (!value)
      return std::nullopt;
    (k < conflicts.rank() ? result.first : result.second).push_back(*value);
  }
  return result;
}

std::optional<MappingClash> polymem::findClash(const ConflictSet &conflicts,
                                               const StorageMapping &mapping) {
  constexpr unsigned kDegree = 2;
  for (int64_t shift : {0, 2})
    for (const SmallVector<int64_t> &sizes :
         conflicts.domain().samples(kDegree, shift)) {
      auto sample = SampleConflicts::at(conflicts, sizes);
      auto difference = sample ? sample->findClash(mapping) : std::nullopt;
      if (!difference || !mapping.sharesCell(sizes, *difference))
        continue;
      if (auto clash = findPair(conflicts, sizes, *difference))
        return clash;
    }
  // One may need large sizes.
  isl::set shared = sharedDifferences(conflicts, mapping);
  if (!shared.is_empty().is_false())
    return std::nullopt;
  isl::point point = shared.sample_point();
  SmallVector<int64_t> sizes;
  Point difference;
  auto append = [&](isl::dim type, unsigned number, auto &list) {
    for (unsigned k = 0; k < number; ++k)
      if (auto value = islToInt64(point.get_coordinate_val(type, int(k))))
        list.push_back(*value);
    return list.size() == number;
  };
  if (!append(isl::dim::param, conflicts.domain().size(), sizes) ||
      !append(isl::dim::set, conflicts.rank(), difference) ||
      !mapping.sharesCell(sizes, difference))
    return std::nullopt;
  return findPair(conflicts, sizes, difference);
}

std::optional<std::vector<Point>>
polymem::elementsAt(const ConflictSet &conflicts, ArrayRef<int64_t> parameters,
                    size_t maxElements) {
  return enumeratePoints(conflicts.elements(), parameters, maxElements);
}

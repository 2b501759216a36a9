//===- SampleConflicts.cpp - conflicts at one size, in extension ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/SampleConflicts.h"
#include "Enumeration.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

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
  auto differences = enumeratePoints(
      valuesInserted(conflicts.differences(), parameters), maxPoints);
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
  Point zero = others.cellOf(Point(theRank), values);
  for (const Point &d : theDifferences) {
    if (!zero.empty() && others.cellOf(d, values) != zero)
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

std::optional<Point>
SampleConflicts::findClash(const StorageMapping &mapping) const {
  Point zero = mapping.cellOf(Point(theRank), values);
  for (const Point &d : theDifferences)
    if (mapping.cellOf(d, values) == zero)
      return d;
  return std::nullopt;
}

std::optional<std::pair<Point, Point>>
polymem::findPair(const ConflictSet &conflicts, ArrayRef<int64_t> parameters,
                  ArrayRef<int64_t> difference) {
  isl::set wanted = isl::set::universe(conflicts.differences().get_space());
  for (auto [d, value] : enumerate(difference))
    wanted = wanted.lower_bound_val(isl::dim::set, d, static_cast<long>(value))
                 .upper_bound_val(isl::dim::set, d, static_cast<long>(value));
  isl::map pairs = conflicts.pairs().intersect(wanted.translation());
  isl::point point =
      valuesInserted(pairs.wrap().flatten(), parameters).sample_point();
  std::pair<Point, Point> result;
  for (unsigned k = 0; k < 2 * conflicts.rank(); ++k) {
    auto value = islToInt64(point.get_coordinate_val(isl::dim::set, k));
    if (!value)
      return std::nullopt;
    (k < conflicts.rank() ? result.first : result.second).push_back(*value);
  }
  return result;
}

std::optional<std::vector<Point>>
polymem::elementsAt(const ConflictSet &conflicts, ArrayRef<int64_t> parameters,
                    size_t maxElements) {
  return enumeratePoints(valuesInserted(conflicts.elements(), parameters),
                         maxElements);
}

/// From `start` on, always the element that leaves the most.
static size_t greedyClique(ArrayRef<BitVector> neighbours, unsigned start) {
  BitVector candidates = neighbours[start];
  size_t size = 1;
  while (candidates.any()) {
    size_t most = 0;
    std::optional<BitVector> left;
    for (unsigned candidate : candidates.set_bits()) {
      BitVector common = candidates;
      common &= neighbours[candidate];
      size_t count = common.count();
      if (left && count <= most)
        continue;
      most = count;
      left = std::move(common);
      // It conflicts with all others.
      if (most + 1 == candidates.count())
        break;
    }
    candidates = std::move(*left);
    ++size;
  }
  return size;
}

std::optional<int64_t> polymem::cliqueSize(const ConflictSet &conflicts,
                                           ArrayRef<int64_t> parameters,
                                           size_t maxElements) {
  if (conflicts.isNull())
    return std::nullopt;
  unsigned rank = conflicts.rank();
  auto elements = elementsAt(conflicts, parameters, maxElements);
  auto pairs = enumeratePoints(
      valuesInserted(conflicts.pairs().wrap().flatten(), parameters),
      64 * maxElements);
  if (!elements || !pairs)
    return std::nullopt;
  auto number = [&](ArrayRef<int64_t> coordinates) {
    Point point(coordinates);
    return llvm::lower_bound(*elements, point) - elements->begin();
  };
  std::vector<BitVector> neighbours(elements->size(),
                                    BitVector(elements->size()));
  for (const Point &pair : *pairs) {
    auto a = number(ArrayRef(pair).take_front(rank));
    auto b = number(ArrayRef(pair).drop_front(rank));
    if (a == b)
      continue;
    neighbours[a].set(b);
    neighbours[b].set(a);
  }
  // The ones with the most conflicts are promising.
  constexpr size_t kMaxStarts = 64;
  std::vector<unsigned> starts(elements->size());
  std::iota(starts.begin(), starts.end(), 0);
  llvm::sort(starts, [&](unsigned a, unsigned b) {
    return std::make_pair(neighbours[b].count(), a) <
           std::make_pair(neighbours[a].count(), b);
  });
  int64_t best = 0;
  starts.resize(std::min(starts.size(), kMaxStarts));
  for (unsigned start : starts)
    best = std::max<int64_t>(best, greedyClique(neighbours, start));
  return best;
}

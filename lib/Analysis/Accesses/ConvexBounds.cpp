//===- ConvexBounds.cpp - the inequalities that matter --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvexBounds.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <set>
#include <tuple>

using namespace llvm;
using namespace polymem;

/// One constraint `direction * a + value(p) >= 0`.
struct ConvexBounds::Bound {
  isl::basic_set all;
  SmallVector<int64_t> direction;
  /// Of the value.
  int64_t constant = 0;
  SmallVector<std::pair<isl::id, int64_t>> parameters;

  /// The value in an instance; nullopt if it is too large or not known.
  std::optional<int64_t> valueIn(const VolumeEstimate &instance) const;
};

static std::optional<int64_t> smallInteger(const isl::val &value) {
  constexpr int64_t kLarge = int64_t(1) << 40;
  if (!value.is_int().is_true() || !value.le(kLarge).is_true() ||
      !value.ge(-kLarge).is_true())
    return std::nullopt;
  return value.get_num_si();
}

static std::optional<int64_t> coefficient(const isl::constraint &constraint,
                                          isl::dim type, int position) {
  return smallInteger(coefficientOf(constraint, type, position));
}

/// Nothing for an equation, a bound of parameters only, or numbers that are too
/// large: these stay.
std::optional<ConvexBounds::Bound>
ConvexBounds::readBound(const isl::constraint &constraint) {
  if (!isEquality(constraint).is_false())
    return std::nullopt;
  Bound bound;
  bound.all = asSet(constraint);
  isl::space space = bound.all.space();
  bool isParametric = true;
  for (int d = 0, e = space.dim(isl::dim::set).release(); d < e; ++d) {
    std::optional<int64_t> factor = coefficient(constraint, isl::dim::set, d);
    if (!factor)
      return std::nullopt;
    bound.direction.push_back(*factor);
    isParametric &= *factor == 0;
  }
  for (int k = 0, e = space.dim(isl::dim::param).release(); k < e; ++k) {
    std::optional<int64_t> factor = coefficient(constraint, isl::dim::param, k);
    if (!factor)
      return std::nullopt;
    if (*factor != 0)
      bound.parameters.push_back({space.dim_id(isl::dim::param, k), *factor});
  }
  std::optional<int64_t> constant = smallInteger(constantOf(constraint));
  if (isParametric || !constant)
    return std::nullopt;
  bound.constant = *constant;
  return bound;
}

std::optional<int64_t>
ConvexBounds::Bound::valueIn(const VolumeEstimate &instance) const {
  int64_t value = constant;
  for (auto &[id, factor] : parameters) {
    std::optional<int64_t> parameter = instance.valueOf(id);
    int64_t product;
    if (!parameter || llvm::MulOverflow(factor, *parameter, product) ||
        llvm::AddOverflow(value, product, value))
      return std::nullopt;
  }
  return value;
}

/// Returns what the numbers are divided by.
static int64_t divideByGcd(MutableArrayRef<int64_t> numbers) {
  int64_t divisor = 0;
  for (int64_t number : numbers)
    divisor = std::gcd(divisor, number);
  for (int64_t &number : numbers)
    number /= divisor;
  return divisor;
}

/// `{ A[a] : direction * a + value >= 0 }`.
static isl::basic_set inequality(const isl::space &space,
                                 ArrayRef<int64_t> direction, int64_t value) {
  isl::constraint bound = emptyInequality(space);
  for (auto [d, factor] : llvm::enumerate(direction))
    bound = bound.set_coefficient_si(isl::dim::set, d, factor);
  bound = bound.set_constant_val(isl::val(space.ctx(), value));
  return asSet(bound);
}

void ConvexBounds::addNeeded(const VolumeEstimate &instance,
                             ArrayRef<Bound> bounds, const isl::set &equations,
                             SmallVectorImpl<bool> &needed) const {
  // Of several in one direction, one matters: the tightest, or else one that is
  // needed anyway or depends on less.
  using Key = std::tuple<int64_t, bool, size_t, unsigned>;
  std::map<SmallVector<int64_t>, Key> tightest;
  for (auto [k, bound] : llvm::enumerate(bounds)) {
    std::optional<int64_t> value = bound.valueIn(instance);
    if (!value) {
      needed[k] = true;
      continue;
    }
    SmallVector<int64_t> direction = bound.direction;
    int64_t divisor = divideByGcd(direction);
    Key key(llvm::divideFloorSigned(*value, divisor), !needed[k],
            bound.parameters.size(), k);
    auto [known, isNew] = tightest.try_emplace(direction, key);
    if (!isNew)
      known->second = std::min(known->second, key);
  }
  isl::basic_set equal = instance.at(equations).simple_hull();
  isl::basic_set there = equal;
  SmallVector<std::pair<unsigned, isl::basic_set>> kept;
  for (auto &[direction, key] : tightest) {
    isl::basic_set bound =
        inequality(equal.space(), direction, std::get<0>(key));
    kept.push_back({std::get<3>(key), bound});
    there = there.intersect(bound);
  }
  if (!there.is_empty().is_false())
    return;
  // Those of a rational polyhedron, and of these, of its integers; what depends
  // on the most is the first to go.
  there = withoutRedundancies(there);
  std::set<SmallVector<int64_t>> directions;
  for (const isl::constraint &constraint : constraintsOf(there)) {
    SmallVector<int64_t> direction, opposite;
    for (size_t d = 0, e = bounds.front().direction.size(); d < e; ++d) {
      direction.push_back(
          coefficient(constraint, isl::dim::set, d).value_or(0));
      opposite.push_back(-direction.back());
    }
    directions.insert(direction);
    if (isEquality(constraint).is_true())
      directions.insert(opposite);
  }
  llvm::erase_if(kept, [&](const auto &entry) {
    SmallVector<int64_t> direction = bounds[entry.first].direction;
    divideByGcd(direction);
    return directions.count(direction) == 0;
  });
  llvm::sort(kept, [&](const auto &a, const auto &b) {
    auto rank = [&](unsigned k) {
      return std::make_tuple(needed[k], -int64_t(bounds[k].parameters.size()),
                             k);
    };
    return rank(a.first) < rank(b.first);
  });
  for (size_t k = 0; k < kept.size();) {
    isl::basic_set others = equal;
    for (auto [other, entry] : llvm::enumerate(kept))
      if (other != k)
        others = others.intersect(entry.second);
    if (!others.is_subset(kept[k].second).is_true()) {
      ++k;
      continue;
    }
    kept.erase(kept.begin() + k);
  }
  for (auto &[k, bound] : kept)
    needed[k] = true;
}

isl::basic_set ConvexBounds::dropUnneeded(const isl::basic_set &set) const {
  isl::basic_set result = isl::basic_set::universe(set.space());
  SmallVector<Bound> bounds;
  for (const isl::constraint &constraint : constraintsOf(set)) {
    if (std::optional<Bound> bound = readBound(constraint))
      bounds.push_back(std::move(*bound));
    else
      result = result.intersect(asSet(constraint));
  }
  SmallVector<bool> needed(bounds.size(), false);
  if (!bounds.empty())
    for (const VolumeEstimate &instance : instances)
      addNeeded(instance, bounds, result, needed);
  for (auto [bound, isNeeded] : llvm::zip_equal(bounds, needed))
    if (isNeeded)
      result = result.intersect(bound.all);
  return result;
}

isl::set ConvexBounds::around(const isl::set &set) const {
  const VolumeEstimate &representative = instances.front();
  if (!representative.at(set).is_empty().is_false())
    return {};
  isl::set united = isl::set::empty(set.space());
  isl::stat walk = set.foreach_basic_set([&](isl::basic_set part) {
    part = withoutRedundancies(withoutDivs(part));
    // What is only elsewhere is left to the hull.
    isl::boolean elsewhere = representative.at(part).is_empty();
    united = united.unite(elsewhere.is_false() ? dropUnneeded(part) : part);
    return united.is_null() ? isl::stat::error() : isl::stat::ok();
  });
  if (!walk.is_ok())
    return {};
  return dropUnneeded(united.simple_hull());
}

//===- JointStorage.cpp - one buffer for several arrays -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/JointStorage.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

/// No pairs of elements of `first` and `second`; null if one of them is.
static isl::map noPairs(const isl::set &first, const isl::set &second) {
  if (first.is_null() || second.is_null())
    return {};
  isl::space domain = first.get_space().align_params(second.get_space()),
             range = second.get_space().align_params(domain);
  return isl::map::empty(domain.map_from_domain_and_range(range));
}

GroupConflicts::GroupConflicts(std::vector<isl::set> elements)
    : theElements(std::move(elements)) {
  for (const isl::set &first : theElements) {
    auto &row = pairs.emplace_back();
    for (const isl::set &second : theElements)
      row.push_back(noPairs(first, second));
  }
}

bool GroupConflicts::isNull() const {
  for (unsigned k = 0; k < size(); ++k)
    for (unsigned l = k; l < size(); ++l)
      if (pairs[k][l].is_null())
        return true;
  return false;
}

unsigned GroupConflicts::rankOf(unsigned array) const {
  isl::size rank = theElements[array].dim(isl::dim::set);
  return rank.is_error() ? 0 : unsigned(rank);
}

void GroupConflicts::add(unsigned first, unsigned second,
                         const isl::map &conflicts) {
  isl::map &known = pairs[std::min(first, second)][std::max(first, second)];
  known = known.unite(first <= second ? conflicts : conflicts.reverse());
}

void GroupConflicts::setSure(const GroupConflicts &sure) {
  exact = false;
  surePairs = sure.pairs;
}

void GroupConflicts::setNoneSure() { setSure(GroupConflicts(theElements)); }

ConflictSet GroupConflicts::alone(unsigned array) const {
  ConflictSet result(theElements[array], pairs[array][array]);
  if (!exact)
    result.setSure(surePairs[array][array]);
  return result;
}

GroupConflicts GroupConflicts::only(ArrayRef<unsigned> arrays) const {
  std::vector<isl::set> elements;
  for (unsigned array : arrays)
    elements.push_back(theElements[array]);
  GroupConflicts result(std::move(elements));
  auto select = [&](const auto &from, auto &to) {
    for (unsigned k = 0; k < arrays.size(); ++k)
      for (unsigned l = k; l < arrays.size(); ++l)
        to[k][l] = arrays[k] <= arrays[l]
                       ? from[arrays[k]][arrays[l]]
                       : from[arrays[l]][arrays[k]].reverse();
  };
  select(pairs, result.pairs);
  if (!exact) {
    result.setNoneSure();
    select(surePairs, result.surePairs);
  }
  return result;
}

ConflictSet GroupConflicts::joint(const JointLayout &layout) const {
  if (isNull())
    return ConflictSet({}, {});
  isl::set elements;
  for (unsigned k = 0; k < size(); ++k) {
    isl::set own = layout.embed(theElements[k], k);
    elements = k == 0 ? own : elements.unite(own);
  }
  auto embedded = [&](const std::vector<std::vector<isl::map>> &from) {
    isl::map all;
    for (unsigned k = 0; k < size(); ++k)
      for (unsigned l = k; l < size(); ++l) {
        isl::map both = layout.embed(from[k][l], l);
        both = layout.embed(both.reverse(), k).reverse();
        all = k + l == 0 ? both : all.unite(both);
      }
    return all;
  };
  ConflictSet result(elements, embedded(pairs), layout.shape());
  if (!exact)
    result.setSure(embedded(surePairs));
  return result;
}

//===----------------------------------------------------------------------===//
// Decision
//===----------------------------------------------------------------------===//

using Strides = std::vector<Polynomial>;

/// Strides of an array by itself, with the numbers of the parameters `names`:
/// what its mappings are as one row, and the same turned round.
static std::vector<Strides> stridesOf(const ConflictSet &alone,
                                      const StorageDecision &decision,
                                      ArrayRef<std::string> names,
                                      bool bothDirections) {
  constexpr size_t kMaxStrides = 4;
  std::vector<Strides> result;
  // Other conflict sets have other parameters.
  std::vector<Polynomial> values;
  for (const std::string &name : alone.parameters()) {
    auto known = llvm::find(names, name);
    if (known == names.end())
      return result;
    values.push_back(Polynomial::parameter(known - names.begin()));
  }
  for (const StorageCandidate &candidate : decision.candidates) {
    const StorageMapping *mapping = candidate.mappingAt(decision.assumed);
    if (!mapping || result.size() >= kMaxStrides)
      continue;
    Strides strides(alone.rank());
    Polynomial size(1);
    for (const StorageRow &row : llvm::reverse(mapping->rows)) {
      for (unsigned d = 0; d < alone.rank(); ++d)
        strides[d] =
            strides[d] + row.coefficients[d].substituted(values) * size;
      size = size * row.modulus.substituted(values);
    }
    if (!is_contained(result, strides))
      result.push_back(strides);
    for (Polynomial &stride : strides)
      stride = -stride;
    if (bothDirections && !is_contained(result, strides))
      result.push_back(strides);
  }
  return result;
}

/// Strides of joint elements: all arrays have those of one, or each its own.
static std::vector<Strides> jointStrides(const GroupConflicts &group,
                                         ArrayRef<StorageDecision> alone,
                                         const JointLayout &layout,
                                         JointLayout::Form form,
                                         ArrayRef<std::string> names) {
  constexpr size_t kMaxStrides = 32;
  std::vector<Strides> result;
  if (form == JointLayout::Form::OwnStrides)
    result.emplace_back(layout.rank());
  for (unsigned k = 0; k < group.size(); ++k) {
    std::vector<Strides> longer;
    // Turning all of them round changes nothing.
    bool bothDirections = k > 0 && form == JointLayout::Form::OwnStrides;
    auto own = stridesOf(group.alone(k), alone[k], names, bothDirections);
    for (const Strides &strides : own)
      for (const Strides &before :
           form == JointLayout::Form::OwnStrides
               ? result
               : std::vector<Strides>{Strides(layout.rank())}) {
        Strides &next = longer.emplace_back(before);
        std::copy(strides.begin(), strides.end(),
                  next.begin() + layout.firstDim(k));
      }
    if (form == JointLayout::Form::OwnStrides)
      result.clear();
    for (Strides &next : longer)
      if (result.size() < kMaxStrides && !is_contained(result, next))
        result.push_back(std::move(next));
  }
  return result;
}

std::optional<JointDecision>
polymem::chooseJointStorage(const GroupConflicts &group,
                            ArrayRef<StorageDecision> alone,
                            const StorageOptions &options) {
  SmallVector<unsigned> ranks;
  for (unsigned k = 0; k < group.size(); ++k)
    ranks.push_back(group.rankOf(k));
  std::optional<JointDecision> best;
  auto size = [](const JointDecision &decision) {
    const StorageDecision &storage = decision.storage;
    return storage.candidates.front()
        .sizeAt(storage.assumed)
        .value_or(INT64_MAX);
  };
  for (auto form :
       {JointLayout::Form::SameStrides, JointLayout::Form::OwnStrides}) {
    JointLayout layout(ranks, form);
    ConflictSet conflicts = group.joint(layout);
    if (conflicts.isNull())
      continue;
    StorageOptions own = options;
    own.strides =
        jointStrides(group, alone, layout, form, conflicts.parameters());
    // With as many dimensions the other methods take long.
    if (form == JointLayout::Form::OwnStrides)
      own.without.append({StorageMethod::Hyperplanes, StorageMethod::Search});
    JointDecision next{layout, conflicts, chooseStorage(conflicts, own)};
    if (next.storage.candidates.empty())
      continue;
    if (!best || size(next) < size(*best))
      best = std::move(next);
    if (best->storage.isBestPossible())
      break;
  }
  return best;
}

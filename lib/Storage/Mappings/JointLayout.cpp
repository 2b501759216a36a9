//===- JointLayout.cpp - several arrays in one space ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/JointLayout.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

JointLayout::JointLayout(ArrayRef<unsigned> ranks, Form form)
    : ranks(ranks), theRank(ranks.size() - 1) {
  if (form == Form::SameStrides) {
    theRank += *std::max_element(ranks.begin(), ranks.end());
    for (unsigned rank : ranks)
      first.push_back(theRank - rank);
    return;
  }
  for (unsigned rank : ranks) {
    first.push_back(theRank);
    theRank += rank;
  }
}

ConflictShape JointLayout::shape() const {
  return {selectors(), *std::max_element(ranks.begin(), ranks.end())};
}

SmallVector<int64_t, 4> JointLayout::elementOf(unsigned array,
                                               ArrayRef<int64_t> x) const {
  SmallVector<int64_t, 4> element(theRank);
  if (array > 0)
    element[array - 1] = 1;
  std::copy(x.begin(), x.end(), element.begin() + first[array]);
  return element;
}

isl::map JointLayout::embed(const isl::map &relation, unsigned array,
                            unsigned depth) const {
  isl::map result = withoutTupleName(relation, isl::dim::out);
  unsigned before = first[array],
           behind = theRank - first[array] - ranks[array];
  result = insertDims(result, isl::dim::out, depth, before);
  result = result.add_dims(isl::dim::out, behind);
  for (unsigned d = 0; d < theRank; ++d)
    if (d < before || d >= before + ranks[array])
      result = result.fix_si(isl::dim::out, depth + d,
                             array > 0 && d == array - 1 ? 1 : 0);
  return result;
}

isl::set JointLayout::embed(const isl::set &elements, unsigned array) const {
  return embed(isl::map::from_range(elements), array).range();
}

StorageMapping JointLayout::mappingOf(const StorageMapping &joint,
                                      unsigned array) const {
  StorageMapping result;
  for (const StorageRow &row : joint.rows) {
    StorageRow &own = result.rows.emplace_back();
    auto begin = row.coefficients.begin() + first[array];
    own.coefficients.assign(begin, begin + ranks[array]);
    own.modulus = row.modulus;
    own.offset = row.offset;
    if (array > 0)
      own.offset = own.offset + row.coefficients[array - 1];
  }
  return result;
}

std::optional<StorageMapping>
JointLayout::combine(ArrayRef<StorageMapping> mappings) const {
  StorageMapping joint;
  for (const StorageRow &row : mappings.front().rows) {
    StorageRow &next = joint.rows.emplace_back();
    next.coefficients.resize(theRank);
    next.modulus = row.modulus;
    next.offset = row.offset;
  }
  for (unsigned k = 0; k < arrays(); ++k) {
    if (mappings[k].rows.size() != joint.rows.size())
      return std::nullopt;
    for (auto [row, own] : zip_equal(joint.rows, mappings[k].rows)) {
      std::copy(own.coefficients.begin(), own.coefficients.end(),
                row.coefficients.begin() + first[k]);
      if (k > 0)
        row.coefficients[k - 1] = own.offset - row.offset;
    }
  }
  // Of what arrays have in common the last one has decided.
  for (unsigned k = 0; k < arrays(); ++k)
    if (!(mappingOf(joint, k) == mappings[k]))
      return std::nullopt;
  return joint;
}

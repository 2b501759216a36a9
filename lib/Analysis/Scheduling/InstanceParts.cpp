//===- InstanceParts.cpp - statements in parts of their instances ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/InstanceParts.h"

using namespace polymem;

isl::map InstancePart::restrict(const isl::map &pairs, isl::dim side) const {
  if (isWhole)
    return pairs;
  isl::map named = pairs.set_tuple_id(side, name);
  return side == isl::dim::in ? named.intersect_domain(instances)
                              : named.intersect_range(instances);
}

/// The elements of `set` at `side` ('b', 'o' or 'a') of the face of `value`.
static isl::set sideOf(const isl::set &set, const isl::aff &value, char side) {
  isl::pw_aff function(value), zero = function.sub(function);
  isl::set result = side == 'b'   ? function.lt_set(zero)
                    : side == 'a' ? function.gt_set(zero)
                                  : function.eq_set(zero);
  return set.intersect(result);
}

llvm::SmallVector<InstancePart>
polymem::cutInstances(const Scop &scop, unsigned statement,
                      llvm::ArrayRef<isl::aff> faces) {
  const ScopStatement &whole = scop.statements()[statement];
  llvm::SmallVector<InstancePart> parts;
  parts.push_back({"", whole.domain, "", false});
  for (const isl::aff &value : faces) {
    llvm::SmallVector<InstancePart> cut;
    for (const InstancePart &part : parts)
      for (char side : {'b', 'o', 'a'}) {
        isl::set instances = sideOf(part.instances, value, side).coalesce();
        if (!instances.intersect_params(scop.context()).is_empty().is_true())
          cut.push_back({part.sides + side, instances, "", false});
      }
    parts = std::move(cut);
  }
  for (InstancePart &part : parts) {
    part.name = whole.name + "_" + part.sides;
    part.instances = part.instances.set_tuple_id(part.name);
  }
  return parts;
}

InstanceParts::InstanceParts(const Scop &scop, const Faces &faces)
    : ofStatement(scop.statements().size()),
      map(isl::union_map::empty(scop.ctx())) {
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    auto cuts = faces.find(s);
    if (cuts == faces.end())
      ofStatement[s].push_back({"", statement.domain, statement.name, true});
    else
      ofStatement[s] = cutInstances(scop, s, cuts->second);
    for (const InstancePart &part : ofStatement[s])
      map = map.unite(isl::union_map(part.instances.identity().set_tuple_id(
          isl::dim::in, statement.name)));
  }
}

unsigned InstanceParts::count() const {
  unsigned result = 0;
  for (const auto &parts : ofStatement)
    if (parts.empty() || !parts.front().isWhole)
      result += parts.size();
  return result;
}

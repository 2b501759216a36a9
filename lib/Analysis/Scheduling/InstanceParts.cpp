//===- InstanceParts.cpp - statements in parts of their instances ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/InstanceParts.h"

using namespace polymem;

std::string InstancePart::name() const { return instances.tuple_name(); }

isl::map InstancePart::restrict(const isl::map &pairs, isl::dim side) const {
  if (isWhole)
    return pairs;
  isl::map named = pairs.set_tuple_id(side, instances.tuple_id());
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

InstanceParts::InstanceParts(const Scop &scop, const Faces &faces)
    : ofStatement(scop.statements().size()),
      map(isl::union_map::empty(scop.ctx())) {
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    llvm::SmallVector<InstancePart> &parts = ofStatement[s];
    parts.push_back({"", statement.domain, true});
    auto cuts = faces.find(s);
    if (cuts == faces.end()) {
      map = map.unite(isl::union_map(statement.domain.identity()));
      continue;
    }
    for (const isl::aff &value : cuts->second) {
      llvm::SmallVector<InstancePart> cut;
      for (const InstancePart &part : parts)
        for (char side : {'b', 'o', 'a'}) {
          isl::set instances = sideOf(part.instances, value, side).coalesce();
          if (!instances.intersect_params(scop.context()).is_empty().is_true())
            cut.push_back({part.sides + side, instances});
        }
      parts = std::move(cut);
    }
    for (InstancePart &part : parts) {
      isl::id name(scop.ctx(), statement.name + "_" + part.sides);
      map = map.unite(isl::union_map(
          part.instances.identity().set_tuple_id(isl::dim::out, name)));
      part.instances = part.instances.set_tuple_id(name);
    }
  }
}

unsigned InstanceParts::count() const {
  unsigned result = 0;
  for (const auto &parts : ofStatement)
    if (parts.empty() || !parts.front().isWhole)
      result += parts.size();
  return result;
}

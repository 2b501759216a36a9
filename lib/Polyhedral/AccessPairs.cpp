//===- AccessPairs.cpp - accesses to the same element, in order -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPairs.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"

using namespace mlir;
using namespace polymem;

AccessPairs::AccessPairs(const Scop &scop, const ScopArray *only)
    : theScop(scop), relations(scop.accesses().size()) {
  for (const ScopAccess &access : scop.accesses())
    if (!only || &scop.arrays()[access.array] == only)
      (access.isRead() ? readList : writeList).push_back(&access);
}

const isl::map &AccessPairs::relation(const ScopAccess &access) {
  isl::map &relation = relations[access.id];
  if (relation.is_null())
    // isl 0.27 computes wrong last writers from relations that carry a stride
    // twice, as those of tiles do.
    relation = isl::manage(isl_map_remove_redundancies(
        access.relation.intersect_params(theScop.context()).release()));
  return relation;
}

unsigned AccessPairs::sharedLoops(unsigned a, unsigned b) const {
  ArrayRef<Value> first = theScop.statements()[a].ivs;
  ArrayRef<Value> second = theScop.statements()[b].ivs;
  unsigned shared = 0;
  while (shared < first.size() && shared < second.size() &&
         first[shared] == second[shared])
    ++shared;
  return shared;
}

bool AccessPairs::standsBefore(const ScopAccess &a, const ScopAccess &b) {
  return std::pair(a.statement, a.id) < std::pair(b.statement, b.id);
}

void AccessPairs::forEachPart(
    const ScopAccess &source, const ScopAccess &sink,
    llvm::function_ref<void(std::optional<unsigned> carrier, isl::map)> visit) {
  if (source.array == sink.array)
    forEachPart(source.statement, relation(source), sink.statement,
                relation(sink), visit);
}

void AccessPairs::forEachPart(
    unsigned first, const isl::map &firstRelation, unsigned second,
    const isl::map &secondRelation,
    llvm::function_ref<void(std::optional<unsigned> carrier, isl::map)> visit) {
  isl::map pairs = firstRelation.apply_range(secondRelation.reverse());
  if (pairs.is_empty().is_true())
    return;
  for (unsigned k = 0, e = sharedLoops(first, second); k < e; ++k) {
    isl::map part = orderQuickly(pairs, k, k);
    if (!part.is_empty().is_true())
      visit(k, part);
    pairs = equateQuickly(pairs, k, k);
    if (isl_map_plain_is_empty(pairs.get()) == isl_bool_true)
      return;
  }
  if (first < second && !pairs.is_empty().is_true())
    visit(std::nullopt, pairs);
}

isl::map AccessPairs::between(const ScopAccess &source, const ScopAccess &sink,
                              bool sameInstance) {
  isl::space space = source.relation.space().domain().map_from_domain_and_range(
      sink.relation.space().domain());
  isl::map result = isl::map::empty(space);
  auto add = [&](isl::map part) {
    result =
        isl::manage(isl_map_union_disjoint(result.release(), part.release()));
  };
  forEachPart(source, sink,
              [&](std::optional<unsigned>, isl::map part) { add(part); });
  if (sameInstance && source.statement == sink.statement) {
    isl::map same = relation(source)
                        .apply_range(relation(sink).reverse())
                        .intersect(isl::map::identity(space));
    if (!same.is_empty().is_true())
      add(same);
  }
  return result;
}

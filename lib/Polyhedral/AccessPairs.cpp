//===- AccessPairs.cpp - accesses to the same element, in order -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPairs.h"

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

unsigned AccessPairs::sharedLoops(const ScopAccess &a,
                                  const ScopAccess &b) const {
  ArrayRef<Value> first = theScop.statements()[a.statement].ivs;
  ArrayRef<Value> second = theScop.statements()[b.statement].ivs;
  unsigned shared = 0;
  while (shared < first.size() && shared < second.size() &&
         first[shared] == second[shared])
    ++shared;
  return shared;
}

bool AccessPairs::standsBefore(const ScopAccess &a, const ScopAccess &b) {
  return std::pair(a.statement, a.id) < std::pair(b.statement, b.id);
}

isl::map AccessPairs::select(const ScopAccess &source, const ScopAccess &sink,
                             bool sameInstance,
                             llvm::function_ref<bool(Value)> ignored) {
  isl::map pairs = relation(source).apply_range(relation(sink).reverse());
  isl::map result = isl::map::empty(pairs.space());
  if (source.array != sink.array || pairs.is_empty().is_true())
    return result;
  ArrayRef<Value> ivs = theScop.statements()[source.statement].ivs;
  for (unsigned k = 0, e = sharedLoops(source, sink); k < e; ++k) {
    if (!ignored || !ignored(ivs[k]))
      result = result.unite(pairs.order_lt(isl::dim::in, k, isl::dim::out, k));
    pairs = pairs.equate(isl::dim::in, k, isl::dim::out, k);
    if (pairs.is_empty().is_true())
      return result;
  }
  if (source.statement == sink.statement ? sameInstance
                                         : standsBefore(source, sink))
    result = result.unite(pairs);
  return result;
}

isl::map AccessPairs::between(const ScopAccess &source, const ScopAccess &sink,
                              llvm::function_ref<bool(Value)> ignored) {
  return select(source, sink, /*sameInstance=*/false, ignored);
}

isl::map AccessPairs::orderedPairs(const ScopAccess &source,
                                   const ScopAccess &sink) {
  return select(source, sink, standsBefore(source, sink), nullptr);
}

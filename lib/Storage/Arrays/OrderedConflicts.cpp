//===- OrderedConflicts.cpp - conflicts in a given order ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Arrays/OrderedConflicts.h"
#include "AccessTimes.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "PolyMem/Storage/Arrays/TileTimes.h"
#include "PolyMem/Storage/Conflicts/OrderConflicts.h"
#include "llvm/ADT/STLExtras.h"

using namespace polymem;

OrderedAccesses::OrderedAccesses(const Scop &scop, const ScopArray &array)
    : scop(scop), array(array), order(isl::union_map::empty(scop.ctx())) {
  for (const ScopAccess *access : accessesOf(scop, array)) {
    if (freesArray(scop, *access))
      continue;
    const ScopStatement &statement = scop.statements()[access->statement];
    const auto *op = llvm::find_if(statement.ops, [&](mlir::Operation *op) {
      return op->isAncestor(access->op);
    });
    isl::map relation = executedRelation(scop, *access)
                            .set_tuple_id(isl::dim::in, access->tag());
    events.push_back({access, relation, unsigned(op - statement.ops.begin())});
  }
}

bool OrderedAccesses::precedesInInstance(const Event &first,
                                         const Event &second) const {
  size_t ops = scop.statements()[first.access->statement].ops.size();
  return first.access->statement == second.access->statement &&
         first.place < second.place && second.place < ops;
}

/// `pairs = { S[i] -> T[j] }` as `{ E[i] -> F[j] }`.
isl::union_map OrderedAccesses::asEvents(const Event &first,
                                         const isl::map &pairs,
                                         const Event &second) const {
  return isl::union_map(pairs.set_tuple_id(isl::dim::in, first.access->tag())
                            .set_tuple_id(isl::dim::out, second.access->tag()))
      .intersect_domain(isl::union_set(first.relation.domain()))
      .intersect_range(isl::union_set(second.relation.domain()));
}

/// The domain of the event's statement.
static const isl::set &domainOf(const Scop &scop, const ScopAccess &access) {
  return scop.statements()[access.statement].domain;
}

OrderedAccesses OrderedAccesses::inOrder(const Scop &scop,
                                         const ScopArray &array,
                                         const isl::union_map &before) {
  OrderedAccesses result(scop, array);
  for (const Event &first : result.events)
    for (const Event &second : result.events) {
      const isl::set &from = domainOf(scop, *first.access),
                     &to = domainOf(scop, *second.access);
      isl::map pairs = before.extract_map(
          from.get_space().map_from_domain_and_range(to.get_space()));
      if (result.precedesInInstance(first, second))
        pairs = pairs.unite(from.identity());
      result.order = result.order.unite(result.asEvents(first, pairs, second));
    }
  return result;
}

OrderedAccesses OrderedAccesses::inLockStep(const Scop &scop,
                                            const ScopArray &array) {
  OrderedAccesses result(scop, array);
  AccessTimes times(scop, [&](const ScopAccess &access) {
    return &scop.arrays()[access.array] == &array;
  });
  for (const Event &first : result.events)
    for (const Event &second : result.events) {
      isl::map begin = times.lockStepTimeOf(*first.access),
               end = times.lockStepTimeOf(*second.access);
      isl::map pairs = begin.apply_range(lexLess(begin.get_space().range()))
                           .apply_range(end.reverse());
      if (result.precedesInInstance(first, second))
        pairs = pairs.unite(begin.apply_range(end.reverse()));
      result.order = result.order.unite(result.asEvents(first, pairs, second));
    }
  return result;
}

bool OrderedAccesses::contradictProgram() const {
  isl::union_map schedule = scop.scheduleMap();
  for (const Event &first : events)
    for (const Event &second : events) {
      if (first.access->isRead() && second.access->isRead())
        continue;
      const isl::set &from = domainOf(scop, *first.access),
                     &to = domainOf(scop, *second.access);
      isl::space space =
          from.get_space().map_from_domain_and_range(to.get_space());
      isl::map earlier =
          lexLess(schedule.intersect_domain(isl::union_set(from)),
                  schedule.intersect_domain(isl::union_set(to)))
              .extract_map(space);
      if (precedesInInstance(first, second))
        earlier = earlier.unite(from.identity());
      isl::union_map sameElement =
          isl::union_map(first.relation.apply_range(second.relation.reverse()));
      if (!asEvents(first, earlier, second)
               .intersect(sameElement)
               .intersect(order.reverse())
               .is_empty()
               .is_true())
        return true;
    }
  return false;
}

ConflictSet OrderedAccesses::conflicts() const {
  isl::union_map reads = isl::union_map::empty(scop.ctx()), writes = reads;
  bool sure = true;
  for (const Event &event : events) {
    isl::union_map &side = event.access->isRead() ? reads : writes;
    side = side.unite(isl::union_map(event.relation));
    sure &= event.access->must;
  }
  isl::space space = array.extent.get_space();
  isl::set elements = writes.range().extract_set(space);
  if (!elements.is_empty().is_false())
    return ConflictSet({}, {});
  isl::union_map all = conflictsUnderOrder(writes, reads, order);
  ConflictSet result(elements, all.extract_map(space.map_from_set()));
  if (result.isNull())
    return result;
  isl::union_map known =
      sure ? sureConflictsUnderOrder(all, writes, reads, order)
           : isl::union_map::empty(scop.ctx());
  if (!known.is_equal(all).is_true())
    result.setSure(known.extract_map(space.map_from_set()));
  return result;
}

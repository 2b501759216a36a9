//===- SkewedLoops.cpp - loops that move along with another one -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/SkewedLoops.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/ScheduleTrees.h"
#include "ScheduleTree.h"

using namespace mlir;
using namespace polymem;

/// The induction variable of `statement` that `order = { S[i] -> [i_k] }` is;
/// null if it is something else.
static Value loopOf(const ScopStatement &statement, const isl::map &order) {
  if (order.range_tuple_dim().release() != 1)
    return {};
  isl::multi_aff dims = statement.domain.space().identity_multi_aff_on_domain();
  for (auto [d, iv] : llvm::enumerate(statement.ivs))
    if (order.is_equal(dims.at(d).as_map().intersect_domain(order.domain()))
            .is_true())
      return iv;
  return {};
}

/// `{ S[i] -> [i_k - s i_c] }`; null if `statement` is not in both loops.
static isl::map skewed(const ScopStatement &statement, Value loop,
                       const LoopSkews &skews, int64_t step) {
  const auto *own = llvm::find(statement.ivs, loop),
             *axis = llvm::find(statement.ivs, skews.axis);
  if (own == statement.ivs.end() || axis == statement.ivs.end())
    return {};
  isl::multi_aff dims = statement.domain.space().identity_multi_aff_on_domain();
  isl::aff moved = dims.at(axis - statement.ivs.begin())
                       .scale(isl::val(statement.domain.ctx(), step));
  return dims.at(own - statement.ivs.begin()).sub(moved).as_map();
}

std::optional<SkewedSchedule>
polymem::skewLoops(const Scop &scop, const LoopSkews &skews,
                   const OrderConstraints &constraints,
                   unsigned long maxIslOperations, Sentence &reason) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  SkewedSchedule result;
  bool isPlain = true;
  // Bands are visited in the order in which marks number them.
  auto onOrder = [&](const isl::union_map &order) {
    isl::union_map rewritten = isl::union_map::empty(scop.ctx());
    Value loop;
    isl::stat walk = order.foreach_map([&](const isl::map &map) -> isl::stat {
      const ScopStatement *statement =
          scop.statementNamed(map.domain().tuple_name());
      Value own = statement ? loopOf(*statement, map) : Value();
      isl::map next = map;
      if (own)
        if (int64_t step = skews.steps.lookup(own))
          next = skewed(*statement, own, skews, step);
      isPlain &= own && (!loop || loop == own) && !next.is_null();
      loop = own;
      if (!next.is_null())
        rewritten = rewritten.unite(next);
      return isl::stat::ok();
    });
    isPlain &= walk.is_ok();
    result.loops.push_back(loop);
    return rewritten;
  };
  isl::schedule tree =
      withOrders(scop.schedule(), scop.domains(), onOrder,
                 [](const isl::union_set &filter) { return filter; });
  if (tree.is_null() || !isPlain) {
    reason = guard.exceeded() ? "its order cannot be changed within the budget"
                              : "it has loops that are not one band each";
    return std::nullopt;
  }
  reason = whatIsWrong(scop, tree, constraints);
  if (!reason.empty())
    return std::nullopt;
  std::optional<Schedule> marked = withMarks(tree);
  if (!marked) {
    reason = "its bands cannot be split within the budget";
    return std::nullopt;
  }
  result.schedule = *marked;
  return result;
}

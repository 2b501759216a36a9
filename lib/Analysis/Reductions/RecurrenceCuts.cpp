//===- RecurrenceCuts.cpp - which part comes first ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which iterations of a reduction come first, with the proof that nothing in
// their tile is in the way.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "RecurrencePlanner.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Bounds of the first iterations that are tried, and of the last ones: each
/// pair of them is a proof.
static constexpr unsigned kMaxCuts = 4;
/// How many iterations fewer may come first, at each end, so that all places of
/// a tile have them.
static constexpr int64_t kMaxFewer = 2;

//===----------------------------------------------------------------------===//
// The part of the reduction that comes first
//===----------------------------------------------------------------------===//

bool RecurrencePlanner::findInTile() {
  isl::union_set inTile = isl::union_set::empty(scop.ctx());
  SmallVector<AffineExpr> conditions = tileConditions();
  for (const ScopStatement &statement : scop.statements())
    if (isInNest(statement))
      inTile = inTile.unite(isl::union_set(setOf(
          conditions, statement.domain.intersect_params(scop.context()))));
  isl::union_map pairs =
      dependences.intersect_domain(inTile).intersect_range(inTile).subtract(
          places.apply_range(places.reverse()));
  later = pairs.range().coalesce();
  return !later.is_null();
}

/// Appends `value` unless it is there.
static void addOnce(SmallVectorImpl<AffineExpr> &list, AffineExpr value) {
  if (!llvm::is_contained(list, value))
    list.push_back(value);
}

bool RecurrencePlanner::findCuts() {
  isl::space space(scop.ctx(), 0, 3);
  SmallVector<AffineExpr> conditions = tileConditions();
  llvm::append_range(conditions, plan.domain);
  llvm::append_range(conditions, reductionDomain);
  isl::set base = setOf(conditions, isl::set::universe(space))
                      .intersect_params(scop.context());
  isl::set late = isl::set::empty(space);
  for (const ScopStatement &statement : scop.statements())
    if (isInReduction(statement))
      late = late.unite(
          later.extract_set(statement.domain.space()).reset_tuple_id());
  late = late.coalesce();
  // Half spaces of iterations that each part of what is late is in.
  SmallVector<AffineExpr> firsts = {AffineExpr()}, ends = {AffineExpr()};
  isl::stat walk =
      late.foreach_basic_set([&](const isl::basic_set &part) -> isl::stat {
        isl::basic_set rest = part.gist(base.simple_hull());
        for (const isl::constraint &constraint : constraintsOf(rest)) {
          if (constraint.is_null())
            return isl::stat::error();
          if (numDims(constraint, isl::dim::div) != 0 ||
              !involvesDims(constraint, isl::dim::set, 0, 2).is_false())
            continue;
          isl::val factor = coefficientOf(constraint, isl::dim::set, 2);
          AffineExpr expr = affToAffineExpr(affOf(constraint), ids, context);
          if (!expr || isEquality(constraint).is_true())
            continue;
          // What does not move with the tile says nothing of it.
          if (!dependsOnOrigin(expr))
            continue;
          AffineExpr zero = getAffineConstantExpr(0, context);
          AffineExpr other = expr.replaceDims({zero, zero, zero});
          if (factor.is_one().is_true())
            addOnce(ends, simplifyAffineExpr(-other, 0, ids.size()));
          else if (factor.is_negone().is_true())
            addOnce(firsts, simplifyAffineExpr(other + 1, 0, ids.size()));
        }
        return isl::stat::ok();
      });
  if (!walk.is_ok())
    return fail("the budget of isl operations ended");
  if (firsts.size() > kMaxCuts)
    firsts.resize(kMaxCuts);
  if (ends.size() > kMaxCuts)
    ends.resize(kMaxCuts);
  for (AffineExpr first : firsts)
    for (AffineExpr end : ends)
      if (tryCuts(first, end, base, late)) {
        findWhole(base);
        findFar();
        for (AffineExpr *cut : {&plan.first, &plan.end})
          if (*cut)
            *cut = overOrigin(*cut);
        return true;
      }
  return fail("no iterations of the reduction between two bounds are known to "
              "read nothing of their own tile");
}

bool RecurrencePlanner::tryCuts(AffineExpr first, AffineExpr end,
                                const isl::set &base, const isl::set &late) {
  AffineExpr k = getAffineDimExpr(2, context);
  SmallVector<AffineExpr> conditions;
  if (first)
    conditions.push_back(k - first);
  if (end)
    conditions.push_back(end - 1 - k);
  isl::set part = setOf(conditions, base);
  if (!part.is_empty().is_false() || !part.intersect(late).is_empty().is_true())
    return false;
  plan.first = first;
  plan.end = end;
  plan.loopFirst.clear();
  plan.loopEnd.clear();
  IslBounds bounds = boundsOfDim(part, 2);
  AffineExpr one = getAffineConstantExpr(1, context);
  for (AffineExpr lower : exprsOf(bounds.lower))
    plan.loopFirst.push_back(overOrigin(lower));
  for (AffineExpr upper : exprsOf(bounds.upper))
    plan.loopEnd.push_back(overOrigin(upper + one));
  return !plan.loopFirst.empty() && !plan.loopEnd.empty();
}

void RecurrencePlanner::findFar() {
  if (!plan.first || !plan.end)
    return;
  // end - first = u + v - far >= 0?
  AffineExpr zero = getAffineConstantExpr(0, context);
  AffineExpr room =
      simplifyAffineExpr(overOrigin(plan.end - plan.first), 2, ids.size());
  AffineExpr rest = room.replaceDims({zero, zero});
  AffineExpr sum = getAffineDimExpr(0, context) + getAffineDimExpr(1, context);
  if (simplifyAffineExpr(room - rest - sum, 2, ids.size()) == zero)
    plan.firstFar = simplifyAffineExpr(-rest, 0, ids.size());
}

void RecurrencePlanner::findWhole(const isl::set &base) {
  if (!plan.first || !plan.end)
    return;
  // All of the box, with its places as iterations.
  SmallVector<AffineExpr> conditions = tileConditions();
  for (unsigned d = 0; d < 2; ++d) {
    for (AffineExpr last : plan.last[d])
      conditions.push_back(last - place[d]);
    conditions.push_back(origin[d]);
  }
  isl::set box = setOf(conditions, isl::set::universe(base.space()))
                     .intersect_params(scop.context());
  AffineExpr k = getAffineDimExpr(2, context);
  // A row's own first iteration may lie a little further on.
  for (int64_t fewer = 0; fewer <= 2 * kMaxFewer; ++fewer)
    for (int64_t after = std::max<int64_t>(0, fewer - kMaxFewer);
         after <= std::min(fewer, kMaxFewer); ++after) {
      AffineExpr first = plan.first + after, end = plan.end - (fewer - after);
      if (!setOf({k - first, end - 1 - k}, box).is_subset(base).is_true())
        continue;
      plan.first = simplifyAffineExpr(first, 0, ids.size());
      plan.end = simplifyAffineExpr(end, 0, ids.size());
      plan.isWhole = true;
      return;
    }
}

bool RecurrencePlanner::readsOwn(
    llvm::function_ref<bool(Operation *)> isMeant) const {
  for (const ScopAccess &access : scop.accesses()) {
    const ScopStatement &statement = scop.statements()[access.statement];
    if (!access.isRead() || &scop.arrays()[access.array] != table ||
        !isInNest(statement) || !isMeant(access.op))
      continue;
    isl::space space = isl::set::universe(statement.domain.space()).space();
    isl::map own = valueOf(element[0], space)
                       .as_map()
                       .flat_range_product(valueOf(element[1], space).as_map());
    if (!withoutTupleName(access.relation, isl::dim::out)
             .intersect(own)
             .is_empty()
             .is_true())
      return true;
  }
  return false;
}

bool RecurrencePlanner::placePrefix() {
  // The reduction may come first if all before it are updates of the kind, and
  // see of the element only what they update.
  llvm::SmallPtrSet<Operation *, 8> loads;
  SmallVector<ReductionUpdate> updates;
  bool onlyUpdates = true, anyLater = false, any = false;
  auto visit = [&](Operation *op) {
    any = true;
    if (auto store = dyn_cast<AffineStoreOp>(op)) {
      std::optional<ReductionUpdate> update =
          updateOf(store, /*reassociate=*/false, kind);
      onlyUpdates &=
          update && llvm::all_of(update->operations, isExactInAnyOrder);
      if (update) {
        loads.insert(update->load);
        updates.push_back(std::move(*update));
      }
    }
    if (const ScopStatement *statement = scop.statementOf(op))
      anyLater |=
          !later.extract_set(statement->domain.space()).is_empty().is_true();
  };
  SmallVector<Operation *> prefix;
  for (Operation &op : *nest.inner.getBody()) {
    if (&op == nest.reduction)
      break;
    prefix.push_back(&op);
  }
  for (Operation *op : prefix)
    op->walk(visit);
  onlyUpdates &= !readsOwn([&](Operation *op) {
    return !loads.contains(op) && llvm::any_of(prefix, [&](Operation *around) {
      return around->isAncestor(op);
    });
  });
  if (!any || onlyUpdates) {
    llvm::append_range(plan.updates, updates);
    return true;
  }
  plan.prefixFirst = true;
  if (anyLater)
    return fail("what comes before the reduction is no update of it, and needs "
                "other elements of a tile");
  return true;
}

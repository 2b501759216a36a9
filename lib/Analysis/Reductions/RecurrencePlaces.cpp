//===- RecurrencePlaces.cpp - where elements are computed -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of a recurrence: directions in which no dependence runs back.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "RecurrencePlanner.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool RecurrencePlanner::findPlaces(const isl::union_map &all) {
  isl::union_set inNest = isl::union_set::empty(scop.ctx());
  isl::union_map elements = isl::union_map::empty(scop.ctx());
  for (const ScopStatement &statement : scop.statements()) {
    if (!isInNest(statement))
      continue;
    isl::space space = isl::set::universe(statement.domain.space()).space();
    isl::map at = valueOf(element[0], space)
                      .as_map()
                      .flat_range_product(valueOf(element[1], space).as_map());
    elements = elements.unite(at.intersect_domain(statement.domain));
    inNest = inNest.unite(statement.domain);
  }
  dependences = all.intersect_domain(inNest).intersect_range(inNest).coalesce();
  isl::union_map moved =
      elements.reverse().apply_range(dependences).apply_range(elements);
  isl::space plane(scop.ctx(), 0, 2);
  isl::set distances =
      moved.deltas().extract_set(plane).intersect_params(scop.context());
  isl::pw_aff zero = isl::aff(isl::local_space(plane));
  auto along = [&](unsigned k) -> isl::pw_aff {
    return isl::aff::var_on_domain(isl::local_space(plane), isl::dim::set, k);
  };
  for (unsigned k = 0; k < 2; ++k) {
    bool noUp = distances.intersect(along(k).gt_set(zero)).is_empty().is_true();
    bool noDown =
        distances.intersect(along(k).lt_set(zero)).is_empty().is_true();
    if (!noUp && !noDown)
      return fail(sentence("elements depend on each other in both directions "
                           "of dimension {0}",
                           named("Dimension", k)));
    place[k] = noDown ? element[k] : element[k] * -1;
  }
  for (unsigned k = 0; k < 2; ++k)
    if (!distances.intersect(along(1 - k).eq_set(zero))
             .intersect(along(k).ne_set(zero))
             .is_empty()
             .is_false())
      return fail(
          sentence("elements along dimension {0} are independent of each "
                   "other, so that a loop over them is parallel",
                   named("Dimension", k)));
  places = elements;
  return true;
}

/// `f` of an affine expression without divisions: factors of the dimensions and
/// the rest.
static bool splitLinear(AffineExpr expr, int64_t (&factors)[2],
                        AffineExpr &rest) {
  MLIRContext *context = expr.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  bool pure = expr.isPureAffine();
  expr.walk([&](AffineExpr part) {
    pure &= part.getKind() != AffineExprKind::FloorDiv &&
            part.getKind() != AffineExprKind::CeilDiv &&
            part.getKind() != AffineExprKind::Mod;
  });
  if (!pure)
    return false;
  rest = expr.replaceDims({zero, zero});
  for (unsigned k = 0; k < 2; ++k) {
    SmallVector<AffineExpr> unit = {zero, zero};
    unit[k] = getAffineConstantExpr(1, context);
    auto factor = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replaceDims(unit) - rest, 0, 64));
    if (!factor)
      return false;
    factors[k] = factor.getValue();
  }
  return true;
}

bool RecurrencePlanner::invertPlaces() {
  int64_t u[2], v[2];
  AffineExpr restU, restV;
  bool linear =
      splitLinear(place[0], u, restU) && splitLinear(place[1], v, restV);
  auto isSmall = [](int64_t factor) { return std::abs(factor) <= 1024; };
  int64_t det = 0;
  if (linear && llvm::all_of(u, isSmall) && llvm::all_of(v, isSmall))
    det = u[0] * v[1] - u[1] * v[0];
  if (det != 1 && det != -1)
    return fail("iterations and elements are not one to one");
  AffineExpr du = getAffineDimExpr(0, context) - restU;
  AffineExpr dv = getAffineDimExpr(1, context) - restV;
  plan.iterations[0] = (du * v[1] - dv * u[1]) * det;
  plan.iterations[1] = (dv * u[0] - du * v[0]) * det;
  return true;
}

bool RecurrencePlanner::boundPlaces() {
  isl::space space(scop.ctx(), 0, 2);
  isl::set domain = setOf(plan.domain, isl::set::universe(space));
  auto boundsOf = [&](AffineExpr expr) {
    return boundsOfDim(
        valueOf(expr, space).as_map().intersect_domain(domain).range(), 0);
  };
  for (unsigned k = 0; k < 2; ++k) {
    SmallVector<AffineExpr> lower = exprsOf(boundsOf(place[k]).lower);
    if (lower.empty())
      return fail(sentence("dimension {0} of the table has no first element",
                           named("Dimension", k)));
    // Where that is known, tiles begin at the same elements as transactions.
    AffineExpr begin = lower.front();
    if (auto number = dyn_cast<AffineConstantExpr>(begin))
      begin = number.floorDiv(plan.tileSize) * plan.tileSize;
    place[k] = simplifyAffineExpr(place[k] - begin, 2, ids.size());
    plan.last[k] = exprsOf(boundsOf(place[k]).upper);
    if (plan.last[k].empty())
      return fail(sentence("dimension {0} of the table has no last element",
                           named("Dimension", k)));
  }
  IslBounds sums = boundsOf(place[0] + place[1]);
  plan.firstSum = exprsOf(sums.lower);
  plan.lastSum = exprsOf(sums.upper);
  if (plan.firstSum.empty() || plan.lastSum.empty())
    return fail("the table has no first or last diagonal");
  return true;
}

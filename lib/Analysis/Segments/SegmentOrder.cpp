//===- SegmentOrder.cpp - which segments follow each other ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentOrder.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

/// `[p] -> { [k] -> [k'] }`: all pairs of tiles.
static isl::map allPairs(const SegmentSpace &space) {
  return isl::map::from_domain_and_range(space.tiles(), space.tiles());
}

isl::map polymem::onDifferentCores(const SegmentPlan &plan,
                                   const SegmentSpace &space) {
  isl::map all = allPairs(space);
  isl::map result = isl::map::empty(all.get_space());
  for (unsigned d = 0; d < space.rank(); ++d)
    if (plan.dims[d].groups > 1)
      result = result.unite(all.subtract(
          isl::map::universe(all.get_space())
              .equate(isl::dim::in, int(d), isl::dim::out, int(d))));
  return result;
}

isl::map polymem::inOneRun(const SegmentSpace &space, unsigned depth) {
  isl::map result = allPairs(space);
  for (unsigned d = 0; d < depth; ++d)
    result = result.equate(isl::dim::in, int(d), isl::dim::out, int(d));
  return result;
}

isl::map polymem::earlier(const SegmentSpace &space) {
  return lexLess(space.tiles().get_space())
      .reverse()
      .intersect(allPairs(space));
}

isl::map polymem::inNextRun(const SegmentPlan &plan, const SegmentSpace &space,
                            unsigned depth) {
  unsigned rank = space.rank();
  SmallVector<isl::id> symbols;
  for (unsigned s = 0; s < plan.symbols.size(); ++s)
    symbols.push_back(space.symbolId(s));
  isl::map all = allPairs(space);
  isl::map result = isl::map::empty(all.get_space());
  MLIRContext *context = plan.dims.front().origin.getContext();
  // The first dimension that differs goes on by one, those behind it begin
  // again.
  for (unsigned d = 0; d < depth; ++d) {
    SmallVector<AffineExpr> equations;
    for (unsigned e = 0; e < d; ++e)
      equations.push_back(getAffineDimExpr(rank + e, context) -
                          getAffineDimExpr(e, context));
    equations.push_back(getAffineDimExpr(rank + d, context) -
                        getAffineDimExpr(d, context) - 1);
    for (unsigned e = d + 1; e < depth; ++e) {
      if (plan.dims[e].groups > 1)
        continue;
      equations.push_back(getAffineDimExpr(rank + e, context));
      equations.push_back(getAffineDimExpr(e, context) + 1 -
                          plan.dims[e].count.getResult(0));
    }
    IntegerSet set = IntegerSet::get(2 * rank, symbols.size(), equations,
                                     SmallVector<bool>(equations.size(), true));
    isl::set pairs = integerSetToSet(set, symbols, isl::id(), space.ctx());
    result = result.unite(isl::map::from_range(pairs).move_dims(
        isl::dim::in, 0, isl::dim::out, 0, rank));
  }
  return result.intersect(all);
}

//===- StripHulls.cpp - convex sets of what tiles do ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/StripHulls.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace polymem;

/// Whether each value of `line = [p] -> { [x] }` is followed, in this order of
/// the integers, by some that no value of it follows: it ends.
static bool ends(const isl::set &line, const isl::map &order) {
  isl::set before = line.apply(order.reverse());
  return line.params().is_subset(before.complement().params()).is_true();
}

/// `hull` with the bounds that it has lost: it is a superset of a part of
/// `set`, whose bounds may differ by more than a constant. Where hulls have
/// one, they are left alone: these have pieces.
static isl::set withBounds(isl::set hull, const isl::set &set) {
  isl::size dims = set.dim(isl::dim::set);
  if (dims.is_error())
    return isl::set();
  unsigned count = unsigned(dims);
  isl::map same = isl::map::identity(set.get_space().map_from_set());
  isl::space line = spaceOfDims(set.ctx(), 1);
  isl::map any = isl::map::universe(line.map_from_domain_and_range(line));
  isl::map notLess = any.order_lt(isl::dim::in, 0, isl::dim::out, 0)
                         .unite(any.equate(isl::dim::in, 0, isl::dim::out, 0));
  for (unsigned d = 0; d < count; ++d) {
    isl::map coordinate = same.project_out(isl::dim::out, d + 1, count - d - 1)
                              .project_out(isl::dim::out, 0, d);
    isl::set known = hull.apply(coordinate);
    for (const isl::map &order : {notLess, notLess.reverse()})
      if (!ends(known, order)) {
        isl::set within = set.apply(coordinate).coalesce();
        within = within.apply(order.reverse()).coalesce();
        hull = hull.intersect(within.apply(coordinate.reverse()));
      }
  }
  return hull;
}

/// A superset that is convex but for such bounds, those of `bounding`.
static isl::map hullOf(const isl::map &map, const isl::map &bounding) {
  if (map.is_empty().is_true())
    return map;
  isl::set hull = isl::set(map.wrap().remove_divs().simple_hull());
  return withBounds(hull, bounding.wrap()).unwrap();
}

/// `[p] -> { [I] -> A[a] }`, all that tile I reads: a piece for each read, with
/// constraints that are like each other.
static isl::map readsOfTiles(const Scop &scop, const ScopArray &array,
                             const TileStrips &strips) {
  isl::map result;
  for (const ScopAccess *access : accessesOf(scop, array)) {
    if (!access->isRead())
      continue;
    isl::map times = timesOf(scop, array, *access, strips);
    isl::size dims = times.is_null() ? isl::size() : times.range_tuple_dim();
    if (dims.is_error())
      return isl::map();
    isl::map reads = instancesOfTiles(scop.ctx(), strips, unsigned(dims))
                         .apply_range(times.reverse());
    result = result.is_null() ? reads : result.unite(reads);
  }
  return result;
}

StripAccesses polymem::inHulls(const Scop &scop, const ScopArray &array,
                               const TileStrips &strips,
                               const isl::set &context,
                               const StripAccesses &accesses) {
  StripAccesses result = accesses;
  isl::map reads = readsOfTiles(scop, array, strips)
                       .intersect_params(scop.context().intersect(context));
  // What a tile would load that is not executed, nobody loads.
  isl::set executed = accesses.in.domain().unite(accesses.mayWrite.domain());
  if (!reads.is_null())
    executed = executed.unite(reads.domain());
  executed = executed.coalesce();
  if (!accesses.in.is_empty().is_true())
    result.in = hullOf(accesses.in, reads).intersect_domain(executed);
  result.mayWrite =
      hullOf(accesses.mayWrite, accesses.mayWrite).intersect_domain(executed);
  return result;
}

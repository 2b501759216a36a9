//===- StripSets.cpp - what each tile of a strip loads and stores ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/StripSets.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace polymem;

/// `{ [I'] -> [I] }`, all pairs.
static isl::map allPairs(isl::ctx ctx, unsigned dims) {
  isl::space space = spaceOfDims(ctx, dims);
  return isl::map::universe(space.map_from_domain_and_range(space));
}

/// The pairs that agree in the first `outer` dimensions.
static isl::map inOneStrip(isl::map pairs, unsigned outer) {
  for (unsigned d = 0; d < outer; ++d)
    pairs = pairs.equate(isl::dim::in, int(d), isl::dim::out, int(d));
  return pairs;
}

/// `{ [I'] -> [I] : I'_dim + least <= I_dim }`.
static isl::map apart(const isl::map &all, unsigned dims, unsigned dim,
                      const isl::pw_aff &least) {
  isl::set pairs = all.wrap();
  isl::local_space local(pairs.get_space());
  isl::pw_aff first = isl::aff::var_on_domain(local, isl::dim::set, dim);
  isl::pw_aff second =
      isl::aff::var_on_domain(local, isl::dim::set, dims + dim);
  return least.insert_domain(pairs.get_space())
      .le_set(second.sub(first))
      .unwrap();
}

StripOrder polymem::orderAllOrigins(llvm::ArrayRef<isl::pw_aff> sizes,
                                    unsigned outer) {
  isl::ctx ctx = sizes.front().ctx();
  unsigned dims = sizes.size();
  isl::map all = allPairs(ctx, dims);
  StripOrder order;
  order.sameStrip = inOneStrip(all, outer);
  order.before = isl::map::empty(all.get_space());
  isl::pw_aff zero = sizes.front().sub(sizes.front());
  isl::map agree = order.sameStrip;
  for (unsigned k = outer; k < dims; ++k) {
    order.before =
        order.before.unite(agree.intersect(apart(all, dims, k, sizes[k])));
    agree = agree.intersect(apart(all, dims, k, zero));
  }
  return order;
}

StripOrder polymem::orderAligned(const isl::set &origins, unsigned outer) {
  StripOrder order;
  isl::size dims = origins.tuple_dim();
  if (dims.is_error())
    return order;
  isl::map pairs = isl::map::from_domain_and_range(origins, origins);
  order.sameStrip = inOneStrip(pairs, outer);
  order.before = order.sameStrip.intersect(
      lexLess(spaceOfDims(origins.ctx(), unsigned(dims))));
  return order;
}

StripSets polymem::computeStripSets(const StripAccesses &accesses,
                                    const StripOrder &order) {
  // What tiles before this one, or behind it, do.
  auto earlier = [&](const isl::map &what) {
    return order.before.reverse().apply_range(what);
  };
  StripSets sets;
  sets.store =
      accesses.mayWrite.subtract(order.before.apply_range(accesses.mayWrite));
  if (!accesses.liveOut.is_null())
    sets.store = sets.store.intersect_range(accesses.liveOut);
  isl::map in = accesses.in.unite(sets.store.subtract(accesses.sureWrite));
  isl::map footprint = accesses.footprint.is_null()
                           ? in.unite(accesses.mayWrite).coalesce()
                           : accesses.footprint;
  isl::map before = earlier(footprint);
  if (accesses.mayWrite.is_subset(accesses.sureWrite).is_true()) {
    // Nothing is loaded early: it is read by the first tile that accesses it.
    sets.load = in.subtract(before);
  } else {
    isl::map fromOutside = in.subtract(earlier(accesses.sureWrite)).coalesce();
    sets.load = footprint.subtract(before).intersect(
        order.sameStrip.reverse().apply_range(fromOutside));
  }
  sets.load = sets.load.coalesce();
  sets.store = sets.store.coalesce();
  return sets;
}

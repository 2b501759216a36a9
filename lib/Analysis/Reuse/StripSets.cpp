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

isl::map polymem::tilesWellBehind(llvm::ArrayRef<isl::pw_aff> sizes) {
  unsigned dims = sizes.size();
  isl::map agree = allPairs(sizes.front().ctx(), dims);
  isl::map all = agree, result = isl::map::empty(all.get_space());
  for (unsigned k = 0; k < dims; ++k) {
    result = result.unite(agree.intersect(apart(all, dims, k, sizes[k])));
    agree = agree.intersect(apart(all, dims, k, sizes[k].add_constant(-1)));
  }
  return result;
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

/// What the footprints of tiles are taken to be; as they are.
namespace {
struct Footprints {
  llvm::function_ref<isl::map(const isl::map &)> forLoads, forStores;
  bool areWider = false;
};
} // namespace

static StripSets computeSets(const StripAccesses &accesses,
                             const StripOrder &order,
                             const Footprints &footprints) {
  // What tiles before this one do.
  auto earlier = [&](const isl::map &what) {
    return order.before.reverse().apply_range(what);
  };
  StripSets sets;
  isl::map written = footprints.forStores(accesses.mayWrite).coalesce();
  sets.store = written.subtract(order.before.apply_range(written));
  if (!accesses.liveOut.is_null())
    sets.store = sets.store.intersect(accesses.liveOut);
  sets.store = sets.store.coalesce();
  isl::map in =
      accesses.in.unite(sets.store.subtract(accesses.sureWrite)).coalesce();
  isl::map footprint =
      accesses.footprint.is_null()
          ? footprints.forLoads(in.unite(accesses.mayWrite)).coalesce()
          : accesses.footprint;
  isl::map before = earlier(footprint);
  if (!footprints.areWider &&
      accesses.mayWrite.is_subset(accesses.sureWrite).is_true()) {
    // Nothing is loaded early: it is read by the first tile that accesses it.
    sets.load = in.subtract(before).coalesce();
    return sets;
  }
  isl::map fromOutside = in.subtract(earlier(accesses.sureWrite)).coalesce();
  isl::map inStrip = order.sameStrip.reverse().apply_range(fromOutside);
  sets.load =
      footprint.subtract(before).intersect(inStrip.coalesce()).coalesce();
  return sets;
}

StripSets polymem::computeStripSets(const StripAccesses &accesses,
                                    const StripOrder &order) {
  auto same = [](const isl::map &map) { return map; };
  return computeSets(accesses, order, {same, same});
}

/// `{ [I] -> A[a] }`, the least box around the elements of each `I`.
static isl::map boxesAround(const isl::map &map) {
  isl::size dims = map.range_tuple_dim();
  if (dims.is_error())
    return isl::map();
  isl::map pairs = isl::map::universe(map.get_space().range().map_from_set());
  isl::map result = isl::map::universe(map.get_space());
  for (int d = 0; d < int(unsigned(dims)); ++d) {
    // Not below some element, and not above another one.
    isl::map greater =
        pairs.order_lt(isl::dim::in, d, isl::dim::out, d)
            .unite(pairs.equate(isl::dim::in, d, isl::dim::out, d));
    result = result.intersect(map.apply_range(greater))
                 .intersect(map.apply_range(greater.reverse()))
                 .coalesce();
  }
  // Elements of rank 0 are there or not.
  return unsigned(dims) == 0 ? map : result;
}

StripAccesses polymem::inBoxes(const StripAccesses &accesses) {
  StripAccesses result = accesses;
  result.in = boxesAround(accesses.in);
  result.mayWrite = boxesAround(accesses.mayWrite);
  return result;
}

StripSets polymem::computeWidenedStripSets(const StripAccesses &accesses,
                                           llvm::ArrayRef<isl::pw_aff> sizes,
                                           unsigned outer) {
  // { [I] -> [J] : origin J in tile I }, in one strip.
  unsigned dims = sizes.size();
  isl::map all = allPairs(sizes.front().ctx(), dims);
  isl::map inTile = inOneStrip(all, outer);
  isl::pw_aff zero = sizes.front().sub(sizes.front());
  for (unsigned d = outer; d < dims; ++d)
    inTile = inTile.intersect(apart(all, dims, d, zero))
                 .subtract(apart(all, dims, d, sizes[d]));
  return computeSets(
      accesses, orderAllOrigins(sizes, outer),
      {[&](const isl::map &map) { return inTile.reverse().apply_range(map); },
       [&](const isl::map &map) { return inTile.apply_range(map); },
       /*areWider=*/true});
}

//===- ScopStrips.cpp - what the tiles of a scop load and store -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/ScopStrips.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace polymem;

namespace {
class StripAccessBuilder {
public:
  StripAccessBuilder(const Scop &scop, const ScopArray &array,
                     const TileStrips &strips)
      : scop(scop), array(array), strips(strips) {}

  StripAccesses build(const isl::set &context, StripLiveOut liveOut);

private:
  bool collect();
  isl::map originsToTimes() const;
  isl::map instancesBehindStrips() const;
  isl::map exposedReads(const isl::map &instances) const;

  const Scop &scop;
  const ScopArray &array;
  const TileStrips &strips;
  /// Dimensions of times.
  unsigned count = 0;
  /// `[p] -> { A[a] -> [t, k] }`.
  isl::map reads, writes, sureWrites;
};
} // namespace

/// Times of all accesses. False if there are none, or isl gave up.
bool StripAccessBuilder::collect() {
  auto add = [](isl::map &to, const isl::map &more) {
    to = to.is_null() ? more : to.unite(more);
  };
  isl::map none;
  for (const ScopAccess *access : accessesOf(scop, array)) {
    isl::map times = timesOf(scop, array, *access, strips);
    isl::size dims = times.is_null() ? isl::size() : times.range_tuple_dim();
    if (times.is_null() || dims.is_error())
      return false;
    count = unsigned(dims);
    none = isl::map::empty(times.get_space());
    add(access->isRead() ? reads : writes, times);
    if (access->isWrite() && access->must)
      add(sureWrites, times);
  }
  if (none.is_null())
    return false;
  for (isl::map *map : {&reads, &writes, &sureWrites})
    *map = map->is_null() ? none : map->coalesce();
  return true;
}

/// `{ [I] -> [t, k] }`, all pairs.
isl::map StripAccessBuilder::originsToTimes() const {
  return isl::map::universe(
      spaceOfDims(scop.ctx(), strips.sizes.size())
          .map_from_domain_and_range(spaceOfDims(scop.ctx(), count)));
}

/// `{ [I] -> [t, k] }` in tiles of strips behind that of tile I: a tile around
/// is a later one in the first dimension in which they differ, and the points
/// of all later ones are those that are not before the tile in the dimensions
/// before it.
isl::map StripAccessBuilder::instancesBehindStrips() const {
  isl::set all = originsToTimes().wrap(), agree = all;
  isl::set result = isl::set::empty(all.get_space());
  unsigned first = strips.sizes.size();
  for (unsigned d = 0; d < strips.outer; ++d) {
    isl::pw_aff time = coordinateOn(all, first + d),
                value = parameterOn(all, outerDimension(scop.ctx(), d));
    result = result.unite(agree.intersect(time.gt_set(value)));
    agree = agree.intersect(time.eq_set(value));
  }
  for (unsigned d = strips.outer; d < strips.along(); ++d) {
    isl::pw_aff origin = coordinateOn(all, d - strips.outer),
                time = coordinateOn(all, first + d),
                end = origin.add(sizeOn(all, strips.sizeIn(d)));
    result = result.unite(agree.intersect(time.ge_set(end)));
    agree = agree.intersect(time.ge_set(origin));
  }
  return result.unwrap();
}

/// `{ [I] -> A[a] }`: read at one of the `instances = { [I] -> [t, k] }`, and
/// not surely written at an earlier one.
isl::map StripAccessBuilder::exposedReads(const isl::map &instances) const {
  // { [I] -> [[t, k] -> A[a]] }
  auto accesses = [&](const isl::map &times) {
    return instances.apply_range(times.reverse().domain_map().reverse());
  };
  isl::map before = lexLess(spaceOfDims(scop.ctx(), count));
  isl::map same = isl::map::identity(reads.get_space().domain().map_from_set());
  isl::map killed = accesses(sureWrites).apply_range(before.product(same));
  isl::map exposed = accesses(reads).subtract(killed);
  return exposed.apply_range(reads.reverse().range_map()).coalesce();
}

StripAccesses StripAccessBuilder::build(const isl::set &context,
                                        StripLiveOut liveOut) {
  StripAccesses result;
  if (!collect())
    return result;
  isl::set known = scop.context().intersect(context);
  for (isl::map *map : {&reads, &writes, &sureWrites})
    *map = map->intersect_params(known);
  isl::map tiles = instancesOfTiles(scop.ctx(), strips, count);
  result.in = exposedReads(tiles);
  result.mayWrite = tiles.apply_range(writes.reverse()).coalesce();
  result.sureWrite = tiles.apply_range(sureWrites.reverse()).coalesce();
  if (liveOut == StripLiveOut::All)
    return result;
  isl::map behind = instancesBehindStrips();
  result.liveOut = exposedReads(behind);
  // Of any element: a tile may store what another one has written.
  isl::map all = isl::map::universe(result.mayWrite.get_space());
  if (array.liveOut)
    result.liveOut = result.liveOut.unite(
        all.subtract(behind.apply_range(sureWrites.reverse())));
  result.liveOut = result.liveOut.coalesce();
  return result;
}

StripAccesses polymem::computeStripAccesses(const Scop &scop,
                                            const ScopArray &array,
                                            const TileStrips &strips,
                                            const isl::set &context,
                                            StripLiveOut liveOut) {
  return StripAccessBuilder(scop, array, strips).build(context, liveOut);
}

llvm::SmallVector<isl::pw_aff> polymem::tileSizes(isl::ctx ctx,
                                                  const TileStrips &strips) {
  llvm::SmallVector<isl::pw_aff> sizes;
  isl::set any = isl::set::universe(isl::space::unit(ctx));
  for (const std::string &size : strips.sizes)
    sizes.push_back(sizeOn(any, size));
  return sizes;
}

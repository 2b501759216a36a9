//===- TileConflicts.cpp - what a strip of tiles keeps at once ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Arrays/TileConflicts.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/ADT/STLExtras.h"

using namespace polymem;

namespace {
class TileConflictBuilder {
public:
  TileConflictBuilder(const Scop &scop, const ScopArray &array,
                      const TileStrips &strips, const isl::set &context,
                      ConflictPrecision precision, const TileOrder &tiles)
      : scop(scop), array(array), strips(strips), context(context),
        precision(precision), tiles(tiles) {}

  ConflictSet build();

private:
  struct Access;
  isl::id originOf(unsigned dim) const;
  isl::space times(unsigned dims) const;
  isl::set strip() const;
  isl::map notBehind(unsigned dims, unsigned dim, unsigned tiled,
                     unsigned distance = 1) const;
  isl::map inOrder(unsigned dims, unsigned first, const isl::map &inTile) const;
  isl::map inTiles(unsigned distance) const;
  isl::map unordered() const;
  isl::set withoutOrigins(isl::set set) const;
  void addDifferences(isl::set &to, const isl::map &begins,
                      const isl::map &order, const isl::map &ends) const;
  isl::set begunBefore(const std::vector<Access> &accesses,
                       const isl::set &loaded, const isl::map &before) const;

  /// Of times: one more dimension than the schedule, for the order in an
  /// instance.
  unsigned count = 0;
  const Scop &scop;
  const ScopArray &array;
  const TileStrips &strips;
  isl::set context;
  ConflictPrecision precision;
  TileOrder tiles;
};
} // namespace

/// Where the first tile begins in a dimension. No name that a size or a
/// parameter has stands for it: ids are the same only if their owner is.
isl::id TileConflictBuilder::originOf(unsigned dim) const {
  std::string name = "origin" + std::to_string(dim);
  return isl::id::alloc(scop.ctx(), name,
                        const_cast<TileConflictBuilder *>(this));
}

/// `[p] -> { [t] }` with all parameters of tiles. Results name them in this
/// order.
isl::space TileConflictBuilder::times(unsigned dims) const {
  isl::space space(scop.ctx(), 0, dims);
  for (const std::string &size : strips.sizes)
    if (!isNumber(size))
      space = space.add_param(isl::id(scop.ctx(), size));
  for (unsigned d = 0; d < strips.outer; ++d)
    space = space.add_param(outerDimension(scop.ctx(), d));
  for (unsigned d = strips.outer; d < strips.along(); ++d)
    space = space.add_param(originOf(d));
  return space;
}

/// `{ [t] }`: the times in one strip.
isl::set TileConflictBuilder::strip() const {
  isl::set all = isl::set::universe(times(count)), result = all;
  for (unsigned d = 0; d < strips.outer; ++d)
    result = result.intersect(coordinateOn(all, d).eq_set(
        parameterOn(all, outerDimension(scop.ctx(), d))));
  for (unsigned d = strips.outer; d < strips.along(); ++d) {
    isl::pw_aff time = coordinateOn(all, d),
                first = parameterOn(all, originOf(d)),
                end = first.add(sizeOn(all, strips.sizeIn(d)));
    result = result.intersect(first.le_set(time)).intersect(time.lt_set(end));
  }
  return result;
}

/// `{ [b] -> [e] : b_dim - e_dim < distance size }`, both of `dims` dimensions,
/// of which `dim` is dimension `tiled` of the times: in that dimension the tile
/// of `b` is in some alignment fewer than `distance` tiles behind that of `e`.
isl::map TileConflictBuilder::notBehind(unsigned dims, unsigned dim,
                                        unsigned tiled,
                                        unsigned distance) const {
  isl::space one = times(dims);
  isl::set both = isl::map::universe(one.map_from_domain_and_range(one)).wrap();
  isl::pw_aff apart =
      coordinateOn(both, dim).sub(coordinateOn(both, dims + dim));
  isl::pw_aff window =
      sizeOn(both, strips.sizeIn(tiled)).scale(isl::val(scop.ctx(), distance));
  return apart.lt_set(window).unwrap();
}

/// `{ [b] -> [e] }`, both of `dims` dimensions, `first` and those after it
/// being those along the strip: in some alignment the tile of `b` is an earlier
/// one than that of `e`, in lexicographic order, or both are in one tile and
/// the pair is in `inTile`, which may be null: all are.
isl::map TileConflictBuilder::inOrder(unsigned dims, unsigned first,
                                      const isl::map &inTile) const {
  isl::space one = times(dims);
  isl::map all = isl::map::universe(one.map_from_domain_and_range(one));
  isl::map result = isl::map::empty(all.get_space()), agree = all;
  for (unsigned k = 0; k < strips.strip; ++k) {
    unsigned dim = first + k;
    isl::map near = notBehind(dims, dim, strips.along() + k);
    bool isLast = k + 1 == strips.strip;
    // Sizes are positive: what is earlier is not behind.
    if (isLast && inTile.is_null())
      return result.unite(agree.intersect(near));
    result = result.unite(
        agree.intersect(all.order_lt(isl::dim::in, dim, isl::dim::out, dim)));
    agree = agree.intersect(isLast ? near : near.intersect(near.reverse()));
  }
  return result.unite(agree.intersect(inTile));
}

/// `{ [b] -> [e] }`, times along the strip: something of the tile of `b` is not
/// surely after something of the tile of `e`, if it surely is where that is
/// `distance` tiles before.
isl::map TileConflictBuilder::inTiles(unsigned distance) const {
  return distance == 1 ? inOrder(strips.strip, 0, isl::map())
                       : notBehind(1, 0, strips.along(), distance);
}

/// `{ [t, k] -> [t', k'] }`: what may be executed in either order in one tile.
isl::map TileConflictBuilder::unordered() const {
  isl::space one = spaceOfDims(scop.ctx(), count);
  if (strips.unordered.is_null())
    return isl::map::empty(one.map_from_domain_and_range(one));
  isl::map extend = isl::map::identity(one.map_from_set())
                        .project_out(isl::dim::out, count - 1, 1)
                        .reverse();
  return strips.unordered.apply_domain(extend).apply_range(extend);
}

/// For all strips.
isl::set TileConflictBuilder::withoutOrigins(isl::set set) const {
  for (unsigned d = strips.outer; d < strips.along(); ++d) {
    int position = set.find_dim_by_id(isl::dim::param, originOf(d));
    if (position >= 0)
      set = set.project_out(isl::dim::param, unsigned(position), 1);
  }
  return set;
}

/// Times of one access, all of them and along the strip.
struct TileConflictBuilder::Access {
  bool isRead;
  /// `{ A[a] -> [t, k] }` and `{ A[a] -> [t_along, ...] }`.
  isl::map times, inTiles;
};

/// Adds the differences of elements, `{ [y - x] }`, of which the first is
/// accessed at `begins` and the second at `ends`, in this relation to it.
void TileConflictBuilder::addDifferences(isl::set &to, const isl::map &begins,
                                         const isl::map &order,
                                         const isl::map &ends) const {
  isl::set differences = withoutOrigins(
      begins.apply_range(order).apply_range(ends.reverse()).deltas());
  differences = differences.remove_divs();
  to = to.is_null() ? differences : to.unite(differences);
}

/// `{ [y - x] }`: the life of x has begun before that of y has ended, from a
/// load or a write to a store or a read. Loads and stores ask for tiles only,
/// in windows of the order of tiles; `before` is the order in a tile.
isl::set TileConflictBuilder::begunBefore(const std::vector<Access> &accesses,
                                          const isl::set &loaded,
                                          const isl::map &before) const {
  isl::map sameTile = inTiles(1);
  isl::map inTile =
      before.unite(isl::map::identity(before.get_space())).unite(unordered());
  isl::map ordered = inOrder(count, strips.along(), inTile);
  bool exact = precision == ConflictPrecision::Exact;
  isl::set begun;
  for (const Access &begin : accesses)
    for (const Access &end : accesses) {
      isl::map loads = begin.inTiles.intersect_domain(loaded);
      unsigned distance =
          end.isRead ? tiles.loadAfterCompute : tiles.loadAfterStore;
      bool isWritten = !begin.isRead && !end.isRead;
      // Elements that are loaded are among those that are written.
      bool isCovered = isWritten && distance <= tiles.computeAfterStore;
      if (!isCovered && !loads.is_empty().is_true())
        addDifferences(begun, loads, inTiles(distance), end.inTiles);
      if (isWritten)
        addDifferences(begun, begin.inTiles, inTiles(tiles.computeAfterStore),
                       end.inTiles);
      else if (!begin.isRead && exact)
        addDifferences(begun, begin.times, ordered, end.times);
      else if (!begin.isRead)
        addDifferences(begun, begin.inTiles, sameTile, end.inTiles);
    }
  return begun;
}

ConflictSet TileConflictBuilder::build() {
  if (strips.strip != 1 && !tiles.isSequential())
    return ConflictSet({}, {});
  std::vector<Access> accesses;
  isl::map reads, writes, sureWrites;
  auto add = [](isl::map &to, const isl::map &more) {
    to = to.is_null() ? more : to.unite(more);
  };
  isl::set known = scop.context().intersect(context);
  for (const ScopAccess *access : accessesOf(scop, array)) {
    isl::map times = timesOf(scop, array, *access, strips);
    isl::size dims = times.is_null() ? isl::size() : times.range_tuple_dim();
    if (times.is_null() || dims.is_error())
      return ConflictSet({}, {});
    count = unsigned(dims);
    times = times.intersect_params(known).intersect_range(strip()).coalesce();
    add(access->isRead() ? reads : writes, times);
    if (access->isWrite() && access->must)
      add(sureWrites, times);
    isl::map inTiles =
        times.project_out(isl::dim::out, strips.end(), count - strips.end())
            .project_out(isl::dim::out, 0, strips.along());
    accesses.push_back({access->isRead(), times, inTiles});
  }
  if (accesses.empty())
    return ConflictSet({}, {});
  isl::map none = isl::map::empty(accesses.front().times.get_space());
  for (isl::map *map : {&reads, &writes, &sureWrites})
    if (map->is_null())
      *map = none;

  // What must be there before it is written: read, or maybe not written.
  isl::map before = lexLess(spaceOfDims(scop.ctx(), count));
  isl::set loaded =
      reads.subtract(sureWrites.apply_range(before)).domain().coalesce();
  loaded = loaded.unite(writes.subtract(sureWrites).domain()).coalesce();

  isl::set begun = begunBefore(accesses, loaded, before);
  // Both have begun before the other one has ended. Differences of such pairs
  // are far fewer pieces than the pairs are, and mappings ask for no more.
  begun = begun.coalesce();
  isl::set differences = begun.intersect(negated(begun)).coalesce();
  isl::set elements = withoutOrigins(reads.unite(writes).domain()).coalesce();
  isl::map all = isl::map::from_domain_and_range(elements, elements);
  isl::map conflicts =
      differencesOf(all).intersect_range(differences).domain().unwrap();
  ConflictSet result(elements, conflicts);
  result.setSure(isl::map());
  return result;
}

ConflictSet polymem::computeTileConflicts(const Scop &scop,
                                          const ScopArray &array,
                                          const TileStrips &strips,
                                          const isl::set &context,
                                          ConflictPrecision precision,
                                          const TileOrder &order) {
  return TileConflictBuilder(scop, array, strips, context, precision, order)
      .build();
}

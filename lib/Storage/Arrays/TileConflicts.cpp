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

bool polymem::areTileable(const TileStrips &strips,
                          const isl::union_map &dependences) {
  isl::union_map times =
      dependences.apply_domain(strips.schedule).apply_range(strips.schedule);
  bool allowed = true;
  isl::stat status = times.foreach_map([&](isl::map pairs) {
    isl::size count = pairs.range_tuple_dim();
    if (count.is_error())
      return isl::stat::error();
    isl::map back =
        pairs.subtract(lexLess(spaceOfDims(pairs.ctx(), unsigned(count))));
    if (!back.is_empty().is_true())
      allowed = false;
    for (unsigned d = 0; d < strips.outer; ++d)
      pairs = pairs.equate(isl::dim::in, d, isl::dim::out, d);
    for (unsigned d = strips.outer; d <= strips.along(); ++d)
      if (!pairs.order_lt(isl::dim::out, int(d), isl::dim::in, int(d))
               .is_empty()
               .is_true())
        allowed = false;
    return isl::stat::ok();
  });
  return allowed && !status.is_error();
}

namespace {
class TileConflictBuilder {
public:
  TileConflictBuilder(const Scop &scop, const ScopArray &array,
                      const TileStrips &strips, const isl::set &context,
                      ConflictPrecision precision)
      : scop(scop), array(array), strips(strips), context(context),
        precision(precision) {}

  ConflictSet build();

private:
  struct Access;
  isl::map timesOf(const ScopAccess &access) const;
  isl::id originOf(unsigned dim) const;
  isl::space times(unsigned dims) const;
  isl::set strip() const;
  isl::map lessThanSizeApart(unsigned dims, unsigned dim) const;
  isl::set withoutOrigins(isl::set set) const;
  void addDifferences(isl::set &to, const isl::map &begins,
                      const isl::map &order, const isl::map &ends) const;

  /// Of times: one more dimension than the schedule, for the order in an
  /// instance.
  unsigned count = 0;
  const Scop &scop;
  const ScopArray &array;
  const TileStrips &strips;
  isl::set context;
  ConflictPrecision precision;
};
} // namespace

static bool isNumber(llvm::StringRef size) {
  return !size.empty() && llvm::all_of(size, llvm::isDigit);
}

/// `{ [t] -> [v] }`: the value of a parameter.
static isl::pw_aff parameterOn(const isl::set &domain, const isl::id &id) {
  return domain.get_space().param_aff_on_domain(id);
}

/// `{ [t] -> [s] }`: a size of tiles, a parameter's name or a number.
static isl::pw_aff sizeOn(const isl::set &domain, const std::string &size) {
  if (!isNumber(size))
    return parameterOn(domain, isl::id(domain.ctx(), size));
  return isl::aff(isl::local_space(domain.get_space()),
                  isl::val(domain.ctx(), size));
}

/// `{ [t] -> [t_dim] }`.
static isl::pw_aff coordinateOn(const isl::set &domain, unsigned dim) {
  return isl::aff::var_on_domain(isl::local_space(domain.get_space()),
                                 isl::dim::set, dim);
}

isl::id polymem::outerDimension(isl::ctx ctx, unsigned dim) {
  return isl::id(ctx, "o" + std::to_string(dim));
}

/// `{ A[a] -> [t, k] }`: when it is accessed, k counting the operations of an
/// instance.
isl::map TileConflictBuilder::timesOf(const ScopAccess &access) const {
  const ScopStatement &statement = scop.statements()[access.statement];
  isl::map times;
  isl::stat status =
      strips.schedule.intersect_domain(isl::union_set(statement.domain))
          .foreach_map([&](isl::map map) {
            times = map;
            return isl::stat::ok();
          });
  if (status.is_error() || times.is_null())
    return isl::map();
  unsigned place = 0;
  for (auto [k, op] : llvm::enumerate(statement.ops))
    if (op->isAncestor(access.op))
      place = k;
  isl::set last = isl::set::universe(isl::space(scop.ctx(), 0, 1))
                      .fix_si(isl::dim::set, 0, int(place));
  isl::map places = isl::map::from_domain_and_range(times.domain(), last);
  isl::map relation = access.relation.intersect_domain(statement.domain);
  for (unsigned k = 0; k < array.depth; ++k)
    relation = relation.project_out(isl::dim::out, 0, 1);
  return relation.reverse().apply_range(times.flat_range_product(places));
}

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
                end = first.add(sizeOn(all, strips.sizes[d - strips.outer]));
    result = result.intersect(first.le_set(time)).intersect(time.lt_set(end));
  }
  return result;
}

/// `{ [b] -> [e] : b_dim - e_dim < size along the strip }`, both of `dims`
/// dimensions.
isl::map TileConflictBuilder::lessThanSizeApart(unsigned dims,
                                                unsigned dim) const {
  isl::space one = times(dims);
  isl::set both = isl::map::universe(one.map_from_domain_and_range(one)).wrap();
  isl::pw_aff apart =
      coordinateOn(both, dim).sub(coordinateOn(both, dims + dim));
  return apart.lt_set(sizeOn(both, strips.sizes.back())).unwrap();
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
  /// `{ A[a] -> [t, k] }` and `{ A[a] -> [t_along] }`.
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

ConflictSet TileConflictBuilder::build() {
  std::vector<Access> accesses;
  isl::map reads, writes, sureWrites;
  auto add = [](isl::map &to, const isl::map &more) {
    to = to.is_null() ? more : to.unite(more);
  };
  isl::set known = scop.context().intersect(context);
  for (const ScopAccess &access : scop.accesses()) {
    if (&scop.arrays()[access.array] != &array)
      continue;
    isl::map times = timesOf(access);
    isl::size dims = times.is_null() ? isl::size() : times.range_tuple_dim();
    if (times.is_null() || dims.is_error())
      return ConflictSet({}, {});
    count = unsigned(dims);
    times = times.intersect_params(known).intersect_range(strip()).coalesce();
    add(access.isRead() ? reads : writes, times);
    if (access.isWrite() && access.must)
      add(sureWrites, times);
    unsigned along = strips.along();
    isl::map inTiles =
        times.project_out(isl::dim::out, along + 1, count - along - 1)
            .project_out(isl::dim::out, 0, along);
    accesses.push_back({access.isRead(), times, inTiles});
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

  // "The life of the first has begun before that of the second has ended",
  // from a load or a write to a store or a read. Loads and stores ask for
  // tiles only: in one tile of some alignment, or in an earlier one.
  isl::map sameTile = lessThanSizeApart(1, 0);
  isl::map ordered =
      isl::map::universe(before.get_space())
          .order_lt(isl::dim::in, strips.along(), isl::dim::out, strips.along())
          .unite(lessThanSizeApart(count, strips.along())
                     .intersect(
                         before.unite(isl::map::identity(before.get_space()))));
  bool exact = precision == ConflictPrecision::Exact;
  isl::set begun;
  for (const Access &begin : accesses)
    for (const Access &end : accesses) {
      isl::map loads = begin.inTiles.intersect_domain(loaded);
      bool isStored = !end.isRead;
      if (isStored || !loads.is_empty().is_true())
        addDifferences(begun, isStored && !begin.isRead ? begin.inTiles : loads,
                       sameTile, end.inTiles);
      if (!begin.isRead && end.isRead && exact)
        addDifferences(begun, begin.times, ordered, end.times);
      else if (!begin.isRead && end.isRead)
        addDifferences(begun, begin.inTiles, sameTile, end.inTiles);
    }
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
                                          ConflictPrecision precision) {
  return TileConflictBuilder(scop, array, strips, context, precision).build();
}

//===- TileTimes.cpp - tiles of strips, and when they access --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Arrays/TileTimes.h"
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
    if (!strips.unordered.is_null() &&
        !pairs.intersect(strips.unordered).is_empty().is_true())
      allowed = false;
    for (unsigned d = 0; d < strips.outer; ++d)
      pairs = pairs.equate(isl::dim::in, d, isl::dim::out, d);
    for (unsigned d = strips.outer; d < strips.end(); ++d)
      if (!pairs.order_lt(isl::dim::out, int(d), isl::dim::in, int(d))
               .is_empty()
               .is_true())
        allowed = false;
    return isl::stat::ok();
  });
  return allowed && !status.is_error();
}

isl::map polymem::unorderedInDims(isl::ctx ctx, unsigned count,
                                  llvm::ArrayRef<unsigned> dims) {
  isl::space space = spaceOfDims(ctx, count);
  isl::map agree = isl::map::universe(space.map_from_domain_and_range(space));
  isl::map result = isl::map::empty(agree.get_space());
  for (unsigned d = 0; d < count; ++d) {
    isl::map less = agree.order_lt(isl::dim::in, d, isl::dim::out, d);
    if (llvm::is_contained(dims, d))
      result = result.unite(less).unite(less.reverse());
    agree = agree.equate(isl::dim::in, d, isl::dim::out, d);
  }
  return result;
}

isl::map polymem::unorderedInParallelLoops(const Scop &scop,
                                           const isl::union_map &schedule,
                                           unsigned count) {
  isl::union_map instances = isl::union_map::empty(scop.ctx());
  llvm::ArrayRef<ScopStatement> statements = scop.statements();
  for (const ScopLoop &loop : scop.loops()) {
    if (!loop.parallel)
      continue;
    for (const ScopStatement &first : statements)
      for (const ScopStatement &second : statements) {
        const auto *level = llvm::find(first.ivs, loop.iv);
        unsigned depth = level - first.ivs.begin();
        if (level == first.ivs.end() || depth >= second.ivs.size() ||
            second.ivs[depth] != loop.iv)
          continue;
        isl::map pairs =
            isl::map::from_domain_and_range(first.domain, second.domain);
        for (unsigned d = 0; d < depth; ++d)
          pairs = pairs.equate(isl::dim::in, d, isl::dim::out, d);
        instances = instances.unite(isl::union_map(
            pairs.order_lt(isl::dim::in, depth, isl::dim::out, depth)
                .unite(pairs.order_lt(isl::dim::out, depth, isl::dim::in,
                                      depth))));
      }
  }
  isl::map result = unorderedInDims(scop.ctx(), count, {});
  isl::stat status =
      instances.apply_domain(schedule).apply_range(schedule).foreach_map(
          [&](const isl::map &times) {
            result = result.unite(times);
            return isl::stat::ok();
          });
  return status.is_error() ? isl::map() : result;
}

bool polymem::isNumber(llvm::StringRef size) {
  return !size.empty() && llvm::all_of(size, llvm::isDigit);
}

isl::pw_aff polymem::parameterOn(const isl::set &domain, const isl::id &id) {
  return domain.get_space().add_param(id).param_aff_on_domain(id);
}

isl::pw_aff polymem::sizeOn(const isl::set &domain, const std::string &size) {
  if (!isNumber(size))
    return parameterOn(domain, isl::id(domain.ctx(), size));
  return isl::aff(isl::local_space(domain.get_space()),
                  isl::val(domain.ctx(), size));
}

isl::pw_aff polymem::coordinateOn(const isl::set &domain, unsigned dim) {
  return isl::aff::var_on_domain(isl::local_space(domain.get_space()),
                                 isl::dim::set, dim);
}

isl::id polymem::outerDimension(isl::ctx ctx, unsigned dim) {
  return isl::id(ctx, "o" + std::to_string(dim));
}

llvm::SmallVector<const ScopAccess *>
polymem::accessesOf(const Scop &scop, const ScopArray &array) {
  llvm::SmallVector<const ScopAccess *> result;
  for (const ScopAccess &access : scop.accesses())
    if (&scop.arrays()[access.array] == &array &&
        !scop.statements()[access.statement].domain.is_empty().is_true())
      result.push_back(&access);
  return result;
}

isl::map polymem::timesOf(const Scop &scop, const ScopArray &array,
                          const ScopAccess &access, const TileStrips &strips) {
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

isl::map polymem::instancesOfTiles(isl::ctx ctx, const TileStrips &strips,
                                   unsigned count) {
  unsigned first = strips.sizes.size();
  isl::set all = isl::map::universe(
                     spaceOfDims(ctx, first)
                         .map_from_domain_and_range(spaceOfDims(ctx, count)))
                     .wrap();
  isl::set result = all;
  for (unsigned d = 0; d < strips.outer; ++d)
    result =
        result.intersect(coordinateOn(all, first + d)
                             .eq_set(parameterOn(all, outerDimension(ctx, d))));
  for (unsigned d = strips.outer; d < strips.end(); ++d) {
    isl::pw_aff origin = coordinateOn(all, d - strips.outer),
                time = coordinateOn(all, first + d),
                end = origin.add(sizeOn(all, strips.sizeIn(d)));
    result = result.intersect(origin.le_set(time)).intersect(time.lt_set(end));
  }
  return result.unwrap();
}

//===- TileOrigins.cpp - tiles of run-time size ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Values/TileOrigins.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace polymem;

namespace {
/// Sets over the dimensions of two tuples, one behind the other.
struct PairSpace {
  isl::ctx ctx;
  unsigned left, right;

  isl::space space() const { return isl::space(ctx, 0, left + right); }
  isl::pw_aff dim(unsigned d) const {
    return isl::aff::var_on_domain(isl::local_space(space()), isl::dim::set, d);
  }
  /// A function of the first dimensions from `first` on, on all of them.
  isl::pw_aff lift(const isl::pw_aff &aff, unsigned first) const {
    return liftedTo(aff, first, left + right);
  }
};
} // namespace

isl::map polymem::mayCoexist(const isl::set &a,
                             llvm::ArrayRef<OriginDim> originsA,
                             const isl::set &b,
                             llvm::ArrayRef<OriginDim> originsB) {
  PairSpace pair{a.ctx(), (unsigned)a.dim(isl::dim::set).release(),
                 (unsigned)b.dim(isl::dim::set).release()};
  isl::set result = isl::set::universe(pair.space());
  for (const OriginDim &x : originsA)
    for (const OriginDim &y : originsB) {
      if (!x.step.plain_is_equal(y.step).is_true())
        continue;
      isl::pw_aff p = pair.dim(x.dim), q = pair.dim(pair.left + y.dim);
      isl::pw_aff step = pair.lift(x.step, 0);
      isl::set apart =
          p.eq_set(q).unite(p.sub(q).ge_set(step)).unite(q.sub(p).ge_set(step));
      isl::pw_aff startP = pair.lift(x.lower, 0);
      isl::pw_aff startQ = pair.lift(y.lower, pair.left);
      isl::set elsewhere = startP.ne_set(startQ);
      result = result.intersect(apart.unite(elsewhere)).coalesce();
    }
  return isl::map::from_range(result)
      .move_dims(isl::dim::in, 0, isl::dim::out, 0, pair.left)
      .set_domain_tuple(a.get_tuple_id())
      .set_range_tuple(b.get_tuple_id());
}

/// Of `pairs` those where dimension `d` of the second is `step` less than that
/// of the first.
static isl::map equateBefore(const isl::map &pairs, const isl::pw_aff &step,
                             unsigned d) {
  PairSpace pair{pairs.ctx(), (unsigned)pairs.dim(isl::dim::in).release(),
                 (unsigned)pairs.dim(isl::dim::out).release()};
  isl::set before =
      pair.dim(d).sub(pair.dim(pair.left + d)).eq_set(pair.lift(step, 0));
  return pairs.intersect(
      isl::map::from_range(before)
          .move_dims(isl::dim::in, 0, isl::dim::out, 0, pair.left)
          .set_domain_tuple(pairs.get_tuple_id(isl::dim::in))
          .set_range_tuple(pairs.get_tuple_id(isl::dim::out)));
}

/// All loops of `origins` are among those of `others`.
static bool haveSameLoops(llvm::ArrayRef<OriginDim> origins,
                          llvm::ArrayRef<OriginDim> others) {
  return llvm::all_of(origins, [&](const OriginDim &origin) {
    return llvm::any_of(others, [&](const OriginDim &other) {
      return other.loop == origin.loop;
    });
  });
}

/// The same dimensions before `end`: a loop there starts at one place.
static isl::map equateUpTo(isl::map pairs, unsigned end) {
  for (unsigned d = 0; d < end; ++d)
    pairs = equatedAt(pairs, d);
  return pairs;
}

isl::map polymem::inSameTile(const isl::map &pairs,
                             llvm::ArrayRef<OriginDim> originsA,
                             llvm::ArrayRef<OriginDim> originsB) {
  if (!haveSameLoops(originsB, originsA))
    return isl::map::empty(pairs.get_space());
  isl::map result = pairs;
  for (const OriginDim &b : originsB)
    result = equateUpTo(result, b.dim + 1);
  return result;
}

isl::map polymem::inTileBefore(const isl::map &pairs,
                               llvm::ArrayRef<OriginDim> originsA,
                               llvm::ArrayRef<OriginDim> originsB,
                               llvm::ArrayRef<OriginDim> untold) {
  isl::map result = isl::map::empty(pairs.get_space());
  if (!haveSameLoops(originsB, originsA))
    return result;
  for (const OriginDim &last : untold) {
    // `B` is within the bounds of the loop: the tile before `A`'s is not before
    // the first.
    isl::map before =
        equateBefore(equateUpTo(pairs, last.dim), last.step, last.dim);
    // Loops inside must start at the same place in both tiles.
    for (const OriginDim &b : originsB)
      if (b.dim > last.dim)
        before = involvesDims(b.lower) ? isl::map::empty(pairs.get_space())
                                       : equatedAt(before, b.dim);
    result = result.unite(before);
  }
  return result;
}

isl::set polymem::tilesBeforeExist(const isl::set &domain,
                                   llvm::ArrayRef<OriginDim> origins) {
  PairSpace space{domain.ctx(), (unsigned)domain.dim(isl::dim::set).release(),
                  0};
  isl::set result = isl::set::universe(space.space());
  for (const OriginDim &origin : origins) {
    isl::pw_aff step = space.lift(origin.step, 0);
    // From the first tile, and from the second.
    isl::pw_aff first = space.dim(origin.dim).sub(space.lift(origin.lower, 0));
    isl::pw_aff second = first.sub(step);
    isl::pw_aff zero(isl::aff::zero_on_domain(space.space()));
    result = result.intersect(first.eq_set(zero)
                                  .unite(second.eq_set(zero))
                                  .unite(second.ge_set(step)));
  }
  return domain.intersect(result.set_tuple_id(domain.get_tuple_id()));
}

namespace {
/// How to find a tile from another dimension: it is the last that begins at or
/// before `key`.
struct TileKey {
  isl::pw_aff key;
  /// `{ [y] : o <= key < o + step }`.
  isl::set window;
  /// It is the same for all instances: the last tile of all.
  bool isConstant;
};
} // namespace

static bool isOrigin(unsigned d, llvm::ArrayRef<OriginDim> origins) {
  return llvm::any_of(origins, [&](const OriginDim &o) { return o.dim == d; });
}

/// Looks among the dimensions of `domain` that are no origins for one that is,
/// less a constant, always within the tile. If there is none, several tiles may
/// hold the others, and there are several ways to choose one.
static std::vector<TileKey> findKeys(const isl::set &domain,
                                     const OriginDim &origin,
                                     llvm::ArrayRef<OriginDim> origins) {
  // When the budget has ended there is no number of dimensions either.
  if (domain.is_null())
    return {};
  unsigned dims = domain.dim(isl::dim::set).release();
  PairSpace space{domain.ctx(), dims, 0};
  isl::local_space local(space.space());
  isl::pw_aff step = space.lift(origin.step, 0);
  isl::pw_aff zero(isl::aff::zero_on_domain(space.space()));
  isl::pw_aff one(isl::aff(local, isl::val(domain.ctx(), 1L)));
  isl::set plain = domain.reset_tuple_id();
  std::vector<TileKey> result;
  for (unsigned d = 0; d < dims; ++d) {
    if (isOrigin(d, origins))
      continue;
    isl::aff value = isl::aff::var_on_domain(local, isl::dim::set, d);
    isl::pw_aff distance =
        value.sub(isl::aff::var_on_domain(local, isl::dim::set, origin.dim));
    // The least distance of the dimension from the tile, before and behind it.
    isl::val before = distance.intersect_domain(plain).min_multi_val().at(0);
    isl::val behind =
        distance.sub(step).add(one).intersect_domain(plain).max_multi_val().at(
            0);
    auto add = [&](const isl::val &shift) {
      if (shift.is_null() || !shift.is_int().is_true())
        return false;
      isl::aff constant(local, shift);
      isl::pw_aff offset = distance.sub(constant);
      result.push_back({isl::pw_aff(value.sub(constant)),
                        offset.ge_set(zero).intersect(offset.lt_set(step)),
                        /*isConstant=*/false});
      return plain.is_subset(result.back().window).is_true();
    };
    if (add(before))
      return {result.back()};
    if (before.is_int().is_true() && behind.is_int().is_true()) {
      add(behind);
      add(before.add(behind).div(isl::val(domain.ctx(), 2L)).floor());
    }
  }
  // The last tile of all.
  if (!involvesDims(origin.upper)) {
    isl::pw_aff last = space.lift(origin.upper, 0).sub(one);
    isl::pw_aff offset = last.sub(space.dim(origin.dim));
    result.push_back({last, offset.ge_set(zero).intersect(offset.lt_set(step)),
                      /*isConstant=*/true});
  }
  return result;
}

llvm::SmallVector<OriginDim>
polymem::untoldOrigins(const isl::set &domain,
                       llvm::ArrayRef<OriginDim> origins) {
  llvm::SmallVector<OriginDim> result;
  for (const OriginDim &origin : origins)
    if (llvm::all_of(findKeys(domain, origin, origins),
                     [](const TileKey &key) { return key.isConstant; }))
      result.push_back(origin);
  return result;
}

/// More ways to choose tiles are not tried.
static constexpr unsigned kMaxChoices = 16;

std::vector<SureInstances>
SureInstances::find(const isl::set &domain, llvm::ArrayRef<OriginDim> origins) {
  if (domain.is_null())
    return {};
  isl::id tuple = domain.get_tuple_id();
  PairSpace space{domain.ctx(), (unsigned)domain.dim(isl::dim::set).release(),
                  0};
  isl::pw_aff zero(isl::aff::zero_on_domain(space.space()));
  // Windows of the tiles chosen, and where those tiles have begun.
  isl::set all = isl::set::universe(space.space());
  std::vector<std::pair<isl::set, isl::set>> choices = {{all, all}};
  for (const OriginDim &origin : origins) {
    // A loop that starts where another origin says has its tiles elsewhere.
    if (involvesDims(origin.lower))
      return {};
    isl::pw_aff lower = space.lift(origin.lower, 0);
    isl::pw_aff distance = space.dim(origin.dim).sub(lower);
    isl::set lattice = distance.eq_set(zero).unite(
        distance.ge_set(space.lift(origin.step, 0)));
    std::vector<std::pair<isl::set, isl::set>> next;
    for (const TileKey &key : findKeys(domain, origin, origins))
      for (const auto &[windows, begun] : choices)
        if (next.size() < kMaxChoices)
          next.emplace_back(windows.intersect(key.window).intersect(lattice),
                            begun.intersect(key.key.ge_set(lower)));
    choices = next;
  }
  std::vector<SureInstances> result;
  for (const auto &[windows, begun] : choices) {
    SureInstances &sure = result.emplace_back();
    sure.domain = domain;
    sure.windows = windows.set_tuple_id(tuple);
    sure.drop = isl::map::identity(domain.get_space().map_from_set())
                    .intersect_domain(begun.set_tuple_id(tuple));
    for (unsigned d = space.left; d-- > 0;)
      if (isOrigin(d, origins))
        sure.drop = sure.drop.project_out(isl::dim::out, d, 1);
    sure.drop = sure.drop.set_range_tuple(tuple.get_name() + "_sure" +
                                          std::to_string(result.size()));
  }
  return result;
}

isl::map SureInstances::always(const isl::map &pairs,
                               const isl::map &possible) const {
  isl::map projected = drop.reverse().apply_range(pairs);
  // { A[y] -> X[x] } for all origins that the windows allow.
  isl::map candidates =
      drop.apply_range(projected).intersect_domain(windows).intersect(possible);
  isl::map fails = candidates.subtract(pairs);
  return projected.subtract(drop.reverse().apply_range(fails)).coalesce();
}

isl::set SureInstances::executed() const {
  isl::set candidates = domain.apply(drop);
  isl::set fails =
      candidates.apply(drop.reverse()).intersect(windows).subtract(domain);
  return candidates.subtract(fails.apply(drop)).coalesce();
}

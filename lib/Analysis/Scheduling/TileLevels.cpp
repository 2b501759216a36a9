//===- TileLevels.cpp - tiles of a sequential band by levels --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/TileLevels.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "ScheduleTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// The tiles of one level, of all outer tiles.
struct Level {
  /// `{ [t, tiles] }`.
  isl::set tiles;
  isl::schedule order;
};

/// A part of the instances in levels.
struct Leveling {
  isl::schedule order;
  unsigned numLevels = 0;
  int64_t tileSize = 0;
  /// Parallel loops of the statements of full dimension, outermost ones, the
  /// least number of all of them.
  unsigned numParallel = 0;
};

class Leveler {
public:
  Leveler(const Scop &scop, const OrderConstraints &constraints,
          const LevelOptions &options)
      : scop(scop), constraints(constraints), options(options),
        constants(scop.domains(),
                  {constraints.coarse, constraints.flow,
                   constraints.falseDependences},
                  kMaxConstraints) {
    pairs = constraints.validity;
    if (!constraints.reordered.empty())
      pairs = pairs.unite(constraints.falseDependences.factor_domain());
  }

  /// The instances `domain`, for which a schedule has as many parallel loops
  /// for each statement as `parallel` says, in levels; nothing if that is no
  /// gain.
  std::optional<Leveling> level(const isl::union_set &domain,
                                const llvm::StringMap<unsigned> &parallel);
  /// Why the last instances have no levels.
  const Sentence &reason() const { return why; }

private:
  /// Levels of the band that isl's scheduler finds.
  std::optional<Leveling> levelBand(const isl::union_set &domain,
                                    const llvm::StringMap<unsigned> &parallel);
  /// Levels with loop `outer` of `band` outermost.
  std::optional<Leveling> levelAt(const isl::union_set &domain,
                                  const isl::multi_union_pw_aff &band,
                                  unsigned numLoops, unsigned outer,
                                  const llvm::StringMap<unsigned> &parallel);
  /// The tiles by level; empty if there are too many levels.
  SmallVector<isl::set> findLevels(isl::set tiles, const isl::map &before);
  /// A schedule of the instances `part` of one level, those of equal outer
  /// tile `outerTile = { S[i] -> [t] }` in order.
  isl::schedule scheduleLevel(const isl::union_set &part,
                              const isl::union_map &outerTile);

  const Scop &scop;
  const OrderConstraints &constraints;
  const LevelOptions &options;
  SymbolicConstants constants;
  /// `{ S[i] -> T[j] }`: S[i] comes first.
  isl::union_map pairs;
  /// Of the band that is tried.
  int64_t tileSize = 0;
  /// isl's scheduler finds a band of several loops.
  bool hasBand = false;
  /// The band that is tried are places, and no loops of a schedule.
  bool isOfPlaces = false;
  Sentence why;
  /// Some levels were found, and `why` says why they are no gain.
  bool foundLevels = false;
};
} // namespace

/// `{ S[i] -> [floor(f(i) / size)] }`.
static isl::union_map tilesOf(const isl::union_pw_aff &value, int64_t size) {
  isl::union_map tiles = asMap(value);
  // { [x] -> [floor(x / size)] }
  isl::space line = spaceOfDims(value.ctx(), 1);
  IslForms pairs(line.map_from_domain_and_range(line));
  return tiles.apply_range(inTile(pairs.dim(0), pairs.dim(1), size).unwrap());
}

SmallVector<isl::set> Leveler::findLevels(isl::set tiles,
                                          const isl::map &before) {
  SmallVector<isl::set> levels;
  while (tiles.is_empty().is_false()) {
    isl::set later =
        before.intersect_domain(tiles).intersect_range(tiles).range();
    isl::set level = tiles.subtract(later).coalesce();
    if (levels.size() == options.maxLevels || !level.is_empty().is_false())
      return {};
    levels.push_back(level);
    tiles = tiles.intersect(later).coalesce();
  }
  return tiles.is_null() ? SmallVector<isl::set>() : levels;
}

isl::schedule Leveler::scheduleLevel(const isl::union_set &part,
                                     const isl::union_map &outerTile) {
  // What orders instances of one outer tile, as few constraints as it has.
  isl::union_map sameTile = outerTile.apply_range(outerTile.reverse())
                                .intersect_domain(part)
                                .intersect_range(part);
  OrderConstraints within = constraints;
  auto keep = [&](const isl::union_map &all) {
    isl::union_map kept = isl::union_map::empty(scop.ctx());
    isl::stat walk = all.foreach_map([&](const isl::map &map) -> isl::stat {
      return map.foreach_basic_map([&](const isl::basic_map &one) -> isl::stat {
        isl::union_map some{isl::map(one)};
        if (!some.intersect(sameTile).is_empty().is_true())
          kept = kept.unite(some);
        return isl::stat::ok();
      });
    });
    return walk.is_ok() ? kept : isl::union_map();
  };
  within.coarse = keep(constraints.coarse);
  // Values live from tile to tile: they are memory like any other here.
  if (!constraints.reordered.empty())
    within.coarse =
        within.coarse.unite(keep(constraints.falseDependences.factor_domain()));
  within.reordered.clear();
  if (within.coarse.is_null())
    return {};
  isl::union_set domain = isl::union_set::empty(scop.ctx());
  part.foreach_set([&](const isl::set &set) -> isl::stat {
    if (const ScopStatement *statement = scop.statementNamed(set.tuple_name()))
      domain = domain.unite(statement->domain);
    return isl::stat::ok();
  });
  isl::schedule order =
      computeTree(scop, domain, within, constants, options.scheduling);
  return order.is_null() ? order : order.intersect_domain(part);
}

/// Some part of `tiles` has no equation.
static bool hasFullDimension(const isl::set &tiles) {
  bool found = false;
  tiles.foreach_basic_set([&](const isl::basic_set &part) -> isl::stat {
    found |= affineDimension(isl::set(part)) ==
             static_cast<unsigned>(part.dim(isl::dim::set).release());
    return isl::stat::ok();
  });
  return found;
}

/// How many of the outermost loops are parallel.
static unsigned leadingParallel(ArrayRef<ScheduledLoop> loops) {
  return llvm::find_if(
             loops, [](const ScheduledLoop &loop) { return !loop.parallel; }) -
         loops.begin();
}

/// `tiles` in sets of equal affine hull: the row of tiles beside a tile and the
/// column below it are two.
static SmallVector<isl::set> directionsOf(const isl::set &tiles) {
  SmallVector<std::pair<isl::set, isl::set>> byHull;
  isl::stat walk =
      tiles.foreach_basic_set([&](const isl::basic_set &part) -> isl::stat {
        isl::set hull(part.remove_divs().affine_hull());
        isl::set one(part);
        for (auto &[before, of] : byHull) {
          one = one.subtract(of);
          if (before.is_equal(hull).is_true()) {
            of = of.unite(one);
            return isl::stat::ok();
          }
        }
        byHull.emplace_back(hull, one);
        return isl::stat::ok();
      });
  SmallVector<isl::set> result;
  if (walk.is_ok())
    for (auto &entry : byHull)
      result.push_back(entry.second.coalesce());
  return result;
}

/// The instances of the tiles `level`, for `tileOf = { S[i] -> [t, tiles] }`
/// and `outerTile = { S[i] -> [t] }`. Of a loop it is said that it begins where
/// a tile does, and not which tiles it is in, where that means the same: loops
/// get simpler bounds.
static isl::union_set instancesOf(const isl::union_map &tileOf,
                                  const isl::union_map &outerTile,
                                  const isl::set &level) {
  isl::union_set result = isl::union_set::empty(tileOf.ctx());
  isl::union_map within = tileOf.intersect_range(level);
  isl::stat walk = within.foreach_map([&](const isl::map &map) -> isl::stat {
    unsigned numTiles = map.range_tuple_dim().release();
    // { S[i] -> [t] }
    isl::map exact = map.project_out(isl::dim::out, 1, numTiles - 1);
    isl::set simple = isl::set::empty(exact.wrap().space());
    isl::stat parts = exact.wrap().foreach_basic_set(
        [&](const isl::basic_set &part) -> isl::stat {
          simple = simple.unite(isl::set(withoutDivs(part)));
          return isl::stat::ok();
        });
    isl::map bounds = simple.coalesce().unwrap();
    isl::union_map inTile =
        isl::union_map(bounds).intersect(outerTile).coalesce();
    bool same =
        parts.is_ok() && inTile.is_subset(isl::union_map(exact)).is_true();
    result =
        result.unite(same ? inTile.domain() : isl::union_set(exact.domain()));
    return isl::stat::ok();
  });
  return walk.is_ok() ? result : isl::union_set();
}

/// `{ [t, a] -> [t, b] }`: tile b depends on another one, a, of the same outer
/// tile, or seems to, for `tileOf = { S[i] -> [t, tiles] }` in `space`.
static isl::map beforeInTile(const isl::union_map &tileOf,
                             const isl::union_map &pairs,
                             const isl::space &space) {
  isl::map before = tileOf.reverse()
                        .apply_range(pairs)
                        .apply_range(tileOf)
                        .extract_map(space.map_from_set())
                        .equate(isl::dim::in, 0, isl::dim::out, 0);
  before = before.subtract(isl::map::identity(space.map_from_set()));
  isl::set coarseSet = isl::set::empty(before.wrap().space());
  isl::stat walk = before.coalesce().wrap().foreach_basic_set(
      [&](const isl::basic_set &part) -> isl::stat {
        coarseSet = coarseSet.unite(isl::set(withoutDivs(part)));
        return isl::stat::ok();
      });
  isl::map coarse = coarseSet.project_out_all_params().coalesce().unwrap();
  coarse = coarse.subtract(isl::map::identity(space.map_from_set()));
  return walk.is_ok() ? coarse : isl::map();
}

std::optional<Leveling>
Leveler::levelAt(const isl::union_set &domain,
                 const isl::multi_union_pw_aff &band, unsigned numLoops,
                 unsigned outer, const llvm::StringMap<unsigned> &parallel) {
  isl::union_map outerTile = tilesOf(band.at(outer), tileSize);
  isl::union_map tileOf = outerTile;
  for (unsigned d = 0; d < numLoops; ++d)
    if (d != outer)
      tileOf = tileOf.flat_range_product(tilesOf(band.at(d), tileSize));
  tileOf = tileOf.intersect_domain(domain);
  if (tileOf.is_null())
    return std::nullopt;
  isl::space space = spaceOfDims(scop.ctx(), numLoops);
  // Tiles without an instance, and pairs of which none depends, do no harm.
  auto plain = [](const isl::set &set) {
    return isl::set(set.coalesce().simple_hull().remove_divs());
  };
  isl::set tiles = plain(tileOf.range().extract_set(space));
  isl::map coarse = beforeInTile(tileOf, pairs, space);
  if (coarse.is_null())
    return std::nullopt;
  SmallVector<isl::set> levels = findLevels(tiles, coarse);
  if (levels.size() < 2) {
    if (foundLevels)
      return std::nullopt;
    why = levels.empty()
              ? sentence("tiles of one outer tile depend on each other in "
                         "cycles, or in more than {0} levels",
                         named("MaxLevels", options.maxLevels))
              : Sentence("tiles of one outer tile have one level");
    return std::nullopt;
  }
  Leveling result;
  result.numLevels = levels.size();
  if (isOfPlaces) {
    SmallVector<isl::set> directions;
    for (const isl::set &level : levels)
      llvm::append_range(directions, directionsOf(level));
    levels = std::move(directions);
  }
  result.tileSize = tileSize;
  result.numParallel = numLoops;
  for (const isl::set &level : levels) {
    isl::union_set part =
        instancesOf(tileOf, outerTile, level.gist(tiles).coalesce());
    if (isOfPlaces && part.is_empty().is_true())
      continue;
    if (!part.is_empty().is_false())
      return std::nullopt;
    isl::schedule order = scheduleLevel(part, outerTile);
    if (order.is_null())
      return std::nullopt;
    if (hasFullDimension(level))
      for (auto &loops : scheduledLoops(order)) {
        unsigned leading = leadingParallel(loops.getValue());
        if (leading == 0 || leading + 1 < loops.getValue().size() ||
            leading < parallel.lookup(loops.getKey())) {
          foundLevels = true;
          why = sentence("in the last level {0} of the {1} loops around {2} "
                         "are parallel, from the outside in",
                         named("ParallelLoops", leading),
                         named("Loops", loops.getValue().size()),
                         named("Statement", loops.getKey()));
          return std::nullopt;
        }
        result.numParallel = std::min(result.numParallel, leading);
      }
    result.order =
        result.order.is_null() ? order : result.order.sequence(order);
  }
  // One loop with the step of a tile: { S[i] -> [T floor(b_d / T)] }.
  isl::map scaled =
      IslForms(spaceOfDims(scop.ctx(), 1)).dim(0).scale(tileSize).as_map();
  result.order = result.order.insert_partial_schedule(
      isl::multi_union_pw_aff::from_union_map(
          outerTile.apply_range(scaled).intersect_domain(domain)));
  return result;
}

/// Loops of `band`, `numLoops` of them, outside of which no loop can have
/// levels of a bounded number: along them some of `pairs` go by one constant
/// distance, again and again.
static SmallVector<bool> chainsOf(const isl::multi_union_pw_aff &band,
                                  unsigned numLoops,
                                  const isl::union_map &pairs,
                                  int64_t tileSize) {
  // chains[d]: not with loop d outermost.
  SmallVector<bool> chains(numLoops, false);
  isl::union_map times;
  for (unsigned d = 0; d < numLoops; ++d) {
    isl::union_map time = asMap(band.at(d));
    times = d == 0 ? time : times.flat_range_product(time);
  }
  auto look = [&](const isl::basic_map &part) -> isl::stat {
    isl::union_map moved = times.reverse()
                               .apply_range(isl::union_map(isl::map(part)))
                               .apply_range(times);
    return moved.foreach_map([&](const isl::map &map) -> isl::stat {
      isl::multi_val distance = map.deltas().plain_multi_val_if_fixed();
      for (unsigned d = 0; d < numLoops; ++d) {
        isl::val outer = distance.at(d);
        if (!outer.is_int().is_true() || outer.abs().ge(tileSize))
          continue;
        for (unsigned j = 0; j < numLoops; ++j)
          chains[d] |= j != d && distance.at(j).is_int().is_true() &&
                       !distance.at(j).is_zero().is_true();
      }
      return isl::stat::ok();
    });
  };
  isl::stat walk = pairs.foreach_map([&](const isl::map &map) -> isl::stat {
    return map.foreach_basic_map(look);
  });
  if (!walk.is_ok())
    chains.assign(numLoops, true);
  return chains;
}

/// Where each statement of `domain` is at work in the array `array`: the
/// iteration of the outermost loop, one that all share, and the element that it
/// writes, or the only one it reads, `{ S[i] -> [i_0, a] }`; null if there is
/// no such place, or if no statement may have an iteration for each element.
static isl::union_map placesIn(const Scop &scop, const isl::union_set &domain,
                               unsigned array) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  mlir::Value outermost;
  bool isDeep = false;
  isl::stat walk = domain.foreach_set([&](const isl::set &set) -> isl::stat {
    const ScopStatement *statement = scop.statementNamed(set.tuple_name());
    if (!statement || statement->ivs.empty() ||
        (outermost && outermost != statement->ivs.front()))
      return isl::stat::error();
    outermost = statement->ivs.front();
    isDeep |= statement->ivs.size() > scop.arrays()[array].rank;
    isl::map place;
    bool isWritten = false;
    for (unsigned id : statement->accesses) {
      const ScopAccess &access = scop.accesses()[id];
      if (access.array != array || (isWritten && access.isRead()))
        continue;
      if (!access.sure || (!place.is_null() && isWritten == access.isWrite() &&
                           !place.is_equal(access.relation).is_true()))
        return isl::stat::error();
      place = access.relation;
      isWritten = access.isWrite();
    }
    if (place.is_null())
      return isl::stat::error();
    unsigned numDims = place.domain_tuple_dim().release();
    // { S[i] -> [i_0] }
    isl::map time =
        isl::map(isl::map::identity(place.domain().space().map_from_set()))
            .project_out(isl::dim::out, 1, numDims - 1);
    place = withoutTupleName(time, isl::dim::out)
                .flat_range_product(withoutTupleName(place, isl::dim::out));
    result = result.unite(isl::union_map(place.intersect_domain(set)));
    return isl::stat::ok();
  });
  return walk.is_ok() && isDeep ? result : isl::union_map();
}

/// `placesIn` the first array that has them.
static isl::union_map placesOf(const Scop &scop, const isl::union_set &domain) {
  for (auto [k, array] : llvm::enumerate(scop.arrays())) {
    if (array.kind != ScopArray::Kind::MemRef || array.rank == 0)
      continue;
    isl::union_map places = placesIn(scop, domain, k);
    if (!places.is_null() && places.is_single_valued().is_true())
      return places;
  }
  return {};
}

std::optional<Leveling>
Leveler::level(const isl::union_set &domain,
               const llvm::StringMap<unsigned> &parallel) {
  isOfPlaces = hasBand = false;
  if (std::optional<Leveling> found = levelBand(domain, parallel))
    return found;
  isl::union_map places = hasBand ? isl::union_map() : placesOf(scop, domain);
  if (places.is_null())
    return std::nullopt;
  isOfPlaces = true;
  tileSize = options.tileSize;
  auto band = isl::multi_union_pw_aff::from_union_map(places);
  unsigned numLoops = band.size().is_error() ? 0 : band.size().release();
  if (numLoops < 2)
    return std::nullopt;
  Sentence noBand = why;
  std::optional<Leveling> found =
      levelAt(domain, band, numLoops, /*outer=*/0, parallel);
  // Places are a second try: without any levels, the first one says why.
  if (!found && !foundLevels)
    why = noBand;
  return found;
}

std::optional<Leveling>
Leveler::levelBand(const isl::union_set &domain,
                   const llvm::StringMap<unsigned> &parallel) {
  why =
      sentence("they are not found within {0} isl operations",
               named("MaxIslOperations", options.scheduling.maxIslOperations));
  foundLevels = false;
  SchedulingOptions fused = options.scheduling;
  fused.fusion = Fusion::Max;
  fused.outerParallel = false;
  isl::schedule one = computeTree(scop, domain, constraints, constants, fused);
  if (one.is_null())
    return std::nullopt;
  isl::schedule_node top = one.root().child(0);
  Sentence noBand = "its statements have no band of two loops or more together";
  if (!top.isa<isl::schedule_node_band>().is_true()) {
    why = noBand;
    return std::nullopt;
  }
  auto band = top.as<isl::schedule_node_band>();
  isl::size size = band.n_member();
  if (size.is_error() || !band.permutable().is_true() ||
      band.partial_schedule().is_null())
    return std::nullopt;
  unsigned numLoops = size.release();
  if (numLoops < 2) {
    why = noBand;
    return std::nullopt;
  }
  hasBand = true;
  tileSize = numLoops == 2 && options.flatTileSize > 0 ? options.flatTileSize
                                                       : options.tileSize;
  std::optional<Leveling> best;
  SmallVector<bool> chains = chainsOf(
      band.partial_schedule(), numLoops,
      constraints.coarse.intersect_domain(domain).intersect_range(domain),
      tileSize);
  if (llvm::all_of(chains, [](bool chain) { return chain; }))
    why = "tiles depend on each other at a constant distance, in chains";
  for (unsigned outer = 0; outer < numLoops; ++outer) {
    if (chains[outer])
      continue;
    std::optional<Leveling> found =
        levelAt(domain, band.partial_schedule(), numLoops, outer, parallel);
    if (found && (!best || found->numParallel > best->numParallel ||
                  (found->numParallel == best->numParallel &&
                   found->numLevels < best->numLevels)))
      best = std::move(found);
  }
  return best;
}

std::optional<LeveledSchedule> polymem::levelTiles(
    const Scop &scop, const Schedule &plain,
    const OrderConstraints &constraints, const LevelOptions &options,
    llvm::function_ref<void(Operation &, const Sentence &)> onRefusal) {
  std::optional<IslOperationsGuard> guard;
  guard.emplace(scop.ctx(), options.scheduling.maxIslOperations);
  isl::schedule_node top = plain.order.root().child(0);
  SmallVector<isl::union_set> parts;
  bool several = top.isa<isl::schedule_node_sequence>().is_true() ||
                 top.isa<isl::schedule_node_set>().is_true();
  if (several)
    for (int k = 0, e = top.n_children().release(); k < e; ++k)
      parts.push_back(top.child(k).child(0).domain());
  else
    parts.push_back(plain.order.domain());
  llvm::StringMap<SmallVector<ScheduledLoop>> loops =
      scheduledLoops(plain.order);
  LeveledSchedule result;
  isl::schedule order;
  std::optional<Leveler> leveler;
  for (const isl::union_set &part : parts) {
    // Parallel loops anywhere; a part is of interest if none is outermost.
    llvm::StringMap<unsigned> parallel;
    bool sequential = false, deep = false;
    const ScopStatement *first = nullptr;
    isl::stat walk = part.foreach_set([&](const isl::set &set) -> isl::stat {
      const ScopStatement *statement = scop.statementNamed(set.tuple_name());
      if (statement && (!first || statement < first))
        first = statement;
      const auto &all = loops[set.tuple_name()];
      parallel[set.tuple_name()] = llvm::count_if(
          all, [](const ScheduledLoop &loop) { return loop.parallel; });
      sequential |= !all.empty() && !all.front().parallel;
      deep |= all.size() > 1;
      return isl::stat::ok();
    });
    isl::schedule next;
    if (walk.is_ok() && sequential && deep) {
      if (!leveler)
        leveler.emplace(scop, constraints, options);
      if (std::optional<Leveling> found = leveler->level(part, parallel)) {
        next = found->order;
        result.parts.push_back({found->numLevels, found->tileSize});
      } else if (first) {
        onRefusal(*first->ops.front(), leveler->reason());
      }
    }
    if (next.is_null())
      next = several ? plain.order.intersect_domain(part) : plain.order;
    order = order.is_null() ? next : order.sequence(next);
  }
  if (result.parts.empty())
    return std::nullopt;
  // What has been found is verified with a budget of its own.
  bool isFound = !order.is_null() && !guard->exceeded();
  guard.reset();
  guard.emplace(scop.ctx(), options.scheduling.maxIslOperations);
  std::optional<Schedule> marked;
  if (isFound && whatIsWrong(scop, order, constraints).empty())
    marked = withMarks(order);
  if (!marked) {
    onRefusal(*scop.statements().front().ops.front(),
              sentence("that the order by levels respects all dependences is "
                       "not shown within {0} isl operations",
                       named("MaxIslOperations",
                             options.scheduling.maxIslOperations)));
    return std::nullopt;
  }
  result.schedule = *marked;
  return result;
}

//===- OverlappedTiles.cpp - tiles of several steps that overlap ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of time loops that compute their borders themselves: TimeTiling.h has
// the places, this file what a tile needs and what it costs.
//
//===----------------------------------------------------------------------===//

#include "OverlappedPlanner.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "TileTrees.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Which values flow where
//===----------------------------------------------------------------------===//

bool OverlappedPlanner::setFlow() {
  isl::union_set domain = at.band.domain();
  isl::union_map order = scop.scheduleMap().intersect_domain(domain);
  earlier = lexLess(order, order);
  flow = scop.mayWrites()
             .intersect_domain(domain)
             .apply_range(scop.reads().intersect_domain(domain).reverse())
             .intersect(earlier);
  return !flow.is_null() || refuse("its dependences are not known");
}

bool OverlappedPlanner::setOverlapSlopes() {
  flowDistances =
      flow.apply_domain(at.coordinates).apply_range(at.coordinates).deltas();
  bool cross = false;
  for (unsigned k = 0; k < at.rank(); ++k) {
    TimeTileDimension dim = at.cone(flowDistances, k);
    if (!dim.down || !dim.up)
      return refuse(
          sentence("along dimension {0}, values do not flow within {1} "
                   "elements per step",
                   named("Dimension", k), named("MaxSlope", kMaxSlope)));
    cross |= *dim.down + *dim.up > 0;
    tiles.dims.push_back(dim);
  }
  return cross || refuse("its places do not depend on each other");
}

/// That the iterations of a block which a tile executes include all those that
/// these read from. `{ [b, o] -> [h, x] }` are the former.
bool OverlappedPlanner::coversFlow() const {
  unsigned numDims = 1 + at.rank();
  isl::space numbers = spaceOfDims(scop.ctx(), numDims);
  IslForms pairs(numbers.map_from_domain_and_range(numbers));
  int64_t height = tiles.height();
  isl::pw_aff block = pairs.dim(0), time = pairs.dim(numDims);
  isl::set inBlock = inTile(time, block, height), in = inBlock;
  isl::pw_aff left = block.scale(height).add_constant(height - 1).sub(time);
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    isl::pw_aff origin = pairs.dim(1 + k).scale(dim.size);
    in = in.intersect(
        inRange(pairs.dim(numDims + 1 + k), origin.sub(left.scale(*dim.up)),
                origin.add_constant(dim.size).add(left.scale(*dim.down))));
  }
  isl::map executed = in.unwrap(), all = inBlock.unwrap();
  isl::set distance(flowDistances);
  isl::map sources = distance.translation();
  return executed.apply_range(sources.reverse())
      .intersect(all)
      .is_subset(executed)
      .is_true();
}

bool OverlappedPlanner::isRenewed(const ScopArray &array,
                                  const isl::set &written) const {
  isl::union_set domain = at.band.domain();
  isl::union_map writes = isl::union_map::empty(scop.ctx()), reads = writes,
                 time = writes;
  for (const TimedStatement &timed : at.statements) {
    isl::set executed = timed.statement->domain;
    time = time.unite(isl::union_map(
        IslForms(executed.space()).dim(0).as_map().intersect_domain(executed)));
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      if (&scop.arrays()[access.array] == &array)
        (access.isWrite() ? writes : reads) =
            (access.isWrite() ? writes : reads).unite(access.relation);
    }
  }
  isl::union_set elements(written);
  isl::union_map everyTime = isl::union_map::from_domain_and_range(
      time.intersect_domain(domain).range(), elements);
  isl::union_map before =
      earlier.intersect(time.apply_range(time.reverse())).reverse();
  return everyTime.is_subset(time.reverse().apply_range(writes)).is_true() &&
         reads.intersect_range(elements)
             .is_subset(before.apply_range(writes))
             .is_true();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

isl::set OverlappedPlanner::elementsAround(const OverlappedArray &array,
                                           ArrayRef<int64_t> before,
                                           ArrayRef<int64_t> after) const {
  isl::space space =
      isl::space::params_alloc(scop.ctx(), 0).add_param(tiles.wave);
  for (const isl::id &id : tiles.tileIds)
    space = space.add_param(id);
  IslForms forms(
      space.add_named_tuple(array.array->extent.tuple_id(), at.writtenRank));
  isl::set result = forms.all();
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    isl::pw_aff origin = forms.parameter(tiles.tileIds[k]).scale(dim.size);
    result = result.intersect(
        inRange(forms.dim(at.placeDims[k]), origin.add_constant(-before[k]),
                origin.add_constant(dim.size + after[k])));
  }
  return result;
}

isl::set OverlappedPlanner::timesOfBlock(int64_t odd) const {
  IslForms forms(isl::space::params_alloc(scop.ctx(), 0)
                     .add_param(tiles.wave)
                     .add_unnamed_tuple(1));
  isl::pw_aff block = forms.parameter(tiles.wave).scale(2).add_constant(odd);
  return inTile(forms.dim(0), block, tiles.iterations);
}

bool OverlappedPlanner::setOverlapCopies() {
  // Exactly the iterations that execute something: of a later one, nothing
  // would be in the buffers.
  isl::set times;
  for (const TimedStatement &timed : at.statements) {
    isl::set executed =
        timed.statement->domain.intersect_params(scop.context());
    int depth = executed.dim(isl::dim::set).release();
    if (depth < 1)
      return refuse("its iterations are not known");
    isl::set when = executed.project_out(isl::dim::set, 1, depth - 1);
    when = when.reset_tuple_id();
    times = times.is_null() ? when : times.unite(when);
  }
  for (OverlappedArray &array : tiles.arrays) {
    isl::set written = touched(*array.array, /*onlyWrites=*/true);
    isl::set all = touched(*array.array, /*onlyWrites=*/false);
    SmallVector<int64_t> none(at.rank(), 0);
    isl::set own = elementsAround(array, none, none);
    isl::set around = elementsAround(array, array.before, array.after);
    // The box around what is touched, as far as it is in the array.
    isl::set bounds;
    for (unsigned k = 0; k < at.writtenRank; ++k) {
      isl::set range = rangeOfDim(all, k);
      bounds = k == 0 ? range : flatProduct(bounds, range);
    }
    bounds = bounds.set_tuple_id(array.array->extent.tuple_id());
    array.in = around.intersect(bounds).intersect(array.array->extent);
    for (unsigned k = 0; k < at.writtenRank; ++k)
      array.clipped.push_back(!hasUpperBound(array.array->extent, k).is_true());
    if (array.renewed)
      array.in = array.in.subtract(written);
    for (int64_t odd : {0, 1}) {
      array.out[odd] = own.intersect(written);
      if (!array.renewed)
        continue;
      // The block with the last iteration.
      isl::set last = times.lexmax().intersect(timesOfBlock(odd));
      array.out[odd] = array.out[odd].intersect_params(last.params());
    }
    for (isl::set *set : {&array.in, &array.out[0], &array.out[1]}) {
      *set =
          set->intersect_params(scop.context())
              .coalesce()
              .gist_params(scop.context().intersect(at.band.domain().params()));
      if (set->is_null())
        return refuse("what its tiles copy is not known");
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is generated
//===----------------------------------------------------------------------===//

/// In every other block tiles read the arrays and write their second copies,
/// then the other way round, so that the results are in the arrays in the end.
isl::schedule OverlappedPlanner::overlapOrder() const {
  isl::set points = at.points();
  isl::set box = rangeOfDim(points, 0);
  unsigned numDims = 1 + at.rank();
  isl::space numbers = spaceOfDims(scop.ctx(), numDims);
  IslForms pairs(numbers.map_from_domain_and_range(numbers));
  isl::set numbered =
      inTile(pairs.dim(0), pairs.dim(numDims), 2 * tiles.height());
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    numbered = numbered.intersect(
        inTile(pairs.dim(1 + k), pairs.dim(numDims + 1 + k), dim.size));
    box = flatProduct(box, rangeOfDim(points, 1 + k));
  }
  isl::schedule both;
  isl::union_pw_aff wave;
  for (const char *name : {"Tile", "Next"}) {
    isl::map tileOf =
        numbered.unwrap().set_range_tuple(name + std::to_string(number));
    isl::set all =
        box.apply(tileOf).intersect_params(at.band.domain().params());
    if (all.is_null())
      return {};
    isl::schedule_node node =
        isl::schedule::from_domain(isl::union_set(all)).root().child(0);
    isl::multi_aff identity = isl::multi_aff::identity_on_domain(all.space());
    for (unsigned k = at.rank(); k > 0 && !node.is_null(); --k)
      node = insertBand(node, isl::union_pw_aff(isl::pw_aff(identity.at(k))),
                        TimeTileRole::Tile);
    isl::union_pw_aff first(isl::pw_aff(identity.at(0)));
    wave = wave.is_null() ? first : wave.union_add(first);
    if (node.is_null())
      return {};
    isl::schedule one = node.get_schedule();
    both = both.is_null() ? one : both.sequence(one);
    if (both.is_null())
      return {};
  }
  if (both.is_null())
    return {};
  isl::schedule_node node =
      insertBand(both.root().child(0), wave, TimeTileRole::Wave);
  return node.is_null() ? isl::schedule() : node.get_schedule();
}

bool OverlappedPlanner::setOverlapCode() {
  if (!at.isBounded())
    return refuse("the sizes do not bound its places");
  tiles.wave = isl::id(scop.ctx(), "polymem_wave");
  for (unsigned k = 0; k < at.rank(); ++k)
    tiles.tileIds.emplace_back(scop.ctx(), "polymem_tile" + std::to_string(k));
  std::optional<TimeTileNests> nests = at.nests();
  if (!nests)
    return refuse("no code can be generated for its tiles");
  tiles.nests = std::move(*nests);
  return true;
}

bool OverlappedPlanner::setOverlap() {
  if (at.dependentPlaces)
    return refuse("places of one nest in it depend on each other");
  if (at.step != 1 || at.rank() > kMaxAxes)
    return refuse(
        sentence("overlapped tiles need a time loop of step {0} and at "
                 "most {1} dimensions",
                 named("Step", 1), named("MaxDimensions", kMaxAxes)));
  if (!collectOverlappedArrays() || !setFlow() || !setOverlapSlopes() ||
      !setOverlapCode())
    return false;
  for (OverlappedArray &array : tiles.arrays)
    array.renewed =
        isRenewed(*array.array, touched(*array.array, /*onlyWrites=*/true));
  if (!setOverlapSizes())
    return false;
  if (!coversFlow())
    return refuse("that a tile computes all it needs is not shown");
  if (!setOverlapCopies())
    return false;
  tiles.tileOrder = overlapOrder();
  return !tiles.tileOrder.is_null() ||
         refuse("no code can be generated for its tiles");
}

std::optional<PlannedTiles> OverlappedPlanner::run() {
  tiles.loop = at.loop;
  tiles.levels = at.levels;
  if (!setOverlap())
    return std::nullopt;
  return PlannedTiles{std::move(tiles), insertTilesMark(at.band, number)};
}

std::optional<PlannedTiles> polymem::planOverlappedTiles(
    const TimeCoordinates &at, const OrderConstraints &constraints,
    const TimeTilingOptions &options, unsigned number, Sentence &reason) {
  return OverlappedPlanner(at, constraints, options, number, reason).run();
}

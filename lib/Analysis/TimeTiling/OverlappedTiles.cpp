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

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "TimeTilePlanner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;

/// Points that a tile may compute per point of the array, by default: the
/// estimate counts accesses only, but these are operations, too.
static constexpr double kMaxRedundancy = 2;

/// Iterations of the time loop in a tile, most of them first.
static constexpr int64_t kIterations[] = {16, 12, 8, 6, 4, 3, 2, 1};

//===----------------------------------------------------------------------===//
// Which values flow where
//===----------------------------------------------------------------------===//

isl::set TimeTilePlanner::touched(const ScopArray &array,
                                  bool onlyWrites) const {
  isl::set result = isl::set::empty(array.extent.space());
  for (const Instance &instance : instances)
    for (unsigned index : instance.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      if (&scop.arrays()[access.array] == &array &&
          (access.isWrite() || !onlyWrites))
        result = result.unite(access.relation.range());
    }
  return result.intersect_params(scop.context()).coalesce();
}

isl::map TimeTilePlanner::onPlaces(const isl::map &elements) const {
  isl::map result = withoutTupleName(elements, isl::dim::out);
  int dims = result.dim(isl::dim::out).release();
  for (int d = dims; d-- > 0;)
    if (!llvm::is_contained(placeDims, d))
      result = result.project_out(isl::dim::out, d, 1);
  return result;
}

static std::string nameOf(const ScopArray &array) {
  return "'" + array.name + "'";
}

/// Each access to an array that the nest writes must be one that a buffer can
/// serve, at a constant distance from the place.
bool TimeTilePlanner::collectOverlappedArrays() {
  return collectWrittenArrays() && findOverlappedDims() && collectReaches();
}

bool TimeTilePlanner::collectWrittenArrays() {
  for (const Instance &instance : instances)
    for (unsigned index : instance.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      const ScopArray &array = scop.arrays()[access.array];
      if (array.kind != ScopArray::Kind::MemRef)
        return refuse("its nests touch more than arrays");
      if (!access.isWrite())
        continue;
      if (array.depth != 0 || llvm::is_contained(constraints.reordered, &array))
        return refuse(nameOf(array) + " does not outlive an iteration");
      isl::map place =
          placeOf(instance).intersect_domain(instance.statement->domain);
      if (!access.must || array.rank != writtenRank ||
          !onPlaces(access.relation).is_equal(place).is_true())
        return refuse("a statement writes other elements than that of its "
                      "place to " +
                      nameOf(array));
      if (llvm::none_of(tiles.arrays, [&](const OverlappedArray &known) {
            return known.array == &array;
          }))
        tiles.arrays.emplace_back().array = &array;
    }
  return true;
}

/// Which dimension of an array is which of the places; the others, which go
/// with time, have constant sizes.
bool TimeTilePlanner::findOverlappedDims() {
  for (OverlappedArray &array : tiles.arrays) {
    auto type = cast<MemRefType>(array.array->value.getType());
    if (elementBytes(scop.root(), type) == 0)
      return refuse("elements of " + nameOf(*array.array) +
                    " have no known size");
    isl::set elements = touched(*array.array, /*onlyWrites=*/false);
    for (unsigned d = 0; d < writtenRank; ++d) {
      OverlappedArray::Dim &dim = array.dims.emplace_back();
      const auto *place = llvm::find(placeDims, d);
      if (place != placeDims.end()) {
        dim.place = place - placeDims.begin();
        continue;
      }
      isl::set along = rangeOfDim(elements, d);
      std::optional<int64_t> least = minimumOf(along);
      std::optional<int64_t> greatest = maximumOf(along);
      if (!least || !greatest)
        return refuse(sentence("dimension {0} of {1} goes with time and has no "
                               "constant size",
                               named("Dimension", d),
                               named("Array", nameOf(*array.array))));
      dim.least = *least;
      dim.count = *greatest - *least + 1;
    }
  }
  return true;
}

/// How far from its place a statement reads.
bool TimeTilePlanner::collectReaches() {
  for (const Instance &instance : instances)
    for (unsigned index : instance.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      auto known = llvm::find_if(tiles.arrays, [&](const OverlappedArray &a) {
        return a.array == &scop.arrays()[access.array];
      });
      if (known == tiles.arrays.end())
        continue;
      const ScopArray &array = *known->array;
      Value memref;
      if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
        memref = load.getMemRef();
      else if (auto store = dyn_cast<affine::AffineStoreOp>(access.op))
        memref = store.getMemRef();
      if (memref != array.value)
        return refuse("'" + access.op->getName().getStringRef() + "' of " +
                      nameOf(array) + " cannot be made to use a buffer");
      isl::set offsets = placeOf(instance)
                             .intersect_domain(instance.statement->domain)
                             .reverse()
                             .apply_range(onPlaces(access.relation))
                             .deltas();
      Reach reach{static_cast<unsigned>(known - tiles.arrays.begin()),
                  instance.level,
                  {},
                  {}};
      for (unsigned k = 0; k < rank(); ++k) {
        isl::set along = rangeOfDim(offsets, k);
        std::optional<int64_t> least = minimumOf(along);
        std::optional<int64_t> greatest = maximumOf(along);
        if (!least || !greatest)
          return refuse("what is read of " + nameOf(array) +
                        " is not at a constant distance");
        reach.least.push_back(*least);
        reach.greatest.push_back(*greatest);
      }
      reaches.push_back(std::move(reach));
    }
  return true;
}

bool TimeTilePlanner::setFlow() {
  isl::union_set domain = band.domain();
  isl::union_map order = scop.scheduleMap().intersect_domain(domain);
  earlier = lexLess(order, order);
  flow = scop.mayWrites()
             .intersect_domain(domain)
             .apply_range(scop.reads().intersect_domain(domain).reverse())
             .intersect(earlier);
  return !flow.is_null() || refuse("its dependences are not known");
}

bool TimeTilePlanner::setOverlapSlopes() {
  flowDistances =
      flow.apply_domain(coordinates).apply_range(coordinates).deltas();
  bool cross = false;
  for (unsigned k = 0; k < rank(); ++k) {
    TimeTileDimension dim = cone(flowDistances, k);
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
bool TimeTilePlanner::coversFlow() const {
  std::string outer = "b, " + tuple("o", rank()),
              inner = "h, " + tuple("x", rank());
  int64_t height = tiles.height();
  std::string block = llvm::formatv("{0} * b <= h < {0} * b + {0}", height),
              in = block;
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    std::string left = llvm::formatv("({0} * b + {1} - h)", height, height - 1);
    in += llvm::formatv(" and {0} * o{1} - {2} * {3} <= x{1} < {0} * o{1} + "
                        "{0} + {4} * {3}",
                        dim.size, k, *dim.up, left, *dim.down);
  }
  isl::ctx ctx = scop.ctx();
  std::string from = "{ [" + outer + "] -> [" + inner + "] : ";
  isl::map executed(ctx, from + in + " }"), all(ctx, from + block + " }");
  isl::set distance(flowDistances);
  isl::map sources = distance.translation();
  return executed.apply_range(sources.reverse())
      .intersect(all)
      .is_subset(executed)
      .is_true();
}

bool TimeTilePlanner::isRenewed(const ScopArray &array,
                                const isl::set &written) const {
  isl::union_set domain = band.domain();
  isl::union_map writes = isl::union_map::empty(scop.ctx()), reads = writes,
                 time = writes;
  for (const Instance &instance : instances) {
    isl::set executed = instance.statement->domain;
    time = time.unite(isl::union_map(
        isl::pw_aff(isl::aff::var_on_domain(isl::local_space(executed.space()),
                                            isl::dim::set, 0))
            .as_map()
            .intersect_domain(executed)));
    for (unsigned index : instance.statement->accesses) {
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
// Sizes
//===----------------------------------------------------------------------===//

/// By number of dimensions, the best first.
static SmallVector<SmallVector<int64_t>> defaultSizes(unsigned rank) {
  switch (rank) {
  case 1:
    return {{1024}, {512}, {256}};
  case 2:
    return {{64, 64}, {32, 64}, {32, 32}, {16, 32}};
  default:
    return {{16, 16, 32}, {8, 16, 32}, {8, 8, 32}};
  }
}

bool TimeTilePlanner::measureOverlap() {
  uint64_t bytes = 0;
  for (auto [index, array] : llvm::enumerate(tiles.arrays)) {
    array.before.assign(rank(), 0);
    array.after.assign(rank(), 0);
    uint64_t cells = 1;
    for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
      for (const Reach &reach : reaches) {
        if (reach.array != index)
          continue;
        int64_t left = tiles.height() - 1 - reach.level;
        array.before[k] =
            std::max(array.before[k], *dim.up * left - reach.least[k]);
        array.after[k] =
            std::max(array.after[k], *dim.down * left + reach.greatest[k]);
      }
      cells = llvm::SaturatingMultiply<uint64_t>(
          cells, array.before[k] + dim.size + array.after[k]);
    }
    for (const OverlappedArray::Dim &dim : array.dims)
      if (!dim.place)
        cells = llvm::SaturatingMultiply<uint64_t>(cells, dim.count);
    auto type = cast<MemRefType>(array.array->value.getType());
    bytes = llvm::SaturatingMultiplyAdd<uint64_t>(
        cells, elementBytes(scop.root(), type), bytes);
  }
  tiles.bytes = std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
  // Not to go through any number of iterations.
  if (tiles.bytes > options.capacity)
    return false;
  double computed = 0, kept = 0;
  for (auto [k, phase] : llvm::enumerate(tiles.code.phases)) {
    if (isBorder(k))
      continue;
    for (int64_t t = 0; t < tiles.iterations; ++t) {
      int64_t left = tiles.height() - 1 - (t * tiles.levels + phase.level);
      double points = 1, own = 1;
      for (const TimeTileDimension &dim : tiles.dims) {
        points *= dim.size + (*dim.down + *dim.up) * left;
        own *= dim.size;
      }
      computed += points;
      kept += own;
    }
  }
  tiles.redundancy = kept > 0 ? computed / kept : 1;
  return true;
}

bool TimeTilePlanner::isBorder(unsigned phase) const {
  return llvm::any_of(tiles.code.phases[phase].fixed,
                      [](std::optional<int64_t> place) { return !!place; });
}

double TimeTilePlanner::accessesPerPlace() const {
  int64_t result = 0;
  for (const Instance &instance : instances)
    if (!isBorder(instance.phase))
      result += instance.statement->accesses.size();
  return result;
}

double TimeTilePlanner::overlapCost() const {
  double moved = 0;
  for (const OverlappedArray &array : tiles.arrays) {
    if (array.renewed)
      continue;
    double in = 1;
    for (auto [k, dim] : llvm::enumerate(tiles.dims))
      in *= static_cast<double>(array.before[k] + dim.size + array.after[k]) /
            dim.size;
    moved += in + 1;
  }
  return moved / tiles.iterations + accessesPerPlace() * tiles.redundancy /
                                        options.accessesPerGlobalAccess;
}

/// Each nest moves each of its arrays once; other accesses hit caches.
double TimeTilePlanner::untiledCost() const {
  llvm::SmallDenseSet<std::pair<unsigned, unsigned>> reads, writes;
  for (const Instance &instance : instances)
    for (unsigned index : instance.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      for (const OverlappedArray &array : tiles.arrays)
        if (array.array == &scop.arrays()[access.array] &&
            !isBorder(instance.phase))
          (access.isWrite() ? writes : reads)
              .insert({instance.phase, access.array});
    }
  return reads.size() + writes.size() +
         accessesPerPlace() / options.accessesPerGlobalAccess;
}

bool TimeTilePlanner::setOverlapSizes() {
  SmallVector<SmallVector<int64_t>> candidates = defaultSizes(rank());
  for (SmallVector<int64_t> &sizes : candidates)
    for (unsigned k = 0; k < std::min<size_t>(rank(), options.sizes.size());
         ++k)
      sizes[k] = options.sizes[k];
  if (llvm::is_contained(candidates.front(), 0))
    return refuse("overlapped tiles are cut in all dimensions, but a size is "
                  "0");
  SmallVector<int64_t> iterations(std::begin(kIterations),
                                  std::end(kIterations));
  if (options.steps != 0)
    iterations = {options.steps};
  struct Choice {
    SmallVector<int64_t> sizes;
    int64_t iterations = 0;
    double cost = 0;
  };
  std::optional<Choice> best;
  Sentence tooLarge;
  auto measure = [&](const Choice &choice) {
    for (auto [dim, size] : llvm::zip_equal(tiles.dims, choice.sizes))
      dim.size = size;
    tiles.iterations = choice.iterations;
    return measureOverlap();
  };
  for (const SmallVector<int64_t> &sizes : candidates)
    for (int64_t number : iterations) {
      Choice choice{sizes, number, 0};
      if (!measure(choice)) {
        tooLarge =
            sentence("the buffers of a tile of {0} iterations would take "
                     "{1} bytes of {2}",
                     named("Iterations", number), named("Bytes", tiles.bytes),
                     named("Capacity", options.capacity));
        continue;
      }
      choice.cost = overlapCost();
      // What is asked for is not weighed.
      if (options.steps == 0 && number != 1 &&
          tiles.redundancy > kMaxRedundancy)
        continue;
      if (!best || choice.cost < best->cost)
        best = choice;
    }
  if (!best)
    return refuse(tooLarge);
  measure(*best);
  double before = untiledCost();
  if (options.shape == TimeTileShape::Auto &&
      best->cost > options.maxCost * before)
    return refuse(
        sentence("overlapped tiles would cost as much as {0} elements moved "
                 "per place and iteration, single steps {1}",
                 named("Cost", llvm::formatv("{0:F1}", best->cost)),
                 named("CostUntiled", llvm::formatv("{0:F1}", before))));
  return true;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool TimeTilePlanner::setOverlapCopies() {
  isl::ctx ctx = scop.ctx();
  // Exactly the iterations that execute something: of a later one, nothing
  // would be in the buffers.
  isl::set times;
  for (const Instance &instance : instances) {
    isl::set executed =
        instance.statement->domain.intersect_params(scop.context());
    int depth = executed.dim(isl::dim::set).release();
    if (depth < 1)
      return refuse("its iterations are not known");
    isl::set at = executed.project_out(isl::dim::set, 1, depth - 1);
    at = at.reset_tuple_id();
    times = times.is_null() ? at : times.unite(at);
  }
  for (OverlappedArray &array : tiles.arrays) {
    isl::set written = touched(*array.array, /*onlyWrites=*/true);
    isl::set all = touched(*array.array, /*onlyWrites=*/false);
    std::string parameters = tiles.code.wave.name(), own = "0 = 0",
                around = own;
    for (const isl::id &id : tiles.code.tileIds)
      parameters += ", " + id.name();
    for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
      std::string id = tiles.code.tileIds[k].name();
      own += llvm::formatv(" and {0} * {1} <= x{2} < {0} * {1} + {0}", dim.size,
                           id, placeDims[k]);
      around += llvm::formatv(" and {0} * {1} - {2} <= x{3} < {0} * {1} + {4}",
                              dim.size, id, array.before[k], placeDims[k],
                              dim.size + array.after[k]);
    }
    auto box = [&](const std::string &conditions) {
      return isl::set(ctx, "[" + parameters + "] -> { [" +
                               tuple("x", writtenRank) + "] : " + conditions +
                               " }")
          .set_tuple_id(array.array->extent.tuple_id());
    };
    // The box around what is touched, as far as it is in the array.
    isl::set bounds;
    for (unsigned k = 0; k < writtenRank; ++k) {
      isl::set range = rangeOfDim(all, k);
      bounds = k == 0 ? range : flatProduct(bounds, range);
    }
    bounds = bounds.set_tuple_id(array.array->extent.tuple_id());
    array.in = box(around).intersect(bounds).intersect(array.array->extent);
    for (unsigned k = 0; k < writtenRank; ++k)
      array.clipped.push_back(!hasUpperBound(array.array->extent, k).is_true());
    if (array.renewed)
      array.in = array.in.subtract(written);
    for (int64_t odd : {0, 1}) {
      array.out[odd] = box(own).intersect(written);
      if (!array.renewed)
        continue;
      // The block with the last iteration.
      isl::set last = times.lexmax().intersect(isl::set(
          ctx, llvm::formatv("[{0}] -> {{ [t] : {1} * (2 * {0} + {2}) "
                             "<= t < {1} * (2 * {0} + {2}) + {1} }",
                             tiles.code.wave.name(), tiles.iterations, odd)));
      array.out[odd] = array.out[odd].intersect_params(last.params());
    }
    for (isl::set *set : {&array.in, &array.out[0], &array.out[1]}) {
      *set = set->intersect_params(scop.context())
                 .coalesce()
                 .gist_params(scop.context().intersect(band.domain().params()));
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
isl::schedule TimeTilePlanner::overlapOrder() const {
  isl::set points = isl::set(band.domain().apply(coordinates))
                        .intersect_params(scop.context());
  isl::set box = rangeOfDim(points, 0);
  std::string conditions =
      llvm::formatv("{0} * w <= h < {0} * w + {0}", 2 * tiles.height());
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    conditions += llvm::formatv(" and {0} * o{1} <= x{1} < {0} * o{1} + {0}",
                                dim.size, k);
    box = flatProduct(box, rangeOfDim(points, 1 + k));
  }
  isl::schedule both;
  isl::union_pw_aff wave;
  for (const char *name : {"Tile", "Next"}) {
    isl::map tileOf(scop.ctx(), "{ [h, " + tuple("x", rank()) + "] -> " + name +
                                    std::to_string(number) + "[w, " +
                                    tuple("o", rank()) + "] : " + conditions +
                                    " }");
    isl::set all = box.apply(tileOf).intersect_params(band.domain().params());
    if (all.is_null())
      return {};
    isl::schedule_node node =
        isl::schedule::from_domain(isl::union_set(all)).root().child(0);
    isl::multi_aff identity = isl::multi_aff::identity_on_domain(all.space());
    for (unsigned k = rank(); k > 0 && !node.is_null(); --k)
      node = insertBand(node, isl::union_pw_aff(isl::pw_aff(identity.at(k))),
                        TimeTileRole::Tile);
    isl::union_pw_aff first(isl::pw_aff(identity.at(0)));
    wave = wave.is_null() ? first : wave.union_add(first);
    if (node.is_null())
      return {};
    isl::schedule one = node.get_schedule();
    both = both.is_null() ? one : both.sequence(one);
  }
  if (both.is_null())
    return {};
  isl::schedule_node node =
      insertBand(both.root().child(0), wave, TimeTileRole::Wave);
  return node.is_null() ? isl::schedule() : node.get_schedule();
}

bool TimeTilePlanner::setOverlapCode() {
  isl::set points = isl::set(band.domain().apply(coordinates))
                        .intersect_params(scop.context());
  for (unsigned dim = 0; dim <= rank(); ++dim)
    if (!rangeOfDim(points, dim).is_bounded().is_true())
      return refuse("the sizes do not bound its places");
  TimeTileCode &code = tiles.code;
  code.time = isl::id(scop.ctx(), "polymem_time");
  code.wave = isl::id(scop.ctx(), "polymem_wave");
  for (unsigned k = 0; k < rank(); ++k)
    code.tileIds.emplace_back(scop.ctx(), "polymem_tile" + std::to_string(k));
  for (unsigned phase = 0; phase <= instances.back().phase; ++phase) {
    TimeTilePhase &nest = code.phases.emplace_back();
    nest.point = phasePoint(phase, nest);
    if (nest.point.is_null())
      return refuse("no code can be generated for its tiles");
  }
  return true;
}

bool TimeTilePlanner::setOverlap() {
  tiles.shape = TimeTiles::Shape::Overlapped;
  if (dependentPlaces)
    return refuse("places of one nest in it depend on each other");
  if (step != 1 || rank() > kMaxAxes)
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
  tiles.code.tiles = overlapOrder();
  return !tiles.code.tiles.is_null() ||
         refuse("no code can be generated for its tiles");
}

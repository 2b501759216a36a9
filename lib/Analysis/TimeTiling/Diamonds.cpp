//===- Diamonds.cpp - diamond tiles of several time steps -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of time loops whose nests have independent places: TimeTiling.h has the
// order.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "ShapePlanners.h"
#include "TileTrees.h"

using namespace mlir;
using namespace polymem;

int64_t DiamondTiles::height() const {
  const TimeTileDimension &dim = dims[diamond];
  return 2 * dim.size / (*dim.down + *dim.up);
}

namespace {
class DiamondPlanner : ShapePlanner {
public:
  using ShapePlanner::ShapePlanner;

  std::optional<PlannedTiles> run();

private:
  bool setSlopes();
  bool setSizes();
  isl::schedule_node insertDiamonds();
  isl::schedule_node markThreads(isl::schedule_node node, unsigned phase);
  /// floor((slope h + sign x_dim) / size), all statements: `{ S[i] -> [r] }`.
  isl::union_pw_aff row(unsigned dim, int64_t slope, int64_t sign) const;
  bool setDiamondCode();
  isl::schedule diamondOrder() const;

  DiamondTiles tiles;
};
} // namespace

bool DiamondPlanner::setSlopes() {
  if (options.maxDimensions != 0 && at.rank() > options.maxDimensions)
    return refuse(
        sentence("it has {0} dimensions of space; at most {1} are allowed",
                 named("Dimensions", at.rank()),
                 named("MaxDimensions", options.maxDimensions)));
  for (unsigned k = 0; k < at.rank(); ++k)
    tiles.dims.push_back(at.cone(at.distances, k));
  for (unsigned k = 0; k < at.rank(); ++k) {
    const TimeTileDimension &dim = tiles.dims[k];
    if (dim.down && dim.up && *dim.down + *dim.up > 0) {
      tiles.diamond = k;
      return true;
    }
  }
  if (llvm::all_of(tiles.dims, [](const TimeTileDimension &dim) {
        return dim.down == 0 && dim.up == 0;
      }))
    return refuse("its places do not depend on each other");
  return refuse(
      sentence("in no dimension are dependences within {0} elements per "
               "step",
               named("MaxSlope", kMaxSlope)));
}

/// By number of dimensions: the diamonds, then the parts. Two arrays of double
/// precision fit into 100 KB.
static ArrayRef<int64_t> defaultSizes(unsigned rank) {
  static constexpr int64_t line[] = {256}, plane[] = {32, 32},
                           space[] = {8, 8, 32};
  return rank == 1   ? ArrayRef<int64_t>(line)
         : rank == 2 ? ArrayRef<int64_t>(plane)
                     : ArrayRef<int64_t>(space);
}

bool DiamondPlanner::setSizes() {
  ArrayRef<int64_t> defaults = defaultSizes(tiles.dims.size());
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    if (!dim.down || !dim.up)
      continue;
    if (k < options.sizes.size())
      dim.size = options.sizes[k];
    else if (k < defaults.size())
      dim.size = defaults[k];
  }
  // A wave is a number of whole steps, the same for all.
  TimeTileDimension &dim = tiles.dims[tiles.diamond];
  int64_t unit = *dim.down + *dim.up;
  if (tiles.diamond >= options.sizes.size())
    dim.size -= dim.size % unit;
  if (dim.size == 0 || dim.size % unit != 0)
    return refuse(
        sentence("the size along dimension {0} must be a multiple of the {1} "
                 "elements that dependences span per step, but is {2}",
                 named("Dimension", tiles.diamond), named("Multiple", unit),
                 named("Size", dim.size)));
  return true;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

isl::union_pw_aff DiamondPlanner::row(unsigned dim, int64_t slope,
                                      int64_t sign) const {
  isl::ctx ctx = scop.ctx();
  return at.collect([&](const TimedStatement &timed) {
    isl::pw_aff time = at.timeOf(timed).scale(isl::val(ctx, slope));
    isl::pw_aff place = timed.place[dim].scale(at.product(sign, at.step));
    return time.add(place)
        .scale_down(at.product(tiles.dims[dim].size, at.step))
        .floor();
  });
}

/// Marks the outermost loops of a nest whose iterations are independent at
/// equal time. Returns the node at the place of `node`.
isl::schedule_node DiamondPlanner::markThreads(isl::schedule_node node,
                                               unsigned phase) {
  int above = 0;
  for (unsigned depth = 1; depth <= kMaxAxes; ++depth, above += kBelowRole) {
    if (node.is_null() || !node.isa<isl::schedule_node_band>().is_true() ||
        node.as<isl::schedule_node_band>().n_member().release() != 1)
      break;
    bool parallel = true;
    isl::stat walk =
        at.dependences.foreach_map([&](isl::map pairs) -> isl::stat {
          const TimedStatement *from =
              at.find(tupleNameOf(pairs, isl::dim::in));
          const TimedStatement *to = at.find(tupleNameOf(pairs, isl::dim::out));
          if (from->phase != phase || to->phase != phase)
            return isl::stat::ok();
          for (unsigned d = 0; d < depth; ++d)
            pairs = pairs.equate(isl::dim::in, d, isl::dim::out, d);
          isl::map equal =
              pairs.equate(isl::dim::in, depth, isl::dim::out, depth);
          parallel &= pairs.is_subset(equal).is_true();
          return isl::stat::ok();
        });
    if (!walk.is_ok() || !parallel)
      break;
    node = setRole(node, TimeTileRole::Thread);
    for (int level = 0; level < kBelowRole && !node.is_null(); ++level)
      node = node.child(0);
    if (node.is_null())
      return node;
  }
  return node.is_null() ? node : node.ancestor(above);
}

isl::schedule_node DiamondPlanner::insertDiamonds() {
  isl::schedule_node node = at.band.child(0);
  if (node.is_null())
    return node;
  if (node.isa<isl::schedule_node_sequence>().is_true()) {
    for (int k = 0, e = node.n_children().release(); k < e; ++k) {
      node = markThreads(node.child(k).child(0), k);
      if (node.is_null())
        return node;
      node = node.ancestor(2);
    }
  } else {
    node = markThreads(node, 0);
    if (node.is_null())
      return node;
  }
  // In a part, the order as it was: of iterations, and in each of the nests.
  node = setRole(
      node.parent().as<isl::schedule_node_band>().member_set_ast_loop_atomic(0),
      TimeTileRole::Time);

  auto insert = [&](const isl::union_pw_aff &member, TimeTileRole role) {
    if (!node.is_null())
      node = insertBand(node, member, role);
  };
  for (unsigned k = tiles.dims.size(); k-- > 0;)
    if (k != tiles.diamond && tiles.dims[k].size != 0)
      insert(row(k, *tiles.dims[k].down, 1), TimeTileRole::Part);
  const TimeTileDimension &dim = tiles.dims[tiles.diamond];
  isl::union_pw_aff tile = row(tiles.diamond, *dim.down, 1);
  insert(tile, TimeTileRole::Tile);
  insert(tile.add(row(tiles.diamond, *dim.up, -1)), TimeTileRole::Wave);
  if (node.is_null() || tiles.tileOrder.is_null())
    return node;
  return insertTilesMark(node, number);
}

//===----------------------------------------------------------------------===//
// What is generated
//===----------------------------------------------------------------------===//

/// A wave takes as many steps of h, and a tile twice as many. In these, the
/// places and thereby the tiles lie between bounds that the whole array gives.
isl::schedule DiamondPlanner::diamondOrder() const {
  const TimeTileDimension &diamond = tiles.dims[tiles.diamond];
  int64_t wave = tiles.height() / 2, last = tiles.height() - 1;
  isl::set points = at.points();
  isl::set box = rangeOfDim(points, 0);
  auto multiply = [&](isl::set range) { box = flatProduct(box, range); };
  // { [h, l_0, u_0, ...] -> Tile[w, a, p_0, ...] }, where x_k is from l_k to
  // u_k.
  unsigned rank = at.rank(), firstNumber = 1 + 2 * rank;
  IslForms pairs(
      spaceOfDims(scop.ctx(), firstNumber)
          .map_from_domain_and_range(spaceOfDims(scop.ctx(), 1 + rank)));
  isl::pw_aff w = pairs.dim(firstNumber), a = pairs.dim(firstNumber + 1);
  isl::pw_aff begin = w.scale(wave), end = begin.add_constant(last);
  isl::set numbered = inRange(pairs.dim(0), begin, end.add_constant(1));
  SmallVector<TimeTileRole> roles = {TimeTileRole::Wave, TimeTileRole::Tile};
  // Of a row of slope * h + x in tiles of `size`, x from `least` to `greatest`.
  auto bound = [&](const isl::pw_aff &tile, int64_t size, int64_t slope,
                   const isl::pw_aff &least, const isl::pw_aff &greatest) {
    isl::pw_aff origin = tile.scale(size);
    numbered = numbered.intersect(origin.le_set(end.scale(slope).add(greatest)))
                   .intersect(origin.add_constant(size - 1).ge_set(
                       begin.scale(slope).add(least)));
  };
  for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
    multiply(rangeOfDim(points, 1 + k));
    multiply(rangeOfDim(points, 1 + k));
    isl::pw_aff l = pairs.dim(1 + 2 * k), u = pairs.dim(2 + 2 * k);
    if (k == tiles.diamond) {
      bound(a, dim.size, *diamond.down, l, u);
      bound(w.sub(a), dim.size, *diamond.up, u.neg(), l.neg());
      continue;
    }
    bound(pairs.dim(firstNumber + roles.size()), dim.size, *dim.down, l, u);
    roles.push_back(TimeTileRole::Part);
  }
  isl::map tileOf =
      numbered.unwrap().set_range_tuple("Tile" + std::to_string(number));
  isl::set all = box.apply(tileOf);
  return all.is_null() ? isl::schedule() : orderOf(all, roles);
}

/// Dimensions that are left whole, iterations that are not all steps, and
/// places that no sum of sizes bounds (of nests along different borders, where
/// a size may be negative) are left to isl.
bool DiamondPlanner::setDiamondCode() {
  if (at.step != 1 || at.rank() > kMaxAxes ||
      llvm::any_of(tiles.dims,
                   [](const TimeTileDimension &dim) { return dim.size == 0; }))
    return true;
  if (!at.isBounded())
    return true;
  std::optional<TimeTileNests> nests = at.nests();
  if (nests) {
    tiles.nests = std::move(*nests);
    tiles.tileOrder = diamondOrder();
  }
  return !tiles.tileOrder.is_null() ||
         refuse("no code can be generated for its tiles");
}

std::optional<PlannedTiles> DiamondPlanner::run() {
  tiles.loop = at.loop;
  tiles.levels = at.levels;
  if (!setSlopes() || !setSizes() || !setDiamondCode())
    return std::nullopt;
  isl::schedule_node node = insertDiamonds();
  return PlannedTiles{std::move(tiles), node};
}

std::optional<PlannedTiles>
polymem::planDiamonds(const TimeCoordinates &at,
                      const TimeTilingOptions &options, unsigned number,
                      Sentence &reason) {
  return DiamondPlanner(at, options, number, reason).run();
}

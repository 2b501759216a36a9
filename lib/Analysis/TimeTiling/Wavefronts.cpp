//===- Wavefronts.cpp - skewed tiles of several time steps ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of time loops in whose nests places depend on each other at equal time,
// as in a Gauss-Seidel stencil: TimeTiling.h has the order.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "ShapePlanners.h"
#include "TileTrees.h"

using namespace mlir;
using namespace polymem;

namespace {
class WavefrontPlanner : ShapePlanner {
public:
  using ShapePlanner::ShapePlanner;

  std::optional<PlannedTiles> run();

private:
  bool setSkew();
  std::optional<SkewedRow> skew(unsigned dim) const;
  /// No distance is in `these = { [h, x] }`.
  bool noDistance(const isl::set &these) const {
    return at.distances.is_disjoint(these).is_true();
  }
  isl::schedule_node insertWavefronts();
  /// The last of the rows that are not independent.
  unsigned lastRow() const;
  isl::schedule wavefrontOrder(const isl::set &points) const;
  isl::schedule pointOrder(const isl::union_map &rows);
  bool setWavefrontCode();
  /// floor(row / size), all statements: `{ S[i] -> [r] }`.
  isl::union_pw_aff rowValue(const SkewedRow &row, int64_t size) const;

  WavefrontTiles tiles;
};
} // namespace

/// By number of rows besides that of the time: its steps, then the places. The
/// threads of a block are along all but the last.
static ArrayRef<int64_t> defaultSizes(unsigned numRows) {
  static constexpr int64_t line[] = {64, 64}, plane[] = {8, 32, 32},
                           space[] = {4, 8, 8, 32};
  return numRows == 1   ? ArrayRef<int64_t>(line)
         : numRows == 2 ? ArrayRef<int64_t>(plane)
                        : ArrayRef<int64_t>(space);
}

/// The row of x_dim, in either direction, with the least multiples of the rows
/// so far that no distance runs against; nothing if there is none. Where all of
/// the first j rows are 0, the multiple of row j sees to the distances that row
/// j does not leave at 0.
std::optional<SkewedRow> WavefrontPlanner::skew(unsigned dim) const {
  // Where a place depends on all others, as in a factorization, tiles would
  // wait for each other with little to do.
  IslForms forms = at.distanceForms();
  isl::pw_aff place = forms.dim(1 + dim), zero = forms.constant(0);
  if (!noDistance(place.gt_set(forms.constant(kMaxSlope))
                      .unite(place.lt_set(forms.constant(-kMaxSlope)))))
    return std::nullopt;
  unsigned numRows = tiles.rows.size();
  // Up to the given row, all are 0.
  SmallVector<isl::set> zeros = {forms.all()};
  for (const SkewedRow &row : tiles.rows)
    zeros.push_back(
        zeros.back().intersect(forms.sum(row.coefficients).eq_set(zero)));
  for (int64_t sign : {1, -1}) {
    SkewedRow row;
    row.coefficients.assign(1 + at.rank(), 0);
    row.coefficients[1 + dim] = sign;
    auto isForward = [&](unsigned first) {
      return noDistance(
          zeros[first].intersect(forms.sum(row.coefficients).lt_set(zero)));
    };
    bool found = isForward(numRows);
    for (unsigned j = numRows; found && j-- > 0;) {
      SmallVector<int64_t> base = row.coefficients;
      found = false;
      for (int64_t factor = 0; !found && factor <= kMaxSlope; ++factor) {
        for (auto [k, coefficient] :
             llvm::enumerate(tiles.rows[j].coefficients))
          row.coefficients[k] = base[k] + factor * coefficient;
        found = isForward(j);
      }
    }
    if (found)
      return row;
  }
  return std::nullopt;
}

bool WavefrontPlanner::setSkew() {
  if (at.step != 1)
    return refuse("places of one nest in it depend on each other, and its step "
                  "is not 1");
  SkewedRow time;
  time.coefficients.assign(1 + at.rank(), 0);
  time.coefficients.front() = 1;
  IslForms forms = at.distanceForms();
  isl::pw_aff zero = forms.constant(0);
  if (!noDistance(forms.dim(0).lt_set(zero)))
    return refuse("its dependences are not known");
  tiles.rows = {time};
  // A dimension may need the skew of another one that comes later.
  SmallVector<unsigned> dims;
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned dim = 0; dim < at.rank(); ++dim) {
      if (llvm::is_contained(dims, dim) || tiles.rows.size() > kMaxAxes)
        continue;
      if (std::optional<SkewedRow> row = skew(dim)) {
        row->dim = dim;
        row->independent =
            noDistance(forms.sum(row->coefficients).ne_set(zero));
        tiles.rows.push_back(*row);
        dims.push_back(dim);
        progress = true;
      }
    }
  }
  if (dims.empty())
    return refuse(
        sentence("places of one nest in it depend on each other, not in "
                 "one direction and within {0} elements",
                 named("MaxSlope", kMaxSlope)));
  ArrayRef<int64_t> defaults = defaultSizes(dims.size());
  for (auto [k, row] : llvm::enumerate(tiles.rows)) {
    row.size = defaults[k];
    if (k == 0 && options.steps != 0)
      row.size = options.steps;
    if (k > 0 && row.dim < options.sizes.size())
      row.size = options.sizes[row.dim];
  }
  // A dimension that is left whole is left to the points.
  llvm::erase_if(tiles.rows,
                 [](const SkewedRow &row) { return row.size == 0; });
  if (llvm::none_of(ArrayRef(tiles.rows).drop_front(),
                    [](const SkewedRow &row) { return !row.independent; }))
    return refuse("no dimension in which places depend on each other is cut");
  return true;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

isl::union_pw_aff WavefrontPlanner::rowValue(const SkewedRow &row,
                                             int64_t size) const {
  return at.collect([&](const TimedStatement &timed) {
    auto scaled = [&](isl::pw_aff value, int64_t factor) {
      return value.scale(isl::val(scop.ctx(), factor));
    };
    isl::pw_aff value = scaled(at.timeOf(timed), row.coefficients.front());
    for (auto [k, factor] :
         llvm::enumerate(ArrayRef(row.coefficients).drop_front()))
      if (factor != 0)
        value = value.add(scaled(timed.place[k], factor));
    return size == 1 ? value
                     : value.scale_down(isl::val(scop.ctx(), size)).floor();
  });
}

unsigned WavefrontPlanner::lastRow() const {
  unsigned last = 0;
  for (auto [k, row] : llvm::enumerate(tiles.rows))
    if (!row.independent)
      last = k;
  return last;
}

isl::schedule_node WavefrontPlanner::insertWavefronts() {
  isl::schedule_node node = at.band;
  auto insert = [&](const isl::union_pw_aff &member, TimeTileRole role) {
    if (!node.is_null())
      node = insertBand(node, member, role);
  };
  isl::union_pw_aff front, wave;
  for (auto [k, row] : llvm::enumerate(tiles.rows)) {
    if (row.independent)
      continue;
    isl::union_pw_aff value = rowValue(row, 1), tile = rowValue(row, row.size);
    front = k == 0 ? value : front.add(value);
    wave = k == 0 ? tile : wave.add(tile);
  }
  // In fronts, the last row follows from the others and from their sum.
  for (unsigned k = tiles.rows.size(); k-- > 0;)
    if (!options.fronts || k != lastRow())
      insert(rowValue(tiles.rows[k], 1), TimeTileRole::Thread);
  if (options.fronts)
    insert(front, TimeTileRole::Time);
  for (unsigned k = tiles.rows.size(); k-- > 1;)
    insert(rowValue(tiles.rows[k], tiles.rows[k].size), TimeTileRole::Tile);
  insert(wave, TimeTileRole::Wave);
  return node.is_null() ? node : insertTilesMark(node, number);
}

//===----------------------------------------------------------------------===//
// What is generated
//===----------------------------------------------------------------------===//

/// Each row between its own bounds: no tile depends on two rows at once.
isl::schedule WavefrontPlanner::wavefrontOrder(const isl::set &points) const {
  unsigned numRows = tiles.rows.size();
  isl::set box;
  for (unsigned k = 0; k < numRows; ++k) {
    isl::set range = rangeOfDim(points, k);
    box = k == 0 ? range : flatProduct(box, range);
  }
  // { [r] -> Tile[f_0, f_1, ...] } with the wave in the place of f_0.
  isl::space rows = spaceOfDims(scop.ctx(), numRows);
  IslForms pairs(rows.map_from_domain_and_range(rows));
  isl::pw_aff first = pairs.dim(numRows);
  for (unsigned k = 1; k < numRows; ++k)
    if (!tiles.rows[k].independent)
      first = first.sub(pairs.dim(numRows + k));
  isl::set numbered = inTile(pairs.dim(0), first, tiles.rows[0].size);
  for (unsigned k = 1; k < numRows; ++k)
    numbered = numbered.intersect(
        inTile(pairs.dim(k), pairs.dim(numRows + k), tiles.rows[k].size));
  isl::map tileOf =
      numbered.unwrap().set_range_tuple("Tile" + std::to_string(number));
  isl::set all = box.apply(tileOf);
  if (all.is_null())
    return {};
  SmallVector<TimeTileRole> roles(numRows, TimeTileRole::Tile);
  roles.front() = TimeTileRole::Wave;
  return orderOf(all, roles);
}

/// `rows` = `{ S[i] -> [r] }`.
isl::schedule WavefrontPlanner::pointOrder(const isl::union_map &rows) {
  isl::space space = isl::space::params_alloc(scop.ctx(), 0);
  auto parameter = [&](const std::string &name) {
    isl::id id(scop.ctx(), name);
    space = space.add_param(id);
    return id;
  };
  tiles.last = lastRow();
  for (unsigned k = 0; k < tiles.rows.size(); ++k)
    tiles.rowIds.push_back(options.fronts && k == tiles.last
                               ? isl::id()
                               : parameter("polymem_row" + std::to_string(k)));
  if (options.fronts) {
    tiles.front = parameter("polymem_front");
    tiles.tile = parameter("polymem_tile");
  }
  IslForms forms(space.add_unnamed_tuple(tiles.rows.size()));
  isl::set points = forms.all();
  isl::pw_aff sum = forms.constant(0);
  for (auto [k, row] : llvm::enumerate(tiles.rows)) {
    if (!row.independent)
      sum = sum.add(forms.dim(k));
    if (!tiles.rowIds[k].is_null())
      points = points.intersect(
          forms.dim(k).eq_set(forms.parameter(tiles.rowIds[k])));
  }
  if (options.fronts)
    points = points.intersect(sum.eq_set(forms.parameter(tiles.front)))
                 .intersect(inTile(forms.dim(tiles.last),
                                   forms.parameter(tiles.tile),
                                   tiles.rows[tiles.last].size));
  isl::union_set instances =
      isl::union_set(points).apply(rows.reverse()).intersect(at.band.domain());
  return scop.schedule().intersect_domain(instances);
}

bool WavefrontPlanner::setWavefrontCode() {
  isl::union_map rows;
  for (const SkewedRow &row : tiles.rows) {
    isl::union_map next = asMap(rowValue(row, 1));
    rows = rows.is_null() ? next : rows.flat_range_product(next);
  }
  isl::union_set points = at.band.domain().apply(rows);
  tiles.tileOrder =
      points.is_null() ? isl::schedule() : wavefrontOrder(isl::set(points));
  tiles.point = pointOrder(rows);
  if (tiles.tileOrder.is_null() || tiles.point.is_null())
    return refuse("no code can be generated for its tiles");
  return true;
}

std::optional<PlannedTiles> WavefrontPlanner::run() {
  tiles.loop = at.loop;
  tiles.levels = at.levels;
  if (!setSkew() || !setWavefrontCode())
    return std::nullopt;
  isl::schedule_node node = insertWavefronts();
  return PlannedTiles{std::move(tiles), node};
}

std::optional<PlannedTiles>
polymem::planWavefronts(const TimeCoordinates &at,
                        const TimeTilingOptions &options, unsigned number,
                        Sentence &reason) {
  return WavefrontPlanner(at, options, number, reason).run();
}

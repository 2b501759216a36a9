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
#include "llvm/Support/FormatVariadic.h"

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
  /// No distance is in `{ [h, x0, x1, ...] : condition }`.
  bool noDistance(const std::string &condition) const {
    return at.noDistance(at.distances, condition);
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

/// The row over (h, x), where h has the name `h` and x_k the name `x<k>`.
static std::string textOf(ArrayRef<int64_t> coefficients) {
  std::string text = "0";
  for (auto [k, coefficient] : llvm::enumerate(coefficients)) {
    std::string name = k == 0 ? "h" : "x" + std::to_string(k - 1);
    if (coefficient != 0)
      text += llvm::formatv(" {0} {1}{2}", coefficient > 0 ? "+" : "-",
                            std::abs(coefficient), name)
                  .str();
  }
  return text;
}

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
  if (!noDistance(llvm::formatv("x{0} > {1} or x{0} < -{1}", dim, kMaxSlope)))
    return std::nullopt;
  unsigned numRows = tiles.rows.size();
  // Up to the given row, all are 0.
  SmallVector<std::string> zero = {""};
  for (const SkewedRow &row : tiles.rows)
    zero.push_back(zero.back() + textOf(row.coefficients) + " = 0 and ");
  for (int64_t sign : {1, -1}) {
    SkewedRow row;
    row.coefficients.assign(1 + at.rank(), 0);
    row.coefficients[1 + dim] = sign;
    auto isForward = [&](unsigned first) {
      return noDistance(zero[first] + textOf(row.coefficients) + " < 0");
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
  if (!noDistance("h < 0"))
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
        row->independent = noDistance(textOf(row->coefficients) + " != 0");
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
  // Tile[f0, f1, ...] with the wave in the place of f0.
  std::string first = "f0", conditions;
  for (unsigned k = 1; k < numRows; ++k)
    if (!tiles.rows[k].independent)
      first += " - f" + std::to_string(k);
  for (unsigned k = 0; k < numRows; ++k) {
    std::string tile = k == 0 ? first : "f" + std::to_string(k);
    conditions +=
        llvm::formatv("{0}{1} * ({2}) <= r{3} < {1} * ({2}) + {1}",
                      k == 0 ? "" : " and ", tiles.rows[k].size, tile, k);
  }
  isl::map tileOf(scop.ctx(), "{ [" + tuple("r", numRows) + "] -> Tile" +
                                  std::to_string(number) + "[" +
                                  tuple("f", numRows) + "] : " + conditions +
                                  " }");
  isl::set all = box.apply(tileOf);
  if (all.is_null())
    return {};
  SmallVector<TimeTileRole> roles(numRows, TimeTileRole::Tile);
  roles.front() = TimeTileRole::Wave;
  return orderOf(all, roles);
}

/// `rows` = `{ S[i] -> [r] }`.
isl::schedule WavefrontPlanner::pointOrder(const isl::union_map &rows) {
  unsigned numRows = tiles.rows.size();
  std::string parameters, conditions, sum;
  auto parameter = [&](const std::string &name) {
    parameters += (parameters.empty() ? "" : ", ") + name;
    return isl::id(scop.ctx(), name);
  };
  tiles.last = lastRow();
  for (unsigned k = 0; k < numRows; ++k) {
    if (!tiles.rows[k].independent)
      sum += (sum.empty() ? "r" : " + r") + std::to_string(k);
    tiles.rowIds.emplace_back();
    if (options.fronts && k == tiles.last)
      continue;
    tiles.rowIds.back() = parameter("polymem_row" + std::to_string(k));
    conditions +=
        llvm::formatv("{0}r{1} = polymem_row{1}", k == 0 ? "" : " and ", k);
  }
  if (options.fronts) {
    tiles.front = parameter("polymem_front");
    tiles.tile = parameter("polymem_tile");
    conditions += llvm::formatv(" and {0} = polymem_front and {1}polymem_tile "
                                "<= r{2} < {1}polymem_tile + {1}",
                                sum, tiles.rows[tiles.last].size, tiles.last);
  }
  isl::set points(scop.ctx(), "[" + parameters + "] -> { [" +
                                  tuple("r", numRows) + "] : " + conditions +
                                  " }");
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

//===- GridFold.h - grids of triangles without idle blocks ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid is a box of blocks. The tiles that do something are often a triangle
// or a trapezoid of the box of all tiles: with rows a and columns b, counted
// from one end or the other,
//
//   { [a, b] : 0 <= a < A, 0 <= b < B, b < a + c }
//
// Row a has min(B, a + c) tiles. Two rows as far from the two ends of a range
// of rows have as many together as any other two such rows: they become one
// row of blocks. Numbers of blocks are computed by the host, and a block finds
// its tile by comparisons and differences.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_GRIDFOLD_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_GRIDFOLD_H

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "mlir/IR/AffineExpr.h"
#include <algorithm>
#include <optional>

namespace polymem::gpulaunch {

/// How the tiles of two dimensions are dealt to the blocks of two axes.
struct GridFold {
  /// Dimensions of the tile. Columns are those of the faster axis.
  unsigned row, column;
  unsigned rowAxis, columnAxis;
  /// Rows (columns) are counted from the last one.
  bool flipRow, flipColumn;
  /// With rows and columns as they are in the tile, r and q, tiles do something
  /// only where +-r +-q + slack >= 0, signs as flips say: a row that is flipped
  /// counts negatively, a column that is not as well. Dimensions are `values`,
  /// which are known outside of the tile.
  mlir::AffineExpr slack;
  llvm::SmallVector<mlir::Value> values;
};

/// The fold of the grid of `root`, a tile mapped to blocks on the axes of
/// `grid`, by the condition around its body (kTileDomainAttr); nothing if no
/// constraint of it makes a triangle of two axes with one dimension each.
std::optional<GridFold> findGridFold(scratch::TileOp root,
                                     const AxisDeals &grid);

/// The numbers of a folded grid. T is a number or a value.
template <typename T> struct FoldedGrid {
  /// Rows before the first one that has tiles, and the tiles of row a, unless
  /// there are fewer columns: `a + slope`.
  T first, slope;
  /// How many rows from `first` on are dealt in pairs, and rows of blocks that
  /// these become.
  T paired, pairs;
  /// The tiles of the longest row.
  T longest;
  /// Blocks on the two axes.
  T rows, columns;
};

/// The tile that a block finds.
template <typename T, typename Bool> struct FoldedTile {
  T row, column;
  /// There is one.
  Bool exists;
};

/// The numbers for A rows, B columns and c. `ops` has `constant(n)`, `add`,
/// `sub`, `mul`, `min`, `max`, `half` (rounded down, of numbers >= 0),
/// `atMost(a, b)`, `equal(a, b)`, `both`, `either` and `select(condition, a,
/// b)`.
///
/// Rows are as long as those before, or one longer. Of the rows [first, A), the
/// last F have the greatest length L, and R rows are shorter, from l on.
///
/// - F = 1: an even number of rows is paired, that is R of them or all, so that
///   a row of blocks has l + L - 1 or l + L. A longest row that is left
///   over is a row of its own. Where that costs more blocks than pairs save,
///   no rows are paired.
/// - F > 1: rows of blocks have L, and those rows are paired which have L
///   together.
template <typename T, typename Ops>
FoldedGrid<T> foldGrid(Ops &ops, T A, T B, T c) {
  T zero = ops.constant(0), one = ops.constant(1), two = ops.constant(2);
  FoldedGrid<T> grid;
  grid.slope = c;
  grid.first = ops.max(zero, ops.sub(one, c));
  T shortest = ops.add(grid.first, c);
  T number = ops.max(ops.sub(A, grid.first), zero);
  T last = ops.sub(ops.add(shortest, number), one);
  grid.longest = ops.min(B, last);
  // F, at least 1 if there are rows.
  T numLongest = ops.min(ops.max(ops.sub(ops.add(last, one), B), one), number);
  T shorter = ops.sub(number, numLongest);
  T odd = ops.sub(shorter, ops.mul(ops.half(shorter), two));
  T excess = ops.sub(shortest, one);
  auto pays = ops.either(ops.equal(odd, one),
                         ops.atMost(ops.mul(excess, two),
                                    ops.mul(shorter, ops.add(shorter, one))));
  T pairedToLast = ops.select(pays, ops.add(shorter, odd), zero);
  T pairedToFull = ops.min(
      ops.max(ops.sub(ops.sub(grid.longest, shortest), excess), zero), shorter);
  auto single = ops.equal(numLongest, one);
  grid.paired = ops.select(single, pairedToLast, pairedToFull);
  auto wider = ops.both(single, ops.atMost(one, grid.paired));
  grid.pairs = ops.half(ops.add(grid.paired, one));
  grid.columns =
      ops.add(grid.longest, ops.select(wider, ops.add(excess, odd), zero));
  grid.rows = ops.sub(ops.add(grid.pairs, number), grid.paired);
  return grid;
}

/// The tile of block (y, x).
template <typename T, typename Ops>
auto unfold(Ops &ops, const FoldedGrid<T> &grid, T y, T x) {
  T one = ops.constant(1);
  // The longer row of a pair comes first.
  auto isPair = ops.atMost(ops.add(y, one), grid.pairs);
  T shorter = ops.add(grid.first, y);
  T longer = ops.sub(ops.sub(ops.add(grid.first, grid.paired), one), y);
  T alone = ops.add(shorter, ops.sub(grid.paired, grid.pairs));
  T row = ops.select(isPair, longer, alone);
  T length = ops.min(ops.add(row, grid.slope), grid.longest);
  auto isFirst = ops.atMost(ops.add(x, one), length);
  // The row in the middle of an odd number has no other.
  auto hasOther = ops.both(isPair, ops.atMost(ops.add(shorter, one), row));
  using Bool = decltype(isFirst);
  return FoldedTile<T, Bool>{ops.select(isFirst, row, shorter),
                             ops.select(isFirst, x, ops.sub(x, length)),
                             ops.either(isFirst, hasOther)};
}

/// For `foldGrid` and `unfold` of numbers.
struct FoldNumbers {
  int64_t constant(int64_t n) { return n; }
  int64_t add(int64_t a, int64_t b) { return a + b; }
  int64_t sub(int64_t a, int64_t b) { return a - b; }
  int64_t mul(int64_t a, int64_t b) { return a * b; }
  int64_t min(int64_t a, int64_t b) { return std::min(a, b); }
  int64_t max(int64_t a, int64_t b) { return std::max(a, b); }
  int64_t half(int64_t a) { return a / 2; }
  bool atMost(int64_t a, int64_t b) { return a <= b; }
  bool equal(int64_t a, int64_t b) { return a == b; }
  bool both(bool a, bool b) { return a && b; }
  bool either(bool a, bool b) { return a || b; }
  int64_t select(bool condition, int64_t a, int64_t b) {
    return condition ? a : b;
  }
};

/// c for `rows` rows and `columns` columns, `slack` being the value of the
/// fold's.
template <typename T, typename Ops>
T foldSlope(Ops &ops, const GridFold &fold, T slack, T rows, T columns) {
  T one = ops.constant(1);
  T slope = ops.add(slack, one);
  if (fold.flipRow)
    slope = ops.sub(slope, ops.sub(rows, one));
  if (fold.flipColumn)
    slope = ops.add(slope, ops.sub(columns, one));
  return slope;
}

/// Blocks of the two axes at assumed sizes.
struct FoldedBlocks {
  /// Of a grid that is a box, and of the folded one.
  int64_t box, folded;
};

/// The blocks of `fold` for `root`; nothing if their number is not known.
std::optional<FoldedBlocks> countFoldedBlocks(scratch::TileOp root,
                                              const GridFold &fold,
                                              AssumedSizes &sizes);

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_GRIDFOLD_H

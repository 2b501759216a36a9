//===- Distribution.h - who runs what ---------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which unit (block, thread, register) runs an iteration of a tile, and which
// thread copies an element. convert-scratch-to-gpu emits it, scratch-pad and
// polymem-register-tile reckon with it, barriers are elided by it: all of them
// ask here. See docs/design/distribution.md; in isl, DistributionRelation.h.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTION_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTION_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/CopyHull.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace polymem::gpulaunch {

/// What runs iterations, from the outside to the inside. Registers are the
/// copies of an iteration that a thread runs together.
enum class Unit { Block, Thread, Register };

/// Numbers per hardware axis x, y, z.
using AxisSizes = std::array<int64_t, 3>;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// Dimensions of one tile by hardware axis (x, y, z); on an axis the fastest
/// dimension first. `linear_dim_N` dimensions follow the dimension mapped to x,
/// in ascending N: the axis with the largest hardware limit takes them all.
using AxisDims = std::array<llvm::SmallVector<unsigned, 2>, 3>;

/// True iff `mapping`, which may be null, is to `unit`: never for registers.
bool isMappedTo(mlir::Attribute mapping, Unit unit);

/// The dimensions of `tile` mapped to `unit`, by axis.
AxisDims assignAxes(scratch::TileOp tile, Unit unit);

/// The innermost tile mapped to threads around `op`; null if there is none, and
/// the threads of a block reach `op` together.
scratch::TileOp enclosingThreadTile(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Numbers of iterations and elements
//===----------------------------------------------------------------------===//

/// Visits the coordinates of `position` in a box whose dimensions are numbered
/// in `order`, the fastest first:
///
///   { [p] -> [c] : p = c[o_0] + s[o_0] (c[o_1] + s[o_1] (...)),
///                  0 <= c[o_j] < s[o_j] for all j but the last }
///
/// `split(p, dim)` is the pair of `p mod s[dim]` and `p div s[dim]`; it is not
/// asked of the slowest dimension. `visit(dim, c)` gets each coordinate.
template <typename T, typename Split, typename Visit>
void delinearize(llvm::ArrayRef<unsigned> order, T position, Split &&split,
                 Visit &&visit) {
  for (unsigned index = 0; index < order.size(); ++index) {
    if (index + 1 == order.size()) {
      visit(order[index], position);
      return;
    }
    auto [own, rest] = split(position, order[index]);
    visit(order[index], own);
    position = rest;
  }
}

/// The inverse: the position of the coordinates `coordinate(dim)`.
/// `join(slower, dim, c)` is `slower * s[dim] + c`; `none` is the position in
/// a box without dimensions, 0.
template <typename T, typename Coordinate, typename Join>
T linearize(llvm::ArrayRef<unsigned> order, T none, Coordinate &&coordinate,
            Join &&join) {
  for (unsigned dim : llvm::reverse(order))
    none = join(none, dim, coordinate(dim));
  return none;
}

/// The scan of the elements of a copy: the box around one of its sets, of which
/// what is not in the set is skipped.
struct CopyScan {
  Hull hull;
  /// All dimensions, the fastest first: the last one of the array, so that
  /// neighbours copy neighbours.
  llvm::SmallVector<unsigned> order;
};

/// The scan of `set`, one of the sets of `copy`.
CopyScan scanCopy(PolyhedralCopyOpInterface copy, mlir::IntegerSet set);

//===----------------------------------------------------------------------===//
// Deals
//===----------------------------------------------------------------------===//

/// The number of a unit, one of `count`, along `axis` or, without one, over all
/// axes (x fastest; registers have no axes).
struct Digit {
  Unit unit;
  std::optional<unsigned> axis;
  int64_t count;
};

/// Who runs the iterations, or copies the elements, 0, 1, ...: digits of the
/// number, the fastest first, are numbers of units; the rest is the round.
///
///   { [i] -> [d_0, ..., d_k, round] :
///       i = d_0 + n_0 (d_1 + n_1 (... + n_k round)), 0 <= d_j < n_j }
///
/// All digits together number a worker: `i = worker + workers * round`. Without
/// digits there is one, which runs everything.
class Deal {
public:
  Deal() = default;
  explicit Deal(llvm::ArrayRef<Digit> digits) : digits(digits) {}

  llvm::ArrayRef<Digit> getDigits() const { return digits; }

  /// Adds a digit, slower than the others.
  void add(Digit digit) { digits.push_back(digit); }

  /// The number of workers, which is the distance of a worker's iterations: the
  /// product of all counts.
  int64_t workers() const;

  /// The number of `unit`s: the product of its counts.
  int64_t count(Unit unit) const;

  /// The distance of the iterations of two neighbours among `unit`s: 1 for
  /// threads, which are dealt to cyclically. The product of the counts before
  /// the unit's first digit.
  int64_t weight(Unit unit) const;

  /// How many rounds there are of `total` iterations; in the last one, some
  /// workers may have none.
  int64_t rounds(int64_t total) const;

  /// True iff all workers have as many of `total` iterations.
  bool isEven(int64_t total) const { return total % workers() == 0; }

  /// Iteration `{ [worker, round] -> [worker + workers * round] }`.
  int64_t iteration(int64_t worker, int64_t round) const {
    return worker + workers() * round;
  }

  /// The worker's number, `d_0 + n_0 (d_1 + n_1 d_2 + ...)`, of digits
  /// `digitOf(digit)`. `zero()` is 0 and `madd(a, b, n)`, of an integer n, is
  /// `a + b * n`.
  template <typename T, typename DigitOf, typename Zero, typename Madd>
  T worker(DigitOf &&digitOf, Zero &&zero, Madd &&madd) const {
    if (digits.empty())
      return zero();
    T first = digitOf(digits.front());
    if (digits.size() == 1)
      return first;
    T rest = zero();
    int64_t weight = 1;
    for (const Digit &digit : llvm::drop_begin(digits)) {
      rest = madd(rest, digitOf(digit), weight);
      weight *= digit.count;
    }
    return madd(first, rest, digits.front().count);
  }

private:
  llvm::SmallVector<Digit, 1> digits;
};

/// The dimensions of a tile on one axis and who runs them, by their linearised
/// number of iteration.
struct AxisDeal {
  /// The fastest first; empty if the tile does not use the axis.
  llvm::SmallVector<unsigned, 2> dims;
  Deal deal;
};

/// By axis. Loops are made for the slowest one, z, first.
using AxisDeals = std::array<AxisDeal, 3>;

/// Who copies the elements of the box of a scan: threads form a box, which
/// steps through the other one. Of offsets c from the corner of the box, n
/// threads a dimension, and the scan's order o,
///
///   { [c] -> [t] : t = r_0 + n[o_0] (r_1 + n[o_1] (r_2 + ...)),
///                  r_j = c[o_j] mod n[o_j] }
///
/// so that neighbours copy neighbours and no thread divides for an element.
/// Threads beyond the product of all n copy nothing.
struct CopyDeal {
  /// By dimension, at least 1.
  llvm::SmallVector<int64_t> threads;
  /// By dimension, how many steps there are, which is the number of elements,
  /// divided by the number of threads and rounded up; nothing if that is not
  /// constant. With one step no more threads than elements.
  llvm::SmallVector<std::optional<int64_t>> rounds;
  /// Dimensions with more than one thread, in the scan's order. Their numbers
  /// of threads, the fastest first, are those of the digits of a thread's
  /// number.
  llvm::SmallVector<unsigned> digits;

  /// How many threads copy: the product of `threads`.
  int64_t workers() const;

  /// The steps in all dimensions; nothing if they are not constant.
  std::optional<int64_t> totalRounds() const;
};

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The sizes of a launch and, by them, who runs what.
class Distribution {
public:
  /// `threads` of a block and the most `blocks` of a grid.
  explicit Distribution(AxisSizes threads = {1, 1, 1},
                        AxisSizes blocks = {1, 1, 1})
      : threads(threads), blocks(blocks) {}

  /// Threads of a block, or the most blocks of the grid, along `axis`.
  int64_t size(Unit unit, unsigned axis) const;

  /// Threads of a block.
  int64_t numThreads() const { return threads[0] * threads[1] * threads[2]; }

  /// The number of a thread in its block, x fastest, so that the threads of a
  /// warp are neighbours: `{ [x, y, z] -> [x + X y + X Y z] }`. The thread's
  /// coordinates are `coordinate(axis)`; `zero` and `madd` as above.
  template <typename T, typename Coordinate, typename Zero, typename Madd>
  T threadNumber(Coordinate &&coordinate, Zero &&zero, Madd &&madd) const {
    T result = zero();
    int64_t stride = 1;
    for (unsigned axis = 0; axis < threads.size(); ++axis) {
      result = madd(result, coordinate(axis), stride);
      stride *= threads[axis];
    }
    return result;
  }

  /// The inverse: the coordinate on `axis` of thread number `thread`.
  int64_t threadCoordinate(int64_t thread, unsigned axis) const;

  /// Iterations of the dimensions of `tile` mapped to blocks: a block runs
  /// those of its number, and, if the grid is as large as it may be, further
  /// rounds.
  AxisDeals ofGrid(scratch::TileOp tile) const;

  /// Iterations of the dimensions of `tile` mapped to threads, which may be in
  /// other such tiles or around them. Threads of axes that no tile of the nest
  /// uses take part on the slowest axis that its outermost tile uses.
  AxisDeals ofThreads(scratch::TileOp tile) const;

  /// Which threads copy the elements of the box of a copy's set, where the
  /// threads of a block reach it together; where one thread copies for itself,
  /// that is `Distribution().ofCopy`.
  ///
  /// Of the numbers of threads that a row (the fastest dimension) and the other
  /// dimensions can have, the choice has the least product of rounds and of
  /// what a row costs: its elements, and some more for each place where its
  /// rounds or warps cut it (docs/design/distribution.md). Extents that are not
  /// constant are taken to be large. Of equal choices the one with the block's
  /// own rows is taken, then the one with the longest, or of unknown rows the
  /// shortest.
  CopyDeal ofCopy(const CopyScan &scan) const;

private:
  AxisSizes threads, blocks;
};

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTION_H

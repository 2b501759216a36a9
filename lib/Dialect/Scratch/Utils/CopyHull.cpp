//===- CopyHull.cpp - the box that the threads of a block scan ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/CopyHull.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {
/// The constraints that bounds come from, in the order of the bounds.
struct BoundRows {
  SmallVector<SmallVector<int64_t>> lower, upper;
};
} // namespace

/// Constraints that the elimination of one variable may give. Each step may
/// square their number.
static constexpr uint64_t kMaxCombinations = 1000;

/// Eliminates variable `pos`: by an equality, or by Fourier and Motzkin's
/// method, which combines each lower bound with each upper one. Where these are
/// too many, constraints with the variable are dropped, which gives a superset;
/// false then.
static bool eliminate(affine::FlatAffineValueConstraints &system,
                      unsigned pos) {
  uint64_t lower = 0, upper = 0;
  for (unsigned i = 0; i < system.getNumInequalities(); ++i) {
    lower += system.atIneq(i, pos) > 0;
    upper += system.atIneq(i, pos) < 0;
  }
  bool hasEquality =
      llvm::any_of(llvm::seq<unsigned>(0, system.getNumEqualities()),
                   [&](unsigned i) { return system.atEq(i, pos) != 0; });
  bool tooMany = !hasEquality && lower * upper > kMaxCombinations;
  if (tooMany)
    for (unsigned i = system.getNumInequalities(); i-- > 0;)
      if (system.atIneq(i, pos) != 0)
        system.removeInequality(i);
  system.projectOut(pos, 1);
  return !tooMany;
}

/// `row` in 64 bits, with room for the arithmetic on bounds; nothing where it
/// has none.
static std::optional<SmallVector<int64_t>>
smallRow(ArrayRef<llvm::DynamicAPInt> row) {
  const llvm::DynamicAPInt limit(int64_t(1) << 31);
  SmallVector<int64_t> small;
  for (const llvm::DynamicAPInt &value : row) {
    if (abs(value) > (&value == &row.back() ? limit * limit : limit))
      return std::nullopt;
    small.push_back(int64_t(value));
  }
  return small;
}

/// The constraint `row >= 0` of `system` solved for variable `column`.
static void addBound(ArrayRef<int64_t> row, unsigned column,
                     unsigned firstSymbol, unsigned numSymbols,
                     MLIRContext *context, CoordinateRange &range,
                     BoundRows &rows) {
  int64_t coefficient = row[column];
  if (coefficient == 0)
    return;
  AffineExpr rest = getAffineConstantExpr(row.back(), context);
  for (unsigned s = 0; s < numSymbols; ++s)
    rest = rest + getAffineSymbolExpr(s, context) * row[firstSymbol + s];
  (coefficient > 0 ? rows.lower : rows.upper).emplace_back(row);
  if (coefficient > 0) // c d + rest >= 0
    range.lower.push_back(
        simplifyAffineExpr((rest * -1).ceilDiv(coefficient), 0, numSymbols));
  else
    range.upper.push_back(
        simplifyAffineExpr(rest.floorDiv(-coefficient), 0, numSymbols));
}

/// Without rounding, bounds from these constraints on variable 0 differ by a
/// constant: where they do not, no rounding makes it one.
static bool differByConstant(ArrayRef<int64_t> lower, ArrayRef<int64_t> upper) {
  for (size_t k = 1; k + 1 < lower.size(); ++k) {
    int64_t left, right;
    if (llvm::MulOverflow(lower[k], -upper[0], left) ||
        llvm::MulOverflow(upper[k], -lower[0], right) || left != right)
      return false;
  }
  return true;
}

/// Moves the pair of bounds with the smallest constant difference to the front.
static void chooseConstantExtent(CoordinateRange &range, const BoundRows &rows,
                                 unsigned numSymbols,
                                 std::optional<int64_t> cells) {
  std::optional<int64_t> best;
  unsigned bestLower = 0, bestUpper = 0;
  for (auto [l, lower] : llvm::enumerate(range.lower)) {
    for (auto [u, upper] : llvm::enumerate(range.upper)) {
      if (!differByConstant(rows.lower[l], rows.upper[u]))
        continue;
      auto difference = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(upper - lower + 1, 0, numSymbols));
      if (!difference || (best && *best <= difference.getValue()))
        continue;
      best = std::max<int64_t>(difference.getValue(), 0);
      bestLower = l;
      bestUpper = u;
    }
  }
  if (!best)
    return;
  // A constant that is larger than the buffer comes from the array's size:
  // the other bounds are the tight ones.
  bool onlyChoice = range.lower.size() == 1 && range.upper.size() == 1;
  if (!onlyChoice && !(cells && *best <= *cells))
    return;
  std::swap(range.lower[0], range.lower[bestLower]);
  std::swap(range.upper[0], range.upper[bestUpper]);
  range.extent = best;
}

/// The number of cells of the copy's buffer, if constant.
static std::optional<int64_t> constantCells(PolyhedralCopyOpInterface copy) {
  std::optional<int64_t> cells;
  for (Value side : {copy.getPolyhedralSource(), copy.getPolyhedralTarget()}) {
    auto alloc = side.getDefiningOp<AllocOp>();
    if (!alloc)
      continue;
    auto extents = alloc.getMapping().getStaticExtents();
    if (!extents)
      return std::nullopt;
    cells = 1;
    for (int64_t extent : *extents)
      *cells *= extent;
  }
  return cells;
}

namespace {
/// What an equation says of one coordinate: `value`, and nothing if `factor`,
/// which it has there, does not divide the rest. The equation is tested anyhow.
struct Solution {
  unsigned dim;
  int64_t factor;
  AffineExpr value;
};
} // namespace

/// The factors of the coordinates in `expr`, outside of roundings.
static SmallVector<int64_t> linearFactors(AffineExpr expr, unsigned dims,
                                          unsigned symbols) {
  SmallVector<int64_t> row;
  if (!expr.isPureAffine() ||
      failed(getFlattenedAffineExpr(expr, dims, symbols, &row)))
    return SmallVector<int64_t>(dims, 0);
  row.truncate(dims);
  return row;
}

/// `expr == 0` solved for the coordinate with the smallest factor: it takes the
/// most values, so that the others are scanned.
static std::optional<Solution> solve(AffineExpr expr, IntegerSet set) {
  unsigned dims = set.getNumDims(), symbols = set.getNumSymbols();
  std::optional<Solution> best;
  for (auto [dim, factor] :
       llvm::enumerate(linearFactors(expr, dims, symbols))) {
    if (factor == 0)
      continue;
    AffineExpr coordinate = getAffineDimExpr(dim, set.getContext());
    AffineExpr rest =
        simplifyAffineExpr(expr - coordinate * factor, dims, symbols);
    if (rest.isFunctionOfDim(dim) || rest.isSymbolicOrConstant())
      continue;
    int64_t magnitude = std::abs(factor);
    if (rest.isMultipleOf(magnitude))
      magnitude = 1;
    if (best && best->factor <= magnitude)
      continue;
    AffineExpr value = (factor > 0 ? -rest : rest).floorDiv(std::abs(factor));
    best = Solution{static_cast<unsigned>(dim), magnitude,
                    simplifyAffineExpr(value, dims, symbols)};
  }
  return best;
}

/// The coordinates that equations give as functions of others, so that a
/// diagonal has as many elements to scan as one of its coordinates; null for
/// the others. What is a constant for the copy is scanned like a range.
static SmallVector<AffineExpr> determinedCoordinates(IntegerSet set) {
  unsigned dims = set.getNumDims(), symbols = set.getNumSymbols();
  MLIRContext *context = set.getContext();
  SmallVector<AffineExpr> known, result(dims);
  for (unsigned dim = 0; dim < dims; ++dim)
    known.push_back(getAffineDimExpr(dim, context));
  // Equations without roundings first: they make those of others simpler.
  for (bool withRounding : {false, true}) {
    for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
      if (!set.isEq(i))
        continue;
      std::optional<Solution> solution =
          solve(simplifyAffineExpr(set.getConstraint(i).replaceDims(known),
                                   dims, symbols),
                set);
      if (!solution || (solution->factor != 1 && !withRounding))
        continue;
      auto [dim, factor, value] = *solution;
      result[dim] = known[dim] = value;
      for (unsigned other = 0; other < dims; ++other)
        if (other != dim && result[other])
          result[other] = known[other] = simplifyAffineExpr(
              known[other].replace(getAffineDimExpr(dim, context), value), dims,
              symbols);
    }
  }
  return result;
}

Hull gpulaunch::computeHull(PolyhedralCopyOpInterface copy, IntegerSet set) {
  Hull hull;
  std::optional<int64_t> cells = constantCells(copy);
  MLIRContext *context = set.getContext();
  unsigned numDims = set.getNumDims(), numSymbols = set.getNumSymbols();
  SmallVector<AffineExpr> determined = determinedCoordinates(set);
  for (unsigned dim = 0; dim < numDims; ++dim) {
    CoordinateRange range;
    if (determined[dim]) {
      range.extent = 1;
      range.value = determined[dim];
      hull.dims.push_back(std::move(range));
      continue;
    }
    affine::FlatAffineValueConstraints system(set);
    // Rational projection: the box may be larger than needed, never smaller.
    while (system.getNumLocalVars() > 0)
      hull.isTight &= eliminate(system, numDims + numSymbols);
    for (unsigned other = numDims; other-- > 0;)
      if (other != dim)
        hull.isTight &= eliminate(system, other);
    BoundRows rows;
    auto add = [&](ArrayRef<llvm::DynamicAPInt> constraint, bool isEqual) {
      std::optional<SmallVector<int64_t>> row = smallRow(constraint);
      hull.isTight &= row.has_value();
      if (!row)
        return;
      addBound(*row, 0, 1, numSymbols, context, range, rows);
      if (!isEqual)
        return;
      for (int64_t &coefficient : *row)
        coefficient = -coefficient;
      addBound(*row, 0, 1, numSymbols, context, range, rows);
    };
    for (unsigned i = 0; i < system.getNumEqualities(); ++i)
      add(system.getEquality(i), /*isEqual=*/true);
    for (unsigned i = 0; i < system.getNumInequalities(); ++i)
      add(system.getInequality(i), /*isEqual=*/false);
    chooseConstantExtent(range, rows, numSymbols, cells);
    hull.dims.push_back(std::move(range));
  }
  return hull;
}

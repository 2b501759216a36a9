//===- Copies.cpp - copies by the threads of a block ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

/// The values that one coordinate takes in a set, from below and above
/// (included): the maximum of `lower` to the minimum of `upper`, expressions of
/// the set's symbols. Other coordinates are projected out.
struct CoordinateRange {
  SmallVector<AffineExpr> lower, upper;
  /// Set if the scan covers `extent` elements from `lower[0]` on: only that
  /// bound and `upper[0]` are implied by the scan.
  std::optional<int64_t> extent;
};

/// A box around a set.
struct Hull {
  SmallVector<CoordinateRange> dims;
};

} // namespace

/// The constraint `row >= 0` of `system` solved for variable `column`.
static void addBound(ArrayRef<int64_t> row, unsigned column,
                     unsigned firstSymbol, unsigned numSymbols,
                     MLIRContext *context, CoordinateRange &range) {
  int64_t coefficient = row[column];
  if (coefficient == 0)
    return;
  AffineExpr rest = getAffineConstantExpr(row.back(), context);
  for (unsigned s = 0; s < numSymbols; ++s)
    rest = rest + getAffineSymbolExpr(s, context) * row[firstSymbol + s];
  if (coefficient > 0) // c d + rest >= 0
    range.lower.push_back(
        simplifyAffineExpr((rest * -1).ceilDiv(coefficient), 0, numSymbols));
  else
    range.upper.push_back(
        simplifyAffineExpr(rest.floorDiv(-coefficient), 0, numSymbols));
}

/// Moves the pair of bounds with the smallest constant difference to the front.
static void chooseConstantExtent(CoordinateRange &range, unsigned numSymbols,
                                 std::optional<int64_t> cells) {
  std::optional<int64_t> best;
  unsigned bestLower = 0, bestUpper = 0;
  for (auto [l, lower] : llvm::enumerate(range.lower)) {
    for (auto [u, upper] : llvm::enumerate(range.upper)) {
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

/// The box around `set`. `cells`: number of cells of the buffer, if constant.
static Hull computeHull(IntegerSet set, std::optional<int64_t> cells) {
  Hull hull;
  MLIRContext *context = set.getContext();
  unsigned numDims = set.getNumDims(), numSymbols = set.getNumSymbols();
  for (unsigned dim = 0; dim < numDims; ++dim) {
    CoordinateRange range;
    affine::FlatAffineValueConstraints system(set);
    // Rational projection: the box may be larger than needed, never smaller.
    system.projectOut(numDims + numSymbols, system.getNumLocalVars());
    for (unsigned other = numDims; other-- > 0;)
      if (other != dim)
        system.projectOut(other, 1);
    for (unsigned i = 0; i < system.getNumEqualities(); ++i) {
      SmallVector<int64_t> row = system.getEquality64(i);
      addBound(row, 0, 1, numSymbols, context, range);
      for (int64_t &coefficient : row)
        coefficient = -coefficient;
      addBound(row, 0, 1, numSymbols, context, range);
    }
    for (unsigned i = 0; i < system.getNumInequalities(); ++i)
      addBound(system.getInequality64(i), 0, 1, numSymbols, context, range);
    chooseConstantExtent(range, numSymbols, cells);
    hull.dims.push_back(std::move(range));
  }
  return hull;
}

namespace {

/// Emits the scan of one set.
class SetCopier {
public:
  SetCopier(OpBuilder &builder, Location loc, IntegerSet set,
            ValueRange symbols, const CopySide &source, const CopySide &target,
            const CopyTeam &team)
      : builder(builder), loc(loc), set(set), symbols(symbols), source(source),
        target(target), team(team) {}

  void emit() {
    OpBuilder::InsertionGuard guard(builder);
    hull = computeHull(set, constantCells());
    for (unsigned dim = 0; dim < set.getNumDims(); ++dim)
      emitRange(dim);
    std::optional<int64_t> total = 1;
    for (std::optional<int64_t> extent : extents) {
      int64_t product;
      if (total && extent && !llvm::MulOverflow(*total, *extent, product))
        total = product;
      else
        total = std::nullopt;
    }
    if (total)
      emitConstantScan(*total);
    else
      emitDynamicScan();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy> Value fold(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }

  std::optional<int64_t> constantCells() const {
    std::optional<int64_t> cells;
    for (const CopySide *side : {&source, &target}) {
      if (!side->buffer)
        continue;
      auto extents = side->buffer->mapping.getStaticExtents();
      if (!extents)
        return std::nullopt;
      cells = 1;
      for (int64_t extent : *extents)
        *cells *= extent;
    }
    return cells;
  }

  Value evaluate(AffineExpr expr, ValueRange coordinates) {
    SmallVector<Value> operands(coordinates);
    llvm::append_range(operands, symbols);
    AffineMap map = AffineMap::get(coordinates.size(), symbols.size(), expr);
    return expandToArith(builder, loc, map, operands).front();
  }

  /// The first coordinate and the number of coordinates to scan.
  void emitRange(unsigned dim) {
    CoordinateRange &range = hull.dims[dim];
    if (range.extent) {
      starts.push_back(evaluate(range.lower[0], {}));
      extents.push_back(range.extent);
      sizes.push_back(constant(*range.extent));
      return;
    }
    // A set of array elements is bounded by the array.
    Value lower, upper;
    for (AffineExpr expr : range.lower) {
      Value bound = evaluate(expr, {});
      lower = lower ? fold<arith::MaxSIOp>(lower, bound) : bound;
    }
    for (AffineExpr expr : range.upper) {
      Value bound = evaluate(expr, {});
      upper = upper ? fold<arith::MinSIOp>(upper, bound) : bound;
    }
    if (!lower)
      lower = constant(0);
    if (!upper)
      upper = fold<arith::SubIOp>(arraySize(dim), constant(1));
    Value size =
        fold<arith::AddIOp>(fold<arith::SubIOp>(upper, lower), constant(1));
    starts.push_back(lower);
    extents.push_back(std::nullopt);
    sizes.push_back(fold<arith::MaxSIOp>(size, constant(0)));
  }

  Value arraySize(unsigned dim) {
    for (const CopySide *side : {&source, &target})
      if (!side->buffer)
        return memref::DimOp::create(builder, loc, side->memref, dim);
    OpFoldResult size = source.buffer->logicalSizes[dim];
    if (auto value = dyn_cast<Value>(size))
      return value;
    return constant(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
  }

  /// A scan of `total` positions: the loop over rounds has a constant number of
  /// iterations, for the back end to unroll.
  void emitConstantScan(int64_t total) {
    if (total == 0)
      return;
    if (!team.id) {
      Value position = emitLoop(constant(0), constant(total), constant(1));
      emitElement(position, {});
      return;
    }
    int64_t rounds = llvm::divideCeil(total, team.count);
    Value position = team.id;
    if (rounds > 1) {
      Value round = emitLoop(constant(0), constant(rounds), constant(1));
      position = fold<arith::AddIOp>(
          fold<arith::MulIOp>(round, constant(team.count)), team.id);
    }
    Value inRange;
    if (total % team.count != 0)
      inRange = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      position, constant(total));
    emitElement(position, inRange);
  }

  void emitDynamicScan() {
    Value total = constant(1);
    for (Value size : sizes)
      total = fold<arith::MulIOp>(total, size);
    Value first = team.id ? team.id : constant(0);
    emitElement(emitLoop(first, total, constant(team.count)), {});
  }

  Value emitLoop(Value lower, Value upper, Value step) {
    auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  /// Copies the element at `position` of the scan if `condition` (null: true)
  /// holds and it is in the set.
  void emitElement(Value position, Value condition) {
    SmallVector<Value> coordinates(starts.size());
    Value rest = position;
    for (unsigned dim = starts.size(); dim-- > 0;) {
      Value offset = rest;
      if (dim > 0) {
        offset = fold<arith::RemUIOp>(rest, sizes[dim]);
        rest = fold<arith::DivUIOp>(rest, sizes[dim]);
      }
      coordinates[dim] = fold<arith::AddIOp>(starts[dim], offset);
    }
    auto conjoin = [&](Value value) {
      condition = condition ? fold<arith::AndIOp>(condition, value) : value;
    };
    for (unsigned i = 0; i < set.getNumConstraints(); ++i)
      if (Value inside =
              emitMembership(set.getConstraint(i), set.isEq(i), coordinates))
        conjoin(inside);
    if (condition) {
      auto ifOp = scf::IfOp::create(builder, loc, condition);
      builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
    }
    Value element = source.buffer
                        ? loadElement(builder, loc, *source.buffer, coordinates)
                        : loadElement(builder, loc, source.memref, coordinates);
    if (target.buffer)
      storeElement(builder, loc, element, *target.buffer, coordinates);
    else
      storeElement(builder, loc, element, target.memref, coordinates);
  }

  /// The condition `expr >= 0` or `expr == 0`; null if the scan implies it.
  Value emitMembership(AffineExpr expr, bool isEqual,
                       ArrayRef<Value> coordinates) {
    expr = simplifyAffineExpr(expr, set.getNumDims(), set.getNumSymbols());
    // Solve `+-d + rest` for its coordinate: the other side does not change in
    // the scan.
    for (unsigned dim = 0; dim < coordinates.size(); ++dim) {
      AffineExpr coordinate = getAffineDimExpr(dim, set.getContext());
      for (int64_t sign : {1, -1}) {
        AffineExpr bound =
            simplifyAffineExpr((expr - coordinate * sign) * -sign,
                               set.getNumDims(), set.getNumSymbols());
        if (!bound.isSymbolicOrConstant())
          continue;
        bool isLower = sign == 1 || isEqual, isUpper = sign == -1 || isEqual;
        bool needLower = isLower && !isImplied(dim, bound, /*isUpper=*/false);
        bool needUpper = isUpper && !isImplied(dim, bound, /*isUpper=*/true);
        if (!needLower && !needUpper)
          return {};
        auto predicate = isEqual     ? arith::CmpIPredicate::eq
                         : needLower ? arith::CmpIPredicate::sge
                                     : arith::CmpIPredicate::sle;
        return arith::CmpIOp::create(builder, loc, predicate, coordinates[dim],
                                     evaluate(bound, {}));
      }
    }
    if (auto value = dyn_cast<AffineConstantExpr>(expr))
      if (isEqual ? value.getValue() == 0 : value.getValue() >= 0)
        return {};
    return arith::CmpIOp::create(builder, loc,
                                 isEqual ? arith::CmpIPredicate::eq
                                         : arith::CmpIPredicate::sge,
                                 evaluate(expr, coordinates), constant(0));
  }

  /// True iff the scan of `dim` stays on the right side of `bound`.
  bool isImplied(unsigned dim, AffineExpr bound, bool isUpper) {
    const CoordinateRange &range = hull.dims[dim];
    ArrayRef<AffineExpr> bounds = isUpper ? range.upper : range.lower;
    if (bounds.empty())
      return false;
    if (range.extent) {
      auto slack = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(isUpper ? bound - bounds[0] : bounds[0] - bound, 0,
                             set.getNumSymbols()));
      return slack && slack.getValue() >= 0;
    }
    return llvm::is_contained(bounds, bound);
  }

  OpBuilder &builder;
  Location loc;
  IntegerSet set;
  ValueRange symbols;
  const CopySide &source, &target;
  const CopyTeam &team;
  Hull hull;
  SmallVector<Value> starts, sizes;
  SmallVector<std::optional<int64_t>> extents;
};

} // namespace

void gpulaunch::emitCopy(OpBuilder &builder, PolyhedralCopyOpInterface copy,
                         const CopySide &source, const CopySide &target,
                         const CopyTeam &team) {
  for (IntegerSet set : copy.getPolyhedralSets())
    if (!set.isEmptyIntegerSet())
      SetCopier(builder, copy.getLoc(), set, copy.getPolyhedralSymbols(),
                source, target, team)
          .emit();
}

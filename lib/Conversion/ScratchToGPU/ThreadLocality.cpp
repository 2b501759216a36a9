//===- ThreadLocality.cpp - data that each thread keeps to itself ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two leaves, tiles mapped to threads or copies, need no barrier between them
// for an object if for all accesses a in the first and b in the second, one of
// them a write,
//
//   { (x, x') : x in domain(a); x' in domain(b);
//               cell(a(x)) = cell(b(x')); thread(x) != thread(x') }
//
// is empty. Cells are those of the storage mapping if the object is a buffer: a
// modular mapping may put different elements into one cell. What is known of
// the threads:
//
// - Two tiles that are distributed in the same way: equal origins have equal
//   threads, whatever their number.
// - A tile, origin o, in a block of B_a threads on axis a:
//     (o[d] - lower[d]) / step[d] = B_a q_a + thread_a,  0 <= thread_a < B_a
//   for the dimension d mapped to axis a.
// - A copy, element y of a box of constant extents from s on, n threads:
//     position(y - s) = n q + thread,  0 <= thread < n,  position row-major
//
//===----------------------------------------------------------------------===//

#include "ElementAccesses.h"
#include "LaunchPlan.h"
#include "PolyMem/Dialect/Scratch/Transforms/CopyHull.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

/// A linear expression over the variables of a system.
struct Linear {
  std::map<unsigned, int64_t> coefficients;
  int64_t constant = 0;
  /// Set if a number was too large: nothing is known of the expression.
  bool overflow = false;

  static Linear variable(unsigned column) {
    Linear result;
    result.coefficients[column] = 1;
    return result;
  }
  Linear plus(const Linear &other, int64_t factor = 1) const {
    Linear result = *this;
    result.overflow |= other.overflow;
    result.add(result.constant, factor, other.constant);
    for (auto [column, coefficient] : other.coefficients) {
      int64_t &sum = result.coefficients[column];
      result.add(sum, factor, coefficient);
      if (sum == 0)
        result.coefficients.erase(column);
    }
    return result;
  }
  Linear plus(int64_t value) const {
    Linear result = *this;
    result.add(result.constant, 1, value);
    return result;
  }
  Linear times(int64_t factor) const { return Linear().plus(*this, factor); }
  bool operator==(const Linear &other) const {
    return constant == other.constant && coefficients == other.coefficients &&
           !overflow && !other.overflow;
  }

private:
  void add(int64_t &sum, int64_t factor, int64_t value) {
    int64_t product;
    overflow |= llvm::MulOverflow(factor, value, product) ||
                llvm::AddOverflow(sum, product, sum);
  }
};

/// Two executions, `Side` 0 and 1, of two leaves. Values that are the same in
/// both share a variable; others have one on each side.
class System {
public:
  System(Operation *first, Operation *second, Operation *carrier)
      : leaves{first, second}, carrier(carrier) {}

  /// `value` in the execution `side`.
  Linear get(Value value, unsigned side) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return Linear().plus(*constant);
    bool shared = isShared(value, side);
    auto &known = shared ? sharedValues : values[side];
    auto it = known.find(value);
    if (it != known.end())
      return it->second;
    Linear result = define(value, side);
    (shared ? sharedValues : values[side])[value] = result;
    return result;
  }

  /// `expr` with the given operands (dimensions, then symbols); a fresh
  /// variable stands for what is not affine.
  Linear get(AffineExpr expr, ArrayRef<Linear> operands, unsigned numDims) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return Linear().plus(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return operands[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return operands[numDims + symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Linear lhs = get(binary.getLHS(), operands, numDims);
    Linear rhs = get(binary.getRHS(), operands, numDims);
    if (lhs.overflow || rhs.overflow)
      return lhs.plus(rhs);
    if (binary.getKind() == AffineExprKind::Add)
      return lhs.plus(rhs);
    if (binary.getKind() == AffineExprKind::Mul) {
      if (rhs.coefficients.empty())
        return lhs.times(rhs.constant);
      if (lhs.coefficients.empty())
        return rhs.times(lhs.constant);
      return fresh();
    }
    if (!rhs.coefficients.empty() || rhs.constant <= 0)
      return fresh();
    // q = floor(e / c): c q <= e <= c q + c - 1.
    int64_t divisor = rhs.constant;
    Linear dividend = binary.getKind() == AffineExprKind::CeilDiv
                          ? lhs.plus(divisor - 1)
                          : lhs;
    Linear quotient = fresh();
    nonNegative(dividend.plus(quotient, -divisor));
    nonNegative(quotient.times(divisor).plus(divisor - 1).plus(dividend, -1));
    return binary.getKind() == AffineExprKind::Mod
               ? dividend.plus(quotient, -divisor)
               : quotient;
  }

  SmallVector<Linear> get(AffineMap map, ValueRange operands, unsigned side) {
    SmallVector<Linear> values;
    for (Value operand : operands)
      values.push_back(get(operand, side));
    SmallVector<Linear> results;
    for (AffineExpr expr : map.getResults())
      results.push_back(get(expr, values, map.getNumDims()));
    return results;
  }

  void nonNegative(Linear row) { inequalities.push_back(std::move(row)); }
  void zero(Linear row) { equalities.push_back(std::move(row)); }

  /// True iff no integer point satisfies all constraints.
  bool isEmpty() const {
    using namespace mlir::presburger;
    SmallVector<Linear> zeros(equalities), rows(inequalities);
    substitute(zeros, rows);
    for (const SmallVector<Linear> *list : {&zeros, &rows})
      if (llvm::any_of(*list, [](const Linear &row) { return row.overflow; }))
        return false;
    // Variables that are left, renumbered.
    std::map<unsigned, unsigned> columns;
    for (const SmallVector<Linear> *list : {&zeros, &rows})
      for (const Linear &row : *list)
        for (auto [column, coefficient] : row.coefficients)
          columns.try_emplace(column, columns.size());
    IntegerPolyhedron set(PresburgerSpace::getSetSpace(columns.size()));
    auto rowOf = [&](const Linear &linear) {
      SmallVector<int64_t> row(columns.size() + 1, 0);
      for (auto [column, coefficient] : linear.coefficients)
        row[columns[column]] = coefficient;
      row.back() = linear.constant;
      return row;
    };
    for (const Linear &row : rows) {
      // Tightened to integers, most systems have no rational point either,
      // which is quick to see.
      SmallVector<int64_t> values = rowOf(row);
      int64_t divisor = 0;
      for (int64_t value : ArrayRef(values).drop_back())
        divisor = std::gcd(divisor, value);
      if (divisor > 1) {
        for (int64_t &value : values)
          value = llvm::divideFloorSigned(value, divisor);
      }
      set.addInequality(values);
    }
    for (const Linear &row : zeros)
      set.addEquality(rowOf(row));
    return set.isIntegerEmpty();
  }

  Linear fresh() { return Linear::variable(numColumns++); }

  /// A fresh variable in [0, count).
  Linear number(int64_t count) {
    Linear result = fresh();
    nonNegative(result);
    nonNegative(result.times(-1).plus(count - 1));
    return result;
  }

  /// The remainder of `index`, which is not negative, in a distribution over
  /// `count`.
  Linear remainder(const Linear &index, int64_t count) {
    Linear round = fresh(), result = number(count);
    nonNegative(round);
    zero(index.plus(round, -count).plus(result, -1));
    return result;
  }

private:
  /// Removes variables that an equality gives as an integer combination of the
  /// others: emptiness is decided in time exponential in their number.
  static void substitute(SmallVector<Linear> &zeros,
                         SmallVector<Linear> &rows) {
    for (unsigned i = 0; i < zeros.size();) {
      Linear zero = zeros[i];
      auto unit = llvm::find_if(zero.coefficients, [](const auto &entry) {
        return entry.second == 1 || entry.second == -1;
      });
      if (unit == zero.coefficients.end()) {
        ++i;
        continue;
      }
      auto [column, sign] = *unit;
      zeros.erase(zeros.begin() + i);
      for (SmallVector<Linear> *list : {&zeros, &rows})
        for (Linear &row : *list)
          if (auto it = row.coefficients.find(column);
              it != row.coefficients.end())
            row = row.plus(zero.times(-sign), it->second);
      i = 0;
    }
  }

  bool isShared(Value value, unsigned side) {
    Operation *parent = value.getParentRegion()->getParentOp();
    return !leaves[side]->isAncestor(parent) &&
           !(carrier && carrier->isAncestor(parent));
  }

  Linear define(Value value, unsigned side) {
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast_if_present<affine::AffineApplyOp>(op))
      return get(apply.getAffineMap(), apply.getMapOperands(), side).front();
    Linear result = fresh();
    if (auto min = dyn_cast_if_present<affine::AffineMinOp>(op)) {
      for (Linear &bound : get(min.getMap(), min.getOperands(), side))
        nonNegative(bound.plus(result, -1));
      return result;
    }
    if (auto max = dyn_cast_if_present<affine::AffineMaxOp>(op)) {
      for (Linear &bound : get(max.getMap(), max.getOperands(), side))
        nonNegative(result.plus(bound, -1));
      return result;
    }
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return result;
    Operation *loop = argument.getOwner()->getParentOp();
    if (auto tile = dyn_cast<TileOp>(loop)) {
      unsigned dim = argument.getArgNumber();
      Linear lower = get(tile.getLowerBounds()[dim], side);
      Linear upper = get(tile.getUpperBounds()[dim], side);
      nonNegative(result.plus(lower, -1));
      nonNegative(upper.plus(result, -1).plus(-1));
      std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
      if (step && *step > 1) // result = lower + step q
        zero(result.plus(lower, -1).plus(fresh(), -*step));
    } else if (auto forOp = dyn_cast<affine::AffineForOp>(loop)) {
      if (argument != forOp.getInductionVar())
        return result;
      for (Linear &bound :
           get(forOp.getLowerBoundMap(), forOp.getLowerBoundOperands(), side))
        nonNegative(result.plus(bound, -1));
      for (Linear &bound :
           get(forOp.getUpperBoundMap(), forOp.getUpperBoundOperands(), side))
        nonNegative(bound.plus(result, -1).plus(-1));
    }
    return result;
  }

  Operation *leaves[2];
  Operation *carrier;
  unsigned numColumns = 0;
  DenseMap<Value, Linear> sharedValues, values[2];
  SmallVector<Linear> inequalities, equalities;
};

} // namespace

/// The cell of an element of `memory`, for a buffer by its storage mapping.
static SmallVector<Linear> getCell(System &system, SmallVector<Linear> element,
                                   Value memory, unsigned side) {
  auto alloc = memory.getDefiningOp<AllocOp>();
  if (!alloc)
    return element;
  AffineMap map = alloc.getMapping().getMap();
  for (Value symbol : alloc.getSymbols())
    element.push_back(system.get(symbol, side));
  SmallVector<Linear> cell;
  for (AffineExpr expr : map.getResults())
    cell.push_back(system.get(expr, element, map.getNumDims()));
  return cell;
}

/// The element that a load or store touches.
static SmallVector<Linear> getElement(System &system, Operation *op,
                                      unsigned side) {
  if (auto [map, operands] = getSubscripts(op); map)
    return system.get(map, operands, side);
  SmallVector<Linear> element;
  for (Value index : isa<memref::LoadOp>(op)
                         ? cast<memref::LoadOp>(op).getIndices()
                         : cast<memref::StoreOp>(op).getIndices())
    element.push_back(system.get(index, side));
  return element;
}

/// True iff equal origins are run by equal threads in both tiles.
static bool haveEqualDistribution(System &system, TileOp first, TileOp second) {
  if (first.getRank() != second.getRank() ||
      first.getMappingAttr() != second.getMappingAttr())
    return false;
  AxisDims axes = assignAxes(first, Units::Threads);
  bool linearised = llvm::any_of(
      axes, [](ArrayRef<unsigned> dims) { return dims.size() > 1; });
  for (unsigned dim = 0; dim < first.getRank(); ++dim) {
    auto equal = [&](OperandRange a, OperandRange b) {
      return system.get(a[dim], 0) == system.get(b[dim], 1);
    };
    if (!first.getMappingOf(dim))
      return false;
    if (!equal(first.getLowerBounds(), second.getLowerBounds()) ||
        !equal(first.getSteps(), second.getSteps()))
      return false;
    // Linearised indices depend on the numbers of iterations.
    if (linearised && !equal(first.getUpperBounds(), second.getUpperBounds()))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers of threads
//===----------------------------------------------------------------------===//

/// The number in its block (x fastest) of the thread that runs the iteration of
/// `tile` in execution `side`; nothing if no linear expression is known.
static std::optional<Linear> threadOf(System &system, const LaunchPlan &plan,
                                      TileOp tile, unsigned side) {
  AxisDims axes = assignAxes(tile, Units::Threads);
  // Axes that the tile does not use work on the slowest one that it uses.
  std::array<Linear, 3> ids;
  SmallVector<unsigned> spare;
  for (unsigned axis = 0; axis < 3; ++axis) {
    ids[axis] = system.number(plan.blockSize[axis]);
    if (axes[axis].empty())
      spare.push_back(axis);
  }
  for (unsigned axis = 3; axis-- > 0;) {
    if (axes[axis].empty())
      continue;
    // Linearised dimensions have divisors that are not constant.
    if (axes[axis].size() > 1)
      return std::nullopt;
    unsigned dim = axes[axis].front();
    std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
    if (!step)
      return std::nullopt;
    Linear id = ids[axis];
    int64_t count = plan.blockSize[axis];
    for (unsigned other : spare) {
      id = id.plus(ids[other], count);
      count *= plan.blockSize[other];
    }
    spare.clear();
    Linear round = system.fresh();
    system.nonNegative(round);
    Linear index = id.plus(round, count);
    system.zero(system.get(tile.getOrigins()[dim], side)
                    .plus(system.get(tile.getLowerBounds()[dim], side), -1)
                    .plus(index, -*step));
  }
  return ids[0]
      .plus(ids[1], plan.blockSize[0])
      .plus(ids[2], plan.blockSize[0] * plan.blockSize[1]);
}

/// The same of the thread that copies `element` of `set`, a set of `copy`.
/// Constrains `element` to what is copied.
static std::optional<Linear> threadOf(System &system, const LaunchPlan &plan,
                                      PolyhedralCopyOpInterface copy,
                                      IntegerSet set, ArrayRef<Linear> element,
                                      unsigned side) {
  Hull hull = computeHull(copy, set);
  SmallVector<Linear> symbols;
  for (Value symbol : copy.getPolyhedralSymbols())
    symbols.push_back(system.get(symbol, side));
  Linear position;
  for (auto [range, coordinate] : llvm::zip_equal(hull.dims, element)) {
    if (!range.extent)
      return std::nullopt;
    if (range.value)
      continue;
    Linear offset = coordinate.plus(
        system.get(range.lower.front(), symbols, /*numDims=*/0), -1);
    system.nonNegative(offset);
    system.nonNegative(offset.times(-1).plus(*range.extent - 1));
    position = position.times(*range.extent).plus(offset);
  }
  SmallVector<Linear> operands(element);
  llvm::append_range(operands, symbols);
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    Linear row = system.get(set.getConstraint(i), operands, set.getNumDims());
    if (set.isEq(i))
      system.zero(row);
    else
      system.nonNegative(row);
  }
  return system.remainder(position, plan.numThreads());
}

namespace {
/// Where an access happens: in which cell, and by which thread.
struct Place {
  SmallVector<Linear> cell;
  std::optional<Linear> thread;
};
} // namespace

static Place getPlace(System &system, const LaunchPlan &plan,
                      const ElementAccess &access, Operation *leaf,
                      Value memory, unsigned side) {
  if (auto tile = dyn_cast<TileOp>(leaf))
    return {getCell(system, getElement(system, access.op, side), memory, side),
            threadOf(system, plan, tile, side)};
  SmallVector<Linear> element;
  for (unsigned dim = 0; dim < access.set.getNumDims(); ++dim)
    element.push_back(system.fresh());
  auto copy = cast<PolyhedralCopyOpInterface>(leaf);
  auto thread = threadOf(system, plan, copy, access.set, element, side);
  return {getCell(system, std::move(element), memory, side), thread};
}

//===----------------------------------------------------------------------===//
// Locality
//===----------------------------------------------------------------------===//

/// True iff `difference` is 0 in all points of `system`.
static bool isZero(const System &system, const Linear &difference) {
  return llvm::all_of(ArrayRef<int64_t>{1, -1}, [&](int64_t sign) {
    System apart = system;
    apart.nonNegative(difference.times(sign).plus(-1));
    return apart.isEmpty();
  });
}

bool gpulaunch::isThreadLocal(const LaunchPlan &plan, Operation *first,
                              Operation *second, Value memory,
                              Operation *carrier) {
  auto firstAccesses = collectAccesses(first, memory);
  auto secondAccesses = collectAccesses(second, memory);
  if (!firstAccesses || !secondAccesses)
    return false;
  auto firstTile = dyn_cast<TileOp>(first);
  auto secondTile = dyn_cast<TileOp>(second);
  bool equal = false;
  if (firstTile && secondTile) {
    System system(first, second, carrier);
    equal = haveEqualDistribution(system, firstTile, secondTile);
  }
  return llvm::all_of(llvm::enumerate(*firstAccesses), [&](const auto &entry) {
    const ElementAccess &a = entry.value();
    // Two executions of one leaf: what holds of a and b holds of b and a.
    unsigned start = first == second ? entry.index() : 0;
    return llvm::all_of(
        llvm::drop_begin(*secondAccesses, start), [&](const ElementAccess &b) {
          if (!a.write && !b.write)
            return true;
          System system(first, second, carrier);
          Place placeA = getPlace(system, plan, a, first, memory, 0);
          Place placeB = getPlace(system, plan, b, second, memory, 1);
          for (auto [x, y] : llvm::zip_equal(placeA.cell, placeB.cell))
            system.zero(x.plus(y, -1));
          if (!equal)
            return placeA.thread && placeB.thread &&
                   isZero(system, placeA.thread->plus(*placeB.thread, -1));
          return llvm::all_of(
              llvm::seq<unsigned>(0, firstTile.getRank()), [&](unsigned dim) {
                return isZero(
                    system,
                    system.get(firstTile.getOrigins()[dim], 0)
                        .plus(system.get(secondTile.getOrigins()[dim], 1), -1));
              });
        });
  });
}

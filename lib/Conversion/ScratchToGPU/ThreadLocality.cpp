//===- ThreadLocality.cpp - data that each thread keeps to itself ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For two tiles mapped to threads in the same way, iteration o of dimension d
// is run by the thread that (o - lower[d]) / step[d] determines. No barrier is
// needed between them for an object if for all accesses a in the first and b in
// the second, one of them a write, and all dimensions d
//
//   { ([o, i], [o', i']) : o, i in domain(a); o', i' in domain(b);
//                          cell(a(o, i)) = cell(b(o', i')); o_d != o'_d }
//
// is empty. Cells are those of the storage mapping if the object is a buffer: a
// modular mapping may put different elements into one cell.
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <map>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

/// A linear expression over the variables of a system.
struct Linear {
  std::map<unsigned, int64_t> coefficients;
  int64_t constant = 0;

  static Linear variable(unsigned column) {
    Linear result;
    result.coefficients[column] = 1;
    return result;
  }
  Linear plus(const Linear &other, int64_t factor = 1) const {
    Linear result = *this;
    result.constant += factor * other.constant;
    for (auto [column, coefficient] : other.coefficients)
      if ((result.coefficients[column] += factor * coefficient) == 0)
        result.coefficients.erase(column);
    return result;
  }
  Linear plus(int64_t value) const {
    Linear result = *this;
    result.constant += value;
    return result;
  }
  Linear times(int64_t factor) const { return Linear().plus(*this, factor); }
  bool operator==(const Linear &other) const {
    return constant == other.constant && coefficients == other.coefficients;
  }
};

/// Two executions, `Side` 0 and 1, of two tiles. Values that are the same in
/// both share a variable; others have one on each side.
class System {
public:
  System(TileOp first, TileOp second, Operation *carrier)
      : tiles{first, second}, carrier(carrier) {}

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
    IntegerPolyhedron set(PresburgerSpace::getSetSpace(numColumns));
    auto rowOf = [&](const Linear &linear) {
      SmallVector<int64_t> row(numColumns + 1, 0);
      for (auto [column, coefficient] : linear.coefficients)
        row[column] = coefficient;
      row[numColumns] = linear.constant;
      return row;
    };
    for (const Linear &row : inequalities)
      set.addInequality(rowOf(row));
    for (const Linear &row : equalities)
      set.addEquality(rowOf(row));
    return set.isIntegerEmpty();
  }

private:
  Linear fresh() { return Linear::variable(numColumns++); }

  bool isShared(Value value, unsigned side) {
    Operation *parent = value.getParentRegion()->getParentOp();
    return !tiles[side]->isAncestor(parent) &&
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

  TileOp tiles[2];
  Operation *carrier;
  unsigned numColumns = 0;
  DenseMap<Value, Linear> sharedValues, values[2];
  SmallVector<Linear> inequalities, equalities;
};

/// An access to the object in question.
struct ElementAccess {
  Operation *op;
  bool write;
};

} // namespace

/// All accesses of `tile` to `memory`; nothing if one of them is not a plain
/// load or store of it.
static std::optional<SmallVector<ElementAccess>> collectAccesses(TileOp tile,
                                                                 Value memory) {
  SmallVector<ElementAccess> accesses;
  bool known = true;
  tile.walk([&](Operation *op) {
    if (auto inner = dyn_cast<TileOp>(op))
      known &= inner == tile || inner.isSequential();
    if (isa<affine::AffineLoadOp, memref::LoadOp>(op)) {
      Value source = op->getOperand(0);
      if (source == memory)
        accesses.push_back({op, false});
      else
        known &= getUnderlyingMemory(source) != memory;
    } else if (isa<affine::AffineStoreOp, memref::StoreOp>(op)) {
      Value target = op->getOperand(1);
      if (target == memory)
        accesses.push_back({op, true});
      else
        known &= getUnderlyingMemory(target) != memory;
    } else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
               !op->hasTrait<OpTrait::IsTerminator>() &&
               !isMemoryEffectFree(op)) {
      known = false;
    }
  });
  if (!known)
    return std::nullopt;
  return accesses;
}

/// The cell that an access touches.
static SmallVector<Linear> getCell(System &system, Operation *op, Value memory,
                                   unsigned side) {
  SmallVector<Linear> element;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    element = system.get(load.getAffineMap(), load.getMapOperands(), side);
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    element = system.get(store.getAffineMap(), store.getMapOperands(), side);
  } else {
    auto indices = isa<memref::LoadOp>(op)
                       ? cast<memref::LoadOp>(op).getIndices()
                       : cast<memref::StoreOp>(op).getIndices();
    for (Value index : indices)
      element.push_back(system.get(index, side));
  }
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

bool gpulaunch::isThreadLocal(TileOp first, TileOp second, Value memory,
                              Operation *carrier) {
  auto firstAccesses = collectAccesses(first, memory);
  auto secondAccesses = collectAccesses(second, memory);
  if (!firstAccesses || !secondAccesses)
    return false;
  {
    System system(first, second, carrier);
    if (!haveEqualDistribution(system, first, second))
      return false;
  }
  for (const ElementAccess &a : *firstAccesses) {
    for (const ElementAccess &b : *secondAccesses) {
      if (!a.write && !b.write)
        continue;
      System system(first, second, carrier);
      SmallVector<Linear> cellA = getCell(system, a.op, memory, 0);
      SmallVector<Linear> cellB = getCell(system, b.op, memory, 1);
      for (auto [x, y] : llvm::zip_equal(cellA, cellB))
        system.zero(x.plus(y, -1));
      for (unsigned dim = 0; dim < first.getRank(); ++dim) {
        Linear difference =
            system.get(first.getOrigins()[dim], 0)
                .plus(system.get(second.getOrigins()[dim], 1), -1);
        for (int64_t sign : {1, -1}) {
          System apart = system;
          apart.nonNegative(difference.times(sign).plus(-1));
          if (!apart.isEmpty())
            return false;
        }
      }
    }
  }
  return true;
}

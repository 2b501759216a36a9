//===- CoarseningPlan.cpp - neighbouring iterations of a thread -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a tile mapped to threads do not depend on each other: none
// stores what another one loads or stores. So their operations may be executed
// in any order that keeps that of each, and a load that comes before all stores
// of its iteration finds what the same load of another iteration finds.
//
//===----------------------------------------------------------------------===//

#include "CoarseningPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// `term` at the iteration `distance` behind that of `origin`, one of its
/// operands.
static AffineTerm termAt(const AffineTerm &term, Value origin,
                         int64_t distance) {
  AffineMap map = term.getAffineMap();
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (auto [position, operand] : llvm::enumerate(term.getOperands())) {
    bool isDim = position < map.getNumDims();
    AffineExpr expr =
        isDim ? getAffineDimExpr(position, context)
              : getAffineSymbolExpr(position - map.getNumDims(), context);
    (isDim ? dims : symbols)
        .push_back(operand == origin ? expr + distance : expr);
  }
  return AffineTerm(map.replaceDimsAndSymbols(dims, symbols, map.getNumDims(),
                                              map.getNumSymbols()),
                    term.getOperands());
}

static bool areEqual(ArrayRef<AffineTerm> a, ArrayRef<AffineTerm> b) {
  return llvm::equal(a, b, [](const AffineTerm &x, const AffineTerm &y) {
    AffineTerm rest = difference(x, y);
    auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        rest.getResult(0), rest.getNumDims(), rest.getNumSymbols()));
    return constant && constant.getValue() == 0;
  });
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The most iterations that dimension `dim` has, also where its bounds depend
/// on loops around, as those of tiles in time do.
static std::optional<int64_t> tripBound(TileOp tile, unsigned dim) {
  if (std::optional<int64_t> bound = constantTripBound(tile, dim))
    return bound;
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  Value lower = tile.getLowerBounds()[dim], upper = tile.getUpperBounds()[dim];
  IndexTerms differences =
      differencesOf(IndexTerms::ofBound(upper, /*isUpper=*/true),
                    IndexTerms::ofBound(lower, /*isUpper=*/false));
  if (!step)
    return std::nullopt;
  std::optional<int64_t> least;
  for (const AffineTerm &term :
       termsOf(differences.map, differences.operands)) {
    affine::FlatAffineValueConstraints domain;
    bool isKnown = true;
    for (Value operand : term.getOperands())
      isKnown &= succeeded(domain.addInductionVarOrTerminalSymbol(operand));
    if (!isKnown)
      continue;
    // d = the term; all else goes.
    unsigned position = domain.appendDimVar();
    affine::AffineValueMap map = term;
    SmallVector<AffineExpr> dims, symbols;
    for (auto [number, operand] : llvm::enumerate(map.getOperands())) {
      unsigned found = 0;
      if (!domain.findVar(operand, &found))
        return least;
      AffineExpr expr =
          found < domain.getNumDimVars()
              ? getAffineDimExpr(found, tile.getContext())
              : getAffineSymbolExpr(found - domain.getNumDimVars(),
                                    tile.getContext());
      (number < map.getNumDims() ? dims : symbols).push_back(expr);
    }
    AffineExpr value = map.getResult(0).replaceDimsAndSymbols(dims, symbols);
    if (failed(
            domain.addBound(presburger::BoundType::EQ, position,
                            AffineMap::get(domain.getNumDimVars(),
                                           domain.getNumSymbolVars(), value))))
      continue;
    if (position > 0)
      domain.projectOut(0, position);
    domain.projectOut(1, domain.getNumVars() - 1);
    if (std::optional<int64_t> bound =
            domain.getConstantBound64(presburger::BoundType::UB, 0))
      least = std::min(*bound, least.value_or(*bound));
  }
  if (!least)
    return std::nullopt;
  return llvm::divideCeilSigned(std::max<int64_t>(*least, 0), *step);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// An operation of which several can be executed one after the other, those of
/// one iteration in their order.
static bool isPlain(Operation &op) {
  return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) ||
         (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
}

/// Sets where the operations of an iteration are. What is in the way, null if
/// nothing is.
static Operation *findBody(CoarseningPlan &plan) {
  Block &outer = plan.tile.getBody().front();
  auto operations = outer.without_terminator();
  if (llvm::hasSingleElement(operations))
    plan.condition = dyn_cast<affine::AffineIfOp>(*operations.begin());
  if (plan.condition &&
      (plan.condition.hasElse() || plan.condition.getNumResults() != 0))
    return plan.condition;
  for (Operation &op : plan.body().without_terminator())
    if (!isPlain(op))
      return &op;
  return nullptr;
}

/// The memory of a load, and its subscripts as functions of what they are
/// computed from.
using Element = std::pair<Value, SmallVector<AffineTerm>>;

/// What one iteration loads before it stores anything, where operands are from
/// outside the iteration: the same of it may be loaded by others.
static SmallVector<Element> findLoads(const CoarseningPlan &plan) {
  auto isOutside = [&](Value value) {
    return llvm::is_contained(TileOp(plan.tile).getOrigins(), value) ||
           !TileOp(plan.tile)->isAncestor(
               value.getParentBlock()->getParentOp());
  };
  SmallVector<Element> elements;
  for (Operation &op : plan.body().without_terminator()) {
    if (isa<affine::AffineStoreOp>(op))
      break;
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (!load || !isOutside(load.getMemref()))
      continue;
    SmallVector<AffineTerm> subscripts =
        termsOf(load.getAffineMap(), load.getMapOperands());
    if (llvm::all_of(subscripts, [&](const AffineTerm &term) {
          return llvm::all_of(term.getOperands(), isOutside);
        }))
      elements.emplace_back(load.getMemref(), std::move(subscripts));
  }
  return elements;
}

/// Sets how many loads there are of `elements` in the plan's iterations, and of
/// different ones.
static void countLoads(CoarseningPlan &plan, ArrayRef<Element> elements) {
  Value origin = plan.tile.getOrigins()[plan.dim];
  SmallVector<Element> different;
  for (int64_t copy = 0; copy < plan.count; ++copy)
    for (const auto &[memref, subscripts] : elements) {
      Element own(memref, {});
      for (const AffineTerm &term : subscripts)
        own.second.push_back(termAt(term, origin, copy));
      if (llvm::none_of(different, [&](const Element &other) {
            return other.first == own.first &&
                   areEqual(other.second, own.second);
          }))
        different.push_back(std::move(own));
    }
  plan.loadsBefore = plan.count * int64_t(elements.size());
  plan.loadsAfter = int64_t(different.size());
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// Collects constraints over values.
class Constraints {
public:
  explicit Constraints(MLIRContext *context) : context(context) {}

  /// `term + constant` is at least 0, or is 0.
  void add(const AffineTerm &term, int64_t constant, bool isEquality) {
    SmallVector<AffineExpr> symbols;
    for (Value operand : term.getOperands())
      symbols.push_back(symbolOf(operand));
    AffineExpr expr = substituted(term.getAffineMap().getResult(0),
                                  term.getNumDims(), symbols);
    exprs.push_back(simplifyAffineExpr(expr + constant, 0, operands.size()));
    equalities.push_back(isEquality);
  }

  IntegerSet set() const {
    return IntegerSet::get(0, operands.size(), exprs, equalities);
  }
  ArrayRef<Value> getOperands() const { return operands; }

private:
  AffineExpr symbolOf(Value value) {
    auto *found = llvm::find(operands, value);
    unsigned number = found - operands.begin();
    if (found == operands.end())
      operands.push_back(value);
    return getAffineSymbolExpr(number, context);
  }

  MLIRContext *context;
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  SmallVector<Value> operands;
};
} // namespace

/// Sets where the plan's iterations are all there and no condition differs.
/// False if no affine condition says so.
static bool findFull(CoarseningPlan &plan) {
  MLIRContext *context = plan.tile.getContext();
  Value origin = plan.tile.getOrigins()[plan.dim];
  Constraints constraints(context);
  // The last iteration is below all upper bounds.
  IndexTerms upper = IndexTerms::ofBound(plan.tile.getUpperBounds()[plan.dim],
                                         /*isUpper=*/true);
  AffineTerm itself(AffineMap::getMultiDimIdentityMap(1, context), origin);
  for (const AffineTerm &bound : termsOf(upper.map, upper.operands))
    constraints.add(difference(bound, itself), -plan.count,
                    /*isEquality=*/false);
  if (plan.condition) {
    IntegerSet set = plan.condition.getIntegerSet();
    AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                   set.getConstraints(), context);
    SmallVector<AffineTerm> terms = termsOf(map, plan.condition.getOperands());
    for (auto [number, term] : llvm::enumerate(terms)) {
      // From iteration to iteration it grows by a constant, or it is not known
      // where it is least.
      AffineTerm growth = difference(termAt(term, origin, 1), term);
      auto slope = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          growth.getResult(0), growth.getNumDims(), growth.getNumSymbols()));
      if (!slope || (set.isEq(number) && slope.getValue() != 0))
        return false;
      constraints.add(
          slope.getValue() < 0 ? termAt(term, origin, plan.count - 1) : term, 0,
          set.isEq(number));
    }
  }
  plan.full = constraints.set();
  plan.operands = llvm::to_vector(constraints.getOperands());
  // Bounds and conditions are of origins, and of what is outside.
  return llvm::all_of(plan.operands, [&](Value value) {
    return llvm::is_contained(plan.tile.getOrigins(), value) ||
           !plan.tile->isAncestor(value.getParentBlock()->getParentOp());
  });
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

std::optional<CoarseningPlan>
polymem::planCoarsening(TileOp tile, const Distribution &distribution,
                        const CoarseningLimits &limits,
                        CoarseningRefusal &refusal) {
  CoarseningPlan plan;
  plan.tile = tile;
  if (Operation *obstacle = findBody(plan)) {
    refusal = {"Body", sentence("'{0}' is in the body",
                                named("Operation", obstacle->getName()))};
    return std::nullopt;
  }
  SmallVector<Element> elements = findLoads(plan);
  int64_t operations = llvm::range_size(plan.body().without_terminator());
  std::optional<CoarseningPlan> best;
  refusal = {"OneAxis", sentence("the tile has no dimension beside those of "
                                 "axis x, where neighbouring threads access "
                                 "neighbouring elements")};
  for (auto [axis, deal] : llvm::enumerate(distribution.ofThreads(tile))) {
    if (axis == 0 || deal.dims.empty())
      continue;
    plan.dim = deal.dims.front();
    if (deal.dims.size() > 1 || deal.deal.getDigits().size() > 1) {
      refusal = {"SharedAxis",
                 sentence("several dimensions share axis {0}, or the threads "
                          "of another axis have iterations of dimension {1}",
                          named("Axis", "xyz"[axis]),
                          named("Dimension", plan.dim))};
      continue;
    }
    if (getConstantIntValue(tile.getSteps()[plan.dim]) != 1) {
      refusal = {"Step", sentence("dimension {0} does not step by 1",
                                  named("Dimension", plan.dim))};
      continue;
    }
    std::optional<int64_t> bound = tripBound(tile, plan.dim);
    if (!bound) {
      refusal = {"UnknownSize",
                 sentence("dimension {0} has no constant bound of its number "
                          "of iterations",
                          named("Dimension", plan.dim))};
      continue;
    }
    // No thread gets less to do by it than it had.
    int64_t ofThread = *bound / std::max<int64_t>(deal.deal.workers(), 1);
    if (ofThread < 2) {
      refusal = {"TooFew", sentence("a thread has less than two of the {0} "
                                    "iterations of dimension {1}",
                                    named("Iterations", *bound),
                                    named("Dimension", plan.dim))};
      continue;
    }
    if (2 * operations > limits.operations) {
      refusal = {"TooLarge",
                 sentence("two iterations have {0} operations, of {1} that "
                          "there may be (max-operations)",
                          named("Operations", 2 * operations),
                          named("MaxOperations", limits.operations))};
      continue;
    }
    plan.count = limits.count;
    while (plan.count > ofThread || plan.count * operations > limits.operations)
      plan.count /= 2;
    countLoads(plan, elements);
    if (plan.loadsBefore - plan.loadsAfter < plan.count - 1) {
      refusal = {"NoReuse",
                 sentence("neighbouring iterations of dimension {0} load "
                          "nothing together",
                          named("Dimension", plan.dim))};
      continue;
    }
    if (!findFull(plan)) {
      refusal = {"Condition", sentence("the condition is not one of all "
                                       "iterations together")};
      continue;
    }
    if (!best || plan.loadsAfter * best->loadsBefore <
                     best->loadsAfter * plan.loadsBefore)
      best = plan;
  }
  return best;
}

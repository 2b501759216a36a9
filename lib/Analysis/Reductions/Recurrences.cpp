//===- Recurrences.cpp - tables of reductions over themselves -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a recurrence writes, and the steps of its plan.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "RecurrencePlanner.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

//===----------------------------------------------------------------------===//
// What is written, and how
//===----------------------------------------------------------------------===//

bool RecurrencePlanner::findTable() {
  LoopCarry carry = carriedBy(scop, nest.reduction, /*reassociate=*/false);
  if (carry.kind != LoopCarry::Kind::Reduction ||
      carry.accumulators.size() != 1)
    return fail("the innermost loop is no reduction to one element");
  const Accumulator &accumulator = carry.accumulators.front();
  plan.updates = accumulator.updates;
  kind = accumulator.kind;
  cell = plan.updates.front().store;
  for (const ReductionUpdate &update : plan.updates)
    if (!llvm::all_of(update.operations, isExactInAnyOrder))
      return fail("the order of its operations matters to bits");
  table = scop.arrayOf(cell.getMemRef());
  if (!table || table->value != cell.getMemRef() || table->depth != 0 ||
      table->rank != 2)
    return fail("the table is a view, is made in a loop, or has not two "
                "dimensions");
  for (unsigned k = 0; k < 2; ++k) {
    std::optional<AffineExpr> expr =
        read(accumulator.map.getResult(k), accumulator.map.getNumDims(),
             accumulator.operands);
    if (!expr)
      return fail("a subscript is not affine in the loops and sizes");
    element[k] = *expr;
  }
  if (!appendBounds(nest.outer, plan.domain) ||
      !appendBounds(nest.inner, plan.domain) ||
      !appendBounds(nest.reduction, reductionDomain))
    return fail("a bound is not affine in the loops around it and sizes");
  return true;
}

bool RecurrencePlanner::checkAccesses() {
  // All of an iteration writes the same element.
  bool plain = true;
  MemRefAccess own(cell);
  nest.inner.getBody()->walk([&](Operation *op) {
    if (auto store = dyn_cast<AffineStoreOp>(op))
      plain &= MemRefAccess(store) == own;
    else
      plain &= isa<AffineLoadOp, AffineForOp, AffineIfOp, AffineYieldOp>(op) ||
               (op->getNumRegions() == 0 && isMemoryEffectFree(op));
  });
  return plain || fail("an iteration does more than to write one element");
}

std::optional<AffineExpr> RecurrencePlanner::read(AffineExpr expr,
                                                  unsigned numDims,
                                                  ValueRange operands) const {
  AffineMap map = AffineMap::get(numDims, operands.size() - numDims, expr);
  SmallVector<Value> values(operands);
  fullyComposeAffineMapAndOperands(&map, &values);
  canonicalizeMapAndOperands(&map, &values);
  if (!map.getResult(0).isPureAffine())
    return std::nullopt;
  std::array<AffineForOp, 3> loops = {nest.outer, nest.inner, nest.reduction};
  SmallVector<AffineExpr> exprs;
  for (Value value : values) {
    auto *loop = llvm::find_if(loops, [&](AffineForOp candidate) {
      return candidate.getInductionVar() == value;
    });
    auto *symbol = llvm::find(plan.symbols, value);
    if (loop != loops.end())
      exprs.push_back(getAffineDimExpr(loop - loops.begin(), context));
    else if (symbol != plan.symbols.end())
      exprs.push_back(
          getAffineSymbolExpr(symbol - plan.symbols.begin(), context));
    else
      return std::nullopt;
  }
  return substituted(map.getResult(0), map.getNumDims(), exprs);
}

bool RecurrencePlanner::appendBounds(AffineForOp loop,
                                     SmallVectorImpl<AffineExpr> &conditions) {
  AffineExpr iteration = getAffineDimExpr(loop == nest.outer   ? 0
                                          : loop == nest.inner ? 1
                                                               : 2,
                                          context);
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  for (AffineExpr result : lower.getResults()) {
    auto bound = read(result, lower.getNumDims(), loop.getLowerBoundOperands());
    if (!bound)
      return false;
    conditions.push_back(iteration - *bound);
  }
  for (AffineExpr result : upper.getResults()) {
    auto bound = read(result, upper.getNumDims(), loop.getUpperBoundOperands());
    if (!bound)
      return false;
    conditions.push_back(*bound - 1 - iteration);
  }
  return true;
}

void RecurrencePlanner::findCheap() {
  llvm::SmallPtrSet<Operation *, 8> cheap;
  for (Operation &op : *nest.inner.getBody()) {
    if (&op == nest.reduction)
      break;
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
        isSpeculatable(&op) && llvm::all_of(op.getOperands(), [&](Value value) {
          Operation *def = value.getDefiningOp();
          return !def || def->getBlock() != op.getBlock() ||
                 cheap.contains(def);
        })) {
      cheap.insert(&op);
      plan.cheap.push_back(&op);
    }
  }
}

//===----------------------------------------------------------------------===//
// Expressions and sets
//===----------------------------------------------------------------------===//

isl::pw_aff RecurrencePlanner::valueOf(AffineExpr expr,
                                       const isl::space &space) const {
  SmallVector<isl::pw_aff> dims, symbols;
  for (int k = 0, e = space.dim(isl::dim::set).release(); k < e; ++k)
    dims.push_back(
        isl::aff::var_on_domain(isl::local_space(space), isl::dim::set, k));
  isl::set all = isl::set::universe(space);
  for (const isl::id &id : ids)
    symbols.push_back(isl::pw_aff::param_on_domain(all, id));
  return affineExprToPwAff(expr, dims, symbols, space);
}

isl::set RecurrencePlanner::setOf(ArrayRef<AffineExpr> conditions,
                                  isl::set set) const {
  isl::space space = isl::set::universe(set.space()).space();
  isl::pw_aff zero = valueOf(getAffineConstantExpr(0, context), space);
  for (AffineExpr condition : conditions)
    set = set.intersect(valueOf(condition, space).ge_set(zero));
  return set;
}

SmallVector<AffineExpr>
RecurrencePlanner::exprsOf(ArrayRef<isl::aff> affs) const {
  SmallVector<AffineExpr> result;
  for (const isl::aff &aff : affs)
    if (AffineExpr expr = affToAffineExpr(aff, ids, context))
      result.push_back(expr);
  return result;
}

AffineExpr RecurrencePlanner::overOrigin(AffineExpr expr) const {
  return expr.replace({{origin[0], getAffineDimExpr(0, context)},
                       {origin[1], getAffineDimExpr(1, context)}});
}

bool RecurrencePlanner::dependsOnOrigin(AffineExpr expr) const {
  return llvm::any_of(origin, [&](AffineExpr symbol) {
    return expr.isFunctionOfSymbol(
        cast<AffineSymbolExpr>(symbol).getPosition());
  });
}

SmallVector<AffineExpr> RecurrencePlanner::tileConditions() const {
  SmallVector<AffineExpr> result;
  for (unsigned k = 0; k < 2; ++k) {
    result.push_back(place[k] - origin[k]);
    result.push_back(origin[k] + (plan.tileSize - 1) - place[k]);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

/// `op`, or an operation in it, uses a value that is defined in `block` before
/// `reduction` by no operation in `cheap`.
static bool usesOthers(Operation *op, Operation *reduction,
                       ArrayRef<Operation *> cheap) {
  return op
      ->walk([&](Operation *user) {
        for (Value value : user->getOperands()) {
          Operation *def = value.getDefiningOp();
          if (def && def->getBlock() == reduction->getBlock() &&
              def->isBeforeInBlock(reduction) &&
              !llvm::is_contained(cheap, def))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool RecurrencePlanner::run(unsigned long maxIslOperations) {
  Sentence budget = sentence("it is not planned within {0} isl operations",
                             named("MaxIslOperations", maxIslOperations));
  {
    IslOperationsGuard guard(scop.ctx(), maxIslOperations);
    bool found = findTable() && checkAccesses();
    if (guard.exceeded())
      return fail(budget);
    if (!found)
      return false;
  }
  findCheap();
  DependenceOptions options;
  options.maxIslOperations = maxIslOperations;
  options.valueBased = false;
  options.array = table;
  std::optional<Dependences> found = Dependences::compute(scop, options);
  if (!found)
    return fail(budget);
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  bool done = checkMoved() && findPlaces(found->all()) && boundPlaces() &&
              invertPlaces() && findInTile() && findCuts() && placePrefix();
  if (guard.exceeded())
    return fail(budget);
  return done && checkValues();
}

bool RecurrencePlanner::checkMoved() {
  return nest.moved.empty() || !readsOwn([&](Operation *op) {
           return !llvm::is_contained(nest.moved, op);
         }) ||
         fail("an iteration reads the element before it is written");
}

bool RecurrencePlanner::checkValues() {
  Operation *reduction = nest.reduction;
  for (Operation *op = reduction; op; op = op->getNextNode())
    if ((op == reduction || plan.prefixFirst) &&
        usesOthers(op, reduction, plan.cheap))
      return fail("a value that is not cheap goes from what comes before the "
                  "reduction to what follows");
  return true;
}

std::optional<RecurrencePlan>
polymem::planRecurrence(const Scop &scop, const RecurrenceNest &nest,
                        int64_t tileSize, unsigned long maxIslOperations,
                        Sentence &why) {
  RecurrencePlanner planner(scop, nest, tileSize);
  if (!planner.run(maxIslOperations)) {
    why = planner.why.empty() ? Sentence("the budget of isl operations ended")
                              : planner.why;
    return std::nullopt;
  }
  return std::move(planner.plan);
}

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
// - The thread of an iteration of a tile, and of an element of a copy, as
//   DistributionRelation.h has it.
//
// isl decides. The sets above have a parameter for each value and execution,
// but one for both executions where the value is the same in both. (Linear
// subscripts of two tiles of the first kind could be compared without isl. That
// was there, and saved 0.4 % of the isl operations of all benchmarks in three
// pipelines, and no time: 114.9 s with it, 114.7 s without.)
//
// Accesses of jammed iterations are equal but for constants in their
// subscripts, and thread(x) is the same of all. The constants of such a family
// are made variables first, which are at least what they are,
//
//   { (x, x', o) : ...; cell(b(x') + o) = cell(a(x)); o = least + gcd * k,
//                  0 <= k <= (greatest - least) / gcd }
//
// where this is empty, it is for each of them; if not, each is asked about.
//
//===----------------------------------------------------------------------===//

#include "ThreadLocality.h"
#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Dialect/Scratch/Utils/AccessPlaces.h"
#include "PolyMem/Dialect/Scratch/Utils/DistributionRelation.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// An execution of a leaf: the first of two, `side` 0, or the second.
struct ThreadLocality::Execution {
  Operation *leaf;
  unsigned side;
  Operation *carrier;
  /// Of values that were named.
  llvm::DenseMap<Value, unsigned> &numbers;

  /// `value` is the same in the other execution if that has it.
  bool isShared(Value value) const {
    Operation *parent = value.getParentRegion()->getParentOp();
    return !leaf->isAncestor(parent) &&
           !(carrier && carrier->isAncestor(parent));
  }

  /// The parameter for `value`.
  isl::id nameOf(Value value, isl::ctx ctx) const {
    unsigned number = numbers.try_emplace(value, numbers.size()).first->second;
    StringRef suffix = isShared(value) ? "" : side == 0 ? "_0" : "_1";
    return isl::id(ctx, ("v" + Twine(number) + suffix).str());
  }
};

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

bool ThreadLocality::areEqual(const Execution &execution, Value a, Value b) {
  AffineMap identity = AffineMap::getMultiDimIdentityMap(1, a.getContext());
  affine::AffineValueMap first(identity, a), second(identity, b), difference;
  first.composeSimplifyAndCanonicalize();
  second.composeSimplifyAndCanonicalize();
  affine::AffineValueMap::difference(first, second, &difference);
  return difference.getResult(0) == 0 &&
         llvm::all_of(first.getOperands(),
                      [&](Value value) { return execution.isShared(value); });
}

bool ThreadLocality::haveEqualDistribution(const Execution &execution,
                                           TileOp first, TileOp second) {
  if (first.getRank() != second.getRank() ||
      first.getMappingAttr() != second.getMappingAttr())
    return false;
  bool linearised =
      llvm::any_of(assignAxes(first, Unit::Thread),
                   [](ArrayRef<unsigned> dims) { return dims.size() > 1; });
  for (unsigned dim = 0; dim < first.getRank(); ++dim) {
    auto equal = [&](OperandRange a, OperandRange b) {
      return areEqual(execution, a[dim], b[dim]);
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
// Accesses as sets
//===----------------------------------------------------------------------===//

/// Makes the places of accesses of one leaf in one execution.
class ThreadLocality::PlaceBuilder {
public:
  /// `byOrigin`: the origins stand for the thread, not its number. `accesses`
  /// and `plan` must outlive this.
  PlaceBuilder(isl::ctx ctx, const LaunchPlan &plan, const Execution &execution,
               Value memory, ArrayRef<ElementAccess> accesses, bool byOrigin)
      : ctx(ctx), plan(plan), execution(execution), memory(memory),
        accesses(accesses), byOrigin(byOrigin), places(accesses.size()) {}

  const Place &place(unsigned access) {
    std::optional<Place> &place = places[access];
    if (!place) {
      Operation *op = accesses[access].op;
      enter(isa<TileOp>(execution.leaf) ? op->getBlock() : nullptr);
      place = isa<TileOp>(execution.leaf) ? placeInTile(op)
                                          : placeInCopy(accesses[access].set);
    }
    return *place;
  }

  /// The place of all members of `family`, and perhaps of others.
  Place placeOf(const AccessFamily &family) {
    if (family.members.size() == 1)
      return place(family.members.front());
    enter(family.block);
    isl::set facts = scope->domain;
    SmallVector<isl::pw_aff> element =
        evaluate(family.map, get(family.operands));
    for (auto [subscript, constants] :
         llvm::zip_equal(element, family.constants))
      if (!subscript.is_null())
        subscript = subscript.add(oneOf(constants));
    Place place = {scope->domain, cellOf(element), scope->thread};
    scope->domain = facts;
    return place;
  }

private:
  /// What is known where a block of the leaf is executed. What is known in
  /// another one need not hold: a loop there may have no iteration.
  struct Scope {
    ValueForms forms;
    isl::set domain;
    SmallVector<isl::pw_aff> thread;
  };

  /// What follows is about accesses in `block` (null: the leaf's, a copy's).
  void enter(Block *block) {
    std::unique_ptr<Scope> &known = scopes[block];
    scope = known.get();
    if (scope)
      return;
    known = std::make_unique<Scope>(Scope{
        ValueForms(
            valuesOf(block), [&](Value value) { return idOf(value); }, ctx),
        {},
        {}});
    scope = known.get();
    scope->domain = scope->forms.getFacts();
    auto tile = dyn_cast<TileOp>(execution.leaf);
    for (affine::AffineIfOp condition : conditionsOf(block))
      requireAll(condition.getIntegerSet(), get(condition.getOperands()));
    if (tile && byOrigin)
      scope->thread = get(tile.getOrigins());
    else if (tile)
      setThreadOf(tile);
  }

  /// What holds of all that the accesses in `block` stand for.
  SmallVector<affine::AffineIfOp> conditionsOf(Block *block) const {
    if (llvm::any_of(accesses, [&](const ElementAccess &access) {
          return access.standsForOthers && access.op->getBlock() == block;
        }))
      return {};
    return conditionsAround(block, execution.leaf);
  }

  /// The values that the places of accesses in `block` are functions of.
  SmallVector<Value> valuesOf(Block *block) const {
    SmallVector<Value> values;
    if (auto tile = dyn_cast<TileOp>(execution.leaf)) {
      llvm::append_range(values, tile.getOrigins());
      llvm::append_range(values, tile.getLowerBounds());
      for (const ElementAccess &access : accesses)
        if (access.op->getBlock() == block)
          llvm::append_range(values, elementOf(access.op).second);
      for (affine::AffineIfOp condition : conditionsOf(block))
        llvm::append_range(values, condition.getOperands());
    } else {
      llvm::append_range(values, cast<PolyhedralCopyOpInterface>(execution.leaf)
                                     .getPolyhedralSymbols());
    }
    if (auto alloc = memory.getDefiningOp<AllocOp>())
      llvm::append_range(values, alloc.getSymbols());
    return values;
  }

  Place placeInTile(Operation *op) {
    auto [map, operands] = elementOf(op);
    return {scope->domain, cellOf(evaluate(map, get(operands))), scope->thread};
  }

  Place placeInCopy(IntegerSet set) {
    auto copy = cast<PolyhedralCopyOpInterface>(execution.leaf);
    isl::set facts = scope->domain;
    SmallVector<isl::pw_aff> element;
    for (unsigned dim = 0; dim < set.getNumDims(); ++dim)
      element.push_back(variable());
    scope->thread.clear();
    setThreadOf(copy, set, element);
    SmallVector<isl::pw_aff> operands(element);
    llvm::append_range(operands, get(copy.getPolyhedralSymbols()));
    requireAll(set, operands);
    Place place = {scope->domain, cellOf(element), scope->thread};
    scope->domain = facts;
    return place;
  }

  isl::id idOf(Value value) { return execution.nameOf(value, ctx); }

  isl::pw_aff get(Value value) { return scope->forms.get(value); }
  SmallVector<isl::pw_aff> get(ValueRange values) {
    SmallVector<isl::pw_aff> results;
    for (Value value : values)
      results.push_back(get(value));
    return results;
  }
  /// A variable of this execution.
  isl::pw_aff variable() {
    std::string number = std::to_string(fresh++);
    return parameterValue(
        isl::id(ctx, "n" + number + (execution.side == 0 ? "_0" : "_1")));
  }
  void require(const isl::set &fact) {
    scope->domain = intersectQuickly(scope->domain, fact);
  }
  /// Those constraints of `set` that are affine in its `operands`.
  void requireAll(IntegerSet set, ArrayRef<isl::pw_aff> operands) {
    for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
      isl::pw_aff value =
          evaluate(set.getConstraint(i), operands, set.getNumDims());
      if (!value.is_null())
        require(set.isEq(i)
                    ? equalQuickly(value, constantOverParams(0, ctx))
                    : lessEqualQuickly(constantOverParams(0, ctx), value));
    }
  }
  /// One of `constants`, or a number between two that differs from them by a
  /// multiple of what they differ by.
  isl::pw_aff oneOf(ArrayRef<int64_t> constants) {
    int64_t least = *llvm::min_element(constants);
    uint64_t step = 0, range = 0;
    for (int64_t constant : constants) {
      uint64_t distance = uint64_t(constant) - uint64_t(least);
      step = std::gcd(step, distance);
      range = std::max(range, distance);
    }
    isl::pw_aff value = constantOverParams(least, ctx);
    if (range == 0)
      return value;
    isl::pw_aff number = variable();
    if (range > uint64_t(std::numeric_limits<int64_t>::max()))
      return number;
    require(lessEqualQuickly(constantOverParams(0, ctx), number));
    require(lessEqualQuickly(number,
                             constantOverParams(int64_t(range / step), ctx)));
    return value.add(number.scale(isl::val(ctx, int64_t(step))));
  }
  /// `expr` with the given operands, dimensions before symbols; null if it is
  /// not affine.
  isl::pw_aff evaluate(AffineExpr expr, ArrayRef<isl::pw_aff> operands,
                       unsigned numDims) {
    return affineExprToPwAff(expr, operands.take_front(numDims),
                             operands.drop_front(numDims),
                             isl::space::params_alloc(ctx, 0));
  }
  SmallVector<isl::pw_aff> evaluate(AffineMap map,
                                    ArrayRef<isl::pw_aff> operands) {
    SmallVector<isl::pw_aff> results;
    for (AffineExpr expr : map.getResults())
      results.push_back(evaluate(expr, operands, map.getNumDims()));
    return results;
  }

  /// The cell of `element`, for a buffer by its storage mapping.
  SmallVector<isl::pw_aff> cellOf(SmallVector<isl::pw_aff> element) {
    auto alloc = memory.getDefiningOp<AllocOp>();
    if (!alloc)
      return element;
    llvm::append_range(element, get(alloc.getSymbols()));
    return evaluate(alloc.getMapping().getMap(), element);
  }

  /// The thread that runs the iteration of `tile`, if a linear expression of it
  /// is known.
  void setThreadOf(TileOp tile);
  /// The same of the thread that copies `element` of `set`. Constrains
  /// `element` to the box that is scanned.
  void setThreadOf(PolyhedralCopyOpInterface copy, IntegerSet set,
                   ArrayRef<isl::pw_aff> element);
  template <typename Thread> void setThread(Thread &&threadOf);

  isl::ctx ctx;
  const LaunchPlan &plan;
  Execution execution;
  Value memory;
  ArrayRef<ElementAccess> accesses;
  bool byOrigin;
  llvm::DenseMap<Block *, std::unique_ptr<Scope>> scopes;
  /// That of what is looked at.
  Scope *scope = nullptr;
  SmallVector<std::optional<Place>> places;
  unsigned fresh = 0;
};

template <typename Thread>
void ThreadLocality::PlaceBuilder::setThread(Thread &&threadOf) {
  auto newVariable = [&] { return variable(); };
  auto note = [&](const isl::set &fact) { require(fact); };
  isl::pw_aff number = threadOf(Unknowns{ctx, newVariable, note});
  if (!number.is_null())
    scope->thread = {number};
}

void ThreadLocality::PlaceBuilder::setThreadOf(TileOp tile) {
  setThread([&](const Unknowns &unknowns) {
    auto iteration = [&](unsigned dim) {
      // The origin's name is then the number of the iteration.
      return getConstantIntValue(tile.getSteps()[dim])
                 ? parameterValue(idOf(tile.getOrigins()[dim]))
                 : isl::pw_aff();
    };
    return threadOfIteration(plan.distribution, tile, iteration, unknowns);
  });
}

void ThreadLocality::PlaceBuilder::setThreadOf(PolyhedralCopyOpInterface copy,
                                               IntegerSet set,
                                               ArrayRef<isl::pw_aff> element) {
  setThread([&](const Unknowns &unknowns) {
    SmallVector<isl::pw_aff> symbols = get(copy.getPolyhedralSymbols());
    return threadOfElement(
        plan.distribution, scanCopy(copy, set), element,
        [&](AffineExpr expr) { return evaluate(expr, symbols, /*numDims=*/0); },
        unknowns);
  });
}

//===----------------------------------------------------------------------===//
// Locality
//===----------------------------------------------------------------------===//

ThreadLocality::ThreadLocality(const LaunchPlan &plan,
                               unsigned long maxIslOperations)
    : plan(plan), guard(context, maxIslOperations) {}

ThreadLocality::~ThreadLocality() = default;

const std::optional<Accesses> &ThreadLocality::accessesOf(Operation *leaf,
                                                          Value memory) {
  auto [it, inserted] =
      accesses.try_emplace({leaf, memory.getAsOpaquePointer()});
  if (inserted)
    it->second = collectAccesses(leaf, memory);
  return it->second;
}

ThreadLocality::PlaceBuilder &
ThreadLocality::placesOf(const Execution &execution, Value memory,
                         bool byOrigin) {
  std::unique_ptr<PlaceBuilder> &known =
      places[{execution.leaf, execution.side, execution.carrier,
              memory.getAsOpaquePointer(), byOrigin}];
  if (!known)
    known = std::make_unique<PlaceBuilder>(context, plan, execution, memory,
                                           *accessesOf(execution.leaf, memory),
                                           byOrigin);
  return *known;
}

isl::set ThreadLocality::nextIteration(Operation *carrier) {
  Value variable;
  std::optional<int64_t> step;
  if (auto loop = dyn_cast<affine::AffineForOp>(carrier)) {
    variable = loop.getInductionVar();
    step = loop.getStepAsInt();
  } else if (auto loop = dyn_cast<scf::ForOp>(carrier)) {
    variable = loop.getInductionVar();
    // Values are signed here: an unsigned variable may pass from the greatest
    // to the least one.
    if (!loop.getUnsignedCmp())
      step = getConstantIntValue(loop.getStep());
  } else if (auto tile = dyn_cast<TileOp>(carrier)) {
    // Blocks of a grid leave iterations to others. The name of an origin is the
    // number of the iteration (`ValueForms`).
    if (tile != plan.root && tile.getRank() == 1 && !tile.getMappingOf(0) &&
        getConstantIntValue(tile.getSteps().front())) {
      variable = tile.getOrigins().front();
      step = 1;
    }
  }
  if (!step || *step <= 0)
    return {};
  auto valueAt = [&](unsigned side) {
    return parameterValue(
        Execution{carrier, side, carrier, numbers}.nameOf(variable, context));
  };
  return equalQuickly(valueAt(0).add(constantOverParams(*step, context)),
                      valueAt(1));
}

/// Decides of two leaves, family by family.
class ThreadLocality::Comparison {
public:
  /// `next`: what holds of two executions that are compared; null: nothing.
  /// `symmetric`: the leaves are one, and what holds of two executions holds
  /// with them exchanged.
  Comparison(PlaceBuilder &first, PlaceBuilder &second, const Accesses &as,
             const Accesses &bs, const isl::set &next, bool symmetric)
      : first(first), second(second), as(as), bs(bs), next(next),
        symmetric(symmetric) {}

  Locality run() {
    SmallVector<AccessFamily> families = familiesOf(as),
                              others = familiesOf(bs);
    for (auto [i, a] : llvm::enumerate(families))
      for (unsigned j = symmetric ? i : 0; j < others.size(); ++j)
        if ((a.writes || others[j].writes) && !add(a, others[j]))
          return Locality::Unknown;
    return result;
  }

private:
  /// Those of `a` and of `b`; false if they may need a barrier.
  bool add(const AccessFamily &a, const AccessFamily &b) {
    bool isProved = false;
    if (a.members.size() > 1 || b.members.size() > 1) {
      Place x = first.placeOf(a), y = second.placeOf(b);
      if (x.thread.empty() || y.thread.empty())
        return false;
      isl::set meeting = meetingOf(x, y, together(x, y));
      isProved = areOneThreads(x, y, meeting, /*symmetric=*/false);
      if (isProved &&
          (result == Locality::OneThread || meeting.is_empty().is_true()))
        return true;
    }
    bool same = symmetric && a.members.front() == b.members.front();
    for (unsigned i : a.members)
      for (unsigned j : b.members)
        if ((as[i].write || bs[j].write) && !(same && j < i) &&
            !add(i, j, isProved))
          return false;
    return true;
  }

  /// The same of accesses number `i` and `j`, of which it is known if
  /// `isProved` that what both touch is touched by one thread.
  bool add(unsigned i, unsigned j, bool isProved) {
    bool isKnown = result == Locality::OneThread;
    if (isProved && isKnown)
      return true;
    const Place &x = first.place(i), &y = second.place(j);
    if (x.thread.empty() || y.thread.empty())
      return false;
    isl::set meeting = meetingOf(x, y, together(x, y));
    if (!isProved && !areOneThreads(x, y, meeting, symmetric && i == j))
      return false;
    if (!isKnown && !meeting.is_empty().is_true())
      result = Locality::OneThread;
    return true;
  }

  /// Where accesses at `x` and `y` happen; those in one block have one domain.
  isl::set together(const Place &x, const Place &y) {
    if (x.domain.get() != firstDomain.get() ||
        y.domain.get() != secondDomain.get()) {
      firstDomain = x.domain;
      secondDomain = y.domain;
      both = intersectQuickly(firstDomain, secondDomain);
      if (!next.is_null())
        both = intersectQuickly(both, next);
    }
    return both;
  }

  PlaceBuilder &first, &second;
  const Accesses &as, &bs;
  isl::set next;
  bool symmetric;
  isl::set firstDomain, secondDomain, both;
  Locality result = Locality::Apart;
};

Locality ThreadLocality::decide(Operation *first, Operation *second,
                                Value memory, Operation *carrier, bool isNext) {
  const std::optional<Accesses> &as = accessesOf(first, memory);
  const std::optional<Accesses> &bs = accessesOf(second, memory);
  if (!as || !bs)
    return Locality::Unknown;
  Execution execution{first, 0, carrier, numbers};
  auto firstTile = dyn_cast<TileOp>(first);
  auto secondTile = dyn_cast<TileOp>(second);
  bool equal = firstTile && secondTile &&
               haveEqualDistribution(execution, firstTile, secondTile);
  isl::set next;
  if (isNext) {
    next = nextIteration(carrier);
    if (next.is_null())
      return Locality::Unknown;
  }
  PlaceBuilder &places = placesOf(execution, memory, equal);
  PlaceBuilder &others = placesOf({second, 1, carrier, numbers}, memory, equal);
  // Two executions of one leaf: what holds of a and b holds of b and a.
  return Comparison(places, others, *as, *bs, next,
                    /*symmetric=*/first == second && !isNext)
      .run();
}

Locality ThreadLocality::between(Operation *first, Operation *second,
                                 Value memory, Operation *carrier) {
  // The question is the same with the leaves exchanged.
  auto keyFor = [&, lower = std::min(first, second),
                 upper = std::max(first, second)](Operation *carrier) {
    return std::make_tuple(lower, upper, memory.getAsOpaquePointer(), carrier);
  };
  auto [it, inserted] = answers.try_emplace(keyFor(carrier), Locality::Unknown);
  if (!inserted)
    return it->second;
  // Executions that agree in the values of the carrier are among those that
  // need not.
  auto within = answers.find(keyFor(nullptr));
  if (carrier && within != answers.end() && within->second == Locality::Unknown)
    return Locality::Unknown;
  return it->second = decide(first, second, memory, carrier, /*isNext=*/false);
}

Locality ThreadLocality::inNextIteration(Operation *first, Operation *second,
                                         Value memory, Operation *carrier) {
  if (!carrier->isProperAncestor(first) || !carrier->isProperAncestor(second))
    return Locality::Unknown;
  auto [it, inserted] = answersOfNext.try_emplace(
      {first, second, memory.getAsOpaquePointer(), carrier}, Locality::Unknown);
  if (inserted)
    it->second = decide(first, second, memory, carrier, /*isNext=*/true);
  return it->second;
}

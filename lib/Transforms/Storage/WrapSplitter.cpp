//===- WrapSplitter.cpp - loops in which no subscript wraps ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapSplitter.h"
#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

/// At least 1, whether the accesses are executed or not.
Value WrapSplitter::modulusOf(OpBuilder &builder, const CyclicClass &owner) {
  if (auto attribute = dyn_cast<Attribute>(owner.modulus))
    return constant(builder, cast<IntegerAttr>(attribute).getInt());
  return arith::MaxSIOp::create(builder, loc, cast<Value>(owner.modulus),
                                constant(builder, 1));
}

Value WrapSplitter::remainder(OpBuilder &builder, Value value, Value modulus) {
  MLIRContext *context = builder.getContext();
  AffineMap map = AffineMap::get(
      1, 1, getAffineDimExpr(0, context) % getAffineSymbolExpr(0, context));
  return scratch::expandToArith(builder, loc, map, {value, modulus}).front();
}

/// The operation around the loop, or the loop, before which `value` mod
/// `modulus` can be computed the fewest times.
Operation *WrapSplitter::outermostFor(const Polynomial &value,
                                      CyclicModulus modulus) {
  SmallVector<Value> values = polynomials.leavesOf(value);
  if (auto known = dyn_cast<Value>(modulus))
    values.push_back(known);
  Operation *place = loop;
  for (Operation *parent = place->getParentOp();
       !parent->hasTrait<OpTrait::AffineScope>() &&
       llvm::all_of(values,
                    [&](Value v) {
                      return !parent->isAncestor(
                          v.getParentBlock()->getParentOp());
                    });
       parent = parent->getParentOp())
    place = parent;
  return place;
}

/// Computes what is the same in all pieces of the loop.
void WrapSplitter::prepare() {
  for (const CyclicClass &owner : classes) {
    OpBuilder builder(loop);
    const CyclicGroup &first = owner.groups.front();
    OpBuilder early(outermostFor(Polynomial(), owner.modulus));
    moduli.push_back(modulusOf(early, owner));
    Polynomial least = first.value + first.least();
    Polynomial inLoop =
        Polynomial::parameter(ivNumber) * Polynomial(owner.stride / step);
    invariants.push_back(polynomials.emit(builder, loc, least - inLoop));
    SmallVector<Value> &all = distances.emplace_back();
    all.push_back({});
    for (const CyclicGroup &group : llvm::drop_begin(owner.groups)) {
      Polynomial distance = group.value + group.least() - least;
      OpBuilder outside(outermostFor(distance, owner.modulus));
      all.push_back(remainder(outside, polynomials.emit(outside, loc, distance),
                              modulusOf(outside, owner)));
    }
  }
}

SmallVector<WrapSplitter::Start> WrapSplitter::startsAt(OpBuilder &builder,
                                                        Value iv) {
  SmallVector<Start> starts;
  for (auto [k, owner] : llvm::enumerate(classes)) {
    Value product = builder.createOrFold<arith::MulIOp>(
        loc, iv, constant(builder, owner.stride / step));
    Value least = arith::AddIOp::create(builder, loc, product, invariants[k]);
    Value first = remainder(builder, least, moduli[k]);
    for (auto [g, group] : llvm::enumerate(owner.groups)) {
      if (g == 0) {
        starts.push_back({&owner, &group, first});
        continue;
      }
      // Both are less than the modulus.
      Value sum = arith::AddIOp::create(builder, loc, first, distances[k][g]);
      Value less = arith::SubIOp::create(builder, loc, sum, moduli[k]);
      Value wraps = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::sge, sum, moduli[k]);
      starts.push_back(
          {&owner, &group,
           arith::SelectOp::create(builder, loc, wraps, less, sum)});
    }
  }
  return starts;
}

/// How many iterations follow in which the subscripts of the group are the
/// remainder at its start plus their shifts and a multiple of the stride; not
/// positive if there is none.
Value WrapSplitter::iterationsUntilWrap(OpBuilder &builder,
                                        const Start &start) {
  int64_t width = start.group->most() - start.group->least();
  int64_t stride = start.owner->stride;
  Value modulus = moduli[start.owner - classes.data()];
  Value room = arith::SubIOp::create(builder, loc, modulus, start.remainder);
  room = arith::SubIOp::create(builder, loc, room, constant(builder, width));
  if (stride > 0)
    return stride == 1 ? room
                       : arith::CeilDivSIOp::create(builder, loc, room,
                                                    constant(builder, stride))
                             .getResult();
  Value steps = start.remainder;
  if (stride != -1)
    steps =
        arith::DivSIOp::create(builder, loc, steps, constant(builder, -stride));
  steps = arith::AddIOp::create(builder, loc, steps, constant(builder, 1));
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     room, constant(builder, 0));
  return arith::SelectOp::create(builder, loc, fits, steps,
                                 constant(builder, 0));
}

/// Makes an affine access one of memref, with these subscripts in place of
/// those at some positions. The value it loads; null for a store.
Value WrapSplitter::replaceAccess(
    Operation *access, ArrayRef<std::pair<unsigned, Value>> subscripts) {
  OpBuilder builder(access);
  auto replace = [&](auto op) {
    SmallVector<Value> indices;
    AffineMap map = op.getAffineMap();
    for (unsigned k = 0; k < map.getNumResults(); ++k) {
      auto known = llvm::find_if(
          subscripts, [&](const auto &entry) { return entry.first == k; });
      indices.push_back(known != subscripts.end()
                            ? known->second
                            : scratch::expandToArith(builder, loc,
                                                     map.getSubMap({k}),
                                                     op.getMapOperands())
                                  .front());
    }
    return indices;
  };
  Value value;
  if (auto load = dyn_cast<affine::AffineLoadOp>(access)) {
    value = memref::LoadOp::create(builder, access->getLoc(), load.getMemRef(),
                                   replace(load));
    load.getResult().replaceAllUsesWith(value);
  } else {
    auto store = cast<affine::AffineStoreOp>(access);
    memref::StoreOp::create(builder, access->getLoc(), store.getValueToStore(),
                            store.getMemRef(), replace(store));
  }
  access->erase();
  return value;
}

/// Remainders of what does not change in the loop are computed before it: LLVM
/// does not take a division out of a condition.
void WrapSplitter::hoistInvariants(OpBuilder &builder) {
  auto hoistOf = [&](auto access) {
    AffineMap map = access.getAffineMap();
    for (unsigned k = 0; k < map.getNumResults(); ++k) {
      SmallVector<Value> operands(access.getMapOperands());
      bool divides = false, isInvariant = true;
      SmallVector<unsigned> divisors;
      map.getResult(k).walk([&](AffineExpr part) {
        auto used = [&](unsigned operand) {
          isInvariant &= loop.isDefinedOutsideOfLoop(operands[operand]);
        };
        if (auto dim = dyn_cast<AffineDimExpr>(part))
          used(dim.getPosition());
        if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
          used(map.getNumDims() + symbol.getPosition());
        if (part.getKind() != AffineExprKind::Mod &&
            part.getKind() != AffineExprKind::FloorDiv &&
            part.getKind() != AffineExprKind::CeilDiv)
          return;
        divides = true;
        AffineExpr divisor = cast<AffineBinaryOpExpr>(part).getRHS();
        if (auto symbol = dyn_cast<AffineSymbolExpr>(divisor))
          divisors.push_back(map.getNumDims() + symbol.getPosition());
        else
          isInvariant &= isa<AffineConstantExpr>(divisor);
      });
      if (!divides || !isInvariant)
        continue;
      // Where the access is not executed, a divisor may be 0.
      for (unsigned divisor : divisors)
        operands[divisor] = arith::MaxSIOp::create(
            builder, loc, operands[divisor], constant(builder, 1));
      hoisted[access].emplace_back(
          k, scratch::expandToArith(builder, loc, map.getSubMap({k}), operands)
                 .front());
    }
  };
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      hoistOf(load);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      hoistOf(store);
  });
}

/// One iteration, and what it yields. Subscripts of the groups in `starts` are
/// `origins` plus their shifts and a multiple of `iv`.
SmallVector<Value> WrapSplitter::cloneBody(OpBuilder &builder, Value iv,
                                           ValueRange carried,
                                           ArrayRef<Start> starts,
                                           ValueRange origins) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), iv);
  mapping.map(loop.getRegionIterArgs(), carried);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  llvm::MapVector<Operation *, SmallVector<std::pair<unsigned, Value>>> changed;
  loop.getBody()->walk([&](Operation *op) {
    if (auto known = hoisted.find(op); known != hoisted.end())
      changed[mapping.lookup(op)] = known->second;
  });
  for (auto [start, origin] : llvm::zip_equal(starts, origins)) {
    for (const CyclicSubscript &subscript : start.group->subscripts) {
      Operation *access = mapping.lookup(subscript.access);
      OpBuilder here(access);
      Value product = here.createOrFold<arith::MulIOp>(
          loc, iv, constant(here, start.owner->stride / step));
      Value sum = arith::AddIOp::create(here, loc, origin, product);
      sum = here.createOrFold<arith::AddIOp>(
          loc, sum, constant(here, subscript.shift - start.group->least()));
      changed[access].emplace_back(subscript.position, sum);
    }
  }
  SmallVector<Value> yielded;
  for (Value value : loop.getBody()->getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  for (auto &[access, subscripts] : changed) {
    // A loaded value may be what is yielded.
    Value old = access->getNumResults() ? access->getResult(0) : Value();
    Value loaded = replaceAccess(access, subscripts);
    if (loaded)
      llvm::replace(yielded, old, loaded);
  }
  return yielded;
}

void WrapSplitter::split() {
  prepare();
  OpBuilder builder(loop);
  hoistInvariants(builder);
  Value lower = lowerAffineLowerBound(loop, builder);
  Value upper = lowerAffineUpperBound(loop, builder);
  SmallVector<Value> inits = {lower};
  llvm::append_range(inits, loop.getInits());
  SmallVector<Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  auto before = [&](OpBuilder &b, Location, ValueRange args) {
    Value goesOn = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         args.front(), upper);
    scf::ConditionOp::create(b, loc, goesOn, args);
  };
  auto after = [&](OpBuilder &b, Location, ValueRange args) {
    Value iv = args.front();
    ValueRange carried = args.drop_front();
    SmallVector<Start> starts = startsAt(b, iv);
    Value iterations, stepValue = constant(b, step);
    for (const Start &start : starts) {
      Value some = iterationsUntilWrap(b, start);
      iterations =
          iterations
              ? arith::MinSIOp::create(b, loc, iterations, some).getResult()
              : some;
    }
    Value noWrap = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                         iterations, constant(b, 0));
    auto piece = [&](OpBuilder &b, Location) {
      Value end = arith::AddIOp::create(
          b, loc, iv,
          b.createOrFold<arith::MulIOp>(loc, iterations, stepValue));
      end = arith::MinSIOp::create(b, loc, end, upper);
      SmallVector<Value> origins;
      for (const Start &start : starts)
        origins.push_back(arith::SubIOp::create(
            b, loc, start.remainder,
            b.createOrFold<arith::MulIOp>(
                loc, iv, constant(b, start.owner->stride / step))));
      auto inner = scf::ForOp::create(
          b, loc, iv, end, stepValue, carried,
          [&](OpBuilder &b, Location, Value at, ValueRange arguments) {
            scf::YieldOp::create(b, loc,
                                 cloneBody(b, at, arguments, starts, origins));
          });
      SmallVector<Value> results = {end};
      llvm::append_range(results, inner.getResults());
      scf::YieldOp::create(b, loc, results);
    };
    auto single = [&](OpBuilder &b, Location) {
      SmallVector<Value> results = {
          arith::AddIOp::create(b, loc, iv, stepValue)};
      llvm::append_range(results, cloneBody(b, iv, carried, {}, {}));
      scf::YieldOp::create(b, loc, results);
    };
    auto either = scf::IfOp::create(b, loc, noWrap, piece, single);
    scf::YieldOp::create(b, loc, either.getResults());
  };
  auto pieces = scf::WhileOp::create(builder, loc, types, inits, before, after);
  loop->replaceAllUsesWith(pieces.getResults().drop_front());
  loop->erase();
  scratch::legalizeAffineOps(pieces);
}

//===----------------------------------------------------------------------===//
// Nests in which nothing wraps
//===----------------------------------------------------------------------===//

static bool dependsOn(const Polynomial &value, unsigned number) {
  bool result = !value.isValid();
  value.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t) {
    result |= number < exponents.size() && exponents[number] > 0;
  });
  return result;
}

static bool isDefinedOutside(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

std::optional<WrapSplitter::Linear>
WrapSplitter::linearIn(affine::AffineForOp outer, const CyclicClass &owner,
                       const CyclicGroup &group) {
  unsigned outerNumber = polynomials.number(outer.getInductionVar());
  auto [perOuter, rest] =
      (group.value + group.least()).divide(Polynomial::parameter(outerNumber));
  Polynomial fixed =
      rest - Polynomial::parameter(ivNumber) * Polynomial(owner.stride / step);
  for (const Polynomial &part : {perOuter, fixed}) {
    if (dependsOn(part, outerNumber) || dependsOn(part, ivNumber))
      return std::nullopt;
    for (Value leaf : polynomials.leavesOf(part))
      if (!isDefinedOutside(leaf, outer))
        return std::nullopt;
  }
  return Linear{fixed, perOuter};
}

/// The induction variable in the last iteration of a loop that has any.
Value WrapSplitter::lastIteration(OpBuilder &builder, affine::AffineForOp of,
                                  Value first) {
  Value upper = lowerAffineUpperBound(of, builder);
  Value most = arith::SubIOp::create(builder, loc, upper, constant(builder, 1));
  int64_t size = of.getStepAsInt();
  if (size == 1)
    return most;
  Value length = arith::SubIOp::create(builder, loc, most, first);
  Value excess =
      arith::RemSIOp::create(builder, loc, length, constant(builder, size));
  return arith::SubIOp::create(builder, loc, most, excess);
}

/// The loop with linear subscripts; `origins` as in `cloneBody`, for each
/// group.
void WrapSplitter::makeLinear(ValueRange origins) {
  OpBuilder builder(loop);
  hoistInvariants(builder);
  Value lower = lowerAffineLowerBound(loop, builder);
  Value upper = lowerAffineUpperBound(loop, builder);
  SmallVector<Start> starts;
  for (const CyclicClass &owner : classes)
    for (const CyclicGroup &group : owner.groups)
      starts.push_back({&owner, &group, {}});
  auto linear = scf::ForOp::create(
      builder, loc, lower, upper, constant(builder, step), loop.getInits(),
      [&](OpBuilder &b, Location, Value at, ValueRange arguments) {
        scf::YieldOp::create(
            b, loc,
            cloneBody(b, at, arguments, starts, SmallVector<Value>(origins)));
      });
  loop->replaceAllUsesWith(linear.getResults());
  loop->erase();
  scratch::legalizeAffineOps(linear);
}

StringRef WrapSplitter::planCopy() {
  auto outer = dyn_cast<affine::AffineForOp>(loop->getParentOp());
  if (!outer)
    return "no affine loop is directly around it";
  if (!outer->getParentOfType<LoopLikeOpInterface>())
    return "an array with fewer cells than elements wraps in the two outermost "
           "loops";
  if (outer->getNumResults() > 0)
    return "the loop around carries values";
  for (Operation &op : *outer.getBody())
    if (&op != loop && op.getNumRegions() > 0)
      return "the loop around has other loops or conditions in it";
  for (OperandRange operands :
       {loop.getLowerBoundOperands(), loop.getUpperBoundOperands()})
    for (Value operand : operands)
      if (!isDefinedOutside(operand, outer))
        return "its bounds depend on the loop around";
  for (const CyclicClass &owner : classes) {
    if (auto value = dyn_cast<Value>(owner.modulus);
        value && !isDefinedOutside(value, outer))
      return "a modulus depends on the loop around";
    for (const CyclicGroup &group : owner.groups) {
      auto form = linearIn(outer, owner, group);
      if (!form)
        return "by how much a subscript grows in the loop around is not known";
      forms.push_back(*form);
    }
  }
  return "";
}

void WrapSplitter::copyWithoutWraps() {
  auto outer = cast<affine::AffineForOp>(loop->getParentOp());
  OpBuilder builder(outer);
  auto add = [&](Value a, Value b) -> Value {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  };
  auto subtract = [&](Value a, Value b) -> Value {
    return builder.createOrFold<arith::SubIOp>(loc, a, b);
  };
  auto multiply = [&](Value a, Value b) -> Value {
    return builder.createOrFold<arith::MulIOp>(loc, a, b);
  };
  Value zero = constant(builder, 0);
  Value p0 = lowerAffineLowerBound(outer, builder);
  Value k0 = lowerAffineLowerBound(loop, builder);
  Value rows = subtract(lastIteration(builder, outer, p0), p0);
  Value length = subtract(lastIteration(builder, loop, k0), k0);
  // What is added to the multiples of both variables, and of the outer one.
  SmallVector<Value> constants, coefficients;
  Value noWrap;
  const Linear *form = forms.begin();
  for (const CyclicClass &owner : classes) {
    Value modulus = modulusOf(builder, owner);
    Value stride = constant(builder, owner.stride / step);
    for (const CyclicGroup &group : owner.groups) {
      Value fixed = polynomials.emit(builder, loc, form->fixed);
      Value perOuter = polynomials.emit(builder, loc, form->perOuter);
      ++form;
      Value least =
          add(fixed, add(multiply(perOuter, p0), multiply(stride, k0)));
      Value span = constant(builder, group.most() - group.least());
      for (Value change :
           {multiply(perOuter, rows), multiply(stride, length)}) {
        Value down = arith::MinSIOp::create(builder, loc, change, zero);
        Value up = arith::MaxSIOp::create(builder, loc, change, zero);
        least = add(least, down);
        span = add(span, subtract(up, down));
      }
      Value first = remainder(builder, least, modulus);
      Value fits = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, add(first, span), modulus);
      noWrap =
          noWrap ? arith::AndIOp::create(builder, loc, noWrap, fits).getResult()
                 : fits;
      constants.push_back(add(subtract(first, least), fixed));
      coefficients.push_back(perOuter);
    }
  }
  auto either =
      scf::IfOp::create(builder, loc, noWrap, /*withElseRegion=*/true);
  IRMapping mapping;
  builder.setInsertionPointToStart(either.thenBlock());
  builder.clone(*outer, mapping);
  outer->moveBefore(either.elseBlock(), either.elseBlock()->begin());

  std::vector<CyclicClass> copied(classes.begin(), classes.end());
  for (CyclicClass &owner : copied)
    for (CyclicGroup &group : owner.groups)
      for (CyclicSubscript &subscript : group.subscripts)
        subscript.access = mapping.lookup(subscript.access);
  auto copy = cast<affine::AffineForOp>(mapping.lookup(loop.getOperation()));
  builder.setInsertionPoint(copy);
  Value row = mapping.lookup(outer.getInductionVar());
  SmallVector<Value> origins;
  for (auto [known, perOuter] : llvm::zip_equal(constants, coefficients))
    origins.push_back(add(known, multiply(perOuter, row)));
  WrapSplitter(copy, copied, polynomials, ivNumber).makeLinear(origins);
}

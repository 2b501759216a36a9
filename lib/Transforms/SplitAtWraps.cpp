//===- SplitAtWraps.cpp - inner loops in which no subscript wraps ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: which subscripts wrap together is found in CyclicSubscripts.h; here
// is the decision which loops are worth it, and the new loops.
//
//===----------------------------------------------------------------------===//

#include "CyclicSubscripts.h"
#include "PolyMem/Dialect/Scratch/Transforms/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Transforms/MaterializeMapping.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

namespace polymem {
#define GEN_PASS_DEF_SPLITATWRAPSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-split-at-wraps";

//===----------------------------------------------------------------------===//
// The new loops
//===----------------------------------------------------------------------===//

namespace {
/// Replaces one loop.
class Splitter {
public:
  Splitter(affine::AffineForOp loop, ArrayRef<CyclicClass> classes,
           const ValuePolynomials &polynomials, unsigned ivNumber)
      : loop(loop), classes(classes), polynomials(polynomials),
        ivNumber(ivNumber), step(loop.getStepAsInt()), loc(loop.getLoc()) {}

  void split();

private:
  /// What is known of a group where a piece begins.
  struct Start {
    const CyclicClass *owner;
    const CyclicGroup *group;
    /// The remainder of its least subscript.
    Value remainder;
  };

  Value constant(OpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value modulusOf(OpBuilder &builder, const CyclicClass &owner);
  Value remainder(OpBuilder &builder, Value value, Value modulus);
  Operation *outermostFor(const Polynomial &value, CyclicModulus modulus);
  void prepare();
  SmallVector<Start> startsAt(OpBuilder &builder, Value iv);
  Value iterationsUntilWrap(OpBuilder &builder, const Start &start);
  SmallVector<Value> cloneBody(OpBuilder &builder, Value iv, ValueRange carried,
                               ArrayRef<Start> starts, ValueRange origins);
  void hoistInvariants(OpBuilder &builder);
  Value replaceAccess(Operation *access,
                      ArrayRef<std::pair<unsigned, Value>> subscripts);

  affine::AffineForOp loop;
  ArrayRef<CyclicClass> classes;
  const ValuePolynomials &polynomials;
  unsigned ivNumber;
  int64_t step;
  Location loc;
  /// For each class: its modulus, and what is added to the loop's multiple of
  /// the stride in the least subscript of its first group.
  SmallVector<Value> moduli, invariants;
  /// For each class and each group: its distance from the first group, for
  /// which there is none.
  SmallVector<SmallVector<Value>> distances;
  /// Subscripts with a modulo that are the same in all iterations: position and
  /// value, by access.
  DenseMap<Operation *, SmallVector<std::pair<unsigned, Value>>> hoisted;
};
} // namespace

/// At least 1, whether the accesses are executed or not.
Value Splitter::modulusOf(OpBuilder &builder, const CyclicClass &owner) {
  if (auto attribute = dyn_cast<Attribute>(owner.modulus))
    return constant(builder, cast<IntegerAttr>(attribute).getInt());
  return arith::MaxSIOp::create(builder, loc, cast<Value>(owner.modulus),
                                constant(builder, 1));
}

Value Splitter::remainder(OpBuilder &builder, Value value, Value modulus) {
  MLIRContext *context = builder.getContext();
  AffineMap map = AffineMap::get(
      1, 1, getAffineDimExpr(0, context) % getAffineSymbolExpr(0, context));
  return scratch::expandToArith(builder, loc, map, {value, modulus}).front();
}

/// The operation around the loop, or the loop, before which `value` mod
/// `modulus` can be computed the fewest times.
Operation *Splitter::outermostFor(const Polynomial &value,
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
void Splitter::prepare() {
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

SmallVector<Splitter::Start> Splitter::startsAt(OpBuilder &builder, Value iv) {
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
Value Splitter::iterationsUntilWrap(OpBuilder &builder, const Start &start) {
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
Value Splitter::replaceAccess(Operation *access,
                              ArrayRef<std::pair<unsigned, Value>> subscripts) {
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
void Splitter::hoistInvariants(OpBuilder &builder) {
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
SmallVector<Value> Splitter::cloneBody(OpBuilder &builder, Value iv,
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

void Splitter::split() {
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
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct SplitAtWrapsPass
    : polymem::impl::SplitAtWrapsPassBase<SplitAtWrapsPass> {
  using SplitAtWrapsPassBase::SplitAtWrapsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    SmallVector<affine::AffineForOp> loops;
    func.walk([&](affine::AffineForOp loop) { loops.push_back(loop); });
    Refusals refusals(kPass, strict);
    bool changed = false;
    for (affine::AffineForOp loop : loops)
      changed |= splitLoop(loop, refusals);
    if (changed)
      return;
    markAllAnalysesPreserved();
    if (failed(refusals.nothingDone(func, "no loop was split")))
      signalPassFailure();
  }

private:
  bool splitLoop(affine::AffineForOp loop, Refusals &refusals);
  bool isWorthIt(const CyclicClass &owner, const CyclicGroup &group) const;
};
} // namespace

/// Whether there is nothing in the loop but operations and conditions.
static bool isInnermost(affine::AffineForOp loop) {
  return !loop.getBody()
              ->walk([](Operation *op) {
                bool isOther = op->getNumRegions() > 0 &&
                               !isa<affine::AffineIfOp, scf::IfOp>(op);
                return isOther ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// With a constant modulus it is known how long pieces are.
bool SplitAtWrapsPass::isWorthIt(const CyclicClass &owner,
                                 const CyclicGroup &group) const {
  std::optional<int64_t> modulus = owner.modulusValue.constant();
  if (!modulus)
    return true;
  int64_t width = group.most() - group.least(), room;
  return !llvm::MulOverflow<int64_t>(std::abs(owner.stride), minPiece, room) &&
         *modulus - width >= room;
}

bool SplitAtWrapsPass::splitLoop(affine::AffineForOp loop, Refusals &refusals) {
  if (!isInnermost(loop))
    return false;
  ValuePolynomials polynomials;
  unsigned ivNumber = polynomials.number(loop.getInductionVar());
  unsigned numOther = 0;
  std::vector<CyclicClass> classes =
      findCyclicSubscripts(loop, polynomials, numOther);
  if (numOther > 0)
    refusals.missed(loop, "Stride",
                    std::to_string(numOther) +
                        " subscripts with a modulo stay as they are: by how "
                        "much they grow per iteration is not constant, or not "
                        "known");
  if (classes.empty())
    return false;
  if (std::optional<uint64_t> count = affine::getConstantTripCount(loop);
      count && *count < minTripCount) {
    refusals.missed(loop, "FewIterations",
                    "subscripts keep their modulo: the loop has only " +
                        std::to_string(*count) + " iterations");
    return false;
  }
  for (CyclicClass &owner : classes)
    llvm::erase_if(owner.groups, [&](const CyclicGroup &group) {
      return !isWorthIt(owner, group);
    });
  llvm::erase_if(classes, [](const auto &c) { return c.groups.empty(); });
  if (classes.empty()) {
    refusals.missed(loop, "ShortPieces",
                    "subscripts keep their modulo: fewer than " +
                        std::to_string(minPiece) +
                        " iterations are between two wraps");
    return false;
  }
  unsigned numSubscripts = 0, numGroups = 0;
  for (const CyclicClass &owner : classes)
    for (const CyclicGroup &group : owner.groups) {
      numSubscripts += group.subscripts.size();
      ++numGroups;
    }
  remarkPassed(loop, kPass, "Split")
      << "split where one of " + std::to_string(numSubscripts) +
             " subscripts wraps, which are in " + std::to_string(numGroups) +
             " groups that wrap together";
  // What is kept of a strict run may be about this loop.
  refusals.emitRemarks();
  Splitter(loop, classes, polynomials, ivNumber).split();
  ++numSplit;
  return true;
}

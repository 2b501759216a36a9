//===- ReductionRewriter.cpp - apply a plan for reductions ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction of `lower <= j < upper` with P partial results becomes
//
//   for p < P:                     (parallel)
//     cell = neutral
//     for j = lower + p to upper step P: cell = cell op e(j)
//     partial[p] = cell
//   for q < Q:                     (parallel; once for each further step)
//     partial'[q] = partial[q] op partial[q + Q] op partial[q + 2Q] ...
//   M[f] = M[f] op partial'[0] op partial'[1] ...
//
//===----------------------------------------------------------------------===//

#include "ReductionRewriter.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

namespace {
/// The place of one accumulator's values.
struct Place {
  const Accumulator *accumulator;
  /// One element for each partial result of the current step.
  Value partials;
  /// The cell of one partial result, in the loop that computes it: memory of
  /// the iteration, or, of rows, the element of `partials`.
  Value cell;
  AffineMap cellMap;
  SmallVector<Value> cellOperands;
};

class Rewriter {
public:
  Rewriter(const ReductionSplit &split, FunctionOpInterface func)
      : split(split), func(func), builder(split.loop),
        loc(AffineForOp(split.loop).getLoc()) {}

  void run();

private:
  Value makePartials(const Accumulator &accumulator, int64_t count);
  /// A loop over `0 <= iv < count` at the insertion point, which moves into it.
  AffineForOp enterLoop(int64_t count);
  void computePartials();
  /// The loop itself, for one partial result.
  void cloneLoop(Value outerPart, Value innerPart);
  void combineStep(int64_t before, int64_t count);
  void combineLast(int64_t count);
  Value load(Value memref, AffineMap map, ValueRange operands) {
    return AffineLoadOp::create(builder, loc, memref, map, operands);
  }
  /// `first op memref[map(operands, i)] op ...`, `i` from `begin` to `end`.
  Value combine(const Accumulator &accumulator, Value first, int64_t begin,
                int64_t end, Value memref, AffineExpr subscript,
                ArrayRef<Value> operands);

  const ReductionSplit &split;
  FunctionOpInterface func;
  OpBuilder builder;
  Location loc;
  SmallVector<Place> places;
};
} // namespace

/// What `op` may assume, in any order of operations: not that its operands are
/// finite, for neutral elements need not be, nor are other sums; nor that they
/// are numbers, for a loop without iterations did not look at its cell.
static arith::FastMathFlags flagsOf(Operation *op) {
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fastMath)
    return arith::FastMathFlags::none;
  arith::FastMathFlags flags = fastMath.getFastMathFlagsAttr().getValue();
  if (!isExactInAnyOrder(op))
    flags = flags | arith::FastMathFlags::reassoc;
  return flags & ~(arith::FastMathFlags::nnan | arith::FastMathFlags::ninf);
}

void polymem::allowAnyOrder(Operation *op) {
  MLIRContext *context = op->getContext();
  if (auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op))
    op->setAttr(fastMath.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(context, flagsOf(op)));
  else if (auto overflow =
               dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(overflow.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    context, arith::IntegerOverflowFlags::none));
}

/// What all operations that update `accumulator` may assume.
static arith::FastMathFlags commonFlags(const Accumulator &accumulator) {
  std::optional<arith::FastMathFlags> common;
  for (const ReductionUpdate &update : accumulator.updates)
    for (Operation *op : update.operations)
      common = common ? *common & flagsOf(op) : flagsOf(op);
  return *common;
}

static Value combineTwo(OpBuilder &builder, Location loc,
                        const Accumulator &accumulator, Value a, Value b) {
  Value result = arith::getReductionOp(accumulator.kind, builder, loc, a, b);
  Operation *op = result.getDefiningOp();
  if (auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op))
    op->setAttr(fastMath.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(),
                                              commonFlags(accumulator)));
  return result;
}

/// The value that leaves every other one as it is, also the sign of zero.
static Value neutralOf(OpBuilder &builder, Location loc,
                       const Accumulator &accumulator) {
  Type type = accumulator.elementType();
  if (auto floatType = dyn_cast<FloatType>(type);
      floatType && accumulator.kind == arith::AtomicRMWKind::addf)
    return arith::ConstantFloatOp::create(
        builder, loc, floatType,
        APFloat::getZero(floatType.getFloatSemantics(), /*Negative=*/true));
  return arith::getIdentityValue(accumulator.kind, type, builder, loc);
}

Value Rewriter::makePartials(const Accumulator &accumulator, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  // One object for a function, or one for each row.
  if (split.shape == ReductionSplit::Shape::Rows)
    builder.setInsertionPointToStart(split.loop->getBlock());
  else
    builder.setInsertionPointToStart(&func.getFunctionBody().front());
  return memref::AllocaOp::create(
      builder, loc, MemRefType::get({count}, accumulator.elementType()));
}

AffineForOp Rewriter::enterLoop(int64_t count) {
  auto loop = AffineForOp::create(builder, loc, 0, count);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// Lets `loop` make every `parts`-th iteration, from number `part` on.
static void distribute(AffineForOp loop, Value part, int64_t parts) {
  int64_t step = loop.getStepAsInt();
  AffineMap map = loop.getLowerBoundMap();
  SmallVector<Value> operands(loop.getLowerBoundOperands());
  AffineExpr number = getAffineDimExpr(map.getNumDims(), loop.getContext());
  SmallVector<AffineExpr> bounds;
  for (AffineExpr bound : map.getResults())
    bounds.push_back(bound + number * step);
  operands.insert(operands.begin() + map.getNumDims(), part);
  loop.setLowerBound(operands,
                     AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(),
                                    bounds, loop.getContext()));
  loop.setStep(step * parts);
}

void Rewriter::cloneLoop(Value outerPart, Value innerPart) {
  IRMapping mapping;
  auto loop = cast<AffineForOp>(builder.clone(*split.loop, mapping));
  if (outerPart)
    distribute(loop, outerPart, split.outerPartials);
  distribute(cast<AffineForOp>(
                 mapping.lookup(AffineForOp(split.inner).getOperation())),
             innerPart, split.innerPartials);
  // What holds of these loops is another matter now.
  loop->walk(
      [](AffineForOp inner) { inner->removeAttr(scratch::LoopAttr::name); });
  // The rows of a block share what they read; a sum that is the only one does
  // not.
  if (split.shape != ReductionSplit::Shape::Rows)
    loop->setAttr(kNoTileAttr, builder.getUnitAttr());
  for (const Place &place : places)
    for (const ReductionUpdate &update : place.accumulator->updates) {
      OpBuilder::InsertionGuard guard(builder);
      auto oldLoad = cast<AffineLoadOp>(
          mapping.lookup(AffineLoadOp(update.load).getOperation()));
      builder.setInsertionPoint(oldLoad);
      oldLoad.replaceAllUsesWith(
          load(place.cell, place.cellMap, place.cellOperands));
      oldLoad.erase();
      auto oldStore = cast<AffineStoreOp>(
          mapping.lookup(AffineStoreOp(update.store).getOperation()));
      builder.setInsertionPoint(oldStore);
      AffineStoreOp::create(builder, loc, oldStore.getValueToStore(),
                            place.cell, place.cellMap, place.cellOperands);
      oldStore.erase();
      for (Operation *op : update.operations)
        allowAnyOrder(mapping.lookup(op));
    }
}

void Rewriter::computePartials() {
  OpBuilder::InsertionGuard guard(builder);
  AffineForOp outer, inner;
  if (split.outerPartials > 1)
    outer = enterLoop(split.outerPartials);
  inner = enterLoop(split.innerPartials);
  SmallVector<Value> part{inner.getInductionVar()};
  AffineExpr index = builder.getAffineDimExpr(0);
  if (outer) {
    part.push_back(outer.getInductionVar());
    index = index + builder.getAffineDimExpr(1) * split.innerPartials;
  }
  AffineMap partMap = AffineMap::get(part.size(), 0, index);
  bool rows = split.shape == ReductionSplit::Shape::Rows;
  if (rows)
    inner->setAttr(kLanesAttr, builder.getUnitAttr());
  for (Place &place : places) {
    const Accumulator &accumulator = *place.accumulator;
    if (rows) {
      place.cell = place.partials;
      place.cellMap = partMap;
      place.cellOperands = part;
    } else {
      place.cell = memref::AllocaOp::create(
          builder, loc, MemRefType::get({}, accumulator.elementType()));
      place.cellMap = AffineMap::get(builder.getContext());
    }
    AffineStoreOp::create(builder, loc, neutralOf(builder, loc, accumulator),
                          place.cell, place.cellMap, place.cellOperands);
  }
  cloneLoop(outer ? outer.getInductionVar() : Value(), inner.getInductionVar());
  for (Place &place : places)
    if (!rows)
      AffineStoreOp::create(builder, loc,
                            load(place.cell, place.cellMap, place.cellOperands),
                            place.partials, partMap, part);
}

Value Rewriter::combine(const Accumulator &accumulator, Value first,
                        int64_t begin, int64_t end, Value memref,
                        AffineExpr subscript, ArrayRef<Value> operands) {
  OpBuilder::InsertionGuard guard(builder);
  auto loop = AffineForOp::create(builder, loc, begin, end, 1, first);
  loop->setAttr(kNoTileAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> subscripts(operands);
  subscripts.push_back(loop.getInductionVar());
  Value next =
      load(memref, AffineMap::get(subscripts.size(), 0, subscript), subscripts);
  Value result = combineTwo(builder, loc, accumulator,
                            loop.getRegionIterArgs().front(), next);
  AffineYieldOp::create(builder, loc, result);
  return loop.getResult(0);
}

void Rewriter::combineStep(int64_t before, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> next;
  for (const Place &place : places)
    next.push_back(makePartials(*place.accumulator, count));
  AffineForOp loop = enterLoop(count);
  if (split.shape == ReductionSplit::Shape::Rows)
    loop->setAttr(kLanesAttr, builder.getUnitAttr());
  Value part = loop.getInductionVar();
  AffineExpr number = builder.getAffineDimExpr(0);
  AffineMap own = AffineMap::get(1, 0, number);
  for (auto [place, result] : llvm::zip_equal(places, next)) {
    Value first = load(place.partials, own, part);
    Value all =
        combine(*place.accumulator, first, 1, before / count, place.partials,
                number + builder.getAffineDimExpr(1) * count, part);
    AffineStoreOp::create(builder, loc, all, result, own, part);
    place.partials = result;
  }
}

void Rewriter::combineLast(int64_t count) {
  for (auto [place, condition] : llvm::zip_equal(places, split.conditions)) {
    OpBuilder::InsertionGuard guard(builder);
    if (IntegerSet set = condition.set) {
      auto ifOp = AffineIfOp::create(builder, loc, set, condition.operands,
                                     /*withElseRegion=*/false);
      builder.setInsertionPointToStart(ifOp.getThenBlock());
    }
    const Accumulator &accumulator = *place.accumulator;
    Value first =
        load(accumulator.memref, accumulator.map, accumulator.operands);
    Value all = combine(accumulator, first, 0, count, place.partials,
                        builder.getAffineDimExpr(0), {});
    AffineStoreOp::create(builder, loc, all, accumulator.memref,
                          accumulator.map, accumulator.operands);
  }
}

void Rewriter::run() {
  for (const Accumulator &accumulator : split.accumulators)
    places.push_back({&accumulator,
                      makePartials(accumulator, split.steps.front()),
                      {},
                      {},
                      {}});
  computePartials();
  for (size_t k = 1; k < split.steps.size(); ++k)
    combineStep(split.steps[k - 1], split.steps[k]);
  combineLast(split.steps.back());
  AffineForOp(split.loop).erase();
}

void polymem::applyRowLoopShare(const RowLoopShare &share) {
  AffineForOp loop = share.loop;
  OpBuilder builder(loop);
  auto lanes = AffineForOp::create(builder, loop.getLoc(), 0, share.lanes);
  lanes->setAttr(kLanesAttr, builder.getUnitAttr());
  loop->moveBefore(lanes.getBody()->getTerminator());
  loop->removeAttr(scratch::LoopAttr::name);
  distribute(loop, lanes.getInductionVar(), share.lanes);
}

/// A loop over the first iterations of tiles of `size` iterations of `loop`, at
/// the insertion point, which moves into it.
static AffineForOp enterOrigins(OpBuilder &builder, AffineForOp loop,
                                int64_t size) {
  auto origins =
      AffineForOp::create(builder, loop.getLoc(), loop.getLowerBoundOperands(),
                          loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                          loop.getUpperBoundMap(), loop.getStepAsInt() * size);
  origins->setAttr(kOriginsAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(origins.getBody());
  return origins;
}

/// Lets `loop` make `size` iterations from `origin` on, or less.
static void keepInTile(AffineForOp loop, Value origin, int64_t size) {
  MLIRContext *context = loop.getContext();
  AffineMap map = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  SmallVector<AffineExpr> bounds(map.getResults());
  bounds.push_back(getAffineDimExpr(map.getNumDims(), context) +
                   loop.getStepAsInt() * size);
  operands.insert(operands.begin() + map.getNumDims(), origin);
  loop.setUpperBound(operands,
                     AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(),
                                    bounds, context));
  loop.setLowerBound(origin, AffineMap::getMultiDimIdentityMap(1, context));
  loop->removeAttr(scratch::LoopAttr::name);
}

void polymem::applyReductionTiles(const ReductionTiles &tiles) {
  AffineForOp outermost = tiles.loops.front();
  OpBuilder builder(outermost);
  SmallVector<AffineForOp> origins;
  for (AffineForOp loop : tiles.loops)
    origins.push_back(enterOrigins(builder, loop, tiles.size));
  outermost->moveBefore(origins.back().getBody()->getTerminator());
  outermost->setAttr(kNoTileAttr, builder.getUnitAttr());
  for (auto [loop, origin] : llvm::zip_equal(tiles.loops, origins))
    keepInTile(loop, origin.getInductionVar(), tiles.size);
  for (const Accumulator &accumulator : tiles.accumulators)
    for (const ReductionUpdate &update : accumulator.updates)
      llvm::for_each(update.operations, allowAnyOrder);
}

void polymem::applyReductionSplit(const ReductionSplit &split,
                                  FunctionOpInterface func) {
  Rewriter(split, func).run();
}

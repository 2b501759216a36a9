//===- RecurrenceRewriter.cpp - apply a plan for a recurrence -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recurrence becomes, with tiles of T places along each side,
//
//   for w up to the first wave whose tiles have a part that comes first:
//     tile of blocks (t), U = T t, V = T (w - t):
//       for d = T w to T w + 2 T - 1:
//         tile of threads (u), v = d - u:     all of the iteration at (u, v)
//   for w from there on:
//     tile of blocks (t), U = T t, V = T (w - t):
//       tile (K) of the iterations that read nothing of the tile:
//         tile of threads (u, v): for k in K: the reduction
//     tile of blocks (t), U = T t, V = T (w - t):
//       for d = T w to T w + 2 T - 1:
//         tile of threads (u), v = d - u:     the rest
//
// Waves and tiles have numbers, and loops over them the step 1: with steps of T
// from wherever the first one is, sets have divisions.
//
//===----------------------------------------------------------------------===//

#include "RecurrenceRewriter.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Attributes.h"
#include "ReductionRewriter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

namespace {
class Rewriter {
public:
  Rewriter(const RecurrencePlan &plan, int64_t stripSize, int64_t numThreads)
      : plan(plan), nest(plan.nest), stripSize(stripSize),
        numThreads(numThreads), size(plan.tileSize), builder(nest.outer),
        loc(nest.outer.getLoc()) {}

  void run();

private:
  AffineExpr dim(unsigned k) const {
    return getAffineDimExpr(k, builder.getContext());
  }
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  /// `exprs` of `dims` and the symbols of the plan.
  AffineMap mapOf(ArrayRef<AffineExpr> exprs, ValueRange dims,
                  SmallVectorImpl<Value> &operands) const;
  Value greatest(ArrayRef<AffineExpr> exprs, ValueRange dims);
  Value least(ArrayRef<AffineExpr> exprs, ValueRange dims);

  /// A loop at the insertion point, which moves into it.
  AffineForOp enterLoop(ArrayRef<AffineExpr> lower, ArrayRef<AffineExpr> upper,
                        ValueRange dims);
  /// A tile at the insertion point, which moves into it.
  scratch::TileOp enterTile(ValueRange lower, ValueRange upper, int64_t step,
                            ArrayAttr mapping);
  template <typename Attr> ArrayAttr axes(unsigned rank) const;
  /// The tiles of `wave` as blocks of `threads` threads; the insertion point
  /// moves into one. The result is where it begins.
  std::pair<Value, Value> enterBlocks(Value wave, ArrayRef<int64_t> threads);
  /// The places of a tile as threads.
  std::pair<Value, Value> enterPlaces(Value u, Value v);
  /// `(u, v)` is the place for all that is cloned; the insertion point moves to
  /// where its iteration is executed.
  IRMapping enterIteration(Value u, Value v, bool always = false);

  void emitWaves(ArrayRef<AffineExpr> lower, ArrayRef<AffineExpr> upper,
                 bool far);
  void emitFirstPart(Value wave);
  void emitRest(Value wave, bool far);
  void clonePrefix(IRMapping &mapping, bool cheapOnly);
  /// The reduction between more bounds. (A mapping takes a loop once.)
  void cloneReduction(IRMapping mapping, ArrayRef<AffineExpr> lower,
                      ArrayRef<AffineExpr> upper, ValueRange dims,
                      bool keepBounds = true);

  const RecurrencePlan &plan;
  RecurrenceNest nest;
  int64_t stripSize, numThreads, size;
  OpBuilder builder;
  Location loc;
};
} // namespace

AffineMap Rewriter::mapOf(ArrayRef<AffineExpr> exprs, ValueRange dims,
                          SmallVectorImpl<Value> &operands) const {
  AffineMap map = AffineMap::get(dims.size(), plan.symbols.size(), exprs,
                                 builder.getContext());
  operands.assign(dims.begin(), dims.end());
  llvm::append_range(operands, plan.symbols);
  fullyComposeAffineMapAndOperands(&map, &operands);
  canonicalizeMapAndOperands(&map, &operands);
  return map;
}

Value Rewriter::greatest(ArrayRef<AffineExpr> exprs, ValueRange dims) {
  SmallVector<Value> operands;
  AffineMap map = mapOf(exprs, dims, operands);
  if (map.getNumResults() == 1)
    return AffineApplyOp::create(builder, loc, map, operands);
  return AffineMaxOp::create(builder, loc, map, operands);
}

Value Rewriter::least(ArrayRef<AffineExpr> exprs, ValueRange dims) {
  SmallVector<Value> operands;
  AffineMap map = mapOf(exprs, dims, operands);
  if (map.getNumResults() == 1)
    return AffineApplyOp::create(builder, loc, map, operands);
  return AffineMinOp::create(builder, loc, map, operands);
}

AffineForOp Rewriter::enterLoop(ArrayRef<AffineExpr> lower,
                                ArrayRef<AffineExpr> upper, ValueRange dims) {
  SmallVector<Value> lowerOperands, upperOperands;
  AffineMap lowerMap = mapOf(lower, dims, lowerOperands);
  AffineMap upperMap = mapOf(upper, dims, upperOperands);
  auto loop = AffineForOp::create(builder, loc, lowerOperands, lowerMap,
                                  upperOperands, upperMap);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

scratch::TileOp Rewriter::enterTile(ValueRange lower, ValueRange upper,
                                    int64_t step, ArrayAttr mapping) {
  SmallVector<Value> steps(lower.size(), constant(step));
  auto tile =
      scratch::TileOp::create(builder, loc, lower, upper, steps, mapping);
  builder.setInsertionPointToStart(&tile.getBody().front());
  return tile;
}

template <typename Attr> ArrayAttr Rewriter::axes(unsigned rank) const {
  SmallVector<Attribute> result;
  for (unsigned k = rank; k-- > 0;)
    result.push_back(
        Attr::get(builder.getContext(), static_cast<gpu::MappingId>(k)));
  return ArrayAttr::get(builder.getContext(), result);
}

std::pair<Value, Value> Rewriter::enterBlocks(Value wave,
                                              ArrayRef<int64_t> threads) {
  AffineExpr zero = getAffineConstantExpr(0, builder.getContext());
  SmallVector<AffineExpr> lower = {zero}, upper = {dim(0) + 1};
  for (AffineExpr last : plan.last[1])
    lower.push_back(dim(0) - last.floorDiv(size));
  for (AffineExpr last : plan.last[0])
    upper.push_back(last.floorDiv(size) + 1);
  auto tile = enterTile(greatest(lower, wave), least(upper, wave), 1,
                        axes<gpu::GPUBlockMappingAttr>(1));
  tile->setAttr(kBlockThreadsAttr, builder.getDenseI64ArrayAttr(threads));
  Value number = tile.getOrigins().front();
  return {greatest(dim(0) * size, number),
          greatest((dim(0) - dim(1)) * size, {wave, number})};
}

std::pair<Value, Value> Rewriter::enterPlaces(Value u, Value v) {
  std::array<Value, 2> lower = {u, v};
  SmallVector<Value> upper;
  for (auto [begin, last] : llvm::zip_equal(lower, plan.last)) {
    SmallVector<AffineExpr> ends = {dim(0) + size};
    for (AffineExpr expr : last)
      ends.push_back(expr + 1);
    upper.push_back(least(ends, begin));
  }
  auto tile = enterTile(lower, upper, 1, axes<gpu::GPUThreadMappingAttr>(2));
  return {tile.getOrigins()[0], tile.getOrigins()[1]};
}

IRMapping Rewriter::enterIteration(Value u, Value v, bool always) {
  SmallVector<Value> iterations;
  for (AffineExpr expr : plan.iterations)
    iterations.push_back(greatest(expr, {u, v}));
  IRMapping mapping;
  mapping.map(nest.outer.getInductionVar(), iterations[0]);
  mapping.map(nest.inner.getInductionVar(), iterations[1]);
  if (!always) {
    SmallVector<bool> equations(plan.domain.size(), false);
    IntegerSet set =
        IntegerSet::get(2, plan.symbols.size(), plan.domain, equations);
    SmallVector<Value> operands(iterations);
    llvm::append_range(operands, plan.symbols);
    canonicalizeSetAndOperands(&set, &operands);
    auto guard = AffineIfOp::create(builder, loc, set, operands,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guard.getThenBlock());
  }
  // Computations of subscripts between the loops.
  for (Operation &op : nest.outer.getBody()->without_terminator())
    if (isa<AffineApplyOp>(op))
      builder.clone(op, mapping);
  return mapping;
}

void Rewriter::clonePrefix(IRMapping &mapping, bool cheapOnly) {
  if (cheapOnly) {
    for (Operation *op : plan.cheap)
      builder.clone(*op, mapping);
    return;
  }
  for (Operation &op : *nest.inner.getBody()) {
    if (&op == nest.reduction)
      break;
    builder.clone(op, mapping);
  }
}

/// The results of `map` and of `more`, each with its operands.
static AffineMap concat(AffineMap map, ValueRange operands, AffineMap more,
                        ValueRange moreOperands,
                        SmallVectorImpl<Value> &allOperands) {
  unsigned numDims = map.getNumDims(), numSymbols = map.getNumSymbols();
  AffineMap shifted = more.shiftDims(numDims).shiftSymbols(numSymbols);
  SmallVector<AffineExpr> results(map.getResults());
  llvm::append_range(results, shifted.getResults());
  llvm::append_range(allOperands, operands.take_front(numDims));
  llvm::append_range(allOperands, moreOperands.take_front(more.getNumDims()));
  llvm::append_range(allOperands, operands.drop_front(numDims));
  llvm::append_range(allOperands, moreOperands.drop_front(more.getNumDims()));
  AffineMap all = AffineMap::get(numDims + more.getNumDims(),
                                 numSymbols + more.getNumSymbols(), results,
                                 map.getContext());
  canonicalizeMapAndOperands(&all, &allOperands);
  return all;
}

void Rewriter::cloneReduction(IRMapping mapping, ArrayRef<AffineExpr> lower,
                              ArrayRef<AffineExpr> upper, ValueRange dims,
                              bool keepBounds) {
  auto loop =
      cast<AffineForOp>(builder.clone(*nest.reduction.getOperation(), mapping));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop);
  SmallVector<Value> moreLower, moreUpper, allLower, allUpper;
  AffineMap lowerMap = mapOf(lower, dims, moreLower);
  AffineMap upperMap = mapOf(upper, dims, moreUpper);
  if (!keepBounds) {
    loop.setLowerBound(moreLower, lowerMap);
    loop.setUpperBound(moreUpper, upperMap);
    return;
  }
  AffineBound first = loop.getLowerBound(), end = loop.getUpperBound();
  AffineMap allFirst = concat(first.getMap(), loop.getLowerBoundOperands(),
                              lowerMap, moreLower, allLower);
  AffineMap allEnd = concat(end.getMap(), loop.getUpperBoundOperands(),
                            upperMap, moreUpper, allUpper);
  loop.setLowerBound(allLower, allFirst);
  loop.setUpperBound(allUpper, allEnd);
}

void Rewriter::emitFirstPart(Value wave) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t columns = std::min(size, numThreads);
  auto [u, v] = enterBlocks(wave, {columns, numThreads / columns, 1});
  if (plan.prefixFirst) {
    OpBuilder::InsertionGuard inner(builder);
    auto [placeU, placeV] = enterPlaces(u, v);
    IRMapping mapping = enterIteration(placeU, placeV);
    clonePrefix(mapping, /*cheapOnly=*/false);
  }
  Value first = plan.isWhole ? greatest(plan.first, {u, v})
                             : greatest(plan.loopFirst, {u, v});
  Value end =
      plan.isWhole ? least(plan.end, {u, v}) : least(plan.loopEnd, {u, v});
  Value strip =
      enterTile(first, end, stripSize, /*mapping=*/{}).getOrigins().front();
  auto [placeU, placeV] = enterPlaces(u, v);
  IRMapping mapping = enterIteration(placeU, placeV, plan.isWhole);
  clonePrefix(mapping, /*cheapOnly=*/true);
  // Over u, v, and where the strip begins.
  SmallVector<AffineExpr> lower = {dim(2)}, upper = {dim(2) + stripSize};
  if (plan.first && !plan.isWhole)
    lower.push_back(plan.first);
  if (plan.end)
    upper.push_back(plan.end);
  cloneReduction(mapping, lower, upper, {u, v, strip}, !plan.isWhole);
}

void Rewriter::emitRest(Value wave, bool far) {
  OpBuilder::InsertionGuard guard(builder);
  auto [u, v] = enterBlocks(wave, {numThreads, 1, 1});
  Value diagonal =
      enterLoop(dim(0) * size, dim(0) * size + (2 * size - 1), wave)
          .getInductionVar();
  // Over u, v and the diagonal.
  SmallVector<AffineExpr> lower = {dim(0), dim(2) - dim(1) - (size - 1)};
  SmallVector<AffineExpr> upper = {dim(0) + size, dim(2) - dim(1) + 1};
  for (AffineExpr last : plan.last[1])
    lower.push_back(dim(2) - last);
  for (AffineExpr last : plan.last[0])
    upper.push_back(last + 1);
  Value begin = greatest(lower, {u, v, diagonal});
  Value end = least(upper, {u, v, diagonal});
  Value placeU = enterTile(begin, end, 1, axes<gpu::GPUThreadMappingAttr>(1))
                     .getOrigins()
                     .front();
  Value placeV = greatest(dim(0) - dim(1), {diagonal, placeU});
  IRMapping mapping = enterIteration(placeU, placeV);
  clonePrefix(mapping, far && plan.prefixFirst);
  if (!far) {
    builder.clone(*nest.reduction.getOperation(), mapping);
  } else {
    SmallVector<AffineExpr> behind;
    if (plan.first) {
      cloneReduction(mapping, {}, plan.first, {u, v});
      behind.push_back(plan.first);
    }
    if (plan.end) {
      // From `firstFar` on `first` is no bound.
      if (plan.firstFar)
        behind.clear();
      behind.push_back(plan.end);
      cloneReduction(mapping, behind, {}, {u, v});
    }
  }
  for (Operation *op = nest.reduction->getNextNode();
       !op->hasTrait<OpTrait::IsTerminator>(); op = op->getNextNode())
    builder.clone(*op, mapping);
}

void Rewriter::emitWaves(ArrayRef<AffineExpr> lower, ArrayRef<AffineExpr> upper,
                         bool far) {
  OpBuilder::InsertionGuard guard(builder);
  Value wave = enterLoop(lower, upper, {}).getInductionVar();
  if (far)
    emitFirstPart(wave);
  emitRest(wave, far);
}

void Rewriter::run() {
  for (const ReductionUpdate &update : plan.updates)
    llvm::for_each(update.operations, allowAnyOrder);
  SmallVector<AffineExpr> lower, upper;
  for (AffineExpr sum : plan.firstSum)
    lower.push_back((sum - (2 * size - 2)).ceilDiv(size));
  for (AffineExpr sum : plan.lastSum)
    upper.push_back(sum.floorDiv(size) + 1);
  if (plan.firstFar) {
    AffineExpr far = plan.firstFar.ceilDiv(size);
    SmallVector<AffineExpr> nearEnd(upper);
    nearEnd.push_back(far);
    emitWaves(lower, nearEnd, /*far=*/false);
    lower.push_back(far);
  }
  emitWaves(lower, upper, /*far=*/true);
  nest.outer.erase();
}

void polymem::applyRecurrence(const RecurrencePlan &plan, int64_t stripSize,
                              int64_t numThreads) {
  Rewriter(plan, stripSize, numThreads).run();
}

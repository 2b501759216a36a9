//===- WholeLoops.cpp - loops that one block can stage as a whole ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/WholeLoops.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Tiles that can go
//===----------------------------------------------------------------------===//

/// Iterations of a tile that one block runs, some for each of its threads, in
/// less time than a launch takes.
static constexpr int64_t kMostIterations = 4096;

/// What a bound that is one value is the least or the greatest one of.
static IndexTerms expand(const IndexTerms &bound, bool isUpper) {
  if (bound.map.getNumInputs() != 1 || !bound.map.isIdentity())
    return bound;
  return IndexTerms::ofBound(bound.operands.front(), isUpper);
}

bool polymem::isOneBlock(scratch::TileOp launch) {
  for (unsigned d = 0; d < launch.getRank(); ++d) {
    auto step = getConstantIntValue(launch.getSteps()[d]);
    std::optional<int64_t> span = greatestDifference(
        launch.getUpperBounds()[d], launch.getLowerBounds()[d]);
    if (!step || !span || *span > *step)
      return false;
  }
  return true;
}

/// The least of `own` never exceeds the least of `end`.
static bool endsWithin(const IndexTerms &own, const IndexTerms &end) {
  for (unsigned r = 0; r < end.map.getNumResults(); ++r) {
    std::optional<int64_t> beyond = greatestDifference(own, end.at(r));
    if (!beyond || *beyond > 0)
      return false;
  }
  return true;
}

/// Whether result `r` of `terms` is always `value + distance`.
static bool isAt(const IndexTerms &terms, unsigned r, Value value,
                 int64_t distance) {
  IndexTerms bound = terms.at(r), from = IndexTerms::of(value);
  return greatestDifference(bound, from) == distance &&
         greatestDifference(from, bound) == -distance;
}

/// Result `r` of `terms` depends on some origin of `launch`.
static bool dependsOnOrigin(const IndexTerms &terms, unsigned r,
                            scratch::TileOp launch) {
  AffineExpr expr = terms.map.getResult(r);
  unsigned numDims = terms.map.getNumDims();
  for (auto [p, operand] : llvm::enumerate(terms.operands)) {
    auto argument = dyn_cast<BlockArgument>(operand);
    bool outside = argument
                       ? argument.getOwner() != &launch.getBody().front()
                       : !launch->isProperAncestor(operand.getDefiningOp());
    if (!outside && (p < numDims ? expr.isFunctionOfDim(p)
                                 : expr.isFunctionOfSymbol(p - numDims)))
      return true;
  }
  return false;
}

/// Fills in what stays of the upper bound of `bound`; false: `launch` must not
/// go. `anywhere`: it does not depend on where the blocks of `launch` begin.
static bool findKept(DissolvedBound &bound, scratch::TileOp launch,
                     bool &anywhere) {
  std::optional<int64_t> step =
      getConstantIntValue(launch.getSteps()[bound.outerDim]);
  IndexTerms end =
      expand(IndexTerms::of(launch.getUpperBounds()[bound.outerDim]),
             /*isUpper=*/true);
  IndexTerms own =
      expand(IndexTerms::of(bound.inner.getUpperBounds()[bound.innerDim]),
             /*isUpper=*/true);
  bool dropped = false, free = true;
  for (unsigned r = 0; r < own.map.getNumResults(); ++r) {
    bool isEnd =
        step && isAt(own, r, launch.getOrigins()[bound.outerDim], *step);
    dropped |= isEnd;
    free &= isEnd || !dependsOnOrigin(own, r, launch);
    if (!isEnd)
      bound.kept.push_back(r);
  }
  IndexTerms rest{own.map.getSubMap(bound.kept), own.operands};
  if (!bound.kept.empty() && endsWithin(rest, end)) {
    // Where blocks begin, so do steps of threads.
    std::optional<int64_t> stride =
        getConstantIntValue(bound.inner.getSteps()[bound.innerDim]);
    anywhere &= dropped && free && stride && *step % *stride == 0;
    return true;
  }
  // With one block, all of it.
  anywhere = false;
  bound.kept = llvm::to_vector(llvm::seq(own.map.getNumResults()));
  return endsWithin(own, end);
}

/// What `launch` does depends on its origins only by the bounds of `tiles`.
static bool onlyBoundsUseOrigins(scratch::TileOp launch) {
  auto boundsThreads = [&](OpOperand &use) {
    auto inner = dyn_cast<scratch::TileOp>(use.getOwner());
    return inner && inner->getParentOp() == launch;
  };
  return llvm::all_of(launch.getOrigins(), [&](BlockArgument origin) {
    return llvm::all_of(origin.getUses(), [&](OpOperand &use) {
      return boundsThreads(use) ||
             (isa<affine::AffineMinOp>(use.getOwner()) &&
              llvm::all_of(use.getOwner()->getUses(), boundsThreads));
    });
  });
}

/// `launch` has few iterations, whatever the sizes are.
static bool hasFewIterations(scratch::TileOp launch) {
  int64_t iterations = 1;
  for (unsigned d = 0; d < launch.getRank(); ++d) {
    std::optional<int64_t> span = greatestDifference(
        launch.getUpperBounds()[d], launch.getLowerBounds()[d]);
    if (!span ||
        llvm::MulOverflow(iterations, std::max<int64_t>(*span, 1),
                          iterations) ||
        iterations > kMostIterations)
      return false;
  }
  return true;
}

std::optional<SmallVector<DissolvedBound>>
polymem::canDissolve(scratch::TileOp launch) {
  for (unsigned d = 0; d < launch.getRank(); ++d)
    if (!isa_and_nonnull<gpu::GPUBlockMappingAttr>(launch.getMappingOf(d)))
      return std::nullopt;
  if (!hasFewIterations(launch))
    return std::nullopt;
  SmallVector<DissolvedBound> bounds;
  bool anywhere = true;
  for (Operation &op : launch.getBody().front().without_terminator()) {
    auto inner = dyn_cast<scratch::TileOp>(op);
    if (!inner && isMemoryEffectFree(&op) && op.getNumRegions() == 0)
      continue;
    if (!inner || !inner.isMappedToThreads())
      return std::nullopt;
    for (BlockArgument origin : launch.getOrigins()) {
      auto lower = llvm::find(inner.getLowerBounds(), Value(origin));
      if (lower == inner.getLowerBounds().end())
        return std::nullopt;
      DissolvedBound bound{inner,
                           unsigned(lower - inner.getLowerBounds().begin()),
                           origin.getArgNumber(),
                           {}};
      if (!findKept(bound, launch, anywhere))
        return std::nullopt;
      bounds.push_back(std::move(bound));
    }
  }
  if ((!anywhere || !onlyBoundsUseOrigins(launch)) && !isOneBlock(launch))
    return std::nullopt;
  return bounds;
}

//===----------------------------------------------------------------------===//
// What a loop accesses
//===----------------------------------------------------------------------===//

namespace {
/// How far values in a loop are from each other at most, in all of its
/// iterations: the greatest one minus the least one.
class Widths {
public:
  explicit Widths(Operation *loop) : loop(loop) {}

  std::optional<int64_t> of(Value value);
  /// Of the results of `terms`, the widest.
  std::optional<int64_t> of(const IndexTerms &terms);
  /// Of the one function `expr` of `terms`.
  std::optional<int64_t> of(AffineExpr expr, const IndexTerms &terms);

private:
  std::optional<int64_t> compute(Value value);

  Operation *loop;
  llvm::DenseMap<Value, std::optional<int64_t>> known;
};
} // namespace

std::optional<int64_t> Widths::of(AffineExpr expr, const IndexTerms &terms) {
  SmallVector<int64_t> flat;
  if (!expr.isPureAffine() ||
      failed(getFlattenedAffineExpr(expr, terms.map.getNumDims(),
                                    terms.map.getNumSymbols(), &flat)) ||
      flat.size() != terms.operands.size() + 1)
    return std::nullopt;
  int64_t sum = 0;
  for (auto [factor, operand] :
       llvm::zip(ArrayRef(flat).drop_back(), terms.operands)) {
    std::optional<int64_t> width = factor == 0 ? 0 : of(operand);
    int64_t term;
    if (!width || factor == std::numeric_limits<int64_t>::min() ||
        llvm::MulOverflow(std::abs(factor), *width, term) ||
        llvm::AddOverflow(sum, term, sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<int64_t> Widths::of(const IndexTerms &terms) {
  int64_t most = 0;
  for (AffineExpr expr : terms.map.getResults()) {
    std::optional<int64_t> width = of(expr, terms);
    if (!width)
      return std::nullopt;
    most = std::max(most, *width);
  }
  return most;
}

std::optional<int64_t> Widths::compute(Value value) {
  IndexDefinition definition = IndexDefinition::of(value);
  if (definition.kind == IndexDefinition::Kind::Opaque)
    return std::nullopt;
  if (!definition.isIteration())
    return of(definition.terms);
  // Within the greatest distance above each lower bound, and below each upper
  // one: the nearest.
  std::optional<int64_t> best;
  for (bool isUpper : {false, true}) {
    IndexTerms bounds =
        expand(isUpper ? definition.upper : definition.lower, isUpper);
    for (unsigned r = 0; r < bounds.map.getNumResults(); ++r) {
      IndexTerms bound = bounds.at(r);
      std::optional<int64_t> width = of(bound);
      std::optional<int64_t> span =
          isUpper ? greatestDifference(bound, definition.lower)
                  : greatestDifference(definition.upper, bound);
      int64_t sum;
      if (width && span &&
          !llvm::AddOverflow(*width, std::max<int64_t>(*span - 1, 0), sum))
        best = std::min(best.value_or(sum), sum);
    }
  }
  return best;
}

std::optional<int64_t> Widths::of(Value value) {
  Region *region = value.getParentRegion();
  if (!loop->isAncestor(region->getParentOp()))
    return 0;
  auto [entry, isNew] = known.try_emplace(value, std::nullopt);
  if (!isNew)
    return entry->second;
  std::optional<int64_t> width = compute(value);
  known[value] = width;
  return width;
}

/// `a * b`, if it is less than 2^31.
static std::optional<int64_t> times(int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product) ||
      product > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return product;
}

/// The elements of the box around what `terms` touches.
static std::optional<int64_t> boxOf(const IndexTerms &terms, Widths &widths) {
  std::optional<int64_t> elements = 1;
  for (AffineExpr expr : terms.map.getResults()) {
    std::optional<int64_t> width = widths.of(expr, terms);
    if (elements)
      elements = width ? times(*elements, *width + 1) : std::nullopt;
  }
  return elements;
}

std::optional<int64_t> polymem::boundedBytes(Operation *loop) {
  Widths widths(loop);
  llvm::MapVector<Value, int64_t> bytes;
  WalkResult result = loop->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (argument.getType().isIndex() && !widths.of(argument))
          return WalkResult::interrupt();
    IndexTerms terms;
    Value memref;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      memref = load.getMemRef();
      terms = {load.getAffineMap(), llvm::to_vector(load.getMapOperands())};
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      memref = store.getMemRef();
      terms = {store.getAffineMap(), llvm::to_vector(store.getMapOperands())};
    } else {
      bool known =
          op->getNumRegions() == 0
              ? isMemoryEffectFree(op)
              : isa<affine::AffineForOp, affine::AffineIfOp, scratch::TileOp>(
                    op);
      return known ? WalkResult::advance() : WalkResult::interrupt();
    }
    std::optional<int64_t> box = boxOf(terms, widths);
    if (box)
      box = times(*box, elementBytes(loop, cast<MemRefType>(memref.getType())));
    if (!box)
      return WalkResult::interrupt();
    bytes[memref] = std::max(bytes[memref], *box);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return std::nullopt;
  int64_t sum = 0;
  for (auto [memref, box] : bytes)
    sum += box;
  return sum;
}

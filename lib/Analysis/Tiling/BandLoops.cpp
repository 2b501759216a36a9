//===- BandLoops.cpp - loops that may be tiled together -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/BandLoops.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

bool polymem::isRematerializable(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() != 0 &&
         !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op);
}

/// True iff `value` is defined inside `op` (or is one of its loop variables).
static bool isDefinedInside(Value value, Operation *op) {
  return op->isAncestor(value.getParentBlock()->getParentOp());
}

/// Whether a bound can be written with induction variables of the band and
/// values from outside it only, which `operands` then are.
static bool composeBound(AffineMap &map, SmallVector<Value> &operands,
                         Operation *bandRoot) {
  SmallVector<Value, 8> composed(operands.begin(), operands.end());
  fullyComposeAffineMapAndOperands(&map, &composed);
  operands.assign(composed.begin(), composed.end());
  for (AffineExpr expr : map.getResults())
    if (!expr.isPureAffine())
      return false;
  return llvm::all_of(operands, [&](Value operand) {
    return !isDefinedInside(operand, bandRoot) || isAffineInductionVar(operand);
  });
}

/// The loops that `op` stands for (several for an affine.parallel); empty if
/// `op` is no loop that a band rooted at `bandRoot` may contain.
static SmallVector<BandLoop> bandLoopsOf(Operation *op, Operation *bandRoot) {
  SmallVector<BandLoop> loops;
  if (op->getNumResults() != 0 || op->hasAttr(kNoTileAttr))
    return {};
  if (auto forOp = dyn_cast<AffineForOp>(op)) {
    BandLoop loop;
    loop.iv = forOp.getInductionVar();
    loop.lower = forOp.getLowerBoundMap();
    loop.upper = forOp.getUpperBoundMap();
    loop.lowerOperands.assign(forOp.getLowerBoundOperands().begin(),
                              forOp.getLowerBoundOperands().end());
    loop.upperOperands.assign(forOp.getUpperBoundOperands().begin(),
                              forOp.getUpperBoundOperands().end());
    loop.step = forOp.getStepAsInt();
    loops.push_back(loop);
  } else if (auto parallelOp = dyn_cast<AffineParallelOp>(op)) {
    for (unsigned d = 0; d < parallelOp.getNumDims(); ++d) {
      BandLoop loop;
      loop.dim = d;
      loop.iv = parallelOp.getIVs()[d];
      loop.lower = parallelOp.getLowerBoundMap(d);
      loop.upper = parallelOp.getUpperBoundMap(d);
      loop.lowerOperands.assign(parallelOp.getLowerBoundsOperands().begin(),
                                parallelOp.getLowerBoundsOperands().end());
      loop.upperOperands.assign(parallelOp.getUpperBoundsOperands().begin(),
                                parallelOp.getUpperBoundsOperands().end());
      loop.step = parallelOp.getSteps()[d];
      loops.push_back(loop);
    }
  }
  for (BandLoop &loop : loops) {
    loop.op = op;
    if (!composeBound(loop.lower, loop.lowerOperands, bandRoot) ||
        !composeBound(loop.upper, loop.upperOperands, bandRoot))
      return {};
  }
  return loops;
}

/// The only operation in the body of `loop` that is not rematerialisable, or
/// null.
static Operation *onlyOperationIn(Operation *loop) {
  Operation *only = nullptr;
  for (Operation &op : loop->getRegion(0).front().without_terminator()) {
    if (isRematerializable(&op))
      continue;
    if (only)
      return nullptr;
    only = &op;
  }
  return only;
}

std::optional<int64_t> BandLoop::constantTripCount() const {
  return lower.isSingleConstant() ? greatestTripCount() : std::nullopt;
}

std::optional<int64_t> BandLoop::greatestTripCount() const {
  std::optional<int64_t> span = greatestDifference(
      IndexTerms{upper, upperOperands}, IndexTerms{lower, lowerOperands});
  if (!span)
    return span;
  return *span <= 0 ? 0 : (*span - 1) / step + 1;
}

/// Which bounds depend on other loops of the band at `bandRoot`.
static void markRectangular(MutableArrayRef<BandLoop> loops,
                            Operation *bandRoot) {
  auto dependsOnBand = [&](ArrayRef<Value> operands) {
    return llvm::any_of(operands, [&](Value operand) {
      return isDefinedInside(operand, bandRoot);
    });
  };
  for (BandLoop &loop : loops) {
    loop.fixedLower = !dependsOnBand(loop.lowerOperands);
    loop.fixedUpper = !dependsOnBand(loop.upperOperands);
  }
}

SmallVector<BandLoop> polymem::perfectBand(Operation *op, Operation *bandRoot) {
  SmallVector<BandLoop> chain;
  while (op && isa<AffineForOp, AffineParallelOp>(op)) {
    SmallVector<BandLoop> loops = bandLoopsOf(op, bandRoot);
    if (loops.empty())
      break;
    chain.append(loops);
    op = onlyOperationIn(op);
  }
  markRectangular(chain, bandRoot);
  return chain;
}

Sentence polymem::obstacleOf(const BandLoop &loop) {
  // MLIR's verifier takes a step of 0.
  if (loop.step <= 0)
    return sentence("the loop's step, {0}, is not positive",
                    named("Step", loop.step));
  // The product with a tile size, which is below 2^31, fits in 64 bits.
  constexpr int64_t kMaxStep = std::numeric_limits<int32_t>::max();
  if (loop.step > kMaxStep)
    return sentence("the loop's step, {0}, is not below {1}: a tile of several "
                    "iterations may exceed an index",
                    named("Step", loop.step), named("Limit", "2^31"));
  // The first iteration of such a loop in a tile is not an affine expression.
  if (!loop.fixedLower && loop.step != 1 && loop.lower.getNumResults() != 1)
    return sentence("the loop has a step other than {0} and a lower bound "
                    "that is a maximum over other loops",
                    named("AllowedStep", 1));
  return "";
}

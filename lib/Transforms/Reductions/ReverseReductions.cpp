//===- ReverseReductions.cpp - terms that are known first come first ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TermOrder.h for the decision. It is made on a copy of the function whose
// scalars are in memory; the loops of the function itself are reversed.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/TermOrder.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "ReductionRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace polymem {
#define GEN_PASS_DEF_REVERSEREDUCTIONSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// A loop in another one reads what that one writes, and computes something
/// that may be done in any order: worth a look.
static bool mayHoldReductions(func::FuncOp func, bool reassociate) {
  auto isStep = [&](Operation *op) {
    return (isa<arith::ArithFastMathInterface>(op) ||
            isa_and_nonnull<arith::ArithDialect>(op->getDialect())) &&
           op->getNumOperands() > 1 && op->getNumResults() == 1 &&
           op->getResult(0).getType().isIntOrFloat() &&
           (reassociate || mayBeReordered(op));
  };
  WalkResult walked = func.walk([&](AffineForOp loop) {
    auto around = loop->getParentOfType<AffineForOp>();
    if (!around)
      return WalkResult::advance();
    while (auto outer = around->getParentOfType<AffineForOp>())
      around = outer;
    llvm::SmallPtrSet<Value, 4> writes;
    around->walk(
        [&](AffineStoreOp store) { writes.insert(store.getMemRef()); });
    bool reads = false, steps = false;
    loop->walk([&](Operation *op) {
      auto load = dyn_cast<AffineLoadOp>(op);
      reads |= load && writes.contains(load.getMemRef());
      steps |= isStep(op);
    });
    return reads && steps ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

static SmallVector<AffineForOp> loopsOf(func::FuncOp func) {
  SmallVector<AffineForOp> loops;
  func.walk<WalkOrder::PreOrder>(
      [&](AffineForOp loop) { loops.push_back(loop); });
  return loops;
}

/// The number of an operation, kept on the copy, where scalars move to memory.
static constexpr char kNumber[] = "number";

static SmallVector<Operation *> operationsOf(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  return ops;
}

namespace {
/// Numbers of a loop among the loops, and of the steps of its reductions among
/// all operations.
struct Reversal {
  unsigned loop;
  SmallVector<unsigned> steps;
};
} // namespace

/// Why the iterations of `loop` cannot be counted from the last one on.
static StringRef whyNotReversed(AffineForOp loop) {
  if (loop.getStepAsInt() != 1)
    return "its step is not 1";
  if (loop.getUpperBoundMap().getNumResults() != 1)
    return "its last iteration is the least of several";
  return "";
}

/// Executes the iterations l, ..., u - 1 of `loop` from the last one on:
///
///   for r = 0 to u - l, with u - 1 - r for the iteration.
static void reverse(AffineForOp loop) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<Value> lowerOperands =
                         llvm::to_vector(loop.getLowerBoundOperands()),
                     upperOperands =
                         llvm::to_vector(loop.getUpperBoundOperands());
  MLIRContext *context = loop.getContext();
  // Operands of both bounds: dimensions first.
  SmallVector<Value> operands;
  llvm::append_range(operands,
                     ArrayRef(lowerOperands).take_front(lower.getNumDims()));
  llvm::append_range(operands,
                     ArrayRef(upperOperands).take_front(upper.getNumDims()));
  llvm::append_range(operands,
                     ArrayRef(lowerOperands).drop_front(lower.getNumDims()));
  llvm::append_range(operands,
                     ArrayRef(upperOperands).drop_front(upper.getNumDims()));
  unsigned numDims = lower.getNumDims() + upper.getNumDims(),
           numSymbols = lower.getNumSymbols() + upper.getNumSymbols();
  AffineExpr end =
      upper.getResult(0)
          .shiftDims(upper.getNumDims(), lower.getNumDims())
          .shiftSymbols(upper.getNumSymbols(), lower.getNumSymbols());
  SmallVector<AffineExpr> lengths;
  for (AffineExpr first : lower.getResults())
    lengths.push_back(end - first);
  AffineMap length = AffineMap::get(numDims, numSymbols, lengths, context);
  SmallVector<Value> lengthOperands = operands;
  fullyComposeAffineMapAndOperands(&length, &lengthOperands);
  // Operands of both are the same symbols only now.
  canonicalizeMapAndOperands(&length, &lengthOperands);
  length = simplifyAffineMap(length);
  canonicalizeMapAndOperands(&length, &lengthOperands);

  Value iv = loop.getInductionVar();
  AffineExpr round = getAffineDimExpr(upper.getNumDims(), context);
  AffineMap iteration =
      AffineMap::get(upper.getNumDims() + 1, upper.getNumSymbols(),
                     upper.getResult(0) - 1 - round);
  SmallVector<Value> iterationOperands = upperOperands;
  iterationOperands.insert(iterationOperands.begin() + upper.getNumDims(), iv);
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  auto apply = AffineApplyOp::create(builder, loop.getLoc(), iteration,
                                     iterationOperands);
  iv.replaceAllUsesExcept(apply, apply);
  loop.setLowerBound({}, AffineMap::getConstantMap(0, context));
  loop.setUpperBound(lengthOperands, length);
}

namespace {
struct ReverseReductionsPass
    : polymem::impl::ReverseReductionsPassBase<ReverseReductionsPass> {
  using ReverseReductionsPassBase::ReverseReductionsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return markAllAnalysesPreserved();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    Refusals refusals(getArgument(), strict);
    OwningOpRef<func::FuncOp> copy;
    SmallVector<Reversal> found;
    SmallVector<Operation *> operations = operationsOf(func);
    if (mayHoldReductions(func, reassociate)) {
      copy = func.clone();
      Builder builder(&getContext());
      for (auto [number, op] : llvm::enumerate(operationsOf(*copy)))
        op->setAttr(kNumber, builder.getI64IntegerAttr(number));
      found = find(*copy, refusals);
    }
    SmallVector<AffineForOp> loops = loopsOf(func);
    for (const Reversal &each : found) {
      for (unsigned step : each.steps)
        allowAnyOrder(operations[step]);
      reverse(loops[each.loop]);
      remarkPassed(loops[each.loop], getArgument(), "Reversed")
          << "this reduction begins with its last iteration: what is computed "
             "first is combined first";
      ++numReversed;
    }
    if (!found.empty())
      return refusals.emitRemarks();
    if (failed(refusals.nothingDone(
            func, "there is no reduction that begins with what is computed "
                  "last")))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  /// What to reverse of the function that `copy` is a copy of.
  SmallVector<Reversal> find(func::FuncOp copy, Refusals &refusals) {
    SmallVector<Reversal> result;
    if (auto [op, reason] = whatGivesOrder(copy, /*parallel=*/true); op) {
      refusals.missed(op, "OrderGiven",
                      "'" + op->getName().getStringRef() + "' " + reason);
      return result;
    }
    size_t numLoops = loopsOf(copy).size();
    demoteScalars(copy);
    SmallVector<AffineForOp> loops = loopsOf(copy);
    if (loops.size() != numLoops) {
      refusals.missed(copy, "NotReversed",
                      "not reversed: loops are others once scalars are in "
                      "memory");
      return result;
    }
    std::unique_ptr<Scop> scop = modelForPass(copy, refusals, maxIslOperations);
    if (!scop)
      return result;
    for (auto [number, loop] : llvm::enumerate(loops)) {
      if (!loop->getParentOfType<AffineForOp>() ||
          collectAccumulators(loop, reassociate).empty())
        continue;
      LoopCarry carry = carriedBy(*scop, loop, reassociate);
      if (carry.kind != LoopCarry::Kind::Reduction)
        continue;
      TermOrder order =
          termOrderOf(*scop, loop, carry.accumulators, maxIslOperations);
      if (order == TermOrder::Mixed)
        refusals.missed(loop, "Mixed",
                        "not reversed: of what its iterations read, some is "
                        "computed earlier and some later than what a later "
                        "iteration reads");
      if (order == TermOrder::Unknown)
        refusals.missed(
            loop, "Budget",
            sentence("not reversed: when what it reads is computed "
                     "is not known within {0} isl operations",
                     named("MaxIslOperations", maxIslOperations.getValue())));
      if (order != TermOrder::LastKnownFirst)
        continue;
      if (StringRef why = whyNotReversed(loop); !why.empty()) {
        refusals.missed(loop, "NotReversed", "not reversed: " + why);
        continue;
      }
      Reversal &reversal = result.emplace_back();
      reversal.loop = number;
      for (const Accumulator &cell : carry.accumulators)
        for (const ReductionUpdate &update : cell.updates)
          for (Operation *step : update.operations)
            // Steps stay what they are when scalars move, or are copied.
            if (auto of = step->getAttrOfType<IntegerAttr>(kNumber))
              reversal.steps.push_back(of.getInt());
    }
    return result;
  }
};
} // namespace

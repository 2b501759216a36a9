//===- NarrowIndices.cpp - 32-bit arithmetic on indices -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are sums (IndexForms.h) of wide values, as sizes and origins of tiles
// are, and of narrow ones, as numbers of threads and of iterations in a tile.
// With W and n for the two parts:
//
//   for W + a <= i < W + b      is  for a <= j < b, where i = W + j
//   W + n < 0                   is  n < clamp(-W), computed once
//   A[W + n]                    is  (A + W)[n]
//
// Nothing is assumed of sizes: what is wide is computed with 64 bits, outside
// of the loops in which it does not change.
//
//===----------------------------------------------------------------------===//

#include "IndexForms.h"
#include "NarrowAccesses.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace polymem {
#define GEN_PASS_DEF_NARROWINDICESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::narrowing;

static constexpr llvm::StringLiteral kPass = "polymem-narrow-indices";

namespace {
/// Narrows the operations of one kernel, from the outside in.
class Narrower {
public:
  explicit Narrower(const DataFlowSolver &solver) : forms(solver) {}

  void run(gpu::GPUFuncOp kernel);

  unsigned numLoops = 0, numComparisons = 0, numOperations = 0, numAccesses = 0;

private:
  void narrowLoop(scf::ForOp loop);
  void narrowComparison(arith::CmpIOp compare);
  void compareWithCutOff(arith::CmpIOp compare, arith::CmpIPredicate predicate,
                         const IndexForm &number, Interval range,
                         const IndexForm &bound);
  void replaceComparison(arith::CmpIOp compare, arith::CmpIPredicate predicate,
                         Value lhs, Value rhs);
  void narrowBinary(Operation *op);

  IndexForms forms;
};

/// The window that a loop's iterations are in: from `lower` to `upper`, which
/// are W plus narrow numbers.
struct Window {
  SplitForm lower, upper;
  /// They are the loop's own bounds, and not what is known of them.
  bool lowerIsExact, upperIsExact;
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// More operands of one bound are not looked at.
static constexpr size_t kMostBounds = 16;

/// `bound` and, if it is a maximum (`Extreme`) of values, those values: it is
/// as large as each of them. For minima the other way round.
template <typename Extreme>
static void collectBounds(Value bound, SmallVectorImpl<Value> &result) {
  if (result.size() >= kMostBounds)
    return;
  result.push_back(bound);
  if (auto extreme = bound.getDefiningOp<Extreme>())
    for (Value operand : extreme->getOperands())
      collectBounds<Extreme>(operand, result);
}

static std::optional<Window> findWindow(scf::ForOp loop,
                                        const IndexForms &forms) {
  SmallVector<Value> lowers, uppers;
  collectBounds<arith::MaxSIOp>(loop.getLowerBound(), lowers);
  collectBounds<arith::MinSIOp>(loop.getUpperBound(), uppers);
  for (Value lower : lowers)
    for (Value upper : uppers) {
      std::optional<SplitForm> from = forms.split(lower),
                               to = forms.split(upper);
      if (from && to && from->wide == to->wide &&
          from->range.low < to->range.high)
        return Window{*from, *to, lower == lowers.front(),
                      upper == uppers.front()};
    }
  return std::nullopt;
}

void Narrower::narrowLoop(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp() ||
      !step || *step <= 0 || *step > kGreatest)
    return;
  std::optional<Window> window = findWindow(loop, forms);
  if (!window)
    return;
  const IndexForm &base = window->lower.wide;
  int64_t low = window->lower.range.low, high = window->upper.range.high;
  IndexForm length = window->upper.narrow;
  length.add(window->lower.narrow, -1);
  std::optional<Interval> lengths = rangeOf(length, forms);
  int64_t rounds =
      lengths ? llvm::divideCeil(std::max<int64_t>(lengths->high, 0), *step)
              : llvm::divideCeil(high - low, *step);
  forms.setRounds(loop, rounds);
  // A condition in the form of a loop.
  if (rounds <= 1)
    return;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type i32 = builder.getI32Type();
  // Beyond the other end of the window, a bound is as good as that end.
  auto clipped = [&](Value bound, bool isUpper) -> Value {
    Value value = bound;
    if (!base.terms.empty())
      value = arith::SubIOp::create(builder, loc, bound,
                                    emitForm(base, /*narrow=*/false, loop));
    Value end =
        arith::ConstantIndexOp::create(builder, loc, isUpper ? low : high);
    if (isUpper)
      value = arith::MaxSIOp::create(builder, loc, value, end);
    else
      value = arith::MinSIOp::create(builder, loc, value, end);
    return arith::IndexCastOp::create(builder, loc, i32, value);
  };
  Value lower = window->lowerIsExact
                    ? emitForm(window->lower.narrow, /*narrow=*/true, loop)
                    : clipped(loop.getLowerBound(), /*isUpper=*/false);
  Value upper = window->upperIsExact
                    ? emitForm(window->upper.narrow, /*narrow=*/true, loop)
                    : clipped(loop.getUpperBound(), /*isUpper=*/true);
  loop.setLowerBound(lower);
  loop.setUpperBound(upper);
  loop.setStep(arith::ConstantIntOp::create(builder, loc, i32, *step));
  Value variable = loop.getInductionVar();
  variable.setType(i32);
  builder.setInsertionPointToStart(loop.getBody());
  auto number = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           variable);
  forms.setRange(number, {low, high - 1});
  Value index = number;
  if (!base.terms.empty()) {
    Operation *first = number;
    index = arith::AddIOp::create(
        builder, loc, emitForm(base, /*narrow=*/false, first), number);
  }
  variable.replaceAllUsesExcept(index, number);
  ++numLoops;
}

//===----------------------------------------------------------------------===//
// Comparisons and other operations
//===----------------------------------------------------------------------===//

/// The predicate with its operands in the other order.
static arith::CmpIPredicate swapped(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::slt:
    return P::sgt;
  case P::sle:
    return P::sge;
  case P::sgt:
    return P::slt;
  case P::sge:
    return P::sle;
  case P::ult:
    return P::ugt;
  case P::ule:
    return P::uge;
  case P::ugt:
    return P::ult;
  case P::uge:
    return P::ule;
  case P::eq:
  case P::ne:
    return predicate;
  }
  llvm_unreachable("no such predicate");
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
}

void Narrower::replaceComparison(arith::CmpIOp compare,
                                 arith::CmpIPredicate predicate, Value lhs,
                                 Value rhs) {
  OpBuilder builder(compare);
  compare.replaceAllUsesWith(
      arith::CmpIOp::create(builder, compare.getLoc(), predicate, lhs, rhs)
          .getResult());
  ++numComparisons;
}

/// Compares `number`, which is narrow and in `range`, with `bound`, cut off to
/// just outside of it, before the loops in which `bound` does not change.
void Narrower::compareWithCutOff(arith::CmpIOp compare,
                                 arith::CmpIPredicate predicate,
                                 const IndexForm &number, Interval range,
                                 const IndexForm &bound) {
  SmallVector<Value> values(llvm::make_first_range(bound.terms));
  Operation *place = hoistingPoint(values, compare);
  if (forms.roundsBetween(place, compare) < kWorthwhileRounds)
    return;
  Value limit = emitForm(bound, /*narrow=*/false, compare);
  OpBuilder builder(place);
  Location loc = compare.getLoc();
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  limit =
      builder.createOrFold<arith::MaxSIOp>(loc, limit, constant(range.low - 1));
  limit = builder.createOrFold<arith::MinSIOp>(loc, limit,
                                               constant(range.high + 1));
  limit = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), limit);
  replaceComparison(compare, predicate,
                    emitForm(number, /*narrow=*/true, compare), limit);
}

void Narrower::narrowComparison(arith::CmpIOp compare) {
  if (!compare.getLhs().getType().isIndex())
    return;
  arith::CmpIPredicate predicate = compare.getPredicate();
  IndexForm left = formOf(compare.getLhs()), right = formOf(compare.getRhs());
  std::optional<SplitForm> a = forms.split(left), b = forms.split(right);
  if (a && b && a->isNarrow() && b->isNarrow())
    return replaceComparison(compare, predicate,
                             emitForm(left, /*narrow=*/true, compare),
                             emitForm(right, /*narrow=*/true, compare));
  if (isUnsigned(predicate))
    return;
  // Of wide values there are the sums already.
  auto asItIs = [](Value value) { return IndexForm{0, {{value, 1}}}; };
  if (a && b && a->isNarrow() && b->narrow.terms.empty())
    return compareWithCutOff(compare, predicate, left, a->range,
                             asItIs(compare.getRhs()));
  if (a && b && b->isNarrow() && a->narrow.terms.empty())
    return compareWithCutOff(compare, swapped(predicate), right, b->range,
                             asItIs(compare.getLhs()));
  // W + n against 0, with n of a positive factor.
  IndexForm difference;
  difference.add(left);
  difference.add(right, -1);
  std::optional<SplitForm> parts = forms.split(difference.withoutConstant());
  if (!parts || parts->narrow.terms.empty())
    return;
  int64_t sign = parts->narrow.terms.front().second < 0 ? -1 : 1;
  IndexForm number, bound;
  number.add(parts->narrow, sign);
  bound.add({difference.constant, parts->wide.terms}, -sign);
  if (std::optional<Interval> range = rangeOf(number, forms))
    compareWithCutOff(compare, sign < 0 ? swapped(predicate) : predicate,
                      number, *range, bound);
}

/// Minima, maxima, quotients and remainders of narrow values.
void Narrower::narrowBinary(Operation *op) {
  Value result = op->getResult(0);
  std::optional<Interval> range = forms.rangeOf(result);
  if (!result.getType().isIndex() || !range)
    return;
  for (Value operand : op->getOperands()) {
    std::optional<SplitForm> parts = forms.split(operand);
    if (!parts || !parts->isNarrow() ||
        (isa<arith::DivUIOp, arith::RemUIOp>(op) && parts->range.low < 0))
      return;
  }
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(emitForm(formOf(operand), /*narrow=*/true, op));
  OperationState state(op->getLoc(), op->getName(), operands,
                       builder.getI32Type());
  Value number = builder.create(state)->getResult(0);
  auto index = arith::IndexCastOp::create(builder, op->getLoc(),
                                          builder.getIndexType(), number);
  forms.setRange(index, *range);
  result.replaceAllUsesWith(index);
  ++numOperations;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Moves what is computed of indices only out of loops in which it does not
/// change, so that it is one value for all iterations.
static void hoistInvariants(LoopLikeOpInterface loop) {
  if (!mayHoistFrom(loop))
    return;
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        return isPure(op) && op->getNumRegions() == 0 &&
               llvm::all_of(op->getResultTypes(),
                            [](Type type) { return type.isIndex(); });
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

void Narrower::run(gpu::GPUFuncOp kernel) {
  kernel.walk<WalkOrder::PostOrder>(hoistInvariants);
  SmallVector<Operation *> operations;
  kernel.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { operations.push_back(op); });
  for (Operation *op : operations)
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](scf::ForOp loop) { narrowLoop(loop); })
        .Case([&](arith::CmpIOp compare) { narrowComparison(compare); })
        .Case<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp,
              arith::DivSIOp, arith::RemSIOp, arith::DivUIOp, arith::RemUIOp>(
            [&](Operation *binary) { narrowBinary(binary); })
        .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
          numAccesses += narrowAccess(access, access.getMemrefMutable(),
                                      access.getIndicesMutable(), forms);
        })
        .Case<vector::LoadOp, vector::StoreOp>([&](auto access) {
          numAccesses += narrowAccess(access, access.getBaseMutable(),
                                      access.getIndicesMutable(), forms);
        });
}

namespace {
struct NarrowIndicesPass
    : polymem::impl::NarrowIndicesPassBase<NarrowIndicesPass> {
  using NarrowIndicesPassBase::NarrowIndicesPassBase;

  void runOnOperation() override {
    DataFlowSolver solver;
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    getOperation().walk([&](gpu::GPUFuncOp kernel) {
      Narrower narrower(solver);
      narrower.run(kernel);
      numLoops += narrower.numLoops;
      numComparisons += narrower.numComparisons;
      numAccesses += narrower.numAccesses;
      remarkAnalysis(kernel, kPass, "NarrowIndices")
          << sentence("indices of this kernel are narrow in {0} loops, {1} "
                      "comparisons, {2} "
                      "accesses to memory and {3} other operations",
                      named("Loops", narrower.numLoops),
                      named("Comparisons", narrower.numComparisons),
                      named("Accesses", narrower.numAccesses),
                      named("Operations", narrower.numOperations));
    });
  }
};
} // namespace

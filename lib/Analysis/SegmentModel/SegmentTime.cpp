//===- SegmentTime.cpp - what a segment executes --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentTime.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "ValueRanges.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;
using prem::OpClass;

int64_t polymem::priceOf(OpClass which, const Multicore &machine) {
  switch (which) {
  case OpClass::Load:
    return machine.ops.load;
  case OpClass::Store:
    return machine.ops.store;
  case OpClass::Int:
    return machine.ops.integer;
  case OpClass::IntMul:
    return machine.ops.integerMul;
  case OpClass::IntDiv:
    return machine.ops.integerDiv;
  case OpClass::Float:
    return machine.ops.floating;
  case OpClass::FloatMul:
    return machine.ops.floatingMul;
  case OpClass::FloatDiv:
    return machine.ops.floatingDiv;
  case OpClass::Special:
    return machine.ops.special;
  case OpClass::Branch:
    return machine.ops.branch;
  }
  llvm_unreachable("all classes have a price");
}

namespace {
/// How often a block is executed: the iterations of the first `depth`
/// dimensions of a tile, times a constant.
struct Times {
  unsigned depth = 0;
  int64_t factor = 1;
};

class SegmentTimer {
public:
  SegmentTimer(prem::ComponentOp component, ArrayRef<CutLoop> loops,
               const Multicore &machine, SegmentModel &model,
               ModelObstacle &obstacle)
      : component(component), loops(loops), machine(machine), whole(model),
        model(model.component), obstacle(obstacle) {
    for (auto [number, loop] : llvm::zip(component.getTileNumbers(), loops))
      ranges.add(number, {0, (loop.loop.trips - 1) / loop.tile});
  }

  bool visit(Block &block, Times times);

private:
  bool refuse(Operation *op, StringRef name, const Sentence &text) {
    obstacle = {op, name, text};
    return false;
  }
  std::optional<unsigned> dimensionOf(AffineForOp loop);
  bool isOrigin(Value value, unsigned dimension);
  bool visitLoop(AffineForOp loop, Times times);
  bool visitCondition(AffineIfOp op, Times times);
  bool add(prem::CountOp count, Times times);

  prem::ComponentOp component;
  ArrayRef<CutLoop> loops;
  const Multicore &machine;
  ValueRanges ranges;
  SegmentModel &whole;
  makespan::Component &model;
  ModelObstacle &obstacle;
  /// The induction variable of the innermost loop, and how often that loop is
  /// executed.
  Value innermost;
  Times outside;
};
} // namespace

/// The dimension whose points in the tile `loop` iterates over: it begins where
/// the tile does.
std::optional<unsigned> SegmentTimer::dimensionOf(AffineForOp loop) {
  for (Value operand : loop.getLowerBoundOperands())
    for (unsigned d = 0; d < loops.size(); ++d)
      if (isOrigin(operand, d))
        return d;
  return std::nullopt;
}

/// Where a tile begins in a dimension.
bool SegmentTimer::isOrigin(Value value, unsigned dimension) {
  auto origin = value.getDefiningOp<AffineApplyOp>();
  return origin && origin->getParentOp() == component &&
         llvm::is_contained(origin->getOperands(),
                            component.getTileNumbers()[dimension]);
}

bool SegmentTimer::visitLoop(AffineForOp loop, Times times) {
  IndexDefinition definition = IndexDefinition::of(loop.getInductionVar());
  const IndexTerms &upper = definition.upper, &lower = definition.lower;
  std::optional<int64_t> most = greatestDifference(upper, lower);
  int64_t step = loop.getStepAsInt();
  std::optional<int64_t> iterations =
      step < 1 ? std::nullopt
      : most   ? std::optional(*most <= 0 ? 0 : (*most - 1) / step + 1)
               : ranges.mostIterations(loop);
  if (!iterations)
    return refuse(loop, "UnknownTrips",
                  "how often a loop in a segment is executed is not known");
  int64_t trips = *iterations;
  std::optional<unsigned> d = dimensionOf(loop);
  Value before = std::exchange(innermost, loop.getInductionVar());
  Times beforeTimes = std::exchange(outside, times);
  bool isPoints =
      d && *d >= times.depth && times.factor == 1 && trips <= loops[*d].tile;
  if (isPoints) {
    times.depth = *d + 1;
    // A triangle has fewer.
    for (const IndexTerms &bound : {lower, upper})
      for (Value operand : bound.operands)
        whole.timesAreBounds |= !isOrigin(operand, *d);
  } else if (llvm::MulOverflow(times.factor, trips, times.factor)) {
    return refuse(loop, "UnknownTrips",
                  "a loop in a segment is executed too often");
  } else if (!loop.hasConstantBounds()) {
    std::optional<int64_t> least = greatestDifference(lower, upper);
    whole.timesAreBounds |= !most || !least || -*least != *most;
  }
  bool done = visit(*loop.getBody(), times);
  innermost = before;
  outside = beforeTimes;
  return done;
}

/// What needs one value of the innermost loop is executed once for all of its
/// iterations.
bool SegmentTimer::visitCondition(AffineIfOp op, Times times) {
  IntegerSet set = op.getIntegerSet();
  Times inside = times;
  for (auto [expr, isEqual] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    for (auto [position, operand] : llvm::enumerate(op->getOperands())) {
      AffineExpr variable =
          position < set.getNumDims()
              ? getAffineDimExpr(position, op.getContext())
              : getAffineSymbolExpr(position - set.getNumDims(),
                                    op.getContext());
      AffineExpr rest = simplifyAffineExpr(expr - variable, set.getNumDims(),
                                           set.getNumSymbols());
      if (isEqual && operand == innermost && isa<AffineConstantExpr>(rest))
        inside = outside;
    }
  }
  // Tiles without that iteration have less to do.
  whole.timesAreBounds = true;
  if (op.hasElse() && !visit(*op.getElseBlock(), times))
    return false;
  return visit(*op.getThenBlock(), inside);
}

bool SegmentTimer::add(prem::CountOp count, Times times) {
  int64_t cycles, price = priceOf(count.getOperations(), machine);
  int64_t &sum =
      times.depth == 0 ? model.segmentTime : model.loopTimes[times.depth - 1];
  if (llvm::MulOverflow<int64_t>(count.getCount(), price, cycles) ||
      llvm::MulOverflow(cycles, times.factor, cycles) ||
      llvm::AddOverflow(sum, cycles, sum))
    return refuse(count, "UnknownTrips", "a segment takes too long");
  return true;
}

bool SegmentTimer::visit(Block &block, Times times) {
  for (Operation &op : block) {
    bool done = true;
    if (auto count = dyn_cast<prem::CountOp>(op))
      done = add(count, times);
    else if (auto loop = dyn_cast<AffineForOp>(op))
      done = visitLoop(loop, times);
    else if (auto condition = dyn_cast<AffineIfOp>(op))
      done = visitCondition(condition, times);
    else if (op.getNumRegions() != 0)
      done = refuse(&op, "UnknownTrips",
                    "how often '" + op.getName().getStringRef() +
                        "' executes what is inside is not known");
    if (!done)
      return false;
  }
  return true;
}

/// A tile of several iterations begins at a multiple of its number, and one of
/// one iteration at the number.
static void splitOrigins(prem::ComponentOp component, ArrayRef<CutLoop> loops,
                         const Multicore &machine, makespan::Component &model) {
  for (auto origin : component.getBody().front().getOps<AffineApplyOp>())
    for (auto [d, number] : llvm::enumerate(component.getTileNumbers())) {
      if (!llvm::equal(origin->getOperands(), ValueRange(number)))
        continue;
      if (loops[d].tile == 1)
        model.originTimes[d] += priceOf(OpClass::IntMul, machine);
      origin.getAffineMap().getResult(0).walk([&, d = d](AffineExpr expr) {
        bool isProduct = expr.getKind() == AffineExprKind::Mul;
        if (!isProduct && expr.getKind() != AffineExprKind::Add)
          return;
        int64_t price =
            priceOf(isProduct ? OpClass::IntMul : OpClass::Int, machine);
        (isProduct ? model.originTimes : model.dimensionTimes)[d] += price;
        model.segmentTime -= price;
      });
    }
}

bool polymem::timeSegment(prem::ComponentOp component, ArrayRef<CutLoop> loops,
                          const Multicore &machine, SegmentModel &model,
                          ModelObstacle &obstacle) {
  model.component.segmentTime = 0;
  for (auto *times :
       {&model.component.loopTimes, &model.component.dimensionTimes,
        &model.component.originTimes})
    times->assign(loops.size(), 0);
  if (!SegmentTimer(component, loops, machine, model, obstacle)
           .visit(component.getBody().front(), {}))
    return false;
  splitOrigins(component, loops, machine, model.component);
  return true;
}

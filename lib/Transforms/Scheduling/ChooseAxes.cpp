//===- ChooseAxes.cpp - loops skewed for neighbouring threads -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TR78, Algorithm 1, with its candidates ranked by the cost model. All work is
// done on copies of the function; one takes its place if it is better.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Analysis/Scheduling/SkewedLoops.h"
#include "PolyMem/Analysis/Tiling/ThreadDirections.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include <limits>

namespace polymem {
#define GEN_PASS_DEF_CHOOSEAXESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
/// Which loops values are computed from: none, one, or several. Each value is
/// looked at once, in the order of the program.
class LoopsOfValues {
public:
  /// `op` is the next one of the program; whether it is an access with a
  /// subscript that is a function of several loops.
  bool visit(Operation *op);

private:
  /// The induction variable of the only loop, null for none.
  struct Loops {
    Value one;
    bool several = false;

    void add(const Loops &other) {
      several |= other.several || (one && other.one && one != other.one);
      if (!one)
        one = other.one;
    }
  };

  DenseMap<Value, Loops> known;
};
} // namespace

bool LoopsOfValues::visit(Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    known[loop.getInductionVar()] = {loop.getInductionVar()};
    return false;
  }
  AffineMap map;
  ValueRange operands;
  if (auto load = dyn_cast<affine::AffineReadOpInterface>(op)) {
    map = load.getAffineMap();
    operands = load.getMapOperands();
  } else if (auto store = dyn_cast<affine::AffineWriteOpInterface>(op)) {
    map = store.getAffineMap();
    operands = store.getMapOperands();
  }
  if (!map) {
    Loops loops;
    if (op->getNumResults() == 1 && op->getNumRegions() == 0)
      for (Value operand : op->getOperands())
        loops.add(known.lookup(operand));
    if (loops.one)
      known[op->getResult(0)] = loops;
    return false;
  }
  return llvm::any_of(map.getResults(), [&](AffineExpr subscript) {
    Loops loops;
    for (auto [d, operand] : llvm::enumerate(operands))
      if (d < map.getNumDims()
              ? subscript.isFunctionOfDim(d)
              : subscript.isFunctionOfSymbol(d - map.getNumDims()))
        loops.add(known.lookup(operand));
    return loops.several;
  });
}

/// Without such an access, no direction along several loops is better than
/// those along one of them.
static bool hasSumOfLoops(func::FuncOp func) {
  LoopsOfValues loops;
  return func
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        return loops.visit(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// A copy of the function, modelled, and its nests of interest.
struct Copy {
  OwningOpRef<func::FuncOp> func;
  std::unique_ptr<Scop> scop;
  std::vector<ThreadNest> nests;
};

struct ChooseAxesPass : polymem::impl::ChooseAxesPassBase<ChooseAxesPass> {
  using ChooseAxesPassBase::ChooseAxesPassBase;
  ChooseAxesPass(ChooseAxesPassOptions options, OpPassManager passes)
      : ChooseAxesPassBase(std::move(options)), passes(std::move(passes)) {}

  void getDependentDialects(DialectRegistry &registry) const override;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Copy makeCopy();
  OwningOpRef<func::FuncOp>
  skewed(size_t nest, const ThreadDirection &direction, Sentence &reason);
  double measure(func::FuncOp variant);
  bool chooseFor(const Copy &copy, size_t nest);

  TrialPasses passes;
  const Machine *target = nullptr;
  CostOptions cost;
  /// What the function takes as it is; unknown so far.
  std::optional<double> current;
  unsigned numTried = 0;
};

} // namespace

void ChooseAxesPass::getDependentDialects(DialectRegistry &registry) const {
  ChooseAxesPassBase::getDependentDialects(registry);
  passes.getDependentDialects(pipeline, registry);
}

LogicalResult ChooseAxesPass::initialize(MLIRContext * /*context*/) {
  return passes.initialize(pipeline);
}

static bool isParallel(Operation *loop) {
  auto known = scratch::LoopAttr::of(loop);
  return known && known.getParallel();
}

static unsigned numParallelLoops(func::FuncOp func) {
  unsigned count = 0;
  func.walk([&](Operation *op) { count += isParallel(op); });
  return count;
}

Copy ChooseAxesPass::makeCopy() {
  Copy copy;
  copy.func = getOperation().clone();
  demoteScalars(*copy.func);
  hoistAllocas(*copy.func);
  Refusals refusals(getArgument(), /*strict=*/false);
  copy.scop = modelForPass(*copy.func, refusals, maxIslOperations);
  if (!copy.scop)
    return copy;
  IslOperationsGuard guard(copy.scop->ctx(), maxIslOperations);
  copy.nests = findThreadNests(*copy.scop, isParallel);
  return copy;
}

/// "3 of 4 references along j + i".
static std::string coalescedText(const ThreadNest &nest,
                                 const ThreadDirection &direction) {
  auto coalesced = llvm::count_if(direction.adjacency, [](Adjacency each) {
    return each == Adjacency::Same || each == Adjacency::Contiguous;
  });
  return llvm::formatv("{0} of {1} references along {2}", coalesced,
                       nest.references.size(), textOf(nest, direction))
      .str();
}

/// A copy of the function with loops of nest number `nest` skewed; null, and
/// the reason, if that is not possible.
OwningOpRef<func::FuncOp>
ChooseAxesPass::skewed(size_t nest, const ThreadDirection &direction,
                       Sentence &reason) {
  Copy copy = makeCopy();
  if (!copy.scop || nest >= copy.nests.size()) {
    reason = "the function cannot be modelled";
    return {};
  }
  ArrayRef<Value> loops = copy.nests[nest].loops;
  LoopSkews skews;
  skews.axis = loops[direction.loop];
  for (auto [d, step] : llvm::enumerate(direction.steps))
    if (d != direction.loop && step != 0)
      skews.steps[loops[d]] = step;
  std::optional<SkewedSchedule> order;
  for (bool reorderLives : {true, false}) {
    auto constraints =
        OrderConstraints::of(*copy.scop, reorderLives, maxIslOperations);
    if (!constraints) {
      reason = "the dependences exceed the budget of isl operations";
      return {};
    }
    if (reorderLives && constraints->reordered.empty())
      continue;
    order =
        skewLoops(*copy.scop, skews, *constraints, maxIslOperations, reason);
    if (order)
      break;
  }
  if (!order)
    return {};
  SmallVector<scratch::LoopAttr> places;
  for (Value iv : order->loops)
    places.push_back(
        iv ? scratch::LoopAttr::of(affine::getForInductionVarOwner(iv))
           : scratch::LoopAttr());
  unsigned before = numParallelLoops(*copy.func);
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  options.onLoop = [&](Operation *loop, StringRef mark) {
    auto place = Schedule::loopOf(mark);
    if (place && place->first < places.size() && places[place->first])
      setLoopPlace(loop, places[place->first].getBand(),
                   places[place->first].getMember());
  };
  if (failed(regenerateFunction(*copy.func, *copy.scop, order->schedule.tree,
                                reason, options)))
    return {};
  privatizeAllocas(*copy.func, maxIslOperations);
  if (!annotateLoops(*copy.func, getArgument(), maxIslOperations) ||
      numParallelLoops(*copy.func) < before) {
    reason = "fewer loops are known to be parallel then";
    return {};
  }
  return std::move(copy.func);
}

/// What the launches of the function take with the body of `variant`, in
/// microseconds; the function is as before then.
double ChooseAxesPass::measure(func::FuncOp variant) {
  func::FuncOp func = getOperation();
  OwningOpRef<func::FuncOp> before(func.clone()), after(variant.clone());
  func.getBody().takeBody((*after).getBody());
  double time = TrialPasses::kImpossible;
  {
    Silence silence(&getContext());
    if (succeeded(runPipeline(*passes, func)))
      time = TrialPasses::microsecondsOf(computeCost(func, *target, cost),
                                         *target);
  }
  func.getBody().takeBody(before->getBody());
  func->setAttrs((*before)->getAttrDictionary());
  return time;
}

/// Skews loops of nest number `nest` of `copy`, which is like the function, if
/// that is better; whether it did.
bool ChooseAxesPass::chooseFor(const Copy &copy, size_t nest) {
  func::FuncOp func = getOperation();
  const ThreadNest &loops = copy.nests[nest];
  std::vector<ThreadDirection> directions;
  {
    IslOperationsGuard guard(copy.scop->ctx(), maxIslOperations);
    directions = findDirections(*copy.scop, loops);
  }
  if (directions.empty() || !directions.front().isSkewed())
    return false;
  auto straight = llvm::find_if_not(
      directions, [](const ThreadDirection &each) { return each.isSkewed(); });
  std::string all;
  llvm::raw_string_ostream os(all);
  llvm::interleave(
      directions, os,
      [&](const ThreadDirection &each) { os << coalescedText(loops, each); },
      "; ");
  remarkAnalysis(loops.root, getArgument(), "Axes")
      << sentence("coalesced are {0}", named("Directions", all));

  bool modelled = !passes.empty();
  if (modelled && !current)
    current = measure(func);
  OwningOpRef<func::FuncOp> best;
  const ThreadDirection *chosen = nullptr;
  double least = modelled ? *current * (1 - minGain) : 0;
  for (const ThreadDirection &direction : directions) {
    if (!direction.isSkewed() || numTried == maxVariants)
      break;
    ++numTried;
    ++numVariants;
    Sentence reason;
    OwningOpRef<func::FuncOp> variant = skewed(nest, direction, reason);
    double time = variant && modelled ? measure(*variant) : 0;
    auto text = named("Direction", textOf(loops, direction));
    if (!variant)
      remarkMissed(loops.root, getArgument(), "NotSkewed")
          << sentence("threads are not along {0}: {1}", text, reason);
    else if (modelled && !(time < least))
      remarkMissed(loops.root, getArgument(), "NotSkewed") << sentence(
          "threads are not along {0}: {1} microseconds in the model, {2} along "
          "{3}",
          text, named("Microseconds", llvm::formatv("{0:f1}", time).str()),
          named("Default", llvm::formatv("{0:f1}", *current).str()),
          named("Straight", textOf(loops, *straight)));
    else {
      best = std::move(variant);
      chosen = &direction;
      least = time;
    }
    // Without a model, the first one that is legal is the best.
    if (best && !modelled)
      break;
  }
  if (!best)
    return false;
  ++numSkewed;
  Sentence times;
  if (modelled)
    times =
        sentence(": {0} microseconds in the model instead of {1}",
                 named("Microseconds", llvm::formatv("{0:f1}", least).str()),
                 named("Default", llvm::formatv("{0:f1}", *current).str()));
  remarkPassed(loops.root, getArgument(), "Skewed")
      << sentence("loops are skewed so that threads are along {0}{1}",
                  named("Direction", textOf(loops, *chosen)), times);
  current = least;
  func.getBody().takeBody((*best).getBody());
  return true;
}

void ChooseAxesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  numTried = 0;
  current.reset();
  if (func.isExternal() || !hasSumOfLoops(func) ||
      whatGivesOrder(func, /*parallel=*/true).first)
    return markAllAnalysesPreserved();
  FailureOr<Machine> machineOfFunction =
      targetMachine(func, machine, getArgument());
  FailureOr<llvm::StringMap<int64_t>> sizes = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(machineOfFunction) || failed(sizes))
    return signalPassFailure();
  if (machineOfFunction->kind != Machine::Kind::GPU) {
    func.emitError(getArgument())
        << ": machine '" << machineOfFunction->name
        << "' is not a GPU, and axes are those of its threads";
    return signalPassFailure();
  }
  target = &*machineOfFunction;
  cost = CostOptions();
  cost.sizes = std::move(*sizes);
  cost.otherwise = assumedSizeOf(func, assumedSize);
  cost.maxParts = maxParts;
  BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
  bool changed = false;
  Copy copy = makeCopy();
  for (size_t nest = 0; nest < copy.nests.size() && numTried < maxVariants;
       ++nest) {
    if (!chooseFor(copy, nest))
      continue;
    changed = true;
    size_t before = copy.nests.size();
    copy = makeCopy();
    // The nest may add up no loops any more.
    nest -= copy.nests.size() < before;
  }
  if (!changed)
    markAllAnalysesPreserved();
}

std::unique_ptr<Pass>
polymem::createChooseAxesPass(ChooseAxesPassOptions options,
                              OpPassManager passes) {
  if (options.pipeline.empty())
    options.pipeline = TrialPasses::textOf(passes);
  return std::make_unique<ChooseAxesPass>(std::move(options),
                                          std::move(passes));
}

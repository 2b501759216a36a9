//===- PremOptimize.cpp - plans with the least makespan -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Conversion/PremArrays.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "Reports.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FileSystem.h"

namespace polymem {
#define GEN_PASS_DEF_PREMOPTIMIZEPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Passes that make components of a function with plans, as `polymem-to-prem`
/// does.
static OpPassManager passesToComponents(StringRef machine,
                                        unsigned long maxIslOperations) {
  OpPassManager manager(func::FuncOp::getOperationName());
  TilePassOptions tile;
  tile.mapping = TileMapping::Prem;
  tile.machine = machine.str();
  tile.strict = true;
  tile.maxIslOperations = maxIslOperations;
  manager.addPass(createTilePass(tile));
  ScratchPromotePassOptions promote;
  promote.machine = machine.str();
  promote.promoteAll = promote.strict = true;
  promote.memorySpace = BufferMemorySpace::Default;
  promote.capacity = kCapacityOfSegments;
  promote.maxIslOperations = maxIslOperations;
  manager.addPass(createScratchPromotePass(promote));
  ConvertScratchToPremPassOptions convert;
  convert.machine = machine.str();
  convert.strict = true;
  convert.warnings = false;
  convert.maxIslOperations = maxIslOperations;
  manager.addPass(createConvertScratchToPremPass(convert));
  manager.addPass(createPremTellAccessesPass());
  return manager;
}

namespace {
struct PremOptimizePass
    : polymem::impl::PremOptimizePassBase<PremOptimizePass> {
  using PremOptimizePassBase::PremOptimizePassBase;

  void runOnOperation() override;

private:
  FailureOr<Machine> readMachine();
  LogicalResult planAll(const Machine &target);
  void take(NestChoice &choice, const Multicore &multicore,
            llvm::json::Array &nests);
  LogicalResult writeReport(const Machine &target, llvm::json::Array nests,
                            const OtherTimes &others);
};
} // namespace

FailureOr<Machine> PremOptimizePass::readMachine() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  if (failed(target))
    return failure();
  if (target->kind != Machine::Kind::Multicore)
    return func.emitError()
           << getArgument() << ": machine '" << target->name
           << "' has no cores with scratchpads: give one of kind 'multicore'";
  if (cores < 0 || cores > target->multicore.cores)
    return func.emitError()
           << getArgument() << ": option 'cores' is " << int64_t(cores)
           << ", but the machine has " << target->multicore.cores;
  if (maxNodes < 1)
    return func.emitError()
           << getArgument() << ": option 'max-nodes' is not positive";
  return target;
}

/// The outermost loops of `func`.
static SmallVector<Operation *> outermostLoops(func::FuncOp func) {
  SmallVector<Operation *> loops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<AffineForOp, AffineParallelOp>(op))
      return WalkResult::advance();
    loops.push_back(op);
    return WalkResult::skip();
  });
  return loops;
}

static bool hasPlan(Operation *nest) {
  return nest
      ->walk([](Operation *op) {
        return prem::PlanAttr::of(op) ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Says what was chosen, and gives loops their plans.
void PremOptimizePass::take(NestChoice &choice, const Multicore &multicore,
                            llvm::json::Array &nests) {
  for (auto &[loop, obstacle] : choice.missed)
    remarkMissed(loop, getArgument(), obstacle.name)
        << "no plan: " + obstacle.text;
  for (NestReport &report : choice.reports) {
    if (report.differs)
      remarkPassed(report.loop, getArgument(), "ModelDiffers")
          << sentence("not {0} cycles as smaller tiles let expect: ",
                      named("Expected", report.expected)) +
                 sentenceOf(report);
    else if (!report.search.endedEarly || report.search.bound == 0)
      remarkPassed(report.loop, getArgument(), "Planned") << sentenceOf(report);
    else
      remarkPassed(report.loop, getArgument(), "Unproved")
          << sentence("after {0} sets of plans ",
                      named("Nodes", report.search.nodes)) +
                 sentenceOf(report);
    if (printPlan)
      printReport(llvm::errs(), report, multicore);
    nests.push_back(jsonOf(report, multicore));
    ++numPlanned;
    if (!dryRun)
      report.loop->setAttr("prem.plan", report.plan);
  }
}

LogicalResult PremOptimizePass::writeReport(const Machine &target,
                                            llvm::json::Array nests,
                                            const OtherTimes &others) {
  if (report.empty())
    return success();
  std::error_code error;
  llvm::raw_fd_ostream os(report, error, llvm::sys::fs::OF_Text);
  if (error)
    return getOperation().emitError() << getArgument() << ": cannot write '"
                                      << report << "': " << error.message();
  os << llvm::formatv("{0:2}\n",
                      llvm::json::Value(llvm::json::Object{
                          {"function", getOperation().getSymName().str()},
                          {"machine", target.name},
                          {"complete", others.areKnown},
                          {"other-exact", others.areExact},
                          {"other-total", others.total},
                          {"other-safe-total", others.safeTotal},
                          {"nests", std::move(nests)}}));
  return success();
}

LogicalResult PremOptimizePass::planAll(const Machine &target) {
  func::FuncOp func = getOperation();
  std::optional<TimeSamples> measured;
  if (!samples.empty()) {
    llvm::Expected<TimeSamples> read = readSamples(samples);
    if (!read)
      return func.emitError()
             << getArgument()
             << ": samples: " << llvm::toString(read.takeError());
    measured = std::move(*read);
  }
  auto sizes = AssumedArguments::read(func, assume);
  if (!sizes)
    return func.emitError()
           << getArgument()
           << ": option 'assume': " << llvm::toString(sizes.takeError());
  ComponentRequest request;
  request.cores = cores ? int64_t(cores) : target.multicore.cores;
  request.capacity = target.scratchpad().bytes;
  request.alignment = target.multicore.scratchpadAlignment;
  request.maxIslOperations = maxIslOperations;
  Trials trials(func, passesToComponents(machine, maxIslOperations),
                getAnalysisManager(),
                [this](OpPassManager &passes, func::FuncOp copy) {
                  return runPipeline(passes, copy);
                });
  NestPlanner planner(trials, request, target.multicore, search, maxNodes,
                      measured ? &*measured : nullptr, *sizes);
  std::vector<NestChoice> choices;
  for (Operation *nest : outermostLoops(func)) {
    if (hasPlan(nest)) {
      remarkAnalysis(nest, getArgument(), "PlanGiven")
          << "it has a plan, which stays";
      continue;
    }
    choices.push_back(planner.plan(nest));
  }
  bool isAsked = !choices.empty() || !report.empty();
  OtherTimes others = isAsked ? planner.settle(choices) : OtherTimes();
  llvm::json::Array nests;
  for (NestChoice &choice : choices)
    take(choice, target.multicore, nests);
  return writeReport(target, std::move(nests), others);
}

void PremOptimizePass::runOnOperation() {
  FailureOr<Machine> target = readMachine();
  if (failed(target))
    return signalPassFailure();
  if (getOperation().isExternal())
    return;
  if (failed(planAll(*target)))
    return signalPassFailure();
}

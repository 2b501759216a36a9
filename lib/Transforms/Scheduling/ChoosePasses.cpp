//===- ChoosePasses.cpp - one of several passes, by the cost model --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_CHOOSEPASSESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The pipelines in `text`, which a '|' parts.
static SmallVector<StringRef> alternativesIn(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, '|', /*MaxSplit=*/-1, /*KeepEmpty=*/true);
  for (StringRef &part : parts)
    part = part.trim();
  return parts;
}

namespace {
struct ChoosePassesPass
    : polymem::impl::ChoosePassesPassBase<ChoosePassesPass> {
  using ChoosePassesPassBase::ChoosePassesPassBase;
  ChoosePassesPass(ChoosePassesPassOptions options,
                   std::vector<OpPassManager> given, OpPassManager passes)
      : ChoosePassesPassBase(std::move(options)), passes(std::move(passes)) {
    for (OpPassManager &each : given)
      choices.emplace_back(std::move(each));
  }

  void getDependentDialects(DialectRegistry &registry) const override;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  /// What an alternative ends in: the function's text, empty if it failed, and
  /// what its launches take, in microseconds.
  struct Trial {
    std::string text;
    double time = TrialPasses::kImpossible;
    /// What they take more since blocks wait, and whether they have
    /// asynchronous copies, for which they wait less.
    double waiting = 0;
    bool copiesAhead = false;
    /// What is to be measured.
    std::unique_ptr<TrialCopy> made;
  };
  Trial run(TrialPasses &choice);
  void measure(std::vector<Trial> &trials, const Machine &machine,
               const CostOptions &cost);
  size_t best(const std::vector<Trial> &trials);

  std::vector<TrialPasses> choices;
  TrialPasses passes;
};
} // namespace

void ChoosePassesPass::getDependentDialects(DialectRegistry &registry) const {
  passes.getDependentDialects(pipeline, registry);
  for (const TrialPasses &choice : choices)
    choice.getDependentDialects("", registry);
  if (choices.empty())
    for (StringRef text : alternativesIn(alternatives))
      TrialPasses().getDependentDialects(text, registry);
}

LogicalResult ChoosePassesPass::initialize(MLIRContext * /*context*/) {
  if (choices.empty())
    for (StringRef text : alternativesIn(alternatives))
      if (failed(choices.emplace_back().initialize(text)))
        return failure();
  return passes.initialize(pipeline);
}

/// Runs an alternative; the function is as before then.
ChoosePassesPass::Trial ChoosePassesPass::run(TrialPasses &choice) {
  func::FuncOp func = getOperation();
  OwningOpRef<func::FuncOp> before(func.clone());
  Trial trial;
  Silence silence(&getContext());
  if (succeeded(runPipeline(*choice, func))) {
    llvm::raw_string_ostream os(trial.text);
    // Other threads change other functions of the module.
    func->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
    trial.made = std::make_unique<TrialCopy>(func);
  }
  func.getBody().takeBody(before->getBody());
  func->setAttrs((*before)->getAttrDictionary());
  return trial;
}

/// Makes launches of what each alternative made, once of what several made, and
/// notes what they take.
void ChoosePassesPass::measure(std::vector<Trial> &trials,
                               const Machine &machine,
                               const CostOptions &cost) {
  auto firstLike = [&](const Trial &trial) {
    return llvm::find_if(
        trials, [&](const Trial &other) { return other.text == trial.text; });
  };
  SmallVector<Trial *> measured;
  SmallVector<const TrialCopy *> copies;
  for (Trial &trial : trials)
    if (trial.made && &*firstLike(trial) == &trial) {
      measured.push_back(&trial);
      copies.push_back(trial.made.get());
    }
  std::vector<OpPassManager> managers(copies.size(), *passes);
  TrialCopy::runAtOnce(
      getOperation(), getAnalysisManager(), copies, [&](size_t number) {
        Silence silence(&getContext());
        func::FuncOp copy = copies[number]->function();
        if (failed(runPipeline(managers[number], copy)))
          return;
        FunctionCost found = computeCost(copy, machine, cost);
        Trial &trial = *measured[number];
        trial.time = TrialPasses::microsecondsOf(found, machine);
        trial.waiting = found.waiting();
        trial.copiesAhead = found.hasCopiesAhead();
      });
  numTried += copies.size();
  // Else all wait alike.
  if (llvm::any_of(trials,
                   [](const Trial &trial) { return trial.copiesAhead; }))
    for (Trial *trial : measured)
      trial->time += trial->waiting;
  for (Trial &trial : trials)
    trial.time = firstLike(trial)->time;
}

/// The number of the alternative to run, the first one than which none is
/// better by the gain that is asked for, and the remark about it.
size_t ChoosePassesPass::best(const std::vector<Trial> &trials) {
  double first = trials.front().time, least = first;
  for (const Trial &trial : trials)
    least = std::min(least, trial.time);
  size_t best = 0;
  while (least < trials[best].time * (1 - minGain))
    ++best;
  auto text = [](double microseconds) {
    return llvm::formatv("{0:f1}", microseconds).str();
  };
  std::string times;
  llvm::raw_string_ostream os(times);
  llvm::interleaveComma(trials, os,
                        [&](const Trial &each) { os << text(each.time); });
  remarkAnalysis(getOperation(), getArgument(), "Chosen") << sentence(
      "alternative {0} of {1}: {2} microseconds in the model, {3} for the "
      "first ({4})",
      named("Alternative", best + 1), named("Alternatives", trials.size()),
      named("Microseconds", text(trials[best].time)),
      named("Default", text(first)), named("Times", times));
  return best;
}

void ChoosePassesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  FailureOr<llvm::StringMap<int64_t>> sizes = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(target) || failed(sizes))
    return signalPassFailure();
  if (failed(passes.checkCosts(func, getArgument(), *target)))
    return signalPassFailure();
  if (func.isExternal())
    return markAllAnalysesPreserved();
  CostOptions cost;
  cost.sizes = std::move(*sizes);
  cost.otherwise = assumedSizeOf(func, assumedSize);
  cost.maxParts = maxParts;
  // The only one is not compared with another one.
  std::vector<Trial> trials;
  if (choices.size() > 1 && (!onlyKnown || TrialPasses::knowsSizes(func, cost)))
    for (TrialPasses &choice : choices)
      trials.push_back(run(choice));
  bool differ = llvm::any_of(trials, [&](const Trial &each) {
    return each.text != trials.front().text;
  });
  size_t chosen = 0;
  if (differ) {
    measure(trials, *target, cost);
    chosen = best(trials);
  } else if (!trials.empty() && trials.front().made) {
    remarkAnalysis(func, getArgument(), "Same")
        << sentence("{0} alternatives make the same function",
                    named("Alternatives", trials.size()));
  }
  numChosen += chosen != 0;
  if (failed(runPipeline(*choices[chosen], func)))
    signalPassFailure();
}

std::unique_ptr<Pass>
polymem::createChoosePassesPass(ChoosePassesPassOptions options,
                                std::vector<OpPassManager> alternatives,
                                OpPassManager passes) {
  if (options.alternatives.empty()) {
    std::vector<std::string> texts;
    texts.reserve(alternatives.size());
    for (OpPassManager &each : alternatives)
      texts.push_back(TrialPasses::textOf(each));
    options.alternatives = llvm::join(texts, "|");
  }
  if (options.pipeline.empty())
    options.pipeline = TrialPasses::textOf(passes);
  return std::make_unique<ChoosePassesPass>(
      std::move(options), std::move(alternatives), std::move(passes));
}

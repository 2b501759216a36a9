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
  /// What the launches take that an alternative ends in: the function's text
  /// behind the alternative, and microseconds. The first one is kept instead
  /// until there is another one to compare it with.
  struct Trial {
    std::string text;
    double time = TrialPasses::kImpossible;
    OwningOpRef<func::FuncOp> unmeasured;
  };
  void setFunction(func::FuncOp to);
  void measure(Trial &trial, const Machine &machine, const CostOptions &cost);
  Trial run(TrialPasses &choice, std::vector<Trial> &earlier,
            const Machine &machine, const CostOptions &cost);

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

/// The function becomes what `to` is, which loses its body.
void ChoosePassesPass::setFunction(func::FuncOp to) {
  func::FuncOp func = getOperation();
  func.getBody().takeBody(to.getBody());
  func->setAttrs(to->getAttrDictionary());
}

/// Measures the function as it is.
void ChoosePassesPass::measure(Trial &trial, const Machine &machine,
                               const CostOptions &cost) {
  Silence silence(&getContext());
  if (failed(runPipeline(*passes, getOperation())))
    return;
  ++numTried;
  trial.time = TrialPasses::microsecondsOf(
      computeCost(getOperation(), machine, cost), machine);
}

ChoosePassesPass::Trial ChoosePassesPass::run(TrialPasses &choice,
                                              std::vector<Trial> &earlier,
                                              const Machine &machine,
                                              const CostOptions &cost) {
  func::FuncOp func = getOperation();
  OwningOpRef<func::FuncOp> before(func.clone());
  Trial trial;
  LogicalResult made = failure();
  {
    Silence silence(&getContext());
    made = runPipeline(*choice, func);
  }
  if (succeeded(made)) {
    llvm::raw_string_ostream os(trial.text);
    // Other threads change other functions of the module.
    func->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
    auto same = llvm::find_if(
        earlier, [&](const Trial &other) { return other.text == trial.text; });
    if (same != earlier.end()) {
      trial.time = same->time;
    } else if (earlier.empty()) {
      trial.unmeasured = func.clone();
    } else {
      OwningOpRef<func::FuncOp> behind(func.clone());
      Trial &first = earlier.front();
      if (OwningOpRef<func::FuncOp> kept = std::move(first.unmeasured)) {
        setFunction(*kept);
        measure(first, machine, cost);
      }
      setFunction(*behind);
      measure(trial, machine, cost);
    }
  }
  setFunction(*before);
  return trial;
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
  cost.otherwise = assumedSize;
  cost.maxParts = maxParts;
  std::vector<Trial> trials;
  size_t best = 0;
  for (TrialPasses &choice : choices) {
    // The only one is not compared with another one.
    if (choices.size() == 1)
      break;
    trials.push_back(run(choice, trials, *target, cost));
    bool saves = trials.back().time < trials.front().time * (1 - minGain) ||
                 (trials.front().time == TrialPasses::kImpossible &&
                  trials.back().time != TrialPasses::kImpossible);
    if (saves && trials.back().time < trials[best].time)
      best = trials.size() - 1;
  }
  if (!trials.empty() && !trials.front().unmeasured) {
    for (Trial &each : trials)
      if (each.text == trials.front().text)
        each.time = trials.front().time;
    auto text = [](double microseconds) {
      return llvm::formatv("{0:f1}", microseconds).str();
    };
    std::string times;
    llvm::raw_string_ostream os(times);
    llvm::interleaveComma(trials, os,
                          [&](const Trial &each) { os << text(each.time); });
    remarkAnalysis(func, getArgument(), "Chosen") << sentence(
        "alternative {0} of {1}: {2} microseconds in the model, {3} for the "
        "first ({4})",
        named("Alternative", best + 1), named("Alternatives", trials.size()),
        named("Microseconds", text(trials[best].time)),
        named("Default", text(trials.front().time)), named("Times", times));
  }
  if (!trials.empty() && trials.front().unmeasured)
    remarkAnalysis(func, getArgument(), "Same")
        << sentence("{0} alternatives make the same function",
                    named("Alternatives", trials.size()));
  numChosen += best != 0;
  if (failed(runPipeline(*choices[best], func)))
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

//===- PrintCost.cpp - what launches do, and what bounds them -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cooperative.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ToolOutputFile.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTCOSTPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintCostPass : polymem::impl::PrintCostPassBase<PrintCostPass> {
  using PrintCostPassBase::PrintCostPassBase;
  PrintCostPass(PrintCostPassOptions options, llvm::raw_ostream &os)
      : PrintCostPassBase(std::move(options)), stream(&os) {}

  void runOnOperation() override;

private:
  void print(llvm::raw_ostream &os, const llvm::StringMap<int64_t> &sizes);

  /// Where to, if not to the file.
  llvm::raw_ostream *stream = nullptr;
};
} // namespace

/// "N = 1000, M = 20", by name; "no sizes".
static std::string textOf(const FunctionCost &cost) {
  std::vector<std::string> parts;
  parts.reserve(cost.sizes.size());
  for (const auto &[name, value] : cost.sizes)
    parts.push_back((name.empty() ? "other sizes" : name) + " = " +
                    std::to_string(value));
  llvm::sort(parts);
  return parts.empty() ? "no sizes" : llvm::join(parts, ", ");
}

/// "1.25 times the least", of accesses that need at least something.
static std::string timesLeast(const TransferCost &a, const TransferCost &b) {
  double minimum = a.minimum + b.minimum;
  return minimum == 0 ? "none"
                      : llvm::formatv("{0:f2} times the least",
                                      (a.transfers + b.transfers) / minimum)
                            .str();
}

static std::string number(double value) {
  return value < 1e15 && value == std::floor(value)
             ? std::to_string(static_cast<int64_t>(value))
             : llvm::formatv("{0:e4}", value).str();
}

static void print(const SiteCost &site, unsigned index, llvm::raw_ostream &os) {
  const CostCounts &counts = site.counts;
  if (counts.launches == 0) {
    os << "  launch " << index << ": not at these sizes\n";
    return;
  }
  os << "  launch " << index << ": "
     << llvm::formatv("{0:f1} us, {1}", site.microseconds, nameOf(site.bound()))
     << "; " << number(counts.launches)
     << (counts.launches == 1 ? " launch, " : " launches, ")
     << number(site.blocks)
     << (counts.launches == 1 ? " blocks of " : " blocks at most, of ")
     << number(site.threads) << " threads\n"
     << "    shared memory of a block: " << number(site.sharedBytes)
     << " bytes; registers: about " << llvm::formatv("{0:f0}", site.registers)
     << "; blocks on a core: " << number(site.blocksPerCore) << "\n"
     << "    global: " << number(counts.globalLoads.transfers)
     << " sectors loaded, " << number(counts.globalStores.transfers)
     << " stored, " << timesLeast(counts.globalLoads, counts.globalStores)
     << "; from memory: " << number(site.memoryBytes) << " bytes"
     << "\n    shared: " << number(counts.sharedLoads.transfers)
     << " wavefronts loaded, " << number(counts.sharedStores.transfers)
     << " stored, " << timesLeast(counts.sharedLoads, counts.sharedStores);
  if (counts.savedWavefronts != 0)
    os << "; " << number(counts.savedWavefronts) << " saved";
  os << "\n    instructions of threads: " << number(counts.floats.threads)
     << " float, " << number(counts.integers.threads) << " integer, "
     << number(counts.special.threads) << " special, "
     << number(counts.saved.threads) << " saved; " << number(counts.barriers)
     << " barriers\n    microseconds:";
  for (unsigned bound = 0; bound < kNumCostBounds; ++bound)
    os << llvm::formatv("{0} {1} {2:f1}", bound == 0 ? "" : ",",
                        nameOf(static_cast<CostBound>(bound)),
                        site.parts[bound]);
  os << "\n";
}

/// What the launches of `cost` are bound by, as remarks.
static void remarkBounds(const FunctionCost &cost, StringRef pass) {
  for (const SiteCost &site : cost.sites)
    if (site.counts.launches > 0)
      remarkAnalysis(site.launch, pass, "Bound") << sentence(
          "{0} launches take {1} microseconds in the model, most for {2}",
          named("Launches", number(site.counts.launches)),
          named("Microseconds",
                llvm::formatv("{0:f1}", site.microseconds).str()),
          named("Bound", nameOf(site.bound()).str()));
}

/// Takes off what `polymem-cooperative-launches` saves.
static void addCooperation(FunctionCost &cost, func::FuncOp func,
                           const Machine &machine) {
  for (const CooperativeChoice &choice :
       chooseCooperative(func, machine, kCooperativeGain,
                         [&]() -> const FunctionCost & { return cost; })) {
    if (!choice.isTaken)
      continue;
    cost.cooperativeLaunches += choice.gain.launches;
    cost.cooperativeGain += choice.gain.before - choice.gain.after();
  }
}

void PrintCostPass::print(llvm::raw_ostream &os,
                          const llvm::StringMap<int64_t> &sizes) {
  llvm::json::Array functions;
  for (func::FuncOp func : getOperation().getOps<func::FuncOp>()) {
    if (func.isExternal())
      continue;
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    if (target->kind != Machine::Kind::GPU) {
      func.emitError(getArgument())
          << ": machine '" << target->name
          << "' is not a GPU, and the model is of launches";
      return signalPassFailure();
    }
    CostOptions options;
    options.sizes = sizes;
    options.otherwise = assumedSizeOf(func, assumedSize);
    options.maxParts = maxParts;
    FunctionCost cost = computeCost(func, *target, options);
    if (cooperative)
      addCooperation(cost, func, *target);
    remarkBounds(cost, getArgument());
    if (json) {
      llvm::json::Value value = cost.toJson();
      (*value.getAsObject())["function"] = func.getName();
      (*value.getAsObject())["machine"] = target->name;
      functions.push_back(std::move(value));
      continue;
    }
    os << "cost of @" << func.getName() << " on " << target->name << ": "
       << llvm::formatv("{0:f1} us ({1})\n", cost.microseconds(), textOf(cost));
    for (auto [index, site] : llvm::enumerate(cost.sites))
      ::print(site, index + 1, os);
    if (cost.cooperativeLaunches > 0)
      os << llvm::formatv("  {0:f1} us less than as {1:f0} launches, which are "
                          "cooperative ones together\n",
                          cost.cooperativeGain, cost.cooperativeLaunches);
    for (const std::string &reason : cost.inexact)
      os << "  not exact: " << reason << "\n";
  }
  if (json)
    os << llvm::json::Value(
              llvm::json::Object{{"functions", std::move(functions)}})
       << "\n";
}

void PrintCostPass::runOnOperation() {
  markAllAnalysesPreserved();
  FailureOr<llvm::StringMap<int64_t>> sizes =
      readSizes(getOperation(), getArgument(), "assume",
                llvm::to_vector(assume), assumedSize);
  if (failed(sizes))
    return signalPassFailure();
  if (stream)
    return print(*stream, *sizes);
  if (output == "-")
    return print(llvm::errs(), *sizes);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &message);
  if (!file) {
    getOperation()->emitError() << message;
    return signalPassFailure();
  }
  print(file->os(), *sizes);
  file->keep();
}

std::unique_ptr<Pass> polymem::createPrintCostPass(PrintCostPassOptions options,
                                                   llvm::raw_ostream &os) {
  return std::make_unique<PrintCostPass>(std::move(options), os);
}

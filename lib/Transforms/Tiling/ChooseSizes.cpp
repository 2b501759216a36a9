//===- ChooseSizes.cpp - sizes of tiles and blocks by the cost model ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P2's model-driven search (TR78, section 7): variants are made and the model
// says which is the best (SizeSearch). Nests, and loops in sequential ones,
// become launches of their own, so one variant of the function tries one of
// each (SizeTrials).
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "SizeSearch.h"
#include "SizeTrials.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Threading.h"

namespace polymem {
#define GEN_PASS_DEF_CHOOSESIZESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ChooseSizesPass : polymem::impl::ChooseSizesPassBase<ChooseSizesPass> {
  using ChooseSizesPassBase::ChooseSizesPassBase;
  ChooseSizesPass(ChooseSizesPassOptions options, OpPassManager passes)
      : ChooseSizesPassBase(std::move(options)), passes(std::move(passes)) {}

  void getDependentDialects(DialectRegistry &registry) const override;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  void measure(std::vector<SizeTrial> &trials, size_t first,
               MutableArrayRef<OpPassManager> managers, const Machine &machine,
               const CostOptions &options);

  TrialPasses passes;
};
} // namespace

void ChooseSizesPass::getDependentDialects(DialectRegistry &registry) const {
  passes.getDependentDialects(pipeline, registry);
}

LogicalResult ChooseSizesPass::initialize(MLIRContext * /*context*/) {
  return passes.initialize(pipeline);
}

/// About how many blocks `nest` becomes if they have `rows` of its outermost
/// parallel loop each; 0 if that is not known.
static double guessBlocks(Operation *nest, AssumedSizes &assumed,
                          int64_t rows) {
  std::optional<int64_t> iterations;
  nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    auto parallel = dyn_cast<affine::AffineParallelOp>(op);
    if (!(loop && affine::isLoopParallel(loop)) &&
        !(parallel && parallel.getNumDims() == 1))
      return WalkResult::advance();
    iterations = assumed.iterations(op);
    return WalkResult::interrupt();
  });
  return double(
      llvm::divideCeil(iterations.value_or(0), std::max<int64_t>(rows, 1)));
}

/// The iterations of the two innermost ones of the parallel loops in `nest`
/// that are in each other, if there are just these; whether there are three of
/// them, and no other loops.
static TileExtents extentsOf(Operation *nest, AssumedSizes &assumed) {
  SmallVector<int64_t> lengths;
  bool hasOthers = false;
  Operation *innermost = nullptr;
  WalkResult walked = nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    auto parallel = dyn_cast<affine::AffineParallelOp>(op);
    if (parallel && parallel.getNumDims() != 1)
      return WalkResult::interrupt();
    if (parallel || (loop && affine::isLoopParallel(loop))) {
      hasOthers |= innermost && !innermost->isAncestor(op);
      innermost = op;
      lengths.push_back(assumed.iterations(op).value_or(0));
    } else {
      hasOthers |= op->getNumRegions() != 0 && !isa<affine::AffineIfOp>(op);
    }
    return WalkResult::advance();
  });
  if (!walked.wasInterrupted() && lengths.size() == 3 && !hasOthers)
    return {0, 0, /*isDeep=*/true};
  if (walked.wasInterrupted() || lengths.size() != 2)
    return {};
  return {lengths[1], lengths[0]};
}

/// Runs those of `trials` from the number `first` on at the same time, each by
/// one of `managers`.
void ChooseSizesPass::measure(std::vector<SizeTrial> &trials, size_t first,
                              MutableArrayRef<OpPassManager> managers,
                              const Machine &machine,
                              const CostOptions &options) {
  SmallVector<const TrialCopy *> copies;
  for (SizeTrial &trial : llvm::drop_begin(trials, first))
    copies.push_back(&trial.tiled());
  TrialCopy::runAtOnce(getOperation(), getAnalysisManager(), copies,
                       [&](size_t number) {
                         trials[first + number].run(
                             [&](func::FuncOp copy) {
                               return runPipeline(managers[number], copy);
                             },
                             machine, options);
                       });
  numVariants += trials.size() - first;
}

/// Says what was found for `nest`; whether it is to have other sizes than the
/// machine's.
static bool report(Operation *nest, StringRef pass, const SizeSearch &search) {
  ArrayRef<NestTime> times = search.times();
  size_t best = search.best();
  if (times.front().time == 0 || !times[best].isPossible()) {
    remarkMissed(nest, pass, "NoLaunch")
        << sentence("sizes stay: no variant of {0} became a launch that fits",
                    named("Variants", times.size()));
    return false;
  }
  auto text = [](double microseconds) {
    return llvm::formatv("{0:f1}", microseconds).str();
  };
  std::string all;
  llvm::raw_string_ostream os(all);
  llvm::interleaveComma(times, os,
                        [&](const NestTime &each) { os << text(each.time); });
  remarkAnalysis(nest, pass, "Chosen") << sentence(
      "tiles of {0}: {1} microseconds in the model, {2} for the machine's own "
      "sizes, at least {3} with any; {4} variants compared ({5})",
      named("Sizes", search.variant(best).text()),
      named("Microseconds", text(times[best].time)),
      named("Default", text(times.front().time)),
      named("Least", text(times[best].least)), named("Variants", times.size()),
      named("Times", all));
  return best != 0;
}

/// Notes what the variants that are next take, as far as it is known: null is
/// not. `others` is what takes time beside the nests.
static void noteTimes(std::vector<SizeSearch> &searches,
                      ArrayRef<std::optional<NestTime>> times, double others) {
  // What the function takes by now.
  double total = others;
  for (auto [search, time] : llvm::zip_equal(searches, times))
    if (double best = search.bestOf(time); best != NestTime::kImpossible)
      total += best;
  for (auto [search, time] : llvm::zip_equal(searches, times))
    if (time && search.next())
      search.note(*time, total);
}

void ChooseSizesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  FailureOr<llvm::StringMap<int64_t>> sizes = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(target) || failed(sizes))
    return signalPassFailure();
  if (failed(passes.checkCosts(func, getArgument(), *target)))
    return signalPassFailure();
  if (func.isExternal() || OutermostLoops(func).untiled.empty())
    return markAllAnalysesPreserved();
  CostOptions options;
  options.sizes = std::move(*sizes);
  options.otherwise = assumedSizeOf(func, assumedSize);
  options.maxParts = maxParts;

  if (onlyKnown && !TrialPasses::knowsSizes(func, options))
    return markAllAnalysesPreserved();

  AssumedSizes assumed(func, options.sizes, options.otherwise);
  SizeParts parts(func);
  std::vector<SizeSearch> searches;
  std::vector<double> guessedBlocks;
  for (Operation *nest : parts.in(func)) {
    bool several = hasSeveralParallelLoops(nest);
    searches.emplace_back(*target, several,
                          several ? extentsOf(nest, assumed) : TileExtents(),
                          std::max<unsigned>(maxVariants, 1), minGain);
    guessedBlocks.push_back(
        several ? 0 : guessBlocks(nest, assumed, target->tiles.linear));
  }
  auto isOpen = [](const SizeSearch &search) { return search.next(); };
  // They live until analyses of them are forgotten, at the end of the pass.
  std::vector<SizeTrial> trials;
  std::vector<OpPassManager> managers(2, *passes);
  while (llvm::any_of(searches, isOpen)) {
    // The next, and beside it those that are likely to be next after it:
    // whether or not there is a thread for them, so that the choice does not
    // depend on threads.
    std::vector<SizeSearch> ahead = searches;
    for (auto [search, blocks] : llvm::zip_equal(ahead, guessedBlocks))
      if (search.next())
        search.guess(blocks);
    size_t first = trials.size();
    trials.emplace_back(func, parts, searches);
    bool looksAhead = llvm::any_of(ahead, isOpen);
    if (looksAhead)
      trials.emplace_back(func, parts, ahead);
    measure(trials, first, managers, *target, options);
    ArrayRef<NestTime> found = trials[first].times();
    noteTimes(searches,
              std::vector<std::optional<NestTime>>(found.begin(), found.end()),
              trials.front().others());
    if (!looksAhead)
      continue;
    // Of those that were not guessed right, nothing is known.
    std::vector<std::optional<NestTime>> guessed(searches.size());
    for (size_t part = 0; part < searches.size(); ++part) {
      const SizeVariant *next = searches[part].next(),
                        *other = ahead[part].next();
      if (next && other && *next == *other)
        guessed[part] = trials[first + 1].times()[part];
    }
    noteTimes(searches, guessed, trials.front().others());
  }
  // Of the next function, they need not be initialized again.
  *passes = managers.front();
  for (auto [nest, search] : llvm::zip(parts.in(func), searches))
    if (report(nest, getArgument(), search)) {
      ++numChosen;
      setVariant(nest, search.variant(search.best()));
    }
}

std::unique_ptr<Pass>
polymem::createChooseSizesPass(ChooseSizesPassOptions options,
                               OpPassManager passes) {
  if (options.pipeline.empty())
    options.pipeline = TrialPasses::textOf(passes);
  return std::make_unique<ChooseSizesPass>(std::move(options),
                                           std::move(passes));
}

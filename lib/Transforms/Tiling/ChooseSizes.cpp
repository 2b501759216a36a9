//===- ChooseSizes.cpp - sizes of tiles and blocks by the cost model ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P2's model-driven search (TR78, section 7): variants are made and the model
// says which is the best. Nests become launches of their own, so one variant of
// the function tries one of each nest.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include <limits>

namespace polymem {
#define GEN_PASS_DEF_CHOOSESIZESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr double kImpossible = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

namespace {

/// Numbers for the rule that sizes of tiles follow, and threads of a block
/// where they do not follow from the tile.
struct SizeVariant {
  TileSizes tiles;
  std::optional<std::array<int64_t, 3>> threads;

  std::string text() const {
    std::string result = llvm::formatv(
        "{0} or {1}x{2}x{3}, sequential {4}", tiles.linear, tiles.parallel[0],
        tiles.parallel[1], tiles.parallel[2], tiles.sequential);
    if (threads)
      result +=
          llvm::formatv(", blocks of {0}x{1}", (*threads)[0], (*threads)[1]);
    return result;
  }
};

/// How a variant differs from what the machine's `tiles` say, as powers of two.
struct SizeScale {
  int linear, x, y, sequential;
  bool squareBlock;
};

} // namespace

/// What was worth trying for the kernels of the benchmarks: more blocks for
/// bands with one parallel loop; larger tiles with more registers, and smaller
/// ones, for those with more.
static constexpr SizeScale kScales[] = {
    {0, 0, 0, 0, false},  {-3, 1, 1, -1, true},  {-2, 1, 0, 0, true},
    {-1, 2, 1, -1, true}, {-3, 0, -1, 1, false}, {-2, 0, -2, 1, false},
    {1, 2, 2, -1, true},  {-3, 0, -2, 0, false},
};

static int64_t scaled(int64_t number, int power) {
  return std::max<int64_t>(power < 0 ? number >> -power : number << power, 1);
}

static SmallVector<SizeVariant> variantsOf(const Machine &machine,
                                           unsigned most) {
  SmallVector<SizeVariant> variants;
  int64_t threads = machine.threads().defaultPerBlock;
  int64_t side = 1;
  while (4 * side * side <= threads)
    side *= 2;
  for (const SizeScale &scale : ArrayRef(kScales).take_front(most)) {
    SizeVariant variant{machine.tiles, std::nullopt};
    variant.tiles.linear = scaled(variant.tiles.linear, scale.linear);
    variant.tiles.parallel[0] = scaled(variant.tiles.parallel[0], scale.x);
    variant.tiles.parallel[1] = scaled(variant.tiles.parallel[1], scale.y);
    variant.tiles.sequential =
        scaled(variant.tiles.sequential, scale.sequential);
    if (scale.squareBlock)
      variant.threads = {side, threads / side, 1};
    variants.push_back(variant);
  }
  return variants;
}

/// Nests with several parallel loops at a time have blocks of several axes.
static bool hasSeveralParallelLoops(Operation *nest) {
  // What is worth a square block has two loops at least: the rule of
  // polymem-tile decides about the rest.
  unsigned loops = 0;
  nest->walk([&](Operation *op) {
    if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
      loops += parallel.getNumDims();
    else if (auto loop = dyn_cast<affine::AffineForOp>(op))
      loops += affine::isLoopParallel(loop);
  });
  return loops > 1;
}

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
  void setVariant(Operation *nest, const SizeVariant &variant);
  std::vector<double> measure(const SizeVariant &variant,
                              const Machine &machine,
                              const CostOptions &options, unsigned numNests);

  std::optional<OpPassManager> passes;
};
} // namespace

void ChooseSizesPass::getDependentDialects(DialectRegistry &registry) const {
  if (passes)
    return passes->getDependentDialects(registry);
  // Asked before the pass is initialised, which says what is wrong.
  OpPassManager manager(func::FuncOp::getOperationName());
  if (succeeded(parsePassPipeline(pipeline, manager, llvm::nulls())))
    manager.getDependentDialects(registry);
}

LogicalResult ChooseSizesPass::initialize(MLIRContext * /*context*/) {
  if (passes)
    return success();
  passes.emplace(func::FuncOp::getOperationName());
  return parsePassPipeline(pipeline, *passes);
}

/// Marks `nest` so that `polymem-tile` takes `variant` for it.
void ChooseSizesPass::setVariant(Operation *nest, const SizeVariant &variant) {
  Builder builder(&getContext());
  const TileSizes &tiles = variant.tiles;
  Attribute numbers = builder.getDenseI64ArrayAttr(
      {tiles.linear, tiles.parallel[0], tiles.parallel[1], tiles.parallel[2],
       tiles.sequential});
  bool hasThreads = variant.threads && hasSeveralParallelLoops(nest);
  nest->walk([&](Operation *op) {
    if (!isa<affine::AffineForOp, affine::AffineParallelOp>(op))
      return;
    op->setAttr(kTileDefaultsAttr, numbers);
    if (hasThreads)
      op->setAttr(kBlockThreadsAttr,
                  builder.getDenseI64ArrayAttr(*variant.threads));
  });
}

/// The number of the nest that an operation at `location` was made of.
static std::optional<unsigned> nestAt(Location location) {
  auto mark = location->findInstanceOf<FusedLoc>();
  auto number =
      mark ? dyn_cast_or_null<IntegerAttr>(mark.getMetadata()) : IntegerAttr();
  return number ? std::optional<unsigned>(number.getInt()) : std::nullopt;
}

/// Microseconds that the launches of each nest take in `variant`, and of those
/// that belong to none; the function is as before then.
std::vector<double> ChooseSizesPass::measure(const SizeVariant &variant,
                                             const Machine &machine,
                                             const CostOptions &options,
                                             unsigned numNests) {
  func::FuncOp func = getOperation();
  OwningOpRef<func::FuncOp> before(func.clone());
  OutermostLoops loops(func);
  for (auto [number, nest] : llvm::enumerate(loops.untiled)) {
    setVariant(nest, variant);
    Attribute mark = Builder(&getContext()).getI64IntegerAttr(number);
    nest->walk([&](Operation *op) {
      op->setLoc(FusedLoc::get({op->getLoc()}, mark, &getContext()));
    });
  }
  std::vector<double> times(numNests + 1, 0);
  {
    RemarksDropped dropped;
    // What other threads say of other functions is not dropped.
    ScopedDiagnosticHandler quiet(
        &getContext(), [thread = llvm::get_threadid()](Diagnostic &) {
          return success(llvm::get_threadid() == thread);
        });
    bool failed = mlir::failed(runPipeline(*passes, func));
    ++numVariants;
    FunctionCost cost;
    if (!failed)
      cost = computeCost(func, machine, options);
    if (failed || cost.sites.empty())
      llvm::fill(times, kImpossible);
    for (const SiteCost &site : cost.sites) {
      bool fits = site.sharedBytes <= double(machine.scratchpad().bytes);
      times[nestAt(site.launch->getLoc()).value_or(numNests)] +=
          fits ? site.microseconds : kImpossible;
    }
  }
  func.getBody().takeBody(before->getBody());
  func->setAttrs((*before)->getAttrDictionary());
  return times;
}

void ChooseSizesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  FailureOr<llvm::StringMap<int64_t>> sizes = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(target) || failed(sizes))
    return signalPassFailure();
  if (target->kind != Machine::Kind::GPU) {
    func.emitError(getArgument()) << ": machine '" << target->name
                                  << "' is not a GPU, and the model is of "
                                     "launches";
    return signalPassFailure();
  }
  if (passes->empty()) {
    func.emitError(getArgument())
        << ": give the passes to launches in the option 'pipeline'";
    return signalPassFailure();
  }
  unsigned numNests =
      func.isExternal() ? 0 : OutermostLoops(func).untiled.size();
  if (numNests == 0)
    return markAllAnalysesPreserved();
  CostOptions options;
  options.sizes = std::move(*sizes);
  options.otherwise = assumedSize;
  options.maxParts = maxParts;

  SmallVector<SizeVariant> variants = variantsOf(*target, maxVariants);
  std::vector<std::vector<double>> times;
  for (const SizeVariant &variant : variants)
    times.push_back(measure(variant, *target, options, numNests));
  if (times.empty())
    return;
  OutermostLoops loops(func);
  for (auto [number, nest] : llvm::enumerate(loops.untiled)) {
    double own = times.front()[number];
    size_t best = 0;
    for (size_t index = 1; index < times.size(); ++index)
      if (times[index][number] > 0 &&
          times[index][number] < times[best][number])
        best = index;
    if (best != 0 && times[best][number] > own * (1 - minGain))
      best = 0;
    if (own == 0 || times[best][number] == kImpossible) {
      remarkMissed(nest, getArgument(), "NoLaunch")
          << sentence("sizes stay: no variant of {0} became a launch that fits",
                      named("Variants", times.size()));
      continue;
    }
    numChosen += best != 0;
    std::string all;
    llvm::raw_string_ostream os(all);
    llvm::interleaveComma(times, os, [&, i = number](const auto &each) {
      os << llvm::formatv("{0:f1}", each[i]);
    });
    remarkAnalysis(nest, getArgument(), "Chosen") << sentence(
        "tiles of {0}: {1} microseconds in the model, {2} for the machine's "
        "own sizes; {3} variants compared ({4})",
        named("Sizes", variants[best].text()),
        named("Microseconds",
              llvm::formatv("{0:f1}", times[best][number]).str()),
        named("Default", llvm::formatv("{0:f1}", own).str()),
        named("Variants", times.size()), named("Times", all));
    if (best != 0)
      setVariant(nest, variants[best]);
  }
}

std::unique_ptr<Pass>
polymem::createChooseSizesPass(ChooseSizesPassOptions options,
                               OpPassManager passes) {
  if (options.pipeline.empty()) {
    llvm::raw_string_ostream os(options.pipeline);
    llvm::interleave(
        passes.getPasses(), os,
        [&](Pass &pass) { pass.printAsTextualPipeline(os); }, ",");
  }
  return std::make_unique<ChooseSizesPass>(std::move(options),
                                           std::move(passes));
}

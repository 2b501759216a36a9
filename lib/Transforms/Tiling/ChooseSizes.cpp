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
// each.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include "SizeSearch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"

namespace polymem {
#define GEN_PASS_DEF_CHOOSESIZESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Nests with several parallel loops in each other have blocks of several axes.
/// What is worth a square block has two loops at least: the rule of
/// polymem-tile decides about the rest.
static bool hasSeveralParallelLoops(Operation *nest) {
  llvm::DenseMap<Operation *, unsigned> around;
  unsigned most = 0;
  nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned loops = op == nest ? 0 : around.lookup(op->getParentOp());
    if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
      loops += parallel.getNumDims();
    else if (auto loop = dyn_cast<affine::AffineForOp>(op))
      loops += affine::isLoopParallel(loop);
    if (op->getNumRegions() != 0)
      around[op] = loops;
    most = std::max(most, loops);
  });
  return most > 1;
}

//===----------------------------------------------------------------------===//
// What gets sizes of its own
//===----------------------------------------------------------------------===//

/// Adds to `parts` what can get sizes of its own in `nest`: the loops in a
/// sequential one that has several, each of which becomes launches, else
/// `nest`.
static void collectParts(Operation *nest, SmallVectorImpl<Operation *> &parts) {
  auto loop = dyn_cast<affine::AffineForOp>(nest);
  if (!loop || loop->hasAttr(kTileSizesAttr) || loop->hasAttr(kNoTileAttr)) {
    parts.push_back(nest);
    return;
  }
  SmallVector<Operation *> inner;
  bool hasOthers = false;
  for (Operation &op : *loop.getBody())
    if (isa<affine::AffineForOp, affine::AffineParallelOp>(op))
      inner.push_back(&op);
    else
      hasOthers |= op.getNumRegions() != 0;
  if (inner.size() < 2 || hasOthers || affine::isLoopParallel(loop)) {
    parts.push_back(nest);
    return;
  }
  for (Operation *each : inner)
    collectParts(each, parts);
}

namespace {
/// The parts of a function that get sizes of their own, in their order; found
/// again after the function was put back.
class Parts {
public:
  explicit Parts(func::FuncOp func) {
    SmallVector<Operation *> parts;
    for (Operation *nest : OutermostLoops(func).untiled)
      collectParts(nest, parts);
    unsigned number = 0;
    llvm::DenseSet<Operation *> wanted(parts.begin(), parts.end());
    func.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      if (wanted.contains(loop))
        numbers.push_back(number);
      ++number;
    });
  }

  SmallVector<Operation *> in(func::FuncOp func) const {
    SmallVector<Operation *> loops, parts;
    func.walk<WalkOrder::PreOrder>(
        [&](LoopLikeOpInterface loop) { loops.push_back(loop); });
    for (unsigned number : numbers)
      parts.push_back(loops[number]);
    return parts;
  }

private:
  /// Of all loops, in the order in which the function has them.
  SmallVector<unsigned> numbers;
};
} // namespace

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
  std::vector<NestTime> measure(const Parts &parts,
                                ArrayRef<SizeSearch> searches,
                                const Machine &machine, CostOptions options,
                                double &others);

  TrialPasses passes;
};
} // namespace

void ChooseSizesPass::getDependentDialects(DialectRegistry &registry) const {
  passes.getDependentDialects(pipeline, registry);
}

LogicalResult ChooseSizesPass::initialize(MLIRContext * /*context*/) {
  return passes.initialize(pipeline);
}

/// Marks `nest` so that `polymem-tile` takes `variant` for it.
void ChooseSizesPass::setVariant(Operation *nest, const SizeVariant &variant) {
  Builder builder(&getContext());
  const TileSizes &tiles = variant.tiles;
  Attribute numbers = builder.getDenseI64ArrayAttr(
      {tiles.linear, tiles.parallel[0], tiles.parallel[1], tiles.parallel[2],
       tiles.sequential});
  bool isSquare = variant.threads && (*variant.threads)[1] > 1;
  bool hasThreads =
      variant.threads && (!isSquare || hasSeveralParallelLoops(nest));
  nest->walk([&](Operation *op) {
    if (!isa<affine::AffineForOp, affine::AffineParallelOp>(op))
      return;
    op->setAttr(kTileDefaultsAttr, numbers);
    if (hasThreads)
      op->setAttr(kBlockThreadsAttr,
                  builder.getDenseI64ArrayAttr(*variant.threads));
  });
}

/// All that lengths of loops in `func` depend on is constant or given.
static bool knowsSizes(func::FuncOp func, const CostOptions &options) {
  AssumedSizes assumed(func, options.sizes, options.otherwise);
  auto isKnown = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isIterator = argument && argument.getOwner()->getParentOp() != func;
    return isIterator || !value.getType().isIndex() ||
           getConstantIntValue(value) || assumed.isGiven(value);
  };
  WalkResult result = func.walk([&](Operation *op) {
    return !isa<LoopLikeOpInterface>(op) ||
                   (!isa<scf::WhileOp>(op) &&
                    llvm::all_of(op->getOperands(), isKnown))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// The number of the nest that an operation at `location` was made of.
static std::optional<unsigned> nestAt(Location location) {
  auto mark = location->findInstanceOf<FusedLoc>();
  auto number =
      mark ? dyn_cast_or_null<IntegerAttr>(mark.getMetadata()) : IntegerAttr();
  return number ? std::optional<unsigned>(number.getInt()) : std::nullopt;
}

/// The outermost loop around `nest`, or itself.
static Operation *outermostAround(Operation *nest) {
  while (isa<LoopLikeOpInterface>(nest->getParentOp()))
    nest = nest->getParentOp();
  return nest;
}

/// What the launches of each nest take if those that `searches` are not over
/// for get the variants that are next, and the others are not tiled; adds to
/// `others` what belongs to no nest; the function is as before then.
std::vector<NestTime> ChooseSizesPass::measure(const Parts &parts,
                                               ArrayRef<SizeSearch> searches,
                                               const Machine &machine,
                                               CostOptions options,
                                               double &others) {
  func::FuncOp func = getOperation();
  OwningOpRef<func::FuncOp> before(func.clone());
  SmallVector<Operation *> nests = parts.in(func);
  llvm::DenseSet<Operation *> tried;
  for (auto [number, nest] : llvm::enumerate(nests))
    if (searches[number].next())
      tried.insert(outermostAround(nest));
  for (auto [number, nest] : llvm::enumerate(nests)) {
    if (const SizeVariant *variant = searches[number].next())
      setVariant(nest, *variant);
    else if (tried.contains(outermostAround(nest)))
      setVariant(nest, searches[number].variant(searches[number].best()));
    else
      nest->setAttr(kNoTileAttr, UnitAttr::get(&getContext()));
    Attribute mark = Builder(&getContext()).getI64IntegerAttr(number);
    nest->walk([&](Operation *op) {
      op->setLoc(FusedLoc::get({op->getLoc()}, mark, &getContext()));
    });
  }
  std::vector<NestTime> times(searches.size());
  options.isCounted = [&](Operation *launch) {
    std::optional<unsigned> nest = nestAt(launch->getLoc());
    return !nest || searches[*nest].next();
  };
  {
    Silence silence(&getContext());
    bool failed = mlir::failed(runPipeline(*passes, func));
    ++numVariants;
    FunctionCost cost;
    if (!failed)
      cost = computeCost(func, machine, options);
    if (failed || cost.sites.empty())
      llvm::fill(times, NestTime{NestTime::kImpossible});
    for (const SiteCost &site : cost.sites) {
      std::optional<unsigned> nest = nestAt(site.launch->getLoc());
      if (!nest) {
        others += site.microseconds;
        continue;
      }
      bool fits = site.sharedBytes <= double(machine.scratchpad().bytes);
      times[*nest].time += fits ? site.microseconds : NestTime::kImpossible;
      times[*nest].least += leastMicroseconds(machine, site);
      times[*nest].blocks = std::max(times[*nest].blocks, site.blocks);
    }
  }
  func.getBody().takeBody(before->getBody());
  func->setAttrs((*before)->getAttrDictionary());
  return times;
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

  if (onlyKnown && !func->hasAttr(kAssumedSizeAttr) &&
      !knowsSizes(func, options))
    return markAllAnalysesPreserved();

  Parts parts(func);
  std::vector<SizeSearch> searches;
  for (Operation *nest : parts.in(func))
    searches.emplace_back(*target, hasSeveralParallelLoops(nest),
                          std::max<unsigned>(maxVariants, 1), minGain);
  std::optional<double> total;
  while (llvm::any_of(searches, [](const SizeSearch &s) { return s.next(); })) {
    double others = 0;
    std::vector<NestTime> times =
        measure(parts, searches, *target, options, others);
    if (!total) {
      total = others;
      for (const NestTime &time : times)
        *total += time.isPossible() ? time.time : 0;
    }
    for (auto [search, time] : llvm::zip(searches, times))
      if (search.next())
        search.note(time, *total);
  }
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

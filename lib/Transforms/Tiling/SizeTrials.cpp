//===- SizeTrials.cpp - what launches of chosen sizes take ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeTrials.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// What is worth a square block has two loops at least: the rule of
/// polymem-tile decides about the rest.
bool polymem::hasSeveralParallelLoops(Operation *nest) {
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

SizeParts::SizeParts(func::FuncOp func) {
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

SmallVector<Operation *> SizeParts::in(func::FuncOp func) const {
  SmallVector<Operation *> loops, parts;
  func.walk<WalkOrder::PreOrder>(
      [&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (unsigned number : numbers)
    parts.push_back(loops[number]);
  return parts;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

void polymem::setVariant(Operation *nest, const SizeVariant &variant) {
  Builder builder(nest->getContext());
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

/// The number of the part, of `count`, that an operation at `location` was made
/// of; locations of the program may have numbers of their own.
static std::optional<unsigned> partAt(Location location, size_t count) {
  auto mark = location->findInstanceOf<FusedLoc>();
  auto number =
      mark ? dyn_cast_or_null<IntegerAttr>(mark.getMetadata()) : IntegerAttr();
  if (!number || number.getValue().getActiveBits() > 32 ||
      number.getValue().getZExtValue() >= count)
    return std::nullopt;
  return number.getValue().getZExtValue();
}

/// The outermost loop around `nest`, or itself.
static Operation *outermostAround(Operation *nest) {
  while (isa<LoopLikeOpInterface>(nest->getParentOp()))
    nest = nest->getParentOp();
  return nest;
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

SizeTrial::SizeTrial(func::FuncOp func, const SizeParts &parts,
                     ArrayRef<SizeSearch> searches)
    : copy(func) {
  MLIRContext *context = func.getContext();
  SmallVector<Operation *> nests = parts.in(copy.function());
  llvm::DenseSet<Operation *> tried;
  for (auto [nest, search] : llvm::zip_equal(nests, searches)) {
    hasVariant.push_back(search.next() != nullptr);
    if (hasVariant.back())
      tried.insert(outermostAround(nest));
  }
  for (auto [number, nest] : llvm::enumerate(nests)) {
    const SizeSearch &search = searches[number];
    // Beside others in a loop, it has to be launches, too.
    if (const SizeVariant *variant = search.next())
      setVariant(nest, *variant);
    else if (tried.contains(outermostAround(nest)))
      setVariant(nest, search.variant(search.best()));
    else
      nest->setAttr(kNoTileAttr, UnitAttr::get(context));
    Attribute mark = Builder(context).getI64IntegerAttr(number);
    nest->walk([&](Operation *op) {
      op->setLoc(FusedLoc::get({op->getLoc()}, mark, context));
    });
  }
}

void SizeTrial::run(
    llvm::function_ref<LogicalResult(func::FuncOp)> makeLaunches,
    const Machine &machine, CostOptions options) {
  func::FuncOp func = copy.function();
  Silence silence(func.getContext());
  unsigned long ended = islBudgetsEnded();
  found.assign(hasVariant.size(), NestTime());
  options.isCounted = [&](Operation *launch) {
    std::optional<unsigned> part = partAt(launch->getLoc(), hasVariant.size());
    return !part || hasVariant[*part];
  };
  FunctionCost cost;
  if (succeeded(makeLaunches(func)))
    cost = computeCost(func, machine, options);
  forgetEndedBudgets(ended);
  if (cost.sites.empty())
    llvm::fill(found, NestTime{NestTime::kImpossible});
  for (const SiteCost &site : cost.sites) {
    std::optional<unsigned> part =
        partAt(site.launch->getLoc(), hasVariant.size());
    if (!part) {
      otherTime += site.microseconds;
      continue;
    }
    bool fits = site.sharedBytes <= double(machine.scratchpad().bytes);
    found[*part].time += fits ? site.microseconds : NestTime::kImpossible;
    found[*part].least += leastMicroseconds(machine, site);
    found[*part].blocks = std::max(found[*part].blocks, site.blocks);
  }
}

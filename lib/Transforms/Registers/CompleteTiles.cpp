//===- CompleteTiles.cpp - partial tiles are run as full ones -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletionPlan.h"
#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_COMPLETETILESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// A thread has several iterations of `tile`, each with a loop: what is the
/// same in a full tile and in a partial one is worth more than what is saved by
/// not running all of it.
static bool isWorthwhile(TileOp tile, const Distribution &distribution) {
  bool several = false;
  AxisDeals deals = distribution.ofThreads(tile);
  for (const auto &axisDeal : deals)
    for (unsigned dim : axisDeal.dims)
      if (std::optional<int64_t> most = constantTripBound(tile, dim))
        several |= *most > axisDeal.deal.workers();
  SmallVector<CompletedLoop> single = findSingleLoops(tile);
  auto isSingle = [&](affine::AffineForOp loop) {
    return llvm::any_of(single, [&](const CompletedLoop &completed) {
      return completed.loop == loop;
    });
  };
  return several && tile.getBody()
                        .walk([&](affine::AffineForOp loop) {
                          return isSingle(loop) ? WalkResult::advance()
                                                : WalkResult::interrupt();
                        })
                        .wasInterrupted();
}

namespace {
/// The tiles of all blocks along a dimension.
struct BlockTiles {
  int64_t iterations, step;
  int64_t number() const { return llvm::divideCeil(iterations, step); }
};
} // namespace

/// Those along dimension `dim` of `tile`, if that begins where they do.
static std::optional<BlockTiles> blockTilesAlong(TileOp tile, unsigned dim,
                                                 AssumedSizes &sizes) {
  auto origin = dyn_cast<BlockArgument>(tile.getLowerBounds()[dim]);
  auto around =
      origin ? dyn_cast<TileOp>(origin.getOwner()->getParentOp()) : TileOp();
  if (!around || origin.getArgNumber() >= around.getRank())
    return std::nullopt;
  dim = origin.getArgNumber();
  std::optional<int64_t> all =
      sizes.mostBetween(getAsOpFoldResult(around.getLowerBounds()[dim]),
                        getAsOpFoldResult(around.getUpperBounds()[dim]));
  std::optional<int64_t> step = getConstantIntValue(around.getSteps()[dim]);
  if (!all || *all <= 0 || !step)
    return std::nullopt;
  return BlockTiles{*all, *step};
}

/// About how many times as many iterations all blocks have together if tiles
/// are completed as in `plan`; at least 1, which is also for what is not known.
/// Where a condition cuts tiles in two, as a diagonal does, one of as many as
/// there are along a dimension is taken to be half of a tile.
static double growth(const CompletionPlan &plan, AssumedSizes &sizes) {
  double factor = 1;
  for (CompletedDim completed : plan.dims)
    if (auto tiles = blockTilesAlong(plan.tile, completed.dim, sizes))
      factor *= double(tiles->number()) * double(tiles->step) /
                double(tiles->iterations);
  double cut = 0;
  for (unsigned dim : plan.cutDims)
    if (auto tiles = blockTilesAlong(plan.tile, dim, sizes))
      cut = std::max(cut, 1 / double(tiles->number()));
  return factor * (1 + cut);
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

namespace {
/// Writes the tile that fills a box.
class BoxFiller {
public:
  BoxFiller(const CompletionPlan &plan, const FilledBox &box)
      : box(box), builder(box.buffer->getContext()), loc(plan.tile->getLoc()) {
    // Of the axes that the tile uses, x is the fastest.
    for (unsigned dim = 0; dim < TileOp(plan.tile).getRank(); ++dim)
      if (auto axis = dyn_cast_or_null<gpu::GPUThreadMappingAttr>(
              TileOp(plan.tile).getMappingOf(dim)))
        axes.push_back(axis);
    llvm::sort(axes, [](auto a, auto b) {
      return a.getMappingId() > b.getMappingId();
    });
    if (axes.size() > box.dims.size())
      axes.erase(axes.begin(), axes.end() - box.dims.size());
  }

  void run() {
    builder.setInsertionPointAfter(lastCopy());
    if (!box.conditions.empty()) {
      SmallVector<bool> isEquality(box.conditions.size(), false);
      IntegerSet set =
          IntegerSet::get(0, box.symbols.size(), box.conditions, isEquality);
      SmallVector<Value> operands(box.symbols);
      affine::canonicalizeSetAndOperands(&set, &operands);
      auto branch = affine::AffineIfOp::create(builder, loc, set, operands,
                                               /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.getThenBlock());
    }
    unsigned rank = box.dims.size(), first = rank - axes.size();
    SmallVector<Value> lower, upper;
    for (const FilledBox::Range &range : ArrayRef(box.dims).drop_front(first)) {
      lower.push_back(bound(range.lower, /*isUpper=*/false));
      upper.push_back(bound(range.upper, /*isUpper=*/true));
    }
    SmallVector<Value> steps(axes.size(),
                             arith::ConstantIndexOp::create(builder, loc, 1));
    auto tile = TileOp::create(
        builder, loc, lower, upper, steps,
        builder.getArrayAttr(SmallVector<Attribute>(axes.begin(), axes.end())));
    builder.setInsertionPointToStart(&tile.getBody().front());
    SmallVector<Value> indices;
    for (const FilledBox::Range &range : ArrayRef(box.dims).take_front(first)) {
      auto loop = affine::AffineForOp::create(
          builder, loc, box.symbols, mapOf(range.lower, 0), box.symbols,
          mapOf(range.upper, 1));
      indices.push_back(loop.getInductionVar());
      builder.setInsertionPointToStart(loop.getBody());
    }
    llvm::append_range(indices, tile.getOrigins());
    Value buffer = AllocOp(box.buffer).getBuffer();
    Type type = cast<MemRefType>(buffer.getType()).getElementType();
    if (!box.conditionsOfElements.empty())
      addConditionOfElements(indices);
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    affine::AffineStoreOp::create(builder, loc, zero, buffer, indices);
  }

private:
  /// The last operation that fills the buffer, or the one that makes it.
  Operation *lastCopy() const {
    Operation *last = AllocOp(box.buffer);
    for (Operation *user : AllocOp(box.buffer).getBuffer().getUsers())
      if (isa<CopyInOp>(user) && user->getBlock() == last->getBlock() &&
          last->isBeforeInBlock(user))
        last = user;
    return last;
  }

  /// Continues where the element at `indices` gets the value.
  void addConditionOfElements(ArrayRef<Value> indices) {
    SmallVector<bool> isEquality(box.conditionsOfElements.size(), false);
    IntegerSet set = IntegerSet::get(indices.size(), box.symbols.size(),
                                     box.conditionsOfElements, isEquality);
    SmallVector<Value> operands(indices);
    llvm::append_range(operands, box.symbols);
    affine::canonicalizeSetAndOperands(&set, &operands);
    auto branch = affine::AffineIfOp::create(builder, loc, set, operands,
                                             /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.getThenBlock());
  }

  AffineMap mapOf(ArrayRef<AffineExpr> exprs, int64_t more) const {
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : exprs)
      results.push_back(expr + more);
    return AffineMap::get(0, box.symbols.size(), results, builder.getContext());
  }

  /// The least of the `exprs`, and 1, or the greatest.
  Value bound(ArrayRef<AffineExpr> exprs, bool isUpper) {
    AffineMap map = mapOf(exprs, isUpper ? 1 : 0);
    SmallVector<Value> operands(box.symbols);
    affine::canonicalizeMapAndOperands(&map, &operands);
    if (exprs.size() == 1)
      return getValueOrCreateConstantIndexOp(
          builder, loc,
          affine::makeComposedFoldedAffineApply(builder, loc, map,
                                                getAsOpFoldResult(operands)));
    if (isUpper)
      return affine::AffineMinOp::create(builder, loc, map, operands);
    return affine::AffineMaxOp::create(builder, loc, map, operands);
  }

  const FilledBox &box;
  SmallVector<gpu::GPUThreadMappingAttr> axes;
  OpBuilder builder;
  Location loc;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct CompleteTilesPass
    : polymem::impl::CompleteTilesPassBase<CompleteTilesPass> {
  using CompleteTilesPassBase::CompleteTilesPassBase;
  void runOnOperation() override;

private:
  /// The number of tiles that were completed.
  unsigned completeLaunch(TileOp root, const Distribution &distribution,
                          AssumedSizes &sizes, Refusals &refusals);
};
} // namespace

unsigned CompleteTilesPass::completeLaunch(TileOp root,
                                           const Distribution &distribution,
                                           AssumedSizes &sizes,
                                           Refusals &refusals) {
  unsigned completed = 0;
  SmallVector<TileOp> tiles;
  root.walk([&](TileOp tile) {
    if (tile != root && tile.isMappedToThreads() &&
        isWorthwhile(tile, distribution))
      tiles.push_back(tile);
  });
  for (TileOp tile : tiles) {
    CompletionRefusal refusal;
    std::optional<CompletionPlan> plan =
        planCompletion(tile, root, maxIslOperations, refusal);
    double times = plan ? growth(*plan, sizes) : 1;
    Sentence assumptions = sizes.takeAssumptions();
    if (times > 1 + maxMore) {
      plan = std::nullopt;
      refusal = {"More",
                 sentence("whole tiles have {0} times as many iterations{1}, "
                          "more than 'max-more' allows",
                          named("Times", llvm::formatv("{0:f2}", times).str()),
                          assumptions)};
    }
    if (!refusal.name.empty())
      refusals.missed(
          tile, refusal.name,
          (plan ? "tiles that a condition cuts are executed for themselves: "
                : "partial tiles are executed for themselves: ") +
              refusal.text);
    if (!plan)
      continue;
    int64_t iterations = 1;
    for (CompletedDim dim : plan->dims)
      iterations *= dim.iterations;
    remarkPassed(tile, getArgument(), "Completed")
        << sentence("partial tiles are executed as full ones, of {0} "
                    "iterations along dimensions that were cut",
                    named("Iterations", iterations));
    CompletedTile completedTile(*plan);
    for (const FilledBox &box : plan->filled)
      BoxFiller(*plan, box).run();
    ++completed;
    numBoxes += plan->filled.size();
  }
  return completed;
}

void CompleteTilesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  if (failed(target) || failed(requireGPU(func, *target, getArgument())))
    return signalPassFailure();
  if (!(maxMore >= 0.0)) {
    func.emitError()
        << getArgument()
        << ": max-more is a part of the iterations that there are; "
           "give 0 or more";
    return signalPassFailure();
  }
  auto threads = readBlockSize(func, *target, blockSize);
  if (failed(threads))
    return signalPassFailure();
  FailureOr<llvm::StringMap<int64_t>> given = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(given))
    return signalPassFailure();
  AssumedSizes sizes(func, std::move(*given), assumedSizeOf(func, assumedSize));
  BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
  Refusals refusals(getArgument(), strict);
  SmallVector<TileOp> roots, hostTiles;
  findLaunchTiles(func, roots, hostTiles);
  unsigned completed = 0;
  for (TileOp root : roots)
    completed += completeLaunch(
        root, Distribution(chooseBlockSize(root, *target, *threads)), sizes,
        refusals);
  numTiles += completed;
  if (completed == 0 &&
      failed(refusals.nothingDone(func, "no tile of threads is partial")))
    signalPassFailure();
}

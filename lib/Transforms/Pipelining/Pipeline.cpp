//===- Pipeline.cpp - buffers of tiles that overlap -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineRoom.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Pipelining/PipelinePlan.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPIPELINEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-pipeline";

namespace {
/// The buffers of a tile of which so many are in flight.
struct TilePipeline {
  unsigned stages = 1;
  SmallVector<PipelinedBuffer> buffers;
  /// Whether there is room depends on sizes.
  bool isAsked = false;
};

struct ScratchPipelinePass
    : polymem::impl::ScratchPipelinePassBase<ScratchPipelinePass> {
  using ScratchPipelinePassBase::ScratchPipelinePassBase;
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override;

private:
  LogicalResult readOptions();
  LogicalResult choose();
  bool pipelineTiles(const Machine &target, Refusals &refusals);
  std::optional<TilePipeline> decide(TileOp tile, const Machine &machine,
                                     Refusals &refusals) const;
  std::optional<TilePipeline> planBuffers(PipelineAnalysis &analysis,
                                          TileOp tile, unsigned count,
                                          Refusals *refusals,
                                          BufferRefusal &refusal) const;
  bool fits(TilePipeline &pipeline, TileOp tile, const Machine &machine,
            BufferRefusal &refusal) const;
  void apply(TileOp tile, const TilePipeline &pipeline) const;

  PipelineOrder order = PipelineOrder::Barrier;
  /// The number that `stages` says, unless that is 'auto'.
  unsigned inFlight = 0;
};
} // namespace

/// The buffers of a tile's body that copies fill or, if stores lag, empty.
static SmallVector<AllocOp> copiedBuffers(TileOp tile, bool lags) {
  SmallVector<AllocOp> result;
  for (AllocOp alloc : tile.getBody().front().getOps<AllocOp>())
    if (llvm::any_of(alloc->getUsers(), [&](Operation *user) {
          return isa<CopyInOp>(user) || (lags && isa<CopyOutOp>(user));
        }))
      result.push_back(alloc);
  return result;
}

/// The tile stores from a buffer that is outside of it.
static bool storesOuterBuffer(TileOp tile) {
  return llvm::any_of(
      tile.getBody().front().getOps<CopyOutOp>(), [&](CopyOutOp copy) {
        return !tile.getBody().isAncestor(copy.getSource().getParentRegion());
      });
}

/// The buffers from outside the tile that copies of its body fill: the
/// permission is for these copies, too.
static SmallVector<AllocOp> outerBuffers(TileOp tile) {
  llvm::SmallSetVector<AllocOp, 4> result;
  for (CopyInOp copy : tile.getBody().front().getOps<CopyInOp>())
    if (auto alloc = copy.getTarget().getDefiningOp<AllocOp>();
        !tile.getBody().isAncestor(copy.getTarget().getParentRegion()))
      result.insert(alloc);
  return result.takeVector();
}

static TileOp outermostTile(TileOp tile) {
  while (auto outer = tile->getParentOfType<TileOp>())
    tile = outer;
  return tile;
}

/// The buffers of a tile that so many tiles fill ahead; nothing, with
/// `refusal`, if one from outside would be filled, and may not.
std::optional<TilePipeline>
ScratchPipelinePass::planBuffers(PipelineAnalysis &analysis, TileOp tile,
                                 unsigned count, Refusals *refusals,
                                 BufferRefusal &refusal) const {
  TilePipeline result;
  result.stages = count;
  TileOrder distances =
      *TileOrder::get(stringifyPipelineOrder(order), count, storeLag);
  for (AllocOp alloc : outerBuffers(tile)) {
    auto buffer = analysis.planOuter(alloc, distances, refusal);
    if (!buffer)
      return std::nullopt;
    result.buffers.push_back(std::move(*buffer));
  }
  for (AllocOp alloc : copiedBuffers(tile, storeLag > 0)) {
    BufferRefusal own;
    if (auto buffer = analysis.plan(alloc, distances, own))
      result.buffers.push_back(std::move(*buffer));
    else if (refusals)
      refusals->missed(alloc, own.name, "stays in its tile: " + own.text);
  }
  return result;
}

/// The buffers of the launch still fit. Where there is no launch, nothing
/// bounds them.
bool ScratchPipelinePass::fits(TilePipeline &pipeline, TileOp tile,
                               const Machine &machine,
                               BufferRefusal &refusal) const {
  TileOp root = outermostTile(tile);
  if (root.isSequential())
    return true;
  Room room = roomFor(pipeline.buffers, root, pipeline.stages, machine,
                      capacity, refusal);
  pipeline.isAsked = room == Room::AskedBefore;
  return room != Room::TooLittle;
}

std::optional<TilePipeline>
ScratchPipelinePass::decide(TileOp tile, const Machine &machine,
                            Refusals &refusals) const {
  if (copiedBuffers(tile, storeLag > 0).empty() && outerBuffers(tile).empty())
    return std::nullopt;
  auto refuse = [&](const BufferRefusal &refusal) {
    refusals.missed(tile, refusal.name,
                    "tiles stay one after another: " + refusal.text);
    return std::nullopt;
  };
  if (tile.getPipelineAttr() || tile.carriesTokens())
    return refuse({"Pipelined", "they are pipelined already"});
  SmallVector<AllocOp> outer = outerBuffers(tile);
  if (llvm::is_contained(outer, AllocOp()))
    return refuse({"OuterBuffer", "copies fill what is no buffer of its own"});
  if (storeLag > 0 && storesOuterBuffer(tile))
    return refuse({"OuterBuffer", "a buffer from outside the tile is copied "
                                  "out, which may not lag"});
  BufferRefusal refusal;
  auto analysis = PipelineAnalysis::compute(tile, maxIslOperations, refusal);
  if (!analysis)
    return refuse(refusal);
  std::optional<BufferRefusal> first;
  for (unsigned count = inFlight; count > 1; --count) {
    std::optional<TilePipeline> pipeline =
        planBuffers(*analysis, tile, count,
                    count == inFlight ? &refusals : nullptr, refusal);
    if (pipeline && pipeline->buffers.empty())
      return std::nullopt;
    if (pipeline && fits(*pipeline, tile, machine, refusal)) {
      if (first)
        refusals.missed(tile, "FewerStages",
                        sentence("{0} tiles are in flight, not {1}: ",
                                 named("Stages", count),
                                 named("Asked", inFlight)) +
                            first->text);
      return pipeline;
    }
    if (!first)
      first = refusal;
  }
  return refuse(*first);
}

void ScratchPipelinePass::apply(TileOp tile,
                                const TilePipeline &pipeline) const {
  OpBuilder builder(tile);
  IRMapping known;
  for (const PipelinedBuffer &buffer : pipeline.buffers) {
    AllocOp alloc = buffer.alloc;
    if (alloc->getBlock() == tile->getBlock())
      builder.setInsertionPoint(alloc);
    else
      builder.setInsertionPoint(tile);
    auto outside = [&](Value value) {
      return value ? recompute(builder, value, tile, known)
                   : tile.getLowerBounds().front();
    };
    SmallVector<Value> sizes = llvm::map_to_vector(alloc.getDynamicSizes(),
                                                   outside),
                       symbols = llvm::map_to_vector(buffer.symbols, outside);
    AllocOp moved = BufferBuilder(alloc.getType().getMemorySpace())
                        .createShared(builder, alloc.getLoc(), alloc.getType(),
                                      sizes, buffer.mapping, symbols);
    alloc.getBuffer().replaceAllUsesWith(moved.getBuffer());
    remarkPassed(moved, kPass, "Buffer") << sentence(
        "{0} tiles take {1} cells in turn in dimension {2}",
        named("Stages", pipeline.stages),
        named("Cells", buffer.mapping.getExtents().getResult(buffer.dim)),
        named("Dimension", buffer.dim));
    if (printPlan)
      llvm::errs() << (Twine("// scratch-pipeline: @") +
                       tile->getParentOfType<func::FuncOp>().getSymName() +
                       ": " + llvm::formatv("{0}", buffer.mapping).str() + "\n")
                          .str();
    alloc.erase();
  }
  tile.setPipelineAttr(PipelineAttr::get(tile.getContext(), pipeline.stages - 1,
                                         storeLag, order));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void ScratchPipelinePass::getDependentDialects(
    DialectRegistry &registry) const {
  ScratchPipelinePassBase::getDependentDialects(registry);
  // What asks for room.
  registry.insert<affine::AffineDialect, arith::ArithDialect>();
  TrialPasses().getDependentDialects(pipeline, registry);
}

LogicalResult ScratchPipelinePass::readOptions() {
  func::FuncOp func = getOperation();
  std::optional<PipelineOrder> known = symbolizePipelineOrder(orderName);
  if (!known)
    return func.emitError() << kPass << ": order: '" << orderName
                            << "' is none of double, duplex, barrier";
  order = *known;
  if (stages != "auto" &&
      (StringRef(stages).getAsInteger(10, inFlight) || inFlight == 0))
    return func.emitError()
           << kPass << ": stages: '" << stages
           << "' is neither 'auto' nor a number of tiles, at least one";
  // What the attribute can say.
  if (storeLag > 1)
    return func.emitError() << kPass << ": store-lag: " << storeLag.getValue()
                            << " is neither 0 nor 1";
  return success();
}

/// Runs the pass with the number of stages whose launches take the least time.
LogicalResult ScratchPipelinePass::choose() {
  ChoosePassesPassOptions options;
  options.machine = machine;
  options.assume = llvm::to_vector(assume);
  options.minGain = minGain;
  OpPassManager rest(func::FuncOp::getOperationName());
  if (failed(parsePassPipeline(pipeline, rest)))
    return failure();
  std::vector<OpPassManager> alternatives;
  for (unsigned number = 1; number <= std::max(1U, +mostStages); ++number) {
    ScratchPipelinePassOptions each;
    each.stages = std::to_string(number);
    each.orderName = orderName;
    each.storeLag = storeLag;
    each.machine = machine;
    each.capacity = capacity;
    each.printPlan = printPlan;
    each.warnings = warnings;
    each.maxIslOperations = maxIslOperations;
    alternatives.emplace_back(func::FuncOp::getOperationName())
        .addPass(createScratchPipelinePass(each));
  }
  OpPassManager chosen(func::FuncOp::getOperationName());
  chosen.addPass(
      createChoosePassesPass(options, std::move(alternatives), rest));
  return runPipeline(chosen, getOperation());
}

/// Whether any tile was pipelined.
bool ScratchPipelinePass::pipelineTiles(const Machine &target,
                                        Refusals &refusals) {
  SmallVector<TileOp> tiles;
  // What a thread runs by itself has no one to copy for it.
  getOperation().walk<WalkOrder::PreOrder>([&](TileOp tile) {
    if (tile.isMappedToThreads())
      return WalkResult::skip();
    if (tile.getRank() == 1 && tile.isSequential())
      tiles.push_back(tile);
    return WalkResult::advance();
  });
  bool changed = false;
  for (TileOp tile : tiles) {
    auto pipeline = decide(tile, target, refusals);
    if (!pipeline)
      continue;
    if (pipeline->isAsked)
      addVersion(pipeline->buffers, outermostTile(tile), target, capacity);
    apply(tile, *pipeline);
    changed = true;
    ++numTiles;
    numBuffers += pipeline->buffers.size();
  }
  return changed;
}

void ScratchPipelinePass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (failed(readOptions()))
    return signalPassFailure();
  if (stages == "auto") {
    if (failed(choose()))
      signalPassFailure();
    return;
  }
  if (inFlight == 1)
    return markAllAnalysesPreserved();
  FailureOr<Machine> target = targetMachine(func, machine, kPass);
  if (failed(target))
    return signalPassFailure();
  BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
  Refusals refusals(kPass, strict);
  if (pipelineTiles(*target, refusals))
    return;
  markAllAnalysesPreserved();
  if (failed(refusals.nothingDone(func, "no tile fills a buffer of its own")))
    signalPassFailure();
}

//===- TileSteps.cpp - steps on single nests and tiles --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each plans for all of its payload, then applies all plans.
//
//===----------------------------------------------------------------------===//

#include "Payload.h"
#include "PolyMem/Conversion/ScratchToGPU.h"
#include "PolyMem/Dialect/Scratch/Transforms/Promotion.h"
#include "PolyMem/Dialect/Scratch/Transforms/Transforms.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::transform_ops;

//===----------------------------------------------------------------------===//
// transform.polymem.tile
//===----------------------------------------------------------------------===//

/// A size in an attribute as the option would have it.
static std::string sizeText(Attribute size) {
  if (auto string = dyn_cast<StringAttr>(size))
    return string.getValue().str();
  if (auto integer = dyn_cast<IntegerAttr>(size))
    return std::to_string(integer.getInt());
  return "";
}

static llvm::SmallVector<std::string>
sizeTexts(std::optional<ArrayAttr> sizes) {
  llvm::SmallVector<std::string> texts;
  if (sizes)
    for (Attribute size : *sizes)
      texts.push_back(sizeText(size));
  return texts;
}

LogicalResult transform_ops::TileOp::verify() {
  for (auto [name, sizes] : {std::pair(getSizesAttrName(), getSizes()),
                             {getBlockSizesAttrName(), getBlockSizes()},
                             {getThreadSizesAttrName(), getThreadSizes()}}) {
    if (!sizes)
      continue;
    for (Attribute size : *sizes) {
      auto parsed = TileSize::parse(sizeText(size));
      if (!parsed)
        return emitOpError()
               << "attribute '" << name.getValue() << "' has " << size
               << ", which is no tile size; write a number of "
                  "iterations below 2^31, 0 (not tiled) or \"argN\"";
      if (name == getThreadSizesAttrName() && !parsed->isTiled())
        return emitOpError("a thread size must not be 0; write 1 for one "
                           "iteration per thread");
    }
  }
  if (getThreadSizes() && getMapping() != "gpu")
    return emitOpError("'thread_sizes' need mapping = \"gpu\"");
  return success();
}

namespace {
/// A nest that is to be tiled.
struct NestRequest {
  /// The loop, or the function that it is a nest of.
  Operation *payload;
  NestTiling tiling;
  bool gpu;
};

/// The nests that an operation of a script asks to tile.
class NestRequests {
public:
  explicit NestRequests(transform_ops::TileOp op) : op(op) {
    options.sizes = sizeTexts(op.getSizes());
    options.blockSizes = sizeTexts(op.getBlockSizes());
    options.threadSizes = sizeTexts(op.getThreadSizes());
    if (op.getMapping() == "gpu")
      options.mapping = TileMapping::GPU;
    setOption(options.machine, op.getMachine());
    setOption(options.maxIslOperations, op.getMaxIslOperations());
  }

  /// A failure if there is no such machine.
  DiagnosedSilenceableFailure checkMachine() {
    return transform_ops::checkMachine(op, options.machine);
  }
  /// Plans for `payload`, a function or loop.
  DiagnosedSilenceableFailure plan(Operation *payload);
  /// A failure for what is refused.
  DiagnosedSilenceableFailure check();
  /// The tiles, each before those inside it.
  SmallVector<scratch::TileOp> apply();

private:
  bool hasSizes() const {
    return !options.sizes.empty() || !options.blockSizes.empty() ||
           !options.threadSizes.empty();
  }

  transform_ops::TileOp op;
  TilePassOptions options;
  std::vector<NestRequest> requests;
  /// A nest may be in a handle twice.
  llvm::SmallPtrSet<Operation *, 8> planned;
};
} // namespace

DiagnosedSilenceableFailure NestRequests::plan(Operation *payload) {
  auto failure = DiagnosedSilenceableFailure::success();
  SmallVector<Operation *> nests;
  auto func = dyn_cast<func::FuncOp>(payload);
  if (func) {
    if (!asFunction(op, payload, failure))
      return failure;
    OutermostLoops loops(func);
    nests = loops.untiled;
    if (nests.empty())
      return refuse(op, payload,
                    loops.tiled.empty()
                        ? "the function has no affine loop to tile"
                        : "the nests of the function hold tiles already");
  } else if (isa<affine::AffineForOp, affine::AffineParallelOp>(payload)) {
    if (!isOutermostLoop(op, payload, failure))
      return failure;
    bool isTiled =
        payload->walk([](scratch::TileOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (isTiled)
      return refuse(op, payload, "the nest holds tiles already");
    nests = {payload};
    func = payload->getParentOfType<func::FuncOp>();
  } else {
    return refuse(op, payload,
                  "expected a function or an outermost affine loop, got '" +
                      payload->getName().getStringRef() + "'");
  }
  ErrorCollector errors(op);
  FailureOr<TileRequest> request = readTileRequest(func, options);
  if (failed(request))
    return errors.takeFailure();
  for (Operation *nest : nests)
    if (planned.insert(nest).second)
      requests.push_back(
          {payload, planNestTiling(nest, *request, options.maxIslOperations),
           request->gpu});
  return failure;
}

DiagnosedSilenceableFailure NestRequests::check() {
  llvm::MapVector<Operation *, bool> tiled;
  for (const NestRequest &request : requests)
    tiled[request.payload] |= !request.tiling.plan.nests.empty();
  SmallVector<Diagnostic> refusals;
  auto refuseAt = [&](Location loc, const Twine &text) {
    refusals.emplace_back(loc, DiagnosticSeverity::Error);
    refusals.back() << "polymem-tile: " << text;
  };
  for (const NestRequest &request : requests) {
    // Of a function, nests that nobody gave sizes for may be left alone.
    bool mustTile = !isa<func::FuncOp>(request.payload) || hasSizes() ||
                    !tiled.lookup(request.payload);
    for (const TileNote &note : request.tiling.plan.notes)
      if (note.kind == TileNote::Kind::Partial ||
          (mustTile && note.isRefusal()))
        refuseAt(note.op->getLoc(), note.text.text);
  }
  // What is not tiled for another reason, such as an attribute on a loop.
  if (refusals.empty())
    for (const NestRequest &request : requests)
      if (!tiled.lookup(request.payload))
        for (const TileNote &note : request.tiling.plan.notes)
          refuseAt(note.op->getLoc(), note.text.text);
  for (auto [payload, any] : tiled)
    if (refusals.empty() && !any)
      refuseAt(payload->getLoc(), "nothing is tiled");
  if (refusals.empty())
    return DiagnosedSilenceableFailure::success();
  auto failure =
      DiagnosedSilenceableFailure::silenceableFailure(std::move(refusals));
  failure.attachNote(op.getLoc())
      << "asked for by '" << op->getName().getStringRef() << "'";
  return failure;
}

SmallVector<scratch::TileOp> NestRequests::apply() {
  SmallVector<scratch::TileOp> tiles;
  for (NestRequest &request : requests) {
    for (const TileNote &note : request.tiling.plan.notes)
      remarkNote(note);
    llvm::append_range(tiles,
                       applyNestTiling(std::move(request.tiling), request.gpu));
  }
  return tiles;
}

DiagnosedSilenceableFailure
transform_ops::TileOp::apply(transform::TransformRewriter &,
                             transform::TransformResults &results,
                             transform::TransformState &state) {
  NestRequests requests(*this);
  if (auto failure = requests.checkMachine(); !failure.succeeded())
    return failure;
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    DiagnosedSilenceableFailure failure = requests.plan(payload);
    if (!failure.succeeded())
      return failure;
  }
  DiagnosedSilenceableFailure refused = requests.check();
  if (!refused.succeeded())
    return refused;
  SmallVector<Operation *> outermost, blocks;
  for (scratch::TileOp tile : requests.apply()) {
    if (!outermostParent<scratch::TileOp>(tile))
      outermost.push_back(tile);
    if (isInnermostTile(tile, /*threads=*/false))
      blocks.push_back(tile);
  }
  results.set(getOperation()->getOpResult(0), outermost);
  results.set(getOperation()->getOpResult(1), blocks);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transform.polymem.promote
//===----------------------------------------------------------------------===//

void PromoteOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

LogicalResult PromoteOp::verify() {
  if (auto delta = getDelta(); delta && !(delta->convertToDouble() >= 0.0))
    return emitOpError("'delta' is a fraction of the volume; give 0 or more");
  return success();
}

static ScratchPromotePassOptions readOptions(PromoteOp op) {
  ScratchPromotePassOptions options;
  setOption(options.machine, op.getMachine());
  setOption(options.capacity, op.getCapacity());
  if (std::optional<StringRef> space = op.getMemorySpace())
    options.memorySpace = llvm::StringSwitch<BufferMemorySpace>(*space)
                              .Case("private", BufferMemorySpace::Private)
                              .Case("default", BufferMemorySpace::Default)
                              .Default(BufferMemorySpace::Workgroup);
  if (std::optional<StringRef> partition = op.getPartition())
    options.partition = llvm::StringSwitch<DataSpacePartition>(*partition)
                            .Case("components", DataSpacePartition::Components)
                            .Case("hull", DataSpacePartition::Hull)
                            .Default(DataSpacePartition::Boxes);
  if (std::optional<StringRef> movement = op.getMovement())
    options.movement = llvm::StringSwitch<DataMovement>(*movement)
                           .Case("exact", DataMovement::Exact)
                           .Case("box", DataMovement::Box)
                           .Case("footprint", DataMovement::Footprint)
                           .Default(DataMovement::Auto);
  if (std::optional<StringRef> fit = op.getFit())
    options.fit = llvm::StringSwitch<BufferFit>(*fit)
                      .Case("global", BufferFit::Global)
                      .Case("launch", BufferFit::Launch)
                      .Default(BufferFit::Always);
  if (auto delta = op.getDelta())
    options.delta = delta->convertToDouble();
  setOption(options.promoteAll, op.getPromoteAll());
  setOption(options.coalesce, op.getCoalesce());
  setOption(options.constantMemory, op.getConstantMemory());
  setOption(options.runtimeCheck, op.getRuntimeCheck());
  setOption(options.maxIslOperations, op.getMaxIslOperations());
  return options;
}

namespace {
/// The blocks of one function that a script wants promoted.
struct FunctionBlocks {
  llvm::SetVector<Operation *> blocks;
  Promotion::Demand demand = Promotion::Demand::AnyBlock;
};
} // namespace

/// Adds what `payload` stands for to `blocks` of its function.
static DiagnosedSilenceableFailure
collectBlocks(PromoteOp op, Operation *payload,
              const ScratchPromotePassOptions &options,
              llvm::MapVector<func::FuncOp, FunctionBlocks> &blocks) {
  auto failure = DiagnosedSilenceableFailure::success();
  if (isa<func::FuncOp>(payload)) {
    func::FuncOp func = asFunction(op, payload, failure);
    if (!func)
      return failure;
    SmallVector<Operation *> found = Promotion::findBlocks(func, options);
    if (found.empty())
      return refuse(op, payload,
                    "the function has no scratch.tile; tile it, or name a loop "
                    "nest");
    blocks[func].blocks.insert(found.begin(), found.end());
    return failure;
  }
  if (isa<affine::AffineForOp>(payload)) {
    if (!isOutermostLoop(op, payload, failure))
      return failure;
  } else if (!isa<scratch::TileOp>(payload)) {
    return refuse(op, payload,
                  "expected a function, a scratch.tile or an outermost "
                  "affine.for, got '" +
                      payload->getName().getStringRef() + "'");
  }
  auto func = payload->getParentOfType<func::FuncOp>();
  if (!func)
    return refuse(op, payload, "the block is in no function");
  blocks[func].blocks.insert(payload);
  blocks[func].demand = Promotion::Demand::EachBlock;
  return failure;
}

DiagnosedSilenceableFailure
PromoteOp::apply(transform::TransformRewriter &,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  ScratchPromotePassOptions options = readOptions(*this);
  auto known = checkMachine(*this, options.machine);
  if (!known.succeeded())
    return known;
  llvm::MapVector<func::FuncOp, FunctionBlocks> functions;
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    auto failure = collectBlocks(*this, payload, options, functions);
    if (!failure.succeeded())
      return failure;
  }
  std::vector<Promotion> promotions;
  for (auto &[func, request] : functions) {
    for (Operation *block : request.blocks)
      for (Operation *other : request.blocks)
        if (block->isProperAncestor(other))
          return refuse(*this, other,
                        "the block is inside another one that is to be "
                        "promoted; do one after the other");
    ErrorCollector errors(*this);
    auto promotion =
        Promotion::plan(func, request.blocks.getArrayRef(), options);
    if (failed(promotion))
      return errors.takeFailure();
    Refusals refusals("scratch-promote", /*strict=*/true);
    if (failed(promotion->report(refusals, request.demand)))
      return errors.takeFailure();
    promotions.push_back(std::move(*promotion));
  }
  SmallVector<Operation *> buffers;
  for (Promotion &promotion : promotions)
    llvm::append_range(buffers, promotion.apply());
  results.set(getOperation()->getOpResult(0), buffers);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transform.polymem.hoist_copies
//===----------------------------------------------------------------------===//

void HoistCopiesOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::modifiesPayload(effects);
}

/// A failure unless `payload` is a function with a body or a tile in one.
static DiagnosedSilenceableFailure checkTileOrFunction(Operation *op,
                                                       Operation *payload) {
  auto failure = DiagnosedSilenceableFailure::success();
  if (isa<func::FuncOp>(payload))
    (void)asFunction(op, payload, failure);
  else if (!isa<scratch::TileOp>(payload))
    failure = refuse(op, payload,
                     "expected a function or a scratch.tile, got '" +
                         payload->getName().getStringRef() + "'");
  else if (!payload->getParentOfType<func::FuncOp>())
    failure = refuse(op, payload, "the tile is in no function");
  return failure;
}

DiagnosedSilenceableFailure
HoistCopiesOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &,
                     transform::TransformState &state) {
  SmallVector<Operation *> roots(state.getPayloadOps(getTarget()));
  for (Operation *root : roots) {
    DiagnosedSilenceableFailure failure = checkTileOrFunction(*this, root);
    if (!failure.succeeded())
      return failure;
  }
  ScratchHoistCopiesPassOptions options;
  setOption(options.maxIslOperations, getMaxIslOperations());
  Refusals refusals("scratch-hoist-copies", /*strict=*/true);
  unsigned hoisted = 0;
  for (Operation *root : roots)
    hoisted += hoistCopies(root, options, refusals);
  ErrorCollector errors(*this);
  if (!roots.empty() && hoisted == 0 &&
      failed(refusals.nothingDone(roots.front(),
                                  "no buffer is in a sequential tile")))
    return errors.takeFailure();
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transform.polymem.reuse
//===----------------------------------------------------------------------===//

void ReuseOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure ReuseOp::apply(transform::TransformRewriter &,
                                           transform::TransformResults &,
                                           transform::TransformState &state) {
  ScratchReusePassOptions options;
  setOption(options.machine, getMachine());
  setOption(options.strip, getStrip());
  if (std::optional<StringRef> movement = getMovement())
    options.movement = llvm::StringSwitch<ReuseMovement>(*movement)
                           .Case("exact", ReuseMovement::Exact)
                           .Case("box", ReuseMovement::Box)
                           .Case("vector", ReuseMovement::Vector)
                           .Default(ReuseMovement::Auto);
  setOption(options.maxIslOperations, getMaxIslOperations());
  DiagnosedSilenceableFailure known = checkMachine(*this, options.machine);
  if (!known.succeeded())
    return known;
  SmallVector<Operation *> roots(state.getPayloadOps(getTarget()));
  for (Operation *root : roots) {
    DiagnosedSilenceableFailure failure = checkTileOrFunction(*this, root);
    if (!failure.succeeded())
      return failure;
  }
  Refusals refusals("scratch-reuse", /*strict=*/true);
  unsigned reused = 0;
  ErrorCollector errors(*this);
  for (Operation *root : roots) {
    FailureOr<Machine> machine =
        targetMachine(root, options.machine, "scratch-reuse");
    if (failed(machine))
      return errors.takeFailure();
    reused += reuseBuffers(root, options, *machine, refusals);
  }
  if (!roots.empty() && reused == 0 &&
      failed(refusals.nothingDone(roots.front(),
                                  "no buffer is in a sequential tile")))
    return errors.takeFailure();
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transform.polymem.pad
//===----------------------------------------------------------------------===//

void PadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure PadOp::apply(transform::TransformRewriter &,
                                         transform::TransformResults &,
                                         transform::TransformState &state) {
  ScratchPadPassOptions options;
  setOption(options.machine, getMachine());
  setOption(options.capacity, getCapacity());
  setOption(options.blockSize, getBlockSize());
  setOption(options.assumedTrips, getAssumedTrips());
  DiagnosedSilenceableFailure known = checkMachine(*this, options.machine);
  if (!known.succeeded())
    return known;
  SmallVector<Operation *> roots(state.getPayloadOps(getTarget()));
  for (Operation *root : roots) {
    DiagnosedSilenceableFailure failure = checkTileOrFunction(*this, root);
    if (!failure.succeeded())
      return failure;
    for (Operation *op = root->getParentOp(); op; op = op->getParentOp())
      if (auto around = dyn_cast<scratch::TileOp>(op);
          around && !gpulaunch::isHostTile(around))
        return refuse(
            *this, root,
            "the tile is part of a launch; give the tile that becomes "
            "the launch");
  }
  Refusals refusals("scratch-pad", /*strict=*/true);
  int64_t changed = 0;
  ErrorCollector errors(*this);
  for (Operation *root : roots) {
    // Options do not become wrong after the first.
    FailureOr<PaddingCounts> counts = padBuffers(root, options, refusals);
    if (failed(counts))
      return errors.takeFailure();
    changed += counts->changed();
  }
  if (changed == 0 && !refusals.empty() &&
      failed(refusals.nothingDone(roots.front(), "")))
    return errors.takeFailure();
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transform.polymem.map
//===----------------------------------------------------------------------===//

LogicalResult MapOp::verify() {
  if (getHostRegister().value_or(false) && getDeviceCopies().value_or(false))
    return emitOpError("'host_register' and 'device_copies' are two ways to "
                       "the same end; give one");
  return success();
}

DiagnosedSilenceableFailure MapOp::apply(transform::TransformRewriter &,
                                         transform::TransformResults &results,
                                         transform::TransformState &state) {
  ConvertScratchToGPUPassOptions options;
  setOption(options.machine, getMachine());
  setOption(options.blockSize, getBlockSize());
  setOption(options.maxGrid, getMaxGrid());
  setOption(options.threadLocality, getThreadLocality());
  setOption(options.kernelModule, getKernelModule());
  setOption(options.maxFullExtent, getFullTileLoops());
  setOption(options.hostRegister, getHostRegister());
  setOption(options.deviceCopies, getDeviceCopies());
  setOption(options.constantMemory, getConstantMemory());
  setOption(options.maxIslOperations, getMaxIslOperations());
  DiagnosedSilenceableFailure known = checkMachine(*this, options.machine);
  if (!known.succeeded())
    return known;

  llvm::MapVector<func::FuncOp, SmallVector<scratch::TileOp>> functions;
  llvm::SmallPtrSet<Operation *, 4> wholeFunctions;
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    DiagnosedSilenceableFailure failure = checkTileOrFunction(*this, payload);
    if (!failure.succeeded())
      return failure;
    auto tile = dyn_cast<scratch::TileOp>(payload);
    if (tile && outermostParent<scratch::TileOp>(tile))
      return refuse(*this, tile, "the tile is inside another one");
    if (tile) {
      auto &tiles = functions[tile->getParentOfType<func::FuncOp>()];
      if (!llvm::is_contained(tiles, tile))
        tiles.push_back(tile);
    } else {
      functions.insert({cast<func::FuncOp>(payload), {}});
      wholeFunctions.insert(payload);
    }
  }
  std::vector<LaunchConversion> conversions;
  for (auto &[func, tiles] : functions) {
    if (wholeFunctions.contains(func))
      tiles.clear();
    ErrorCollector errors(*this);
    auto conversion = LaunchConversion::plan(func, tiles, options);
    if (failed(conversion))
      return errors.takeFailure();
    if (conversion->numLaunches() == 0)
      return refuse(*this, func, "the function has no tile to map");
    conversions.push_back(std::move(*conversion));
  }
  SmallVector<Operation *> launches;
  for (LaunchConversion &conversion : conversions) {
    if (failed(conversion.apply()))
      return DiagnosedSilenceableFailure::definiteFailure();
    for (gpu::LaunchOp launch : conversion.launches())
      launches.push_back(launch);
  }
  results.set(getOperation()->getOpResult(0), launches);
  return DiagnosedSilenceableFailure::success();
}

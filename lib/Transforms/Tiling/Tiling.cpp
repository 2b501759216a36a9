//===- Tiling.cpp - tile single loop nests --------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TilePlan.h for the decision, TileRewriter.h for the rewriting.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "TileRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-tile";

//===----------------------------------------------------------------------===//
// The request
//===----------------------------------------------------------------------===//

/// Reports an error about the size written `text` in `where` unless it is
/// usable in `func`.
static LogicalResult checkSize(func::FuncOp func, std::optional<TileSize> size,
                               const Twine &text, const Twine &where,
                               Operation *op) {
  if (!size)
    return op->emitError() << kPass << ": '" << text << "' in " << where
                           << " is not a tile size; write a number of "
                              "iterations below 2^31, 0 (not tiled) or argN";
  if (size->kind != TileSize::Kind::Argument)
    return success();
  if (size->value >= func.getNumArguments())
    return op->emitError() << kPass << ": '" << text << "' in " << where
                           << ": function '" << func.getName() << "' has "
                           << func.getNumArguments() << " arguments";
  Type type = func.getArgument(size->value).getType();
  if (!type.isIndex())
    return op->emitError() << kPass << ": '" << text << "' in " << where
                           << ": argument " << size->value
                           << " must be of type index, but is " << type;
  return success();
}

static LogicalResult readList(func::FuncOp func, ArrayRef<std::string> texts,
                              StringRef option,
                              SmallVectorImpl<TileSize> &sizes) {
  for (const std::string &text : texts) {
    std::optional<TileSize> size = TileSize::parse(text);
    if (failed(checkSize(func, size, text, "option '" + option + "'", func)))
      return failure();
    sizes.push_back(*size);
  }
  return success();
}

/// An element of the attribute with sizes, as the option would have it.
static std::string textOf(Attribute element) {
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return std::to_string(integer.getInt());
  if (auto string = dyn_cast<StringAttr>(element))
    return string.getValue().str();
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

static std::optional<TileSize> readSize(Attribute element) {
  return TileSize::parse(textOf(element));
}

static LogicalResult checkAttributes(func::FuncOp func) {
  WalkResult result = func.walk([&](Operation *op) {
    Attribute attr = op->getAttr(kTileSizesAttr);
    if (!attr)
      return WalkResult::advance();
    auto array = dyn_cast<ArrayAttr>(attr);
    if (!array || !isa<AffineForOp, AffineParallelOp>(op)) {
      op->emitError() << kPass << ": attribute '" << kTileSizesAttr
                      << "' must be an array on an affine loop";
      return WalkResult::interrupt();
    }
    for (Attribute element : array)
      if (failed(checkSize(func, readSize(element), textOf(element),
                           "attribute '" + Twine(kTileSizesAttr) + "'", op)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

FailureOr<TileRequest>
polymem::readTileRequest(func::FuncOp func, const TilePassOptions &options) {
  TileRequest request;
  request.gpu = options.mapping == TileMapping::GPU;
  if (failed(readList(func, options.sizes, "sizes", request.sizes)) ||
      failed(readList(func, options.blockSizes, "block-sizes",
                      request.blockSizes)) ||
      failed(readList(func, options.threadSizes, "thread-sizes",
                      request.threadSizes)))
    return failure();
  if (!request.threadSizes.empty() && !request.gpu)
    return func.emitError()
           << kPass << ": option 'thread-sizes' needs 'mapping=gpu'";
  for (const TileSize &size : request.threadSizes)
    if (!size.isTiled())
      return func.emitError() << kPass
                              << ": a thread size must not be 0; write 1 for "
                                 "one iteration per thread";
  FailureOr<Machine> target = targetMachine(func, options.machine, kPass);
  if (failed(target) || failed(checkAttributes(func)))
    return failure();
  request.defaults = target->tiles;
  // Each thread of the block has a few elements of an array to copy.
  constexpr int64_t kChainCopies = 4;
  if (options.chains && request.gpu && target->kind == Machine::Kind::GPU) {
    request.chainThreads = target->threads().defaultPerBlock;
    request.chainIterations = kChainCopies * request.chainThreads;
  }
  return request;
}

/// The request for a band that starts at `loop`: attributes override the sizes
/// of `request`, or the numbers of its rule for them.
static TileRequest requestFor(Operation *loop, const TileRequest &request) {
  TileRequest result = request;
  for (Operation *op = loop; op; op = op->getParentOp())
    if (auto array = op->getAttrOfType<ArrayAttr>(kTileSizesAttr)) {
      result.sizes.clear();
      for (Attribute element : array)
        result.sizes.push_back(*readSize(element));
      return result;
    }
  if (auto numbers = loop->getAttrOfType<DenseI64ArrayAttr>(kTileDefaultsAttr);
      numbers && numbers.size() == 5) {
    ArrayRef<int64_t> values = numbers.asArrayRef();
    result.defaults.linear = values[0];
    llvm::copy(values.slice(1, 3), result.defaults.parallel.begin());
    result.defaults.sequential = values[4];
  }
  if (auto threads = loop->getAttrOfType<DenseI64ArrayAttr>(kBlockThreadsAttr))
    for (int64_t along : threads.asArrayRef())
      if (llvm::MulOverflow(result.blockThreads, along, result.blockThreads))
        result.blockThreads = 1;
  return result;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

OutermostLoops::OutermostLoops(func::FuncOp func) {
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What is in a launch is some thread's already.
    if (isa<scratch::TileOp, gpu::LaunchOp>(op))
      return WalkResult::skip();
    if (!isa<AffineForOp, AffineParallelOp>(op))
      return WalkResult::advance();
    WalkResult inside =
        op->walk([](scratch::TileOp) { return WalkResult::interrupt(); });
    (inside.wasInterrupted() ? tiled : untiled).push_back(op);
    return WalkResult::skip();
  });
}

bool NestTiling::failed() const {
  return llvm::any_of(plan.notes, [](const TileNote &note) {
    return note.kind == TileNote::Kind::Failed;
  });
}

/// The plan for `nest`; only a note if it cannot be analysed.
static TilePlan planNest(Operation *nest, const TileRequest &request,
                         unsigned long maxIslOperations) {
  auto fail = [&](Operation *op, StringRef name, const Sentence &text,
                  std::optional<unsigned long> budget = std::nullopt) {
    TilePlan none;
    none.notes.push_back(
        {TileNote::Kind::Failed, op, name, "nest not tiled: " + text, budget});
    return none;
  };
  if (Operation *access = accessOfSharedCells(nest))
    return fail(access, "SharedCells", sharedCellsText(access));
  ScopFailure scopFailure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(nest, scopFailure, scopOptions);
  if (!scop)
    return fail(scopFailure.op ? scopFailure.op : nest, "NotModelled",
                scopFailure.reason);
  std::vector<CoarseReferences> coarse;
  std::optional<std::vector<SequentialDependence>> dependences =
      sequentialDependences(*scop, maxIslOperations, /*without=*/nullptr,
                            &coarse);
  if (!dependences)
    return fail(nest, "BudgetExhausted",
                "the budget of isl operations does not suffice for the "
                "dependences",
                maxIslOperations);
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  BandDependences bandDependences(*scop, *dependences);
  TilePlan plan = planTiles(nest, bandDependences, [&](Operation *loop) {
    return requestFor(loop, request);
  });
  if (guard.exceeded())
    return fail(nest, "BudgetExhausted",
                "the budget of isl operations does not suffice for the bands",
                maxIslOperations);
  for (const CoarseReferences &references : coarse)
    plan.notes.push_back({TileNote::Kind::Info, references.access->op,
                          "ReferencesTogether", references.text(*scop)});
  return plan;
}

NestTiling polymem::planNestTiling(Operation *nest, const TileRequest &request,
                                   unsigned long maxIslOperations) {
  NestTiling tiling;
  tiling.original = nest;
  if (std::optional<TileNote> exclusion = exclusionOf(nest)) {
    tiling.plan.notes.push_back(*exclusion);
    return tiling;
  }
  tiling.plan = planNest(nest, request, maxIslOperations);
  // Values that cross loops (iter_args, for example) keep loops together. Where
  // more can be tiled with such values in memory, a copy of the nest in that
  // form takes its place.
  if (tiling.failed() || nest->getNumResults() != 0)
    return tiling;
  OpBuilder builder(nest);
  builder.setInsertionPointAfter(nest);
  OwningOpRef<Operation *> copy(builder.clone(*nest));
  if (demoteScalars(copy.get()).changed()) {
    TilePlan plan = planNest(copy.get(), request, maxIslOperations);
    if (plan.numTiledLoops() > tiling.plan.numTiledLoops()) {
      tiling.plan = std::move(plan);
      tiling.copy = std::move(copy);
    }
  }
  return tiling;
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

void polymem::remarkNote(const TileNote &note) {
  auto remark = [&] {
    switch (note.kind) {
    case TileNote::Kind::Failed:
      return remarkFailed(note.op, kPass, note.name);
    case TileNote::Kind::Refused:
    case TileNote::Kind::Partial:
      return remarkMissed(note.op, kPass, note.name);
    case TileNote::Kind::Info:
      break;
    }
    return remarkAnalysis(note.op, kPass, note.name);
  }();
  remark << note.text;
  if (note.budget)
    remark << remark::metric("MaxIslOperations", *note.budget);
}

SmallVector<scratch::TileOp> polymem::applyNestTiling(NestTiling tiling,
                                                      bool gpu) {
  auto func = tiling.original->getParentOfType<func::FuncOp>();
  SmallVector<scratch::TileOp> tiles;
  for (const NestPlan &nest : tiling.plan.nests) {
    Location loc = nest.root->getLoc();
    remark::RemarkOpts remarkOpts = remarkOptions(nest.root, kPass, "Tiled");
    SmallVector<scratch::TileOp> created = applyNestPlan(nest, func, gpu);
    remarkPassed(loc, remarkOpts)
        << "nest tiled" << remark::metric("TiledLoops", nest.numTiledLoops())
        << remark::metric("ParallelLoops", nest.numParallelLoops())
        << remark::metric("Tiles", static_cast<unsigned>(created.size()));
    llvm::append_range(tiles, created);
  }
  // The copy has taken its place.
  if (tiling.copy.release())
    tiling.original->erase();
  return tiles;
}

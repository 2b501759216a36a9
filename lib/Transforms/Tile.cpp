//===- Tile.cpp - tile loop bands into scratch.tile -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: reads the request, plans every nest of the function, applies the
// plans, reports. See TilePlan.h for the decision, TileRewriter.h for the
// rewriting.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/DemoteScalars.h"
#include "PolyMem/Transforms/Passes.h"
#include "TileRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {
#define GEN_PASS_DEF_TILEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-tile";

namespace {
struct TilePass : polymem::impl::TilePassBase<TilePass> {
  using TilePassBase::TilePassBase;

  void runOnOperation() override;

private:
  LogicalResult readOptions();
  LogicalResult readList(ArrayRef<std::string> texts, StringRef option,
                         SmallVectorImpl<TileSize> &sizes);
  /// Reports an error about the size written `text` in `where` unless it is
  /// usable in this function.
  LogicalResult checkSize(std::optional<TileSize> size, const Twine &text,
                          const Twine &where, Operation *op);
  LogicalResult checkAttributes();
  TileRequest requestFor(Operation *loop) const;
  /// The plan for `nest`; nullopt if it cannot be analysed, which is reported
  /// unless another form of the nest can be tiled (`isAlternative`).
  std::optional<TilePlan> planNest(Operation *nest, bool isAlternative = false);
  /// What was asked for is not done: a remark, or an error with `strict`.
  void refuse(Operation *op, StringRef name, const Twine &text,
              std::optional<unsigned long> budget = std::nullopt);
  void tileNest(Operation *nest);
  void report(const TileNote &note);

  TileRequest options;
  /// Something was refused that is an error.
  bool failedStrictly = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// The request
//===----------------------------------------------------------------------===//

LogicalResult TilePass::checkSize(std::optional<TileSize> size,
                                  const Twine &text, const Twine &where,
                                  Operation *op) {
  if (!size)
    return op->emitError() << kPass << ": '" << text << "' in " << where
                           << " is not a tile size; write a number of "
                              "iterations, 0 (not tiled) or argN";
  if (size->kind != TileSize::Kind::Argument)
    return success();
  func::FuncOp func = getOperation();
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

LogicalResult TilePass::readList(ArrayRef<std::string> texts, StringRef option,
                                 SmallVectorImpl<TileSize> &sizes) {
  for (const std::string &text : texts) {
    std::optional<TileSize> size = TileSize::parse(text);
    if (failed(
            checkSize(size, text, "option '" + option + "'", getOperation())))
      return failure();
    sizes.push_back(*size);
  }
  return success();
}

LogicalResult TilePass::readOptions() {
  options = TileRequest();
  options.gpu = mapping == TileMapping::GPU;
  if (failed(readList(sizes, "sizes", options.sizes)) ||
      failed(readList(blockSizes, "block-sizes", options.blockSizes)) ||
      failed(readList(threadSizes, "thread-sizes", options.threadSizes)))
    return failure();
  if (!options.threadSizes.empty() && !options.gpu)
    return getOperation().emitError()
           << kPass << ": option 'thread-sizes' needs 'mapping=gpu'";
  for (const TileSize &size : options.threadSizes)
    if (!size.isTiled())
      return getOperation().emitError()
             << kPass
             << ": a thread size must not be 0; write 1 for one "
                "iteration per thread";
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

LogicalResult TilePass::checkAttributes() {
  WalkResult result = getOperation().walk([&](Operation *op) {
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
      if (failed(checkSize(readSize(element), textOf(element),
                           "attribute '" + Twine(kTileSizesAttr) + "'", op)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

TileRequest TilePass::requestFor(Operation *loop) const {
  TileRequest request = options;
  for (Operation *op = loop; op; op = op->getParentOp())
    if (auto array = op->getAttrOfType<ArrayAttr>(kTileSizesAttr)) {
      request.sizes.clear();
      for (Attribute element : array)
        request.sizes.push_back(*readSize(element));
      break;
    }
  return request;
}

//===----------------------------------------------------------------------===//
// The work
//===----------------------------------------------------------------------===//

void TilePass::report(const TileNote &note) {
  switch (note.kind) {
  case TileNote::Kind::Refused:
    ++numRefused;
    [[fallthrough]];
  case TileNote::Kind::Partial:
    if (strict) {
      note.op->emitError() << kPass << ": " << note.text;
      failedStrictly = true;
    } else {
      remarkMissed(note.op, kPass, note.name) << note.text;
    }
    return;
  case TileNote::Kind::Info:
    remarkAnalysis(note.op, kPass, note.name) << note.text;
    return;
  }
}

void TilePass::refuse(Operation *op, StringRef name, const Twine &text,
                      std::optional<unsigned long> budget) {
  if (strict) {
    op->emitError() << kPass << ": " << text;
    failedStrictly = true;
    return;
  }
  auto remark = remarkFailed(op, kPass, name);
  remark << text.str();
  if (budget)
    remark << remark::metric("MaxIslOperations", *budget);
}

std::optional<TilePlan> TilePass::planNest(Operation *nest,
                                           bool isAlternative) {
  ScopFailure scopFailure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = maxIslOperations;
  auto fail = [&](Operation *op, StringRef name, const Twine &text,
                  std::optional<unsigned long> budget = std::nullopt) {
    if (!isAlternative)
      refuse(op, name, text, budget);
    return std::nullopt;
  };
  std::unique_ptr<Scop> scop = Scop::build(nest, scopFailure, scopOptions);
  if (!scop)
    return fail(scopFailure.op ? scopFailure.op : nest, "NotModelled",
                "nest not tiled: " + scopFailure.reason);
  std::optional<std::vector<SequentialDependence>> dependences =
      sequentialDependences(*scop, maxIslOperations);
  if (!dependences)
    return fail(nest, "BudgetExhausted",
                "nest not tiled: the budget of isl operations does not suffice "
                "for the dependences",
                maxIslOperations);
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  BandDependences bandDependences(*scop, *dependences);
  TilePlan plan = planTiles(nest, bandDependences,
                            [&](Operation *loop) { return requestFor(loop); });
  if (guard.exceeded())
    return fail(nest, "BudgetExhausted",
                "nest not tiled: the budget of isl operations does not suffice "
                "for the bands",
                maxIslOperations);
  return plan;
}

void TilePass::tileNest(Operation *nest) {
  std::optional<TilePlan> plan = planNest(nest);
  if (!plan) {
    ++numRefused;
    return;
  }
  // Values that cross loops (iter_args, for example) keep loops together. Where
  // more can be tiled with such values in memory, a copy of the nest in that
  // form takes its place.
  Operation *original = nullptr;
  if (nest->getNumResults() == 0) {
    OpBuilder builder(nest);
    builder.setInsertionPointAfter(nest);
    Operation *copy = builder.clone(*nest);
    std::optional<TilePlan> copyPlan;
    if (demoteScalars(copy).changed())
      copyPlan = planNest(copy, /*isAlternative=*/true);
    if (copyPlan && copyPlan->numTiledLoops() > plan->numTiledLoops()) {
      plan = std::move(copyPlan);
      original = nest;
    } else {
      copy->erase();
    }
  }

  if (printPlan) {
    // In one piece: other functions may be printed at the same time.
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "// polymem-tile: @" << getOperation().getSymName()
       << ", loop nest at " << nest->getLoc() << "\n";
    plan->print(os);
    llvm::errs() << text;
  }
  for (const TileNote &note : plan->notes)
    report(note);
  for (const NestPlan &nestPlan : plan->nests) {
    Location loc = nestPlan.root->getLoc();
    remark::RemarkOpts remarkOpts =
        remarkOptions(nestPlan.root, kPass, "Tiled");
    unsigned created = applyNestPlan(nestPlan, getOperation(), options.gpu);
    remark::passed(loc, remarkOpts)
        << "nest tiled"
        << remark::metric("TiledLoops", nestPlan.numTiledLoops())
        << remark::metric("ParallelLoops", nestPlan.numParallelLoops())
        << remark::metric("Tiles", created);
    ++numNests;
    numTiles += created;
  }
  if (original)
    original->erase();
}

void TilePass::runOnOperation() {
  if (failed(readOptions()) || failed(checkAttributes()))
    return signalPassFailure();

  // The outermost affine loops, wherever they are; what is tiled already stays.
  SmallVector<Operation *> nests;
  getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scratch::TileOp>(op))
      return WalkResult::skip();
    if (!isa<AffineForOp, AffineParallelOp>(op))
      return WalkResult::advance();
    WalkResult inside =
        op->walk([](scratch::TileOp) { return WalkResult::interrupt(); });
    if (inside.wasInterrupted())
      remarkAnalysis(op, kPass, "AlreadyTiled")
          << "not tiled: the nest holds tiles already";
    else
      nests.push_back(op);
    return WalkResult::skip();
  });
  OwningOpRef<func::FuncOp> before;
  if (strict)
    before = getOperation().clone();
  failedStrictly = false;
  for (Operation *nest : nests)
    tileNest(nest);
  if (!failedStrictly)
    return;
  getOperation().getBody().takeBody(before->getBody());
  signalPassFailure();
}

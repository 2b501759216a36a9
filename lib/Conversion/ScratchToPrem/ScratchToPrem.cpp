//===- ScratchToPrem.cpp - tiles to components ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What is legal is decided in PolyMem/Analysis/Segments/SegmentPlan.h, for
// all tiles of a function before any is changed: a function with a part in main
// memory is no program of a PREM machine.
//
//===----------------------------------------------------------------------===//

#include "KeptArrays.h"
#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "SegmentMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTSCRATCHTOPREMPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr StringLiteral kPass = "convert-scratch-to-prem";

//===----------------------------------------------------------------------===//
// What is around tiles
//===----------------------------------------------------------------------===//

/// The tiles that are in no other ones, or nothing if something else in the
/// function does what only segments may do.
static std::optional<SmallVector<TileOp>> findTiles(func::FuncOp func,
                                                    Refusals &refusals) {
  SmallVector<TileOp> tiles;
  bool refused = false;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto tile = dyn_cast<TileOp>(op)) {
      tiles.push_back(tile);
      return WalkResult::skip();
    }
    bool isArray =
        isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op);
    bool isStructure = op == func ||
                       isa<affine::AffineForOp, affine::AffineIfOp>(op) ||
                       (isArray && op->getParentOp() == func);
    if (isStructure || op->hasTrait<OpTrait::IsTerminator>() ||
        (op->getNumRegions() == 0 && isPure(op)))
      return WalkResult::advance();
    refused = true;
    refusals.failed(op, "OutsideOfTiles",
                    "'" + op->getName().getStringRef().str() +
                        "' is outside of tiles: only segments may access "
                        "memory, only 'affine.for' and 'affine.if' are around "
                        "them, and arrays are made where the function begins");
    return WalkResult::skip();
  });
  for (TileOp tile : tiles)
    for (Operation *op = tile->getParentOp(); op != func;
         op = op->getParentOp())
      if (op->getNumResults() != 0) {
        refused = true;
        refusals.failed(op, "CarriedValues",
                        "what is around tiles yields values: they would have "
                        "to be in memory");
      }
  if (refused)
    return std::nullopt;
  return tiles;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The value of `map`, whose symbols are `symbols`: parameters, and loops
/// around, which are dimensions there.
static Value materialize(OpBuilder &builder, Location loc, AffineMap map,
                         ArrayRef<Value> symbols) {
  SmallVector<AffineExpr> dims;
  for (unsigned n = 0; n < symbols.size(); ++n)
    dims.push_back(builder.getAffineDimExpr(n));
  map = map.replaceDimsAndSymbols({}, dims, symbols.size(), 0);
  OpFoldResult value = affine::makeComposedFoldedAffineApply(
      builder, loc, map, getAsOpFoldResult(ValueRange(symbols)));
  return getValueOrCreateConstantIndexOp(builder, loc, value);
}

namespace {
class ComponentRewriter {
public:
  ComponentRewriter(IRRewriter &rewriter, SegmentPlan &plan)
      : rewriter(rewriter), plan(plan) {}
  void rewrite();

private:
  void makeComponent();
  void makeStreams();
  void makeOrigins();
  void moveBody();
  void eraseNeverExecuted();
  void makeLoops();

  IRRewriter &rewriter;
  SegmentPlan &plan;
  prem::ComponentOp component;
};
} // namespace

void ComponentRewriter::makeComponent() {
  TileOp tile = plan.chain.front();
  rewriter.setInsertionPoint(tile);
  SmallVector<Value> counts;
  SmallVector<int64_t> groups;
  for (const SegmentDim &dim : plan.dims) {
    AffineMap count = AffineMap::get(0, plan.symbols.size(),
                                     dim.count.getResults(), tile.getContext());
    counts.push_back(materialize(rewriter, tile.getLoc(), count, plan.symbols));
    groups.push_back(dim.groups);
  }
  component =
      prem::ComponentOp::create(rewriter, tile.getLoc(), counts, groups);
}

void ComponentRewriter::makeStreams() {
  rewriter.setInsertionPointToStart(&component.getBody().front());
  ValueRange numbers = component.getTileNumbers();
  SmallVector<Value> cells;
  for (const SegmentStream &stream : plan.streams) {
    AllocOp alloc = stream.alloc;
    ArrayRef<prem::BoxAttr> stores = stream.stores;
    prem::BoxAttr first = stores.empty() ? prem::BoxAttr() : stores.front();
    ArrayAttr more;
    if (stores.size() > 1)
      more = rewriter.getArrayAttr(SmallVector<Attribute>(stores.drop_front()));
    auto op = prem::StreamOp::create(
        rewriter, alloc.getLoc(), stream.type, stream.usage, stream.mode,
        stream.array,
        stream.array ? AffineMapAttr::get(stream.origin) : AffineMapAttr(),
        stream.load, first, more, stream.array ? numbers : ValueRange(),
        stream.array ? ValueRange(plan.symbols) : ValueRange(),
        stream.mayBeEmpty, stream.mayRepeat, stream.kept);
    cells.push_back(op.getBuffer());
  }
  for (auto [stream, buffer] : llvm::zip(plan.streams, cells)) {
    AllocOp alloc = stream.alloc;
    PhysicalBuffer physical = PhysicalBuffer::get(alloc, buffer);
    physical.mapping = stream.mapping;
    replaceAccesses(rewriter, alloc.getBuffer(), physical);
    for (Operation *copy : llvm::to_vector(alloc->getUsers()))
      rewriter.eraseOp(copy);
    rewriter.eraseOp(alloc);
  }
}

/// The origins of the tiles, computed from their numbers.
void ComponentRewriter::makeOrigins() {
  SmallVector<Value> operands(component.getTileNumbers());
  llvm::append_range(operands, plan.symbols);
  unsigned d = 0;
  for (TileOp tile : plan.chain)
    for (Value origin : tile.getOrigins()) {
      AffineMap map = plan.dims[d++].origin;
      SmallVector<AffineExpr> dims, symbols;
      for (unsigned n = 0; n < map.getNumDims(); ++n)
        dims.push_back(rewriter.getAffineSymbolExpr(n));
      for (unsigned n = 0; n < map.getNumSymbols(); ++n)
        symbols.push_back(rewriter.getAffineSymbolExpr(map.getNumDims() + n));
      map = map.replaceDimsAndSymbols(dims, symbols, 0, operands.size());
      SmallVector<Value> used(operands);
      affine::canonicalizeMapAndOperands(&map, &used);
      Value number =
          affine::AffineApplyOp::create(rewriter, tile.getLoc(), map, used);
      rewriter.replaceAllUsesWith(origin, number);
    }
}

void ComponentRewriter::moveBody() {
  Operation *end = component.getBody().front().getTerminator();
  for (TileOp tile : plan.chain)
    for (Operation &op : llvm::make_early_inc_range(
             tile.getBody().front().without_terminator()))
      if (!isa<TileOp>(op))
        op.moveBefore(end);
  rewriter.eraseOp(plan.chain.front());
}

/// Loads give any value where nothing executes them.
void ComponentRewriter::eraseNeverExecuted() {
  for (Operation *op : plan.neverExecuted) {
    rewriter.setInsertionPoint(op);
    if (op->getNumResults() == 0)
      rewriter.eraseOp(op);
    else
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, rewriter.getZeroAttr(op->getResult(0).getType()));
  }
}

/// A core is one thread: parallel loops become loops.
void ComponentRewriter::makeLoops() {
  SmallVector<affine::AffineParallelOp> parallel;
  component.getBody().walk(
      [&](affine::AffineParallelOp op) { parallel.push_back(op); });
  for (affine::AffineParallelOp op : parallel) {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> ivs;
    for (unsigned d = 0; d < op.getNumDims(); ++d) {
      AffineMap lower = op.getLowerBoundMap(d), upper = op.getUpperBoundMap(d);
      SmallVector<Value> lowers(op.getLowerBoundsOperands());
      SmallVector<Value> uppers(op.getUpperBoundsOperands());
      affine::canonicalizeMapAndOperands(&lower, &lowers);
      affine::canonicalizeMapAndOperands(&upper, &uppers);
      auto loop =
          affine::AffineForOp::create(rewriter, op.getLoc(), lowers, lower,
                                      uppers, upper, op.getSteps()[d]);
      ivs.push_back(loop.getInductionVar());
      rewriter.setInsertionPointToStart(loop.getBody());
    }
    Block *inner = rewriter.getInsertionBlock();
    rewriter.eraseOp(op.getBody()->getTerminator());
    rewriter.inlineBlockBefore(op.getBody(), inner, inner->begin(), ivs);
    rewriter.eraseOp(op);
  }
}

void ComponentRewriter::rewrite() {
  eraseNeverExecuted();
  makeComponent();
  // Accesses are replaced where they are: their symbols are not moved yet.
  makeStreams();
  makeOrigins();
  moveBody();
  makeLoops();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void remarkMade(const SegmentPlan &plan) {
  TileOp tile = plan.chain.front();
  remarkPassed(tile, kPass, "Component") << sentence(
      "segments for {0} cores, {1} buffers", named("Cores", plan.numCores()),
      named("Buffers", plan.streams.size()));
  for (const SegmentStream &stream : plan.streams) {
    AllocOp alloc = stream.alloc;
    if (stream.mode == prem::Mode::Serial)
      remarkMissed(alloc, kPass, "Serial")
          << "cores wait while this buffer is unloaded and loaded: "
          << stream.note;
  }
}

/// What users want to know of a component that goes badly, at its loop.
static void warnOf(const SegmentPlan &plan, const Machine &machine) {
  TileOp tile = plan.chain.front();
  int64_t serial = llvm::count_if(plan.streams, [](const auto &stream) {
    return stream.mode == prem::Mode::Serial;
  });
  // Single statements are short, however many cores there are.
  bool loops =
      tile.getBody()
          .walk([](affine::AffineForOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  bool isAlone = loops && plan.numCores() == 1 && machine.multicore.cores > 1;
  if (!isAlone && serial == 0)
    return;
  InFlightDiagnostic warning = mlir::emitWarning(tile.getLoc());
  if (isAlone)
    warning << "1 of the " << machine.multicore.cores << " cores of '"
            << machine.name
            << "' runs this component: a loop whose iterations do not depend "
               "on each other can be dealt to more (groups of 'prem.plan')";
  if (isAlone && serial != 0)
    warning << "; ";
  if (serial != 0)
    warning << "cores wait while " << serial
            << " of its buffers are stored and loaded, between segments that "
               "need each other's elements: larger tiles wait less often";
}

namespace {
struct ConvertScratchToPremPass
    : polymem::impl::ConvertScratchToPremPassBase<ConvertScratchToPremPass> {
  using ConvertScratchToPremPassBase::ConvertScratchToPremPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    if (target->kind != Machine::Kind::Multicore) {
      func.emitError() << kPass << ": machine '" << target->name
                       << "' has no cores with scratchpads and a DMA engine: "
                          "give one of kind 'multicore'";
      return signalPassFailure();
    }
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    if (hasNothingToDo(func))
      return;
    Refusals refusals(kPass, strict);
    if (failed(readPrintedRules(func)))
      return signalPassFailure();
    if (ignoresReserve)
      target->multicore.reservedBytes = 0;
    std::vector<SegmentPlan> plans;
    if (!planAll(func, *target, refusals, plans)) {
      if (failed(refusals.nothingDone(func, "there are no tiles")))
        signalPassFailure();
      return;
    }
    IRRewriter rewriter(&getContext());
    for (SegmentPlan &plan : plans) {
      remarkMade(plan);
      if (warnings)
        warnOf(plan, *target);
      numStreams += plan.streams.size();
      ++numComponents;
      ComponentRewriter(rewriter, plan).rewrite();
    }
  }

  /// Nothing accesses memory, or it is a program of segments already.
  static bool hasNothingToDo(func::FuncOp func) {
    bool accesses = false, isProgram = false;
    func.walk([&](Operation *op) {
      if (op->getDialect() && isa<prem::PremDialect>(op->getDialect()))
        isProgram = true;
      accesses |= isa<TileOp>(op) || (op->getNumRegions() == 0 &&
                                      !op->hasTrait<OpTrait::IsTerminator>() &&
                                      !isMemoryEffectFree(op));
    });
    return isProgram || !accesses;
  }

  /// Whether there are tiles, and all of them can be components.
  bool planAll(func::FuncOp func, const Machine &target, Refusals &refusals,
               std::vector<SegmentPlan> &plans) {
    std::optional<SmallVector<TileOp>> tiles = findTiles(func, refusals);
    if (!tiles)
      return false;
    rules.cores = target.multicore.cores;
    rules.maxIslOperations = maxIslOperations;
    rules.maxStores = maxDescriptors;
    bool all = true;
    for (TileOp tile : *tiles) {
      SegmentRefusal refusal;
      std::optional<SegmentPlan> plan = planSegments(tile, rules, refusal);
      Sentence reason;
      if (plan && !fitsMachine(*plan, target, reason)) {
        plan.reset();
        refusal = {tile, "DoesNotFit", reason};
      }
      if (plan) {
        plans.push_back(std::move(*plan));
        continue;
      }
      all = false;
      refusals.failed(refusal.op ? refusal.op : tile, refusal.name,
                      "the tile is no segment: " + refusal.text);
    }
    if (all && !rules.printedReloads)
      keepArrays(plans, target);
    return all && !plans.empty();
  }

  /// The rules that `as-printed` asks for.
  LogicalResult readPrintedRules(func::FuncOp func) {
    for (StringRef rule : asPrinted) {
      if (rule == "write-back")
        rules.printedStores = true;
      else if (rule == "cores")
        rules.printedCores = true;
      else if (rule == "reload")
        rules.printedReloads = true;
      else if (rule == "reserve")
        ignoresReserve = true;
      else
        return func.emitError()
               << kPass << ": as-printed: '" << rule
               << "' is none of write-back, cores, reload, reserve";
    }
    return success();
  }

  SegmentOptions rules;
  bool ignoresReserve = false;
};
} // namespace

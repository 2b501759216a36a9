//===- TimeTile.cpp - tile the time loops of stencils ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: has the order planned (TimeTiling.h), generates loops in that
// order, and turns those that are tiles or threads into scratch.tile.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/TimeTiling.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/DemoteScalars.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Temporaries.h"
#include "Reordering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_TIMETILEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// On loops between their generation and the making of tiles.
static constexpr llvm::StringLiteral kRoleAttr = "polymem.time_tile_role";

/// On local arrays each of whose values is to have a cell of its own, between
/// the plan and their privatization.
static constexpr llvm::StringLiteral kReorderedAttr = "polymem.reordered";

static std::optional<TimeTileRole> roleOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kRoleAttr);
  return name ? parseTimeTileRole(name.getValue()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

/// Users of `array` are in a loop whose iterations run at the same time, and it
/// is not.
static bool isShared(Operation *array) {
  return llvm::any_of(array->getUsers(), [&](Operation *user) {
    for (Operation *loop = user->getParentOp(); !loop->isAncestor(array);
         loop = loop->getParentOp())
      if (auto role = roleOf(loop);
          role == TimeTileRole::Tile || role == TimeTileRole::Thread)
        return true;
    return false;
  });
}

/// A local array each of whose values was to have a cell of its own, but which
/// parallel iterations share; null if there is none.
static Operation *findShared(func::FuncOp func) {
  Operation *shared = nullptr;
  func.walk([&](Operation *op) {
    if (op->removeAttr(kReorderedAttr) && isShared(op))
      shared = op;
  });
  return shared;
}

//===----------------------------------------------------------------------===//
// From loops to tiles
//===----------------------------------------------------------------------===//

/// The value of a bound in front of the loop.
static Value emitBound(OpBuilder &builder, Location loc, AffineBound bound,
                       bool isLower) {
  AffineMap map = bound.getMap();
  SmallVector<Value> operands(bound.getOperands());
  if (map.isSingleConstant())
    return arith::ConstantIndexOp::create(builder, loc,
                                          map.getSingleConstantResult());
  if (map.getNumResults() == 1)
    return AffineApplyOp::create(builder, loc, map, operands);
  if (isLower)
    return AffineMaxOp::create(builder, loc, map, operands);
  return AffineMinOp::create(builder, loc, map, operands);
}

/// Replaces `loops`, a perfect nest with bounds that do not depend on each
/// other, by a tile.
static scratch::TileOp makeTile(ArrayRef<AffineForOp> loops,
                                ArrayAttr mapping) {
  AffineForOp outermost = loops.front();
  OpBuilder builder(outermost);
  SmallVector<Value> lower, upper, steps;
  for (AffineForOp loop : loops) {
    Location loc = loop.getLoc();
    lower.push_back(
        emitBound(builder, loc, loop.getLowerBound(), /*isLower=*/true));
    upper.push_back(
        emitBound(builder, loc, loop.getUpperBound(), /*isLower=*/false));
    steps.push_back(
        arith::ConstantIndexOp::create(builder, loc, loop.getStepAsInt()));
  }
  auto tile = scratch::TileOp::create(builder, outermost.getLoc(), lower, upper,
                                      steps, mapping);
  Block &body = tile.getBody().front();
  for (auto [loop, origin] : llvm::zip_equal(loops, tile.getOrigins()))
    AffineForOp(loop).getInductionVar().replaceAllUsesWith(origin);
  Block *innermost = AffineForOp(loops.back()).getBody();
  body.getOperations().splice(std::prev(body.end()), innermost->getOperations(),
                              innermost->begin(), std::prev(innermost->end()));
  outermost.erase();
  return tile;
}

/// The loops over threads that make one tile, `loop` being the outermost: each
/// is all that is in the one around it, with bounds that do not depend on it.
static SmallVector<AffineForOp> threadNest(AffineForOp loop) {
  SmallVector<AffineForOp> nest = {loop};
  while (true) {
    Block *body = nest.back().getBody();
    auto inner = dyn_cast<AffineForOp>(body->front());
    if (!inner || roleOf(inner) != TimeTileRole::Thread ||
        !llvm::hasSingleElement(body->without_terminator()))
      return nest;
    if (llvm::any_of(inner->getOperands(), [&](Value operand) {
          return llvm::any_of(nest, [&](AffineForOp outer) {
            return operand == outer.getInductionVar();
          });
        }))
      return nest;
    nest.push_back(inner);
  }
}

namespace {
class TileMaker {
public:
  TileMaker(MLIRContext *context, bool gpu) : context(context), gpu(gpu) {}

  /// Makes tiles of the loops with roles in `op`, `inBlock` being inside a tile
  /// of blocks.
  void run(Operation *op, bool inBlock);

private:
  ArrayAttr blocks() const;
  ArrayAttr threads(unsigned rank) const;

  MLIRContext *context;
  bool gpu;
};
} // namespace

ArrayAttr TileMaker::blocks() const {
  if (!gpu)
    return {};
  return ArrayAttr::get(
      context, gpu::GPUBlockMappingAttr::get(context, gpu::MappingId::DimX));
}

/// The innermost loop is axis x.
ArrayAttr TileMaker::threads(unsigned rank) const {
  SmallVector<Attribute> axes;
  for (unsigned k = rank; k-- > 0;)
    axes.push_back(gpu::GPUThreadMappingAttr::get(
        context, static_cast<gpu::MappingId>(k)));
  return ArrayAttr::get(context, axes);
}

void TileMaker::run(Operation *op, bool inBlock) {
  auto loop = dyn_cast<AffineForOp>(op);
  std::optional<TimeTileRole> role = loop ? roleOf(op) : std::nullopt;
  if (role)
    op->removeAttr(kRoleAttr);
  Operation *inside = op;
  if (role == TimeTileRole::Tile) {
    inside = makeTile(loop, blocks());
    inBlock = true;
  } else if (role && role != TimeTileRole::Wave && gpu && !inBlock) {
    // The only tile of its wave, for which there is no loop.
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto tile =
        scratch::TileOp::create(builder, loc, {zero}, {one}, {one}, blocks());
    op->moveBefore(tile.getBody().front().getTerminator());
    op->setAttr(kRoleAttr, StringAttr::get(context, stringify(*role)));
    return run(op, /*inBlock=*/true);
  } else if (role == TimeTileRole::Part) {
    inside = makeTile(loop, {});
  } else if (role == TimeTileRole::Thread) {
    SmallVector<AffineForOp> nest = threadNest(loop);
    for (AffineForOp inner : nest)
      inner->removeAttr(kRoleAttr);
    if (gpu) {
      inside = makeTile(nest, threads(nest.size()));
      // Loops that could not join are the thread's own.
      inside->walk([](Operation *own) { own->removeAttr(kRoleAttr); });
      return;
    }
  }
  for (Region &region : inside->getRegions())
    for (Block &block : region)
      for (Operation &inner : llvm::make_early_inc_range(block))
        run(&inner, inBlock);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TimeTilePass : polymem::impl::TimeTilePassBase<TimeTilePass> {
  using TimeTilePassBase::TimeTilePassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    for (int64_t size : sizes)
      if (size < 0 || size > std::numeric_limits<int32_t>::max()) {
        func.emitError(getArgument()) << ": a size of " << size
                                      << " makes no sense; give a number of "
                                         "elements below 2^31, or 0 for all";
        return signalPassFailure();
      }
    if (func.isExternal())
      return markAllAnalysesPreserved();
    if (auto [op, reason] = whatGivesOrder(func, /*parallel=*/true); op) {
      remarkMissed(op, getArgument(), "OrderGiven")
          << ("'" + op->getName().getStringRef() + "' " + reason).str();
      return markAllAnalysesPreserved();
    }
    // All work is done on a copy, so that a refusal leaves nothing behind.
    OwningOpRef<func::FuncOp> copy(func.clone());
    if (!tile(*copy))
      return markAllAnalysesPreserved();
    func.getBody().takeBody(copy->getBody());
  }

  bool tile(func::FuncOp func) {
    demoteScalars(func);
    hoistAllocas(func);
    std::unique_ptr<Scop> scop =
        modelForPass(func, getArgument(), maxIslOperations);
    if (!scop)
      return false;
    TimeTilingOptions options;
    options.sizes.assign(sizes.begin(), sizes.end());
    options.maxDimensions = maxDimensions;
    options.maxIslOperations = maxIslOperations;
    // Arrays of the function whose values may come in any order have no place
    // in the order; where that is in the way, they are arrays like any other.
    std::optional<OrderConstraints> constraints;
    TimeTilePlan plan;
    for (bool reorderLives : {true, false}) {
      auto tried = OrderConstraints::of(*scop, reorderLives, maxIslOperations);
      if (!tried) {
        remarkFailed(func, getArgument(), "BudgetExhausted")
            << llvm::formatv("the dependences exceed the budget of {0} isl "
                             "operations",
                             maxIslOperations.getValue())
                   .str();
        return false;
      }
      TimeTilePlan found = planTimeTiles(*scop, *tried, options);
      bool last = !found.tiles.empty() || tried->reordered.empty();
      if (!constraints || !found.tiles.empty()) {
        constraints = std::move(tried);
        plan = std::move(found);
      }
      if (last)
        break;
    }
    for (const TimeTilingRefusal &refusal : plan.refusals)
      remarkMissed(refusal.loop ? refusal.loop : func, getArgument(),
                   "NotTiled")
          << ("not tiled in time: " + refusal.reason);
    if (plan.tiles.empty())
      return false;
    // The loops do not outlive what follows.
    SmallVector<std::pair<Location, std::string>> reports;
    for (const TimeTiles &tiles : plan.tiles)
      reports.push_back({tiles.loop->getLoc(), describe(tiles)});
    for (const ScopArray *array : constraints->reordered)
      array->value.getDefiningOp()->setAttr(kReorderedAttr,
                                            UnitAttr::get(func.getContext()));
    AstOptions ast;
    ast.maxIslOperations = maxIslOperations;
    bool affine = true;
    ast.onLoop = [&](Operation *loop, StringRef mark) {
      affine &= isa<AffineForOp>(loop);
      if (parseTimeTileRole(mark))
        loop->setAttr(kRoleAttr, StringAttr::get(loop->getContext(), mark));
    };
    std::string reason;
    if (succeeded(regenerateFunction(func, *scop, plan.order, reason, ast)) &&
        !affine)
      reason = "a bound of the new loops is not affine";
    if (!reason.empty()) {
      remarkFailed(func, getArgument(), "NotGenerated") << reason;
      return false;
    }
    privatizeAllocas(func, maxIslOperations);
    if (Operation *array = findShared(func)) {
      remarkFailed(array, getArgument(), "NotTiled")
          << ("not tiled in time: threads would share '" +
              array->getName().getStringRef() + "'")
                 .str();
      return false;
    }
    TileMaker(func.getContext(), mapping == TileMapping::GPU)
        .run(func, /*inBlock=*/false);
    for (auto &[loc, text] : reports)
      remark::passed(loc, remarkOptions(getOperation(), getArgument(), "Tiled"))
          << text;
    numTiled += reports.size();
    return true;
  }

  static std::string describe(const TimeTiles &tiles) {
    std::string text =
        llvm::formatv("tiled in time: {0} steps per iteration, diamonds of {1} "
                      "steps and {2} elements along dimension {3}",
                      tiles.levels, tiles.height(),
                      tiles.dims[tiles.diamond].size, tiles.diamond);
    for (auto [k, dim] : llvm::enumerate(tiles.dims))
      if (k != tiles.diamond && dim.size != 0)
        text += llvm::formatv(", parts of {0} along {1}", dim.size, k);
    return text;
  }
};
} // namespace

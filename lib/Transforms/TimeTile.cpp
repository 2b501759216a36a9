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
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/DemoteScalars.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Temporaries.h"
#include "Reordering.h"
#include "TileBounds.h"
#include "TimeTileEmitter.h"
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

/// Axes of a grid, and of a block.
static constexpr size_t kMaxAxes = 3;

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

using LoopNest = SmallVector<AffineForOp>;

static bool involves(ArrayRef<AffineForOp> nest, Value value) {
  return llvm::any_of(
      nest, [&](AffineForOp loop) { return loop.getInductionVar() == value; });
}

/// `loop` and the loops of its role in it that make one tile: each is all that
/// is in the one around it.
static LoopNest nestOf(AffineForOp loop) {
  LoopNest nest = {loop};
  while (nest.size() < kMaxAxes) {
    Block *body = nest.back().getBody();
    auto inner = dyn_cast<AffineForOp>(body->front());
    if (!inner || roleOf(inner) != roleOf(loop) ||
        !llvm::hasSingleElement(body->without_terminator()))
      break;
    // Iterations would not be where those of the hull are.
    if (inner.getStepAsInt() != 1 &&
        llvm::any_of(inner.getOperands(),
                     [&](Value value) { return involves(nest, value); }))
      break;
    nest.push_back(inner);
  }
  return nest;
}

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

/// The conditions under which a point of the hull of `nest` is in the nest.
static void appendGuards(ArrayRef<AffineForOp> nest,
                         SmallVectorImpl<AffineExpr> &conditions,
                         SmallVectorImpl<Value> &operands) {
  MLIRContext *context = AffineForOp(nest.front()).getContext();
  auto dimension = [&](Value value) {
    auto *known = llvm::find(operands, value);
    unsigned position = known - operands.begin();
    if (known == operands.end())
      operands.push_back(value);
    return getAffineDimExpr(position, context);
  };
  for (size_t k = 0; k < nest.size(); ++k) {
    AffineForOp inner = nest[k];
    AffineExpr iv = dimension(inner.getInductionVar());
    auto append = [&](AffineBound bound, auto conditionOf) {
      AffineMap map = bound.getMap();
      SmallVector<AffineExpr> exprs;
      for (Value operand : bound.getOperands())
        exprs.push_back(dimension(operand));
      ArrayRef<AffineExpr> all(exprs);
      for (AffineExpr result : map.getResults()) {
        bool varies = false;
        result.walk([&](AffineExpr expr) {
          unsigned position = 0;
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            position = dim.getPosition();
          else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
            position = map.getNumDims() + symbol.getPosition();
          else
            return;
          varies |= involves(nest.take_front(k), bound.getOperand(position));
        });
        if (varies)
          conditions.push_back(conditionOf(
              result.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                           all.drop_front(map.getNumDims()))));
      }
    };
    append(inner.getLowerBound(), [&](AffineExpr e) { return iv - e; });
    append(inner.getUpperBound(), [&](AffineExpr e) { return e - 1 - iv; });
  }
}

/// Replaces `nest` by a tile over its hull, in which a condition holds for the
/// iterations if the bounds of one loop depend on another.
static scratch::TileOp makeTile(ArrayRef<AffineForOp> nest, ArrayAttr mapping) {
  AffineForOp outermost = nest.front();
  OpBuilder builder(outermost);
  TileBounds bounds(outermost->getParentOfType<func::FuncOp>());
  std::vector<BandLoop> band;
  for (AffineForOp loop : nest) {
    BandLoop member;
    member.op = loop;
    member.iv = loop.getInductionVar();
    member.lower = loop.getLowerBoundMap();
    member.lowerOperands.assign(loop.getLowerBoundOperands().begin(),
                                loop.getLowerBoundOperands().end());
    member.upper = loop.getUpperBoundMap();
    member.upperOperands.assign(loop.getUpperBoundOperands().begin(),
                                loop.getUpperBoundOperands().end());
    member.step = loop.getStepAsInt();
    band.push_back(std::move(member));
  }
  for (const BandLoop &member : band)
    bounds.addLoop(member);
  SmallVector<Value> lower, upper, steps;
  auto dependsOnNest = [&](ValueRange operands) {
    return llvm::any_of(operands,
                        [&](Value value) { return involves(nest, value); });
  };
  for (auto [loop, member] : llvm::zip_equal(nest, band)) {
    AffineForOp inner = loop;
    Location loc = inner.getLoc();
    AffineBound first = inner.getLowerBound(), end = inner.getUpperBound();
    lower.push_back(dependsOnNest(first.getOperands())
                        ? bounds.emitMax(builder, loc, bounds.lowerHull(member))
                        : emitBound(builder, loc, first, /*isLower=*/true));
    upper.push_back(dependsOnNest(end.getOperands())
                        ? bounds.emitMin(builder, loc, bounds.upperHull(member))
                        : emitBound(builder, loc, end, /*isLower=*/false));
    steps.push_back(arith::ConstantIndexOp::create(builder, loc, member.step));
  }
  SmallVector<AffineExpr> conditions;
  SmallVector<Value> operands;
  appendGuards(nest, conditions, operands);
  auto tile = scratch::TileOp::create(builder, outermost.getLoc(), lower, upper,
                                      steps, mapping);
  Block *body = &tile.getBody().front();
  if (!conditions.empty()) {
    builder.setInsertionPointToStart(body);
    SmallVector<bool> areEqualities(conditions.size(), false);
    IntegerSet set =
        IntegerSet::get(operands.size(), 0, conditions, areEqualities);
    canonicalizeSetAndOperands(&set, &operands);
    body = AffineIfOp::create(builder, outermost.getLoc(), set, operands,
                              /*withElseRegion=*/false)
               .getThenBlock();
  }
  Block *innermost = AffineForOp(nest.back()).getBody();
  body->getOperations().splice(std::prev(body->end()),
                               innermost->getOperations(), innermost->begin(),
                               std::prev(innermost->end()));
  for (auto [loop, origin] : llvm::zip_equal(nest, tile.getOrigins()))
    AffineForOp(loop).getInductionVar().replaceAllUsesWith(origin);
  outermost.erase();
  return tile;
}

namespace {
class TileMaker {
public:
  TileMaker(MLIRContext *context, bool gpu) : context(context), gpu(gpu) {}

  /// Makes tiles of the loops with roles in `op`, `inBlock` being inside a tile
  /// of blocks.
  void run(Operation *op, bool inBlock);

private:
  /// The innermost of `rank` loops is axis x.
  template <typename Attr> ArrayAttr axes(unsigned rank) const {
    SmallVector<Attribute> result;
    for (unsigned k = rank; k-- > 0;)
      result.push_back(Attr::get(context, static_cast<gpu::MappingId>(k)));
    return ArrayAttr::get(context, result);
  }
  ArrayAttr blocks(unsigned rank) const {
    return gpu ? axes<gpu::GPUBlockMappingAttr>(rank) : ArrayAttr();
  }

  MLIRContext *context;
  bool gpu;
};
} // namespace

void TileMaker::run(Operation *op, bool inBlock) {
  auto loop = dyn_cast<AffineForOp>(op);
  std::optional<TimeTileRole> role = loop ? roleOf(op) : std::nullopt;
  if (role)
    op->removeAttr(kRoleAttr);
  Operation *inside = op;
  auto takeNest = [&] {
    op->setAttr(kRoleAttr, StringAttr::get(context, stringify(*role)));
    LoopNest nest = nestOf(loop);
    for (AffineForOp inner : nest)
      inner->removeAttr(kRoleAttr);
    return nest;
  };
  if (role == TimeTileRole::Tile && !inBlock) {
    LoopNest nest = takeNest();
    inside = makeTile(nest, blocks(nest.size()));
    inBlock = true;
  } else if (role && role != TimeTileRole::Tile && role != TimeTileRole::Wave &&
             gpu && !inBlock) {
    // The only tile of its wave, for which there is no loop.
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto tile =
        scratch::TileOp::create(builder, loc, {zero}, {one}, {one}, blocks(1));
    op->moveBefore(tile.getBody().front().getTerminator());
    op->setAttr(kRoleAttr, StringAttr::get(context, stringify(*role)));
    return run(op, /*inBlock=*/true);
  } else if (role == TimeTileRole::Part) {
    inside = makeTile(loop, {});
  } else if (role == TimeTileRole::Thread) {
    LoopNest nest = takeNest();
    if (gpu) {
      inside = makeTile(nest, axes<gpu::GPUThreadMappingAttr>(nest.size()));
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
    if (steps < 0 || steps > std::numeric_limits<int32_t>::max()) {
      func.emitError(getArgument())
          << ": " << steps << " steps make no sense; give a number below 2^31, "
          << "or 0 for the default";
      return signalPassFailure();
    }
    for (int64_t size : sizes)
      if (size < 0 || size > std::numeric_limits<int32_t>::max()) {
        func.emitError(getArgument()) << ": a size of " << size
                                      << " makes no sense; give a number of "
                                         "elements below 2^31, or 0 for all";
        return signalPassFailure();
      }
    if (func.isExternal())
      return markAllAnalysesPreserved();
    llvm::Expected<Machine> target = Machine::lookup(machine);
    if (!target) {
      func.emitError(getArgument())
          << ": " << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    // Two blocks at a time hide what one waits for.
    capacityBytes =
        std::min(target->scratchpadBytes, target->scratchpadBytesPerUnit / 2);
    // All work is done on a copy, so that a refusal leaves nothing behind.
    OwningOpRef<func::FuncOp> copy(func.clone());
    Refusals refusals(getArgument(), strict);
    if (!tile(*copy, refusals)) {
      if (failed(
              refusals.nothingDone(*copy, "there is no loop to tile in time")))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    func.getBody().takeBody(copy->getBody());
  }

  int64_t capacityBytes = 0;

  bool tile(func::FuncOp func, Refusals &refusals) {
    if (auto [op, reason] = whatGivesOrder(func, /*parallel=*/true); op) {
      refusals.missed(op, "OrderGiven",
                      "'" + op->getName().getStringRef() + "' " + reason);
      return false;
    }
    demoteScalars(func);
    hoistAllocas(func);
    std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
    if (!scop)
      return false;
    TimeTilingOptions options;
    options.sizes.assign(sizes.begin(), sizes.end());
    options.steps = steps;
    options.shape = shape;
    // Without blocks that run at the same time nothing is gained by computing
    // borders twice.
    if (shape == TimeTileShape::Auto && mapping != TileMapping::GPU)
      options.shape = TimeTileShape::Diamonds;
    options.capacity = capacityBytes;
    options.fronts = mapping == TileMapping::GPU;
    options.maxDimensions = maxDimensions;
    options.maxIslOperations = maxIslOperations;
    // Arrays of the function whose values may come in any order have no place
    // in the order; where that is in the way, they are arrays like any other.
    std::optional<OrderConstraints> constraints;
    TimeTilePlan plan;
    for (bool reorderLives : {true, false}) {
      auto tried = OrderConstraints::of(*scop, reorderLives, maxIslOperations);
      if (!tried) {
        refusals.failed(
            func, "BudgetExhausted",
            llvm::formatv(
                "the dependences exceed the budget of {0} isl operations",
                maxIslOperations.getValue())
                .str());
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
      refusals.missed(refusal.loop ? refusal.loop : func, "NotTiled",
                      "not tiled in time: " + refusal.reason);
    if (plan.tiles.empty())
      return false;
    // The loops do not outlive what follows.
    refusals.emitRemarks();
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
    auto onLoop = [&](Operation *loop, TimeTileRole role) {
      ast.onLoop(loop, stringify(role));
    };
    Attribute memorySpace;
    if (mapping == TileMapping::GPU)
      memorySpace = gpu::AddressSpaceAttr::get(func.getContext(),
                                               gpu::AddressSpace::Workgroup);
    TimeTileEmitter emitter(*scop, plan, memorySpace, onLoop);
    ast.onPart = [&](OpBuilder &builder, StringRef statement,
                     ValueRange coordinates, PartEmitter emitPart,
                     function_ref<Value(Value)> counterpart) {
      return emitter.emit({builder, emitPart, counterpart}, statement,
                          coordinates);
    };
    std::string reason;
    isl::schedule order = emitter.contractedOrder();
    if (order.is_null())
      reason = "the budget of isl operations does not suffice";
    else if (succeeded(regenerateFunction(func, *scop, order, reason, ast)) &&
             !affine)
      reason = "a bound of the new loops is not affine";
    if (!reason.empty()) {
      refusals.failed(func, "NotGenerated", reason);
      return false;
    }
    privatizeAllocas(func, maxIslOperations);
    if (Operation *array = findShared(func)) {
      refusals.failed(array, "NotTiled",
                      "not tiled in time: threads would share '" +
                          array->getName().getStringRef() + "'");
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
    if (tiles.shape == TimeTiles::Shape::Overlapped) {
      std::string sizes;
      for (const TimeTileDimension &dim : tiles.dims)
        sizes += (sizes.empty() ? "" : " x ") + std::to_string(dim.size);
      return llvm::formatv("tiled in time: {0} steps per iteration, overlapped "
                           "tiles of {1} iterations and {2} elements, {3:F2} "
                           "points computed per point, {4} bytes of buffers",
                           tiles.levels, tiles.iterations, sizes,
                           tiles.redundancy, tiles.bytes);
    }
    std::string text = llvm::formatv(
        "tiled in time: {0} steps per iteration, {1} of {2} steps",
        tiles.levels,
        tiles.shape == TimeTiles::Shape::Diamonds ? "diamonds"
                                                  : "wavefronts of tiles",
        tiles.height());
    if (tiles.shape == TimeTiles::Shape::Wavefronts) {
      for (const SkewedRow &row : ArrayRef(tiles.rows).drop_front())
        text += llvm::formatv(", {0} along {1}", row.size, describe(row));
      return text;
    }
    text += llvm::formatv(" and {0} elements along dimension {1}",
                          tiles.dims[tiles.diamond].size, tiles.diamond);
    for (auto [k, dim] : llvm::enumerate(tiles.dims))
      if (k != tiles.diamond && dim.size != 0)
        text += llvm::formatv(", parts of {0} along {1}", dim.size, k);
    if (!tiles.note.empty())
      text += "; not overlapped: " + tiles.note;
    return text;
  }

  /// As a sum of the steps h and of places x0, x1, ...
  static std::string describe(const SkewedRow &row) {
    std::string text;
    for (auto [k, factor] : llvm::enumerate(row.coefficients)) {
      if (factor == 0)
        continue;
      if (!text.empty())
        text += factor > 0 ? " + " : " - ";
      else if (factor < 0)
        text += "-";
      if (std::abs(factor) != 1)
        text += std::to_string(std::abs(factor));
      text += k == 0 ? "h" : "x" + std::to_string(k - 1);
    }
    return text;
  }
};
} // namespace

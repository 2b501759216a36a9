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

#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "TimeTileEmitter.h"
#include "TimeTileMaker.h"
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

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

/// Users of `array` are in a loop whose iterations run at the same time, and it
/// is not.
static bool isShared(Operation *array, const TimeTileRoles &roles) {
  return llvm::any_of(array->getUsers(), [&](Operation *user) {
    for (Operation *loop = user->getParentOp(); !loop->isAncestor(array);
         loop = loop->getParentOp())
      if (auto role = roles.of(loop);
          role == TimeTileRole::Tile || role == TimeTileRole::Thread)
        return true;
    return false;
  });
}

/// One of `arrays`, local ones each of whose values was to have a cell of its
/// own, that parallel iterations share; null if there is none.
static Operation *findShared(func::FuncOp func,
                             const llvm::SmallPtrSetImpl<Operation *> &arrays,
                             const TimeTileRoles &roles) {
  Operation *shared = nullptr;
  func.walk([&](Operation *op) {
    if (arrays.contains(op) && isShared(op, roles))
      shared = op;
  });
  return shared;
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
          << ": " << steps.getValue()
          << " steps make no sense; give a number below 2^31, "
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
    if (!(maxCost >= 0.0)) {
      func.emitError(getArgument())
          << ": max-cost is a fraction of the cost of single steps and cannot "
          << "be " << llvm::formatv("{0}", maxCost.getValue()).str()
          << "; give 0 or more";
      return signalPassFailure();
    }
    if (func.isExternal())
      return markAllAnalysesPreserved();
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    capacityBytes =
        ScratchpadBudget(*target, memorySpaceAttr()).sharedCapacity();
    accessesPerGlobalAccess = target->scratchpad().accessesPerGlobalAccess;
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    // The plan is made for scalars in memory, and whether threads would share a
    // local array is seen in the new code: both are in a copy, which takes the
    // function's place when nothing can be refused any more.
    OwningOpRef<func::FuncOp> copy(func.clone());
    Refusals refusals(getArgument(), strict);
    std::optional<Decision> decision = decide(*copy, refusals);
    if (!decision || !generate(*copy, *decision, refusals)) {
      if (failed(
              refusals.nothingDone(*copy, "there is no loop to tile in time")))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    func.getBody().takeBody(copy->getBody());
    for (auto &[loc, text] : decision->reports)
      remarkPassed(loc, remarkOptions(func, getArgument(), "Tiled")) << text;
    numTiled += decision->reports.size();
  }

private:
  int64_t capacityBytes = 0, accessesPerGlobalAccess = 0;

  /// Of buffers.
  Attribute memorySpaceAttr() {
    return mapping == TileMapping::GPU ? workgroupSpace(&getContext())
                                       : Attribute();
  }

  /// What a function is generated from, and what to say of it then.
  struct Decision {
    std::unique_ptr<Scop> scop;
    /// Local arrays whose values may come in any order: each value is to have a
    /// cell of its own.
    llvm::SmallPtrSet<Operation *, 4> reordered;
    TimeTilePlan plan;
    SmallVector<std::pair<Location, Sentence>> reports;
  };

  TimeTilingOptions tilingOptions() {
    TimeTilingOptions options;
    options.sizes.assign(sizes.begin(), sizes.end());
    options.steps = steps;
    options.shape = shape;
    // Without blocks that run at the same time nothing is gained by computing
    // borders twice.
    if (shape == TimeTileShape::Auto && mapping != TileMapping::GPU)
      options.shape = TimeTileShape::Diamonds;
    options.capacity = capacityBytes;
    options.accessesPerGlobalAccess = accessesPerGlobalAccess;
    options.maxCost = maxCost;
    options.fronts = mapping == TileMapping::GPU;
    options.maxDimensions = maxDimensions;
    options.maxIslOperations = maxIslOperations;
    return options;
  }

  /// Plans tiles for `func`, whose scalars go to memory; nothing after a
  /// refusal.
  std::optional<Decision> decide(func::FuncOp func, Refusals &refusals) {
    if (auto [op, reason] = whatGivesOrder(func, /*parallel=*/true); op) {
      refusals.missed(op, "OrderGiven",
                      "'" + op->getName().getStringRef() + "' " + reason);
      return std::nullopt;
    }
    demoteScalars(func);
    hoistAllocas(func);
    Decision result;
    result.scop = modelForPass(func, refusals, maxIslOperations);
    if (!result.scop)
      return std::nullopt;
    const Scop &scop = *result.scop;
    TimeTilingOptions options = tilingOptions();
    TimeTilePlan &plan = result.plan;
    // Arrays of the function whose values may come in any order have no place
    // in the order; where that is in the way, they are arrays like any other.
    std::optional<OrderConstraints> constraints;
    for (bool reorderLives : {true, false}) {
      auto tried = OrderConstraints::of(scop, reorderLives, maxIslOperations);
      if (!tried) {
        refusals.failed(
            func, "BudgetExhausted",
            sentence("the dependences exceed the budget of {0} isl operations",
                     named("MaxIslOperations", maxIslOperations.getValue())));
        return std::nullopt;
      }
      TimeTilePlan found = planTimeTiles(scop, *tried, options);
      bool last = !found.tiles.empty() || tried->reordered.empty();
      if (!constraints || !found.tiles.empty()) {
        constraints = std::move(tried);
        plan = std::move(found);
      }
      if (last)
        break;
    }
    remarkCoarseReferences(scop, constraints->coarseReferences, getArgument());
    for (const TimeTilingRefusal &refusal : plan.refusals)
      refusals.missed(refusal.loop ? refusal.loop : func, "NotTiled",
                      "not tiled in time: " + refusal.reason);
    if (plan.tiles.empty())
      return std::nullopt;
    for (const ScopArray *array : constraints->reordered)
      result.reordered.insert(array->value.getDefiningOp());
    for (const TimeTiles &tiles : plan.tiles)
      result.reports.push_back(
          {tiledLoop(tiles).loop->getLoc(),
           std::visit([](const auto &shape) { return describe(shape); },
                      tiles)});
    return result;
  }

  /// Replaces the body of `func` by tiles. False after a refusal, with `func`
  /// in no state to be used.
  bool generate(func::FuncOp func, const Decision &decision,
                Refusals &refusals) {
    // The loops do not outlive what follows.
    refusals.emitRemarks();
    const Scop &scop = *decision.scop;
    TimeTileRoles roles;
    llvm::SmallPtrSet<Operation *, 4> reordered;
    AstOptions ast;
    ast.maxIslOperations = maxIslOperations;
    bool affine = true;
    ast.onLoop = [&](Operation *loop, StringRef mark) {
      affine &= isa<AffineForOp>(loop);
      if (std::optional<TimeTileRole> role = parseTimeTileRole(mark))
        roles.set(loop, *role);
    };
    ast.onAllocation = [&](Value before, Value after) {
      if (decision.reordered.contains(before.getDefiningOp()))
        reordered.insert(after.getDefiningOp());
    };
    TimeTileEmitter emitter(scop, decision.plan, memorySpaceAttr(), roles);
    ast.onPart = [&](OpBuilder &builder, StringRef statement,
                     ValueRange coordinates, PartEmitter emitPart,
                     function_ref<Value(Value)> counterpart) {
      return emitter.emit({builder, emitPart, counterpart}, statement,
                          coordinates);
    };
    Sentence reason;
    isl::schedule order = emitter.contractedOrder();
    if (order.is_null())
      reason = "the budget of isl operations does not suffice";
    else if (succeeded(regenerateFunction(func, scop, order, reason, ast)) &&
             !affine)
      reason = "a bound of the new loops is not affine";
    if (!reason.empty()) {
      refusals.failed(func, "NotGenerated", reason);
      return false;
    }
    privatizeAllocas(func, maxIslOperations);
    if (Operation *array = findShared(func, reordered, roles)) {
      refusals.failed(array, "NotTiled",
                      "not tiled in time: threads would share '" +
                          array->getName().getStringRef() + "'");
      return false;
    }
    makeTiles(func, std::move(roles), mapping == TileMapping::GPU);
    return true;
  }

  static Sentence describe(const OverlappedTiles &tiles) {
    std::string sizes;
    for (const TimeTileDimension &dim : tiles.dims)
      sizes += (sizes.empty() ? "" : " x ") + std::to_string(dim.size);
    return sentence(
        "tiled in time: {0} steps per iteration, overlapped "
        "tiles of {1} iterations and {2} elements, {3} points "
        "computed per point, {4} bytes of buffers",
        named("StepsPerIteration", tiles.levels),
        named("Iterations", tiles.iterations), named("Sizes", sizes),
        named("Redundancy", llvm::formatv("{0:F2}", tiles.redundancy)),
        named("Bytes", tiles.bytes));
  }

  /// What diamonds and wavefronts of tiles say first; `shape` is a literal.
  static Sentence describe(const TiledTimeLoop &tiles, StringRef shape,
                           int64_t height) {
    return sentence("tiled in time: {0} steps per iteration, {1} of {2} steps",
                    named("StepsPerIteration", tiles.levels), shape,
                    named("Height", height));
  }

  static Sentence describe(const WavefrontTiles &tiles) {
    Sentence text = describe(tiles, "wavefronts of tiles", tiles.height());
    for (const SkewedRow &row : ArrayRef(tiles.rows).drop_front())
      text += sentence(", {0} along {1}", named("Size", row.size),
                       named("Row", describe(row)));
    return text;
  }

  static Sentence describe(const DiamondTiles &tiles) {
    Sentence text = describe(tiles, "diamonds", tiles.height());
    text += sentence(" and {0} elements along dimension {1}",
                     named("Size", tiles.dims[tiles.diamond].size),
                     named("Dimension", tiles.diamond));
    for (auto [k, dim] : llvm::enumerate(tiles.dims))
      if (k != tiles.diamond && dim.size != 0)
        text +=
            sentence(", parts of {0} along {1}", named("PartSize", dim.size),
                     named("PartDimension", k));
    if (!tiles.notOverlapped.empty())
      text += sentence("; not overlapped: {0}", tiles.notOverlapped);
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

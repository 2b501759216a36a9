//===- HoistAccumulators.cpp - carried values instead of memory cells -----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "MemoryConflicts.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_HOISTACCUMULATORSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using affine::AffineForOp;

static constexpr llvm::StringLiteral kPass = "polymem-hoist-accumulators";

namespace {

/// Why a cell stays in memory.
struct Refusal {
  StringRef name;
  StringRef reason;
  Operation *op;
};

} // namespace

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

namespace {
/// What an operation in a loop does to memory: an access to a cell, or another
/// effect.
struct MemoryUser {
  Operation *op;
  std::optional<Cell> cell;
};
} // namespace

static std::vector<MemoryUser> memoryUsersIn(AffineForOp loop) {
  std::vector<MemoryUser> users;
  loop.getBody()->walk([&](Operation *op) {
    if (isAccess(op))
      users.push_back({op, cellOf(op)});
    else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !isMemoryEffectFree(op))
      users.push_back({op, std::nullopt});
  });
  return users;
}

/// Completes `cell` by its accesses in `loop`, where `users` are all that use
/// memory, or says what is in the way.
static std::optional<Refusal> collectAccesses(AffineForOp loop, Cell &cell,
                                              ArrayRef<MemoryUser> users) {
  // The last store would move behind stores of what has its cell next.
  if (auto alloc = cell.memref.getDefiningOp<scratch::AllocOp>();
      alloc && alloc.getSharedCells())
    return Refusal{"SharedCells", "elements of the buffer share cells", alloc};
  for (const MemoryUser &user : users) {
    Operation *op = user.op;
    if (!user.cell || user.cell->memref != cell.memref) {
      if (mayUseMemory(op, cell.memref, MemoryUse::ReadOrWrite))
        return Refusal{"OtherAccess", "another operation may use the array",
                       op};
    } else if (isSameCell(*user.cell, cell)) {
      cell.accesses.push_back(op);
      if (op->getBlock() != loop.getBody())
        return Refusal{"Nested",
                       "an access is in a condition or in a loop that may have "
                       "no iteration",
                       op};
    } else if (!isOtherCell(*user.cell, cell, op->getBlock())) {
      return Refusal{"OtherAccess", "another access may be to the same cell",
                     op};
    }
  }
  if (isa<affine::AffineStoreOp>(cell.accesses.front()))
    return Refusal{"StoredFirst", "an iteration stores it before it loads it",
                   cell.accesses.front()};
  return std::nullopt;
}

static std::vector<Cell> planCells(AffineForOp loop, Refusals &refusals) {
  std::vector<Cell> planned, refused;
  // Other threads may work between the iterations.
  if (loop.getBody()
          ->walk([](scratch::TileOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return planned;
  std::vector<MemoryUser> users = memoryUsersIn(loop);
  for (const MemoryUser &user : users) {
    auto store = dyn_cast<affine::AffineStoreOp>(user.op);
    if (!store || store->getBlock() != loop.getBody())
      continue;
    Cell cell = *user.cell;
    auto isKnown = [&](const Cell &other) { return isSameCell(cell, other); };
    if (!isInvariant(loop, cell) || llvm::any_of(planned, isKnown) ||
        llvm::any_of(refused, isKnown))
      continue;
    if (std::optional<Refusal> refusal = collectAccesses(loop, cell, users)) {
      refusals.missed(
          store, refusal->name,
          llvm::formatv("the cell stays in memory in this loop: {0} ({1})",
                        refusal->reason, refusal->op->getName())
              .str());
      refused.push_back(std::move(cell));
      continue;
    }
    planned.push_back(std::move(cell));
  }
  return planned;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts `loop` into a condition: it has an iteration.
static void guard(RewriterBase &rewriter, AffineForOp loop) {
  IndexDefinition iteration = IndexDefinition::of(loop.getInductionVar());
  auto [map, operands] = differencesOf(iteration.upper, iteration.lower);
  SmallVector<AffineExpr> constraints;
  for (AffineExpr difference : map.getResults())
    constraints.push_back(difference - 1);
  IntegerSet set =
      IntegerSet::get(map.getNumDims(), map.getNumSymbols(), constraints,
                      SmallVector<bool>(constraints.size()));
  affine::canonicalizeSetAndOperands(&set, &operands);
  rewriter.setInsertionPoint(loop);
  bool hasResults = loop.getNumResults() != 0;
  auto ifOp =
      affine::AffineIfOp::create(rewriter, loop.getLoc(), loop.getResultTypes(),
                                 set, operands, hasResults);
  if (!hasResults) {
    rewriter.moveOpBefore(loop, ifOp.getThenBlock()->getTerminator());
    return;
  }
  rewriter.replaceAllUsesWith(loop.getResults(), ifOp.getResults());
  rewriter.setInsertionPointToEnd(ifOp.getThenBlock());
  auto yield =
      affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getResults());
  rewriter.moveOpBefore(loop, yield);
  rewriter.setInsertionPointToEnd(ifOp.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getInits());
}

static void hoist(RewriterBase &rewriter, AffineForOp loop,
                  ArrayRef<Cell> cells) {
  if (!hasIteration(loop))
    guard(rewriter, loop);
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits;
  for (const Cell &cell : cells)
    inits.push_back(affine::AffineLoadOp::create(
        rewriter, cell.accesses.front()->getLoc(), cell.memref,
        cell.subscripts.getAffineMap(), cell.subscripts.getOperands()));
  SmallVector<NamedAttribute> attributes(loop->getDiscardableAttrs());
  auto carry = [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    // Values of stores change while loads are replaced: stores go last.
    SmallVector<Operation *> stores, last;
    for (auto [cell, argument] : llvm::zip_equal(cells, arguments)) {
      Value value = argument;
      for (Operation *access : cell.accesses) {
        if (auto store = dyn_cast<affine::AffineStoreOp>(access)) {
          value = store.getValueToStore();
          stores.push_back(store);
        } else {
          rewriter.replaceOp(access, value);
        }
      }
      last.push_back(stores.back());
    }
    SmallVector<Value> values;
    for (Operation *store : last)
      values.push_back(cast<affine::AffineStoreOp>(store).getValueToStore());
    for (Operation *store : stores)
      rewriter.eraseOp(store);
    return values;
  };
  auto carried = cast<AffineForOp>(
      *loop.replaceWithAdditionalYields(
               rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, carry)
           ->getOperation());
  carried->setDiscardableAttrs(attributes);
  rewriter.setInsertionPointAfter(carried);
  for (auto [cell, result] :
       llvm::zip_equal(cells, carried.getResults().take_back(cells.size())))
    affine::AffineStoreOp::create(rewriter, loc, result, cell.memref,
                                  cell.subscripts.getAffineMap(),
                                  cell.subscripts.getOperands());
}

namespace {
struct HoistAccumulatorsPass
    : polymem::impl::HoistAccumulatorsPassBase<HoistAccumulatorsPass> {
  using HoistAccumulatorsPassBase::HoistAccumulatorsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    // Inner loops first: each is replaced after those in it.
    SmallVector<AffineForOp> loops;
    func.walk([&](AffineForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    Refusals refusals(getArgument(), strict);
    bool changed = false;
    for (AffineForOp loop : loops) {
      std::vector<Cell> cells = planCells(loop, refusals);
      if (cells.empty())
        continue;
      remarkPassed(loop, kPass, "Hoisted") << sentence(
          "the loop carries {0} cells as values", named("Cells", cells.size()));
      numAccumulators += cells.size();
      changed = true;
      hoist(rewriter, loop, cells);
    }
    if (changed)
      return;
    if (failed(refusals.nothingDone(
            func, "no loop loads and stores a cell in all its iterations")))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

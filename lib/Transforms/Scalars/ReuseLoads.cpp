//===- ReuseLoads.cpp - loads of what is known ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "MemoryConflicts.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_REUSELOADSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using affine::AffineForOp;
using affine::AffineLoadOp;
using affine::AffineStoreOp;

//===----------------------------------------------------------------------===//
// In a block
//===----------------------------------------------------------------------===//

namespace {
/// The value that a cell has.
struct KnownCell {
  Cell cell;
  Value value;
};
} // namespace

/// Whether the memory of `known` may be other than before `op`, a store to
/// `stored` or anything else.
static bool mayChange(const KnownCell &known, Operation *op,
                      const std::optional<Cell> &stored) {
  if (stored && stored->memref == known.cell.memref)
    return !stored->place || !known.cell.place ||
           compareQuickly(*stored->place, *known.cell.place) !=
               CellRelation::Different;
  return mayUseMemory(op, known.cell.memref, MemoryUse::Write);
}

/// Loads in `block` of what was loaded or stored there before; their number.
static int64_t reuseInBlock(Block &block) {
  // More are not worth comparing each access with.
  constexpr size_t kMostKnown = 64;
  int64_t reused = 0;
  std::vector<KnownCell> known;
  auto remember = [&](Cell cell, Value value) {
    if (known.size() == kMostKnown)
      known.erase(known.begin());
    known.push_back({std::move(cell), value});
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto load = dyn_cast<AffineLoadOp>(op)) {
      Cell cell = cellOf(load);
      auto same = llvm::find_if(known, [&](const KnownCell &other) {
        return isSameCell(other.cell, cell);
      });
      if (same == known.end()) {
        remember(std::move(cell), load.getResult());
        continue;
      }
      load.replaceAllUsesWith(same->value);
      load.erase();
      ++reused;
      continue;
    }
    if (known.empty() && !isa<AffineStoreOp>(op))
      continue;
    std::optional<Cell> stored;
    if (isa<AffineStoreOp>(op))
      stored = cellOf(&op);
    else if (isMemoryEffectFree(&op))
      continue;
    llvm::erase_if(known, [&](const KnownCell &other) {
      return mayChange(other, &op, stored);
    });
    if (stored)
      remember(*stored, cast<AffineStoreOp>(op).getValueToStore());
  }
  return reused;
}

//===----------------------------------------------------------------------===//
// In a loop
//===----------------------------------------------------------------------===//

/// Whether something in `loop` may write the memory of `cell`.
static bool mayBeWritten(AffineForOp loop, const Cell &cell) {
  return llvm::any_of(*loop.getBody(), [&](Operation &op) {
    return mayUseMemory(&op, cell.memref, MemoryUse::Write);
  });
}

/// Moves `load`, of `cell`, which is the same in all iterations of `loop`, in
/// front of it. What its subscripts are computed from may stay in the loop.
static void moveInFront(AffineLoadOp load, const Cell &cell, AffineForOp loop) {
  if (llvm::all_of(load.getMapOperands(), [&](Value value) {
        return loop.isDefinedOutsideOfLoop(value);
      })) {
    load->moveBefore(loop);
    return;
  }
  OpBuilder builder(loop);
  auto moved = AffineLoadOp::create(builder, load.getLoc(), cell.memref,
                                    cell.subscripts.getAffineMap(),
                                    cell.subscripts.getOperands());
  moved->setDiscardableAttrs(llvm::to_vector(load->getDiscardableAttrs()));
  load.replaceAllUsesWith(moved.getResult());
  load.erase();
}

/// Something is in `memref`, of one element, in front of `loop`: it is from
/// elsewhere, or stored to there in any case.
static bool isWritten(Value memref, AffineForOp loop) {
  Operation *source = memref.getDefiningOp();
  if (!isa_and_present<memref::AllocaOp, memref::AllocOp, scratch::AllocOp>(
          source))
    return true;
  return llvm::any_of(memref.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<AffineStoreOp>(user);
    Operation *around =
        store ? store->getBlock()->findAncestorOpInBlock(*loop) : nullptr;
    return around && store->isBeforeInBlock(around);
  });
}

/// Loads in the body of `loop` that are the same in all iterations go in front
/// of it; their number.
static int64_t hoistLoads(AffineForOp loop) {
  int64_t hoisted = 0;
  std::optional<bool> runs, meets;
  for (auto load :
       llvm::make_early_inc_range(loop.getBody()->getOps<AffineLoadOp>())) {
    Cell cell = cellOf(load);
    if (!isInvariant(loop, cell))
      continue;
    // Other threads may work between the iterations.
    if (!meets)
      meets =
          loop.getBody()
              ->walk([](scratch::TileOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
    if (*meets)
      break;
    if (mayBeWritten(loop, cell))
      continue;
    // What no iteration loads may not be there, or never have been written.
    if (load.getMemRefType().getRank() > 0 || !isWritten(cell.memref, loop)) {
      if (!runs)
        runs = hasIteration(loop);
      if (!*runs)
        continue;
    }
    moveInFront(load, cell, loop);
    ++hoisted;
  }
  return hoisted;
}

namespace {
struct ReuseLoadsPass : polymem::impl::ReuseLoadsPassBase<ReuseLoadsPass> {
  using ReuseLoadsPassBase::ReuseLoadsPassBase;

  void runOnOperation() override {
    int64_t all = 0;
    // Inner loops first: a load may go out of several.
    getOperation().walk([&](AffineForOp loop) {
      int64_t hoisted = hoistLoads(loop);
      if (hoisted == 0)
        return;
      remarkPassed(loop, getArgument(), "Hoisted")
          << sentence("{0} loads are the same in all iterations: they are in "
                      "front of the loop",
                      named("Loads", hoisted));
      numHoisted += hoisted;
      all += hoisted;
    });
    getOperation().walk([&](Block *block) {
      int64_t reused = reuseInBlock(*block);
      numReused += reused;
      all += reused;
    });
    if (all == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace

//===- DemoteScalars.cpp - loop-carried scalars to memory -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "Cells.h"
#include "MemoryConflicts.h"
#include "PolyMem/Analysis/Scheduling/StatementParts.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"

namespace polymem {
#define GEN_PASS_DEF_DEMOTESCALARSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Operations computed again at one use; more is worth a cell.
static constexpr unsigned kMaxRematerializedOps = 4;

/// Operations asked whether they access an element that could hold a value, for
/// all values: beyond, values get cells.
static constexpr unsigned kMaxSteps = 20000;

/// Loops and conditions that separate statements.
static bool isControl(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineParallelOp, affine::AffineIfOp,
             PolyhedralLoopOpInterface>(op);
}

static bool canBeInMemory(Type type) {
  return MemRefType::isValidElementType(type);
}

static void collectControls(Operation *op,
                            SmallVectorImpl<Operation *> &controls) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : block)
        if (isControl(&nested)) {
          controls.push_back(&nested);
          collectControls(&nested, controls);
        }
}

//===----------------------------------------------------------------------===//
// Values carried by loops and yielded by conditions
//===----------------------------------------------------------------------===//

namespace {

/// An element that holds a value.
struct ValueCell {
  Cell element;
  /// The store behind the loop that the cell makes superfluous, if any.
  affine::AffineStoreOp finalStore;

  Value load(OpBuilder &builder, Location loc) const {
    return affine::AffineLoadOp::create(builder, loc, element.memref,
                                        element.subscripts.getAffineMap(),
                                        element.subscripts.getOperands());
  }
  void store(OpBuilder &builder, Location loc, Value value) const {
    affine::AffineStoreOp::create(builder, loc, value, element.memref,
                                  element.subscripts.getAffineMap(),
                                  element.subscripts.getOperands());
  }
  /// `value` was loaded from this element, which still holds it at `at`.
  bool holds(Value value, Operation *at) const {
    auto load = value.getDefiningOp<affine::AffineLoadOp>();
    return load && load->getBlock() == at->getBlock() &&
           isSameCell(cellOf(load), element) &&
           !mayBeWrittenBetween(load, at, element.memref);
  }
};

} // namespace

static ValueCell localCell(OpBuilder &builder, Location loc, Type type) {
  auto memrefType = MemRefType::get({}, type);
  Value memref = memref::AllocaOp::create(builder, loc, memrefType);
  affine::AffineValueMap none(AffineMap::get(builder.getContext()),
                              ValueRange());
  Cell element;
  element.memref = memref;
  element.subscripts = none;
  element.place = none;
  return {std::move(element), {}};
}

/// `element`, which `store` writes behind `loop` in its block, can hold a value
/// of the loop: nothing else looks at it from the start of the loop to the
/// store (`mayUseCell`), and its subscripts are known in front.
static bool isFreeFor(affine::AffineForOp loop, const Cell &element,
                      affine::AffineStoreOp store, unsigned &steps) {
  DominanceInfo dominance;
  auto isInFront = [&](Value value) {
    return dominance.properlyDominates(value, loop);
  };
  if (!isInFront(element.memref) ||
      !llvm::all_of(element.subscripts.getOperands(), isInFront))
    return false;
  for (Operation *op = loop; op != store; op = op->getNextNode())
    if (mayUseCell(op, element, steps))
      return false;
  return true;
}

/// The element that `result` of `loop`, which starts with `init`, can be in:
/// the one that it is stored to behind the loop, or else one that has `init`
/// and gets another value there.
static std::optional<ValueCell> elementFor(affine::AffineForOp loop, Value init,
                                           OpResult result, unsigned &steps) {
  auto isBehind = [&](Operation *store) {
    return store->getBlock() == loop->getBlock() &&
           loop->isBeforeInBlock(store);
  };
  for (Operation *user : result.getUsers()) {
    auto store = dyn_cast<affine::AffineStoreOp>(user);
    if (!store || !isBehind(store) || store.getValueToStore() != result)
      continue;
    ValueCell cell{cellOf(store), store};
    if (isFreeFor(loop, cell.element, store, steps))
      return cell;
  }
  auto load = init.getDefiningOp<affine::AffineLoadOp>();
  if (!load)
    return std::nullopt;
  for (Operation *user : load.getMemRef().getUsers()) {
    auto store = dyn_cast<affine::AffineStoreOp>(user);
    if (!store || !isBehind(store) || store.getMemRef() != load.getMemRef())
      continue;
    ValueCell cell{cellOf(store), {}};
    if (cell.holds(init, loop) && isFreeFor(loop, cell.element, store, steps))
      return cell;
  }
  return std::nullopt;
}

/// `iter_args` become loads at the start of the body, `yield` becomes stores at
/// its end.
static void demoteLoop(affine::AffineForOp loop, ScalarDemotion &stats,
                       unsigned &steps) {
  if (!llvm::all_of(loop->getResultTypes(), canBeInMemory)) {
    stats.unsupported.push_back(loop);
    return;
  }
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  std::vector<ValueCell> cells;
  for (auto [init, result] : llvm::zip(loop.getInits(), loop->getResults())) {
    // One value per array: the second one's loop accesses it.
    std::optional<ValueCell> element = elementFor(loop, init, result, steps);
    if (element && llvm::none_of(cells, [&](const ValueCell &other) {
          return other.element.memref == element->element.memref;
        })) {
      cells.push_back(*element);
      ++stats.arrayCells;
    } else {
      cells.push_back(localCell(builder, loc, result.getType()));
      ++stats.localCells;
    }
  }
  for (auto [cell, init] : llvm::zip(cells, loop.getInits()))
    if (!cell.holds(init, loop))
      cell.store(builder, loc, init);

  auto plain = affine::AffineForOp::create(
      builder, loc, loop.getLowerBoundOperands(), loop.getLowerBoundMap(),
      loop.getUpperBoundOperands(), loop.getUpperBoundMap(),
      loop.getStepAsInt());
  plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  plain.getRegion().takeBody(loop.getRegion());
  Block *body = plain.getBody();
  auto yield = cast<affine::AffineYieldOp>(body->getTerminator());
  builder.setInsertionPoint(yield);
  for (auto [cell, value, arg] :
       llvm::zip(cells, yield.getOperands(), body->getArguments().drop_front()))
    if (value != arg)
      cell.store(builder, loc, value);
  affine::AffineYieldOp::create(builder, yield.getLoc());
  yield.erase();
  builder.setInsertionPointToStart(body);
  for (auto [cell, arg] : llvm::zip(cells, body->getArguments().drop_front()))
    if (!arg.use_empty())
      arg.replaceAllUsesWith(cell.load(builder, loc));
  body->eraseArguments(1, body->getNumArguments() - 1);

  builder.setInsertionPointAfter(plain);
  for (auto [cell, result] : llvm::zip(cells, loop->getResults())) {
    if (cell.finalStore)
      cell.finalStore.erase();
    if (!result.use_empty())
      result.replaceAllUsesWith(cell.load(builder, loc));
  }
  loop.erase();
}

/// Results of a condition become cells that both branches store to.
static void demoteIf(affine::AffineIfOp ifOp, ScalarDemotion &stats) {
  if (!llvm::all_of(ifOp->getResultTypes(), canBeInMemory)) {
    stats.unsupported.push_back(ifOp);
    return;
  }
  Location loc = ifOp.getLoc();
  OpBuilder builder(ifOp);
  std::vector<ValueCell> cells;
  for (Type type : ifOp->getResultTypes())
    cells.push_back(localCell(builder, loc, type));
  stats.localCells += cells.size();
  auto plain =
      affine::AffineIfOp::create(builder, loc, ifOp.getIntegerSet(),
                                 ifOp.getOperands(), /*withElseRegion=*/true);
  plain->setDiscardableAttrs(ifOp->getDiscardableAttrDictionary());
  plain.getThenRegion().takeBody(ifOp.getThenRegion());
  plain.getElseRegion().takeBody(ifOp.getElseRegion());
  for (Block *block : {plain.getThenBlock(), plain.getElseBlock()}) {
    Operation *yield = block->getTerminator();
    builder.setInsertionPoint(yield);
    for (auto [cell, value] : llvm::zip(cells, yield->getOperands()))
      cell.store(builder, loc, value);
    affine::AffineYieldOp::create(builder, yield->getLoc());
    yield->erase();
  }
  builder.setInsertionPointAfter(plain);
  for (auto [cell, result] : llvm::zip(cells, ifOp->getResults()))
    if (!result.use_empty())
      result.replaceAllUsesWith(cell.load(builder, loc));
  ifOp.erase();
}

//===----------------------------------------------------------------------===//
// Values that cross a loop or condition
//===----------------------------------------------------------------------===//

namespace {

/// The runs of operations between loops and conditions, numbered.
class Runs {
public:
  explicit Runs(Operation *root) { number(root); }

  /// Operations of the runs, in program order.
  ArrayRef<Operation *> ops() const { return order; }

  /// The operation of a run that is `op` or contains it; null if `op` is a
  /// loop or condition of the structure.
  Operation *runOp(Operation *op) const {
    for (; op; op = op->getParentOp()) {
      if (runOf.contains(op))
        return op;
      if (isControl(op))
        return nullptr;
    }
    return nullptr;
  }
  unsigned run(Operation *runOp) const { return runOf.lookup(runOp); }
  /// `op` is about to be erased; its address may be used again.
  void forget(Operation *op) { runOf.erase(op); }

private:
  void number(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        unsigned current = next++;
        for (Operation &nested : block) {
          if (isControl(&nested)) {
            number(&nested);
            current = next++;
            continue;
          }
          // What leaves the region is a use behind everything.
          if (nested.hasTrait<OpTrait::IsTerminator>())
            current = next++;
          runOf[&nested] = current;
          order.push_back(&nested);
        }
      }
  }

  llvm::DenseMap<Operation *, unsigned> runOf;
  SmallVector<Operation *> order;
  unsigned next = 0;
};

/// Replaces one value by cells or copies of its computation.
class CrossingValues {
public:
  CrossingValues(Operation *root, ScalarDemotion &stats)
      : runs(root), stats(stats) {}

  void run() {
    // Uses first: what is computed again takes its operands along.
    for (Operation *op : llvm::reverse(runs.ops())) {
      for (OpResult result : op->getResults())
        demote(result);
      eraseUnused(op);
    }
  }

private:
  void demote(OpResult value);
  /// Erases an operation that only computes what nothing uses (any more).
  void eraseUnused(Operation *op);
  /// The computation of `op` gives the same value at `use`: it only depends on
  /// values that are there and memory that is unchanged. Adds `op` and what it
  /// needs to `slice`, operands first.
  bool collectSlice(Operation *op, Operation *use,
                    llvm::SetVector<Operation *> &slice,
                    unsigned depth = 0) const;

  Runs runs;
  ScalarDemotion &stats;
};

} // namespace

/// Index values that are part of subscripts and bounds; whoever moves a use
/// computes them again.
static bool isAffineIndex(Value value) {
  return value.getType().isIndex() &&
         (affine::isValidDim(value) || affine::isValidSymbol(value));
}

bool CrossingValues::collectSlice(Operation *op, Operation *use,
                                  llvm::SetVector<Operation *> &slice,
                                  unsigned depth) const {
  if (slice.contains(op))
    return true;
  // Also the end of values that depend on themselves, in unreachable blocks.
  if (depth == kMaxRematerializedOps)
    return false;
  Value memref;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    memref = load.getMemRef();
  else if (auto load = dyn_cast<memref::LoadOp>(op))
    memref = load.getMemRef();
  if (memref ? mayBeWrittenBetween(op, use, memref)
             : !isCheapToRepeat(op) || !isPure(op) || op->getNumRegions() != 0)
    return false;
  for (Value operand : op->getOperands()) {
    Operation *defining = operand.getDefiningOp();
    if (defining && !isa<BaseMemRefType>(operand.getType()) &&
        !isAffineIndex(operand) &&
        !collectSlice(defining, use, slice, depth + 1))
      return false;
  }
  slice.insert(op);
  return slice.size() <= kMaxRematerializedOps;
}

/// Values that may cross loops and conditions as they are.
static bool mayCross(OpResult value) {
  return isAffineIndex(value) || isa<BaseMemRefType>(value.getType()) ||
         value.getOwner()->hasTrait<OpTrait::ConstantLike>();
}

void CrossingValues::demote(OpResult value) {
  Operation *op = value.getOwner();
  if (mayCross(value))
    return;
  // Per run that is not `op`'s: its uses, and the first operation with one.
  struct Group {
    Operation *first;
    SmallVector<OpOperand *> uses;
  };
  llvm::MapVector<unsigned, Group> groups;
  bool acrossBlocks = false;
  for (OpOperand &use : value.getUses()) {
    Operation *user = runs.runOp(use.getOwner());
    // Operands of loops that were left alone stay as they are. Operations that
    // this pass inserted are in the run they were inserted in.
    if (!user || runs.run(user) == runs.run(op))
      continue;
    // No loop or condition is between blocks that branches connect, but there
    // may be other ways from the one to the other. In unreachable ones, uses
    // may come first.
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (!inBlock || inBlock->isBeforeInBlock(op)) {
      acrossBlocks = true;
      continue;
    }
    auto [it, isNew] = groups.try_emplace(runs.run(user), Group{user, {}});
    if (user->isBeforeInBlock(it->second.first))
      it->second.first = user;
    it->second.uses.push_back(&use);
  }
  if (acrossBlocks)
    stats.acrossBlocks.push_back(op);
  std::optional<ValueCell> cell;
  for (auto &[run, group] : groups) {
    OpBuilder builder(group.first);
    llvm::SetVector<Operation *> slice;
    Value replacement;
    if (collectSlice(op, group.first, slice)) {
      // At the end of the function nothing has to be separated.
      if (group.first->hasTrait<OpTrait::IsTerminator>())
        continue;
      IRMapping mapping;
      for (Operation *part : slice)
        builder.clone(*part, mapping);
      replacement = mapping.lookup(Value(value));
      ++stats.rematerialized;
    } else {
      if (!canBeInMemory(value.getType())) {
        stats.unsupported.push_back(op);
        return;
      }
      if (!cell) {
        OpBuilder atDefinition(op);
        cell = localCell(atDefinition, op->getLoc(), value.getType());
        atDefinition.setInsertionPointAfter(op);
        cell->store(atDefinition, op->getLoc(), value);
        ++stats.localCells;
      }
      replacement = cell->load(builder, group.first->getLoc());
    }
    for (OpOperand *use : group.uses)
      use->set(replacement);
  }
}

void CrossingValues::eraseUnused(Operation *op) {
  if (!op->use_empty() || op->getNumResults() == 0 ||
      llvm::any_of(op->getResults(), mayCross) ||
      (!isMemoryEffectFree(op) && !isa<affine::AffineLoadOp>(op)))
    return;
  runs.forget(op);
  op->erase();
  ++stats.erased;
}

//===----------------------------------------------------------------------===//
// Public function and pass
//===----------------------------------------------------------------------===//

ScalarDemotion polymem::demoteScalars(Operation *root) {
  ScalarDemotion stats;
  // Outer loops first, so that the value of an inner one is stored to the cell
  // of the outer one and can stay there.
  SmallVector<Operation *> controls;
  collectControls(root, controls);
  unsigned steps = kMaxSteps;
  for (Operation *op : controls) {
    if (op->getNumResults() == 0)
      continue;
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      demoteLoop(loop, stats, steps);
    else if (auto ifOp = dyn_cast<affine::AffineIfOp>(op))
      demoteIf(ifOp, stats);
    else
      stats.unsupported.push_back(op);
  }
  CrossingValues(root, stats).run();
  return stats;
}

namespace {
struct DemoteScalarsPass
    : polymem::impl::DemoteScalarsPassBase<DemoteScalarsPass> {
  using DemoteScalarsPassBase::DemoteScalarsPassBase;

  void runOnOperation() override {
    ScalarDemotion stats = demoteScalars(getOperation());
    numArrayCells += stats.arrayCells;
    numLocalCells += stats.localCells;
    numRematerialized += stats.rematerialized;
    for (Operation *op : stats.unsupported)
      remarkMissed(op, getArgument(), "NotInMemory")
          << ("a value of '" + op->getName().getStringRef() +
              "' stays in SSA form: its type cannot be an element of a "
              "memref, or the operation combines its results itself")
                 .str();
    for (Operation *op : stats.acrossBlocks)
      remarkMissed(op, getArgument(), "AcrossBlocks")
          << ("a value of '" + op->getName().getStringRef() +
              "' stays in SSA form where a branch is between it and its use")
                 .str();
    if (!stats.changed())
      return markAllAnalysesPreserved();
    remarkPassed(getOperation(), getArgument(), "Demoted") << sentence(
        "{0} values to array elements, {1} to cells, {2} computed "
        "again, {3} erased that nothing uses",
        named("ArrayCells", stats.arrayCells), named("Cells", stats.localCells),
        named("Rematerialized", stats.rematerialized),
        named("Erased", stats.erased));
  }
};
} // namespace

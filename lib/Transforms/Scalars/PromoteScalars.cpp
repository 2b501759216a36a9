//===- PromoteScalars.cpp - cells on the stack to values ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `demoteScalars` does, the other way round. A front end has one cell for
// each variable of a function, whatever the nests that use it; as values, each
// has its own.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace polymem {
#define GEN_PASS_DEF_PROMOTESCALARSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Of more cells, the first ones: each looks at the blocks it is used in.
static constexpr size_t kMaxCells = 64;

static bool isLoop(Operation *op) {
  return isa<affine::AffineForOp, scf::ForOp>(op);
}

static bool isCondition(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp>(op);
}

namespace {

/// Makes values of what one cell holds.
class CellPromoter {
public:
  explicit CellPromoter(memref::AllocaOp cell)
      : cell(cell), rewriter(cell.getContext()) {}

  /// Why the cell has to stay, and nothing has changed; empty if it is gone.
  StringRef promote();

private:
  /// What a loop or condition, or a block, does with the cell.
  struct Facts {
    bool reads = false;  ///< it may read what was there before
    bool writes = false; ///< it may write
    bool always = false; ///< it writes in any case
    bool needed = false; ///< what it leaves may be read behind it
  };

  bool isLoad(Operation &op) {
    return isa<affine::AffineLoadOp, memref::LoadOp>(op) &&
           op.getOperand(0) == cell.getResult();
  }
  bool isStore(Operation &op) {
    return isa<affine::AffineStoreOp, memref::StoreOp>(op) &&
           op.getOperand(1) == cell.getResult();
  }
  /// Finds what is around the accesses; false if there is something else.
  bool collect();
  Facts describe(Block &block);
  /// The cell is read at the start of `block`, behind which it is read if
  /// `needed`.
  bool findNeeded(Block &block, bool needed);
  /// With `value` at the start of `block`, if that is needed; what is there at
  /// its end.
  Value rewrite(Block &block, Value value);
  Value rewriteLoop(LoopLikeOpInterface loop, const Facts &facts, Value value);
  Value rewriteCondition(Operation *condition, const Facts &facts, Value value);

  memref::AllocaOp cell;
  IRRewriter rewriter;
  /// Loops and conditions with accesses.
  llvm::DenseMap<Operation *, Facts> around;
};

} // namespace

bool CellPromoter::collect() {
  for (OpOperand &use : cell->getUses()) {
    Operation *user = use.getOwner();
    // The cell itself is not what is stored.
    if (!isLoad(*user) && !(isStore(*user) && use.getOperandNumber() == 1))
      return false;
    for (Operation *op = user; op->getBlock() != cell->getBlock();) {
      op = op->getParentOp();
      if (!op || (!isLoop(op) && !isCondition(op)))
        return false;
      around[op];
    }
  }
  return true;
}

CellPromoter::Facts CellPromoter::describe(Block &block) {
  Facts result;
  for (Operation &op : block) {
    if (isLoad(op)) {
      result.reads |= !result.always;
    } else if (isStore(op)) {
      result.writes = result.always = true;
    } else if (auto found = around.find(&op); found != around.end()) {
      Facts all;
      all.always = isCondition(&op);
      for (Region &region : op.getRegions()) {
        Facts part = region.empty() ? Facts() : describe(region.front());
        all.reads |= part.reads;
        all.writes |= part.writes;
        all.always &= part.always;
      }
      // Recursion may have moved the entry.
      around[&op] = all;
      result.reads |= all.reads && !result.always;
      result.writes |= all.writes;
      result.always |= all.always;
    }
  }
  return result;
}

bool CellPromoter::findNeeded(Block &block, bool needed) {
  for (Operation &op : llvm::reverse(block)) {
    if (isLoad(op)) {
      needed = true;
    } else if (isStore(op)) {
      needed = false;
    } else if (auto found = around.find(&op); found != around.end()) {
      found->second.needed = needed;
      Facts facts = found->second;
      // The next iteration may read it, too.
      bool atEnd = needed || (isLoop(&op) && facts.reads);
      needed = isLoop(&op) && atEnd;
      for (Region &region : op.getRegions())
        needed |= region.empty() ? atEnd : findNeeded(region.front(), atEnd);
    }
  }
  return needed;
}

Value CellPromoter::rewriteLoop(LoopLikeOpInterface loop, const Facts &facts,
                                Value value) {
  if (!facts.writes || (!facts.needed && !facts.reads)) {
    rewrite(loop->getRegion(0).front(), facts.writes ? Value() : value);
    return facts.writes ? Value() : value;
  }
  rewriter.setInsertionPoint(loop);
  NamedAttrList attributes(loop->getDiscardableAttrDictionary());
  FailureOr<LoopLikeOpInterface> carrying = loop.replaceWithAdditionalYields(
      rewriter, value, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      });
  (*carrying)->setDiscardableAttrs(attributes.getDictionary(cell.getContext()));
  Block &body = (*carrying)->getRegion(0).front();
  Value last = rewrite(body, body.getArguments().back());
  Operation *yield = body.getTerminator();
  yield->setOperand(yield->getNumOperands() - 1, last);
  return (*carrying)->getResults().back();
}

Value CellPromoter::rewriteCondition(Operation *condition, const Facts &facts,
                                     Value value) {
  SmallVector<Value> last;
  for (Region &region : condition->getRegions())
    last.push_back(region.empty() ? value : rewrite(region.front(), value));
  if (!facts.writes || !facts.needed)
    return facts.writes ? Value() : value;
  SmallVector<Type> types(condition->getResultTypes());
  types.push_back(cell.getType().getElementType());
  rewriter.setInsertionPoint(condition);
  OperationState state(condition->getLoc(), condition->getName());
  state.addOperands(condition->getOperands());
  state.addTypes(types);
  state.addAttributes(condition->getAttrs());
  for (unsigned k = 0; k < condition->getNumRegions(); ++k)
    state.addRegion();
  Operation *result = rewriter.create(state);
  for (auto [k, from, to] :
       llvm::enumerate(condition->getRegions(), result->getRegions())) {
    to.takeBody(from);
    if (to.empty()) {
      rewriter.createBlock(&to);
      if (isa<scf::IfOp>(result))
        scf::YieldOp::create(rewriter, condition->getLoc());
      else
        affine::AffineYieldOp::create(rewriter, condition->getLoc());
    }
    Operation *yield = to.front().getTerminator();
    yield->insertOperands(yield->getNumOperands(), last[k]);
  }
  rewriter.replaceOp(condition, result->getResults().drop_back());
  return result->getResults().back();
}

Value CellPromoter::rewrite(Block &block, Value value) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isLoad(op)) {
      rewriter.replaceOp(&op, value);
    } else if (isStore(op)) {
      value = op.getOperand(0);
      rewriter.eraseOp(&op);
    } else if (auto found = around.find(&op); found != around.end()) {
      Facts facts = found->second;
      value = isLoop(&op)
                  ? rewriteLoop(cast<LoopLikeOpInterface>(op), facts, value)
                  : rewriteCondition(&op, facts, value);
    }
  }
  return value;
}

StringRef CellPromoter::promote() {
  if (!collect())
    return "something else than loads and stores in affine or scf loops and "
           "conditions uses it";
  Block &home = *cell->getBlock();
  describe(home);
  if (findNeeded(home, /*needed=*/false))
    return "it may be read before it is written";
  rewrite(home, Value());
  rewriter.eraseOp(cell);
  return "";
}

namespace {
struct PromoteScalarsPass
    : polymem::impl::PromoteScalarsPassBase<PromoteScalarsPass> {
  using PromoteScalarsPassBase::PromoteScalarsPassBase;

  void runOnOperation() override {
    SmallVector<memref::AllocaOp> cells;
    getOperation()->walk([&](memref::AllocaOp cell) {
      if (llvm::all_of(cell.getType().getShape(),
                       [](int64_t size) { return size == 1; }))
        cells.push_back(cell);
    });
    for (auto [number, cell] : llvm::enumerate(cells)) {
      StringRef reason = number < kMaxCells
                             ? CellPromoter(cell).promote()
                             : "there are too many others in the function";
      if (reason.empty())
        ++numPromoted;
      else
        remarkMissed(cell, getArgument(), "NotPromoted")
            << sentence("the cell stays in memory: {0}", reason);
    }
    if (numPromoted == 0)
      return markAllAnalysesPreserved();
    remarkPassed(getOperation(), getArgument(), "Promoted")
        << sentence("{0} cells on the stack became values",
                    named("Cells", numPromoted.getValue()));
  }
};
} // namespace

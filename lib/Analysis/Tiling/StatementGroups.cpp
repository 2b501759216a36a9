//===- StatementGroups.cpp - what loops may be distributed over -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementGroups.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// A temporary of fixed size that is only loaded from and stored to.
static bool isExpandable(Operation *op) {
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  if (!alloca || !alloca.getType().hasStaticShape() ||
      !alloca.getType().getLayout().isIdentity() ||
      alloca.getType().getMemorySpace())
    return false;
  return llvm::all_of(alloca->getUses(), [&](OpOperand &use) {
    if (auto store = dyn_cast<AffineStoreOp>(use.getOwner()))
      return store.getMemRef() == alloca &&
             store.getValueToStore() != alloca.getResult();
    return isa<AffineLoadOp>(use.getOwner());
  });
}

/// Adds to `needed` the operations of `block` (rematerialisable ones too) that
/// `op` or anything inside it uses, directly or through others.
static void collectNeeded(Operation *op, Block *block,
                          llvm::SetVector<Operation *> &needed) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (def && def->getBlock() == block && def != op && needed.insert(def))
        collectNeeded(def, block, needed);
    }
  });
}

StatementGroups polymem::groupStatements(Operation *loop,
                                         const BandDependences &dependences) {
  StatementGroups result;
  auto &groups = result.groups;
  Block *block = &loop->getRegion(0).front();
  bool anyLoop = false, lastIsLoop = true;
  for (Operation &op : block->without_terminator()) {
    if (isRematerializable(&op))
      continue;
    if (isExpandable(&op)) {
      result.cells.push_back(&op);
      continue;
    }
    bool isLoop = isa<AffineForOp, AffineParallelOp>(op);
    anyLoop |= isLoop;
    if (isLoop || lastIsLoop)
      groups.emplace_back();
    groups.back().push_back(&op);
    lastIsLoop = isLoop;
  }
  // Nothing is to be separated if no loop is here.
  if (!anyLoop)
    return result;

  auto statementsOf = [&](ArrayRef<Operation *> ops) {
    StatementList list;
    for (Operation *op : ops)
      for (unsigned index : dependences.statementsIn(op))
        if (!llvm::is_contained(list, index))
          list.push_back(index);
    return list;
  };
  auto mustStayTogether = [&](ArrayRef<Operation *> first,
                              ArrayRef<Operation *> second) {
    // Uses of `first` by `second`, also through computations in between.
    llvm::SetVector<Operation *> needed;
    for (Operation *op : second)
      collectNeeded(op, block, needed);
    for (Operation *op : first)
      if (needed.contains(op)) {
        result.obstacles.push_back(
            {op, "a value is used in one and defined in another"});
        return true;
      }
    BandDependences::Relations back =
        dependences.between(statementsOf(second), statementsOf(first));
    if (back.empty())
      return false;
    result.obstacles.push_back({second.front(), dependences.describe(back)});
    return true;
  };
  for (size_t first = 0; first < groups.size(); ++first)
    for (size_t last = groups.size() - 1; last > first; --last)
      if (mustStayTogether(groups[first], groups[last])) {
        for (size_t k = first + 1; k <= last; ++k)
          groups[first].append(groups[k]);
        groups.erase(groups.begin() + first + 1, groups.begin() + last + 1);
        // The larger group may now have to take in earlier ones.
        first = -1;
        break;
      }
  return result;
}

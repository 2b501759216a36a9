//===- TableCells.cpp - local sums of a table's elements ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableCells.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// The only store to an array of two dimensions in the block of `cell`, with
/// nothing but loads and stores of `cell` in front of it and none behind; null
/// if there is none.
static AffineStoreOp findStore(memref::AllocaOp cell) {
  Block *block = cell->getBlock();
  AffineStoreOp result;
  bool plain = true, isRead = false;
  block->walk([&](AffineStoreOp store) {
    if (store.getMemRef() == cell)
      return;
    plain &= !result && store->getBlock() == block &&
             store.getMemRefType().getRank() == 2 &&
             store.getMemRefType().getElementType() ==
                 cell.getType().getElementType();
    result = store;
  });
  if (!plain || !result)
    return nullptr;
  for (Operation *user : cell->getUsers()) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!isa<AffineLoadOp, AffineStoreOp>(user) || !ancestor ||
        !ancestor->isBeforeInBlock(result))
      return nullptr;
    auto store = dyn_cast<AffineStoreOp>(user);
    if (store && store.getMemRef() != cell)
      return nullptr;
    isRead |= !store;
  }
  // A cell that nobody reads would leave nothing to ask the caller for.
  return isRead ? result : nullptr;
}

/// Puts the element that `store` is to in the place of `cell`.
static void moveCell(memref::AllocaOp cell, AffineStoreOp store,
                     llvm::SmallPtrSetImpl<Operation *> &loads) {
  AffineMap map = store.getAffineMap();
  SmallVector<Value> operands(store.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  canonicalizeMapAndOperands(&map, &operands);
  // They have to be there where the cell is used first.
  for (Value operand : operands)
    if (Operation *def = operand.getDefiningOp();
        def && def->getBlock() == cell->getBlock())
      return;
  for (Operation *user : llvm::make_early_inc_range(cell->getUsers())) {
    OpBuilder builder(user);
    if (auto load = dyn_cast<AffineLoadOp>(user)) {
      auto moved = AffineLoadOp::create(builder, load.getLoc(),
                                        store.getMemRef(), map, operands);
      load.replaceAllUsesWith(moved.getResult());
      loads.insert(moved);
    } else {
      auto old = cast<AffineStoreOp>(user);
      AffineStoreOp::create(builder, old.getLoc(), old.getValueToStore(),
                            store.getMemRef(), map, operands);
    }
    user->erase();
  }
  cell.erase();
}

llvm::SmallPtrSet<Operation *, 4>
polymem::moveCellsToTables(func::FuncOp func) {
  SmallVector<memref::AllocaOp> cells;
  func.walk([&](memref::AllocaOp cell) {
    auto inner = dyn_cast<AffineForOp>(cell->getParentOp());
    if (cell.getType().getRank() == 0 && inner &&
        isa<AffineForOp>(inner->getParentOp()))
      cells.push_back(cell);
  });
  llvm::SmallPtrSet<Operation *, 4> loads;
  for (memref::AllocaOp cell : cells)
    if (AffineStoreOp store = findStore(cell))
      moveCell(cell, store, loads);
  return loads;
}

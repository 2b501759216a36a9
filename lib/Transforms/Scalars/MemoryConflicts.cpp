//===- MemoryConflicts.cpp - may an operation touch an object? ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryConflicts.h"
#include "Cells.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

/// The memref whose object `memref` looks at, through views.
static Value baseOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// `base` is known to be an object of its own.
static bool isDistinctObject(Value base) {
  if (auto arg = dyn_cast<BlockArgument>(base))
    return isa<FunctionOpInterface>(arg.getOwner()->getParentOp());
  Operation *op = base.getDefiningOp();
  return isa<memref::GetGlobalOp>(op) ||
         hasEffect<MemoryEffects::Allocate>(op, base);
}

static bool mayAlias(Value a, Value b) {
  a = baseOf(a);
  b = baseOf(b);
  if (a == b || !isDistinctObject(a) || !isDistinctObject(b))
    return true;
  auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
  return globalA && globalB && globalA.getName() == globalB.getName();
}

bool polymem::mayUseMemory(Operation *op, Value memref, MemoryUse use) {
  auto effects = getEffectsRecursively(op);
  if (!effects)
    return true;
  return llvm::any_of(*effects, [&](const MemoryEffects::EffectInstance &e) {
    if (isa<MemoryEffects::Allocate>(e.getEffect()) ||
        (use == MemoryUse::Write && isa<MemoryEffects::Read>(e.getEffect())))
      return false;
    return !e.getValue() || !isa<BaseMemRefType>(e.getValue().getType()) ||
           mayAlias(e.getValue(), memref);
  });
}

bool polymem::mayUseCell(Operation *op, const Cell &cell, unsigned &steps) {
  if (steps == 0)
    return true;
  --steps;
  if (!mayUseMemory(op, cell.memref, MemoryUse::ReadOrWrite))
    return false;
  if (isAccess(op)) {
    Cell other = cellOf(op);
    return other.memref != cell.memref ||
           !isOtherCell(other, cell, op->getBlock());
  }
  if (!isa<affine::AffineForOp, affine::AffineIfOp>(op))
    return true;
  return llvm::any_of(op->getRegions(), [&](Region &region) {
    return llvm::any_of(region.getOps(), [&](Operation &nested) {
      return mayUseCell(&nested, cell, steps);
    });
  });
}

bool polymem::mayBeWrittenBetween(Operation *from, Operation *to,
                                  Value memref) {
  Operation *last = from->getBlock()->findAncestorOpInBlock(*to);
  // What runs on the way between blocks is not known.
  if (!last || !from->isBeforeInBlock(last))
    return true;
  // All of an operation that contains `to`: it may be a loop.
  Operation *end = last == to ? to : last->getNextNode();
  for (Operation *op = from->getNextNode(); op != end; op = op->getNextNode())
    if (mayUseMemory(op, memref, MemoryUse::Write))
      return true;
  return false;
}

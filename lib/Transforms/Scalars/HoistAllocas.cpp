//===- HoistAllocas.cpp - stack memory out of loops -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_HOISTALLOCASPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Executions of `op`'s body follow each other and do not share what they
/// allocate: a loop's iterations (which are allocation scopes), or the one
/// execution of a condition.
static bool isSequentialScope(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineIfOp, scf::ForOp, scf::IfOp>(
      op);
}

/// Only other allocations are in front of `alloca` in its block.
static bool isAmongFirst(memref::AllocaOp alloca) {
  return llvm::all_of(
      llvm::make_range(alloca->getBlock()->begin(), alloca->getIterator()),
      [](Operation &op) { return isa<memref::AllocaOp>(op); });
}

/// Moves `alloca` out of the loops and conditions around it, as far as its
/// operands are known there.
static bool hoist(memref::AllocaOp alloca) {
  Operation *outermost = nullptr;
  for (Operation *parent = alloca->getParentOp(); isSequentialScope(parent);
       parent = parent->getParentOp()) {
    if (llvm::any_of(alloca->getOperands(), [&](Value operand) {
          return parent->isAncestor(operand.getParentBlock()->getParentOp());
        }))
      break;
    outermost = parent;
  }
  // In the first block of a function, the stack frame holds it.
  Operation *scope =
      outermost ? outermost->getParentOp() : alloca->getParentOp();
  if (alloca->getNumOperands() == 0 &&
      isa<FunctionOpInterface, gpu::LaunchOp>(scope)) {
    Block &entry = scope->getRegion(0).front();
    if (alloca->getBlock() == &entry && isAmongFirst(alloca))
      return false;
    alloca->moveBefore(&entry, entry.begin());
    return true;
  }
  if (!outermost)
    return false;
  alloca->moveBefore(outermost);
  return true;
}

unsigned polymem::hoistAllocas(Operation *root) {
  SmallVector<memref::AllocaOp> allocas;
  root->walk([&](memref::AllocaOp alloca) { allocas.push_back(alloca); });
  // Each goes to the front: last first keeps their order.
  return llvm::count_if(llvm::reverse(allocas), hoist);
}

namespace {
struct HoistAllocasPass
    : polymem::impl::HoistAllocasPassBase<HoistAllocasPass> {
  using HoistAllocasPassBase::HoistAllocasPassBase;

  void runOnOperation() override {
    unsigned hoisted = hoistAllocas(getOperation());
    numHoisted += hoisted;
    if (hoisted == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace

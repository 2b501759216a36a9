//===- GuardedStack.cpp - stack memory between guards ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedStack.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace polymem::runtime {

/// A use of the memory, or of something that may be a view of it, at the end of
/// a block hands it on.
static bool isHandedOn(Value memref) {
  SmallVector<Value> views = {memref};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>())
        return true;
      if (seen.insert(user).second)
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            views.push_back(result);
    }
  return false;
}

void moveStackToHeap(ModuleOp module) {
  SmallVector<memref::AllocaOp> allocas;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Kernels have no heap; the emulator guards what they have.
    if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    if (auto alloca = dyn_cast<memref::AllocaOp>(op))
      allocas.push_back(alloca);
    return WalkResult::advance();
  });
  for (memref::AllocaOp alloca : allocas) {
    OpBuilder builder(alloca);
    auto alloc = memref::AllocOp::create(
        builder, alloca.getLoc(), alloca.getType(), alloca.getDynamicSizes(),
        alloca.getSymbolOperands(), alloca.getAlignmentAttr());
    alloca.getMemref().replaceAllUsesWith(alloc.getMemref());
    Block *block = alloca->getBlock();
    if (block->getParent()->hasOneBlock() && !isHandedOn(alloc.getMemref())) {
      if (block->mightHaveTerminator())
        builder.setInsertionPoint(block->getTerminator());
      else
        builder.setInsertionPointToEnd(block);
      memref::DeallocOp::create(builder, alloca.getLoc(), alloc.getMemref());
    }
    alloca.erase();
  }
}

} // namespace polymem::runtime

//===- LaunchStack.cpp - stack memory of launches is given back -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace polymem {
#define GEN_PASS_DEF_LAUNCHSTACKPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct LaunchStackPass : polymem::impl::LaunchStackPassBase<LaunchStackPass> {
  using LaunchStackPassBase::LaunchStackPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](gpu::LaunchFuncOp launch) {
      // Elsewhere stack memory is not LLVM's business yet.
      if (!launch->getParentOfType<LLVM::LLVMFuncOp>())
        return;
      OpBuilder builder(launch);
      Location location = launch.getLoc();
      auto pointer = LLVM::LLVMPointerType::get(&getContext());
      Value saved = LLVM::StackSaveOp::create(builder, location, pointer);
      builder.setInsertionPointAfter(launch);
      LLVM::StackRestoreOp::create(builder, location, saved);
      ++numLaunches;
    });
  }
};
} // namespace

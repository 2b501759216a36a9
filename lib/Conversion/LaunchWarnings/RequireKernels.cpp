//===- RequireKernels.cpp - an error if there is no launch ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace polymem {
#define GEN_PASS_DEF_REQUIREKERNELSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;

namespace {
struct RequireKernelsPass
    : polymem::impl::RequireKernelsPassBase<RequireKernelsPass> {
  using RequireKernelsPassBase::RequireKernelsPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult kernel = getOperation().walk([](Operation *op) {
      return isa<gpu::LaunchOp, gpu::LaunchFuncOp, gpu::GPUFuncOp,
                 gpu::BinaryOp>(op)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (kernel.wasInterrupted())
      return;
    emitError(
        getOperation().getLoc(),
        "no function of this module has a kernel: PolyMem makes kernels of "
        "affine loops (affine.for) on memrefs");
    signalPassFailure();
  }
};
} // namespace

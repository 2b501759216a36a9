//===- ScratchToGPU.cpp - tiles to GPU launches ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass; see LaunchConversion.cpp for what it does.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/ScratchToGPU.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTSCRATCHTOGPUPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct ConvertScratchToGPUPass
    : polymem::impl::ConvertScratchToGPUPassBase<ConvertScratchToGPUPass> {
  using ConvertScratchToGPUPassBase::ConvertScratchToGPUPassBase;

  void runOnOperation() override {
    ConvertScratchToGPUPassOptions options;
    options.machine = machine;
    options.blockSize.assign(blockSize.begin(), blockSize.end());
    options.maxGrid.assign(maxGrid.begin(), maxGrid.end());
    options.foldGrid = foldGrid;
    options.threadLocality = threadLocality;
    options.kernelModule = kernelModule;
    options.maxFullExtent = maxFullExtent;
    options.vectors = vectors;
    options.asyncCopies = asyncCopies;
    options.hostRegister = hostRegister;
    options.deviceCopies = deviceCopies;
    options.constantMemory = constantMemory;
    options.maxIslOperations = maxIslOperations;
    BudgetWatch budgets(getOperation(), getArgument(), maxIslOperations,
                        warnings);
    auto conversion =
        LaunchConversion::plan(getOperation(), /*tiles=*/{}, options);
    if (failed(conversion) || failed(conversion->apply()))
      return signalPassFailure();
    numLaunches += conversion->numLaunches();
    numBarriers += conversion->numBarriers();
    numConstantArrays += conversion->numConstantArrays();
    numVectorCopies += conversion->numVectorCopies();
  }
};
} // namespace

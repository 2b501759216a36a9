//===- HostToLLVM.cpp - host code to the LLVM dialect ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/HostToLLVM.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Async/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void polymem::addHostToLoops(OpPassManager &module) {
  module.addPass(createConvertVectorToSCFPass());
  module.addPass(memref::createExpandStridedMetadataPass());
  module.addPass(createLowerAffinePass());
}

void polymem::addThreadsToLLVM(OpPassManager &module) {
  module.addPass(createAsyncToAsyncRuntimePass());
  module.addPass(createConvertAsyncToLLVMPass());
  module.addPass(createLowerTokensPass());
}

void polymem::addHostToLLVM(OpPassManager &module,
                            const HostToLLVMOptions &options) {
  module.addPass(createSCFToControlFlowPass());
  if (options.launches)
    module.addPass(createGpuToLLVMConversionPass());
  // Before constants are lowered: the size of a dimension whose number is not
  // seen to be one takes stack memory, and in a loop in each iteration again.
  module.addPass(createFinalizeMemRefToLLVMConversionPass());
  module.addPass(createConvertMathToLLVMPass());
  module.addPass(createConvertMathToLibmPass());
  module.addPass(createConvertVectorToLLVMPass());
  module.addPass(createConvertIndexToLLVMPass());
  module.addPass(createArithToLLVMConversionPass());
  module.addPass(createConvertFuncToLLVMPass());
  module.addPass(createConvertControlFlowToLLVMPass());
  module.addPass(createUBToLLVMConversionPass());
  if (options.simplify) {
    module.addPass(createCanonicalizerPass());
    module.addPass(createCSEPass());
  }
  module.addPass(createReconcileUnrealizedCastsPass());
}

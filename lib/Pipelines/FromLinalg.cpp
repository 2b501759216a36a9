//===- FromLinalg.cpp - from linalg to affine loops -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Pipelines.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace polymem;

llvm::Error polymem::buildFromLinalg(OpPassManager &module,
                                     const FromLinalgOptions & /*options*/) {
  // What is computed for a result is computed in its place.
  module.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  module.addPass(bufferization::createOneShotBufferizePass(bufferize));
  module.addPass(bufferization::createDropEquivalentBufferResultsPass());
  bufferization::BufferResultsToOutParamsPassOptions results;
  results.hoistStaticAllocs = true;
  results.hoistDynamicAllocs = true;
  results.modifyPublicFunctions = true;
  module.addPass(bufferization::createBufferResultsToOutParamsPass(results));
  module.addPass(createCanonicalizerPass());
  bufferization::buildBufferDeallocationPipeline(
      module, bufferization::BufferDeallocationPipelineOptions());
  OpPassManager &function = module.nest<func::FuncOp>();
  function.addPass(createConvertLinalgToAffineLoopsPass());
  RaiseToAffinePassOptions raise;
  raise.copies = true;
  function.addPass(createRaiseToAffinePass(raise));
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  return llvm::Error::success();
}

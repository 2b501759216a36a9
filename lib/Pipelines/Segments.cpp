//===- Segments.cpp - from loops to threads and segments ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Conversion/PremArrays.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace polymem;

void polymem::addSegments(OpPassManager &module, const ToPremOptions &options) {
  module.addPass(createPremShapeScalarsPass());
  OpPassManager &function = module.nest<func::FuncOp>();
  if (options.plan == PremPlans::Optimize) {
    PremOptimizePassOptions optimize;
    optimize.machine = options.machine;
    optimize.assume = llvm::to_vector(options.assume);
    optimize.maxIslOperations = options.maxIslOperations;
    function.addPass(createPremOptimizePass(optimize));
  }
  TilePassOptions tile;
  tile.mapping = TileMapping::Prem;
  tile.machine = options.machine;
  tile.sizes.assign(options.sizes.begin(), options.sizes.end());
  tile.strict = true;
  tile.maxIslOperations = options.maxIslOperations;
  function.addPass(createTilePass(tile));
  ScratchPromotePassOptions promote;
  promote.machine = options.machine;
  promote.promoteAll = promote.strict = true;
  promote.memorySpace = BufferMemorySpace::Default;
  promote.capacity = kCapacityOfSegments;
  promote.maxIslOperations = options.maxIslOperations;
  function.addPass(createScratchPromotePass(promote));
  ConvertScratchToPremPassOptions convert;
  convert.machine = options.machine;
  convert.strict = true;
  convert.maxIslOperations = options.maxIslOperations;
  function.addPass(createConvertScratchToPremPass(convert));
  if (options.emit == PremForm::Plan)
    return;
  if (options.hooks)
    function.addPass(createPremTellAccessesPass());
  PremExpandComponentsPassOptions expand;
  expand.machine = options.machine;
  module.addPass(createPremExpandComponentsPass(expand));
  module.addPass(createCanonicalizerPass());
  module.addPass(createCSEPass());
}

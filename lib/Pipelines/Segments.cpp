//===- Segments.cpp - from loops to threads and segments ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace polymem;

void polymem::addSegments(OpPassManager &module, const ToPremOptions &options) {
  OpPassManager &function = module.nest<func::FuncOp>();
  // Loops become components here, when the passes are there: polymem-tile,
  // scratch-promote, convert-scratch-to-prem.
  if (options.emit == PremForm::Plan)
    return;
  if (options.hooks)
    function.addPass(createPremTellAccessesPass());
  // And components the calls of threads: prem-expand-components.
}

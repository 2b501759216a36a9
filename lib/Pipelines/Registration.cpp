//===- Registration.cpp - everything PolyMem, registered at once ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Registration.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"

void polymem::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<scratch::ScratchDialect>();
}

void polymem::registerAllPasses() {
  registerPolyMemConversionPasses();
  registerPolyMemScratchPasses();
  registerPolyMemTransformsPasses();
}

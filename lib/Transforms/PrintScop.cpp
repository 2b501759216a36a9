//===- PrintScop.cpp - print the polyhedral view of functions ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTSCOPPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintScopPass : polymem::impl::PrintScopPassBase<PrintScopPass> {
  using PrintScopPassBase::PrintScopPassBase;
  void runOnOperation() override {}
};
} // namespace

//===- Codegen.cpp - functions from their polyhedral view -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {
#define GEN_PASS_DEF_CODEGENPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct CodegenPass : polymem::impl::CodegenPassBase<CodegenPass> {
  using CodegenPassBase::CodegenPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return markAllAnalysesPreserved();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    // All work is done on a copy, so that a refusal leaves nothing behind.
    OwningOpRef<func::FuncOp> copy(func.clone());
    if (!generate(*copy) || checkOnly)
      return markAllAnalysesPreserved();
    func.getBody().takeBody(copy->getBody());
    ++numGenerated;
  }

  bool generate(func::FuncOp func) {
    demoteScalars(func);
    Refusals refusals(getArgument(), /*strict=*/false);
    std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
    if (!scop)
      return false;
    size_t statements = scop->statements().size();
    Sentence reason;
    AstOptions options;
    options.maxIslOperations = maxIslOperations;
    if (failed(regenerateFunction(func, *scop, scop->schedule(), reason,
                                  options))) {
      remarkFailed(func, getArgument(), "NotGenerated") << reason;
      return false;
    }
    remarkPassed(func, getArgument(), "Generated")
        << sentence("{0} statements", named("Statements", statements));
    return true;
  }
};
} // namespace

//===- TestIslBudget.cpp - no budget is exceeded unnoticed ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-isl-budget` computes the dependences of each function within
// every budget of isl operations from 1 on, until one suffices, and emits an
// error where a relation is missing and nothing said so.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "TestPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {

struct TestIslBudget : PassWrapper<TestIslBudget, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIslBudget)

  StringRef getArgument() const override { return "test-polymem-isl-budget"; }
  StringRef getDescription() const override {
    return "Compute dependences within every budget of isl operations";
  }

  void runOnOperation() override {
    ScopFailure failure;
    std::unique_ptr<Scop> scop = Scop::build(getOperation(), failure);
    if (!scop)
      return;
    unsigned refused = 0, coarse = 0, wrong = 0;
    DependenceOptions options;
    for (options.maxIslOperations = 1;; ++options.maxIslOperations) {
      std::optional<Dependences> dependences =
          Dependences::compute(*scop, options);
      if (!dependences) {
        ++refused;
        continue;
      }
      wrong += dependences->flow.is_null() || dependences->anti.is_null() ||
               dependences->output.is_null() ||
               dependences->taggedValueFlow.is_null() ||
               dependences->liveInReads.is_null();
      if (dependences->valueBasedExact)
        break;
      ++coarse;
    }
    getOperation().emitRemark() << refused << " budgets refused, " << coarse
                                << " coarse, " << wrong << " wrong";
  }
};

} // namespace

void polymem::test::registerTestIslBudget() {
  PassRegistration<TestIslBudget>();
}

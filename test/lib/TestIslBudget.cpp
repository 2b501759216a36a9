//===- TestIslBudget.cpp - no budget is exceeded unnoticed ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-isl-budget` computes the dependences of each function within
// every budget of isl operations from 1 on, until one suffices, and tells in
// how many a relation was missing and nothing said so. For a function with a
// set in the attribute `test.set` it generates the loops over that set instead.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {

struct TestIslBudget : PassWrapper<TestIslBudget, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIslBudget)

  StringRef getArgument() const override { return "test-polymem-isl-budget"; }
  StringRef getDescription() const override {
    return "Compute dependences, or scan a set, within every budget of isl "
           "operations";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, scf::SCFDialect>();
  }

  /// The loops over `set`, whose parameters are the function's arguments, are
  /// generated in front of its terminator, and erased again.
  void scan(StringRef set) {
    func::FuncOp func = getOperation();
    Block &block = func.getBody().front();
    unsigned refused = 0;
    AstOptions options;
    for (options.maxIslOperations = 1;; ++options.maxIslOperations) {
      IslContext ctx;
      OpBuilder builder(block.getTerminator());
      unsigned numParameters = 0;
      bool done = succeeded(scanSet(
          builder, func.getLoc(), isl::set(ctx, set.str()), isl::set(),
          [&](const isl::id &) {
            return block.getArgument(numParameters++ % block.getNumArguments());
          },
          [](OpBuilder &, ValueRange) { return success(); }, options));
      while (!llvm::hasSingleElement(block))
        std::prev(block.end(), 2)->erase();
      if (done)
        break;
      ++refused;
    }
    func.emitRemark() << refused << " budgets refused";
  }

  void runOnOperation() override {
    if (auto set = getOperation()->getAttrOfType<StringAttr>("test.set"))
      return scan(set.getValue());
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

//===- TestRegenerate.cpp - bodies from schedules given as text -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-regenerate` replaces the body of each function that has the
// attribute `test.schedule`, an isl schedule tree over its statements, by code
// in that order. A function that cannot be regenerated gets a remark.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {

struct TestRegenerate
    : PassWrapper<TestRegenerate, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRegenerate)

  TestRegenerate() = default;
  TestRegenerate(const TestRegenerate &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-polymem-regenerate"; }
  StringRef getDescription() const override {
    return "Regenerate functions in the order of schedules given as text";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    auto text = func->getAttrOfType<StringAttr>("test.schedule");
    if (!text)
      return;
    ScopFailure failure;
    std::unique_ptr<Scop> scop = Scop::build(func, failure);
    if (!scop) {
      func.emitRemark("not modelled: ") << failure.reason.text;
      return;
    }
    AstOptions options;
    options.forceScf = forceScf;
    Sentence reason;
    if (failed(regenerateFunction(func, *scop,
                                  isl::schedule(scop->ctx(), text.str()),
                                  reason, options)))
      func.emitRemark("not regenerated: ") << reason.text;
  }

  Option<bool> forceScf{*this, "force-scf", llvm::cl::init(false),
                        llvm::cl::desc("Emit scf and arith only")};
};

} // namespace

void polymem::test::registerTestRegenerate() {
  PassRegistration<TestRegenerate>();
}

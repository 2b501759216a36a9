//===- TestLoopFacts.cpp - facts of hand-written bands --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-loop-facts` says of each loop with the integer attribute
// `test.band` what the dependences say of it in that band.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/LoopFacts.h"
#include "TestPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {
struct TestLoopFacts : PassWrapper<TestLoopFacts, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLoopFacts)
  StringRef getArgument() const final { return "test-polymem-loop-facts"; }
  StringRef getDescription() const final {
    return "Report what dependences say of bands of loops";
  }

  void runOnOperation() override {
    ScopFailure failure;
    std::unique_ptr<Scop> scop = Scop::build(getOperation(), failure);
    auto dependences = scop ? sequentialDependences(*scop) : std::nullopt;
    if (!dependences)
      return signalPassFailure();
    auto facts = computeLoopFacts(
        *scop, *dependences, [](Operation *loop) -> std::optional<unsigned> {
          auto band = loop->getAttrOfType<IntegerAttr>("test.band");
          return band ? std::optional<unsigned>(band.getInt()) : std::nullopt;
        });
    for (auto &[loop, fact] : facts)
      loop->emitRemark() << (fact.parallel  ? "parallel"
                             : fact.forward ? "forward"
                                            : "backward");
  }
};
} // namespace

void polymem::test::registerTestLoopFacts() {
  PassRegistration<TestLoopFacts>();
}

//===- TestIslRepairs.cpp - isl's functions that were wrong ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-isl-repairs` takes the bounded set in the attribute `test.set`
// of each function and tells how many points it has, how many once isl has
// merged its parts, and how many are left in it after it was compared with
// another set.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "TestPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {

std::string countPoints(const isl::set &set) {
  return islToString(isl::manage(isl_set_count_val(set.get())));
}

struct TestIslRepairs
    : PassWrapper<TestIslRepairs, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIslRepairs)

  StringRef getArgument() const override { return "test-polymem-isl-repairs"; }
  StringRef getDescription() const override {
    return "Merge the parts of sets, compare them, and count their points";
  }

  void runOnOperation() override {
    auto text = getOperation()->getAttrOfType<StringAttr>("test.set");
    if (!text)
      return;
    IslContext ctx;
    isl::set set(ctx, text.getValue().str());
    isl::set merged = set.coalesce();
    std::string before = countPoints(merged);
    bool equal = merged.is_equal(set).is_true();
    getOperation().emitRemark()
        << countPoints(set) << " points, merged " << before << ", "
        << (equal ? "equal" : "different") << ", compared "
        << countPoints(merged);
  }
};

} // namespace

void polymem::test::registerTestIslRepairs() {
  PassRegistration<TestIslRepairs>();
}

//===- TestCrash.cpp - a pass that crashes or hangs -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-crash` aborts, or with `hang` does not end: for tests of what
// survives it.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace mlir;

namespace {
struct TestCrash : PassWrapper<TestCrash, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestCrash)

  TestCrash() = default;
  TestCrash(const TestCrash &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-polymem-crash"; }
  StringRef getDescription() const override { return "Abort, or hang"; }

  void runOnOperation() override {
    while (hang)
      std::this_thread::sleep_for(std::chrono::seconds(1));
    std::abort();
  }

  Option<bool> hang{*this, "hang", llvm::cl::init(false),
                    llvm::cl::desc("Do not end")};
};
} // namespace

void polymem::test::registerTestCrash() { PassRegistration<TestCrash>(); }

//===- TestCrash.cpp - a pass that crashes or hangs -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-crash` aborts, does not end, or goes wrong in other ways: for
// tests of what notices it.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
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
  StringRef getDescription() const override {
    return "Do what a faulty pass would";
  }

  void runOnOperation() override {
    if (how == "mute")
      return signalPassFailure();
    if (how == "nothing")
      return;
    if (how == "wrong") {
      getOperation()->walk([](affine::AffineStoreOp store) { store.erase(); });
      return;
    }
    if (how == "invalid") {
      if (getOperation()->getRegion(0).empty())
        return;
      Block &body = getOperation()->getRegion(0).front();
      body.push_back(body.getTerminator()->clone());
      return;
    }
    if (how == "hang-once") {
      if (llvm::sys::fs::exists(marker))
        return;
      std::error_code error;
      llvm::raw_fd_ostream file(marker, error);
    }
    while (how == "hang" || how == "hang-once")
      std::this_thread::sleep_for(std::chrono::seconds(1));
    std::abort();
  }

  Option<std::string> how{
      *this, "how", llvm::cl::init("abort"),
      llvm::cl::desc("abort, hang, hang-once: hang where the marker does not "
                     "exist, mute: fail without a message, nothing, invalid: "
                     "leave invalid IR, wrong: lose stores")};
  Option<std::string> marker{
      *this, "marker",
      llvm::cl::desc("File that hang-once makes before it hangs")};
};
} // namespace

void polymem::test::registerTestCrash() { PassRegistration<TestCrash>(); }

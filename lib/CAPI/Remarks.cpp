//===- Remarks.cpp - C API: what passes say -------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Remarks.h"
#include "PolyMem/Support/Interrupt.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "polymem-c/PolyMem.h"

using namespace mlir;
using remark::detail::Remark;

static PolyMemRemarkKind kindOf(const Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return PolyMemRemarkPassed;
  case llvm::remarks::Type::Missed:
    return PolyMemRemarkMissed;
  case llvm::remarks::Type::Failure:
    return PolyMemRemarkFailure;
  default:
    return PolyMemRemarkAnalysis;
  }
}

namespace {
/// Hands remarks on.
class CallbackStreamer final : public remark::detail::MLIRRemarkStreamerBase {
public:
  CallbackStreamer(PolyMemRemarkCallback callback, void *userData)
      : callback(callback), userData(userData) {}

  void streamOptimizationRemark(const Remark &remark) override {
    // What is said of work that was cut short is not to be relied on.
    if (polymem::isInterrupted())
      return;
    // Parts of the sentence have no name of their own.
    std::string message;
    SmallVector<PolyMemRemarkArgument> arguments;
    for (const Remark::Arg &arg : remark.getArgs()) {
      if (arg.key == "Remark")
        message += arg.val;
      else
        arguments.push_back(
            {wrap(StringRef(arg.key)), wrap(StringRef(arg.val))});
    }
    PolyMemRemark given{kindOf(remark),
                        wrap(remark.getCategoryName()),
                        wrap(remark.getRemarkName()),
                        wrap(remark.getFunction()),
                        wrap(StringRef(message)),
                        wrap(remark.getLocation()),
                        static_cast<intptr_t>(arguments.size()),
                        arguments.data()};
    callback(&given, userData);
  }

private:
  PolyMemRemarkCallback callback;
  void *userData;
};
} // namespace

void polymemContextSetRemarkCallback(MlirContext context,
                                     PolyMemRemarkCallback callback,
                                     void *userData) {
  MLIRContext *ctx = unwrap(context);
  if (!callback)
    return ctx->setRemarkEngine(nullptr);
  remark::RemarkCategories all;
  all.passed = all.missed = all.analysis = all.failed = ".*";
  // Fails only for expressions that are none.
  (void)remark::enableOptimizationRemarks(
      *ctx, std::make_unique<CallbackStreamer>(callback, userData),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), all);
}

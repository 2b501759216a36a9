//===- RefuseHostCalls.cpp - kernels call what the device has -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_REFUSEHOSTCALLSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct RefuseHostCallsPass
    : polymem::impl::RefuseHostCallsPassBase<RefuseHostCallsPass> {
  using RefuseHostCallsPassBase::RefuseHostCallsPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    SymbolTableCollection symbols;
    getOperation()->walk([&](CallOpInterface call) {
      auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      if (!callee)
        return;
      auto function = dyn_cast_or_null<FunctionOpInterface>(
          symbols.lookupNearestSymbolFrom(call, callee));
      StringRef name = callee.getLeafReference();
      if ((function && !function.isExternal()) || isDeviceFunction(name))
        return;
      call->emitOpError("in a kernel calls '")
          << name
          << "', of which the device has no definition; inline it, or leave "
             "the call to the host";
      signalPassFailure();
    });
  }
};
} // namespace

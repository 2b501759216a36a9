//===- PrintMachine.cpp - print machine descriptions ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Machine/Target.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTMACHINEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintMachinePass
    : polymem::impl::PrintMachinePassBase<PrintMachinePass> {
  using PrintMachinePassBase::PrintMachinePassBase;

  void runOnOperation() override {
    std::vector<std::string> names = {machine};
    if (machine.empty())
      names = Machine::names();
    for (const std::string &name : names)
      if (llvm::Error wrong = print(name)) {
        emitError(getOperation()->getLoc(), llvm::toString(std::move(wrong)));
        return signalPassFailure();
      }
    markAllAnalysesPreserved();
  }

private:
  llvm::Error print(StringRef name) {
    llvm::Expected<Machine> described = Machine::lookup(name);
    if (!described)
      return described.takeError();
    // What a module says is about one machine, not about all.
    if (!machine.empty())
      if (llvm::Error wrong = applyTargetSpec(getOperation(), *described))
        return wrong;
    described->print(llvm::errs());
    return llvm::Error::success();
  }
};
} // namespace

//===- PrintMachine.cpp - print machine descriptions ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Machine/Machine.h"
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
    for (const std::string &name : names) {
      llvm::Expected<Machine> description = Machine::lookup(name);
      if (!description) {
        emitError(getOperation()->getLoc(),
                  llvm::toString(description.takeError()));
        return signalPassFailure();
      }
      description->print(llvm::errs());
    }
    markAllAnalysesPreserved();
  }
};
} // namespace

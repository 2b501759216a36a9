//===- PremToLLVM.cpp - the PREM run-time's calls on the host -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PremToLLVM.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Conversion/PremArrays.h"
#include "PolyMem/Conversion/PremLaunch.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTPREMTOLLVMPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::prem;

/// C functions that the conversion makes calls of. A module that has functions
/// of these names means something else.
static constexpr StringLiteral kFunctions[] = {
    "prem_thread_id",       "prem_scratchpad",
    "prem_allocate_buffer", "prem_swap_buffer",
    "prem_swap2d_buffer",   "prem_swapnd_buffer",
    "prem_swap_boxes",      "prem_deallocate_buffer",
    "prem_dispatch",        "prem_end_segment",
    "prem_barrier",         "prem_read",
    "prem_write",           "prem_count",
    kPremLaunchName};

static bool isOfPrem(Operation *op) {
  return isa_and_nonnull<PremDialect>(op->getDialect());
}

/// Refuses operations that have no lowering.
static LogicalResult checkOperation(Operation *op) {
  if (!isOfPrem(op))
    return success();
  if (isa<ComponentOp, StreamOp, YieldOp>(op))
    return op->emitError("convert-prem-to-llvm: '")
           << op->getName()
           << "' is not lowered; prem-expand-components comes before";
  for (Value operand : op->getOperands())
    if (failed(checkArray(op, operand.getType(), "convert-prem-to-llvm")))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(checkArray(op, type, "convert-prem-to-llvm")))
      return failure();
  if (!op->getParentOfType<func::FuncOp>())
    return op->emitError("convert-prem-to-llvm: is in no function");
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch)
    return success();
  for (Type type : launch.getArgs().getTypes())
    if (!isa<MemRefType>(type) && !type.isIntOrIndexOrFloat())
      return op->emitError("convert-prem-to-llvm: an argument of type ")
             << type << " is neither an array nor a number";
  return success();
}

namespace {

struct ConvertPremToLLVMPass
    : polymem::impl::ConvertPremToLLVMPassBase<ConvertPremToLLVMPass> {
  using ConvertPremToLLVMPassBase::ConvertPremToLLVMPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<Machine> description = Machine::lookup(machine);
    if (!description) {
      module.emitError() << llvm::toString(description.takeError());
      return signalPassFailure();
    }
    if (description->kind != Machine::Kind::Multicore) {
      module.emitError() << "convert-prem-to-llvm: machine '"
                         << description->name
                         << "' is not a multicore with scratchpads";
      return signalPassFailure();
    }
    WalkResult search = module.walk([](Operation *op) {
      return isOfPrem(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!search.wasInterrupted())
      return;
    for (StringRef name : kFunctions)
      if (Operation *symbol = module.lookupSymbol(name)) {
        symbol->emitError("convert-prem-to-llvm: '")
            << name << "' is the name of a function of the run-time";
        return signalPassFailure();
      }
    WalkResult walk = module.walk<WalkOrder::PreOrder>(
        [](Operation *op) -> WalkResult { return checkOperation(op); });
    if (walk.wasInterrupted())
      return signalPassFailure();
    HostBuilder builder(module);
    lowerCalls(builder);
    lowerLaunches(builder, description->multicore);
  }
};

} // namespace

//===- Interruption.cpp - pipelines that can be ended early ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/PolyMem/Interruption.h"
#include "PolyMem/Dialect/PolyMem/PolyMemDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace polymem;

void polymem::setInterrupt(MLIRContext *context,
                           std::shared_ptr<const InterruptFlag> flag) {
  context->getOrLoadDialect<PolyMemDialect>()->interrupt = std::move(flag);
}

std::shared_ptr<const InterruptFlag>
polymem::getInterrupt(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<PolyMemDialect>();
  return dialect ? dialect->interrupt : nullptr;
}

LogicalResult polymem::checkInterrupt(Operation *op) {
  std::shared_ptr<const InterruptFlag> flag = getInterrupt(op->getContext());
  if (flag && flag->load())
    return op->emitError("interrupted");
  return success();
}

LogicalResult polymem::runInterruptibly(PassManager &manager, Operation *op) {
  MLIRContext *context = op->getContext();
  std::shared_ptr<const InterruptFlag> flag = getInterrupt(context);
  if (!flag)
    return manager.run(op);
  bool handles = !context->hasActionHandler();
  if (handles)
    context->registerActionHandler(
        [&](function_ref<void()> action, const tracing::Action &what) {
          if (flag->load() && isa<PassExecutionAction>(what))
            return;
          // Passes run on threads of their own.
          InterruptScope scope(flag.get());
          action();
        });
  llvm::scope_exit restore([&] {
    if (handles)
      context->registerActionHandler(nullptr);
  });
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(
        context, [&](Diagnostic &) { return success(flag->load()); });
    result = manager.run(op);
  }
  return failed(checkInterrupt(op)) ? failure() : result;
}

//===- Payload.cpp - what operations of scripts share ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Payload.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::transform_ops;

/// Notes which operation of the script `failure` is about.
static void noteRequest(DiagnosedSilenceableFailure &failure, Operation *op) {
  failure.attachNote(op->getLoc())
      << "asked for by '" << op->getName().getStringRef() << "'";
}

ErrorCollector::ErrorCollector(Operation *op)
    : op(op), handler(op->getContext(),
                      [this, thread = llvm::get_threadid()](Diagnostic &error) {
                        if (error.getSeverity() != DiagnosticSeverity::Error ||
                            llvm::get_threadid() != thread)
                          return failure();
                        errors.push_back(std::move(error));
                        return success();
                      }) {}

DiagnosedSilenceableFailure ErrorCollector::takeFailure() {
  auto result =
      errors.empty()
          ? emitSilenceableFailure(op, "the step failed without a reason")
          : DiagnosedSilenceableFailure::silenceableFailure(std::move(errors));
  noteRequest(result, op);
  return result;
}

DiagnosedSilenceableFailure transform_ops::checkMachine(Operation *op,
                                                        StringRef name) {
  if (auto machine = Machine::lookup(name); !machine)
    return emitDefiniteFailure(op, llvm::toString(machine.takeError()));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
transform_ops::refuse(Operation *op, Operation *payload, const Twine &text) {
  DiagnosedSilenceableFailure result = emitSilenceableFailure(payload, text);
  noteRequest(result, op);
  return result;
}

func::FuncOp transform_ops::asFunction(Operation *op, Operation *payload,
                                       DiagnosedSilenceableFailure &failure) {
  auto func = dyn_cast<func::FuncOp>(payload);
  if (!func)
    failure = refuse(op, payload,
                     "expected a function, got '" +
                         payload->getName().getStringRef() + "'");
  else if (func.isExternal())
    failure = refuse(op, payload, "the function has no body");
  return failure.succeeded() ? func : func::FuncOp();
}

bool transform_ops::isOutermostLoop(Operation *op, Operation *payload,
                                    DiagnosedSilenceableFailure &failure) {
  for (Operation *parent = payload->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (isa<func::FuncOp>(parent))
      return true;
    if (isa<affine::AffineForOp, affine::AffineParallelOp, scratch::TileOp>(
            parent)) {
      failure = refuse(op, payload,
                       "expected an outermost loop, but '" +
                           parent->getName().getStringRef() + "' is around it");
      return false;
    }
  }
  failure = refuse(op, payload, "the loop is in no function");
  return false;
}

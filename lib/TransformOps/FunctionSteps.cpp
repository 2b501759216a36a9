//===- FunctionSteps.cpp - steps that replace the bodies of functions -----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each runs its pass, with `strict`, on copies of the functions. Only when the
// pass has succeeded on all of them, their bodies take the places of the old.
//
//===----------------------------------------------------------------------===//

#include "Payload.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::transform_ops;

/// Runs `pass` on the functions that the only operand of `op` refers to.
static DiagnosedSilenceableFailure
runOnFunctions(transform::TransformOpInterface op, std::unique_ptr<Pass> pass,
               transform::TransformResults &results,
               transform::TransformState &state) {
  PassManager pm(op->getContext(), func::FuncOp::getOperationName());
  pm.addPass(std::move(pass));
  SmallVector<std::pair<func::FuncOp, OwningOpRef<func::FuncOp>>> changed;
  for (Operation *payload : state.getPayloadOps(op->getOperand(0))) {
    auto failure = DiagnosedSilenceableFailure::success();
    func::FuncOp func = asFunction(op, payload, failure);
    if (!func)
      return failure;
    OwningOpRef<func::FuncOp> copy(func.clone());
    ErrorCollector errors(op);
    if (failed(pm.run(*copy)))
      return errors.takeFailure();
    changed.emplace_back(func, std::move(copy));
  }
  SmallVector<Operation *> functions;
  for (auto &[func, copy] : changed) {
    func.getBody().takeBody(copy->getBody());
    functions.push_back(func);
  }
  results.set(op->getOpResult(0), functions);
  return DiagnosedSilenceableFailure::success();
}

static Fusion fusionNamed(StringRef name) {
  return llvm::StringSwitch<Fusion>(name)
      .Case("none", Fusion::None)
      .Case("smart", Fusion::Smart)
      .Case("max", Fusion::Max)
      .Default(Fusion::Auto);
}

//===----------------------------------------------------------------------===//
// transform.polymem.expand_arrays
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
ExpandArraysOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  ExpandArraysPassOptions options;
  options.strict = true;
  setOption(options.maxBytes, getMaxBytes());
  setOption(options.always, getAlways());
  if (std::optional<StringRef> fusion = getFusion())
    options.fusion = fusionNamed(*fusion);
  setOption(options.maxIslOperations, getMaxIslOperations());
  return runOnFunctions(*this, createExpandArraysPass(options), results, state);
}

//===----------------------------------------------------------------------===//
// transform.polymem.schedule
//===----------------------------------------------------------------------===//

LogicalResult ScheduleOp::verify() {
  if (getOrder() && getLoadSchedule())
    return emitOpError("'order' and 'load_schedule' both say which order to "
                       "use; give one");
  return success();
}

DiagnosedSilenceableFailure
ScheduleOp::apply(transform::TransformRewriter &,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  SchedulePassOptions options;
  options.strict = true;
  setOption(options.reorderParallel, getReorderParallel());
  if (std::optional<StringRef> fusion = getFusion())
    options.fusion = fusionNamed(*fusion);
  setOption(options.outerParallel, getOuterParallel());
  setOption(options.separate, getSeparate());
  if (getSplit() == "never")
    options.split = DomainSplits::Never;
  setOption(options.order, getOrder());
  setOption(options.loadSchedule, getLoadSchedule());
  setOption(options.saveSchedule, getSaveSchedule());
  setOption(options.maxIslOperations, getMaxIslOperations());
  return runOnFunctions(*this, createSchedulePass(options), results, state);
}

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
TimeTileOp::apply(transform::TransformRewriter &,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  TimeTilePassOptions options;
  options.strict = true;
  setOption(options.sizes, getSizes());
  setOption(options.steps, getSteps());
  setOption(options.maxDimensions, getMaxDimensions());
  setOption(options.machine, getMachine());
  if (auto failure = checkMachine(*this, options.machine); !failure.succeeded())
    return failure;
  if (getShape())
    options.shape = *getShape() == "overlapped" ? TimeTileShape::Overlapped
                    : *getShape() == "diamonds" ? TimeTileShape::Diamonds
                                                : TimeTileShape::Auto;
  if (getMapping() == "gpu")
    options.mapping = TileMapping::GPU;
  setOption(options.maxIslOperations, getMaxIslOperations());
  return runOnFunctions(*this, createTimeTilePass(options), results, state);
}

DiagnosedSilenceableFailure
SplitReductionsOp::apply(transform::TransformRewriter &,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  SplitReductionsPassOptions options;
  options.strict = true;
  setOption(options.reassociate, getReassociate());
  setOption(options.gridPartials, getGridPartials());
  setOption(options.blockPartials, getBlockPartials());
  setOption(options.rowPartials, getRowPartials());
  setOption(options.radix, getRadix());
  setOption(options.machine, getMachine());
  if (auto failure = checkMachine(*this, options.machine); !failure.succeeded())
    return failure;
  setOption(options.maxIslOperations, getMaxIslOperations());
  return runOnFunctions(*this, createSplitReductionsPass(options), results,
                        state);
}

DiagnosedSilenceableFailure
MapSequentialOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  MapSequentialPassOptions options;
  options.strict = true;
  setOption(options.mergeLoops, getMergeLoops());
  setOption(options.machine, getMachine());
  if (auto failure = checkMachine(*this, options.machine); !failure.succeeded())
    return failure;
  return runOnFunctions(*this, createMapSequentialPass(options), results,
                        state);
}

LogicalResult CompleteTilesOp::verify() {
  if (auto more = getMaxMore(); more && !(more->convertToDouble() >= 0.0))
    return emitOpError("'max_more' is a part of the iterations that there are; "
                       "give 0 or more");
  return success();
}

DiagnosedSilenceableFailure
CompleteTilesOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  CompleteTilesPassOptions options;
  options.strict = true;
  setOption(options.machine, getMachine());
  if (auto failure = checkMachine(*this, options.machine); !failure.succeeded())
    return failure;
  setOption(options.blockSize, getBlockSize());
  setOption(options.assumedSize, getAssumedSize());
  if (getMaxMore())
    options.maxMore = getMaxMore()->convertToDouble();
  setOption(options.maxIslOperations, getMaxIslOperations());
  return runOnFunctions(*this, createCompleteTilesPass(options), results,
                        state);
}

LogicalResult RegisterTileOp::verify() {
  if (getSizes() && getSizes()->size() > 3)
    return emitOpError("'sizes' has ")
           << getSizes()->size() << " numbers, axes x,y,z three";
  return success();
}

DiagnosedSilenceableFailure
RegisterTileOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  RegisterTilePassOptions options;
  options.strict = true;
  setOption(options.machine, getMachine());
  if (auto failure = checkMachine(*this, options.machine); !failure.succeeded())
    return failure;
  setOption(options.blockSize, getBlockSize());
  setOption(options.sizes, getSizes());
  setOption(options.maxCopies, getMaxCopies());
  setOption(options.maxOperations, getMaxOperations());
  return runOnFunctions(*this, createRegisterTilePass(options), results, state);
}

DiagnosedSilenceableFailure
HoistAccumulatorsOp::apply(transform::TransformRewriter &,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  HoistAccumulatorsPassOptions options;
  options.strict = true;
  return runOnFunctions(*this, createHoistAccumulatorsPass(options), results,
                        state);
}

DiagnosedSilenceableFailure
ScaleCopiesOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  ScaleCopiesPassOptions options;
  options.strict = true;
  return runOnFunctions(*this, createScaleCopiesPass(options), results, state);
}

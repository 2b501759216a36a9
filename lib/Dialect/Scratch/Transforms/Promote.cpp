//===- Promote.cpp - keep the data of each tile in buffers ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: finds the blocks; see Promotion.h for what is done to them.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Dialect/Scratch/Transforms/Promotion.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPROMOTEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct ScratchPromotePass
    : polymem::impl::ScratchPromotePassBase<ScratchPromotePass> {
  using ScratchPromotePassBase::ScratchPromotePassBase;
  void runOnOperation() override;

private:
  ScratchPromotePassOptions readOptions() const;
};
} // namespace

ScratchPromotePassOptions ScratchPromotePass::readOptions() const {
  ScratchPromotePassOptions options;
  options.machine = machine;
  options.capacity = capacity;
  options.memorySpace = memorySpace;
  options.scope = scope;
  options.partition = partition;
  options.movement = movement;
  options.fit = fit;
  options.delta = delta;
  options.promoteAll = promoteAll;
  options.coalesce = coalesce;
  options.constantMemory = constantMemory;
  options.runtimeCheck = runtimeCheck;
  options.printPlan = printPlan;
  options.dryRun = dryRun;
  options.maxIslOperations = maxIslOperations;
  return options;
}

void ScratchPromotePass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
  ScratchPromotePassOptions options = readOptions();
  SmallVector<Operation *> blocks = Promotion::findBlocks(func, options);
  FailureOr<Promotion> promotion = Promotion::plan(func, blocks, options);
  if (failed(promotion))
    return signalPassFailure();
  Refusals refusals(getArgument(), strict);
  if (blocks.empty())
    refusals.missed(func, "NoTile",
                    scope == PromotionScope::Nest
                        ? "the function has no affine.for"
                        : "the function has no scratch.tile; tile it, or use "
                          "scope=nest");
  if (failed(promotion->report(refusals, Promotion::Demand::AnyBlock)))
    return signalPassFailure();
  if (!dryRun)
    promotion->apply();
  const PromotionCounts &counts = promotion->counts();
  numTiles += counts.tiles;
  numBuffers += counts.buffers;
  numBytes += counts.bytes;
  numCopiedIn += counts.copiedIn;
  numCopiedOut += counts.copiedOut;
  numScattered += counts.scattered;
  numLeft += counts.left;
  numConstant += counts.constant;
  numVersions += counts.versions;
  numStrips += counts.strips;
}

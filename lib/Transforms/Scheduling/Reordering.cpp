//===- Reordering.cpp - what passes that reorder functions share ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

std::pair<Operation *, StringRef> polymem::whatGivesOrder(func::FuncOp func,
                                                          bool parallel) {
  std::pair<Operation *, StringRef> found = {nullptr, ""};
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_present<scratch::ScratchDialect>(op->getDialect()) &&
        !isa<scratch::OriginOp>(op))
      found = {op, "maps the function to a machine already"};
    else if (op->hasAttr(kTileSizesAttr) || op->hasAttr(kNoTileAttr))
      found = {op, "has an attribute that says how it is tiled as written"};
    else if (parallel && isa<affine::AffineParallelOp>(op))
      found = {op, "is declared parallel, which another order may lose"};
    return found.first ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// `value` is such a buffer or a view of one.
static bool hasSharedCells(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  auto alloc = value.getDefiningOp<scratch::AllocOp>();
  return alloc && alloc.getSharedCells();
}

Operation *polymem::accessOfSharedCells(Operation *root) {
  Operation *found = nullptr;
  root->walk([&](Operation *op) {
    if (llvm::any_of(op->getOperands(), hasSharedCells))
      found = op;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

std::string polymem::sharedCellsText(Operation *access) {
  return "'" + access->getName().getStringRef().str() +
         "' accesses a buffer whose elements share cells: its mapping is "
         "valid only for the order as it is";
}

std::unique_ptr<Scop> polymem::modelForPass(func::FuncOp func,
                                            Refusals &refusals,
                                            unsigned long maxIslOperations) {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, options);
  if (!scop)
    refusals.failed(failure.op, "NotModelled",
                    "'" + failure.op->getName().getStringRef() +
                        "' cannot be modelled: " + failure.reason);
  return scop;
}

void polymem::remarkCoarseReferences(const Scop &scop,
                                     ArrayRef<CoarseReferences> references,
                                     StringRef pass) {
  for (const CoarseReferences &together : references)
    remarkAnalysis(together.access->op, pass, "ReferencesTogether")
        << together.text(scop);
}

//===- LoopAnnotations.cpp - what the back end does to loops --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

/// Threads wait for each other in `op`, or may do so in what it calls.
static bool isSynchronisation(Operation *op) {
  return isa<CallOpInterface, scratch::GridBarrierOp, gpu::BarrierOp,
             gpu::ShuffleOp, NVVM::Barrier0Op, NVVM::BarrierOp,
             NVVM::BarrierArriveOp, NVVM::SyncWarpOp, NVVM::ShflOp,
             NVVM::VoteSyncOp, NVVM::MatchSyncOp, NVVM::ReduxOp>(op);
}

void polymem::numberSynchronisations(Operation *root) {
  Builder builder(root->getContext());
  int64_t number = 0;
  root->walk([&](Operation *op) {
    if (isSynchronisation(op))
      op->setAttr(kSynchronisationAttr, builder.getI64IntegerAttr(number++));
  });
}

static void annotate(scf::ForOp loop, LLVM::LoopUnrollAttr unroll,
                     LLVM::LoopLICMAttr licm) {
  loop->setAttr(kLoopAnnotationAttr,
                LLVM::LoopAnnotationAttr::get(
                    loop.getContext(), nullptr, nullptr, nullptr, unroll,
                    nullptr, licm, nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, nullptr,
                    ArrayRef<LLVM::AccessGroupAttr>()));
}

void gpulaunch::limitUnrolling(scf::ForOp loop, int64_t count) {
  MLIRContext *context = loop.getContext();
  annotate(loop,
           LLVM::LoopUnrollAttr::get(context, /*disable=*/nullptr,
                                     Builder(context).getI32IntegerAttr(count),
                                     nullptr, nullptr, nullptr, nullptr,
                                     nullptr),
           /*licm=*/nullptr);
}

void gpulaunch::keepInvariantsInside(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  annotate(loop, /*unroll=*/nullptr,
           LLVM::LoopLICMAttr::get(context,
                                   /*disable=*/BoolAttr::get(context, true),
                                   /*versioningDisable=*/nullptr));
}

void gpulaunch::keepWaitingLoops(Operation *root) {
  root->walk([](Operation *op) {
    if (!isSynchronisation(op))
      return;
    auto loop = op->getParentOfType<scf::ForOp>();
    for (; loop; loop = loop->getParentOfType<scf::ForOp>())
      if (!loop->hasAttr(kLoopAnnotationAttr))
        annotate(loop, /*unroll=*/nullptr, /*licm=*/nullptr);
  });
}

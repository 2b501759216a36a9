//===- CostAsynchronous.cpp - copies that arrive while others compute -----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous copy moves what a load and a store would, and is one
// instruction. Nobody waits for it but who waits for its group: an iteration
// that waits for the copies of r iterations before it is no shorter than
// 1 / r of what a copy takes.
//
//===----------------------------------------------------------------------===//

#include "CostWalker.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

std::optional<bool> CostWalker::countAsynchronous(Operation *op) {
  if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op)) {
    auto element = cast<MemRefType>(copy.getSrc().getType()).getElementType();
    Type type = VectorType::get(copy.getDstElements().getSExtValue(), element);
    AccessOperands load{copy.getSrc(), copy.getSrcIndices(),
                        formsOf(copy.getSrcIndices()), type,
                        /*isStore=*/false};
    AccessOperands store{copy.getDst(), copy.getDstIndices(),
                         formsOf(copy.getDstIndices()), type,
                         /*isStore=*/true};
    countAddress(op, load.memref, load.indices);
    countAddress(op, store.memref, store.indices);
    // The store is no instruction.
    countSaved(1);
    double arrives = timeline->start.time + double(machine.times.globalLatency);
    timeline->arriving = std::max(timeline->arriving.value_or(0), arrives);
    return countAccess(load) && countAccess(store);
  }
  if (isa<NVVM::CpAsyncCommitGroupOp>(op)) {
    timeline->groups.push_back(
        timeline->arriving.value_or(timeline->start.time));
    timeline->arriving.reset();
    return true;
  }
  if (auto wait = dyn_cast<NVVM::CpAsyncWaitGroupOp>(op)) {
    size_t left = wait.getN(), known = timeline->groups.size();
    if (left >= known) {
      timeline->earlierGroup =
          std::min<size_t>(timeline->earlierGroup.value_or(~0U), left - known);
      return true;
    }
    double arrived = timeline->groups[known - 1 - left];
    timeline->start.time = std::max(timeline->start.time, arrived);
    timeline->end.time = std::max(timeline->end.time, arrived);
    return true;
  }
  return std::nullopt;
}

void CostWalker::waitForEarlierCopies(Timeline &iteration) const {
  if (!iteration.earlierGroup || iteration.groups.empty())
    return;
  unsigned rounds = llvm::divideCeil(*iteration.earlierGroup + 1,
                                     unsigned(iteration.groups.size()));
  iteration.end.time = std::max(iteration.end.time,
                                double(machine.times.globalLatency) / rounds);
}

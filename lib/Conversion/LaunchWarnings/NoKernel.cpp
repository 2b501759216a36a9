//===- NoKernel.cpp - why a function has no kernel ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoKernel.h"
#include "PolyMem/Analysis/Scheduling/SequentialWork.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

static bool hasTensors(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

/// A block that is executed again: a branch to it, or to one before it.
static Operation *findBranchBack(func::FuncOp func) {
  DenseMap<Block *, unsigned> order;
  for (Block &block : func.getBody())
    order.insert({&block, order.size()});
  for (Block &block : func.getBody())
    for (Block *next : block.getSuccessors())
      if (order.lookup(next) <= order.lookup(&block))
        return block.getTerminator();
  return nullptr;
}

/// What the first operation that says so wants to be run first.
static std::optional<NoKernel> missingPass(func::FuncOp func) {
  std::string start =
      ("no kernel is made of function '" + func.getName() + "': ").str();
  std::optional<NoKernel> result;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == func || isa<gpu::LaunchOp>(op))
      return op == func ? WalkResult::advance() : WalkResult::skip();
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == "linalg" || hasTensors(op)) {
      result = {op, start + op->getName().getStringRef().str() +
                        (hasTensors(op) ? " works on tensors" : " is no loop") +
                        "; run 'polymem-from-linalg' first"};
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result)
    return result;
  if (Operation *branch = findBranchBack(func))
    return NoKernel{branch,
                    start + "its loops are branches between blocks; upstream's "
                            "'lift-cf-to-scf' makes scf loops of them, but "
                            "only affine.for is run in parallel"};
  return std::nullopt;
}

std::optional<NoKernel> gpulaunch::whyNoKernel(func::FuncOp func) {
  WalkResult launch = func.walk([](Operation *op) {
    return isa<gpu::LaunchOp, gpu::LaunchFuncOp>(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  if (launch.wasInterrupted())
    return std::nullopt;
  if (std::optional<NoKernel> missing = missingPass(func))
    return missing;
  // The first loop that does anything, and what stands against it.
  Operation *loop = nullptr;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<LoopLikeOpInterface>(op) || isMemoryEffectFree(op))
      return WalkResult::advance();
    loop = op;
    return WalkResult::interrupt();
  });
  if (!loop)
    return std::nullopt;
  std::string reason;
  if (func.getBody().hasOneBlock())
    for (const HostWork &work : planSequentialWork(func, {}).host)
      if (loop->isAncestor(work.op)) {
        reason = (work.op->getName().getStringRef() +
                  " stays on the host: " + work.reason)
                     .str();
        break;
      }
  if (reason.empty())
    reason = "'--remarks-filter=polymem-.*' says what each pass has refused";
  return NoKernel{loop, ("no kernel is made of function '" + func.getName() +
                         "': " + reason)
                            .str()};
}

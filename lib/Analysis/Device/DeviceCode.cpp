//===- DeviceCode.cpp - what a launch can hold ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

/// The memory that `op` frees was made by an operation in `ops`.
static bool freesOwnMemory(Operation *op, ArrayRef<Operation *> ops) {
  Value memory = op->getOperand(0);
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  Operation *definition = memory.getDefiningOp();
  return definition && llvm::any_of(ops, [&](Operation *root) {
           return root->isAncestor(definition);
         });
}

/// Lowered to a copy in place, not to a call of a function of the host.
static bool isPlainCopy(memref::CopyOp copy) {
  return llvm::all_of(copy->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.getLayout().isIdentity();
  });
}

/// Why a launch that holds `ops` cannot execute `op`, which is in them, apart
/// from what its regions hold; empty if it can.
static StringRef whyOnHost(Operation *op, ArrayRef<Operation *> ops) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return "";
  if (isa<CallOpInterface>(op))
    return "it calls a function";
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect())) {
    bool onHost = isa<gpu::LaunchOp, gpu::LaunchFuncOp, gpu::HostRegisterOp,
                      gpu::HostUnregisterOp, gpu::AsyncOpInterface>(op);
    return onHost ? "it tells a device what to do" : "";
  }
  if (isa_and_nonnull<nvgpu::NVGPUDialect, NVVM::NVVMDialect,
                      scratch::ScratchDialect>(op->getDialect()))
    return "";
  if (auto copy = dyn_cast<memref::CopyOp>(op); copy && !isPlainCopy(copy))
    return "it copies an array with a layout";
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectOp)
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isPure(op)
               ? ""
               : "its effects are not known";
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!effect.getValue())
      return "it has effects beyond the memory that it is given";
    if (isa<MemoryEffects::Free>(effect.getEffect()) &&
        !freesOwnMemory(op, ops))
      return "it frees memory of the host";
  }
  return "";
}

HostOperation polymem::findHostOperation(ArrayRef<Operation *> ops) {
  HostOperation found;
  for (Operation *root : ops) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      StringRef reason = whyOnHost(op, ops);
      if (reason.empty())
        return WalkResult::advance();
      found = {op, reason};
      return WalkResult::interrupt();
    });
    if (found)
      break;
  }
  return found;
}

HostOperation polymem::findHostOperation(Operation *root) {
  return findHostOperation(ArrayRef(root));
}

std::string HostOperation::text() const {
  return ("'" + op->getName().getStringRef() + "' is for the host: " + reason)
      .str();
}

bool polymem::isDeviceFunction(StringRef name) {
  return name.starts_with("__nv_") || name == "vprintf" ||
         name == "__assertfail" || name == "malloc" || name == "free";
}

//===- KernelMemory.cpp - which memory a kernel accesses ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/KernelMemory.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

/// `value` is the host's: a launch that is not outlined yet may use it.
static bool isOfHost(Value value) {
  for (Operation *around = value.getParentRegion()->getParentOp(); around;
       around = around->getParentOp())
    if (isa<gpu::LaunchOp, gpu::GPUFuncOp, gpu::GPUModuleOp>(around))
      return false;
  return true;
}

std::optional<KernelMemory> polymem::kernelMemoryOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return std::nullopt;
  if (auto space =
          dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace())) {
    switch (space.getValue()) {
    case gpu::AddressSpace::Global:
      return KernelMemory::Global;
    case gpu::AddressSpace::Workgroup:
      return KernelMemory::Shared;
    case gpu::AddressSpace::Private:
      return KernelMemory::Private;
    default:
      return std::nullopt;
    }
  }
  if (type.getMemorySpace())
    return std::nullopt;
  if (isOfHost(memref)) {
    // A constant may become constant memory.
    if (memref.getDefiningOp<memref::GetGlobalOp>())
      return std::nullopt;
    return KernelMemory::Global;
  }
  if (memref.getDefiningOp<memref::AllocaOp>())
    return KernelMemory::Private;
  auto argument = dyn_cast<BlockArgument>(memref);
  auto kernel =
      argument ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
               : gpu::GPUFuncOp();
  if (kernel && kernel.isKernel() &&
      argument.getArgNumber() < kernel.getFunctionType().getNumInputs())
    return KernelMemory::Global;
  return std::nullopt;
}

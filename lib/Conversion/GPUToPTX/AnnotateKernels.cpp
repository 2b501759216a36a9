//===- AnnotateKernels.cpp - facts about kernels for PTX ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_ANNOTATEKERNELSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// Records the shapes of workgroup buffers that are memrefs.
void setShapes(gpu::GPUFuncOp func) {
  Builder builder(func.getContext());
  SmallVector<Attribute> shapes;
  for (BlockArgument buffer : func.getWorkgroupAttributions())
    shapes.push_back(builder.getDenseI64ArrayAttr(
        cast<MemRefType>(buffer.getType()).getShape()));
  if (!shapes.empty())
    func->setAttr(kWorkgroupShapesAttr, builder.getArrayAttr(shapes));
}

/// Whether blocks of `func` wait for each other.
bool hasGridBarriers(gpu::GPUFuncOp func) {
  return func
      .walk([](scratch::GridBarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

struct AnnotateKernelsPass
    : polymem::impl::AnnotateKernelsPassBase<AnnotateKernelsPass> {
  using AnnotateKernelsPassBase::AnnotateKernelsPassBase;

  void runOnOperation() override {
    if (!llvm::isPowerOf2_64(alignment)) {
      getOperation()->emitError()
          << "option 'alignment' is " << alignment.getValue()
          << "; give a power of two";
      return signalPassFailure();
    }
    if (recordShapes)
      numberSynchronisations(getOperation());
    gpulaunch::keepWaitingLoops(getOperation());
    StringRef name = LLVM::LLVMDialect::getAlignAttrName();
    Attribute value = Builder(&getContext()).getI64IntegerAttr(alignment);
    getOperation()->walk([&](gpu::GPUFuncOp func) {
      for (unsigned i = 0; i < func.getNumWorkgroupAttributions(); ++i)
        if (alignment > 1 && !func.getWorkgroupAttributionAttr(i, name))
          func.setWorkgroupAttributionAttr(i, name, value);
      if (recordShapes)
        setShapes(func);
      // A launch may have fewer blocks, if a device has room for no more.
      if (hasGridBarriers(func))
        func.setKnownGridSize(std::nullopt);
      StringRef minBlocksName = NVVM::NVVMDialect::getMinctasmAttrName();
      if (minBlocks > 0 && func.isKernel() && !func->hasAttr(minBlocksName))
        func->setAttr(minBlocksName,
                      Builder(&getContext()).getI32IntegerAttr(minBlocks));
    });
  }
};

} // namespace

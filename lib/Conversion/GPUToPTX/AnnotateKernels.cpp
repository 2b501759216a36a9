//===- AnnotateKernels.cpp - facts about kernels for PTX ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Target.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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

/// The size of what `type` describes, if it is constant.
std::optional<int64_t> bytesOf(MemRefType type) {
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Whether blocks of `func` wait for each other.
bool hasGridBarriers(gpu::GPUFuncOp func) {
  return func
      .walk([](scratch::GridBarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// The bytes of shared memory that a block of `func` has; nothing if the sizes
/// of its buffers are not constant.
std::optional<int64_t> sharedBytesOf(gpu::GPUFuncOp func) {
  int64_t bytes = 0, dynamicBytes = 0;
  for (BlockArgument buffer : func.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    std::optional<int64_t> size = bytesOf(type);
    if (!size)
      return std::nullopt;
    bytes += *size;
  }
  bool isKnown = true;
  func.walk([&](gpu::DynamicSharedMemoryOp memory) {
    for (Operation *user : memory->getUsers()) {
      auto view = dyn_cast<memref::ViewOp>(user);
      std::optional<int64_t> offset, size;
      if (view) {
        offset = getConstantIntValue(view.getByteShift());
        size = bytesOf(view.getType());
      }
      isKnown &= offset && size;
      if (isKnown)
        dynamicBytes = std::max(dynamicBytes, *offset + *size);
    }
  });
  return isKnown ? std::optional(bytes + dynamicBytes) : std::nullopt;
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
    FailureOr<Machine> target =
        targetMachine(getOperation(), machine, getArgument());
    if (failed(target) ||
        failed(gpulaunch::requireGPU(getOperation(), *target, getArgument())))
      return signalPassFailure();
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
        func->setAttr(
            minBlocksName,
            Builder(&getContext()).getI32IntegerAttr(blocksOf(func, *target)));
    });
  }

private:
  /// How many blocks of `func` shall fit on a multiprocessor.
  int32_t blocksOf(gpu::GPUFuncOp func, const Machine &target) const {
    std::optional<ArrayRef<int32_t>> size = func.getKnownBlockSize();
    std::optional<int64_t> bytes = sharedBytesOf(func);
    if (!size || !bytes || minThreads == 0)
      return minBlocks;
    int64_t threads = 1;
    for (int32_t extent : *size)
      threads *= extent;
    const Memory &shared = target.scratchpad();
    // Who carries much would spill.
    int64_t own = target.registers().bytesPerCore / 4 / minThreads;
    if (carriesTooMuch(func, own))
      return minBlocks;
    // What a multiprocessor has beyond a block's most is used for each block.
    int64_t each = *bytes + shared.bytesPerCore - shared.bytes;
    int64_t fit = each > 0 ? shared.bytesPerCore / each : minThreads;
    return std::max<int64_t>(
        std::min<int64_t>(minThreads / std::max<int64_t>(threads, 1), fit),
        minBlocks);
  }
};

} // namespace

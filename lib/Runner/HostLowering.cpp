//===- HostLowering.cpp - from mixed dialects to the LLVM dialect ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedStack.h"
#include "PolyMem/Conversion/HostToLLVM.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/PolyMem/Interruption.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Runner/HostJit.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "ReverseParallel.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace polymem::runtime {

/// Names the first operation that `isAllowed` rejects, if any.
static LogicalResult
checkOperations(ModuleOp module,
                llvm::function_ref<bool(Operation *)> isAllowed) {
  WalkResult walk = module.walk([&](Operation *op) {
    if (op == module || isAllowed(op))
      return WalkResult::advance();
    op->emitError("cannot be executed: no lowering of '")
        << op->getName() << "' to the LLVM dialect";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Whether the passes below know what to do with the operation's dialect.
static bool isAccepted(Operation *op) {
  return isa<scratch::GridBarrierOp>(op) ||
         isa_and_nonnull<
             BuiltinDialect, LLVM::LLVMDialect, affine::AffineDialect,
             arith::ArithDialect, async::AsyncDialect, cf::ControlFlowDialect,
             func::FuncDialect, gpu::GPUDialect, index::IndexDialect,
             linalg::LinalgDialect, math::MathDialect, memref::MemRefDialect,
             nvgpu::NVGPUDialect, NVVM::NVVMDialect, prem::PremDialect,
             scf::SCFDialect, ub::UBDialect, vector::VectorDialect>(
             op->getDialect());
}

static bool hasKernels(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<gpu::LaunchOp, gpu::GPUModuleOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether there are operations of the dialect.
template <typename DialectTy> static bool hasOperations(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa_and_nonnull<DialectTy>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// From outlined kernels with loops to the NVVM dialect, and on to calls of the
/// emulator or to PTX. Nothing is simplified on the way: what is wrong in the
/// program shall show, though a compiler might hide it.
static void addKernelPasses(OpPassManager &pm,
                            const HostLoweringOptions &options) {
  bool toPTX = !options.chip.empty();
  if (toPTX) {
    GpuNVVMAttachTargetOptions target;
    target.chip = options.chip;
    if (!options.features.empty())
      target.features = options.features;
    target.optLevel = 3;
    pm.addPass(createGpuNVVMAttachTarget(target));
    // Device memory is allocated on streams.
    pm.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  }
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  PlaceConstantsPassOptions place;
  place.machine = options.machine;
  kernels.addPass(createPlaceConstantsPass(place));
  AnnotateKernelsPassOptions annotate;
  annotate.alignment = 1;
  annotate.minBlocks = 0;
  annotate.recordShapes = !toPTX;
  kernels.addPass(createAnnotateKernelsPass(annotate));
  kernels.addPass(createShuffleSegmentsPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  ConvertGpuOpsToNVVMOpsOptions toNVVM;
  toNVVM.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(toNVVM));
  kernels.addPass(createLowerGridBarriersPass());
  kernels.addPass(createExactMathPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  if (toPTX) {
    GpuModuleToBinaryPassOptions toBinary;
    toBinary.compilationTarget = "isa";
    pm.addPass(createGpuModuleToBinaryPass(toBinary));
    return;
  }
  ConvertGPUToEmulatorPassOptions toEmulator;
  toEmulator.instrument = options.instrument;
  toEmulator.countInstructions = options.countInstructions;
  pm.addPass(createConvertGPUToEmulatorPass(toEmulator));
}

LogicalResult lowerToLLVMDialect(ModuleOp module,
                                 const HostLoweringOptions &options) {
  if (failed(checkOperations(module, isAccepted)))
    return failure();
  // For the emulator, before anything is simplified.
  if (hasKernels(module) && options.chip.empty())
    numberSynchronisations(module);
  // Stack memory of every iteration of a loop would pile up.
  hoistAllocas(module);
  if (options.guardStack)
    moveStackToHeap(module);
  PassManager pm(module.getContext());
  // Once at the end: verification takes as long as these passes do.
  pm.enableVerifier(false);
  if (hasOperations<prem::PremDialect>(module)) {
    ConvertPremToLLVMPassOptions prem;
    prem.machine = options.multicore;
    pm.addPass(createConvertPremToLLVMPass(prem));
  }
  // At once: a launch that stores nothing would be removed as dead code.
  if (hasKernels(module))
    pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(createLowerAffinePass());
  if (options.reverseParallel)
    pm.addPass(createReverseParallelPass());
  // After the affine loops: it canonicalizes, and that breaks bounds inside
  // loops that are empty for certain.
  pm.addPass(createConvertLinalgToLoopsPass());
  VerifyInputPassOptions check;
  check.target = hasKernels(module) ? LoweringTarget::GPU : LoweringTarget::CPU;
  check.scalableVectors = false;
  pm.addPass(createVerifyInputPass(check));
  if (options.checkBounds)
    pm.addPass(createGenerateRuntimeVerificationPass());
  addHostToLoops(pm);
  if (hasOperations<async::AsyncDialect>(module))
    addThreadsToLLVM(pm);
  HostToLLVMOptions host;
  host.simplify = false;
  if (hasKernels(module)) {
    addKernelPasses(pm, options);
    host.launches = !options.chip.empty();
  }
  addHostToLLVM(pm, host);
  if (failed(runInterruptibly(pm, module)) || failed(verify(module)))
    return failure();
  return checkOperations(module, [](Operation *op) {
    // Translation to LLVM IR knows kernels in PTX and their launches.
    return isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()) ||
           isa<gpu::BinaryOp, gpu::LaunchFuncOp>(op);
  });
}

} // namespace polymem::runtime

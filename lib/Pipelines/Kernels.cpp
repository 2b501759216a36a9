//===- Kernels.cpp - from affine loops to kernels and launches ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;

/// What comes before the cost model.
static void addClean(OpPassManager &function) {
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
}

/// Staged tiles to launches whose bodies are loops, for a function.
static void addLaunches(OpPassManager &function,
                        const GPUKernelOptions &options) {
  // A proof of the tiles would be of each of the iterations that are written
  // together, and of all pairs of them.
  if (options.coarsenThreads) {
    CoarsenThreadsPassOptions coarsen;
    coarsen.machine = options.machine;
    coarsen.blockSize = llvm::to_vector(options.blockSize);
    function.addPass(createCoarsenThreadsPass(coarsen));
    function.addPass(createReuseLoadsPass());
  }
  if (options.alignRounds)
    function.addPass(createAlignRoundsPass({options.machine}));
  ConvertScratchToGPUPassOptions launch;
  launch.machine = options.machine;
  launch.kernelModule = "kernels";
  launch.blockSize = llvm::to_vector(options.blockSize);
  launch.foldGrid = options.foldGrid;
  launch.vectors = options.vectors;
  launch.asyncCopies = options.stages != "1";
  launch.hostRegister = options.hostRegister;
  launch.deviceCopies = options.deviceCopies;
  launch.constantMemory = options.constantMemory;
  launch.warnings = options.warnings;
  launch.maxIslOperations = options.maxIslOperations;
  function.addPass(createConvertScratchToGPUPass(launch));
  function.addPass(createConvertVectorToSCFPass());
  function.addPass(createHoistAllocasPass());
  // The canonicalizer takes time that grows with the square of a block, and
  // most of what it gets of unrolled loops is there several times.
  function.addPass(createCSEPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  function.addPass(memref::createExpandStridedMetadataPass());
  function.addPass(createLowerAffinePass());
  if (options.joinAccesses)
    function.addPass(createJoinAccessesPass());
}

/// Affine loops to staged tiles for a GPU, for a function. Where `isCounted`,
/// instructions are those that the cost model knows of.
static void addTiles(OpPassManager &function, const GPUKernelOptions &options,
                     bool isCounted) {
  StagingTarget target;
  target.mapping = TileMapping::GPU;
  target.memorySpace = BufferMemorySpace::Workgroup;
  target.machine = options.machine;
  target.constantMemory = options.constantMemory;
  target.stages = options.stages;
  auto addLayout = [&](OpPassManager &pm) {
    if (!options.pad)
      return;
    ScratchPadPassOptions pad;
    pad.machine = options.machine;
    pad.blockSize = llvm::to_vector(options.blockSize);
    pm.addPass(createScratchPadPass(pad));
  };
  auto addRegisters = [&options, isCounted](OpPassManager &pm) {
    if (options.registerTile == RegisterTileMode::Auto) {
      if (options.completeTiles) {
        CompleteTilesPassOptions complete;
        complete.machine = options.machine;
        complete.blockSize = llvm::to_vector(options.blockSize);
        complete.maxIslOperations = options.maxIslOperations;
        complete.warnings = options.warnings;
        complete.assume = llvm::to_vector(options.assume);
        pm.addPass(createCompleteTilesPass(complete));
      }
      RegisterTilePassOptions tile;
      tile.machine = options.machine;
      tile.blockSize = llvm::to_vector(options.blockSize);
      tile.sizes = llvm::to_vector(options.registerSizes);
      tile.neighbours = options.joinAccesses;
      // Of parts of fewer iterations the model counts too many integers, up to
      // 1.6 times (doitgen).
      if (isCounted)
        tile.minPartCopies = 24;
      pm.addPass(createRegisterTilePass(tile));
    }
    pm.addPass(createReuseLoadsPass());
    if (options.hoistAccumulators)
      pm.addPass(createHoistAccumulatorsPass());
  };
  target.addLayout = addLayout;
  target.addRegisters = addRegisters;
  auto toLaunches = [&](OpPassManager &pm) {
    addLaunches(pm, options);
    addClean(pm);
  };
  target.addLaunches = toLaunches;
  target.assume = llvm::to_vector(options.assume);
  addStaging(function, options, target);

  if (options.warnings) {
    WarnLaunchesPassOptions warn;
    warn.machine = options.machine;
    warn.assume = llvm::to_vector(options.assume);
    warn.hostArrays = options.hostRegister || options.deviceCopies;
    warn.maxIslOperations = options.maxIslOperations;
    function.addPass(createWarnLaunchesPass(warn));
  }
}

static bool isEmulated(KernelConsumer consumer) {
  return consumer == KernelConsumer::Emulator ||
         consumer == KernelConsumer::Counters;
}

/// Outlined kernels with loops to the LLVM and NVVM dialects, for a gpu.module.
static void addKernelLowering(OpPassManager &kernels,
                              const GPUKernelOptions &options,
                              KernelConsumer consumer) {
  PlaceConstantsPassOptions place;
  place.machine = options.machine;
  kernels.addPass(createPlaceConstantsPass(place));
  AnnotateKernelsPassOptions annotate;
  annotate.machine = options.machine;
  annotate.recordShapes = isEmulated(consumer);
  kernels.addPass(createAnnotateKernelsPass(annotate));
  // Counted are the instructions that the cost model knows of. Indices of 32
  // bits might end behind a loop's bound.
  if (options.batchLoads > 1 && consumer != KernelConsumer::Counters &&
      options.indexBitwidth != IndexBitwidth::Narrow) {
    kernels.addPass(createCanonicalizerPass());
    BatchLoadsPassOptions batch;
    batch.loads = options.batchLoads;
    kernels.addPass(createBatchLoadsPass(batch));
  }
  if (options.prefetchRegisters > 0 && consumer != KernelConsumer::Counters) {
    kernels.addPass(createCanonicalizerPass());
    PrefetchCopiesPassOptions prefetch;
    prefetch.registers = options.prefetchRegisters;
    kernels.addPass(createPrefetchCopiesPass(prefetch));
  }
  if (options.carryRegisters > 0 && consumer != KernelConsumer::Counters) {
    kernels.addPass(createCSEPass());
    CarryAccumulatorsPassOptions carry;
    carry.registers = options.carryRegisters;
    kernels.addPass(createCarryAccumulatorsPass(carry));
  }
  if (options.indexBitwidth == IndexBitwidth::Auto)
    kernels.addPass(createNarrowIndicesPass());
  // As in `addLaunches`.
  kernels.addPass(createCSEPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createUnrollLoopsPass());
  kernels.addPass(createHideInductionsPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  ConvertGpuOpsToNVVMOpsOptions toNVVM;
  toNVVM.indexBitwidth =
      options.indexBitwidth == IndexBitwidth::Narrow ? 32 : 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(toNVVM));
  kernels.addPass(createLowerGridBarriersPass());
  // On integers; that of floating point are calls of libdevice by now.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createConvertVectorToLLVMPass());
  kernels.addPass(createUBToLLVMConversionPass());
  kernels.addPass(createExactMathPass());
  if (options.indexBitwidth == IndexBitwidth::Auto)
    kernels.addPass(createRelaxAddressesPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createRefuseHostCallsPass());
  kernels.addPass(createLoopMetadataPass());
  kernels.addPass(createVerifyLoweredPass());
}

/// Versions for classes of sizes, which passes behind decide for by themselves.
static llvm::Error addVersions(OpPassManager &module,
                               const GPUKernelOptions &options) {
  if (options.sizeClasses.empty())
    return llvm::Error::success();
  if (!choosesSizes(options))
    return llvm::createStringError(
        "option 'size-classes' is for sizes that the cost model chooses: give "
        "it without 'sizes', 'block-sizes' and 'thread-sizes'");
  MakeVersionsPassOptions versions;
  versions.sizes = llvm::to_vector(options.sizeClasses);
  versions.assume = llvm::to_vector(options.assume);
  module.addPass(createMakeVersionsPass(versions));
  return llvm::Error::success();
}

/// One function of all versions, before `addKernels` makes kernels of their
/// launches.
static void addJoinVersions(OpPassManager &module,
                            const GPUKernelOptions &options) {
  if (!options.sizeClasses.empty())
    module.addPass(createJoinVersionsPass({llvm::to_vector(options.assume)}));
}

/// `chip` is of a generation that has no cp.async.
static bool lacksAsyncCopies(StringRef chip) {
  unsigned generation = 0;
  return chip.consume_front("sm_") && !chip.consumeInteger(10, generation) &&
         generation < 80;
}

llvm::Error polymem::addKernels(OpPassManager &module, StringRef pipeline,
                                const GPUKernelOptions &options,
                                KernelConsumer consumer) {
  auto error = [](auto &&...arguments) {
    return llvm::createStringError(
        llvm::formatv(std::forward<decltype(arguments)>(arguments)...).str());
  };
  llvm::Expected<Machine> machine = Machine::lookup(options.machine);
  if (!machine)
    return machine.takeError();
  if (machine->kind != Machine::Kind::GPU)
    return error("machine '{0}' is not a GPU: {1} needs one; see "
                 "polymem-to-cpu",
                 machine->name, pipeline);
  std::string chip =
      options.chip.empty() ? machine->chip : options.chip.getValue();
  std::string features = options.features.empty() ? machine->features
                                                  : options.features.getValue();
  bool toPTX = consumer == KernelConsumer::PTXText ||
               consumer == KernelConsumer::PTXInHost;
  if (chip.empty() && toPTX)
    return error("machine '{0}' names no chip that LLVM generates PTX for; "
                 "give chip=sm_XX features=+ptxYY",
                 machine->name);

  if (options.stages != "1" && lacksAsyncCopies(chip))
    return error("option 'stages': '{0}' has no asynchronous copies, which "
                 "devices from sm_80 on have",
                 chip);
  VerifyInputPassOptions input;
  input.target = LoweringTarget::GPU;
  input.lowerHost =
      consumer == KernelConsumer::PTXInHost || isEmulated(consumer);
  module.addPass(createVerifyInputPass(input));
  if (llvm::Error wrong = addVersions(module, options))
    return wrong;
  OpPassManager &function = module.nest<func::FuncOp>();
  addTiles(function, options,
           consumer == KernelConsumer::Counters ||
               consumer == KernelConsumer::CostModel);
  if (consumer == KernelConsumer::StagedTiles)
    return llvm::Error::success();
  addLaunches(function, options);
  if (consumer == KernelConsumer::CostModel) {
    addClean(function);
    addJoinVersions(module, options);
    return llvm::Error::success();
  }
  // Host code that is compiled makes no cooperative launches: upstream's
  // operation of a launch cannot say that it is one.
  if (consumer == KernelConsumer::PTXInHost &&
      options.cooperative == CooperativeMode::Always)
    return error("cooperative=always is for launch metadata and for the "
                 "emulator: launches in compiled host code cannot be "
                 "cooperative ones");
  if (consumer != KernelConsumer::PTXInHost &&
      options.cooperative != CooperativeMode::Never) {
    CooperativeLaunchesPassOptions cooperative;
    cooperative.machine = options.machine;
    cooperative.mode = options.cooperative;
    cooperative.assume = llvm::to_vector(options.assume);
    function.addPass(createCooperativeLaunchesPass(cooperative));
    addClean(function);
  }
  addJoinVersions(module, options);
  // Constants and sizes go into the kernels: parameters hide them.
  module.addPass(createGpuLaunchSinkIndexComputationsPass());
  module.addPass(createGpuKernelOutliningPass());
  // Device memory is allocated on streams.
  module.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  if (!chip.empty()) {
    GpuNVVMAttachTargetOptions attach;
    attach.chip = chip;
    // Without the version, old PTX is generated that modern chips do not take.
    if (!features.empty())
      attach.features = features;
    attach.optLevel = 3;
    module.addPass(createGpuNVVMAttachTarget(attach));
  }
  addKernelLowering(module.nest<gpu::GPUModuleOp>(), options, consumer);
  return llvm::Error::success();
}

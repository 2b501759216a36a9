//===- Pipelines.h - the named pipelines ------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A named pipeline is a list of passes with their options filled in, nothing
// more: `--dump-pass-pipeline` shows it as a text that can be copied and
// changed. Compilers that call PolyMem build it, or the parts it is made of,
// into a pass manager of their own.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PIPELINES_PIPELINES_H
#define POLYMEM_PIPELINES_PIPELINES_H

#include "PolyMem/Pipelines/PipelineOptions.h"
#include "PolyMem/Pipelines/SegmentOptions.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"
#include <string>

namespace polymem {

//===----------------------------------------------------------------------===//
// Whole pipelines, on builtin.module
//===----------------------------------------------------------------------===//

/// Adds `polymem-to-ptx`: affine loops to PTX, as text or in host code. Errors,
/// after which `module` is as it was: unknown machine, a machine that is no GPU
/// or without a chip for PTX, an `index-bitwidth` that is neither 32 nor 64, a
/// file's name that pipelines cannot hold.
llvm::Error buildToPTX(mlir::OpPassManager &module,
                       const ToPTXOptions &options);

/// Adds `polymem-to-emulator`: the same passes up to the NVVM dialect. Errors:
/// as above, but a chip is not needed.
llvm::Error buildToEmulator(mlir::OpPassManager &module,
                            const ToEmulatorOptions &options);

/// Adds `polymem-to-cpu`. Error: unknown machine.
llvm::Error buildToCPU(mlir::OpPassManager &module,
                       const ToCPUOptions &options);

/// Adds `polymem-to-prem`. Errors: unknown machine, one that is no multicore, a
/// file's name that pipelines cannot hold.
llvm::Error buildToPrem(mlir::OpPassManager &module,
                        const ToPremOptions &options);

/// Adds `polymem-from-linalg`: linalg on tensors or memrefs to affine loops on
/// memrefs, for the pipelines above. No errors.
llvm::Error buildFromLinalg(mlir::OpPassManager &module,
                            const FromLinalgOptions &options);

//===----------------------------------------------------------------------===//
// Their parts
//===----------------------------------------------------------------------===//

/// For what `addStaging` makes tiles.
struct StagingTarget {
  TileMapping mapping = TileMapping::None;
  /// Where buffers are.
  BufferMemorySpace memorySpace = BufferMemorySpace::Default;
  /// A machine's name or file: of its fast memory the buffers are.
  std::string machine;
  /// Constant globals stay where the constant memory holds them.
  bool constantMemory = true;
  /// Adds passes, where buffers are there, that change where they keep data.
  llvm::function_ref<void(mlir::OpPassManager &)> addLayout = nullptr;
  /// Adds passes, behind all others, that decide what threads keep in
  /// registers.
  llvm::function_ref<void(mlir::OpPassManager &)> addRegisters = nullptr;
  /// Tiles in flight, as the option `stages` of scratch-pipeline says.
  std::string stages = "1";
  /// Adds passes from staged tiles to launches: with them, sizes can be chosen
  /// by the cost model, for the sizes `assume`, "N=1000" each.
  llvm::function_ref<void(mlir::OpPassManager &)> addLaunches = nullptr;
  llvm::SmallVector<std::string> assume;
};

/// Whether `addStaging` leaves sizes of tiles to the cost model, where it has
/// launches and knows sizes: none are given.
bool choosesSizes(const StagingOptions &options);

/// Adds, for `func.func`, the passes from affine loops to tiles with staged
/// data.
void addStaging(mlir::OpPassManager &function, const StagingOptions &options,
                const StagingTarget &target);

/// Adds, for `builtin.module`, the passes from affine loops to components, and
/// on to the calls of threads and their segments unless options.emit is Plan.
void addSegments(mlir::OpPassManager &module, const ToPremOptions &options);

/// What comes behind the kernels that `addKernels` makes: PTX alone, PTX in
/// host code that is lowered as well, or the emulator, whose host code is, too;
/// with StagedTiles, no kernels are made; with CostModel, launches are not
/// taken out of the functions.
enum class KernelConsumer {
  PTXText,
  PTXInHost,
  Emulator,
  /// The emulator, which counts instructions: those of the cost model.
  Counters,
  StagedTiles,
  CostModel
};

/// Adds, for `builtin.module`, the passes from affine loops to kernels in the
/// LLVM and NVVM dialects and host code with launches: all that precedes a
/// choice of the back end, so that the emulator runs the very kernels that PTX
/// is made from. `pipeline` is the name for messages. Errors as of
/// `buildToPTX`; nothing is added then.
llvm::Error addKernels(mlir::OpPassManager &module, llvm::StringRef pipeline,
                       const GPUKernelOptions &options,
                       KernelConsumer consumer);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The passes of `manager`, with all options, as a pipeline's text, without the
/// name of the operation that it is for.
std::string getPassesText(mlir::OpPassManager &manager);

/// Prints a line `name{option=default ...}` for each pipeline; options without
/// a default have nothing behind the sign.
void printPipelineDefaults(llvm::raw_ostream &os);

/// A named pipeline, and what users can choose of it.
struct PipelineInfo {
  llvm::StringRef name, description;
  std::vector<OptionInfo> options;
};

/// All pipelines.
std::vector<PipelineInfo> listPipelines();

/// Registers the pipelines with the global pass registry.
void registerPipelines();

} // namespace polymem

#endif // POLYMEM_PIPELINES_PIPELINES_H

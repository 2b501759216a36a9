//===- Pipelines.cpp - the named pipelines --------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace polymem;

template <typename... Args>
static llvm::Error error(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// An error unless `option` has one of the values `choices`.
static llvm::Error checkChoice(const llvm::cl::opt<std::string> &option,
                               ArrayRef<StringRef> choices) {
  if (llvm::is_contained(choices, option.getValue()))
    return llvm::Error::success();
  return error("option '{0}' is '{1}'; give {2}", option.ArgStr,
               option.getValue(), choicesText(choices));
}

/// ` name=a,b,c`, or nothing for an empty list.
template <typename List>
static std::string listOption(StringRef name, const List &values) {
  if (values.empty())
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << ' ' << name << '=';
  llvm::interleave(values, os, ",");
  return text;
}

/// A file's name as the value of an option in a pipeline's text.
static llvm::Expected<std::string> quote(StringRef option, StringRef file) {
  if (file.find_first_of("'\"{}") != StringRef::npos)
    return error("option '{0}': '{1}' has quotes or braces, which pipelines "
                 "cannot hold; give a file another name",
                 option, file);
  return file.contains(' ') ? "'" + file.str() + "'" : file.str();
}

// Wherever memrefs are lowered, that is before constants are: the size of a
// dimension whose number is not seen to be one takes stack memory, and in a
// loop takes it in each iteration.

/// Values that the passes below would complain of in terms of their own
/// options.
template <typename Options>
static llvm::Error checkStaging(const Options &options) {
  if (llvm::Error wrong = checkChoice(options.fusion, {"none", "smart", "max"}))
    return wrong;
  if (llvm::Error wrong =
          checkChoice(options.movement, {"exact", "box", "footprint"}))
    return wrong;
  return checkChoice(options.timeShape, {"auto", "diamonds", "overlapped"});
}

/// The passes from affine loops to tiles with staged data, on a function;
/// `promotion` are further options of scratch-promote, `layout` the passes that
/// change where buffers keep the data, `registers` those that decide what
/// threads keep in registers.
template <typename Options>
static std::string getStaging(const Options &options, StringRef mapping,
                              StringRef memorySpace, StringRef promotion = "",
                              StringRef layout = "", StringRef registers = "") {
  std::string text;
  llvm::raw_string_ostream os(text);
  // Subscripts that the passes below understand.
  os << "affine-expand-index-ops-as-affine,";
  if (options.check)
    os << "polymem-mark-origin,";
  std::string budget =
      " max-isl-operations=" + std::to_string(options.maxIslOperations) +
      (options.warnings ? "" : " warnings=false");
  bool sizesGiven = !options.sizes.empty() || !options.blockSizes.empty() ||
                    !options.threadSizes.empty();
  bool chosen = !sizesGiven && options.schedule != ScheduleMode::Never;
  if (options.timeTile == TimeTileMode::Always ||
      (options.timeTile == TimeTileMode::Auto && chosen && mapping == "gpu"))
    os << "polymem-time-tile{mapping=" << mapping
       << listOption("sizes", options.timeSizes)
       << " steps=" << options.timeSteps.getValue()
       << " shape=" << options.timeShape.getValue()
       << " machine=" << options.machine
       << (options.timeTile == TimeTileMode::Auto ? " max-dimensions=1" : "")
       << budget << "},";
  if (options.schedule == ScheduleMode::Always ||
      (options.schedule == ScheduleMode::Auto && !sizesGiven))
    os << "polymem-schedule{fusion=" << options.fusion
       << (options.schedule == ScheduleMode::Auto ? " reorder-parallel=false"
                                                  : "")
       << budget << "},";
  if (mapping == "gpu" && (!sizesGiven || options.reassociate)) {
    // Sums in another order are other values: what is proved ends here, and
    // begins again.
    if (options.check)
      os << "polymem-check,";
    os << "polymem-split-reductions{"
       << (options.reassociate ? "reassociate=true " : "")
       << StringRef(budget).ltrim() << "},";
    if (options.check)
      os << "polymem-mark-origin,";
  }
  os << "polymem-tile{mapping=" << mapping << listOption("sizes", options.sizes)
     << listOption("block-sizes", options.blockSizes)
     << listOption("thread-sizes", options.threadSizes) << budget << "},";
  if (options.mapStorage)
    os << "scratch-map-storage{" << StringRef(budget).ltrim() << "},";
  if (options.promote) {
    os << "scratch-promote{machine=" << options.machine
       << " memory-space=" << memorySpace << " movement=" << options.movement
       << (options.promoteAll ? " promote-all=true" : "") << promotion << budget
       << "},scratch-hoist-copies{" << StringRef(budget).ltrim() << "},"
       << layout;
  }
  if (mapping == "gpu" && options.mapSequential)
    os << "polymem-map-sequential,";
  os << registers << "canonicalize,cse,";
  if (options.check)
    os << "polymem-check,";
  return text;
}

/// The passes from affine loops to kernels in the LLVM and NVVM dialects and
/// host code with launches: all that precedes a choice of the back end, so that
/// the emulator runs the very kernels that PTX is made from. An error for a
/// machine that is no GPU and for option values that make no sense.
template <typename Options>
static llvm::Expected<std::string>
getKernels(StringRef pipeline, const Options &options, bool forEmulator) {
  if (llvm::Error wrong = checkStaging(options))
    return wrong;
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
  if (chip.empty() && !forEmulator)
    return error("machine '{0}' names no chip that LLVM generates PTX for; "
                 "give chip=sm_XX features=+ptxYY",
                 machine->name);
  if (options.indexBitwidth != 32 && options.indexBitwidth != 64)
    return error("option 'index-bitwidth' is {0}; give 32 or 64",
                 options.indexBitwidth.getValue());

  std::string pad;
  if (options.pad)
    pad = "scratch-pad{machine=" + options.machine +
          listOption("block-size", options.blockSize) + "},";
  std::string registers;
  if (options.registerTile == RegisterTileMode::Auto)
    registers = "polymem-register-tile{machine=" + options.machine +
                listOption("block-size", options.blockSize) +
                listOption("sizes", options.registerSizes) + "},";
  if (options.hoistAccumulators)
    registers += "polymem-hoist-accumulators,";
  StringRef noConstants =
      options.constantMemory ? "" : " constant-memory=false";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "polymem-verify-input{target=gpu},func.func("
     << getStaging(options, "gpu", "workgroup", noConstants, pad, registers);
  if (options.warnings)
    os << "polymem-warn-launches{machine=" << options.machine
       << listOption("assume", options.assume)
       << (options.hostRegister || options.deviceCopies ? " host-arrays=true"
                                                        : "")
       << " max-isl-operations=" << options.maxIslOperations << "},";
  os << "convert-scratch-to-gpu{machine=" << options.machine
     << " kernel-module=kernels" << listOption("block-size", options.blockSize)
     << (options.hostRegister ? " host-register=true" : "")
     << (options.deviceCopies ? " device-copies=true" : "") << noConstants
     << " max-isl-operations=" << options.maxIslOperations
     << (options.warnings ? "" : " warnings=false")
     << "},convert-vector-to-scf,polymem-hoist-allocas,canonicalize,cse,"
        "expand-strided-metadata,lower-affine),"
     // Constants and sizes go into the kernels: parameters hide them.
     << "gpu-launch-sink-index-computations,gpu-kernel-outlining,"
     // Device memory is allocated on streams.
     << "func.func(gpu-async-region),";
  if (!chip.empty()) {
    os << "nvvm-attach-target{chip=" << chip;
    // Without the version, old PTX is generated that modern chips do not take.
    if (!features.empty())
      os << " features=" << features;
    os << " O=3},";
  }
  os << "gpu.module(polymem-place-constants{machine=" << options.machine
     << "},polymem-annotate-kernels"
     << (forEmulator ? "{record-shapes=true}" : "")
     << ",canonicalize,cse,polymem-shuffle-segments,convert-scf-to-cf,"
        "convert-nvgpu-to-nvvm,"
        "convert-gpu-to-nvvm{index-bitwidth="
     << options.indexBitwidth
     // On integers; that of floating point are calls of libdevice by now.
     << "},convert-math-to-llvm,convert-vector-to-llvm,convert-ub-to-llvm,"
        "polymem-exact-math,canonicalize,cse,reconcile-unrealized-casts,"
        "polymem-refuse-host-calls,polymem-loop-metadata,"
        "polymem-verify-lowered)";
  return text;
}

llvm::Expected<std::string>
polymem::getToPTXPipeline(const ToPTXOptions &options) {
  llvm::Expected<std::string> kernels =
      getKernels("polymem-to-ptx", options, /*forEmulator=*/false);
  if (!kernels)
    return kernels.takeError();
  if (llvm::Error wrong = checkChoice(options.emit, {"ptx", "module"}))
    return wrong;
  std::string text = *kernels + ",polymem-require-kernels";
  if (!options.metadata.empty()) {
    llvm::Expected<std::string> file = quote("metadata", options.metadata);
    if (!file)
      return file.takeError();
    text += ",polymem-launch-metadata{machine=" + options.machine +
            " output=" + *file + "}";
  }
  text += ",gpu-module-to-binary{format=isa}";
  if (options.emit == "ptx") {
    llvm::Expected<std::string> file = quote("output", options.output);
    if (!file)
      return file.takeError();
    return text + ",polymem-print-ptx{output=" + *file + "}";
  }
  return text + ",convert-scf-to-cf,gpu-to-llvm,finalize-memref-to-llvm,"
                "convert-math-to-llvm,convert-math-to-libm,"
                "convert-vector-to-llvm,"
                "convert-arith-to-llvm,convert-index-to-llvm,"
                "convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
                "canonicalize,cse,reconcile-unrealized-casts,"
                "polymem-launch-stack,polymem-verify-lowered";
}

llvm::Expected<std::string>
polymem::getToEmulatorPipeline(const ToEmulatorOptions &options) {
  llvm::Expected<std::string> kernels =
      getKernels("polymem-to-emulator", options, /*forEmulator=*/true);
  if (!kernels)
    return kernels.takeError();
  std::string text = *kernels;
  llvm::raw_string_ostream os(text);
  os << ",convert-gpu-to-emulator{instrument="
     << (options.instrument ? "true" : "false")
     << " count-instructions=" << (options.countInstructions ? "true" : "false")
     << "},convert-scf-to-cf,expand-strided-metadata,lower-affine,"
        "finalize-memref-to-llvm,convert-math-to-llvm,convert-math-to-libm,"
        "convert-vector-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,"
        "convert-func-to-llvm,"
        "convert-cf-to-llvm,convert-ub-to-llvm,canonicalize,cse,"
        "reconcile-unrealized-casts,polymem-verify-lowered";
  return text;
}

llvm::Expected<std::string>
polymem::getToCPUPipeline(const ToCPUOptions &options) {
  if (llvm::Error wrong = checkStaging(options))
    return wrong;
  if (llvm::Error wrong = checkChoice(options.mapping, {"none", "gpu"}))
    return wrong;
  if (llvm::Error wrong = checkChoice(options.emit, {"llvm", "loops"}))
    return wrong;
  llvm::Expected<Machine> machine = Machine::lookup(options.machine);
  if (!machine)
    return machine.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "polymem-verify-input{target=cpu},func.func("
     << getStaging(options, options.mapping, "default")
     << "convert-scratch-to-memref{max-isl-operations="
     << options.maxIslOperations << (options.warnings ? "" : " warnings=false")
     << "},polymem-hoist-allocas,canonicalize,cse)";
  if (options.emit == "llvm")
    os << ",lower-affine,convert-vector-to-scf,expand-strided-metadata,"
          "lower-affine,convert-scf-to-cf,finalize-memref-to-llvm,"
          "convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,"
          "convert-index-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,"
          "convert-cf-to-llvm,convert-ub-to-llvm,canonicalize,cse,"
          "reconcile-unrealized-casts,polymem-verify-lowered";
  return text;
}

/// Registers a pipeline that is a pass string made from options.
template <typename Options>
static void
registerPipeline(StringRef name, StringRef description,
                 llvm::Expected<std::string> (*getPipeline)(const Options &)) {
  registerPassPipeline(
      name, description,
      [getPipeline](OpPassManager &pm, StringRef text,
                    function_ref<LogicalResult(const Twine &)> errorHandler) {
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        llvm::Expected<std::string> pipeline = getPipeline(options);
        if (!pipeline)
          return errorHandler(llvm::toString(pipeline.takeError()));
        std::string message;
        llvm::raw_string_ostream os(message);
        if (failed(parsePassPipeline(*pipeline, pm, os)))
          return errorHandler("in the pipeline '" + *pipeline +
                              "': " + message);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(Options());
      });
}

void polymem::printPipelineDefaults(raw_ostream &os) {
  auto print = [&](StringRef name, const auto &options) {
    os << name;
    options.print(os);
    os << "\n";
  };
  print("polymem-to-ptx", ToPTXOptions());
  print("polymem-to-emulator", ToEmulatorOptions());
  print("polymem-to-cpu", ToCPUOptions());
}

void polymem::registerPipelines() {
  registerPipeline<ToPTXOptions>(
      "polymem-to-ptx",
      "Tile, stage through shared memory and compile affine loops to PTX",
      getToPTXPipeline);
  registerPipeline<ToEmulatorOptions>(
      "polymem-to-emulator",
      "Compile affine loops as polymem-to-ptx does, for the device emulator",
      getToEmulatorPipeline);
  registerPipeline<ToCPUOptions>(
      "polymem-to-cpu",
      "Tile and stage affine loops as for a GPU, and lower them for the CPU",
      getToCPUPipeline);
}

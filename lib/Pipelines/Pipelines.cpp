//===- Pipelines.cpp - the named pipelines --------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Conversion/HostToLLVM.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace polymem;

/// An error if the text of a pipeline could not hold the file's name `option`:
/// what is built must be what its text says.
static llvm::Error checkFile(const llvm::cl::opt<std::string> &option) {
  if (option.find_first_of("'\"{}") == std::string::npos)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::formatv("option '{0}': '{1}' has quotes or braces, which pipelines "
                    "cannot hold; give a file another name",
                    option.ArgStr, option.getValue())
          .str());
}

/// Prints what the launches cost.
static void addPrintCost(OpPassManager &module, const ToPTXOptions &options) {
  PrintCostPassOptions print;
  print.machine = options.machine;
  print.assume = llvm::to_vector(options.assume);
  print.cooperative = options.cooperative != CooperativeMode::Never;
  print.output = options.output;
  print.json =
      options.outputStream || StringRef(options.output).ends_with(".json");
  if (options.outputStream)
    module.addPass(createPrintCostPass(print, *options.outputStream));
  else
    module.addPass(createPrintCostPass(print));
}

llvm::Error polymem::buildToPTX(OpPassManager &module,
                                const ToPTXOptions &options) {
  for (const auto *file : {&options.metadata, &options.output})
    if (llvm::Error wrong = checkFile(*file))
      return wrong;
  bool text = options.emit == PTXForm::Text;
  bool staged = options.emit == PTXForm::Staged;
  bool cost = options.emit == PTXForm::Cost;
  if ((staged || cost) && !options.metadata.empty())
    return llvm::createStringError(
        "option 'metadata': with emit=staged and emit=cost there are no "
        "kernels to describe; give emit=ptx or emit=module");
  if (llvm::Error wrong = addKernels(module, "polymem-to-ptx", options,
                                     staged ? KernelConsumer::StagedTiles
                                     : cost ? KernelConsumer::CostModel
                                     : text ? KernelConsumer::PTXText
                                            : KernelConsumer::PTXInHost))
    return wrong;
  if (cost)
    addPrintCost(module, options);
  if (staged || cost)
    return llvm::Error::success();
  module.addPass(createRequireKernelsPass());
  LaunchMetadataPassOptions metadata;
  metadata.machine = options.machine;
  metadata.output = options.metadata;
  if (options.metadataStream)
    module.addPass(createLaunchMetadataPass(metadata, *options.metadataStream));
  else if (!options.metadata.empty())
    module.addPass(createLaunchMetadataPass(metadata));
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  module.addPass(createGpuModuleToBinaryPass(binary));
  if (text && options.outputStream) {
    module.addPass(createPrintPTXPass(*options.outputStream));
    return llvm::Error::success();
  }
  if (text) {
    PrintPTXPassOptions print;
    print.output = options.output;
    module.addPass(createPrintPTXPass(print));
    return llvm::Error::success();
  }
  module.addPass(createDropMemorySpacesPass());
  HostToLLVMOptions host;
  host.launches = true;
  addHostToLLVM(module, host);
  module.addPass(createLaunchStackPass());
  module.addPass(createVerifyLoweredPass());
  return llvm::Error::success();
}

llvm::Error polymem::buildToEmulator(OpPassManager &module,
                                     const ToEmulatorOptions &options) {
  if (llvm::Error wrong =
          addKernels(module, "polymem-to-emulator", options,
                     options.countInstructions ? KernelConsumer::Counters
                                               : KernelConsumer::Emulator))
    return wrong;
  ConvertGPUToEmulatorPassOptions emulator;
  emulator.instrument = options.instrument;
  emulator.countInstructions = options.countInstructions;
  module.addPass(createConvertGPUToEmulatorPass(emulator));
  addHostToLoops(module);
  addHostToLLVM(module, {});
  module.addPass(createVerifyLoweredPass());
  return llvm::Error::success();
}

llvm::Error polymem::buildToCPU(OpPassManager &module,
                                const ToCPUOptions &options) {
  llvm::Expected<Machine> machine = Machine::lookup(options.machine);
  if (!machine)
    return machine.takeError();
  if (llvm::is_contained(options.sizes, "auto"))
    return llvm::createStringError(
        "option 'sizes': 'auto' needs launches, of which the cost model is; "
        "give numbers, or use polymem-to-ptx or polymem-to-emulator");
  VerifyInputPassOptions input;
  input.target = LoweringTarget::CPU;
  module.addPass(createVerifyInputPass(input));
  OpPassManager &function = module.nest<func::FuncOp>();
  StagingTarget target;
  target.mapping = options.mapping;
  target.machine = options.machine;
  if (options.stages == 0)
    return llvm::createStringError("option 'stages': at least one tile is in "
                                   "flight");
  bool threads = options.copies == CopiesAhead::Thread && options.stages > 1;
  if (threads)
    target.stages = std::to_string(options.stages);
  addStaging(function, options, target);
  if (options.copies == CopiesAhead::Prefetch && options.stages > 1) {
    ScratchPrefetchTilesPassOptions prefetch;
    prefetch.lead = options.stages - 1;
    prefetch.warnings = options.warnings;
    prefetch.maxIslOperations = options.maxIslOperations;
    function.addPass(createScratchPrefetchTilesPass(prefetch));
  }
  ConvertScratchToMemRefPassOptions convert;
  convert.asyncCopies = threads;
  convert.warnings = options.warnings;
  convert.maxIslOperations = options.maxIslOperations;
  function.addPass(createConvertScratchToMemRefPass(convert));
  function.addPass(createHoistAllocasPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  if (options.emit == CPUForm::Loops)
    return llvm::Error::success();
  module.addPass(createLowerAffinePass());
  addHostToLoops(module);
  if (threads)
    addThreadsToLLVM(module);
  addHostToLLVM(module, {});
  module.addPass(createVerifyLoweredPass());
  return llvm::Error::success();
}

llvm::Error polymem::buildToPrem(OpPassManager &module,
                                 const ToPremOptions &options) {
  llvm::Expected<Machine> machine = Machine::lookup(options.machine);
  if (!machine)
    return machine.takeError();
  if (machine->kind != Machine::Kind::Multicore)
    return llvm::createStringError(
        "machine '" + machine->name +
        "' is not a multicore with scratchpads: polymem-to-prem needs one");
  if (!options.assume.empty() && options.plan != PremPlans::Optimize)
    return llvm::createStringError(
        "option 'assume' is for 'plan=optimize': greedy tiles depend on no "
        "sizes");
  if (llvm::Error wrong = checkFile(options.output))
    return wrong;
  addSegments(module, options);
  if (options.emit == PremForm::Host) {
    ConvertPremToLLVMPassOptions host;
    host.machine = options.machine;
    module.addPass(createConvertPremToLLVMPass(host));
  }
  if (options.emit != PremForm::C)
    return llvm::Error::success();
  if (options.outputStream) {
    module.addPass(createPremPrintCPass(*options.outputStream));
    return llvm::Error::success();
  }
  PremPrintCPassOptions print;
  print.output = options.output;
  module.addPass(createPremPrintCPass(print));
  return llvm::Error::success();
}

/// Registers a pipeline that is built from options.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             llvm::Error (*build)(OpPassManager &,
                                                  const Options &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> errorHandler) {
        // Passes for other operations than the manager's end the process.
        std::optional<StringRef> anchor = pm.getOpName();
        if (anchor && *anchor != ModuleOp::getOperationName() &&
            pm.getNesting() == OpPassManager::Nesting::Explicit)
          return errorHandler("'" + name + "' is a pipeline for '" +
                              ModuleOp::getOperationName() +
                              "' and cannot run on '" + *anchor + "'");
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (llvm::Error error = build(pm, options))
          return errorHandler(llvm::toString(std::move(error)));
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(Options());
      });
}

std::string polymem::getPassesText(OpPassManager &manager) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      manager.getPasses(), os,
      [&](Pass &pass) { pass.printAsTextualPipeline(os); }, ",");
  return text;
}

/// Calls `visit(name, description, build)` for each pipeline; the options are a
/// parameter of `build`.
template <typename Visit> static void visitPipelines(const Visit &visit) {
  visit("polymem-to-ptx",
        "Tile, stage through shared memory and compile affine loops to PTX",
        buildToPTX);
  visit("polymem-to-emulator",
        "Compile affine loops as polymem-to-ptx does, for the device emulator",
        buildToEmulator);
  visit("polymem-to-cpu",
        "Tile and stage affine loops as for a GPU, and lower them for the CPU",
        buildToCPU);
  visit("polymem-to-prem",
        "Lower segments of predictable multicores to C, or to calls of the "
        "run-time on the host",
        buildToPrem);
  visit("polymem-from-linalg",
        "Make affine loops on memrefs of linalg on tensors or memrefs",
        buildFromLinalg);
}

/// A pipeline's function, of which only the type of its options is wanted.
template <typename Options>
using Build = llvm::Error (*)(OpPassManager &, const Options &);

template <typename Options>
static Options defaultOptions(Build<Options> /*build*/) {
  return {};
}

void polymem::printPipelineDefaults(raw_ostream &os) {
  visitPipelines([&](StringRef name, StringRef /*description*/, auto *build) {
    os << name;
    defaultOptions(build).print(os);
    os << "\n";
  });
}

std::vector<PipelineInfo> polymem::listPipelines() {
  std::vector<PipelineInfo> pipelines;
  visitPipelines([&](StringRef name, StringRef description, auto *build) {
    pipelines.push_back({name, description, defaultOptions(build).list()});
  });
  return pipelines;
}

void polymem::registerPipelines() {
  visitPipelines([](StringRef name, StringRef description, auto *build) {
    registerPipeline(name, description, build);
  });
}

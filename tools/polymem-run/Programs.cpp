//===- Programs.cpp - what polymem-run compiles and runs ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/WithColor.h"
#ifdef POLYMEM_INCLUDE_TESTS
#include "TestPasses.h"
#endif

using namespace llvm;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::ModuleOp;
using mlir::OwningOpRef;
using mlir::success;
using mlir::func::FuncOp;

namespace polymem::runtime {

LogicalResult error(const Twine &message) {
  WithColor::error(errs(), "polymem-run") << message << "\n";
  return failure();
}

/// A copy of `module` with only what function `entry` needs, so that a
/// pipeline meets no function its options were not meant for.
static OwningOpRef<ModuleOp> extract(ModuleOp module, StringRef entry) {
  OwningOpRef<ModuleOp> copy(module.clone());
  mlir::SymbolTableCollection tables;
  SmallVector<mlir::Operation *> worklist{copy->lookupSymbol(entry)};
  DenseSet<mlir::Operation *> needed;
  while (!worklist.empty()) {
    mlir::Operation *symbol = worklist.pop_back_val();
    if (!needed.insert(symbol).second)
      continue;
    auto uses = mlir::SymbolTable::getSymbolUses(symbol);
    if (!uses)
      continue;
    for (mlir::SymbolTable::SymbolUse use : *uses)
      if (auto *target =
              copy->lookupSymbol(use.getSymbolRef().getRootReference()))
        worklist.push_back(target);
  }
  for (FuncOp function : make_early_inc_range(copy->getOps<FuncOp>()))
    if (!needed.contains(function))
      function.erase();
  return copy;
}

template <typename... Ops> static bool contains(ModuleOp module) {
  bool found = false;
  module.walk([&](mlir::Operation *op) { found |= isa<Ops...>(op); });
  return found;
}

/// Whether it calls the emulator.
static bool isForEmulator(ModuleOp module) {
  return module.lookupSymbol("polymem_emu_launch") != nullptr;
}

/// Whether there are kernels, at any level.
static bool hasKernels(ModuleOp module) {
  return isForEmulator(module) ||
         contains<mlir::gpu::LaunchOp, mlir::gpu::GPUModuleOp,
                  mlir::gpu::BinaryOp>(module);
}

namespace {
/// Compiles the programs of one entry.
class Compiler {
public:
  Compiler(const Options &options, HostJit &jit, ModuleOp module)
      : options(options), jit(jit), module(module) {}

  FailureOr<std::vector<Program>> compileAll(FuncOp entry);

private:
  FailureOr<Program> compile(StringRef entry, StringRef label,
                             std::optional<StringRef> pipeline,
                             bool isReference);
  FailureOr<std::vector<Program>> compileReferences(StringRef entry,
                                                    ArrayRef<Program> programs);
  LogicalResult transform(ModuleOp copy, StringRef label, StringRef pipeline,
                          bool isReference, std::string &contraction);
  LogicalResult makeUninterpreted(ModuleOp copy, StringRef label);
  LogicalResult mapToTarget(ModuleOp copy, StringRef label,
                            const HostLoweringOptions &lowering,
                            std::string &contraction);
  FailureOr<HostFunction> lower(ModuleOp copy, StringRef entry, StringRef label,
                                const HostLoweringOptions &lowering);
  LogicalResult checkForCuda(ModuleOp copy, StringRef label);

  const Options &options;
  HostJit &jit;
  ModuleOp module;
};
} // namespace

/// Applies a pipeline; says so if what it does was checked. Its contraction is
/// the program's if that has none yet.
LogicalResult Compiler::transform(ModuleOp copy, StringRef label,
                                  StringRef pipeline, bool isReference,
                                  std::string &contraction) {
  if (contraction.empty())
    contraction = findContraction(pipeline).value_or("");
  ProofMode proof = isReference ? ProofMode::None : options.proof;
  if (Error failed = runModulePipeline(copy, pipeline, proof))
    return error(toString(std::move(failed)));
  if (proof == ProofMode::Strict)
    outs() << label << ": proved\n";
  return success();
}

LogicalResult Compiler::makeUninterpreted([[maybe_unused]] ModuleOp copy,
                                          [[maybe_unused]] StringRef label) {
#ifdef POLYMEM_INCLUDE_TESTS
  if (options.uninterpreted) {
    mlir::PassManager pm(copy->getContext());
    pm.addPass(polymem::test::createUninterpretedPass());
    if (failed(pm.run(copy)))
      return error(label + ": no uninterpreted version");
  }
#endif
  return success();
}

/// Maps a program without kernels to the GPU that is the target.
LogicalResult Compiler::mapToTarget(ModuleOp copy, StringRef label,
                                    const HostLoweringOptions &lowering,
                                    std::string &contraction) {
  bool emulate = options.target == Target::Emulate;
  auto flag = [](bool value) { return value ? "true" : "false"; };
  std::string pipeline =
      emulate
          ? "polymem-to-emulator{machine=" + options.machine +
                " instrument=" + flag(lowering.instrument) +
                " count-instructions=" + flag(lowering.countInstructions) + "}"
          : "polymem-to-ptx{machine=" + options.machine + " emit=module}";
  if (failed(
          transform(copy, label, pipeline, /*isReference=*/false, contraction)))
    return failure();
  if (!hasKernels(copy))
    return error(label + ": " + (emulate ? "--emulate" : "--cuda") +
                 ": no loop was mapped to the GPU");
  return success();
}

/// Refuses kernels of a form that the device does not run.
LogicalResult Compiler::checkForCuda(ModuleOp copy, StringRef label) {
  if (isForEmulator(copy))
    return error(label + ": --cuda: the pipeline compiles for the emulator; "
                         "polymem-to-ptx{emit=module} does for a device");
  if (options.uninterpreted && contains<mlir::gpu::BinaryOp>(copy))
    return error(label + ": --uninterpreted cannot change kernels that a "
                         "pipeline has compiled to PTX");
  return success();
}

/// Compiles function `entry`, transformed by `pipeline` if there is one. What
/// is no reference runs on the target.
FailureOr<Program> Compiler::compile(StringRef entry, StringRef label,
                                     std::optional<StringRef> pipeline,
                                     bool isReference) {
  OwningOpRef<ModuleOp> copy = extract(module, entry);
  std::string contraction;
  if (pipeline &&
      failed(transform(*copy, label, *pipeline, isReference, contraction)))
    return failure();
  bool onDevice = options.target == Target::Cuda && !isReference;
  if (onDevice && failed(checkForCuda(*copy, label)))
    return failure();
  if (options.checkBounds && !hasKernels(*copy) &&
      mlir::isa_and_nonnull<mlir::LLVM::LLVMFuncOp>(copy->lookupSymbol(entry)))
    WithColor::warning(errs(), "polymem-run")
        << label
        << ": --check-bounds checks nothing: the pipeline has lowered the "
           "accesses to the LLVM dialect; 'polymem-to-cpu{emit=loops}' keeps "
           "them\n";
  if (failed(makeUninterpreted(*copy, label)))
    return failure();
  HostLoweringOptions lowering;
  lowering.checkBounds = options.checkBounds;
  // Not where time is measured.
  lowering.guardStack = options.timedCalls == 0;
  lowering.instrument = options.emulation.observes();
  lowering.countInstructions = options.emulation.counts();
  lowering.machine = options.machine;
  if (!options.multicore.empty())
    lowering.multicore = options.multicore;
  if (onDevice) {
    lowering.chip = options.emulation.machine.chip;
    lowering.features = options.emulation.machine.features;
  }
  if (options.target != Target::Cpu && !isReference && !hasKernels(*copy) &&
      failed(mapToTarget(*copy, label, lowering, contraction)))
    return failure();
  OwningOpRef<ModuleOp> backwards;
  if (options.backwards && !isReference && !hasKernels(*copy) &&
      hasParallelLoops(*copy))
    backwards = copy->clone();
  FailureOr<HostFunction> function = lower(*copy, entry, label, lowering);
  if (failed(function))
    return failure();
  Program program{label.str(), std::move(*function), std::nullopt,
                  std::move(contraction), isReference};
  if (!backwards)
    return program;
  lowering.reverseParallel = true;
  FailureOr<HostFunction> reversed = lower(*backwards, entry, label, lowering);
  if (failed(reversed))
    return failure();
  program.reversed = std::move(*reversed);
  return program;
}

/// Compiles `copy`, which this changes, to machine code.
FailureOr<HostFunction> Compiler::lower(ModuleOp copy, StringRef entry,
                                        StringRef label,
                                        const HostLoweringOptions &lowering) {
  if (failed(lowerToLLVMDialect(copy, lowering)))
    return error(label + ": lowering to LLVM failed");
  auto function = jit.compile(copy, entry);
  if (!function)
    return error(label + ": " + toString(function.takeError()));
  return std::move(*function);
}

/// The originals that `programs` are to be compared with.
FailureOr<std::vector<Program>>
Compiler::compileReferences(StringRef entry, ArrayRef<Program> programs) {
  std::vector<Program> references;
  for (const Program &program : programs) {
    std::optional<StringRef> pipeline;
    if (options.referencePipeline)
      pipeline = *options.referencePipeline;
    else if (!program.contraction.empty())
      pipeline = program.contraction;
    bool known = any_of(references, [&](const Program &reference) {
      return options.referencePipeline ||
             reference.contraction == program.contraction;
    });
    if (known)
      continue;
    FailureOr<Program> reference =
        compile(entry, entry, pipeline, /*isReference=*/true);
    if (failed(reference))
      return failure();
    references.push_back(std::move(*reference));
  }
  return references;
}

FailureOr<std::vector<Program>> Compiler::compileAll(FuncOp entry) {
  std::vector<Program> programs;
  auto add = [&](StringRef name, const Twine &label,
                 std::optional<StringRef> pipeline = {}) -> LogicalResult {
    FailureOr<Program> program =
        compile(name, label.str(), pipeline, /*isReference=*/false);
    if (failed(program))
      return failure();
    programs.push_back(std::move(*program));
    return success();
  };

  StringRef name = entry.getSymName();
  if (options.pipelines.empty() && options.against.empty() &&
      failed(add(name, name)))
    return failure();
  for (auto [i, pipeline] : enumerate(options.pipelines)) {
    std::string label = name.str();
    if (options.pipelines.size() > 1)
      label += " [pipeline " + std::to_string(i + 1) + "]";
    if (failed(add(name, label, pipeline)))
      return failure();
  }
  for (const std::string &other : options.against) {
    if (!module.lookupSymbol<FuncOp>(other))
      return error("--against: no function '" + other + "'");
    if (failed(add(other, name + " against " + other)))
      return failure();
  }
  if (!options.compare)
    return programs;
  FailureOr<std::vector<Program>> references =
      compileReferences(name, programs);
  if (failed(references))
    return failure();
  for (const Program &program : programs)
    if (program.function.type() != references->front().function.type())
      return error(program.label + ": has another type than the original, " +
                   program.function.type() + " and not " +
                   references->front().function.type());
  std::move(programs.begin(), programs.end(), std::back_inserter(*references));
  return references;
}

size_t findReference(ArrayRef<Program> programs, const Program &program) {
  const Program *reference = find_if(programs, [&](const Program &other) {
    return other.isReference && other.contraction == program.contraction;
  });
  // Behind a pipeline that the user has given there is one for all.
  return reference == programs.end() ? 0 : reference - programs.begin();
}

FailureOr<std::vector<Program>> compileAll(const Options &options, HostJit &jit,
                                           ModuleOp module, FuncOp entry) {
  return Compiler(options, jit, module).compileAll(entry);
}

} // namespace polymem::runtime

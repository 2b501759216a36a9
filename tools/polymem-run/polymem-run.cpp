//===- polymem-run.cpp - execute kernels and compare ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs functions of a module on random inputs, optionally transformed by a
// pass pipeline, and compares the results with those of the original. See
// PolyMem/Runtime/Signature.h for the attributes that describe the inputs.
//
//===----------------------------------------------------------------------===//

#include "../ToolRegistration.h"
#include "Emulation.h"
#include "ModulePipeline.h"
#include "PolyMem/Runtime/Runner.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace polymem::runtime;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::MLIRContext;
using mlir::ModuleOp;
using mlir::OwningOpRef;
using mlir::success;
using mlir::func::FuncOp;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("polymem-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<file>"),
                                      cl::init("-"), cl::cat(category));
static cl::list<std::string> entries("entry",
                                     cl::desc("Function to run (repeatable)"),
                                     cl::value_desc("name"), cl::cat(category));
enum class Target { Cpu, Emulate };
static cl::opt<Target> target(
    cl::desc("Where to run:"), cl::init(Target::Cpu),
    cl::values(clEnumValN(Target::Cpu, "cpu",
                          "this machine's CPU (default); GPU kernels run on "
                          "the device emulator"),
               clEnumValN(Target::Emulate, "emulate",
                          "the device emulator: programs without GPU kernels "
                          "are compiled by polymem-to-emulator")),
    cl::cat(category));
static cl::opt<bool>
    compareFlag("compare",
                cl::desc("Compare with the unchanged function: every pipeline "
                         "(and --against) on the same inputs"),
                cl::cat(category));
static cl::list<std::string> pipelines(
    "pipeline",
    cl::desc("Pass pipeline to apply before running, on the module; passes on "
             "functions run on each function (repeatable: each on its own "
             "copy)"),
    cl::value_desc("pipeline"), cl::cat(category));
static cl::opt<std::string> referencePipeline(
    "reference-pipeline",
    cl::desc("With --compare: pass pipeline to apply to the reference, which "
             "is otherwise the function as it is"),
    cl::value_desc("pipeline"), cl::cat(category));
static cl::list<std::string> againstFunctions(
    "against",
    cl::desc("Compare with this function of the file instead of a "
             "transformed copy of the entry (repeatable)"),
    cl::value_desc("name"), cl::cat(category));
static cl::list<std::string> sizesList(
    "sizes",
    cl::desc("Values of the sizes, as in M=17,N=33 (repeatable: one run each)"),
    cl::value_desc("name=value,..."), cl::cat(category));
static cl::list<std::string>
    commonSizes("arg",
                cl::desc("A size that has the same value in all --sizes"),
                cl::value_desc("name=value"), cl::cat(category));
static cl::list<std::string> addParameters(
    "add-params", cl::CommaSeparated,
    cl::desc("Append index arguments with these names to the entries, as "
             "run-time tile sizes for the pipelines"),
    cl::value_desc("name,..."), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random inputs"),
                              cl::init(1), cl::cat(category));
static cl::opt<double> tolerance(
    "tolerance",
    cl::desc("Accept |a-b| <= tolerance * max(1,|a|,|b|) in floating point; "
             "0: compare bits"),
    cl::init(0.0), cl::cat(category));
static cl::opt<bool> checkBounds(
    "check-bounds",
    cl::desc("Check the index of every access of the program at run time"),
    cl::cat(category));
#ifdef POLYMEM_INCLUDE_TESTS
static cl::opt<bool> uninterpreted(
    "uninterpreted",
    cl::desc("Replace floating-point operations by hashes of their operands, "
             "in the original and behind the pipelines: one wrong operand "
             "changes the result, rounding does not"),
    cl::cat(category));
#endif
static cl::opt<bool>
    printValues("print", cl::desc("Print the arguments before and after a run"),
                cl::cat(category));

static cl::list<std::string> emulatorSeeds(
    "emulator-seed",
    cl::desc("Seed of the order of emulated blocks and threads, or a range of "
             "seeds as in 1..8 (repeatable: one run each)"),
    cl::value_desc("N"), cl::cat(category));
using polymem::emulator::AsyncTiming;
static cl::opt<AsyncTiming> asyncTiming(
    "async", cl::desc("When emulated asynchronous copies finish:"),
    cl::init(AsyncTiming::Late),
    cl::values(clEnumValN(AsyncTiming::Late, "late",
                          "when the program waits for them (default)"),
               clEnumValN(AsyncTiming::Early, "early", "at once"),
               clEnumValN(AsyncTiming::Random, "random", "any time between")),
    cl::cat(category));
static cl::opt<bool> checked(
    "checked",
    cl::desc("Check emulated kernels for races, accesses out of bounds or "
             "misaligned, and reads of what nobody wrote (default; slower)"),
    cl::init(true), cl::cat(category));
static cl::opt<unsigned> maxReports(
    "max-reports",
    cl::desc("With --checked: end a launch with this many different reports"),
    cl::init(1), cl::value_desc("N"), cl::cat(category));
static cl::opt<bool>
    countFlag("count",
              cl::desc("Print what emulated kernels did: transfers, bank "
                       "conflicts, barriers, instructions"),
              cl::cat(category));
static cl::opt<std::string>
    countFile("count-json",
              cl::desc("Write the counts of the last emulated run as JSON"),
              cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> machineName(
    "machine", cl::desc("The emulated machine: a built-in name or a JSON file"),
    cl::init("nvidia-h200"), cl::cat(category));

static cl::list<std::string> inputFiles(
    "input",
    cl::desc("Take argument N from a .npy file; sizes that its shape gives "
             "need no --sizes (repeatable)"),
    cl::value_desc("N=file.npy"), cl::cat(category));
static cl::list<std::string> outputFiles(
    "output",
    cl::desc("Write argument N, as the last run has left it, to a .npy file "
             "(repeatable)"),
    cl::value_desc("N=file.npy"), cl::cat(category));

/// The options above, checked by main.
static EmulationSettings emulation;
static InputArrays inputs;
static std::map<unsigned, std::string> outputs;

static LogicalResult error(const Twine &message) {
  WithColor::error(errs(), "polymem-run") << message << "\n";
  return failure();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

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

namespace {
/// Something to run.
struct Program {
  std::string label;
  HostFunction function;
};
} // namespace

static bool hasKernels(ModuleOp module) {
  bool found = false;
  module.walk([&](mlir::Operation *op) {
    found |= isa<mlir::gpu::LaunchOp, mlir::gpu::GPUModuleOp>(op);
  });
  return found || module.lookupSymbol("polymem_emu_launch");
}

/// Compiles function `entry` of `module`, transformed by `pipeline` if there
/// is one; `toKernels`: as kernels, if it has none.
static FailureOr<Program> compile(HostJit &jit, ModuleOp module,
                                  StringRef entry, StringRef label,
                                  std::optional<StringRef> pipeline,
                                  bool toKernels) {
  OwningOpRef<ModuleOp> copy = extract(module, entry);
  if (pipeline)
    if (Error failed = runModulePipeline(*copy, *pipeline))
      return error(toString(std::move(failed)));
#ifdef POLYMEM_INCLUDE_TESTS
  if (uninterpreted) {
    mlir::PassManager pm(copy->getContext());
    pm.addPass(polymem::test::createUninterpretedPass());
    if (failed(pm.run(*copy)))
      return error(label + ": no uninterpreted version");
  }
#endif
  HostLoweringOptions options;
  options.checkBounds = checkBounds;
  options.instrument = emulation.observes();
  options.countInstructions = emulation.counts();
  if (toKernels && !hasKernels(*copy)) {
    auto flag = [](bool value) { return value ? "true" : "false"; };
    std::string kernels =
        std::string("polymem-to-emulator{machine=") + machineName +
        " instrument=" + flag(options.instrument) +
        " count-instructions=" + flag(options.countInstructions) + "}";
    if (Error failed = runModulePipeline(*copy, kernels))
      return error(toString(std::move(failed)));
    if (!hasKernels(*copy))
      return error(label + ": --emulate: no loop was mapped to the GPU");
  }
  if (failed(lowerToLLVMDialect(*copy, options)))
    return error(label + ": lowering to LLVM failed");
  auto function = jit.compile(*copy, entry);
  if (!function)
    return error(label + ": " + toString(function.takeError()));
  return Program{label.str(), std::move(*function)};
}

/// The programs to run for `entry`: the original first where it is wanted.
static FailureOr<std::vector<Program>> compileAll(HostJit &jit, ModuleOp module,
                                                  FuncOp entry) {
  std::vector<Program> programs;
  auto add = [&](StringRef name, const Twine &label,
                 std::optional<StringRef> pipeline = {}) -> LogicalResult {
    bool isReference = compareFlag && programs.empty();
    FailureOr<Program> program =
        compile(jit, module, name, label.str(), pipeline,
                target == Target::Emulate && !isReference);
    if (failed(program))
      return failure();
    if (!programs.empty() &&
        program->function.type() != programs.front().function.type())
      return error(program->label + ": has another type than the original, " +
                   program->function.type() + " and not " +
                   programs.front().function.type());
    programs.push_back(std::move(*program));
    return success();
  };

  StringRef name = entry.getSymName();
  bool nothingElse = pipelines.empty() && againstFunctions.empty();
  std::optional<StringRef> reference;
  if (referencePipeline.getNumOccurrences() != 0)
    reference = referencePipeline;
  if ((compareFlag || nothingElse) && failed(add(name, name, reference)))
    return failure();
  if (compareFlag && nothingElse && failed(add(name, name)))
    return failure();
  for (auto [i, pipeline] : enumerate(pipelines)) {
    std::string label = name.str();
    if (pipelines.size() > 1)
      label += " [pipeline " + std::to_string(i + 1) + "]";
    if (failed(add(name, label, pipeline)))
      return failure();
  }
  for (const std::string &other : againstFunctions) {
    if (!module.lookupSymbol<FuncOp>(other))
      return error("--against: no function '" + other + "'");
    if (failed(add(other, name + " against " + other)))
      return failure();
  }
  return programs;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// " M=17 N=33:", or nothing for a program without sizes.
static std::string toText(const SizeBindings &sizes) {
  std::string text;
  for (auto &[name, value] : sizes)
    text += " " + name + "=" + std::to_string(value);
  return text.empty() ? "" : text + ":";
}

/// Runs one program and reports; `reference` is null if there is nothing to
/// compare with.
static LogicalResult runOne(const Program &program, unsigned run,
                            const Signature &signature,
                            const SizeBindings &sizes, uint64_t emulatorSeed,
                            const Execution *reference) {
  std::string prefix = program.label + ":" + toText(sizes) + " ";
  if (program.function.hasLaunches() && emulation.seeds.size() > 1)
    prefix += "emulator seed " + std::to_string(emulatorSeed) + ": ";
  EmulatedRun emulated(emulation, emulatorSeed);
  auto execution = execute(program.function, signature, sizes, seed, run,
                           emulated.options(), inputs);
  std::string reports = emulated.reports();
  if (!execution) {
    std::string message = toString(execution.takeError());
    outs() << prefix << message << (message.empty() ? "" : "\n") << reports;
    return failure();
  }
  if (!reports.empty()) {
    outs() << prefix << reports;
    return failure();
  }
  if (reference) {
    if (auto difference = compare(*reference, *execution, tolerance)) {
      outs() << prefix << *difference << "\n";
      return failure();
    }
  }
  for (auto &[number, path] : outputs) {
    auto array = execution->arguments.toNpy(signature, number);
    if (!array)
      return error(toString(array.takeError()));
    if (Error failed = writeNpy(path, *array))
      return error(toString(std::move(failed)));
  }
  Arguments before =
      cantFail(Arguments::create(signature, sizes, seed, run, inputs));
  Execution::Extent extent = execution->extent(before);
  outs() << prefix
         << (!reference        ? "ran"
             : tolerance > 0.0 ? "agrees"
                               : "identical")
         << " (" << extent.arrays << " arrays, " << extent.elements
         << " elements, " << extent.changed << " changed)\n";
  if (printValues) {
    before.print(signature, "input", outs());
    execution->print(outs());
  }
  if (program.function.hasLaunches())
    if (Error failed = emulated.printCounts())
      return error(toString(std::move(failed)));
  return success();
}

/// Runs one program, once for each of the emulator's seeds if it has kernels.
static LogicalResult runSeeds(const Program &program, unsigned run,
                              const Signature &signature,
                              const SizeBindings &sizes,
                              const Execution *reference) {
  LogicalResult result = success();
  for (uint64_t emulatorSeed : emulation.seeds) {
    if (failed(runOne(program, run, signature, sizes, emulatorSeed, reference)))
      result = failure();
    if (!program.function.hasLaunches())
      break;
  }
  return result;
}

static LogicalResult runEntry(HostJit &jit, ModuleOp module, StringRef name,
                              ArrayRef<SizeBindings> combinations) {
  auto entry = module.lookupSymbol<FuncOp>(name);
  if (!entry) {
    std::string known;
    for (FuncOp function : module.getOps<FuncOp>())
      known += (known.empty() ? "" : ", ") + function.getSymName().str();
    return error("no function '" + name + "' (there are: " + known + ")");
  }
  if (failed(appendParameters(entry, addParameters)))
    return failure();
  FailureOr<Signature> signature = Signature::get(entry);
  if (failed(signature))
    return failure();
  FailureOr<std::vector<Program>> programs = compileAll(jit, module, entry);
  if (failed(programs))
    return failure();

  if (compareFlag && signature->results.empty() &&
      llvm::none_of(signature->arguments, [](const ArgumentSpec &spec) {
        return spec.isArray && spec.isLiveOut;
      }))
    return error("--compare: '" + name +
                 "' has no result and no array that is live-out: there is "
                 "nothing to compare");

  LogicalResult result = success();
  for (SizeBindings sizes : combinations) {
    if (Error failed = inferSizes(*signature, inputs, sizes))
      return error(toString(std::move(failed)));
    ArrayRef<Program> candidates(*programs);
    std::optional<Execution> reference;
    if (compareFlag) {
      polymem::emulator::Options referenceOptions;
      referenceOptions.limits = emulation.limits();
      auto execution = execute(candidates.front().function, *signature, sizes,
                               seed, /*run=*/0, referenceOptions, inputs);
      if (!execution) {
        outs() << name << " (original):" << toText(sizes) << " "
               << toString(execution.takeError()) << "\n";
        result = failure();
        continue;
      }
      reference.emplace(std::move(*execution));
      candidates = candidates.drop_front();
    }
    for (auto [i, program] : enumerate(candidates))
      if (failed(runSeeds(program, i + 1, *signature, sizes,
                          reference ? &*reference : nullptr)))
        result = failure();
  }
  return result;
}

/// The --sizes, each extended by the --arg values.
static FailureOr<std::vector<SizeBindings>> parseCombinations() {
  auto common = parseSizeBindings(join(commonSizes, ","));
  if (!common)
    return error("in --arg: " + toString(common.takeError()));
  std::vector<SizeBindings> combinations;
  for (const std::string &text : sizesList) {
    auto sizes = parseSizeBindings(text);
    if (!sizes)
      return error("in --sizes: " + toString(sizes.takeError()));
    sizes->insert(common->begin(), common->end());
    combinations.push_back(std::move(*sizes));
  }
  if (combinations.empty())
    combinations.push_back(std::move(*common));
  return combinations;
}

/// Reads the files of --input and the names of --output.
static LogicalResult readArrays() {
  auto split = [](StringRef option, StringRef text, unsigned &number,
                  StringRef &path) -> LogicalResult {
    auto [name, file] = text.split('=');
    name.consume_front("arg");
    if (name.getAsInteger(10, number) || file.empty())
      return error("in --" + option +
                   ": expected N=FILE with N the number of "
                   "an argument, got '" +
                   text + "'");
    path = file;
    return success();
  };
  unsigned number;
  StringRef path;
  for (const std::string &text : inputFiles) {
    if (failed(split("input", text, number, path)))
      return failure();
    auto array = readNpy(path);
    if (!array)
      return error("in --input: " + toString(array.takeError()));
    inputs[number] = std::move(*array);
  }
  for (const std::string &text : outputFiles) {
    if (failed(split("output", text, number, path)))
      return failure();
    outputs[number] = path.str();
  }
  return success();
}

static LogicalResult readEmulationOptions() {
  EmulationOptions options;
  options.machine = machineName;
  options.seeds.assign(emulatorSeeds.begin(), emulatorSeeds.end());
  options.timing = asyncTiming;
  options.checked = checked;
  options.maxReports = maxReports;
  options.count = countFlag;
  options.countFile = countFile;
  auto settings = EmulationSettings::create(options);
  if (!settings)
    return error(toString(settings.takeError()));
  emulation = std::move(*settings);
  return success();
}

static LogicalResult runFile(MLIRContext &context) {
  if (!compareFlag && !againstFunctions.empty())
    return error("--against compares: give --compare as well");
  if (!compareFlag && referencePipeline.getNumOccurrences() != 0)
    return error("--reference-pipeline is for the reference of a comparison: "
                 "give --compare as well");
  if (failed(readEmulationOptions()) || failed(readArrays()))
    return failure();
  FailureOr<std::vector<SizeBindings>> combinations = parseCombinations();
  if (failed(combinations))
    return failure();
  std::string message;
  std::unique_ptr<MemoryBuffer> file = mlir::openInputFile(inputFile, &message);
  if (!file)
    return error(message);
  auto sources = std::make_shared<SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), SMLoc());
  mlir::SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  OwningOpRef<ModuleOp> module =
      mlir::parseSourceFile<ModuleOp>(*sources, &context);
  if (!module)
    return failure();

  std::vector<std::string> names(entries.begin(), entries.end());
  if (names.empty()) {
    auto functions = module->getOps<FuncOp>();
    if (!hasSingleElement(functions))
      return error("the file has several functions; choose with --entry");
    names.push_back((*functions.begin()).getSymName().str());
  }
  auto jit = HostJit::create();
  if (!jit)
    return error(toString(jit.takeError()));
  LogicalResult result = success();
  for (const std::string &name : names)
    if (failed(runEntry(**jit, *module, name, *combinations)))
      result = failure();
  return result;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  polymem::registerToolDialects(registry);
  polymem::registerToolPasses();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PolyMem kernel runner: executes functions on "
                              "random inputs and compares\n");
  MLIRContext context(registry);
  return succeeded(runFile(context)) ? 0 : 1;
}

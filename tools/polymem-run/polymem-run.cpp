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
// PolyMem/Runner/Signature.h for the attributes that describe the inputs.
//
//===----------------------------------------------------------------------===//

#include "../ToolRegistration.h"
#include "Options.h"
#include "PolyMem/Runner/Timing.h"
#include "Programs.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <cmath>

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
using polymem::SizeBindings;

/// " M=17 N=33:", or nothing for a program without sizes.
static std::string toText(const SizeBindings &sizes) {
  std::string text;
  for (auto &[name, value] : sizes)
    text += " " + name + "=" + std::to_string(value);
  return text.empty() ? "" : text + ":";
}

namespace {
/// What all runs share.
struct Session {
  const Options &options;
  HostJit &jit;
  /// Null without --cuda.
  CudaDevice *device;
  /// Only what is wrong is printed.
  bool quiet = false;
};
} // namespace

/// Where `program` has a version whose parallel loops run backwards, compares
/// that, too.
static LogicalResult
runBackwards(const Session &session, const Program &program, unsigned run,
             const Signature &signature, const SizeBindings &sizes,
             const Execution &reference, const std::string &prefix) {
  if (!program.reversed)
    return success();
  const Options &options = session.options;
  polymem::emulator::Options emulatorOptions(options.emulation.limits());
  auto execution = execute(*program.reversed, signature, sizes, options.seed,
                           run, emulatorOptions, options.inputs);
  std::string problem;
  if (!execution)
    problem = toString(execution.takeError());
  else if (auto difference = compare(reference, *execution, options.tolerance))
    problem = *difference;
  if (problem.empty())
    return success();
  outs() << prefix << "parallel loops backwards: " << problem << "\n";
  return failure();
}

/// Runs one program and reports; `reference` is null if there is nothing to
/// compare with.
static LogicalResult runOne(const Session &session, const Program &program,
                            unsigned run, const Signature &signature,
                            const SizeBindings &sizes, uint64_t emulatorSeed,
                            const Execution *reference) {
  const Options &options = session.options;
  std::string prefix = program.label + ":" + toText(sizes) + " ";
  if (program.function.hasLaunches() && options.emulation.seeds.size() > 1)
    prefix += "emulator seed " + std::to_string(emulatorSeed) + ": ";
  EmulatedRun emulated(options.emulation, emulatorSeed);
  PremRuns prem = options.prem;
  PremScope premScope(prem);
  auto execution =
      execute(program.function, signature, sizes, options.seed, run,
              emulated.options(), options.inputs,
              program.function.hasCudaLaunches() ? session.device : nullptr);
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
    if (auto difference = compare(*reference, *execution, options.tolerance)) {
      outs() << prefix << *difference << "\n";
      return failure();
    }
    if (failed(runBackwards(session, program, run, signature, sizes, *reference,
                            prefix)))
      return failure();
  }
  for (auto &[number, path] : options.outputs) {
    auto array = execution->arguments.toNpy(signature, number);
    if (!array)
      return error(toString(array.takeError()));
    if (Error failed = writeNpy(path, *array))
      return error(toString(std::move(failed)));
  }
  if (session.quiet)
    return success();
  Arguments before = cantFail(
      Arguments::create(signature, sizes, options.seed, run, options.inputs));
  Execution::Extent extent = execution->extent(before);
  outs() << prefix
         << (!reference                ? "ran"
             : options.tolerance > 0.0 ? "agrees"
                                       : "identical")
         << " (" << extent.arrays << " arrays, " << extent.elements
         << " elements, " << extent.changed << " changed)\n";
  if (options.print) {
    before.print(signature, "input", outs());
    execution->print(outs());
  }
  for (int64_t cycles : prem.cycles)
    outs() << prefix << cycles << " cycles\n";
  if (program.function.hasLaunches())
    if (Error failed = emulated.printCounts())
      return error(toString(std::move(failed)));
  return success();
}

/// Runs one program, once for each of the emulator's seeds if it has kernels.
static LogicalResult runSeeds(const Session &session, const Program &program,
                              unsigned run, const Signature &signature,
                              const SizeBindings &sizes,
                              const Execution *reference) {
  const Options &options = session.options;
  LogicalResult result = success();
  for (uint64_t emulatorSeed : options.emulation.seeds) {
    if (failed(runOne(session, program, run, signature, sizes, emulatorSeed,
                      reference)))
      result = failure();
    if (!program.function.hasLaunches())
      break;
  }
  return result;
}

/// Times the programs at these sizes. On a GPU the first, a reference that runs
/// elsewhere, is left out.
static LogicalResult timeAll(const Session &session, ArrayRef<Program> programs,
                             const Signature &signature,
                             const SizeBindings &sizes) {
  const Options &options = session.options;
  if (session.device)
    programs = programs.drop_while(
        [](const Program &program) { return program.isReference; });
  std::vector<const HostFunction *> functions;
  for (const Program &program : programs) {
    if (program.function.hasLaunches())
      return error("--time: '" + program.label +
                   "' runs on the emulator, whose "
                   "times say nothing about a device");
    functions.push_back(&program.function);
  }
  auto times = timeCalls(functions, signature, sizes, options.seed,
                         options.timedCalls, options.inputs, session.device);
  if (!times)
    return error("--time: " + toString(times.takeError()));
  double first = times->front().median();
  for (auto [i, program, ofProgram] : enumerate(programs, *times)) {
    outs() << program.label << (program.isReference ? " (original):" : ":")
           << toText(sizes)
           << format(" time %.6g ms, least %.6g ms", 1e3 * ofProgram.median(),
                     1e3 * ofProgram.least())
           << " (" << ofProgram.count() << " calls)";
    if (i != 0)
      outs() << format(", %.3f times the first's", ofProgram.median() / first);
    outs() << "\n";
  }
  return success();
}

/// Runs a reference at `sizes`. Nothing if it fails, which it says unless the
/// session is quiet.
static std::optional<Execution> runReference(const Session &session,
                                             const Program &program,
                                             const Signature &signature,
                                             const SizeBindings &sizes) {
  const Options &options = session.options;
  polymem::emulator::Options emulatorOptions(options.emulation.limits());
  auto execution = execute(program.function, signature, sizes, options.seed,
                           /*run=*/0, emulatorOptions, options.inputs);
  if (execution)
    return std::move(*execution);
  std::string message = toString(execution.takeError());
  if (!session.quiet)
    outs() << signature.name << " (original):" << toText(sizes) << " "
           << message << "\n";
  return std::nullopt;
}

/// Runs all programs at `sizes` and compares them with their references. A
/// quiet session takes sizes at which the original fails for none of the
/// program's.
static LogicalResult runAtSizes(const Session &session,
                                ArrayRef<Program> programs,
                                const Signature &signature,
                                const SizeBindings &sizes) {
  std::vector<Execution> references;
  LogicalResult result = success();
  for (const Program &program : programs) {
    if (program.isReference) {
      auto execution = runReference(session, program, signature, sizes);
      if (!execution)
        return success(session.quiet);
      references.push_back(std::move(*execution));
      continue;
    }
    unsigned run = &program - programs.begin() - references.size() + 1;
    const Execution *reference =
        session.options.compare ? &references[findReference(programs, program)]
                                : nullptr;
    if (failed(runSeeds(session, program, run, signature, sizes, reference)))
      result = failure();
  }
  return result;
}

/// How deep loops are nested inside `op`.
static unsigned loopDepth(mlir::Operation *op) {
  unsigned depth = 0;
  for (mlir::Region &region : op->getRegions())
    for (mlir::Operation &inner : region.getOps())
      depth = std::max(depth, loopDepth(&inner));
  unsigned own = 0;
  if (auto loop = dyn_cast<mlir::LoopLikeOpInterface>(op))
    own = std::max<size_t>(1, loop.getLoopInductionVars()
                                  .value_or(SmallVector<mlir::Value>())
                                  .size());
  return depth + own;
}

/// A sample of large sizes: several times the largest ones that were asked for,
/// where the loops of `entry` are cheap then. Factors keep proportions. None if
/// a size is no extent of an array: what it may be is not known then.
static std::optional<SizeBindings>
largerSizes(const Options &options, const Signature &signature, FuncOp entry) {
  // Iterations of a nest of loops whose bounds are the largest size.
  constexpr double kMostIterations = 1 << 19;
  SizeBindings largest;
  int64_t size = 0;
  for (const SizeBindings &sizes : options.sizes)
    for (auto &[name, value] : sizes)
      largest[name] = std::max(largest[name], value);
  for (auto &[name, value] : largest)
    if (!llvm::is_contained(options.addParameters, name))
      size = std::max(size, value);
  llvm::StringSet<> extents;
  for (const ArgumentSpec &argument : signature.arguments)
    for (const polymem::SizeExpression &extent : argument.shape)
      for (const std::string &name : extent.names())
        extents.insert(name);
  for (auto &[name, value] : largest)
    if (!llvm::is_contained(options.addParameters, name) &&
        !extents.contains(name))
      return std::nullopt;
  unsigned depth = loopDepth(entry);
  for (int64_t factor : {7, 5, 3}) {
    if (size == 0 ||
        std::pow(static_cast<double>(factor * size), depth) > kMostIterations)
      continue;
    for (auto &[name, value] : largest)
      if (!llvm::is_contained(options.addParameters, name))
        value *= factor;
    return largest;
  }
  return std::nullopt;
}

static LogicalResult runEntry(const Session &session, ModuleOp module,
                              StringRef name) {
  const Options &options = session.options;
  auto entry = module.lookupSymbol<FuncOp>(name);
  if (!entry) {
    std::string known;
    for (FuncOp function : module.getOps<FuncOp>())
      known += (known.empty() ? "" : ", ") + function.getSymName().str();
    return error("no function '" + name + "' (there are: " + known + ")");
  }
  if (failed(appendParameters(entry, options.addParameters)))
    return failure();
  FailureOr<Signature> signature = Signature::get(entry);
  if (failed(signature))
    return failure();
  if (options.uninterpreted)
    signature->allowAnyBits(entry);
  FailureOr<std::vector<Program>> programs =
      compileAll(options, session.jit, module, entry);
  if (failed(programs))
    return failure();

  if (options.compare && signature->results.empty() &&
      llvm::none_of(signature->arguments, [](const ArgumentSpec &spec) {
        return spec.isArray && spec.isLiveOut;
      }))
    return error("--compare: '" + name +
                 "' has no result and no array that is live-out: there is "
                 "nothing to compare");

  LogicalResult result = success();
  for (SizeBindings sizes : options.sizes) {
    if (Error failed = inferSizes(*signature, options.inputs, sizes))
      return error(toString(std::move(failed)));
    if (failed(runAtSizes(session, *programs, *signature, sizes)))
      result = failure();
    if (options.timedCalls != 0 && succeeded(result))
      result = timeAll(session, *programs, *signature, sizes);
  }
  // The emulator is slow.
  bool isCheap = llvm::none_of(*programs, [](const Program &program) {
    return program.function.hasLaunches() || program.function.hasCudaLaunches();
  });
  if (options.backwards && options.inputs.empty() && isCheap &&
      succeeded(result))
    if (std::optional<SizeBindings> sizes =
            largerSizes(options, *signature, entry)) {
      Session sample = session;
      sample.quiet = true;
      return runAtSizes(sample, *programs, *signature, *sizes);
    }
  return result;
}

static LogicalResult runFile(const Options &options, MLIRContext &context) {
  std::string message;
  std::unique_ptr<MemoryBuffer> file =
      mlir::openInputFile(options.inputFile, &message);
  if (!file)
    return error(message);
  auto sources = std::make_shared<SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), SMLoc());
  mlir::SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  OwningOpRef<ModuleOp> module =
      mlir::parseSourceFile<ModuleOp>(*sources, &context);
  if (!module)
    return failure();

  std::vector<std::string> names = options.entries;
  if (names.empty()) {
    auto functions = module->getOps<FuncOp>();
    if (!hasSingleElement(functions))
      return error("the file has several functions; choose with --entry");
    names.push_back((*functions.begin()).getSymName().str());
  }
  auto jit = HostJit::create(/*optimize=*/options.timedCalls != 0);
  if (!jit)
    return error(toString(jit.takeError()));
  std::unique_ptr<CudaDevice> device;
  if (options.target == Target::Cuda) {
    CudaStatus status =
        CudaDevice::open(options.cudaLibrary, /*ordinal=*/0, device);
    if (!status)
      status = device->makeCurrent();
    if (status)
      return error("--cuda: " + status.message());
  }
  Session session{options, **jit, device.get()};
  LogicalResult result = success();
  for (const std::string &name : names)
    if (failed(runEntry(session, *module, name)))
      result = failure();
  return result;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  polymem::registerToolDialects(registry);
  polymem::registerToolPasses();
  auto options = parseOptions(argc, argv);
  if (!options) {
    (void)error(toString(options.takeError()));
    return 1;
  }
  MLIRContext context(registry);
  // Messages say what is wrong in a line, and where; a function is many lines.
  context.printOpOnDiagnostic(false);
  return succeeded(runFile(*options, context)) ? 0 : 1;
}

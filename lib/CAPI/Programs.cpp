//===- Programs.cpp - C API: compiled functions and their calls -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polymem-c/Programs.h"
#include "Interrupts.h"
#include "Messages.h"
#include "PolyMem/Dialect/PolyMem/Interruption.h"
#include "PolyMem/Emulator/Checking/Checker.h"
#include "PolyMem/Emulator/Counting/Counters.h"
#include "PolyMem/Emulator/Execution/ObserverList.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Runner/MachineLimits.h"
#include "PolyMem/Runner/PremRuns.h"
#include "Program.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include <sstream>

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;
using runtime::HostFunction;
using runtime::HostJit;

Program::~Program() {
  for (const std::weak_ptr<runtime::CudaDevice> &device : devices)
    if (std::shared_ptr<runtime::CudaDevice> open = device.lock())
      function.unload(*open);
}

void Program::keepLoaded(const std::shared_ptr<runtime::CudaDevice> &device) {
  std::lock_guard<std::mutex> lock(mutex);
  bool known = llvm::any_of(
      devices, [&](const auto &other) { return other.lock() == device; });
  if (!known)
    devices.push_back(device);
}

llvm::Error Program::load() {
  for (Parameter &parameter : parameters)
    parameter.setViews();
  if (!jit) {
    llvm::Expected<std::unique_ptr<HostJit>> made = HostJit::create();
    if (!made)
      return made.takeError();
    jit = std::move(*made);
  }
  llvm::Expected<HostFunction> loaded = jit->load(object);
  if (!loaded)
    return loaded.takeError();
  function = std::move(*loaded);
  return llvm::Error::success();
}

namespace {
/// Counts the errors of a context, which others get as well.
struct ErrorCounter : ScopedDiagnosticHandler {
  explicit ErrorCounter(MLIRContext *context)
      : ScopedDiagnosticHandler(context) {
    setHandler([this](Diagnostic &diagnostic) {
      count += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return failure();
    });
  }
  unsigned count = 0;
};
} // namespace

/// Compiles function `name` of `module` into `program`.
static llvm::Error compile(ModuleOp module, StringRef name, bool checkBounds,
                           bool optimize, Program &program) {
  runtime::HostLoweringOptions lowering;
  lowering.checkBounds = checkBounds;
  if (failed(runtime::lowerToLLVMDialect(module, lowering)))
    return llvm::createStringError("'" + name + "' cannot be lowered to LLVM");
  llvm::Expected<std::unique_ptr<HostJit>> jit = HostJit::create(optimize);
  if (!jit)
    return jit.takeError();
  auto interrupt = getInterrupt(module.getContext());
  InterruptScope scope(interrupt.get());
  llvm::Expected<runtime::HostObject> object =
      (*jit)->compileToObject(module, name);
  if (isInterrupted()) {
    if (!object)
      llvm::consumeError(object.takeError());
    (void)checkInterrupt(module);
    return llvm::createStringError("interrupted");
  }
  if (!object)
    return object.takeError();
  program.object = std::move(*object);
  if (!program.fitsObject())
    return llvm::createStringError(
        "'" + name + "' has other parameters or results behind the pipeline");
  program.jit = std::move(*jit);
  return program.load();
}

PolyMemProgram polymemProgramCreate(MlirModule module, MlirStringRef name,
                                    MlirStringRef pipeline, bool checkBounds,
                                    bool optimize, MlirStringCallback error,
                                    void *userData) {
  auto refuse = [&](const Twine &text) {
    (void)fail(text.str(), error, userData);
    return PolyMemProgram{nullptr};
  };
  StringRef function = unwrap(name);
  OwningOpRef<ModuleOp> copy(unwrap(module).clone());
  auto entry = copy->lookupSymbol<func::FuncOp>(function);
  if (!entry)
    return refuse("no func.func '" + function + "' in the module");
  std::optional<std::vector<Parameter>> parameters = parametersOf(entry);
  std::optional<std::vector<Parameter>> results = resultsOf(entry);
  if (!parameters || !results)
    return refuse(
        "'" + function +
        "' has no body, a result that is not a number, or an argument "
        "that is neither a number nor a ranked memref with strides");
  if (pipeline.length != 0 &&
      mlirLogicalResultIsFailure(polymemRunPipeline(
          mlirModuleGetOperation(wrap(*copy)), pipeline, error, userData)))
    return PolyMemProgram{nullptr};

  auto program = std::make_unique<Program>();
  program->parameters = std::move(*parameters);
  program->results = std::move(*results);
  ErrorCounter diagnostics(copy->getContext());
  if (llvm::Error wrong =
          compile(*copy, function, checkBounds, optimize, *program)) {
    std::string text = llvm::toString(std::move(wrong));
    // What is wrong in the program is said once.
    return diagnostics.count ? PolyMemProgram{nullptr} : refuse(text);
  }
  return {program.release()};
}

void polymemProgramDestroy(PolyMemProgram program) {
  delete programOf(program);
}

bool polymemProgramHasLaunches(PolyMemProgram program) {
  return programOf(program)->function.hasLaunches();
}

bool polymemProgramHasCudaLaunches(PolyMemProgram program) {
  return programOf(program)->function.hasCudaLaunches();
}

/// The memory of `argument`, number `number`, from its first byte to its last.
static emulator::Region regionOf(const PolyMemArgument &argument,
                                 unsigned number) {
  emulator::Region region;
  region.name = "argument " + std::to_string(number);
  region.elementBytes = argument.elementBytes;
  std::optional<Span> span = spanOf(argument);
  region.begin = reinterpret_cast<uintptr_t>(argument.data) +
                 span->first * argument.elementBytes;
  if (!span->isEmpty)
    region.bytes = (span->last - span->first + 1) * argument.elementBytes;
  if (!argument.strides)
    region.extents.assign(argument.extents, argument.extents + argument.rank);
  return region;
}

namespace {
/// The emulator of one call, and what watches it.
struct EmulatedCall {
  explicit EmulatedCall(const emulator::Limits &limits) : options(limits) {}

  emulator::Options options;
  Interrupt interrupt;
  emulator::ObserverList observers;
  std::optional<emulator::Checker> checker;
  std::optional<emulator::Counters> counters;
};
} // namespace

/// Of the GPU of this name, or of the default one where it is empty.
static llvm::Expected<emulator::Limits> limitsOfMachine(StringRef name) {
  llvm::Expected<Machine> machine =
      Machine::lookup(name.empty() ? StringRef(kDefaultMachine) : name);
  if (!machine)
    return machine.takeError();
  if (machine->kind != Machine::Kind::GPU)
    return llvm::createStringError("machine '" + machine->name +
                                   "' is not a GPU");
  return runtime::limitsOf(*machine);
}

/// Fills `call` as `emulation` asks.
static void prepare(const PolyMemEmulation &emulation,
                    ArrayRef<PolyMemArgument> arguments,
                    ArrayRef<Parameter> parameters, EmulatedCall &call) {
  call.options.seed = emulation.seed;
  call.interrupt = interruptOf(emulation.interrupt);
  call.options.interrupt = call.interrupt.get();
  if (emulation.checked)
    call.observers.add(
        call.checker.emplace(emulator::CheckerOptions{call.options.limits}));
  if (emulation.counts)
    call.observers.add(call.counters.emplace(call.options.limits));
  if (call.observers.empty())
    return;
  call.options.observer = &call.observers;
  for (auto [number, argument] : llvm::enumerate(arguments))
    if (parameters[number].isArray)
      call.observers.addRegion(regionOf(argument, number),
                               /*initialised=*/true);
}

MlirLogicalResult polymemProgramCall(PolyMemProgram program,
                                     intptr_t numArguments,
                                     const PolyMemArgument *arguments,
                                     const PolyMemEmulation *emulation,
                                     MlirStringCallback error, void *userData) {
  return polymemProgramCallForResults(program, numArguments, arguments,
                                      /*results=*/nullptr, emulation, error,
                                      userData);
}

MlirLogicalResult
polymemProgramCallForResults(PolyMemProgram program, intptr_t numArguments,
                             const PolyMemArgument *arguments,
                             uint64_t *results,
                             const PolyMemEmulation *emulation,
                             MlirStringCallback error, void *userData) {
  const Program &called = *programOf(program);
  ArrayRef<PolyMemArgument> list(arguments, numArguments);
  std::vector<uint64_t> slots;
  if (std::string wrong = reasonAgainstArguments(called, list); !wrong.empty())
    return fail(wrong, error, userData);
  for (auto [argument, parameter] : llvm::zip(list, called.parameters))
    addSlots(argument, parameter, slots);
  if (called.function.hasCudaLaunches())
    return fail("the program launches kernels in PTX, which takes a device: "
                "see polymemProgramCallCuda",
                error, userData);

  std::optional<EmulatedCall> call;
  if (emulation || called.function.hasLaunches()) {
    llvm::Expected<emulator::Limits> limits =
        limitsOfMachine(emulation ? unwrap(emulation->machine) : StringRef());
    if (!limits)
      return fail(llvm::toString(limits.takeError()), error, userData);
    call.emplace(*limits);
  }
  if (emulation)
    prepare(*emulation, list, called.parameters, *call);
  std::vector<char> buffer(called.function.resultSize());
  llvm::Error failed = called.function.call(
      slots, buffer.data(), /*heap=*/nullptr, call ? &call->options : nullptr);
  bool wrong = static_cast<bool>(failed);
  // Empty where an observer has stopped the call.
  std::string message = llvm::toString(std::move(failed));
  if (wrong && call && call->interrupt && call->interrupt->load())
    return fail("interrupted", error, userData);
  if (call && call->checker)
    for (const emulator::Report &report : call->checker->reports()) {
      wrong = true;
      message += report.text();
    }
  if (wrong)
    return fail(message, error, userData);
  called.getResults(buffer, results);
  if (emulation && call->counters) {
    std::ostringstream json;
    call->counters->writeJson(json);
    give(json.str(), emulation->counts, emulation->countsUserData);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult polymemProgramCallPrem(PolyMemProgram program,
                                         intptr_t numArguments,
                                         const PolyMemArgument *arguments,
                                         const PolyMemPremRun *run,
                                         MlirStringCallback error,
                                         void *userData) {
  runtime::PremRuns runs;
  std::string timeline, picture;
  if (run) {
    runs.seed = run->seed;
    runs.json = run->timeline ? &timeline : nullptr;
    runs.picture = run->picture ? &picture : nullptr;
  }
  MlirLogicalResult result = mlirLogicalResultFailure();
  {
    runtime::PremScope scope(runs);
    result = polymemProgramCall(program, numArguments, arguments,
                                /*emulation=*/nullptr, error, userData);
  }
  if (mlirLogicalResultIsFailure(result))
    return result;
  if (run && !timeline.empty())
    give(timeline, run->timeline, run->userData);
  if (run && !picture.empty())
    give(picture, run->picture, run->userData);
  return result;
}

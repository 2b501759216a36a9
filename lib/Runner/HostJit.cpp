//===- HostJit.cpp - compile a function for this machine and call it ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/HostJit.h"
#include "DeviceArrays.h"
#include "HostCall.h"
#include "PolyMem/Conversion/PremLaunch.h"
#include "PolyMem/Runtime/Async/HostThreads.h"
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdlib>
#include <optional>

using namespace llvm;

namespace polymem::runtime {

//===----------------------------------------------------------------------===//
// What the program under test links against
//===----------------------------------------------------------------------===//

CallState *&currentCall() {
  static thread_local CallState *call = nullptr;
  return call;
}

void abandonCall() { std::longjmp(currentCall()->onFailure, 1); }

/// Larger local arrays are a mistake, as of a size that is negative.
static constexpr size_t kMaxLocalBytes = size_t(1) << 32;

static void *hostMalloc(size_t size) {
  if (size > kMaxLocalBytes) {
    currentCall()->message =
        "allocates a local array of " + std::to_string(size) + " bytes";
    abandonCall();
  }
  GuardedHeap *heap = currentCall()->heap;
  return heap ? heap->allocate(size) : std::malloc(size);
}

static void hostFree(void *pointer) {
  // Other threads free what is their own only.
  CallState *call = currentCall();
  GuardedHeap *heap = call ? call->heap : nullptr;
  heap ? heap->release(pointer) : std::free(pointer);
}

/// `cf.assert` prints its message with `puts` and calls `abort`.
static int hostPuts(const char *message) {
  currentCall()->message = message;
  return 0;
}

[[noreturn]] static void hostAbort() { abandonCall(); }

/// The run-time's own function ends the process after an error.
static void hostLaunch(const emulator::Kernel *kernel, int64_t gridX,
                       int64_t gridY, int64_t gridZ, int64_t blockX,
                       int64_t blockY, int64_t blockZ, int64_t dynamicBytes,
                       void **arguments) {
  emulator::Emulator *emulator = emulator::Emulator::current();
  if (emulator &&
      emulator->launch(*kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                       dynamicBytes, arguments))
    return;
  currentCall()->message =
      emulator ? emulator->error() : "the call is given no emulator";
  currentCall()->launchFailed = true;
  abandonCall();
}

/// Calls `define(name, address)` for all that compiled functions may call; of
/// the same name the last counts.
static void defineSymbols(function_ref<void(StringRef, void *)> define) {
  for (const emulator::Symbol *symbol = emulator::runtimeSymbols();
       symbol->name; ++symbol)
    define(symbol->name, symbol->address);
  define("malloc", reinterpret_cast<void *>(&hostMalloc));
  define("free", reinterpret_cast<void *>(&hostFree));
  define("puts", reinterpret_cast<void *>(&hostPuts));
  define("abort", reinterpret_cast<void *>(&hostAbort));
  define("memrefCopy", reinterpret_cast<void *>(&::memrefCopy));
  define(kLaunchName, reinterpret_cast<void *>(&hostLaunch));
  defineCudaSymbols(define);
  definePremSymbols(define);
  defineThreadSymbols(define);
}

static orc::SymbolMap hostSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  defineSymbols([&](StringRef name, void *address) {
    symbols[jit.mangleAndIntern(name)] = orc::ExecutorSymbolDef(
        orc::ExecutorAddr::fromPtr(static_cast<char *>(address)),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable);
  });
  return symbols;
}

Error HostFunction::call(ArrayRef<uint64_t> slots, void *result,
                         GuardedHeap *heap, const emulator::Options *options,
                         const CudaCall &cuda) const {
  CudaDevice *device = cuda.device;
  assert(slots.size() == info.numSlots && "one slot per lowered parameter");
  if (info.cudaLaunches && !device)
    return createStringError("the program launches kernels in PTX, and there "
                             "is no device: see --cuda");
  std::optional<emulator::Emulator> emulator;
  std::optional<emulator::Emulator::Scope> scope;
  if (options)
    scope.emplace(emulator.emplace(*options));
  CallState state;
  state.heap = heap;
  state.device = device;
  state.deviceArrays = cuda.arrays;
  std::optional<HostAccessTrap> trap;
  if (device)
    trap.emplace();
  CudaBinding binding{device, &onCudaError, /*data=*/nullptr, cuda.stream,
                      cuda.isRecording};
  currentBinding() = device ? &binding : nullptr;
  currentCall() = &state;
  bool failed = setjmp(state.onFailure) != 0;
  if (!failed)
    entry(slots.data(), result);
  finishThreads();
  currentCall() = nullptr;
  currentBinding() = nullptr;
  if (failed && device)
    device->unregisterAll();
  if (failed)
    return createStringError(state.message.empty() && !state.launchFailed
                                 ? "the program aborted"
                                 : state.message);
  if (std::string kernel = emulator ? emulator->unfinished() : "";
      !kernel.empty())
    return createStringError("the function returns without waiting for the "
                             "asynchronous launch of kernel " +
                             kernel);
  if (!device || !cuda.waits)
    return Error::success();
  return toError(cuda.stream ? device->synchronise(cuda.stream)
                             : device->synchronise());
}

void HostFunction::unload(CudaDevice &device) const {
  if (!destructors)
    return;
  // They only forget images, which does not fail.
  CudaBinding binding{&device};
  currentBinding() = &binding;
  destructors();
  currentBinding() = nullptr;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

HostJit::HostJit(std::unique_ptr<orc::LLJIT> jit,
                 std::unique_ptr<TargetMachine> target, bool optimize)
    : jit(std::move(jit)), target(std::move(target)), optimize(optimize) {}
HostJit::~HostJit() = default;

Expected<orc::JITTargetMachineBuilder> HostJit::hostBuilder() {
  // Once: threads may be here at the same time.
  [[maybe_unused]] static const bool known =
      !InitializeNativeTarget() && !InitializeNativeTargetAsmPrinter();
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder;
  // As LLJIT links it.
  builder->setRelocationModel(Reloc::PIC_);
  builder->setCodeModel(CodeModel::Small);
  return builder;
}

Expected<HostTarget> HostTarget::detect() {
  auto builder = HostJit::hostBuilder();
  if (!builder)
    return builder.takeError();
  HostTarget target;
  target.triple = builder->getTargetTriple().str();
  target.cpu = builder->getCPU();
  std::vector<std::string> features = builder->getFeatures().getFeatures();
  llvm::sort(features);
  target.features = llvm::join(features, ",");
  std::string names;
  defineSymbols([&](StringRef name, void *) { names += (name + "\n").str(); });
  for (size_t bytes :
       {sizeof(emulator::Kernel), sizeof(emulator::SiteEntry),
        sizeof(emulator::BufferEntry), sizeof(emulator::GlobalEntry),
        sizeof(emulator::Thread), sizeof(prem::PremArray)})
    names += std::to_string(bytes) + "\n";
  target.runtime = utohexstr(xxh3_64bits(names));
  return target;
}

Expected<std::unique_ptr<HostJit>> HostJit::create(bool optimize) {
  auto builder = hostBuilder();
  if (!builder)
    return builder.takeError();
  // Most programs run once on small inputs: compile time is what counts.
  builder->setCodeGenOptLevel(optimize ? CodeGenOptLevel::Default
                                       : CodeGenOptLevel::None);
  auto target = builder->createTargetMachine();
  if (!target)
    return target.takeError();
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*builder))
                 .create();
  if (!jit)
    return jit.takeError();
  return std::unique_ptr<HostJit>(
      new HostJit(std::move(*jit), std::move(*target), optimize));
}

Expected<HostFunction> HostJit::load(const HostObject &object) {
  auto library = jit->createJITDylib("program" + std::to_string(numModules++));
  if (!library)
    return library.takeError();
  if (Error error = library->define(orc::absoluteSymbols(hostSymbols(*jit))))
    return std::move(error);
  if (Error error = jit->addObjectFile(
          *library, MemoryBuffer::getMemBufferCopy(object.code, "program")))
    return std::move(error);
  HostFunction function;
  function.info = object.info;
  auto find = [&](StringRef name, auto &found) -> Error {
    auto address = jit->lookup(*library, name);
    if (!address)
      return address.takeError();
    found = address->toPtr<std::decay_t<decltype(found)>>();
    return Error::success();
  };
  if (Error error = find(kCallerName, function.entry))
    return std::move(error);
  if (!object.info.cudaLaunches)
    return function;
  // Upstream's code for kernels begins with constructors that load them.
  void (*constructors)() = nullptr;
  if (Error error = find(kConstructorsName, constructors))
    return std::move(error);
  if (Error error = find(kDestructorsName, function.destructors))
    return std::move(error);
  constructors();
  return function;
}

Expected<HostFunction> HostJit::compile(mlir::ModuleOp module, StringRef name) {
  auto object = compileToObject(module, name);
  if (!object)
    return object.takeError();
  return load(*object);
}

} // namespace polymem::runtime

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
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdlib>
#include <optional>

using namespace llvm;

namespace polymem::runtime {

/// Name of the generated caller that unpacks the slots.
static constexpr char kCallerName[] = "__polymem_call";
/// What a launch calls, on the emulator and on a CUDA device.
static constexpr char kLaunchName[] = "polymem_emu_launch";
static constexpr char kCudaLaunchName[] = "mgpuLaunchKernel";

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
  GuardedHeap *heap = currentCall()->heap;
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
  emulator::Emulator &emulator = emulator::Emulator::current();
  if (emulator.launch(*kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                      dynamicBytes, arguments))
    return;
  currentCall()->message = emulator.error();
  currentCall()->launchFailed = true;
  abandonCall();
}

static orc::SymbolMap hostSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto define = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = orc::ExecutorSymbolDef(
        orc::ExecutorAddr::fromPtr(function),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable);
  };
  for (const emulator::Symbol *symbol = emulator::runtimeSymbols();
       symbol->name; ++symbol)
    define(symbol->name, static_cast<char *>(symbol->address));
  define("malloc", &hostMalloc);
  define("free", &hostFree);
  define("puts", &hostPuts);
  define("abort", &hostAbort);
  define("memrefCopy", &::memrefCopy);
  define(kLaunchName, &hostLaunch);
  defineCudaSymbols([&](StringRef name, void *address) {
    define(name, static_cast<char *>(address));
  });
  return symbols;
}

Error HostFunction::call(ArrayRef<uint64_t> slots, void *result,
                         GuardedHeap *heap, const emulator::Options &options,
                         CudaDevice *device) const {
  assert(slots.size() == numSlots && "one slot per lowered parameter");
  if (cudaLaunches && !device)
    return createStringError("the program launches kernels in PTX, and there "
                             "is no device: see --cuda");
  emulator::Emulator emulator(options);
  emulator::Emulator::Scope scope(emulator);
  CallState state;
  state.heap = heap;
  state.device = device;
  std::optional<HostAccessTrap> trap;
  if (device)
    trap.emplace();
  CudaBinding binding{device, &onCudaError, /*data=*/nullptr};
  currentBinding() = device ? &binding : nullptr;
  currentCall() = &state;
  bool failed = setjmp(state.onFailure) != 0;
  if (!failed)
    entry(slots.data(), result);
  currentCall() = nullptr;
  currentBinding() = nullptr;
  if (failed && device)
    device->unregisterAll();
  if (failed)
    return createStringError(state.message.empty() && !state.launchFailed
                                 ? "the program aborted"
                                 : state.message);
  if (std::string kernel = emulator.unfinished(); !kernel.empty())
    return createStringError("the function returns without waiting for the "
                             "asynchronous launch of kernel " +
                             kernel);
  return device ? toError(device->synchronise()) : Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

HostJit::HostJit(std::unique_ptr<orc::LLJIT> jit,
                 std::unique_ptr<TargetMachine> optimizer)
    : jit(std::move(jit)), optimizer(std::move(optimizer)) {}
HostJit::~HostJit() = default;

/// What `opt -O3` does for this machine.
static void runOptimizations(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
      .run(module, modules);
}

Expected<std::unique_ptr<HostJit>> HostJit::create(bool optimize) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  // Most programs run once on small inputs: compile time is what counts.
  target->setCodeGenOptLevel(optimize ? CodeGenOptLevel::Default
                                      : CodeGenOptLevel::None);
  std::unique_ptr<TargetMachine> optimizer;
  if (optimize) {
    auto machine = target->createTargetMachine();
    if (!machine)
      return machine.takeError();
    optimizer = std::move(*machine);
  }
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  return std::unique_ptr<HostJit>(
      new HostJit(std::move(*jit), std::move(optimizer)));
}

/// Adds `void name(ptr slots, ptr result)`, which loads the parameters of
/// `callee` from 8-byte slots and stores what it returns.
static void addCaller(Function &callee, const Twine &name) {
  LLVMContext &context = callee.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer},
                                 /*isVarArg=*/false);
  auto *caller = Function::Create(type, GlobalValue::ExternalLinkage, name,
                                  callee.getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "entry", caller));
  SmallVector<Value *> arguments;
  for (auto [i, argument] : enumerate(callee.args())) {
    Value *slot =
        builder.CreateConstGEP1_64(builder.getInt64Ty(), caller->getArg(0), i);
    arguments.push_back(builder.CreateLoad(argument.getType(), slot));
  }
  Value *result = builder.CreateCall(&callee, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, caller->getArg(1));
  builder.CreateRetVoid();
}

/// Moves stack memory of constant size to the beginning of its function. The
/// translation of launches takes memory for their parameters where they are,
/// and in a loop that piles up.
static void hoistAllocas(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    BasicBlock &entry = function.getEntryBlock();
    for (BasicBlock &block : drop_begin(function))
      for (Instruction &instruction : make_early_inc_range(block))
        if (auto *memory = dyn_cast<AllocaInst>(&instruction);
            memory && memory->getAllocationSize(module.getDataLayout()))
          memory->moveBefore(entry, entry.getFirstInsertionPt());
  }
}

Expected<HostFunction> HostJit::compile(mlir::ModuleOp module, StringRef name) {
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, *context);
  if (!llvmModule)
    return createStringError("translation to LLVM IR failed");
  llvmModule->setDataLayout(jit->getDataLayout());
  llvmModule->setTargetTriple(jit->getTargetTriple());
  Function *callee = llvmModule->getFunction(name);
  if (!callee || callee->isDeclaration())
    return createStringError("the lowered module has no function '" + name +
                             "'");

  HostFunction function;
  raw_string_ostream(function.llvmType) << *callee->getFunctionType();
  function.numSlots = callee->arg_size();
  const DataLayout &layout = llvmModule->getDataLayout();
  Type *resultType = callee->getReturnType();
  if (auto *structType = dyn_cast<StructType>(resultType)) {
    const StructLayout *fields = layout.getStructLayout(structType);
    for (unsigned i = 0; i < structType->getNumElements(); ++i)
      function.offsets.push_back(fields->getElementOffset(i));
  } else if (!resultType->isVoidTy()) {
    function.offsets.push_back(0);
  }
  if (!resultType->isVoidTy())
    function.resultBytes = layout.getTypeAllocSize(resultType);
  addCaller(*callee, kCallerName);
  function.launches = llvmModule->getFunction(kLaunchName) != nullptr;
  function.cudaLaunches = llvmModule->getFunction(kCudaLaunchName) != nullptr;

  if (function.cudaLaunches)
    hoistAllocas(*llvmModule);
  if (optimizer)
    runOptimizations(*llvmModule, *optimizer);

  auto library = jit->createJITDylib("program" + std::to_string(numModules++));
  if (!library)
    return library.takeError();
  if (Error error = library->define(orc::absoluteSymbols(hostSymbols(*jit))))
    return std::move(error);
  if (Error error = jit->addIRModule(
          *library,
          orc::ThreadSafeModule(std::move(llvmModule), std::move(context))))
    return std::move(error);
  // Upstream's code for kernels begins with constructors that load them.
  if (function.cudaLaunches)
    if (Error error = jit->initialize(*library))
      return std::move(error);
  auto address = jit->lookup(*library, kCallerName);
  if (!address)
    return address.takeError();
  function.entry = address->toPtr<HostFunction::Entry>();
  return function;
}

} // namespace polymem::runtime

//===- HostJit.cpp - compile a function for this machine and call it ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/HostJit.h"
#include "PolyMem/Runtime/LaunchEmulator.h"
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include <csetjmp>

using namespace llvm;

namespace polymem::runtime {

/// Name of the generated caller that unpacks the slots.
static constexpr char kCallerName[] = "__polymem_call";

//===----------------------------------------------------------------------===//
// What the program under test links against
//===----------------------------------------------------------------------===//

namespace {
/// State of the call in progress on this thread.
struct CallState {
  GuardedHeap *heap = nullptr;
  LaunchEmulator *emulator = nullptr;
  std::string message;
  std::jmp_buf onFailure;
};
} // namespace

static thread_local CallState *currentCall = nullptr;

static void *hostMalloc(size_t size) {
  return currentCall->heap->allocate(size);
}

static void hostFree(void *pointer) { currentCall->heap->release(pointer); }

/// `cf.assert` prints its message with `puts` and calls `abort`.
static int hostPuts(const char *message) {
  currentCall->message = message;
  return 0;
}

[[noreturn]] static void hostAbort() {
  if (currentCall->emulator->isInsideThread())
    currentCall->emulator->fail(currentCall->message);
  // Only frames of generated code lie between here and HostFunction::call.
  std::longjmp(currentCall->onFailure, 1);
}

static void hostEmulate(LaunchEmulator::ThreadFunction function,
                        const uint64_t *slots, int64_t numSlots, int64_t gridX,
                        int64_t gridY, int64_t gridZ, int64_t blockX,
                        int64_t blockY, int64_t blockZ, int64_t sharedBytes) {
  LaunchEmulator &emulator = *currentCall->emulator;
  if (emulator.run(function, ArrayRef(slots, numSlots), {gridX, gridY, gridZ},
                   {blockX, blockY, blockZ}, sharedBytes))
    return;
  currentCall->message = emulator.error();
  hostAbort();
}

static void hostBarrier(int64_t id) { currentCall->emulator->barrier(id); }

static void hostAccess(uint64_t address, uint64_t bytes, uint64_t isWrite) {
  currentCall->emulator->access(address, bytes, isWrite != 0);
}

static orc::SymbolMap hostSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto define = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = orc::ExecutorSymbolDef(
        orc::ExecutorAddr::fromPtr(function),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable);
  };
  define("malloc", &hostMalloc);
  define("free", &hostFree);
  define("puts", &hostPuts);
  define("abort", &hostAbort);
  define("memrefCopy", &::memrefCopy);
  define(kEmulateName, &hostEmulate);
  define(kBarrierName, &hostBarrier);
  define(kAccessName, &hostAccess);
  return symbols;
}

Error HostFunction::call(ArrayRef<uint64_t> slots, void *result,
                         GuardedHeap &heap, uint32_t poison) const {
  assert(slots.size() == numSlots && "one slot per lowered parameter");
  LaunchEmulator emulator(poison);
  CallState state;
  state.heap = &heap;
  state.emulator = &emulator;
  currentCall = &state;
  bool failed = setjmp(state.onFailure) != 0;
  if (!failed)
    entry(slots.data(), result);
  currentCall = nullptr;
  if (failed)
    return createStringError(state.message.empty() ? "the program aborted"
                                                   : state.message);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

HostJit::HostJit(std::unique_ptr<orc::LLJIT> jit) : jit(std::move(jit)) {}
HostJit::~HostJit() = default;

Expected<std::unique_ptr<HostJit>> HostJit::create() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  // Programs run once on small inputs: compile time is what counts.
  target->setCodeGenOptLevel(CodeGenOptLevel::None);
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  return std::unique_ptr<HostJit>(new HostJit(std::move(*jit)));
}

/// Adds `void name(ptr slots, ptr result)`, which loads the parameters of
/// `callee` from 8-byte slots and stores what it returns.
static Function *addCaller(Function &callee, const Twine &name) {
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
  return caller;
}

/// Reports every access to memory to the emulator, before it happens.
static void recordAccesses(Function &thread) {
  Module &module = *thread.getParent();
  IRBuilder<> builder(module.getContext());
  Type *i64 = builder.getInt64Ty();
  FunctionCallee record = module.getOrInsertFunction(
      kAccessName, builder.getVoidTy(), builder.getPtrTy(), i64, i64);
  SmallVector<Instruction *> accesses;
  for (Instruction &instruction : instructions(thread))
    if (isa<LoadInst, StoreInst>(instruction))
      accesses.push_back(&instruction);
  for (Instruction *access : accesses) {
    const Value *pointer = getLoadStorePointerOperand(access);
    uint64_t bytes =
        module.getDataLayout().getTypeStoreSize(getLoadStoreType(access));
    builder.SetInsertPoint(access);
    builder.CreateCall(record, {const_cast<Value *>(pointer),
                                ConstantInt::get(i64, bytes),
                                ConstantInt::get(i64, isa<StoreInst>(access))});
  }
}

/// Gives `launch` (see LaunchEmulator.h) its body: the captured values go into
/// slots, and the emulator calls the threads.
static void defineLaunch(Function &launch) {
  Module &module = *launch.getParent();
  StringRef number = launch.getName().drop_front(strlen(kLaunchPrefix));
  Function *thread = module.getFunction((kThreadPrefix + number).str());
  recordAccesses(*thread);
  Function *caller = addCaller(*thread, "__polymem_call_thread_" + number);
  IRBuilder<> builder(
      BasicBlock::Create(module.getContext(), "entry", &launch));
  Type *i64 = builder.getInt64Ty();
  Value *count = builder.getInt64(thread->arg_size());
  Value *slots = builder.CreateAlloca(i64, count);
  // Grid, block, bytes; then the captured values.
  constexpr unsigned kNumShape = 7;
  SmallVector<Value *> arguments{caller, slots, count};
  for (auto [i, argument] : enumerate(launch.args())) {
    if (i < kNumShape)
      arguments.push_back(&argument);
    else
      builder.CreateStore(&argument,
                          builder.CreateConstGEP1_64(
                              i64, slots, kNumThreadSlots + i - kNumShape));
  }
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee emulate = module.getOrInsertFunction(
      kEmulateName, FunctionType::get(builder.getVoidTy(), types, false));
  builder.CreateCall(emulate, arguments);
  builder.CreateRetVoid();
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
  for (Function &candidate : make_early_inc_range(*llvmModule))
    if (candidate.getName().starts_with(kLaunchPrefix))
      defineLaunch(candidate);

  auto library = jit->createJITDylib("program" + std::to_string(numModules++));
  if (!library)
    return library.takeError();
  if (Error error = library->define(orc::absoluteSymbols(hostSymbols(*jit))))
    return std::move(error);
  if (Error error = jit->addIRModule(
          *library,
          orc::ThreadSafeModule(std::move(llvmModule), std::move(context))))
    return std::move(error);
  auto address = jit->lookup(*library, kCallerName);
  if (!address)
    return address.takeError();
  function.entry = address->toPtr<HostFunction::Entry>();
  return function;
}

} // namespace polymem::runtime

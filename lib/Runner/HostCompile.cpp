//===- HostCompile.cpp - machine code of a function -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCall.h"
#include "PolyMem/Runner/HostJit.h"
#include "PolyMem/Support/Interrupt.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace llvm;

namespace polymem::runtime {

/// What `opt -O3`, or with `level` O0 `opt -O0`, does for this machine.
static void runPasses(Module &module, TargetMachine &machine,
                      OptimizationLevel level) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef, const Any &) { return !isInterrupted(); });
  PassBuilder builder(&machine, PipelineTuningOptions(), std::nullopt,
                      &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes = level == OptimizationLevel::O0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

/// What other threads execute are coroutines, which passes split.
static bool hasCoroutines(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isPresplitCoroutine();
  });
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

/// Adds function `name`, which calls those of the list `variable`
/// (llvm.global_ctors or _dtors) by their priorities, in place of the list.
static void addCallerOf(StringRef variable, const Twine &name, Module &module) {
  LLVMContext &context = module.getContext();
  auto *all = Function::Create(
      FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, name, module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", all));
  GlobalVariable *list = module.getNamedGlobal(variable);
  std::multimap<unsigned, Function *> functions;
  for (orc::CtorDtorIterator::Element element :
       make_range(orc::CtorDtorIterator(list, /*End=*/false),
                  orc::CtorDtorIterator(list, /*End=*/true)))
    if (element.Func)
      functions.insert({element.Priority, element.Func});
  for (auto [priority, function] : functions)
    builder.CreateCall(function->getFunctionType(), function);
  builder.CreateRetVoid();
  if (list)
    list->eraseFromParent();
}

/// What is known of `callee` before it is compiled.
static HostFunctionInfo infoOf(const Function &callee) {
  const Module &module = *callee.getParent();
  HostFunctionInfo info;
  raw_string_ostream(info.type) << *callee.getFunctionType();
  info.numSlots = callee.arg_size();
  const DataLayout &layout = module.getDataLayout();
  Type *resultType = callee.getReturnType();
  if (auto *structType = dyn_cast<StructType>(resultType)) {
    const StructLayout *fields = layout.getStructLayout(structType);
    for (unsigned i = 0; i < structType->getNumElements(); ++i)
      info.resultOffsets.push_back(fields->getElementOffset(i));
  } else if (!resultType->isVoidTy()) {
    info.resultOffsets.push_back(0);
  }
  if (!resultType->isVoidTy())
    info.resultBytes = layout.getTypeAllocSize(resultType);
  info.launches = module.getFunction(kLaunchName) != nullptr;
  info.cudaLaunches = module.getFunction(kCudaLaunchName) != nullptr;
  return info;
}

Expected<HostObject> HostJit::compileToObject(mlir::ModuleOp module,
                                              StringRef name) {
  LLVMContext context;
  std::unique_ptr<Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return createStringError("translation to LLVM IR failed");
  llvmModule->setDataLayout(jit->getDataLayout());
  llvmModule->setTargetTriple(jit->getTargetTriple());
  Function *callee = llvmModule->getFunction(name);
  if (!callee || callee->isDeclaration())
    return createStringError("the lowered module has no function '" + name +
                             "'");

  HostObject object;
  object.info = infoOf(*callee);
  addCaller(*callee, kCallerName);
  if (object.info.cudaLaunches) {
    hoistAllocas(*llvmModule);
    addCallerOf("llvm.global_ctors", kConstructorsName, *llvmModule);
    addCallerOf("llvm.global_dtors", kDestructorsName, *llvmModule);
  }
  if (optimize || hasCoroutines(*llvmModule))
    runPasses(*llvmModule, *target,
              optimize ? OptimizationLevel::O3 : OptimizationLevel::O0);
  if (isInterrupted())
    return createStringError("interrupted");
  auto code = orc::SimpleCompiler(*target)(*llvmModule);
  if (!code)
    return code.takeError();
  object.code = (*code)->getBuffer().str();
  return object;
}

} // namespace polymem::runtime

//===- Kernels.cpp - kernels become functions of the host -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Emulator/Execution/Interface.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstddef>

using namespace mlir;

namespace polymem::gputoemulator {

LLVM::CallOp Calls::create(OpBuilder &builder, Location loc, StringRef name,
                           Type result, ValueRange arguments) {
  MLIRContext *context = builder.getContext();
  if (!result)
    result = LLVM::LLVMVoidType::get(context);
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    // The arguments' address spaces are going to be removed.
    SmallVector<Type> types;
    for (Type type : arguments.getTypes())
      types.push_back(isa<LLVM::LLVMPointerType>(type)
                          ? LLVM::LLVMPointerType::get(context)
                          : type);
    LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                             LLVM::LLVMFunctionType::get(result, types));
  }
  return LLVM::CallOp::create(
      builder, loc,
      isa<LLVM::LLVMVoidType>(result) ? TypeRange() : TypeRange(result), name,
      arguments);
}

KernelConverter::KernelConverter(gpu::GPUModuleOp gpuModule,
                                 KernelOptions options, SymbolTable &symbols,
                                 Tables &tables, Calls &calls)
    : gpuModule(gpuModule), options(options), symbols(symbols), tables(tables),
      calls(calls), layout(gpuModule), builder(gpuModule.getContext()) {}

Value KernelConverter::constant32(int64_t value) {
  return LLVM::ConstantOp::create(builder, function.getLoc(),
                                  builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value KernelConverter::constant64(int64_t value) {
  return LLVM::ConstantOp::create(builder, function.getLoc(),
                                  builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value KernelConverter::site(Operation *op, StringRef operation, Value pointer) {
  return constant32(addSite(op, operation, pointer));
}

int64_t KernelConverter::addSite(Operation *op, StringRef operation,
                                 Value pointer) {
  auto known = allocaSites.find(rootOf(pointer));
  return tables.addSite(op->getLoc(), operation, bufferBehind(pointer),
                        known == allocaSites.end() ? -1 : known->second);
}

Value KernelConverter::scratch(Operation *op, Type type, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  return LLVM::AllocaOp::create(
      builder, op->getLoc(), LLVM::LLVMPointerType::get(builder.getContext()),
      type, constant32(count));
}

Value KernelConverter::call(Operation *op, StringRef name, Type result,
                            ValueRange arguments) {
  LLVM::CallOp call =
      calls.create(builder, op->getLoc(), name, result, arguments);
  return result ? call.getResult() : Value();
}

Value KernelConverter::element(Operation *op, Value base, int64_t bytes) {
  return LLVM::GEPOp::create(builder, op->getLoc(), base.getType(),
                             builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>(bytes));
}

//===----------------------------------------------------------------------===//
// Registers, memory, calls
//===----------------------------------------------------------------------===//

/// Where a special register lies in emulator::Thread; nothing for other
/// operations.
static std::optional<size_t> registerOffset(Operation *op) {
  using emulator::Thread;
  constexpr size_t kTid = offsetof(Thread, threadId);
  constexpr size_t kNtid = offsetof(Thread, blockDim);
  constexpr size_t kCtaid = offsetof(Thread, blockId);
  constexpr size_t kNctaid = offsetof(Thread, gridDim);
  return llvm::TypeSwitch<Operation *, std::optional<size_t>>(op)
      .Case<NVVM::ThreadIdXOp>([=](auto) { return kTid; })
      .Case<NVVM::ThreadIdYOp>([=](auto) { return kTid + 4; })
      .Case<NVVM::ThreadIdZOp>([=](auto) { return kTid + 8; })
      .Case<NVVM::BlockDimXOp>([=](auto) { return kNtid; })
      .Case<NVVM::BlockDimYOp>([=](auto) { return kNtid + 4; })
      .Case<NVVM::BlockDimZOp>([=](auto) { return kNtid + 8; })
      .Case<NVVM::BlockIdXOp>([=](auto) { return kCtaid; })
      .Case<NVVM::BlockIdYOp>([=](auto) { return kCtaid + 4; })
      .Case<NVVM::BlockIdZOp>([=](auto) { return kCtaid + 8; })
      .Case<NVVM::GridDimXOp>([=](auto) { return kNctaid; })
      .Case<NVVM::GridDimYOp>([=](auto) { return kNctaid + 4; })
      .Case<NVVM::GridDimZOp>([=](auto) { return kNctaid + 8; })
      .Case<NVVM::LaneIdOp>([](auto) { return offsetof(Thread, lane); })
      .Case<NVVM::WarpIdOp>([](auto) { return offsetof(Thread, warp); })
      .Case<NVVM::WarpDimOp>([](auto) { return offsetof(Thread, numWarps); })
      .Case<NVVM::WarpSizeOp>([](auto) { return offsetof(Thread, warpSize); })
      .Default([](Operation *) { return std::nullopt; });
}

bool KernelConverter::convertRegister(Operation *op) {
  std::optional<size_t> offset = registerOffset(op);
  if (!offset)
    return false;
  Value address = element(op, thread, static_cast<int64_t>(*offset));
  Value value = LLVM::LoadOp::create(builder, op->getLoc(),
                                     builder.getI32Type(), address);
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return true;
}

void KernelConverter::convertAlloca(LLVM::AllocaOp alloca) {
  builder.setInsertionPointAfter(alloca);
  DataLayout dataLayout = DataLayout::closest(alloca);
  Value count = alloca.getArraySize();
  if (!count.getType().isInteger(64))
    count = LLVM::ZExtOp::create(builder, alloca.getLoc(), builder.getI64Type(),
                                 count);
  Type element = alloca.getElemType();
  Value bytes =
      LLVM::MulOp::create(builder, alloca.getLoc(), count,
                          constant64(dataLayout.getTypeSize(element)));
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(element))
    element = array.getElementType();
  int64_t number = tables.addSite(alloca.getLoc(), "alloca");
  allocaSites[alloca.getResult()] = number;
  call(alloca, "polymem_emu_private", Type(),
       {thread, constant32(number), alloca.getResult(), bytes,
        constant64(dataLayout.getTypeSize(element))});
}

void KernelConverter::convertAddressOf(LLVM::AddressOfOp address) {
  std::optional<int64_t> number = layout.numberOf(address.getGlobalName());
  if (!number)
    return;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Location loc = address.getLoc();
  Value field = element(address, thread, offsetof(emulator::Thread, buffers));
  Value buffers = LLVM::LoadOp::create(builder, loc, pointer, field);
  Value slot = LLVM::GEPOp::create(
      builder, loc, pointer, pointer, buffers,
      ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(*number)));
  Value buffer = LLVM::LoadOp::create(builder, loc, pointer, slot);
  if (*number != layout.dynamicNumber())
    bufferAddresses[buffer] = address.getGlobalName().str();
  address.replaceAllUsesWith(buffer);
  address.erase();
}

void KernelConverter::convertCall(LLVM::CallOp op) {
  StringRef callee = *op.getCallee();
  if (isGridBarrier(op)) {
    call(op, "polymem_emu_grid_barrier", Type(),
         {thread, site(op, "grid barrier")});
    op.erase();
    return;
  }
  auto target = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      op, op.getCalleeAttr());
  if (target && !target.isExternal()) {
    op.getCalleeOperandsMutable().assign(llvm::to_vector(llvm::concat<Value>(
        SmallVector<Value>{thread}, llvm::to_vector(op.getCalleeOperands()))));
    return;
  }
  SmallVector<Value> arguments(op.getCalleeOperands());
  Type type = op.getNumResults() != 0 ? op.getResult().getType() : Type();
  Value result;
  std::string function = hostMathFunction(callee);
  if (callee == "vprintf" || callee == "__assertfail") {
    arguments.insert(arguments.begin(), thread);
    result = call(op,
                  callee == "vprintf" ? "polymem_emu_printf"
                                      : "polymem_emu_assert_fail",
                  type, arguments);
  } else {
    result = call(op, function, type, arguments);
  }
  if (result)
    op.getResult().replaceAllUsesWith(result);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Memory is all the same to the host.
static void removeAddressSpaces(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](LLVM::LLVMPointerType type) -> std::optional<Type> {
        if (type.getAddressSpace() == 0)
          return std::nullopt;
        return LLVM::LLVMPointerType::get(type.getContext());
      });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  SmallVector<LLVM::AddrSpaceCastOp> casts;
  root->walk([&](LLVM::AddrSpaceCastOp cast) { casts.push_back(cast); });
  for (LLVM::AddrSpaceCastOp cast : casts) {
    cast.getResult().replaceAllUsesWith(cast.getArg());
    cast.erase();
  }
}

void KernelConverter::convertOperation(Operation *op) {
  builder.setInsertionPoint(op);
  if (isMove(op)) {
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
    return;
  }
  if (convertRegister(op) || convertSynchronisation(op) ||
      convertWarpOperation(op) || convertMatrixOperation(op) ||
      convertAsyncCopy(op))
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LLVM::CallOp call) { convertCall(call); })
      .Case([&](LLVM::AllocaOp alloca) { convertAlloca(alloca); })
      .Case([&](LLVM::AddressOfOp address) { convertAddressOf(address); })
      .Default([&](Operation *op) { instrumentAccess(op); });
}

void KernelConverter::convertFunction(LLVM::LLVMFuncOp converted) {
  function = converted;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Operation *> operations;
  function.getBody().walk([&](Operation *op) { operations.push_back(op); });
  SmallVector<Type> types{pointer};
  LLVM::LLVMFunctionType type = function.getFunctionType();
  llvm::append_range(types, type.getParams());
  function.removeArgAttrsAttr();
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(type.getReturnType(), types));
  thread =
      function.getBody().front().insertArgument(0u, pointer, function.getLoc());
  if (options.instrument && options.countInstructions)
    countInstructions(function);
  trackPaths(operations);
  trackIterations(operations);
  for (Operation *op : operations)
    convertOperation(op);
  instrumentUses();
  removeAddressSpaces(function);
  for (NamedAttribute attribute :
       llvm::to_vector(function->getDiscardableAttrs()))
    function->removeDiscardableAttr(attribute.getName());
}

std::string KernelConverter::createEntry(LLVM::LLVMFuncOp kernel) {
  MLIRContext *context = builder.getContext();
  Location loc = kernel.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(context);
  builder.setInsertionPointAfter(kernel);
  auto entry = LLVM::LLVMFuncOp::create(
      builder, loc, (kernel.getSymName() + "_entry").str(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  {pointer, pointer}));
  symbols.insert(entry);
  Block *body = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  SmallVector<Value> arguments{body->getArgument(0)};
  for (auto [i, type] :
       llvm::enumerate(kernel.getFunctionType().getParams().drop_front())) {
    Value slot = LLVM::GEPOp::create(
        builder, loc, pointer, pointer, body->getArgument(1),
        ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(i)));
    Value address = LLVM::LoadOp::create(builder, loc, pointer, slot);
    arguments.push_back(LLVM::LoadOp::create(builder, loc, type, address));
  }
  LLVM::CallOp::create(builder, loc, TypeRange(), kernel.getSymName(),
                       arguments);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return entry.getSymName().str();
}

/// The block size that the kernel is compiled for at most; 0: any.
static int64_t maxThreads(LLVM::LLVMFuncOp kernel) {
  auto bound = kernel->getAttrOfType<DenseI32ArrayAttr>(
      NVVM::NVVMDialect::getMaxntidAttrName());
  if (!bound)
    return 0;
  int64_t threads = 1;
  for (int32_t extent : bound.asArrayRef())
    threads *= extent;
  return threads;
}

/// Moves functions and global variables out of the gpu.module, under names that
/// are free there and here. Returns the variables.
SmallVector<GlobalVariable> KernelConverter::moveOut() {
  auto parent = gpuModule->getParentOfType<ModuleOp>();
  DataLayout dataLayout(cast<DataLayoutOpInterface>(gpuModule.getOperation()));
  SymbolTable inner(gpuModule);
  SmallVector<Operation *> moved;
  for (Operation &op : gpuModule.getBody()->getOperations()) {
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if ((global && !layout.numberOf(global.getSymName())) ||
        (function && !function.isExternal()))
      moved.push_back(&op);
  }
  // Uses are renamed while all are still in one place.
  SmallVector<std::string> oldNames;
  for (Operation *op : moved) {
    oldNames.push_back(SymbolTable::getSymbolName(op).str());
    std::string base = (gpuModule.getName() + "_" + oldNames.back()).str();
    std::string name = base;
    for (unsigned i = 0; symbols.lookup(name) || inner.lookup(name); ++i)
      name = base + "_" + std::to_string(i);
    (void)inner.rename(op, name);
  }
  SmallVector<GlobalVariable> globals;
  for (auto [op, old] : llvm::zip_equal(moved, oldNames)) {
    inner.remove(op);
    op->moveBefore(parent.getBody(), parent.getBody()->end());
    symbols.insert(op);
    SymbolTable::setSymbolVisibility(op, SymbolTable::Visibility::Public);
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    if (!global)
      continue;
    bool isConstant = global.getAddrSpace() ==
                      static_cast<unsigned>(NVVM::NVVMMemorySpace::Constant);
    global.setAddrSpace(0);
    removeAddressSpaces(global);
    Type element = global.getType();
    while (auto array = dyn_cast<LLVM::LLVMArrayType>(element))
      element = array.getElementType();
    globals.push_back(
        {old, global.getSymName().str(),
         static_cast<int64_t>(dataLayout.getTypeSize(global.getType())),
         static_cast<int64_t>(dataLayout.getTypeSize(element)), isConstant});
  }
  return globals;
}

static bool hasPartialSynchronisation(gpu::GPUModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto barrier = dyn_cast<NVVM::BarrierOp>(op);
        bool partial = isa<NVVM::SyncWarpOp, NVVM::BarrierArriveOp>(op) ||
                       (barrier && barrier.getNumberOfThreads());
        return partial ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether blocks of a kernel wait for each other, directly or in a function
/// that it may call; what it calls is not followed.
static bool hasGridBarriers(gpu::GPUModuleOp module, LLVM::LLVMFuncOp kernel) {
  auto contains = [](Operation *root) {
    return root
        ->walk([](Operation *op) {
          return isGridBarrier(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
        })
        .wasInterrupted();
  };
  if (contains(kernel))
    return true;
  return llvm::any_of(
      module.getOps<LLVM::LLVMFuncOp>(), [&](LLVM::LLVMFuncOp function) {
        return !function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) &&
               !function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) &&
               contains(function);
      });
}

void KernelConverter::run() {
  SmallVector<KernelFacts> kernels;
  SmallVector<LLVM::LLVMFuncOp> functions;
  // On the host it would be a loop that waits for others, who never run.
  if (Operation *barrier = gpuModule.lookupSymbol(kGridBarrierFunction)) {
    auto function = cast<LLVM::LLVMFuncOp>(barrier);
    function.eraseBody();
    function.setLinkage(LLVM::Linkage::External);
  }
  bool partial = hasPartialSynchronisation(gpuModule);
  findSynchronising();
  for (auto function : gpuModule.getOps<LLVM::LLVMFuncOp>()) {
    if (!function.isExternal())
      functions.push_back(function);
    if (function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) ||
        function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      kernels.push_back({function, function.getSymName().str(),
                         function.getNumArguments(), layout.usedBy(function),
                         maxThreads(function), partial,
                         hasGridBarriers(gpuModule, function)});
  }
  for (LLVM::LLVMFuncOp function : functions)
    convertFunction(function);

  SmallVector<GlobalVariable> globals = moveOut();
  for (KernelFacts &kernel : kernels)
    if (!kernel.function.isExternal())
      infos[kernel.name] = {tables.addKernel(kernel,
                                             createEntry(kernel.function),
                                             layout.dynamicNumber(), globals),
                            kernel.numArguments};
}

} // namespace polymem::gputoemulator

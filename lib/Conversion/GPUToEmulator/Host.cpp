//===- Host.cpp - launches and GPU memory of the host ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Conversion/MemorySpaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace polymem::gputoemulator {

std::optional<MemRefConvention> conventionOf(gpu::LaunchFuncOp launch,
                                             unsigned numArguments) {
  unsigned expanded = 0;
  for (Value operand : launch.getKernelOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    expanded += type ? 3 + 2 * type.getRank() : 1;
  }
  if (expanded == numArguments)
    return MemRefConvention::Expanded;
  if (launch.getNumKernelOperands() == numArguments)
    return MemRefConvention::BarePointer;
  return std::nullopt;
}

namespace {
/// Replaces the operations of one module.
class HostConverter {
public:
  HostConverter(Calls &calls, function_ref<KernelInfo(SymbolRefAttr)> lookup)
      : calls(calls), lookup(lookup) {}

  void convertLaunch(gpu::LaunchFuncOp launch);
  void convertMemset(gpu::MemsetOp set);
  void map(OpBuilder &builder, Location loc, Value memory);
  void unmap(OpBuilder &builder, Location loc, Value memory);
  void convertMemory(Operation *op);
  /// Tells what `op` depends on, before it; an asynchronous one gets a token.
  void convertOrder(Operation *op);

private:
  Value toI64(OpBuilder &builder, Location loc, Value value);
  Value pointerTo(OpBuilder &builder, Location loc, Value memory);
  /// Room in the stack frame of the function around `op`, which may be in a
  /// loop.
  Value stack(Operation *op, Type type, size_t count);
  void appendArguments(OpBuilder &builder, Location loc, Value operand,
                       MemRefConvention convention,
                       SmallVectorImpl<Value> &arguments);

  Calls &calls;
  function_ref<KernelInfo(SymbolRefAttr)> lookup;
  /// The run-time's numbers of tokens.
  DenseMap<Value, Value> tokens;
};
} // namespace

void HostConverter::convertOrder(Operation *op) {
  auto async = dyn_cast<gpu::AsyncOpInterface>(op);
  if (!async)
    return;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  bool launches = isa<gpu::LaunchFuncOp>(op), waits = false;
  for (Value dependence : async.getAsyncDependencies()) {
    // Of an operation in code that is never executed there may be none.
    Value number = tokens.lookup(dependence);
    if (!number)
      continue;
    calls.create(builder, loc, "polymem_emu_after", Type(), number);
    waits = true;
  }
  if (Value token = async.getAsyncToken()) {
    Value flag = arith::ConstantIntOp::create(builder, loc, launches, 32);
    tokens[token] = calls
                        .create(builder, loc, "polymem_emu_token",
                                builder.getI64Type(), flag)
                        .getResult();
  } else if (waits && !launches) {
    calls.create(builder, loc, "polymem_emu_wait", Type(), {});
  }
}

Value HostConverter::toI64(OpBuilder &builder, Location loc, Value value) {
  Type i64 = builder.getI64Type();
  if (value.getType() == i64)
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, i64, value);
  return arith::ExtSIOp::create(builder, loc, i64, value);
}

Value HostConverter::pointerTo(OpBuilder &builder, Location loc, Value memory) {
  Value address = toI64(
      builder, loc,
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory));
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

Value HostConverter::stack(Operation *op, Type type, size_t count) {
  OpBuilder entry = OpBuilder::atBlockBegin(
      &op->getParentOfType<FunctionOpInterface>().getFunctionBody().front());
  Value size = LLVM::ConstantOp::create(
      entry, op->getLoc(), entry.getI64Type(),
      entry.getI64IntegerAttr(static_cast<int64_t>(count)));
  return LLVM::AllocaOp::create(entry, op->getLoc(),
                                LLVM::LLVMPointerType::get(entry.getContext()),
                                type, size);
}

/// The kernel's arguments for a launch operand: see MemRefConvention.
void HostConverter::appendArguments(OpBuilder &builder, Location loc,
                                    Value operand, MemRefConvention convention,
                                    SmallVectorImpl<Value> &arguments) {
  auto type = dyn_cast<MemRefType>(operand.getType());
  if (!type) {
    arguments.push_back(
        operand.getType().isIndex() ? toI64(builder, loc, operand) : operand);
    return;
  }
  Value pointer = pointerTo(builder, loc, operand);
  arguments.push_back(pointer);
  if (convention == MemRefConvention::BarePointer)
    return;
  arguments.push_back(pointer);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, operand);
  arguments.push_back(toI64(builder, loc, metadata.getOffset()));
  for (Value size : metadata.getSizes())
    arguments.push_back(toI64(builder, loc, size));
  for (Value stride : metadata.getStrides())
    arguments.push_back(toI64(builder, loc, stride));
}

void HostConverter::convertLaunch(gpu::LaunchFuncOp launch) {
  Location loc = launch.getLoc();
  OpBuilder builder(launch);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  KernelInfo kernel = lookup(launch.getKernelAttr());
  std::optional<MemRefConvention> convention =
      conventionOf(launch, kernel.numArguments);
  if (!convention)
    llvm_unreachable("checked before anything is converted");
  SmallVector<Value> arguments;
  for (Value operand : launch.getKernelOperands())
    appendArguments(builder, loc, operand, *convention, arguments);

  Value list = stack(launch, pointer, std::max<size_t>(arguments.size(), 1));
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Value slot = stack(launch, argument.getType(), 1);
    LLVM::StoreOp::create(builder, loc, argument, slot);
    Value place =
        LLVM::GEPOp::create(builder, loc, pointer, pointer, list,
                            ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(i)));
    LLVM::StoreOp::create(builder, loc, slot, place);
  }
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  SmallVector<Value> operands{
      LLVM::AddressOfOp::create(builder, loc, pointer, kernel.descriptor)};
  for (Value extent : {grid.x, grid.y, grid.z, block.x, block.y, block.z})
    operands.push_back(toI64(builder, loc, extent));
  Value bytes = launch.getDynamicSharedMemorySize();
  operands.push_back(
      bytes ? toI64(builder, loc, bytes)
            : arith::ConstantIntOp::create(builder, loc, 0, 64).getResult());
  operands.push_back(list);
  calls.create(builder, loc, "polymem_emu_launch", Type(), operands);
}

/// Tells the run-time that kernels may access `memory`.
void HostConverter::map(OpBuilder &builder, Location loc, Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  auto i64 = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  };
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64Type = builder.getI64Type();
  Value extents = stack(memory.getDefiningOp(), i64Type,
                        std::max<int64_t>(type.getRank(), 1));
  Value elementBytes = i64(DataLayout::closest(memory.getDefiningOp())
                               .getTypeSize(type.getElementType())
                               .getFixedValue());
  Value bytes = elementBytes;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    Value extent =
        toI64(builder, loc, memref::DimOp::create(builder, loc, memory, d));
    Value slot =
        LLVM::GEPOp::create(builder, loc, pointer, i64Type, extents,
                            ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(d)));
    LLVM::StoreOp::create(builder, loc, extent, slot);
    bytes = arith::MulIOp::create(builder, loc, bytes, extent);
  }
  Value rank = arith::ConstantIntOp::create(builder, loc, type.getRank(), 32);
  // The run-time knows what is in the memory that it allocates, of other memory
  // it does not.
  bool isInitialised = !memory.getDefiningOp<memref::AllocOp>();
  Value initialised =
      arith::ConstantIntOp::create(builder, loc, isInitialised, 32);
  calls.create(builder, loc, "polymem_emu_map", Type(),
               {pointerTo(builder, loc, memory), bytes, elementBytes, extents,
                rank, initialised});
}

void HostConverter::unmap(OpBuilder &builder, Location loc, Value memory) {
  calls.create(builder, loc, "polymem_emu_unmap", Type(),
               {pointerTo(builder, loc, memory)});
}

/// Loops that store the value everywhere.
void HostConverter::convertMemset(gpu::MemsetOp set) {
  Location loc = set.getLoc();
  OpBuilder builder(set);
  auto type = cast<MemRefType>(set.getDst().getType());
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = index(0), one = index(1);
  SmallVector<Value> subscripts;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    Value extent = memref::DimOp::create(builder, loc, set.getDst(), d);
    auto loop = scf::ForOp::create(builder, loc, zero, extent, one);
    subscripts.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  memref::StoreOp::create(builder, loc, set.getValue(), set.getDst(),
                          subscripts);
}

/// The contiguous array, allocated in this function or global, that `unranked`
/// is; null if it is another, which kernels may access anyway: an argument, or
/// it is not known.
static Value memoryBehind(Value unranked) {
  while (auto cast = unranked.getDefiningOp<memref::CastOp>())
    unranked = cast.getSource();
  Operation *definition = unranked.getDefiningOp();
  bool isKnown =
      isa_and_nonnull<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(
          definition) &&
      cast<MemRefType>(unranked.getType()).getLayout().isIdentity();
  return isKnown ? unranked : Value();
}

void HostConverter::convertMemory(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](gpu::AllocOp alloc) {
        Value memory = memref::AllocOp::create(
            builder, loc, cast<MemRefType>(alloc.getMemref().getType()),
            alloc.getDynamicSizes());
        alloc.getMemref().replaceAllUsesWith(memory);
        map(builder, loc, memory);
      })
      .Case([&](gpu::HostRegisterOp registration) {
        if (Value memory = memoryBehind(registration.getValue()))
          map(builder, loc, memory);
      })
      .Case([&](gpu::HostUnregisterOp registration) {
        if (Value memory = memoryBehind(registration.getValue()))
          unmap(builder, loc, memory);
      })
      .Case([&](gpu::DeallocOp dealloc) {
        unmap(builder, loc, dealloc.getMemref());
        memref::DeallocOp::create(builder, loc, dealloc.getMemref());
      })
      .Case([&](gpu::MemcpyOp copy) {
        memref::CopyOp::create(builder, loc, copy.getSrc(), copy.getDst());
      })
      .Case([&](gpu::MemsetOp set) { convertMemset(set); });
}

void convertHost(ModuleOp module, Calls &calls,
                 function_ref<KernelInfo(SymbolRefAttr)> lookup) {
  SmallVector<Operation *> operations;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
      operations.push_back(op);
    return WalkResult::advance();
  });
  HostConverter converter(calls, lookup);
  for (Operation *op : operations) {
    converter.convertOrder(op);
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      converter.convertLaunch(launch);
    else
      converter.convertMemory(op);
  }
  // Everything happens at once, in order; the run-time has been told of tokens.
  for (Operation *op : operations)
    op->dropAllReferences();
  for (Operation *op : operations) {
    op->dropAllUses();
    op->erase();
  }
  dropMemorySpaces(module);
}

} // namespace polymem::gputoemulator

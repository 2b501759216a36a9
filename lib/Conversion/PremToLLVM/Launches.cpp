//===- Launches.cpp - launches for the host -------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch calls polymem_prem_launch (PremLaunch.h) with
// the address of a function that unpacks its arguments from a struct.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/PremLaunch.h"
#include "PremToLLVM.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::prem;

//===----------------------------------------------------------------------===//
// Constants of the module
//===----------------------------------------------------------------------===//

/// The address of a constant array of 64-bit numbers.
static Value numbers(HostBuilder &h, StringRef name, ArrayRef<int64_t> values) {
  Type type = LLVM::LLVMArrayType::get(h.b.getI64Type(), values.size());
  auto content = DenseElementsAttr::get(
      RankedTensorType::get(values.size(), h.b.getI64Type()), values);
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(h.b);
    h.b.setInsertionPointToStart(h.module.getBody());
    global = LLVM::GlobalOp::create(h.b, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, content);
    h.symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(h.b, h.pointer(), global.getSymNameAttr());
}

/// The address of a text that ends with a zero.
static Value text(HostBuilder &h, StringRef value) {
  std::string bytes = value.str() + '\0';
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(h.b);
    h.b.setInsertionPointToStart(h.module.getBody());
    global = LLVM::GlobalOp::create(
        h.b, LLVM::LLVMArrayType::get(h.b.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, "__prem_name",
        h.b.getStringAttr(bytes));
    h.symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(h.b, h.pointer(), global.getSymNameAttr());
}

/// The numbers of `machine` as struct prem_machine has them.
static SmallVector<int64_t> numbersOf(const Multicore &machine) {
  const auto &api = machine.api;
  const auto &ops = machine.ops;
  SmallVector<int64_t> result = {machine.cores,
                                 machine.clockMHz,
                                 machine.scratchpadBytes,
                                 machine.reservedBytes,
                                 machine.scratchpadAlignment,
                                 machine.lineNanoseconds,
                                 machine.burstBytes,
                                 machine.burstNanoseconds,
                                 machine.maxDimensions,
                                 machine.dmaAlignment};
  llvm::append_values(result, api.allocateBuffer, api.allocate, api.allocate2d,
                      api.deallocate, api.deallocateBuffer, api.dispatch,
                      api.endSegment, api.swapBuffer, api.swap2dBuffer,
                      api.swapndBuffer, api.barrier, api.dmaInterrupt);
  llvm::append_values(result, ops.load, ops.store, ops.integer, ops.integerMul,
                      ops.integerDiv, ops.floating, ops.floatingMul,
                      ops.floatingDiv, ops.special, ops.branch);
  return result;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// What an argument is in the struct: a pointer, an i64 or itself.
static Type packedType(HostBuilder &h, Type type) {
  if (isa<MemRefType>(type))
    return h.pointer();
  return type.isIndex() ? h.b.getI64Type() : type;
}

static Value pack(HostBuilder &h, Value value) {
  if (isa<MemRefType>(value.getType()))
    return h.address(value);
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(h.b, h.b.getI64Type(), value);
  return value;
}

static Value unpack(HostBuilder &h, Value value, Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return h.memrefAt(value, memref);
  if (type.isIndex())
    return arith::IndexCastOp::create(h.b, type, value);
  return value;
}

static LLVM::LLVMStructType structOf(HostBuilder &h, LaunchOp launch) {
  SmallVector<Type> fields;
  for (Type type : launch.getArgs().getTypes())
    fields.push_back(packedType(h, type));
  // Not an empty one.
  if (fields.empty())
    fields.push_back(h.b.getI64Type());
  return LLVM::LLVMStructType::getLiteral(h.b.getContext(), fields);
}

/// A new function that calls the launch's with arguments from a struct.
static func::FuncOp makeUnpacker(HostBuilder &h, LaunchOp launch) {
  OpBuilder::InsertionGuard guard(h.b);
  h.b.setInsertionPointToEnd(h.module.getBody());
  auto function =
      func::FuncOp::create(h.b, ("__prem_" + launch.getCallee()).str(),
                           h.b.getFunctionType(h.pointer(), {}));
  function.setPrivate();
  h.symbols.insert(function);
  Block *body = function.addEntryBlock();
  h.b.setInsertionPointToStart(body);
  SmallVector<Value> arguments;
  Type structType = structOf(h, launch);
  for (auto [i, type] : llvm::enumerate(launch.getArgs().getTypes())) {
    Value value =
        LLVM::LoadOp::create(h.b, packedType(h, type),
                             h.field(body->getArgument(0), structType, 0, i));
    arguments.push_back(unpack(h, value, type));
  }
  func::CallOp::create(h.b, launch.getCallee(), TypeRange(), arguments);
  func::ReturnOp::create(h.b);
  return function;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// The table of a launch's arrays.
struct Arrays {
  Value table;
  int64_t count = 0;
};
} // namespace

static Arrays makeArrays(HostBuilder &h, LaunchOp launch) {
  Type i32 = h.b.getI32Type(), pointer = h.pointer();
  // struct PremArray
  Type entry = LLVM::LLVMStructType::getLiteral(
      h.b.getContext(), {pointer, pointer, pointer, i32, i32});
  Arrays arrays;
  arrays.table = h.stack(entry, std::max<size_t>(launch.getArgs().size(), 1));
  int64_t locals = 0;
  for (Value value : launch.getArgs()) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type || type.getNumElements() == 0)
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    std::string name = argument
                           ? "arg" + std::to_string(argument.getArgNumber())
                           : "local" + std::to_string(locals++);
    Value fields[] = {text(h, name), h.address(value),
                      numbers(h, "__prem_sizes", type.getShape()),
                      h.i32(getElementBytes(type.getElementType())),
                      h.i32(type.getRank())};
    for (auto [i, part] : llvm::enumerate(fields))
      LLVM::StoreOp::create(h.b, part,
                            h.field(arrays.table, entry, arrays.count, i));
    ++arrays.count;
  }
  return arrays;
}

/// Whether segments tell what they access.
static bool tellsAccesses(ModuleOp module) {
  return module
      .walk([](func::CallOp call) {
        return call.getCallee() == "prem_read" ||
                       call.getCallee() == "prem_write"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void polymem::prem::lowerLaunches(HostBuilder &h, const Multicore &machine) {
  SmallVector<LaunchOp> launches;
  h.module.walk([&](LaunchOp launch) { launches.push_back(launch); });
  bool tells = tellsAccesses(h.module);
  for (LaunchOp launch : launches) {
    h.at(launch);
    func::FuncOp unpacker = makeUnpacker(h, launch);
    Type structType = structOf(h, launch);
    Value arguments = h.stack(structType, 1);
    for (auto [i, value] : llvm::enumerate(launch.getArgs()))
      LLVM::StoreOp::create(h.b, pack(h, value),
                            h.field(arguments, structType, 0, i));
    Arrays arrays = makeArrays(h, launch);
    Value kernel = func::ConstantOp::create(
        h.b, unpacker.getFunctionType(),
        FlatSymbolRefAttr::get(unpacker.getSymNameAttr()));
    kernel = UnrealizedConversionCastOp::create(h.b, h.pointer(), kernel)
                 .getResult(0);
    h.call(kPremLaunchName,
           {numbers(h, "__prem_machine", numbersOf(machine)), kernel, arguments,
            arrays.table, h.i32(arrays.count), h.i32(launch.getCores()),
            h.i32(tells)});
    launch.erase();
  }
}

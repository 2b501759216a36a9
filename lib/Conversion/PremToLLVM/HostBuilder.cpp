//===- HostBuilder.cpp - calls of C functions, and pointers ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PremToLLVM.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"

using namespace mlir;
using namespace polymem::prem;

Value HostBuilder::call(StringRef name, ValueRange arguments, Type result) {
  auto type = b.getFunctionType(arguments.getTypes(),
                                result ? TypeRange(result) : TypeRange());
  if (!symbols.lookup(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(module.getBody());
    auto function = func::FuncOp::create(b, name, type);
    function.setPrivate();
    symbols.insert(function);
  }
  auto call = func::CallOp::create(b, name, type.getResults(), arguments);
  return result ? call.getResult(0) : Value();
}

Value HostBuilder::times(Value value, int64_t factor) {
  return factor == 1 ? value : arith::MulIOp::create(b, value, index(factor));
}

Value HostBuilder::byteOffset(ArrayRef<int64_t> shape, int64_t elementBytes,
                              ValueRange indices) {
  Value offset = index(0);
  int64_t stride = elementBytes;
  for (auto [size, position] : llvm::reverse(llvm::zip_equal(shape, indices))) {
    offset = arith::AddIOp::create(b, offset, times(position, stride));
    stride *= size;
  }
  return offset;
}

Value HostBuilder::advance(Value place, Value bytes) {
  Value offset = arith::IndexCastOp::create(b, b.getI64Type(), bytes);
  return LLVM::GEPOp::create(b, pointer(), b.getI8Type(), place, offset);
}

Value HostBuilder::address(Value memref) {
  Value number = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  Value bits = arith::IndexCastOp::create(b, b.getI64Type(), number);
  return LLVM::IntToPtrOp::create(b, pointer(), bits);
}

Value HostBuilder::address(Value memref, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  return advance(address(memref),
                 byteOffset(type.getShape(),
                            getElementBytes(type.getElementType()), indices));
}

Value HostBuilder::memrefAt(Value place, MemRefType type) {
  Value descriptor =
      MemRefDescriptor::fromStaticShape(b, b.getLoc(), converter, type, place);
  return UnrealizedConversionCastOp::create(b, type, descriptor).getResult(0);
}

Value HostBuilder::stack(Type element, int64_t count) {
  auto function =
      b.getInsertionBlock()->getParentOp()->getParentOfType<func::FuncOp>();
  if (!function)
    function = cast<func::FuncOp>(b.getInsertionBlock()->getParentOp());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&function.front());
  Value size = LLVM::ConstantOp::create(b, b.getI64Type(), count);
  return LLVM::AllocaOp::create(b, pointer(), element, size);
}

void HostBuilder::storeAt(Value array, int64_t number, Value value) {
  Value place = LLVM::GEPOp::create(b, pointer(), value.getType(), array,
                                    LLVM::GEPArg(int32_t(number)));
  LLVM::StoreOp::create(b, value, place);
}

Value HostBuilder::field(Value array, Type structType, int64_t number,
                         int32_t field) {
  return LLVM::GEPOp::create(
      b, pointer(), structType, array,
      ArrayRef<LLVM::GEPArg>{int32_t(number), int32_t(field)});
}

//===- PremToLLVM.h - the parts of convert-prem-to-llvm ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMTOLLVM_PREMTOLLVM_H
#define POLYMEM_LIB_CONVERSION_PREMTOLLVM_PREMTOLLVM_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace polymem::prem {

/// What both parts of the conversion build: calls of C functions, pointers, and
/// numbers of 32 bits, at the builder's place.
class HostBuilder {
public:
  HostBuilder(mlir::ModuleOp module)
      : module(module), symbols(module), b(module.getLoc(), module),
        converter(module.getContext()) {}

  /// To build before `op`, with its location.
  void at(mlir::Operation *op) {
    b.setInsertionPoint(op);
    b.setLoc(op->getLoc());
  }

  mlir::Type pointer() {
    return mlir::LLVM::LLVMPointerType::get(b.getContext());
  }
  /// The result of C function `name`; null if it has none.
  mlir::Value call(llvm::StringRef name, mlir::ValueRange arguments,
                   mlir::Type result = {});
  mlir::Value i32(int64_t value) {
    return mlir::arith::ConstantIntOp::create(b, value, 32);
  }
  mlir::Value index(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(b, value);
  }
  /// An index as a number of 32 bits.
  mlir::Value toI32(mlir::Value index) {
    return mlir::arith::IndexCastOp::create(b, b.getI32Type(), index);
  }
  /// index * factor.
  mlir::Value times(mlir::Value value, int64_t factor);
  /// Bytes from the first element of an array of this shape to the one with
  /// these indices.
  mlir::Value byteOffset(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                         mlir::ValueRange indices);
  /// `pointer + bytes`, of an index.
  mlir::Value advance(mlir::Value pointer, mlir::Value bytes);
  /// The first element of a memref without a layout.
  mlir::Value address(mlir::Value memref);
  /// Of the element with these indices.
  mlir::Value address(mlir::Value memref, mlir::ValueRange indices);
  /// The memref of static shape whose first element is at `pointer`.
  mlir::Value memrefAt(mlir::Value pointer, mlir::MemRefType type);
  /// Memory of `count` elements on the stack, taken where the function that has
  /// the builder's place begins.
  mlir::Value stack(mlir::Type element, int64_t count);
  /// Stores `value` to element `number` of an array of its type.
  void storeAt(mlir::Value array, int64_t number, mlir::Value value);
  /// Where a field of element `number` of an array of structs is.
  mlir::Value field(mlir::Value array, mlir::Type structType, int64_t number,
                    int32_t field);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::ImplicitLocOpBuilder b;
  mlir::LLVMTypeConverter converter;
};

/// Lowers the calls of threads, and what segments tell.
void lowerCalls(HostBuilder &builder);
/// Lowers launches, for `machine`.
void lowerLaunches(HostBuilder &builder, const Multicore &machine);

} // namespace polymem::prem

#endif // POLYMEM_LIB_CONVERSION_PREMTOLLVM_PREMTOLLVM_H

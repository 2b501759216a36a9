//===- HostValues.h - formulas of the values of host code -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTVALUES_H
#define POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTVALUES_H

#include "HostExpression.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace polymem {

/// Why a value or an operation of host code has no description.
struct HostFailure {
  mlir::Operation *op = nullptr;
  std::string reason;
};

/// A memref as part of an array that has a name: element (i0, i1, ...) is
/// element offset + sum of strides[d] * i_d of the array.
struct ArrayView {
  std::string array;
  mlir::Type element;
  HostExpression offset;
  llvm::SmallVector<HostExpression> sizes, strides;

  /// The number of its elements.
  HostExpression countElements() const;
};

/// Names and formulas of the values of a function with launches. Operations are
/// shown to it in their order, before their results are asked for.
class HostValues {
public:
  explicit HostValues(mlir::func::FuncOp function);

  /// A name that nothing else has, as similar to `wanted` as an identifier can
  /// be.
  std::string makeUnique(llvm::StringRef wanted);

  /// Remembers what the results of `op` are. False if it is no operation that
  /// only computes values: `op` has to be described otherwise.
  bool visit(mlir::Operation *op);

  /// Gives a value a formula, or a memref a name.
  void define(mlir::Value value, HostExpression expression) {
    expressions[value] = std::move(expression);
  }
  void define(mlir::Value memref, ArrayView view) {
    views.insert_or_assign(memref, std::move(view));
  }
  /// Says that a value has no description.
  void fail(mlir::Value value, HostFailure failure) {
    failures.insert_or_assign(value, std::move(failure));
  }

  /// The formula of an integer, index or floating-point value; null if there is
  /// none, see whyNot().
  HostExpression expressionOf(mlir::Value value) const;
  /// The array that a memref is a part of; null if there is none, see whyNot().
  const ArrayView *viewOf(mlir::Value memref) const;
  HostFailure whyNot(mlir::Value value) const;

  /// The view of a whole array `name` of `type`, whose dynamic sizes are given,
  /// and whose dynamic strides and offset get names. Nothing for a layout that
  /// is not strided.
  std::optional<ArrayView>
  makeWholeView(llvm::StringRef name, mlir::MemRefType type,
                llvm::ArrayRef<HostExpression> dynamicSizes);

  /// The name of argument `number`.
  llvm::StringRef argumentName(unsigned number) const {
    return argumentNames[number];
  }

private:
  HostExpression compute(mlir::Operation *op);
  HostExpression computeInteger(mlir::Operation *op);
  HostExpression computeReal(mlir::Operation *op);
  HostExpression convertInteger(mlir::Operation *op);
  bool visitView(mlir::Operation *op);

  llvm::DenseMap<mlir::Value, HostExpression> expressions;
  llvm::DenseMap<mlir::Value, ArrayView> views;
  llvm::DenseMap<mlir::Value, HostFailure> failures;
  llvm::SmallVector<std::string> argumentNames;
  llvm::StringMap<unsigned> taken;
};

/// The name of a type of scalars in the metadata ("index", "i32", "f32"); empty
/// for others.
std::string getScalarTypeName(mlir::Type type);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTVALUES_H

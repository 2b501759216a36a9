//===- CPrinter.h - the parts of prem-print-c -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMTOC_CPRINTER_H
#define POLYMEM_LIB_CONVERSION_PREMTOC_CPRINTER_H

#include "TripCounts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace polymem::prem {

/// Prints functions as C. All members that print fail after an error at the
/// place of what has no form in C.
class CPrinter {
public:
  explicit CPrinter(const TripCounts &trips) : trips(trips), os(text) {}

  /// Prints a function; `isStatic`: for this file only.
  mlir::LogicalResult printFunction(mlir::func::FuncOp function, bool isStatic);

  /// The functions printed so far, behind what they need.
  std::string finish(llvm::StringRef title);

private:
  //===--- Types and values (Values.cpp)
  /// The name of a number's type: "int32_t".
  mlir::FailureOr<std::string> typeName(mlir::Type type, mlir::Operation *at);
  /// The declaration of a pointer to the rows of an array: "float (*a)[8]".
  mlir::FailureOr<std::string> declare(mlir::Type type, llvm::StringRef name,
                                       mlir::Operation *at);
  /// How a value is written: its name, or a constant.
  std::string use(mlir::Value value);
  std::string use(mlir::Value value, int64_t times);
  /// A new name for a value.
  std::string define(mlir::Value value, llvm::StringRef prefix);
  /// The declaration of a constant with the value of `value`: "const float v3".
  mlir::FailureOr<std::string> defineConstant(mlir::Value value,
                                              mlir::Operation *at);
  /// Of an element: "a[i][j]".
  std::string element(mlir::Value memref, llvm::ArrayRef<std::string> indices);
  std::string element(mlir::Value memref, mlir::ValueRange indices);
  mlir::FailureOr<std::string> literal(mlir::Attribute value,
                                       mlir::Operation *at);

  //===--- Expressions (Expressions.cpp, AffineExpressions.cpp)
  mlir::FailureOr<std::string> expression(mlir::Operation *op);
  std::optional<std::string> integerExpression(mlir::Operation *op);
  std::optional<std::string> castExpression(mlir::Operation *op);
  std::optional<std::string> floatExpression(mlir::Operation *op);
  std::optional<std::string> mathExpression(mlir::Operation *op);
  std::string affine(mlir::AffineExpr expr, mlir::ValueRange operands,
                     unsigned numDims);
  /// The least or the greatest result.
  std::string affineBound(mlir::AffineMap map, mlir::ValueRange operands,
                          bool isMinimum);
  std::vector<std::string> affineIndices(mlir::AffineMap map,
                                         mlir::ValueRange operands);
  std::string affineCondition(mlir::affine::AffineIfOp op);
  /// The call of a function that is printed before all others.
  std::string helper(llvm::StringRef name, llvm::ArrayRef<std::string> values);

  //===--- Statements (Statements.cpp)
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printOperation(mlir::Operation &op);
  mlir::LogicalResult printFor(mlir::Operation *op);
  mlir::LogicalResult printIf(mlir::Operation *op);
  mlir::LogicalResult printYield(mlir::Operation *terminator,
                                 mlir::ValueRange targets);
  mlir::LogicalResult printCall(mlir::func::CallOp call);
  mlir::LogicalResult printAlloca(mlir::memref::AllocaOp op);
  /// Declares variables for the results of `op`; their first values are
  /// `inits`, if there are any.
  mlir::LogicalResult declareResults(mlir::Operation *op,
                                     mlir::ValueRange inits);

  //===--- Calls of the run-time (Calls.cpp)
  mlir::LogicalResult printPrem(mlir::Operation *op);
  mlir::LogicalResult printSwap(SwapOp op);
  mlir::LogicalResult printSwapBoxes(SwapBoxesOp op);
  mlir::LogicalResult printView(ViewOp op);
  /// A constant array of numbers; its name.
  std::string printTable(llvm::StringRef prefix,
                         llvm::ArrayRef<std::string> values, bool isStatic);
  /// The pitches of an array of this shape; "NULL" for one dimension.
  std::string printPitches(llvm::StringRef prefix,
                           llvm::ArrayRef<int64_t> shape, int64_t bytes);
  /// Bytes from the beginning of a buffer of this shape to an element.
  std::string placeOf(mlir::ValueRange indices, llvm::ArrayRef<int64_t> shape,
                      int64_t bytes);
  std::string printSizes(mlir::ValueRange sizes, int64_t bytes);

  /// Begins a line.
  llvm::raw_ostream &line() { return os.indent(2 * depth); }
  /// An error at `op`: 'arith.foo' has no form in C.
  mlir::LogicalResult refuse(mlir::Operation *op,
                             const llvm::Twine &reason = "");

  const TripCounts &trips;
  std::string text;
  llvm::raw_string_ostream os;
  unsigned depth = 0;
  unsigned counter = 0;
  llvm::DenseMap<mlir::Value, std::string> names;
  std::set<std::string> helpers;
  bool usesMath = false, usesFloats = false;
};

} // namespace polymem::prem

#endif // POLYMEM_LIB_CONVERSION_PREMTOC_CPRINTER_H

//===- Signature.h - how to call a kernel -----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function says by attributes of its arguments how it is to be called:
//
//   %A : memref<?x?xf32> {polymem.shape = ["M", "K"]}   extents of an array
//   %n : index           {polymem.param = "N"}          value of an integer
//   %P : memref<?xindex> {polymem.shape = ["N"],
//                         polymem.range = ["0", "M"]}   lo <= element < hi
//   %T : memref<?xf32>   {polymem.shape = ["N"],
//                         polymem.dead_out}             not compared
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_SIGNATURE_H
#define POLYMEM_RUNNER_SIGNATURE_H

#include "PolyMem/Support/SizeExpression.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>
#include <set>

namespace polymem::runtime {

/// One argument of a kernel.
struct ArgumentSpec {
  unsigned number = 0;
  /// A memref; otherwise a scalar.
  bool isArray = false;
  /// Type of the scalar or of the array's elements.
  mlir::Type elementType;
  /// Extents, outermost first.
  std::vector<SizeExpression> shape;
  /// Value of an integer scalar; random where absent.
  std::optional<SizeExpression> value;
  /// Half-open range [lower, upper) of random integers; [-8, 8] where absent.
  std::optional<std::pair<SizeExpression, SizeExpression>> range;
  /// Whether random inputs may be any bits: NaN, infinities, both zeros,
  /// denormal numbers, integers of the full range.
  bool anyBits = false;
  /// Whether the array's final contents are a result of the kernel.
  bool isLiveOut = true;
};

/// What is needed to call a kernel and to compare its results.
struct Signature {
  std::string name;
  std::vector<ArgumentSpec> arguments;
  std::vector<mlir::Type> results;

  /// Reads the signature of `function`. Diagnoses arguments and results of
  /// unsupported type, dynamic extents without `polymem.shape`, index
  /// arguments without `polymem.param` and malformed attributes.
  static mlir::FailureOr<Signature> get(mlir::func::FuncOp function);

  /// Lets random inputs be any bits, except for integers with a range of their
  /// own and for those that `function`, of which this is the signature, uses as
  /// subscripts, bounds, divisors and the like.
  void allowAnyBits(mlir::func::FuncOp function);

  /// The names used by the attributes.
  std::set<std::string> sizeNames() const;
};

/// Appends to `function` one index argument with `polymem.param` for each
/// name: values for a pass to use that the function itself does not use, such
/// as run-time tile sizes.
mlir::LogicalResult appendParameters(mlir::func::FuncOp function,
                                     llvm::ArrayRef<std::string> names);

/// Size in bytes of one value of a supported scalar type (index: 8, i1: 1).
size_t scalarSize(mlir::Type type);

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_SIGNATURE_H

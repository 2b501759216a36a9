//===- IndexOperations.h - integer operations by kind (internal) *- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_RAISING_INDEXOPERATIONS_H
#define POLYMEM_LIB_TRANSFORMS_RAISING_INDEXOPERATIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace polymem::raising {

/// Deeper expressions and conditions are not looked into: walks are recursive.
inline constexpr unsigned kMaxDepth = 200;

/// What an operation of `arith` or of the index dialect does to integers.
enum class IndexOperation {
  Add,
  Sub,
  Mul,
  /// Quotients: rounded towards zero, down, up, and of unsigned numbers.
  DivS,
  FloorDivS,
  CeilDivS,
  DivU,
  CeilDivU,
  RemS,
  RemU,
  MinS,
  MaxS,
  MinU,
  MaxU,
  ShL,
  ShRS,
  ShRU,
  And,
  /// Casts: of signed numbers, and of unsigned ones.
  CastS,
  CastU,
};

/// The kind of `op`; nullopt for another operation, or one on vectors.
std::optional<IndexOperation> indexOperationOf(mlir::Operation *op);

/// A comparison of integers.
struct Comparison {
  mlir::arith::CmpIPredicate predicate;
  mlir::Value lhs, rhs;
};

/// The comparison that `value` is the result of; nullopt if it is none.
std::optional<Comparison> comparisonOf(mlir::Value value);

/// The bits of an integer, 64 for an index; 0 for other types.
unsigned widthOf(mlir::Type type);

} // namespace polymem::raising

#endif // POLYMEM_LIB_TRANSFORMS_RAISING_INDEXOPERATIONS_H

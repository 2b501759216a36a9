//===- ValueRanges.h - between which numbers values are ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <optional>

namespace polymem {

/// The least and the greatest number that something can be.
struct NumberRange {
  int64_t least = 0, greatest = 0;
};

/// Ranges of affine values, each by itself: that two of them depend on the same
/// one is not seen.
class ValueRanges {
public:
  /// Of `value` this is known, such as of a tile's number.
  void add(mlir::Value value, NumberRange range) { known[value] = range; }
  std::optional<NumberRange> of(mlir::Value value) const;
  /// Iterations of `loop`, at most.
  std::optional<int64_t> mostIterations(mlir::affine::AffineForOp loop) const;

private:
  std::optional<NumberRange> ofExpr(mlir::AffineExpr expr, mlir::AffineMap map,
                                    mlir::ValueRange operands) const;
  /// The least or greatest value of the maximum or minimum of the results.
  std::optional<int64_t> ofBound(mlir::AffineMap map, mlir::ValueRange operands,
                                 bool isUpper) const;
  std::optional<NumberRange> ofLoop(mlir::affine::AffineForOp loop) const;

  llvm::DenseMap<mlir::Value, NumberRange> known;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H

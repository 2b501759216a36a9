//===- IndexNumbers.h - values of affine expressions ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_INDEXNUMBERS_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_INDEXNUMBERS_H

#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <optional>

namespace polymem {

/// Values of index computations where those of loops and sizes are known.
/// Nothing: something in them is not known, or too large.
class IndexNumbers {
public:
  explicit IndexNumbers(LoopValues numbers) : numbers(std::move(numbers)) {}

  void set(mlir::Value value, int64_t number) { numbers[value] = number; }

  std::optional<int64_t> of(mlir::Value value);
  /// All results of `map`, and the least and the greatest one.
  std::optional<llvm::SmallVector<int64_t>> ofMap(mlir::AffineMap map,
                                                  mlir::ValueRange operands);
  std::optional<int64_t> leastOf(mlir::AffineMap map,
                                 mlir::ValueRange operands);
  std::optional<int64_t> greatestOf(mlir::AffineMap map,
                                    mlir::ValueRange operands);
  /// Whether the condition of `op` holds.
  std::optional<bool> holds(mlir::affine::AffineIfOp op);

private:
  std::optional<int64_t> ofExpr(mlir::AffineExpr expr, mlir::AffineMap map,
                                mlir::ValueRange operands);

  /// And of constants that were asked for.
  LoopValues numbers;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_INDEXNUMBERS_H

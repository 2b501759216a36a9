//===- Executions.h - values of the loops around an operation ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H

#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <optional>

namespace polymem {

/// The results of `map`; nothing if an operand is not known.
std::optional<llvm::SmallVector<int64_t>> evaluate(mlir::AffineMap map,
                                                   mlir::ValueRange operands,
                                                   const LoopValues &values);

/// Calls `visit` with the values of the loops around `op`, up to the function,
/// for each time that these and the conditions around execute it, where
/// arguments have the values of one of `sizes`. False if that is not known, or
/// too often.
bool forEachExecution(mlir::Operation *op, llvm::ArrayRef<LoopValues> sizes,
                      llvm::function_ref<void(const LoopValues &)> visit);

/// How many tiles `component` has in each dimension where the loops around have
/// these values; nothing: that is not known.
std::optional<llvm::SmallVector<int64_t>> countsOf(prem::ComponentOp component,
                                                   const LoopValues &values);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H

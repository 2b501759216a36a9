//===- Executions.h - values of the loops around an operation ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace polymem {

/// Values of induction variables.
using LoopValues = llvm::DenseMap<mlir::Value, int64_t>;

/// The results of `map`; nothing if an operand is not known.
std::optional<llvm::SmallVector<int64_t>> evaluate(mlir::AffineMap map,
                                                   mlir::ValueRange operands,
                                                   const LoopValues &values);

/// Calls `visit` with the values of the loops around `op`, up to the function,
/// for each time that these and the conditions around execute it. False if that
/// is not known, or more than so often.
bool forEachExecution(mlir::Operation *op, int64_t most,
                      llvm::function_ref<void(const LoopValues &)> visit);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_EXECUTIONS_H

//===- MemoryConflicts.h - may an operation touch an object? ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H
#define POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Operation.h"

namespace polymem {

enum class MemoryUse { Write, ReadOrWrite };

/// `op`, or an operation nested in it, may use the object `memref` looks at in
/// the given way. Unknown effects are taken for a use; distinct function
/// arguments, globals and allocations are distinct objects.
bool mayUseMemory(mlir::Operation *op, mlir::Value memref, MemoryUse use);

/// `op`, or an operation nested in it, may read or write the element that
/// `store`, behind it in the same block, is going to write in the same
/// execution of that block. It does not where a subscript of it and of `store`
/// are apart by the bounds of loops (`greatestDifference`), as those of
/// `A[i, k]` for `k < j` and of `A[i, j]`.
bool mayUseElement(mlir::Operation *op, mlir::affine::AffineStoreOp store);

/// The object `memref` may be written after `from` and before `to` is reached,
/// in the same execution of `from`'s block. Yes if `to` is not behind `from` in
/// that block, or nested in what is.
bool mayBeWrittenBetween(mlir::Operation *from, mlir::Operation *to,
                         mlir::Value memref);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H

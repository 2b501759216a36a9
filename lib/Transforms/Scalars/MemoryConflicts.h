//===- MemoryConflicts.h - may an operation touch an object? ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H
#define POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H

#include "mlir/IR/Operation.h"

namespace polymem {

struct Cell;

enum class MemoryUse { Write, ReadOrWrite };

/// `op`, or an operation nested in it, may use the object `memref` looks at in
/// the given way. Unknown effects are taken for a use; distinct function
/// arguments, globals and allocations are distinct objects.
bool mayUseMemory(mlir::Operation *op, mlir::Value memref, MemoryUse use);

/// `op`, or an operation nested in it, may read or write `cell`, whose operands
/// are defined in front of `op`. It does not where it is seen to be another
/// cell by bounds of loops and conditions (`isOtherCell`), as `A[i, k]` for
/// `k < j` is another one than `A[i, j]`. Each operation that is looked at
/// takes one of `steps`; it may, too, where none are left.
bool mayUseCell(mlir::Operation *op, const Cell &cell, unsigned &steps);

/// The object `memref` may be written after `from` and before `to` is reached,
/// in the same execution of `from`'s block. Yes if `to` is not behind `from` in
/// that block, or nested in what is.
bool mayBeWrittenBetween(mlir::Operation *from, mlir::Operation *to,
                         mlir::Value memref);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCALARS_MEMORYCONFLICTS_H

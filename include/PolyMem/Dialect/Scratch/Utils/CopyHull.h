//===- CopyHull.h - the box that the threads of a block scan ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_COPYHULL_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_COPYHULL_H

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace polymem::gpulaunch {

/// The values that one coordinate takes in a set, from below and above
/// (included): the maximum of `lower` to the minimum of `upper`, expressions of
/// the set's symbols. Other coordinates are projected out.
struct CoordinateRange {
  llvm::SmallVector<mlir::AffineExpr> lower, upper;
  /// Set if the scan covers `extent` elements from `lower[0]` on: only that
  /// bound and `upper[0]` are implied by the scan.
  std::optional<int64_t> extent;
  /// Not null: an equation of the set gives the coordinate as this function of
  /// coordinates without one and of symbols; it is not scanned, and nothing is
  /// implied. (The bounds are empty, the extent is 1.)
  mlir::AffineExpr value;
};

/// A box around a set.
struct Hull {
  llvm::SmallVector<CoordinateRange> dims;
  /// False if the set has too many constraints to find all bounds: the box may
  /// then be as large as the array.
  bool isTight = true;
};

/// The box around `set`, one of the sets of `copy`, that is scanned to copy its
/// elements. A constant extent beyond the cells of the copy's buffer is not
/// used: other bounds are tighter.
Hull computeHull(PolyhedralCopyOpInterface copy, mlir::IntegerSet set);

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_COPYHULL_H

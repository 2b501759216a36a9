//===- DemoteScalars.h - loop-carried scalars to memory ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SSA values tie a loop nest to its present shape: a value carried by
// `iter_args`, or defined in front of a loop and used in it, cannot follow its
// uses into another loop. This transformation replaces them by memory cells (or
// by computing them again), so that statements depend on each other through
// memory only and loops can be distributed, tiled and reordered.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_SCALARS_DEMOTESCALARS_H
#define POLYMEM_TRANSFORMS_SCALARS_DEMOTESCALARS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem {

/// What `demoteScalars` did.
struct ScalarDemotion {
  /// Carried values that now live in the array element they end up in.
  unsigned arrayCells = 0;
  /// Values that got a cell of their own (a `memref.alloca`).
  unsigned localCells = 0;
  /// Uses in front of which the value is computed or loaded again.
  unsigned rematerialized = 0;
  /// Operations left alone because some value's type cannot be in memory.
  llvm::SmallVector<mlir::Operation *> unsupported;
  /// Operations with a value that is used in another block of their region and
  /// stays as it is there.
  llvm::SmallVector<mlir::Operation *> acrossBlocks;
  /// Operations gone because nothing uses what they compute.
  unsigned erased = 0;

  bool changed() const {
    return arrayCells != 0 || localCells != 0 || rematerialized != 0 ||
           erased != 0;
  }
};

/// Replaces, in the regions of `root` that are made of affine and tile loops
/// and conditions, SSA values that cross the border of such a loop or condition
/// by memory:
/// - `iter_args` of an `affine.for` whose result is stored behind the loop to
///   an element `M[f]`, or that start with what is in one that another value is
///   stored to there, with `f` invariant in the loop and that element not
///   accessed between, as bounds of loops and conditions tell: the element
///   itself is the cell;
/// - other `iter_args`, and results of an `affine.if`: a `memref<T>` cell of
///   the block the operation is in;
/// - other values (not affine index values): computed again at the use if they
///   are cheap, or a load from memory not written since, else a cell. Between
///   blocks that branches connect they stay values.
/// What nothing uses (any more) is erased if it only computes or loads a value.
/// Values and the order in which they are computed do not change. Different
/// function arguments and allocations are taken not to overlap, as everywhere
/// in the polyhedral layer.
ScalarDemotion demoteScalars(mlir::Operation *root);

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_SCALARS_DEMOTESCALARS_H

//===- ComponentLoops.h - a component as loops ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a component does if nothing runs beside anything else: a loop for each
// dimension of tiles; the segment inside; in front of the segments of one box
// an allocation and a nest that copies the box in, behind them one that copies
// it out.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_COMPONENTS_COMPONENTLOOPS_H
#define POLYMEM_LIB_CHECK_COMPONENTS_COMPONENTLOOPS_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace polymem {

/// A buffer, and its copies; null where there is none.
struct StreamCopies {
  prem::StreamOp stream;
  mlir::Value buffer;
  /// It is made anew in each iteration of so many loops of tiles.
  unsigned depth = 0;
  /// Reads the array, writes the buffer.
  mlir::Operation *load = nullptr, *fill = nullptr;
  /// Of each box that is stored: reads the buffer, writes the array.
  llvm::SmallVector<mlir::Operation *> drains, stores;
};

struct ComponentLoops {
  /// One iteration, which all is in: copies may be outside of all tiles.
  mlir::affine::AffineForOp outermost;
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  llvm::SmallVector<StreamCopies> streams;
  /// A store that every segment executes, and nobody reads.
  mlir::Operation *mark = nullptr;
};

/// Puts the loops in front of `component`, which stays. Nothing if a number of
/// tiles is no affine value.
std::optional<ComponentLoops> makeLoops(prem::ComponentOp component);

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_COMPONENTS_COMPONENTLOOPS_H

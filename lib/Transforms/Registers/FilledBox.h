//===- FilledBox.h - elements that get a value ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of a buffer that polymem-complete-tiles writes zero to, as a tile
// can go through them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_FILLEDBOX_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_FILLEDBOX_H

#include "PolyMem/Analysis/Accesses/BufferCells.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem {

/// A box of elements of `buffer` that get the value zero: those [a] with
/// lower <= a_d <= upper for all bounds of each dimension d, if all
/// `conditions` are at least 0, and `conditionsOfElements`, in which dimension
/// d is a_d, too. Expressions are of `symbols`.
struct FilledBox {
  scratch::AllocOp buffer;
  struct Range {
    llvm::SmallVector<mlir::AffineExpr> lower, upper;
  };
  llvm::SmallVector<Range> dims;
  llvm::SmallVector<mlir::AffineExpr> conditions, conditionsOfElements;
  llvm::SmallVector<mlir::Value> symbols;
};

/// Fills in the bounds of `box`, of elements of `array`: those of `part` that
/// are of one dimension each; what is of several becomes conditions of
/// elements.
/// `{ X[i, a] }` of the bounds alone, null if an element is not bounded by
/// them.
isl::set boxAround(mlir::IntegerSet part, const ScopArray &array,
                   llvm::ArrayRef<isl::id> ids, FilledBox &box);

/// A buffer that is made anew in each of the `steps` is the same memory in all
/// of them, unless tiles are in flight: it gets its values in the first step.
void addFirstSteps(llvm::ArrayRef<scratch::TileOp> steps, FilledBox &box);

/// Where the buffer wraps around, `box` has all of its first turn, and so the
/// cells of all `elements`, which become those of any turn.
void addTurns(const BufferCells &cells, isl::set &elements, FilledBox &box);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_FILLEDBOX_H

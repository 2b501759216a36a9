//===- SegmentBoxes.h - what segments load and store ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTBOXES_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTBOXES_H

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

/// A box as an attribute and as a relation; no attribute: it is not known.
struct SegmentBox {
  prem::BoxAttr attr;
  /// `[p] -> { [k] -> [a] }`.
  isl::map elements;
};

/// The tiles of a component and what they move, in isl's terms. Maps have the
/// plan's symbols as parameters; tile numbers are dimensions.
class SegmentSpace {
public:
  /// `scop`: of the body of the innermost tile.
  SegmentSpace(const SegmentPlan &plan, const Scop &scop);

  /// `[p] -> { [k] : 0 <= k_d < count_d }`.
  const isl::set &tiles() const { return numbers; }
  isl::ctx ctx() const { return scop.ctx(); }
  unsigned rank() const { return plan.dims.size(); }
  /// `[p] -> { [k] -> [a] }`: what `copies` of a tile move of `array`. Null:
  /// nothing, or it depends on what is computed in tiles.
  isl::map moved(llvm::ArrayRef<mlir::Operation *> copies,
                 const ScopArray *array) const;
  /// `[p] -> { [k] -> [a] }`: what the loads and stores of a tile write of
  /// `buffer`, copies aside; with `must` only what they surely write. Null:
  /// nothing, or it depends on what is computed in tiles.
  isl::map written(const ScopArray *buffer, bool must) const;
  /// The box around `elements` (Gu 2023, 5.3.1), inside `array`'s and the
  /// buffer's: both begin at 0 and at `origin`.
  SegmentBox boxAround(const isl::map &elements, mlir::MemRefType array,
                       mlir::AffineMap origin, mlir::MemRefType buffer) const;
  /// The box of the buffer's cells, inside the array.
  SegmentBox wholeBuffer(mlir::MemRefType array, mlir::AffineMap origin,
                         mlir::MemRefType buffer) const;
  /// At most `most` disjoint boxes that have the elements of `elements` and no
  /// other ones; none: it is not made of so few.
  llvm::SmallVector<SegmentBox>
  exactBoxes(const isl::map &elements, unsigned most, mlir::MemRefType array,
             mlir::AffineMap origin, mlir::MemRefType buffer) const;
  /// The coordinate in dimension `dim` that all elements of a tile have, in the
  /// plan's dimensions and symbols; null if they have several.
  mlir::AffineExpr onlyCoordinate(const isl::map &elements, unsigned dim) const;
  /// The parameter of a symbol of the plan.
  isl::id symbolId(unsigned symbol) const { return symbols[symbol]; }

private:
  isl::map
  touched(llvm::function_ref<bool(const ScopAccess &)> isCounted) const;
  /// One bound of a coordinate, in both notations: dimensions and symbols of
  /// the expression are those of the plan, the value is over the parameters.
  struct Bound {
    mlir::AffineExpr expr;
    isl::pw_aff value;
  };
  isl::map tileOrigins() const;
  isl::pw_aff valueOf(mlir::AffineExpr expr) const;
  /// Upper bounds are excluded.
  /// The box within these bounds of each dimension, the buffer and the array.
  SegmentBox boxWithin(llvm::ArrayRef<IslBounds> bounds, mlir::MemRefType array,
                       mlir::AffineMap origin, mlir::MemRefType buffer) const;
  llvm::SmallVector<Bound> boundsOf(llvm::ArrayRef<isl::aff> affine,
                                    llvm::ArrayRef<mlir::AffineExpr> more,
                                    bool isUpper) const;
  void dropImplied(llvm::SmallVectorImpl<Bound> &bounds, bool isUpper) const;
  prem::BoxAttr
  attributeOf(llvm::ArrayRef<llvm::SmallVector<Bound>> lower,
              llvm::ArrayRef<llvm::SmallVector<Bound>> upper) const;
  isl::map elementsOf(prem::BoxAttr box) const;

  const SegmentPlan &plan;
  const Scop &scop;
  llvm::SmallVector<isl::id> symbols, numberIds;
  /// The tile numbers as a tuple, and the same as parameters.
  isl::multi_id numberTuple;
  isl::set numbers, numberParams;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTBOXES_H

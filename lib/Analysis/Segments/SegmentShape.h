//===- SegmentShape.h - the tiles of a component --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTSHAPE_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTSHAPE_H

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "llvm/ADT/DenseMap.h"

namespace polymem {

/// Reads the tiles of a chain, and values in terms of tile numbers.
class SegmentShape {
public:
  SegmentShape(SegmentPlan &plan, SegmentRefusal &refusal)
      : plan(plan), refusal(refusal) {}

  /// Fills `chain` and `dims`; false, with the refusal, if the tiles are no
  /// component.
  bool read(scratch::TileOp outermost, int64_t cores);

  /// `value` as a function of tile numbers (dimensions) and symbols of the
  /// plan, to which values are added; null if it is none.
  mlir::AffineExpr asFunction(mlir::Value value);
  mlir::AffineMap asMap(llvm::ArrayRef<mlir::AffineExpr> results) const;

private:
  bool refuse(mlir::Operation *op, llvm::StringRef name, const Sentence &text) {
    refusal = {op, name, text};
    return false;
  }
  bool readChain(scratch::TileOp outermost);
  bool readDim(scratch::TileOp tile, unsigned dim);
  bool readGroups(int64_t cores);
  bool isInside(mlir::Value value) const;

  SegmentPlan &plan;
  SegmentRefusal &refusal;
  /// The origin of a tile, as a function.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> origins;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTSHAPE_H

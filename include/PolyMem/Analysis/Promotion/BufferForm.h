//===- BufferForm.h - boxes and copy sets as affine expressions -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BUFFERFORM_H
#define POLYMEM_ANALYSIS_PROMOTION_BUFFERFORM_H

#include "PolyMem/Analysis/Accesses/CopySets.h"
#include "PolyMem/Analysis/Promotion/BufferBox.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem {

/// A copy: sets over array coordinates with `symbols` as symbols, followed, if
/// `clipped`, by the array's dynamic sizes.
struct CopyForm {
  llvm::SmallVector<mlir::IntegerSet> sets;
  llvm::SmallVector<mlir::Value> symbols;
  bool clipped = false;
};

/// A buffer with its copies, in MLIR's terms.
struct BufferForm {
  mlir::Value array;
  /// `(array coordinates)[symbols] -> (cell)` and `()[symbols] -> (extents)`.
  mlir::AffineMap cells, extents;
  /// Symbols of both maps that are values of the IR, followed by the extents
  /// max(0, min(map)) that `minima` describe, over size parameters.
  llvm::SmallVector<mlir::Value> symbols;
  struct Minimum {
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value> operands;
  };
  llvm::SmallVector<Minimum> minima;
  CopyForm in, out;
};

/// Says the box and the copies of `group`, data spaces of the block `scop`, in
/// affine expressions of values that exist where the block starts or can be
/// computed there. Nullopt, with `reason`, if that cannot be; so it is when
/// isl's budget ran out.
std::optional<BufferForm> computeBufferForm(const Scop &scop,
                                            const DataSpaceGroup &group,
                                            const BufferBox &box,
                                            const CopySets &copies,
                                            Sentence &reason);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BUFFERFORM_H

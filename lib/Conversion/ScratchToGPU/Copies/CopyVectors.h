//===- CopyVectors.h - several elements at once -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where elements of a copy between an array and a buffer lie side by side, on
// both sides, a thread may copy several of them with one load and one store.
// What is known of the box and of the buffer is looked at here; where the array
// begins, and how long its rows are, is asked when the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYVECTORS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYVECTORS_H

#include "CopyPlan.h"
#include "PolyMem/Conversion/ScratchToGPU/Copies/Copies.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem::gpulaunch {

/// Copying a box as vectors.
struct VectorPlan {
  CopyPlan plan;
  mlir::VectorType type;
  /// Bytes of a vector, to which addresses must be aligned: 4, 8 or 16.
  int64_t bytes = 0;
};

/// The plan, or why there is none.
struct VectorChoice {
  std::optional<VectorPlan> vectors;
  Sentence whyNot;
};

/// `buffer` with subscripts of the position in a box whose coordinates are
/// `byPosition`, functions of positions and of the symbols `symbols`: where it
/// starts at the corner of the box, its subscripts need no arithmetic. Nothing
/// if its last subscript has a modulo or divides, as simplifying it could hide
/// a power of two; in others these stay as they are. A constant modulus that
/// does not cut the box, of extents `hull`, wherever it is in an execution, is
/// one of the corner only.
std::optional<scratch::PhysicalBuffer>
shiftBuffer(const scratch::PhysicalBuffer &buffer,
            llvm::ArrayRef<mlir::AffineExpr> byPosition,
            mlir::ValueRange symbols, const Hull &hull);

/// The elements of a row lie side by side.
bool hasUnitStride(mlir::MemRefType type);

/// Some subscript of `buffer` has a modulo or divides.
bool hasRemainders(const scratch::PhysicalBuffer &buffer);

/// Where the positions in a box are counted from, by dimension: expressions of
/// symbols; 0 if the scan has no such corner.
llvm::SmallVector<mlir::AffineExpr> cornersOf(const Hull &hull,
                                              mlir::MLIRContext *context);

/// The widest vectors by which `distribution`'s threads can copy the box of
/// `plan` between an array and a buffer of these types (null: there are not one
/// of each), if a thread has fewer rounds by it. `shifted` is the buffer by
/// positions, if it has such a form.
VectorChoice
chooseVectors(const CopyPlan &plan, mlir::MemRefType array,
              mlir::MemRefType buffer,
              const std::optional<scratch::PhysicalBuffer> &shifted,
              const Distribution &distribution);

/// Whether `first` and `second()`, which is computed only if `first` holds, do.
mlir::Value emitAndThen(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value first,
                        llvm::function_ref<mlir::Value()> second);

/// Whether addresses allow the vectors of `plan`, for one of the sets of
/// `copy`, as a value that all threads of a block have: both sides begin at
/// multiples of the vector, and so do the rows of the array's box, which is at
/// coordinate `corner`. What is the same in the whole kernel is emitted behind
/// `thread`, the thread's number.
mlir::Value emitAlignmentTest(mlir::OpBuilder &builder,
                              PolyhedralCopyOpInterface copy,
                              const VectorPlan &plan, const CopySides &sides,
                              mlir::Value thread, mlir::Value corner);

/// What `copy` computes of elements, if anything, can be computed of vectors.
bool computesOfVectors(mlir::Operation *copy);

/// What the buffer of `copy`, which `computesOfVectors`, gets for a vector of
/// elements.
mlir::Value emitCopiedVector(mlir::OpBuilder &builder, mlir::Operation *copy,
                             mlir::Value elements);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYVECTORS_H

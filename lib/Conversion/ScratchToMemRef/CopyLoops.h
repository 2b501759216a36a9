//===- CopyLoops.h - copies as sequential loops -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYLOOPS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYLOOPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

namespace polymem {

/// Emits the code for one element of a copy.
using ElementEmitter =
    llvm::function_ref<void(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::ValueRange coordinates)>;

/// The union of some sets over array coordinates.
struct CopiedSets {
  llvm::ArrayRef<mlir::IntegerSet> sets;
  /// The values of their symbols.
  mlir::ValueRange symbols;
};

/// Emits loops that visit each of the `elements` once, by isl's code generator.
/// Fails, with nothing emitted, for semi-affine or unbounded sets and where the
/// budget runs out. `simplified` is set where less is known of the symbols than
/// could be, so that the loops may test what always holds: what is known of
/// minima and maxima is found within `scanContextBudget(maxIslOperations)`, or
/// not at all.
llvm::LogicalResult emitScan(mlir::OpBuilder &builder, mlir::Location loc,
                             const CopiedSets &elements, ElementEmitter emit,
                             unsigned long maxIslOperations, bool &simplified);

/// Emits loops that visit of each row of the `elements` one element per line of
/// `line` elements: of elements `(.., j)` the elements
/// `(.., line (j floordiv line))`. Fails, with nothing emitted, as `emitScan`.
llvm::LogicalResult emitLineScan(mlir::OpBuilder &builder, mlir::Location loc,
                                 const CopiedSets &elements, int64_t line,
                                 ElementEmitter emit,
                                 unsigned long maxIslOperations);

/// The hull around the cases of minima and maxima makes loops simpler, not
/// right. Few cases take a tenth of this; where many terms meet, isl counts
/// little and takes long. (0, no bound, is no bound here either.)
inline unsigned long scanContextBudget(unsigned long maxIslOperations) {
  return std::min<unsigned long>(maxIslOperations, 200000);
}

/// The same for any sets: loops over elements of an array of `sizes`, each
/// tested for membership; those that single constraints exclude, by bounding a
/// coordinate by earlier ones and symbols, are not visited.
void emitMembershipScan(mlir::OpBuilder &builder, mlir::Location loc,
                        const CopiedSets &elements,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        ElementEmitter emit);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYLOOPS_H

//===- MoveWebs.h - arrays of their own for webs ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a web gets an array of its own: of the same shape, or with an element for
// each iteration of some of the loops around it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_MOVEWEBS_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_MOVEWEBS_H

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Scheduling/ArrayWebs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallBitVector.h"

namespace polymem {

/// The array that a web can have, in terms of the function of its scop.
struct WebForm {
  /// Of each loop of the web, outermost first, in symbols only: the value that
  /// element 0 stands for, and how many elements there are, at least if that is
  /// not negative.
  llvm::SmallVector<mlir::AffineExpr> lower, extent;
  /// By dimension of the array as it is: how many elements the web needs; null
  /// if that is not known, or if it is a constant.
  llvm::SmallVector<mlir::AffineExpr> shape;
  /// By loop, and by dimension: the extent may be negative for some sizes.
  llvm::SmallVector<bool> mayBeNegative, shapeMayBeNegative;
  /// The values of the symbols.
  llvm::SmallVector<mlir::Value> symbols;
  /// Operations of the function's body: the first and last one with accesses.
  mlir::Operation *first, *last;

  /// The form of `web`; of as many loops as can be expressed in front of it.
  /// Nothing if it has to stay.
  static std::optional<WebForm> of(const Scop &scop, const ArrayWeb &web,
                                   unsigned long maxIslOperations);

  /// The bytes of the web's array with `depth` loops, without the dimensions
  /// `leftOut` of `web`'s, at sizes that are assumed; nothing if that is not
  /// known or too large.
  std::optional<int64_t> bytes(const ArrayWeb &web, unsigned depth,
                               const AssumedSizes &sizes,
                               const llvm::SmallBitVector &leftOut = {}) const;

  /// Makes the array, for `old`, in a copy of the function for which
  /// `counterpart` says what operations and values are.
  mlir::Value allocate(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value old, unsigned depth,
                       const mlir::IRMapping &counterpart,
                       const llvm::SmallBitVector &leftOut = {}) const;
};

/// The bytes of `memref` at sizes that are assumed; nothing if they are not
/// known or too many.
std::optional<int64_t> bytesOf(mlir::Value memref, const AssumedSizes &sizes);

/// The bytes that new arrays of `func` may have together: `maxBytes`, or, where
/// that is 0, `times` those of its arguments.
int64_t mostBytes(mlir::func::FuncOp func, const AssumedSizes &sizes,
                  int64_t maxBytes, uint64_t times);

/// Gives `web` an array of its own in a copy of the function of `scop`:
/// `counterpart` says what operations and values are there. It has `depth`
/// dimensions more. What is seen afterwards is copied back. Fails, and the copy
/// is of no use, if the copy back cannot be generated.
llvm::LogicalResult moveWeb(const Scop &scop, const ArrayWeb &web,
                            const WebForm &form, unsigned depth,
                            const mlir::IRMapping &counterpart,
                            unsigned long maxIslOperations);

/// Gives `web`, of reads only, an array of its own in a copy of the function of
/// `scop`, into which all that it reads is copied in front of it. Fails as
/// `moveWeb` does.
llvm::LogicalResult takeSnapshot(const Scop &scop, const ArrayWeb &web,
                                 const WebForm &form,
                                 const mlir::IRMapping &counterpart,
                                 unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_MOVEWEBS_H

//===- IslAffine.h - isl <-> MLIR affine expressions and sets ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dictionary between MLIR's AffineExpr/AffineMap/IntegerSet and isl's
// aff/pw_aff/set. No other file translates between the two.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLAFFINE_H
#define POLYMEM_POLYHEDRAL_ISL_ISLAFFINE_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/LogicalResult.h"

namespace polymem {

/// The isl form of `expr`, with dimension k standing for `dims[k]` and symbol k
/// for `symbols[k]` (all over one domain space; floordiv, ceildiv and mod by
/// positive constants become isl divs). Null for a semi-affine expression.
isl::pw_aff affineExprToPwAff(mlir::AffineExpr expr,
                              llvm::ArrayRef<isl::pw_aff> dims,
                              llvm::ArrayRef<isl::pw_aff> symbols,
                              const isl::space &domain);

/// `{ [x] : constraints }` over the domain space of `dims`/`symbols`, as above.
/// Null if semi-affine.
isl::set integerSetToSet(mlir::IntegerSet set, llvm::ArrayRef<isl::pw_aff> dims,
                         llvm::ArrayRef<isl::pw_aff> symbols,
                         const isl::space &domain);

/// The set `[p] -> { A[d] : ... }` of an IntegerSet whose dimensions are the
/// tuple's and whose symbols are the parameters `params`, in order. `tuple` may
/// be a null id.
isl::set integerSetToSet(mlir::IntegerSet set, llvm::ArrayRef<isl::id> params,
                         const isl::id &tuple, isl::ctx ctx);

/// Disjoint IntegerSets whose union is `set = [p] -> { A[d] : ... }`:
/// dimensions are the tuple's, symbols are `params`, in order; divs become
/// floordivs. Redundant constraints are removed. Fails if a div has no explicit
/// form or a parameter of `set` is not among `params`. The empty set gives no
/// IntegerSet.
mlir::FailureOr<llvm::SmallVector<mlir::IntegerSet>>
setToIntegerSets(const isl::set &set, llvm::ArrayRef<isl::id> params,
                 mlir::MLIRContext *context);

/// The MLIR form of a quasi-affine `aff` over `[p] -> { A[d] }`: input
/// dimension k becomes d<k>, parameter `params[k]` becomes s<k>. A rational
/// value (common denominator) is rounded down. Null if a parameter is unknown.
mlir::AffineExpr affToAffineExpr(const isl::aff &aff,
                                 llvm::ArrayRef<isl::id> params,
                                 mlir::MLIRContext *context);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLAFFINE_H

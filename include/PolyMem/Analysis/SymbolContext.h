//===- SymbolContext.h - what is known of symbols ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SYMBOLCONTEXT_H
#define POLYMEM_ANALYSIS_SYMBOLCONTEXT_H

#include "PolyMem/Polyhedral/Isl.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/ArrayRef.h"

namespace polymem {

/// `[symbols] -> { : ... }`, a convex set that holds wherever the symbols are
/// in scope: from constants, equal values, the ranges of loops around (steps
/// are positive) and definitions by `affine.apply/min/max` and sums. `ids` name
/// the symbols. The better it is, the fewer cases the loops of a copy
/// distinguish. Null if the isl budget runs out.
isl::set getSymbolContext(llvm::ArrayRef<isl::id> ids, mlir::ValueRange symbols,
                          isl::ctx ctx);

/// `[symbols, others] -> { : ... }`: the same, but of minima and maxima only
/// that they are no greater, or smaller, than their terms: there are no cases,
/// and no hull is needed. The values that definitions mention are parameters as
/// well. Null if the isl budget runs out.
isl::set getSymbolBounds(llvm::ArrayRef<isl::id> ids, mlir::ValueRange symbols,
                         isl::ctx ctx);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SYMBOLCONTEXT_H

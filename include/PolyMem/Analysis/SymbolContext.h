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

/// How much is said of a minimum (maximum): that it is no greater (smaller)
/// than any of its terms, which takes no cases, or that it is one of them, too.
enum class ExtremumFacts { Inequalities, Cases };

/// `[symbols, others] -> { : ... }`: the same without the hull around it, and
/// with the values that definitions mention as parameters as well. Null if the
/// isl budget runs out.
isl::set getSymbolFacts(llvm::ArrayRef<isl::id> ids, mlir::ValueRange symbols,
                        isl::ctx ctx, ExtremumFacts extrema);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SYMBOLCONTEXT_H

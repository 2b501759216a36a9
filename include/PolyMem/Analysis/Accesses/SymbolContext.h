//===- SymbolContext.h - what is known of symbols ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_SYMBOLCONTEXT_H
#define POLYMEM_ANALYSIS_ACCESSES_SYMBOLCONTEXT_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polymem {

/// How much is said of a minimum (maximum): that it is no greater (smaller)
/// than any of its terms, which takes no cases, or that it is one of them, too.
enum class ExtremumFacts { Inequalities, Cases };

/// `[symbols] -> { : ... }`, a convex set that holds wherever the symbols are
/// in scope: from constants, equal values, the ranges of loops around (steps
/// are positive) and definitions (IndexValues.h). `ids` name the symbols. The
/// better it is, the fewer cases the loops of a copy distinguish; but the hull
/// around the cases of several extrema is expensive. Null if the isl budget
/// runs out.
isl::set getSymbolContext(llvm::ArrayRef<isl::id> ids, mlir::ValueRange symbols,
                          isl::ctx ctx,
                          ExtremumFacts extrema = ExtremumFacts::Cases);

/// `[symbols, others] -> { : ... }`: the same without the hull around it, and
/// with the values that definitions mention as parameters as well. Null if the
/// isl budget runs out.
isl::set getSymbolFacts(llvm::ArrayRef<isl::id> ids, mlir::ValueRange symbols,
                        isl::ctx ctx, ExtremumFacts extrema);

/// The parameter that stands for a value.
using ValueNames = llvm::function_ref<isl::id(mlir::Value)>;

/// Index values as functions of few names, for proofs. Two objects that name
/// values differently speak of two executions of one piece of code, in which
/// the values of one name are the same.
class ValueForms {
public:
  /// Of `values` and of what their definitions mention; `nameOf` names each
  /// one's parameter. A value that `affine.apply` or a sum computes has no
  /// name. The name of an origin of a tile whose step is constant is the number
  /// of the iteration, from 0 on, not the origin. Objects are null where the
  /// isl budget runs out.
  ValueForms(mlir::ValueRange values, ValueNames nameOf, isl::ctx ctx);

  /// `[names] -> { : ... }`, what is known where all of the values are in
  /// scope: ranges of loops around, and that minima (maxima) are no greater
  /// (smaller) than any of their terms. Of values that are in scope in
  /// different places nothing may follow: a loop may have no iteration where
  /// another has.
  isl::set getFacts() const { return facts; }
  /// `[names] -> { [] -> [v] }`; null for a value that is not among these.
  isl::pw_aff get(mlir::Value value) const;

private:
  isl::ctx ctx;
  isl::set facts;
  llvm::DenseMap<mlir::Value, isl::pw_aff> forms;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_SYMBOLCONTEXT_H

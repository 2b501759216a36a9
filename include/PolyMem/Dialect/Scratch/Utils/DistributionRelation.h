//===- DistributionRelation.h - who runs what, in isl -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distribution.h for proofs: which thread runs an iteration, which one copies
// an element. Digits and rounds that are not known are variables, so that all
// of it is linear; divisions take isl longer.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTIONRELATION_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTIONRELATION_H

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem::gpulaunch {

/// Where numbers that are not known come from, and where what is known of them
/// goes. All objects are over parameters only.
struct Unknowns {
  isl::ctx ctx;
  /// A new parameter, `[n] -> { [] -> [n] }`.
  llvm::function_ref<isl::pw_aff()> variable;
  /// Notes that `[p] -> { : ... }` holds.
  llvm::function_ref<void(const isl::set &)> require;
};

/// `[i, n] -> { [] -> [t] }`: the number in its block of the thread that runs
/// iteration i of `tile`, a tile mapped to threads, for a dimension
/// `iteration(dim)`, counted from 0 on (null: not known). Null if the thread is
/// no linear expression of what is known, as where dimensions share an axis.
isl::pw_aff
threadOfIteration(const Distribution &distribution, scratch::TileOp tile,
                  llvm::function_ref<isl::pw_aff(unsigned)> iteration,
                  const Unknowns &unknowns);

/// `[e, n] -> { [] -> [t] }`: the number in its block of the thread that copies
/// `element`, which is required to be in the box that is scanned;
/// `evaluate(expr)` is an expression of the copy's symbols (null: not known).
/// Null if the box has no constant extents.
isl::pw_aff
threadOfElement(const Distribution &distribution, const CopyScan &scan,
                llvm::ArrayRef<isl::pw_aff> element,
                llvm::function_ref<isl::pw_aff(mlir::AffineExpr)> evaluate,
                const Unknowns &unknowns);

/// `{ [i] -> [t] : i_d >= 0 }`, the first one for all dimensions of `tile` on
/// thread axes; null as there.
isl::map threadsOfIterations(const Distribution &distribution,
                             scratch::TileOp tile, isl::ctx ctx);

/// `[s] -> { [e] -> [t] : e in set }`, the second one for all elements of
/// `set`, a set of `copy` whose symbols are the parameters `symbols`; null as
/// there.
isl::map threadsOfElements(const Distribution &distribution,
                           PolyhedralCopyOpInterface copy, mlir::IntegerSet set,
                           llvm::ArrayRef<isl::id> symbols, isl::ctx ctx);

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_DISTRIBUTIONRELATION_H

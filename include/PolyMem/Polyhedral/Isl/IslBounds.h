//===- IslBounds.h - bounds, dimension and size of isl sets -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions on the geometry of a set that isl's C++ interface does not answer:
// affine bounds of a dimension, which dimensions are functions of others, how
// many elements there are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLBOUNDS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLBOUNDS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace polymem {

/// The constraints of `set`; a null one alone where the budget ran out.
llvm::SmallVector<isl::constraint> constraintsOf(const isl::basic_set &set);

/// Affine bounds of one dimension; every one holds for every element. Each is
/// `[p] -> { [] -> [b(p)] }`, with integer values.
struct IslBounds {
  llvm::SmallVector<isl::aff> lower; ///< `lower <= a`
  llvm::SmallVector<isl::aff> upper; ///< `a <= upper`
};

/// The bounds of dimension `dim` of `set = [p] -> { A[a] }` that appear as
/// constraints of its simple hull after projection onto that dimension
/// (P1, Algorithm 2, line 8). An over-approximation: none of the elements is
/// outside. Lists are empty where the dimension is unbounded.
IslBounds boundsOfDim(const isl::set &set, unsigned dim);

/// The set `{ [a_dim - lower] }` over the parameters for which `keep` holds;
/// the other parameters are projected out: how far the elements of `set` reach
/// beyond `lower = [p] -> { [] -> [l(p)] }`, whatever those parameters are.
isl::set distancesFrom(const isl::set &set, unsigned dim, const isl::aff &lower,
                       llvm::function_ref<bool(const isl::id &)> keep);

/// The largest (smallest) value of the only dimension of `set`, a set of one
/// dimension, over all values of the parameters; nullopt if unbounded or empty.
std::optional<int64_t> maximumOf(const isl::set &set);
std::optional<int64_t> minimumOf(const isl::set &set);

/// The largest value of parameter `id` in `params = [p] -> { : ... }`; nullopt
/// if unbounded or empty.
std::optional<int64_t> greatestValueOf(const isl::set &params,
                                       const isl::id &id);

/// Rank of a small integer matrix, given by rows.
unsigned rankOf(llvm::ArrayRef<llvm::SmallVector<int64_t>> rows);

/// Coefficients of the dimensions of `set = [p] -> { A[a] }` in the equalities
/// of its affine hull (parameters count as constants, equalities with
/// existential variables, i.e. strides, do not count): one row per equality.
llvm::SmallVector<llvm::SmallVector<int64_t>>
equalityCoefficients(const isl::set &set);

/// The dimension of the affine hull of `set` for fixed parameters: number of
/// dimensions minus rank of the equalities.
unsigned affineDimension(const isl::set &set);

/// Number of elements of `set`, which has no parameters: exactly where
/// the box around it has at most `maxEnumerated` points or the set is that box;
/// else the number of points of the box, which is never less. Nullopt
/// if unbounded.
std::optional<int64_t> countElements(const isl::set &set,
                                     int64_t maxEnumerated = 1 << 17);

/// A parameter set `[p] -> { : ... }` as `{ [p] : ... }`.
isl::set parametersAsDims(const isl::set &params);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLBOUNDS_H

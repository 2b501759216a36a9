//===- IslConstraints.h - constraints and their numbers ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What isl's C++ interface lacks on constraints, affine functions and the
// numbers in them. As there, an error yields a null object; a number of
// dimensions is -1 then, and an `isl::boolean` neither true nor false.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLCONSTRAINTS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLCONSTRAINTS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include <optional>
#include <vector>

namespace polymem {

/// `constraint` is an equation, not an inequality.
isl::boolean isEquality(const isl::constraint &constraint);

/// How many dimensions of this kind the space of `constraint` has; divisions
/// (isl::dim::div) are those that the constraint itself has.
int numDims(const isl::constraint &constraint, isl::dim type);
/// Of the domain of `aff`, and divisions. (`isl::aff::dim` finds none of them.)
int numDims(const isl::aff &aff, isl::dim type);

/// One of `count` dimensions from `first` on has a factor that is not zero.
isl::boolean involvesDims(const isl::constraint &constraint, isl::dim type,
                          unsigned first, unsigned count);
isl::boolean involvesDims(const isl::aff &aff, isl::dim type, unsigned first,
                          unsigned count);

/// The factor of a dimension; for an `aff` with the common denominator.
isl::val coefficientOf(const isl::constraint &constraint, isl::dim type,
                       unsigned position);
isl::val coefficientOf(const isl::aff &aff, isl::dim type, unsigned position);

/// `c` of `f + c >= 0`.
isl::val constantOf(const isl::constraint &constraint);

/// `f` of `f >= 0`, or of `f = 0`.
isl::aff affOf(const isl::constraint &constraint);

/// The function that division `position` of `aff` rounds down.
isl::aff divOf(const isl::aff &aff, unsigned position);

/// `{ A[a] : constraint }` and `{ A[a] -> B[b] : constraint }`.
isl::basic_set asSet(const isl::constraint &constraint);
isl::basic_map asMap(const isl::constraint &constraint);

/// `set` with one more constraint.
isl::basic_set withConstraint(const isl::basic_set &set,
                              const isl::constraint &constraint);

/// `0 >= 0` over `space`, for factors to be set.
isl::constraint emptyInequality(const isl::space &space);

/// `{ A[a] : f(a) >= g(a) }`.
isl::basic_set atLeast(const isl::aff &f, const isl::aff &g);

/// The constraints of `map`; a null one alone where the budget ended.
llvm::SmallVector<isl::constraint> constraintsOf(const isl::basic_map &map);
/// How many there are; -1 on error.
int numConstraints(const isl::basic_map &map);

/// The equations (inequalities) of `set = [p] -> { A[a] : ... }`, one row each:
/// the constant, the factors of parameters, of dimensions and of divisions.
/// Nullopt if a number does not fit or isl gives up.
std::optional<std::vector<std::vector<int64_t>>>
equalityRows(const isl::basic_set &set);
std::optional<std::vector<std::vector<int64_t>>>
inequalityRows(const isl::basic_set &set);

/// `{ [c_0, c] : c_0 + c a >= 0 for all A[a] in set }`, as a set of the
/// factors' (rational) values: Farkas' lemma.
isl::basic_set farkasCoefficients(const isl::basic_set &set);

/// The largest value of `objective` over the rational elements of `set`;
/// infinity, or minus infinity for the empty set.
isl::val rationalMaximum(const isl::basic_set &set, const isl::aff &objective);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLCONSTRAINTS_H

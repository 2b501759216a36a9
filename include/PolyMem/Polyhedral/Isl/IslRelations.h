//===- IslRelations.h - sets and relations ----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What isl's C++ interface lacks on sets and relations. As there, an error
// yields a null object.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLRELATIONS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLRELATIONS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem {

/// `{ [a_0, ..., a_(n-1)] }` without parameters, of `numDims` dimensions.
isl::space spaceOfDims(isl::ctx ctx, unsigned numDims);

/// The name of the elements of a set, of one side of a relation; null if they
/// have none. It lives as long as the object.
const char *tupleNameOf(const isl::set &set);
const char *tupleNameOf(const isl::map &map, isl::dim side);

/// `{ A[a] -> B[b] }` with `[a]` or `[b]` in place of a named tuple.
isl::map withoutTupleName(const isl::map &map, isl::dim side);
/// The tuple at `side` gets the name `name`, which may be null: none.
isl::map withTupleName(const isl::map &map, isl::dim side, const char *name);

/// `count` dimensions of any value from `position` on at `side`.
isl::map insertDims(const isl::map &map, isl::dim side, unsigned position,
                    unsigned count);

/// The constraints on `count` dimensions from `first` on are dropped, by
/// projection; the dimensions stay.
isl::map eliminated(const isl::map &map, isl::dim side, unsigned first,
                    unsigned count);

/// Without parameters that no constraint has.
isl::set withoutUnusedParameters(const isl::set &set);
isl::map withoutUnusedParameters(const isl::map &map);

/// Without constraints that others imply.
isl::basic_set withoutRedundancies(const isl::basic_set &set);
isl::basic_map withoutRedundancies(const isl::basic_map &map);
isl::union_map withoutRedundancies(const isl::union_map &map);

/// Existential variables are projected out, over rationals: a superset.
isl::basic_set withoutDivs(const isl::basic_set &set);
/// Existential variables without an explicit form are projected out, over
/// rationals: a superset.
isl::set withoutUnknownDivs(const isl::set &set);

/// Pieces that are disjoint.
isl::set disjointParts(const isl::set &set);

/// The text of both sets is known to mean the same without any solving.
isl::boolean isPlainlyEqual(const isl::set &a, const isl::set &b);

/// Some constant or parametric value bounds dimension `dim` from above.
isl::boolean hasUpperBound(const isl::set &set, unsigned dim);
/// `{ A[a] in set : a_dim <= value }`.
isl::set boundedAbove(const isl::set &set, unsigned dim, int value);

/// `{ [-a] : [a] in set }`.
isl::set negated(const isl::set &set);

/// `{ [a, b] : A[a] in first, B[b] in second }`.
isl::set flatProduct(const isl::set &first, const isl::set &second);

/// `{ [A[a] -> A[b]] -> [b - a] }`.
isl::map differencesOf(const isl::map &map);

/// `map` without constraints on its range that `context` implies.
isl::map gistRange(const isl::map &map, const isl::set &context);

/// The elements that `map = { B[b] -> A[a] }` takes into `set`.
isl::basic_set preimage(const isl::basic_set &set, const isl::multi_aff &map);

/// `{ [a] -> [b] : a < b }` in lexicographic order, of elements in `space`.
isl::map lexLess(const isl::space &space);
/// Pairs of instances of which `a` gives the first an earlier time than `b` the
/// second, `{ S[i] -> T[j] : a(i) < b(j) }` in lexicographic order.
isl::union_map lexLess(const isl::union_map &a, const isl::union_map &b);

/// `{ S[i] -> T[j] : a(i) > b(j) }` for `a = { S[i] -> [t] }` and `b = { T[j]
/// -> [t] }`, lexicographically.
isl::map lexGreater(const isl::map &a, const isl::map &b);

/// `{ S[i] -> [f(i)] }`.
isl::union_map asMap(const isl::union_pw_aff &value);

/// The largest value of `value` anywhere; infinity, or NaN for an empty domain.
isl::val greatestValueOf(const isl::pw_aff &value);

/// What isl's scheduler is asked for.
struct IslScheduleConstraints {
  isl::union_set domain;
  isl::set context;
  /// `{ S[i] -> T[j] }`: T[j] is not before S[i]; parallel and near if
  /// possible.
  isl::union_map validity, coincidence, proximity;
  /// Of pairs of `condition` that lie together, those of
  /// `conditionalValidity` next to them are in order. Null: none.
  isl::union_map condition, conditionalValidity;
  /// Strongly connected components get loops of their own; as long as they can
  /// they share loops, at the price of fewer parallel ones.
  bool apartComponents = false, wholeComponents = false;
  /// The outermost loop of a band is to be parallel.
  bool outerParallel = false;
};

/// The schedule tree that isl's scheduler finds, with bands as deep as they can
/// be; null if it gives up.
isl::schedule computeSchedule(const IslScheduleConstraints &constraints);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLRELATIONS_H

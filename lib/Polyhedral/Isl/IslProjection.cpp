//===- IslProjection.cpp - projections with explicit divisions ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslProjection.h"
#include "isl/constraint.h"

using namespace llvm;
using namespace polymem;

/// More combinations of bounds than this are left to isl.
static constexpr size_t kMaxCombinations = 400;

namespace {
/// How a dimension occurs in the constraints of a basic set.
struct Occurrences {
  /// Bounds without the dimension, and its coefficient's absolute value.
  struct Bound {
    isl::aff rest;
    isl::val coefficient;
  };
  SmallVector<Bound> lower, upper;
  /// Constraints that do not mention it.
  isl::basic_set others;
  /// It is part of a division.
  bool divided = false;
  bool unitEquality = false;
};
} // namespace

static std::optional<Occurrences> occurrencesOf(const isl::basic_set &set,
                                                unsigned dim) {
  Occurrences result;
  result.others = isl::basic_set::universe(set.space());
  isl_constraint_list *list = isl_basic_set_get_constraint_list(set.get());
  isl_size count = isl_constraint_list_n_constraint(list);
  bool failed = false;
  for (int k = 0; k < count; ++k) {
    isl_constraint *constraint = isl_constraint_list_get_at(list, k);
    bool isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
    isl::aff aff = isl::manage(isl_constraint_get_aff(constraint));
    isl::val coefficient =
        isl::manage(isl_aff_get_coefficient_val(aff.get(), isl_dim_in, dim));
    isl::aff rest =
        isl::manage(isl_aff_set_coefficient_si(aff.copy(), isl_dim_in, dim, 0));
    result.divided |=
        isl_aff_involves_dims(rest.get(), isl_dim_in, dim, 1) != isl_bool_false;
    // A constraint that cannot be read must not be lost.
    failed |= coefficient.is_null();
    if (coefficient.is_zero().is_true()) {
      result.others = result.others.intersect(
          isl::manage(isl_basic_set_from_constraint(constraint)));
      continue;
    }
    isl_constraint_free(constraint);
    if (isEquality)
      result.unitEquality |= coefficient.abs().is_one().is_true();
    if (isEquality || coefficient.is_pos().is_true())
      result.lower.push_back(
          {coefficient.is_pos().is_true() ? rest : rest.neg(),
           coefficient.abs()});
    if (isEquality || coefficient.is_neg().is_true())
      result.upper.push_back(
          {coefficient.is_neg().is_true() ? rest : rest.neg(),
           coefficient.abs()});
  }
  isl_constraint_list_free(list);
  if (count < 0 || failed || result.others.is_null())
    return std::nullopt;
  return result;
}

/// `set` without `dim`, exactly: lower against upper bounds. Null if there are
/// too many, or the budget runs out.
static isl::basic_set combineBounds(const Occurrences &occurrences,
                                    unsigned dim) {
  if (occurrences.lower.size() * occurrences.upper.size() > kMaxCombinations)
    return {};
  isl::basic_set result = occurrences.others;
  for (const Occurrences::Bound &lower : occurrences.lower)
    for (const Occurrences::Bound &upper : occurrences.upper) {
      // b f + g >= 0 if a is 1 or the other way round.
      isl::aff sum;
      if (lower.coefficient.is_one().is_true())
        sum = lower.rest.scale(upper.coefficient).add(upper.rest);
      else if (upper.coefficient.is_one().is_true())
        sum = upper.rest.scale(lower.coefficient).add(lower.rest);
      else
        sum = lower.rest.scale_down(lower.coefficient)
                  .floor()
                  .add(upper.rest.scale_down(upper.coefficient).floor());
      isl::aff zero = isl::manage(
          isl_aff_zero_on_domain(isl_aff_get_domain_local_space(sum.get())));
      result = result.intersect(
          isl::manage(isl_aff_ge_basic_set(sum.release(), zero.release())));
      if (result.is_null())
        return result;
    }
  result = isl::manage(
      isl_basic_set_project_out(result.release(), isl_dim_set, dim, 1));
  return isl::manage(isl_basic_set_remove_redundancies(result.release()));
}

/// `set` without its first `count` dimensions; null if that needs cases.
static isl::basic_set eliminateFirst(isl::basic_set set, unsigned count) {
  while (count > 0) {
    std::optional<unsigned> best;
    Occurrences bestOccurrences;
    size_t leastCost = 0;
    for (unsigned dim = 0; dim < count; ++dim) {
      std::optional<Occurrences> occurrences = occurrencesOf(set, dim);
      if (!occurrences)
        return {};
      if (occurrences->divided)
        continue;
      auto isUnit = [](const Occurrences::Bound &bound) {
        return bound.coefficient.is_one().is_true();
      };
      // An equation gives the value; unit bounds need no rounding, after which
      // a dimension may be part of a division.
      size_t cost =
          occurrences->unitEquality ? 0
          : all_of(occurrences->lower, isUnit) ||
                  all_of(occurrences->upper, isUnit)
              ? 1 + occurrences->lower.size() * occurrences->upper.size()
              : 1 + kMaxCombinations;
      if (best && cost >= leastCost)
        continue;
      best = dim;
      leastCost = cost;
      bestOccurrences = std::move(*occurrences);
    }
    if (!best)
      return {};
    set = bestOccurrences.unitEquality
              ? isl::manage(isl_basic_set_project_out(set.release(),
                                                      isl_dim_set, *best, 1))
              : combineBounds(bestOccurrences, *best);
    if (set.is_null())
      return set;
    --count;
  }
  return set;
}

isl::set polymem::rangeWithDivisions(const isl::map &relation) {
  isl::map known = isl::manage(isl_map_compute_divs(relation.copy()));
  isl::size inputs = known.domain_tuple_dim();
  if (inputs.is_error())
    return {};
  unsigned count = inputs.release();
  isl::set result = isl::set::empty(relation.range().space());
  isl::stat walk =
      known.foreach_basic_map([&](isl::basic_map part) -> isl::stat {
        isl::set elements = isl::set(part.range());
        isl::basic_set flat =
            eliminateFirst(isl::manage(isl_basic_set_flatten(
                               isl_basic_map_wrap(part.release()))),
                           count);
        if (!flat.is_null())
          elements = isl::manage(isl_set_reset_space(
              isl::set(flat).release(), elements.space().release()));
        result = result.unite(elements);
        return isl::stat::ok();
      });
  return walk.is_ok() ? result : isl::set();
}

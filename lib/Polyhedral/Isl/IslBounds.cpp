//===- IslBounds.cpp - bounds, dimension and size of isl sets -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslLines.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include <functional>
#include <numeric>

using namespace llvm;
using namespace polymem;

SmallVector<isl::constraint> polymem::constraintsOf(const isl::basic_set &set) {
  SmallVector<isl::constraint> result;
  auto append = [](isl_constraint *constraint, void *user) {
    static_cast<SmallVector<isl::constraint> *>(user)->push_back(
        isl::manage(constraint));
    return isl_stat_ok;
  };
  if (isl_basic_set_foreach_constraint(set.get(), append, &result) !=
      isl_stat_ok)
    result.assign(1, isl::constraint());
  return result;
}

/// Calls `visit` on each constraint of `bset`.
static void forEachConstraint(const isl::basic_set &bset,
                              function_ref<void(isl_constraint *)> visit) {
  for (const isl::constraint &constraint : constraintsOf(bset))
    if (!constraint.is_null())
      visit(constraint.get());
}

isl::set polymem::lineOf(const isl::set &set, unsigned dim) {
  isl::size rank = set.tuple_dim();
  if (rank.is_error())
    return {};
  unsigned n = rank.release();
  isl::set result = set.project_out(isl::dim::set, dim + 1, n - dim - 1);
  return result.project_out(isl::dim::set, 0, dim).coalesce();
}

/// Appends the bounds that the constraints of `hull` (one dimension) give.
static void collectBounds(const isl::basic_set &hull, IslBounds &bounds) {
  auto add = [](SmallVector<isl::aff> &list, isl::aff bound) {
    // The bound does not depend on the dimension itself: drop it, so that
    // only the parameters are left.
    isl_aff *raw = isl_aff_drop_dims(bound.release(), isl_dim_in, 0, 1);
    bound = isl::manage(raw);
    if (bound.is_null())
      return;
    for (const isl::aff &other : list)
      if (isl_aff_plain_is_equal(other.get(), bound.get()) == isl_bool_true)
        return;
    list.push_back(bound);
  };
  forEachConstraint(hull, [&](isl_constraint *c) {
    if (isl_constraint_involves_dims(c, isl_dim_set, 0, 1) != isl_bool_true)
      return;
    bool equality = isl_constraint_is_equality(c) == isl_bool_true;
    // isl takes a pair of divs for a bound only if the div does not involve
    // the dimension.
    isl::aff bound = isl::manage(isl_constraint_get_bound(c, isl_dim_set, 0));
    if (bound.is_null() ||
        isl_aff_involves_dims(bound.get(), isl_dim_in, 0, 1) != isl_bool_false)
      return;
    if (equality ||
        isl_constraint_is_lower_bound(c, isl_dim_set, 0) == isl_bool_true)
      add(bounds.lower, bound.ceil());
    if (equality ||
        isl_constraint_is_upper_bound(c, isl_dim_set, 0) == isl_bool_true)
      add(bounds.upper, bound.floor());
  });
}

IslBounds polymem::boundsOfDim(const isl::set &set, unsigned dim) {
  return boundsOfLine(lineOf(set, dim));
}

IslBounds polymem::boundsOfLine(const isl::set &line) {
  IslBounds bounds;
  if (line.is_null())
    return bounds;
  // Strides and other existential variables cannot be part of a bound.
  isl::basic_set hull = line.remove_divs().simple_hull();
  if (!hull.is_null())
    collectBounds(hull, bounds);
  return bounds;
}

isl::set polymem::distancesFrom(const isl::set &set, unsigned dim,
                                const isl::aff &lower,
                                function_ref<bool(const isl::id &)> keep) {
  return distancesOnLine(lineOf(set, dim), lower, keep);
}

isl::set polymem::distancesOnLine(const isl::set &named, const isl::aff &lower,
                                  function_ref<bool(const isl::id &)> keep) {
  isl::set line = named.reset_tuple_id();
  if (line.is_null())
    return {};
  isl::space space = line.space();
  isl::local_space ls = isl::manage(isl_local_space_from_space(space.copy()));
  isl::aff value = isl::aff::var_on_domain(ls, isl::dim::set, 0);
  isl::aff start =
      isl::manage(isl_aff_insert_dims(lower.copy(), isl_dim_in, 0, 1));
  isl::set result = line.apply(value.sub(start).as_map());
  if (result.is_null())
    return {};
  for (int k = result.dim(isl::dim::param).release(); k-- > 0;) {
    isl::id id = result.dim_id(isl::dim::param, k);
    if (!keep(id))
      result = result.project_out(isl::dim::param, k, 1);
  }
  return result.coalesce();
}

/// Values beyond any memory count as unbounded.
static std::optional<int64_t> integerValue(const isl::val &v) {
  std::optional<int64_t> value = islToInt64(v);
  constexpr int64_t kLargest = int64_t(1) << 52;
  if (value && (*value > kLargest || *value < -kLargest))
    return std::nullopt;
  return value;
}

std::optional<int64_t> polymem::maximumOf(const isl::set &set) {
  isl::set line = set.project_out_all_params();
  if (line.is_null() || !line.is_empty().is_false())
    return std::nullopt;
  return integerValue(line.dim_max_val(0));
}

std::optional<int64_t> polymem::minimumOf(const isl::set &set) {
  isl::set line = set.project_out_all_params();
  if (line.is_null() || !line.is_empty().is_false())
    return std::nullopt;
  return integerValue(line.dim_min_val(0));
}

std::optional<int64_t> polymem::greatestValueOf(const isl::set &params,
                                                const isl::id &id) {
  isl::set points = parametersAsDims(params);
  int position = isl_set_find_dim_by_id(params.get(), isl_dim_param, id.get());
  if (points.is_null() || position < 0 || !points.is_empty().is_false())
    return std::nullopt;
  return integerValue(points.dim_max_val(position));
}

unsigned polymem::rankOf(ArrayRef<SmallVector<int64_t>> rows) {
  // Fraction-free elimination; rows are divided by their content so that the
  // entries of subscript matrices stay small.
  SmallVector<SmallVector<int64_t>> m(rows.begin(), rows.end());
  unsigned rank = 0;
  size_t columns = m.empty() ? 0 : m.front().size();
  for (size_t c = 0; c < columns && rank < m.size(); ++c) {
    size_t pivot = rank;
    while (pivot < m.size() && m[pivot][c] == 0)
      ++pivot;
    if (pivot == m.size())
      continue;
    std::swap(m[rank], m[pivot]);
    for (size_t r = rank + 1; r < m.size(); ++r) {
      int64_t a = m[rank][c], b = m[r][c], content = 0;
      for (size_t k = 0; k < columns; ++k) {
        m[r][k] = m[r][k] * a - m[rank][k] * b;
        content = std::gcd(content, m[r][k]);
      }
      if (content > 1)
        for (int64_t &entry : m[r])
          entry /= content;
    }
    ++rank;
  }
  return rank;
}

SmallVector<SmallVector<int64_t>>
polymem::equalityCoefficients(const isl::set &set) {
  SmallVector<SmallVector<int64_t>> rows;
  isl::basic_set hull = set.remove_divs().affine_hull();
  if (hull.is_null())
    return rows;
  unsigned n = hull.dim(isl::dim::set).release();
  forEachConstraint(hull, [&](isl_constraint *c) {
    if (isl_constraint_is_equality(c) != isl_bool_true)
      return;
    SmallVector<int64_t> row;
    for (unsigned d = 0; d < n; ++d) {
      isl::val v =
          isl::manage(isl_constraint_get_coefficient_val(c, isl_dim_set, d));
      std::optional<int64_t> value = integerValue(v);
      if (!value)
        return;
      row.push_back(*value);
    }
    rows.push_back(row);
  });
  return rows;
}

unsigned polymem::affineDimension(const isl::set &set) {
  if (set.is_null())
    return 0;
  return set.tuple_dim().release() - rankOf(equalityCoefficients(set));
}

std::optional<int64_t> polymem::countElements(const isl::set &set,
                                              int64_t maxEnumerated) {
  if (set.is_null())
    return std::nullopt;
  if (set.is_empty().is_true())
    return 0;
  unsigned n = set.tuple_dim().release();
  int64_t volume = 1;
  isl::set box = isl::set::universe(set.space());
  for (unsigned d = 0; d < n; ++d) {
    std::optional<int64_t> low = integerValue(set.dim_min_val(d));
    std::optional<int64_t> high = integerValue(set.dim_max_val(d));
    if (!low || !high || MulOverflow(volume, *high - *low + 1, volume))
      return std::nullopt;
    box = box.lower_bound_val(isl::dim::set, d, *low)
              .upper_bound_val(isl::dim::set, d, *high);
  }
  if (box.is_subset(set).is_true() || volume > maxEnumerated)
    return volume;
  isl::val count = isl::manage(isl_set_count_val(set.get()));
  return integerValue(count);
}

isl::set polymem::parametersAsDims(const isl::set &params) {
  isl_set *set = isl_set_from_params(params.copy());
  if (!set)
    return {};
  return isl::manage(isl_set_move_dims(set, isl_dim_set, 0, isl_dim_param, 0,
                                       isl_set_dim(set, isl_dim_param)));
}

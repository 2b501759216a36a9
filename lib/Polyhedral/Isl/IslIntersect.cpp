//===- IslIntersect.cpp - convex sets made quickly ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include <optional>

using namespace polymem;

static bool isBasic(const isl::set &set) {
  return isl_set_n_basic_set(set.get()) == 1;
}

isl::set polymem::intersectQuickly(isl::set a, isl::set b) {
  if (a.is_null() || b.is_null() || !isBasic(a) || !isBasic(b))
    return a.intersect(b);
  a = a.align_params(b.space());
  b = b.align_params(a.space());
  if (a.is_null() || b.is_null())
    return isl::set();
  isl::basic_set first = a.get_basic_set_list().get_at(0);
  isl::basic_set second = b.get_basic_set_list().get_at(0);
  return isl::set(first.intersect(second));
}

/// `{ A[a] -> B[b] : b[out] - a[in] = constant }`, or `>=`, in `map`.
static isl::map withDistance(const isl::map &map, unsigned in, unsigned out,
                             bool isEquality, int constant) {
  isl_local_space *space = isl_local_space_from_space(map.space().release());
  isl_constraint *constraint = isEquality
                                   ? isl_constraint_alloc_equality(space)
                                   : isl_constraint_alloc_inequality(space);
  constraint = isl_constraint_set_coefficient_si(constraint, isl_dim_in,
                                                 static_cast<int>(in), -1);
  constraint = isl_constraint_set_coefficient_si(constraint, isl_dim_out,
                                                 static_cast<int>(out), 1);
  constraint = isl_constraint_set_constant_si(constraint, -constant);
  isl::basic_map all = isl::manage(isl_basic_map_from_constraint(constraint));
  if (isl_map_n_basic_map(map.get()) != 1)
    return map.intersect(isl::map(all));
  return isl::map(map.get_basic_map_list().get_at(0).intersect(all));
}

isl::map polymem::equateQuickly(const isl::map &map, unsigned in,
                                unsigned out) {
  return withDistance(map, in, out, /*isEquality=*/true, 0);
}

isl::map polymem::orderQuickly(const isl::map &map, unsigned in, unsigned out) {
  return withDistance(map, in, out, /*isEquality=*/false, 1);
}

/// `a` and `b` where they are one piece that is defined everywhere.
static std::optional<std::pair<isl::aff, isl::aff>>
asAffs(const isl::pw_aff &a, const isl::pw_aff &b) {
  if (!a.isa_aff().is_true() || !b.isa_aff().is_true())
    return std::nullopt;
  isl::aff first = a.as_aff(), second = b.as_aff();
  first = isl::manage(
      isl_aff_align_params(first.release(), second.space().release()));
  second = isl::manage(
      isl_aff_align_params(second.release(), first.space().release()));
  if (first.is_null() || second.is_null())
    return std::nullopt;
  return std::pair(first, second);
}

isl::set polymem::lessEqualQuickly(const isl::pw_aff &a, const isl::pw_aff &b) {
  auto affs = asAffs(a, b);
  return affs ? affs->first.le_set(affs->second) : a.le_set(b);
}

isl::set polymem::lessQuickly(const isl::pw_aff &a, const isl::pw_aff &b) {
  auto affs = asAffs(a, b);
  return affs ? affs->first.lt_set(affs->second) : a.lt_set(b);
}

isl::set polymem::equalQuickly(const isl::pw_aff &a, const isl::pw_aff &b) {
  auto affs = asAffs(a, b);
  return affs ? affs->first.eq_set(affs->second) : a.eq_set(b);
}

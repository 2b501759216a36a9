//===- IslRelations.cpp - sets and relations ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/schedule.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/union_map.h"

using namespace polymem;

static isl_dim_type kindOf(isl::dim type) {
  return static_cast<isl_dim_type>(type);
}

isl::space polymem::spaceOfDims(isl::ctx ctx, unsigned numDims) {
  return isl::manage(isl_space_set_alloc(ctx.get(), 0, numDims));
}

const char *polymem::tupleNameOf(const isl::set &set) {
  return isl_set_get_tuple_name(set.get());
}

const char *polymem::tupleNameOf(const isl::map &map, isl::dim side) {
  return isl_map_get_tuple_name(map.get(), kindOf(side));
}

isl::map polymem::withoutTupleName(const isl::map &map, isl::dim side) {
  return isl::manage(isl_map_reset_tuple_id(map.copy(), kindOf(side)));
}

isl::map polymem::withTupleName(const isl::map &map, isl::dim side,
                                const char *name) {
  return isl::manage(isl_map_set_tuple_name(map.copy(), kindOf(side), name));
}

isl::map polymem::insertDims(const isl::map &map, isl::dim side,
                             unsigned position, unsigned count) {
  return isl::manage(
      isl_map_insert_dims(map.copy(), kindOf(side), position, count));
}

isl::map polymem::eliminated(const isl::map &map, isl::dim side, unsigned first,
                             unsigned count) {
  return isl::manage(isl_map_eliminate(map.copy(), kindOf(side), first, count));
}

isl::set polymem::withoutUnusedParameters(const isl::set &set) {
  return isl::manage(isl_set_drop_unused_params(set.copy()));
}

isl::map polymem::withoutUnusedParameters(const isl::map &map) {
  return isl::manage(isl_map_drop_unused_params(map.copy()));
}

isl::basic_set polymem::withoutRedundancies(const isl::basic_set &set) {
  return isl::manage(isl_basic_set_remove_redundancies(set.copy()));
}

isl::basic_map polymem::withoutRedundancies(const isl::basic_map &map) {
  return isl::manage(isl_basic_map_remove_redundancies(map.copy()));
}

isl::basic_set polymem::withoutDivs(const isl::basic_set &set) {
  return isl::manage(isl_basic_set_remove_divs(set.copy()));
}

isl::set polymem::withoutUnknownDivs(const isl::set &set) {
  return isl::manage(isl_set_remove_unknown_divs(set.copy()));
}

isl::set polymem::disjointParts(const isl::set &set) {
  return isl::manage(isl_set_make_disjoint(set.copy()));
}

isl::boolean polymem::isPlainlyEqual(const isl::set &a, const isl::set &b) {
  return isl::manage(isl_set_plain_is_equal(a.get(), b.get()));
}

isl::boolean polymem::hasUpperBound(const isl::set &set, unsigned dim) {
  return isl::manage(isl_set_dim_has_upper_bound(set.get(), isl_dim_set, dim));
}

isl::set polymem::boundedAbove(const isl::set &set, unsigned dim, int value) {
  return isl::manage(
      isl_set_upper_bound_si(set.copy(), isl_dim_set, dim, value));
}

isl::set polymem::negated(const isl::set &set) {
  return isl::manage(isl_set_neg(set.copy()));
}

isl::set polymem::flatProduct(const isl::set &first, const isl::set &second) {
  return isl::manage(isl_set_flat_product(first.copy(), second.copy()));
}

isl::map polymem::differencesOf(const isl::map &map) {
  return isl::manage(isl_map_deltas_map(map.copy()));
}

isl::map polymem::gistRange(const isl::map &map, const isl::set &context) {
  return isl::manage(isl_map_gist_range(map.copy(), context.copy()));
}

isl::basic_set polymem::preimage(const isl::basic_set &set,
                                 const isl::multi_aff &map) {
  return isl::manage(isl_basic_set_preimage_multi_aff(set.copy(), map.copy()));
}

isl::map polymem::lexLess(const isl::space &space) {
  return isl::manage(isl_map_lex_lt(space.copy()));
}

isl::union_map polymem::lexLess(const isl::union_map &a,
                                const isl::union_map &b) {
  return isl::manage(isl_union_map_lex_lt_union_map(a.copy(), b.copy()));
}

isl::map polymem::lexGreater(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_gt_map(a.copy(), b.copy()));
}

isl::union_map polymem::withoutRedundancies(const isl::union_map &maps) {
  return isl::manage(isl_union_map_remove_redundancies(maps.copy()));
}

isl::union_map polymem::asMap(const isl::union_pw_aff &value) {
  return isl::manage(isl_union_map_from_union_pw_aff(value.copy()));
}

isl::val polymem::greatestValueOf(const isl::pw_aff &value) {
  return isl::manage(isl_pw_aff_max_val(value.copy()));
}

isl::schedule
polymem::computeSchedule(const IslScheduleConstraints &constraints) {
  isl_ctx *ctx = constraints.domain.ctx().get();
  ScopedIslOption serialize(ctx, isl_options_get_schedule_serialize_sccs,
                            isl_options_set_schedule_serialize_sccs,
                            constraints.apartComponents);
  ScopedIslOption whole(ctx, isl_options_get_schedule_whole_component,
                        isl_options_set_schedule_whole_component,
                        constraints.wholeComponents);
  ScopedIslOption outer(ctx, isl_options_get_schedule_outer_coincidence,
                        isl_options_set_schedule_outer_coincidence,
                        constraints.outerParallel);
  ScopedIslOption depth(ctx, isl_options_get_schedule_maximize_band_depth,
                        isl_options_set_schedule_maximize_band_depth, 1);
  // The C++ interface copies constraints, which isl does without a look whether
  // there are any: they are handed on here.
  isl_schedule_constraints *all =
      isl_schedule_constraints_on_domain(constraints.domain.copy());
  all = isl_schedule_constraints_set_context(all, constraints.context.copy());
  all = isl_schedule_constraints_set_validity(all, constraints.validity.copy());
  all = isl_schedule_constraints_set_coincidence(
      all, constraints.coincidence.copy());
  all =
      isl_schedule_constraints_set_proximity(all, constraints.proximity.copy());
  if (!constraints.condition.is_null())
    all = isl_schedule_constraints_set_conditional_validity(
        all, constraints.condition.copy(),
        constraints.conditionalValidity.copy());
  if (!all)
    return {};
  return isl::manage(isl_schedule_constraints_compute_schedule(all));
}

//===- IslDims.cpp - dimensions and parameters of isl objects -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/schedule_node.h"
#include "isl/set.h"

using namespace polymem;

std::optional<unsigned> polymem::positionOfParameter(const isl::set &set,
                                                     const std::string &name) {
  int position =
      isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
  return position < 0 ? std::nullopt : std::optional<unsigned>(position);
}

std::optional<unsigned> polymem::positionOfParameter(const isl::map &map,
                                                     const isl::id &id) {
  int position = isl_map_find_dim_by_id(map.get(), isl_dim_param, id.get());
  return position < 0 ? std::nullopt : std::optional<unsigned>(position);
}

isl::set polymem::asSetOfParameters(const isl::set &params) {
  return isl::manage(isl_set_from_params(params.copy()));
}

isl::map polymem::equatedAt(const isl::map &map, unsigned dim) {
  return isl::manage(
      isl_map_equate(map.copy(), isl_dim_in, dim, isl_dim_out, dim));
}

bool polymem::involvesParameter(const isl::pw_aff &aff, const isl::id &id) {
  int position = isl_pw_aff_find_dim_by_name(aff.get(), isl_dim_param,
                                             id.get_name().c_str());
  return position >= 0 &&
         isl_pw_aff_involves_dims(aff.get(), isl_dim_param, position, 1) ==
             isl_bool_true;
}

bool polymem::involvesDims(const isl::pw_aff &aff) {
  return isl_pw_aff_involves_dims(aff.get(), isl_dim_in, 0,
                                  isl_pw_aff_dim(aff.get(), isl_dim_in)) !=
         isl_bool_false;
}

isl::pw_aff polymem::liftedTo(const isl::pw_aff &aff, unsigned before,
                              unsigned dims) {
  isl_pw_aff *result =
      isl_pw_aff_insert_dims(aff.copy(), isl_dim_in, 0, before);
  unsigned known = isl_pw_aff_dim(result, isl_dim_in);
  return isl::manage(isl_pw_aff_add_dims(result, isl_dim_in, dims - known));
}

isl::set polymem::fixedAt(const isl::set &set, isl::dim type, unsigned position,
                          const isl::val &value) {
  return isl::manage(isl_set_fix_val(set.copy(),
                                     static_cast<enum isl_dim_type>(type),
                                     position, value.copy()));
}

isl::val polymem::plainValueAt(const isl::map &map, isl::dim side,
                               unsigned position) {
  return isl::manage(isl_map_plain_get_val_if_fixed(
      map.get(), static_cast<enum isl_dim_type>(side), position));
}

isl::point polymem::firstPoint(const isl::set &set) {
  isl::point point = set.lexmin().sample_point();
  if (point.is_null() || isl_point_is_void(point.get()) != isl_bool_false)
    point = set.sample_point();
  return point;
}

bool polymem::isNamed(const isl::set &set) {
  return isl_set_has_tuple_id(set.get()) == isl_bool_true;
}

llvm::StringRef polymem::nameOf(const isl::id &id) {
  const char *name = id.is_null() ? nullptr : isl_id_get_name(id.get());
  return name ? name : "";
}

isl::schedule_node polymem::contractedTo(const isl::schedule_node &node,
                                         const isl::id &name) {
  isl::schedule_node grouped =
      isl::manage(isl_schedule_node_group(node.copy(), name.copy()));
  // What is above now maps the statement to its instances.
  return grouped.is_null()
             ? grouped
             : isl::manage(isl_schedule_node_cut(grouped.parent().release()));
}

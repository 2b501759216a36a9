//===- IslConstraints.cpp - constraints and their numbers -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/ilp.h"
#include "isl/local_space.h"
#include "isl/lp.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/set.h"

using namespace polymem;

using Rows = std::vector<std::vector<int64_t>>;

static isl_dim_type kindOf(isl::dim type) {
  return static_cast<isl_dim_type>(type);
}

isl::boolean polymem::isEquality(const isl::constraint &constraint) {
  return isl::manage(isl_constraint_is_equality(constraint.get()));
}

int polymem::numDims(const isl::constraint &constraint, isl::dim type) {
  return isl_constraint_dim(constraint.get(), kindOf(type));
}

int polymem::numDims(const isl::aff &aff, isl::dim type) {
  return isl_aff_dim(aff.get(), kindOf(type));
}

isl::boolean polymem::involvesDims(const isl::constraint &constraint,
                                   isl::dim type, unsigned first,
                                   unsigned count) {
  return isl::manage(isl_constraint_involves_dims(constraint.get(),
                                                  kindOf(type), first, count));
}

isl::boolean polymem::involvesDims(const isl::aff &aff, isl::dim type,
                                   unsigned first, unsigned count) {
  return isl::manage(
      isl_aff_involves_dims(aff.get(), kindOf(type), first, count));
}

isl::val polymem::coefficientOf(const isl::constraint &constraint,
                                isl::dim type, unsigned position) {
  return isl::manage(isl_constraint_get_coefficient_val(
      constraint.get(), kindOf(type), position));
}

isl::val polymem::coefficientOf(const isl::aff &aff, isl::dim type,
                                unsigned position) {
  return isl::manage(
      isl_aff_get_coefficient_val(aff.get(), kindOf(type), position));
}

isl::val polymem::constantOf(const isl::constraint &constraint) {
  return isl::manage(isl_constraint_get_constant_val(constraint.get()));
}

isl::aff polymem::affOf(const isl::constraint &constraint) {
  return isl::manage(isl_constraint_get_aff(constraint.get()));
}

isl::aff polymem::divOf(const isl::aff &aff, unsigned position) {
  return isl::manage(isl_aff_get_div(aff.get(), position));
}

isl::basic_set polymem::asSet(const isl::constraint &constraint) {
  return isl::manage(isl_basic_set_from_constraint(constraint.copy()));
}

isl::basic_map polymem::asMap(const isl::constraint &constraint) {
  return isl::manage(isl_basic_map_from_constraint(constraint.copy()));
}

isl::basic_set polymem::withConstraint(const isl::basic_set &set,
                                       const isl::constraint &constraint) {
  return isl::manage(
      isl_basic_set_add_constraint(set.copy(), constraint.copy()));
}

isl::constraint polymem::emptyInequality(const isl::space &space) {
  return isl::manage(isl_constraint_alloc_inequality(
      isl_local_space_from_space(space.copy())));
}

isl::basic_set polymem::atLeast(const isl::aff &f, const isl::aff &g) {
  return isl::manage(isl_aff_ge_basic_set(f.copy(), g.copy()));
}

llvm::SmallVector<isl::constraint>
polymem::constraintsOf(const isl::basic_map &map) {
  isl_constraint_list *list = isl_basic_map_get_constraint_list(map.get());
  llvm::SmallVector<isl::constraint> result;
  if (!list)
    result.emplace_back();
  for (int k = 0, e = isl_constraint_list_n_constraint(list); k < e; ++k)
    result.push_back(isl::manage(isl_constraint_list_get_at(list, k)));
  isl_constraint_list_free(list);
  return result;
}

int polymem::numConstraints(const isl::basic_map &map) {
  return isl_basic_map_n_constraint(map.get());
}

/// Takes `matrix`.
static std::optional<Rows> rowsOf(__isl_take isl_mat *matrix) {
  std::unique_ptr<isl_mat, decltype(&isl_mat_free)> owner(matrix, isl_mat_free);
  isl_size numRows = isl_mat_rows(matrix), numColumns = isl_mat_cols(matrix);
  if (numRows < 0 || numColumns < 0)
    return std::nullopt;
  Rows rows(numRows);
  for (isl_size k = 0; k < numRows; ++k)
    for (isl_size column = 0; column < numColumns; ++column) {
      auto factor =
          islToInt64(isl::manage(isl_mat_get_element_val(matrix, k, column)));
      if (!factor)
        return std::nullopt;
      rows[k].push_back(*factor);
    }
  return rows;
}

std::optional<Rows> polymem::equalityRows(const isl::basic_set &set) {
  return rowsOf(isl_basic_set_equalities_matrix(
      set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

std::optional<Rows> polymem::inequalityRows(const isl::basic_set &set) {
  return rowsOf(isl_basic_set_inequalities_matrix(
      set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

isl::basic_set polymem::farkasCoefficients(const isl::basic_set &set) {
  return isl::manage(
      isl_basic_set_flatten(isl_basic_set_coefficients(set.copy())));
}

isl::val polymem::rationalMaximum(const isl::basic_set &set,
                                  const isl::aff &objective) {
  return isl::manage(isl_basic_set_max_lp_val(set.get(), objective.get()));
}

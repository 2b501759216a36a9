//===- SymbolicConstants.cpp - parameters for large constants -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/SymbolicConstants.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/ScheduleTrees.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/constraint.h"
#include "isl/schedule_node.h"
#include <set>

using namespace llvm;
using namespace polymem;

/// Smaller constants stay: they cost little.
static constexpr int64_t kLeastConstant = 16;

/// Constants that differ by no more than this from the next one are one
/// parameter.
static constexpr int64_t kNear = 8;

//===----------------------------------------------------------------------===//
// Which constants
//===----------------------------------------------------------------------===//

/// The absolute value of `value` if it is a large one.
static std::optional<int64_t> largeMagnitude(const isl::val &value) {
  std::optional<int64_t> magnitude = islToInt64(value.abs());
  return magnitude && *magnitude >= kLeastConstant ? magnitude : std::nullopt;
}

static isl::val constantOf(const isl::constraint &constraint) {
  return isl::manage(isl_constraint_get_constant_val(constraint.get()));
}

/// The large constants in constraints of `sets`.
static std::set<int64_t> largeConstantsOf(const isl::union_set &sets) {
  std::set<int64_t> constants;
  // Where isl gives up, constants may be missed: these stay.
  sets.foreach_set([&](const isl::set &set) {
    return set.foreach_basic_set([&](const isl::basic_set &part) {
      for (const isl::constraint &constraint : constraintsOf(part))
        if (auto magnitude = largeMagnitude(constantOf(constraint)))
          constants.insert(*magnitude);
      return isl::stat::ok();
    });
  });
  return constants;
}

/// A pointer of our own makes a name differ from all names of users.
static isl::id parameterId(isl::ctx ctx, int64_t value) {
  static char ours;
  std::string name = "constant" + std::to_string(value);
  return isl::manage(isl_id_alloc(ctx.get(), name.c_str(), &ours));
}

std::vector<SymbolicConstants::Parameter>
SymbolicConstants::parametersFor(isl::ctx ctx, const std::set<int64_t> &bounds,
                                 const std::set<int64_t> &constants) {
  std::vector<Parameter> result;
  for (int64_t constant : constants)
    if (result.empty() || constant - result.back().last > kNear)
      result.push_back({isl::id(), constant, constant, constant});
    else
      result.back().last = constant;
  // What is near to no bound is a distance.
  llvm::erase_if(result, [&](const Parameter &parameter) {
    auto bound = bounds.lower_bound(parameter.first);
    return bound == bounds.end() || *bound > parameter.last;
  });
  for (Parameter &parameter : result) {
    parameter.value = *bounds.lower_bound(parameter.first);
    parameter.id = parameterId(ctx, parameter.value);
  }
  return result;
}

SymbolicConstants::SymbolicConstants(const isl::union_set &instances,
                                     ArrayRef<isl::union_map> relations,
                                     int maxConstraints)
    : maxConstraints(maxConstraints) {
  std::set<int64_t> bounds = largeConstantsOf(instances);
  if (bounds.empty())
    return;
  std::set<int64_t> constants = bounds;
  for (const isl::union_map &relation : relations)
    constants.merge(largeConstantsOf(relation.wrap()));
  parameters = parametersFor(instances.ctx(), bounds, constants);
}

//===----------------------------------------------------------------------===//
// Parameters for constants
//===----------------------------------------------------------------------===//

const SymbolicConstants::Parameter *
SymbolicConstants::parameterFor(int64_t magnitude) const {
  auto found = llvm::find_if(parameters, [&](const Parameter &parameter) {
    return parameter.first <= magnitude && magnitude <= parameter.last;
  });
  return found == parameters.end() ? nullptr : &*found;
}

/// `constraint`, with `sign * (p + rest)` in place of its constant, p being
/// parameter number `position`.
static isl::constraint withParameter(const isl::constraint &constraint,
                                     unsigned position, int sign,
                                     int64_t rest) {
  isl_ctx *ctx = isl_constraint_get_ctx(constraint.get());
  isl_constraint *result = isl_constraint_set_coefficient_si(
      constraint.copy(), isl_dim_param, position, sign);
  return isl::manage(isl_constraint_set_constant_val(
      result, isl_val_int_from_si(ctx, static_cast<long>(sign * rest))));
}

/// A variable has a large coefficient, as where subscripts are linearised.
static bool hasLargeCoefficient(const isl::constraint &constraint) {
  for (isl_dim_type type : {isl_dim_param, isl_dim_set, isl_dim_div})
    for (int k = 0, e = isl_constraint_dim(constraint.get(), type); k < e; ++k)
      if (largeMagnitude(isl::manage(
              isl_constraint_get_coefficient_val(constraint.get(), type, k))))
        return true;
  return false;
}

/// `set` with the equations that follow from a large coefficient together with
/// constants, if there are any: from 64 i + j = 0 and |i|, |j| < 64 follows
/// i = j = 0, and from |i|, |j| < p it does not.
static isl::basic_set withImpliedEquations(const isl::basic_set &set) {
  return llvm::any_of(constraintsOf(set), hasLargeCoefficient)
             ? set.intersect(set.affine_hull())
             : set;
}

isl::space SymbolicConstants::space(isl::ctx ctx) const {
  isl::space space = isl::space::unit(ctx);
  for (const Parameter &parameter : parameters)
    space = space.add_param(parameter.id);
  return space;
}

isl::basic_set
SymbolicConstants::generalise(const isl::basic_set &instances) const {
  isl::basic_set aligned = isl::manage(
      isl_basic_set_align_params(withImpliedEquations(instances).release(),
                                 space(instances.ctx()).release()));
  isl::basic_set result = isl::basic_set::universe(aligned.get_space());
  auto positionOf = [&](const Parameter &parameter) {
    return isl_space_find_dim_by_id(aligned.get_space().get(), isl_dim_param,
                                    parameter.id.get());
  };
  for (isl::constraint constraint : constraintsOf(aligned)) {
    isl::val constant = constantOf(constraint);
    std::optional<int64_t> magnitude = largeMagnitude(constant);
    if (const Parameter *parameter =
            magnitude ? parameterFor(*magnitude) : nullptr)
      constraint = withParameter(constraint, positionOf(*parameter),
                                 constant.sgn(), *magnitude - parameter->value);
    result = isl::manage(
        isl_basic_set_add_constraint(result.release(), constraint.release()));
  }
  // The scheduler knows of each relation by itself, and not from its context,
  // that it may put one instance behind another by a parameter.
  for (const Parameter &parameter : parameters) {
    int position = positionOf(parameter);
    if (isl_basic_set_n_constraint(result.get()) < maxConstraints &&
        isl_basic_set_involves_dims(result.get(), isl_dim_param, position, 1) ==
            isl_bool_false)
      result = isl::manage(isl_basic_set_lower_bound_val(
          result.release(), isl_dim_param, position,
          isl_val_int_from_si(instances.ctx().get(), kLeastConstant)));
  }
  return result;
}

isl::union_set
SymbolicConstants::generalise(const isl::union_set &instances) const {
  if (empty())
    return instances;
  // A division that is not known is not the same one in several constraints.
  isl::union_set known =
      isl::manage(isl_union_set_compute_divs(instances.copy()));
  isl::union_set result = isl::union_set::empty(instances.ctx());
  isl::stat walk = known.foreach_set([&](const isl::set &set) {
    SmallVector<isl::set> parts;
    isl::stat status = set.foreach_basic_set([&](const isl::basic_set &part) {
      parts.push_back(isl::set(generalise(part)));
      return isl::stat::ok();
    });
    if (!parts.empty())
      result = result.unite(isl::union_set(unionInPairs(ArrayRef(parts))));
    return status;
  });
  return walk.is_ok() ? result : isl::union_set();
}

isl::union_map
SymbolicConstants::generalise(const isl::union_map &pairs) const {
  return empty() ? pairs : generalise(pairs.wrap()).unwrap();
}

isl::set SymbolicConstants::generalise(const isl::set &context) const {
  isl::set result = context.align_params(space(context.ctx()));
  for (const Parameter &parameter : parameters) {
    int position = result.find_dim_by_id(isl::dim::param, parameter.id);
    result = result.lower_bound_val(isl::dim::param, position,
                                    static_cast<long>(kLeastConstant));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Constants for parameters
//===----------------------------------------------------------------------===//

isl::union_map
SymbolicConstants::withConstants(const isl::union_map &pairs) const {
  isl::set values = isl::set::universe(space(pairs.ctx()));
  isl::id_list ids(pairs.ctx(), parameters.size());
  for (auto [k, parameter] : llvm::enumerate(parameters)) {
    isl::val value(pairs.ctx(), static_cast<long>(parameter.value));
    values = isl::manage(
        isl_set_fix_val(values.release(), isl_dim_param, k, value.release()));
    ids = ids.add(parameter.id);
  }
  return isl::manage(isl_union_map_project_out_param_id_list(
      pairs.intersect_params(values).release(), ids.release()));
}

isl::schedule
SymbolicConstants::withConstants(const isl::schedule &tree,
                                 const isl::union_set &domain) const {
  if (empty())
    return tree;
  return withOrders(
      tree, domain,
      [&](const isl::union_map &order) { return withConstants(order); },
      [&](const isl::union_set &filter) {
        return withConstants(filter.identity()).domain();
      });
}

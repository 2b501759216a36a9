//===- Counterexample.cpp - small witnesses -------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Counterexample.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"

using namespace polymem;

std::string TuplePoint::describe(llvm::StringRef name, unsigned skip) const {
  std::string text = name.str() + "[";
  for (size_t d = skip; d < coordinates.size(); ++d)
    text += (d == skip ? "" : ", ") + coordinates[d];
  return text + "]";
}

/// The coordinates of the only point of `set = { A[a] }`.
static std::optional<TuplePoint> coordinatesOf(const isl::set &set) {
  isl::point point = set.sample_point();
  if (point.is_null())
    return std::nullopt;
  TuplePoint result;
  if (isNamed(set))
    result.tuple = set.get_tuple_id().get_name();
  int dims = set.dim(isl::dim::set).release();
  for (int d = 0; d < dims; ++d)
    result.coordinates.push_back(
        islToString(point.coordinate_val(isl::dim::set, d)));
  return result;
}

isl::set polymem::withLeastParameters(isl::set set) {
  isl::set params = set.params();
  int count = params.dim(isl::dim::param).release();
  if (count <= 0)
    return set;
  isl::set dims = parametersAsDims(params);
  isl::aff sum = isl::aff::zero_on_domain(dims.get_space());
  for (int d = 0; d < count; ++d)
    sum = sum.add(isl::aff::var_on_domain(isl::local_space(dims.get_space()),
                                          isl::dim::set, d));
  isl::val least = dims.min_val(sum);
  if (!least.is_null() && least.is_int().is_true())
    dims = dims.intersect(
        sum.eq_set(isl::aff(isl::local_space(dims.get_space()), least)));
  isl::point point = firstPoint(dims);
  if (point.is_null())
    return {};
  for (int p = 0; p < count; ++p)
    set = fixedAt(set, isl::dim::param, p,
                  point.coordinate_val(isl::dim::set, p));
  return set;
}

static std::string tupleNames(const isl::map &map) {
  std::string text;
  for (isl::dim type : {isl::dim::in, isl::dim::out})
    if (map.has_tuple_id(type).is_true())
      text += map.get_tuple_id(type).get_name() + "->";
  return text;
}

std::optional<Counterexample>
Counterexample::pick(const isl::union_map &violations) {
  isl::map chosen;
  violations.foreach_map([&](isl::map map) -> isl::stat {
    if (map.is_empty().is_false() &&
        (chosen.is_null() || tupleNames(map) < tupleNames(chosen)))
      chosen = map;
    return isl::stat::ok();
  });
  if (chosen.is_null())
    return std::nullopt;
  Counterexample result;
  isl::set pairs = withLeastParameters(chosen.wrap());
  if (pairs.is_null())
    return std::nullopt;
  result.fixed = pairs.params();
  isl::set first = pairs.lexmin();
  isl::map pair =
      (first.is_null() ? isl::set(pairs.sample_point()) : first).unwrap();
  result.inPoint = pair.domain();
  result.outPoint = pair.range();
  auto in = coordinatesOf(result.inPoint), out = coordinatesOf(result.outPoint);
  if (!in || !out)
    return std::nullopt;
  result.domain = *in;
  result.range = *out;
  isl::point point = result.fixed.sample_point();
  int count = result.fixed.dim(isl::dim::param).release();
  for (int p = 0; p < count; ++p)
    if (chosen.wrap().involves_dims(isl::dim::param, p, 1).is_true())
      result.values.emplace_back(
          result.fixed.get_dim_id(isl::dim::param, p).get_name(),
          islToString(point.coordinate_val(isl::dim::param, p)));
  return result;
}

std::optional<Counterexample>
Counterexample::pick(const isl::union_set &violations) {
  return pick(violations.identity());
}

std::string Counterexample::parameters() const {
  std::string text;
  for (const auto &[name, value] : values)
    text += (text.empty() ? "with " : ", ") + name + " = " + value;
  return text.empty() ? text : text + ": ";
}

static std::optional<TuplePoint> imageOf(const isl::set &point,
                                         const isl::set &fixed,
                                         const isl::union_map &relation) {
  isl::union_set image =
      isl::union_set(point).apply(relation).intersect_params(fixed);
  std::optional<TuplePoint> result;
  image.foreach_set([&](isl::set set) -> isl::stat {
    if (!result && set.is_empty().is_false())
      result = coordinatesOf(set.lexmin());
    return isl::stat::ok();
  });
  return result;
}

std::optional<TuplePoint>
Counterexample::imageOfIn(const isl::union_map &relation) const {
  return imageOf(inPoint, fixed, relation);
}

std::optional<TuplePoint>
Counterexample::imageOfOut(const isl::union_map &relation) const {
  return imageOf(outPoint, fixed, relation);
}

//===- Enumeration.cpp - the points of small sets -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"
#include "PolyMem/Polyhedral/IslBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/mat.h"
#include "isl/set.h"
#include <algorithm>
#include <memory>

using namespace llvm;
using namespace polymem;
using Point = EnumeratedPoint;

namespace {
/// `coefficients . x + constant >= 0`, or `= 0`.
struct Inequality {
  Point coefficients;
  int64_t constant;
  bool isEquality;
};

/// Visits the points of one convex piece without divisions, dimension by
/// dimension: constraints bound the last dimension that they have.
class PieceWalker {
public:
  PieceWalker(ArrayRef<std::pair<int64_t, int64_t>> box,
              ArrayRef<int64_t> parameters,
              function_ref<bool(const Point &)> visit)
      : box(box), parameters(parameters), visit(visit), byLast(box.size()),
        current(box.size()) {}

  /// Adds constraints: the constant, the parameters, the dimensions of each.
  /// False if a number does not fit.
  bool add(__isl_take isl_mat *rows, bool areEqualities);
  /// False if a visit was.
  bool walk() { return isFeasible ? walkFrom(0) : true; }

private:
  bool walkFrom(unsigned dim);

  ArrayRef<std::pair<int64_t, int64_t>> box;
  ArrayRef<int64_t> parameters;
  function_ref<bool(const Point &)> visit;
  std::vector<std::vector<Inequality>> byLast;
  Point current;
  bool isFeasible = true;
};
} // namespace

bool PieceWalker::add(__isl_take isl_mat *rows, bool areEqualities) {
  std::unique_ptr<isl_mat, decltype(&isl_mat_free)> owner(rows, isl_mat_free);
  isl_size numRows = isl_mat_rows(rows), numColumns = isl_mat_cols(rows);
  if (numRows < 0 || numColumns != isl_size(1 + parameters.size() + box.size()))
    return false;
  for (isl_size k = 0; k < numRows; ++k) {
    isl_size column = 0;
    auto takeNext = [&] {
      return islToInt64(
          isl::manage(isl_mat_get_element_val(rows, k, column++)));
    };
    Inequality next;
    next.isEquality = areEqualities;
    std::optional<int64_t> constant = takeNext();
    if (!constant)
      return false;
    next.constant = *constant;
    for (int64_t value : parameters) {
      std::optional<int64_t> factor = takeNext();
      int64_t product;
      if (!factor || MulOverflow(*factor, value, product) ||
          AddOverflow(next.constant, product, next.constant))
        return false;
    }
    int last = -1;
    for (unsigned d = 0; d < box.size(); ++d) {
      std::optional<int64_t> factor = takeNext();
      if (!factor)
        return false;
      next.coefficients.push_back(*factor);
      if (*factor != 0)
        last = d;
    }
    if (last >= 0)
      byLast[last].push_back(std::move(next));
    else
      isFeasible &= areEqualities ? next.constant == 0 : next.constant >= 0;
  }
  return true;
}

bool PieceWalker::walkFrom(unsigned dim) {
  if (dim == box.size())
    return visit(current);
  auto [low, high] = box[dim];
  for (const Inequality &bound : byLast[dim]) {
    int64_t rest = bound.constant;
    for (unsigned d = 0; d < dim; ++d)
      rest += bound.coefficients[d] * current[d];
    int64_t factor = bound.coefficients[dim];
    // factor * x >= -rest. Most factors are 1 or -1: divisions take long.
    if (factor == 1 || factor == -1) {
      if (factor > 0 || bound.isEquality)
        low = std::max(low, factor > 0 ? -rest : rest);
      if (factor < 0 || bound.isEquality)
        high = std::min(high, factor < 0 ? rest : -rest);
      continue;
    }
    if (factor > 0 || bound.isEquality)
      low = std::max(low, factor > 0 ? divideCeilSigned(-rest, factor)
                                     : divideCeilSigned(rest, -factor));
    if (factor < 0 || bound.isEquality)
      high = std::min(high, factor < 0 ? divideFloorSigned(rest, -factor)
                                       : divideFloorSigned(-rest, factor));
  }
  for (current[dim] = low; current[dim] <= high; ++current[dim])
    if (!walkFrom(dim + 1))
      return false;
  return true;
}

/// `set` where parameter k is `parameters[k]`, without parameters.
static isl::set valuesInserted(isl::set set, ArrayRef<int64_t> parameters) {
  for (auto [k, value] : enumerate(parameters))
    set = set.lower_bound_val(isl::dim::param, k, static_cast<long>(value))
              .upper_bound_val(isl::dim::param, k, static_cast<long>(value));
  return set.project_out_all_params();
}

std::optional<EnumerationBox> polymem::boxAround(const isl::set &set,
                                                 ArrayRef<int64_t> parameters) {
  isl::set values = valuesInserted(set, parameters);
  isl::size rank = values.dim(isl::dim::set);
  if (rank.is_error() || !values.is_empty().is_false())
    return std::nullopt;
  EnumerationBox box;
  for (unsigned d = 0; d < unsigned(rank); ++d) {
    auto low = islToInt64(values.dim_min_val(d)),
         high = islToInt64(values.dim_max_val(d));
    if (!low || !high)
      return std::nullopt;
    box.emplace_back(*low, *high);
  }
  return box;
}

/// The points of a piece without divisions; false if a visit or isl failed.
static bool walkPiece(const isl::basic_set &piece, ArrayRef<int64_t> parameters,
                      ArrayRef<std::pair<int64_t, int64_t>> box,
                      function_ref<bool(const Point &)> visit) {
  PieceWalker walker(box, parameters, visit);
  isl_mat *equalities = isl_basic_set_equalities_matrix(
      piece.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
  isl_mat *inequalities = isl_basic_set_inequalities_matrix(
      piece.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
  bool fits = walker.add(equalities, true);
  fits &= walker.add(inequalities, false);
  return fits && walker.walk();
}

/// isl's own enumeration of a piece with divisions, unless they go away where
/// the parameters have values.
static bool enumerateByIsl(const isl::basic_set &piece,
                           ArrayRef<int64_t> parameters,
                           ArrayRef<std::pair<int64_t, int64_t>> box,
                           function_ref<bool(const Point &)> visit) {
  auto visitPoint = [&](const isl::point &point) {
    Point next;
    for (unsigned d = 0; d < box.size(); ++d) {
      auto value = islToInt64(point.get_coordinate_val(isl::dim::set, d));
      if (!value)
        return isl::stat::error();
      next.push_back(*value);
    }
    return visit(next) ? isl::stat::ok() : isl::stat::error();
  };
  return valuesInserted(isl::set(piece), parameters)
      .foreach_basic_set([&](const isl::basic_set &part) {
        if (isl_basic_set_dim(part.get(), isl_dim_div) != 0)
          return isl::set(part).foreach_point(visitPoint);
        return walkPiece(part, {}, box, visit) ? isl::stat::ok()
                                               : isl::stat::error();
      })
      .is_ok();
}

bool polymem::forEachPoint(const isl::set &set, ArrayRef<int64_t> parameters,
                           ArrayRef<std::pair<int64_t, int64_t>> box,
                           size_t maxVisits,
                           function_ref<void(const Point &)> visit) {
  auto counted = [&](const Point &point) {
    if (maxVisits-- == 0)
      return false;
    visit(point);
    return true;
  };
  return set
      .foreach_basic_set([&](const isl::basic_set &piece) {
        bool hasDivisions = isl_basic_set_dim(piece.get(), isl_dim_div) != 0;
        bool complete = hasDivisions
                            ? enumerateByIsl(piece, parameters, box, counted)
                            : walkPiece(piece, parameters, box, counted);
        return complete ? isl::stat::ok() : isl::stat::error();
      })
      .is_ok();
}

std::optional<std::vector<Point>>
polymem::enumeratePoints(const isl::set &set, ArrayRef<int64_t> parameters,
                         size_t maxPoints, std::optional<EnumerationBox> box) {
  std::vector<Point> points;
  auto dropRepeated = [&] {
    llvm::sort(points);
    points.erase(llvm::unique(points), points.end());
  };
  if (!box) {
    if (valuesInserted(set, parameters).is_empty().is_true())
      return points;
    box = boxAround(set, parameters);
  }
  if (!box)
    return std::nullopt;
  // Pieces may overlap: what is there twice goes before there is too much.
  constexpr size_t kMaxRepeats = 64;
  bool fits = true;
  bool complete = forEachPoint(set, parameters, *box, kMaxRepeats * maxPoints,
                               [&](const Point &point) {
                                 if (!fits)
                                   return;
                                 points.push_back(point);
                                 if (points.size() <= 2 * maxPoints)
                                   return;
                                 dropRepeated();
                                 fits = points.size() <= maxPoints;
                               });
  dropRepeated();
  if (!complete || points.size() > maxPoints)
    return std::nullopt;
  return points;
}

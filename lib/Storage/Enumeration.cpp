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
#include "isl/constraint.h"
#include "isl/set.h"
#include <algorithm>

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
              std::vector<Point> &points, size_t maxPoints)
      : box(box), points(points), maxPoints(maxPoints), byLast(box.size()),
        current(box.size()) {}

  /// False if a number does not fit.
  bool add(const isl::constraint &constraint);
  /// False if there are too many points.
  bool walk() { return isFeasible ? walkFrom(0) : true; }

private:
  bool walkFrom(unsigned dim);

  ArrayRef<std::pair<int64_t, int64_t>> box;
  std::vector<Point> &points;
  size_t maxPoints;
  std::vector<std::vector<Inequality>> byLast;
  Point current;
  bool isFeasible = true;
};
} // namespace

bool PieceWalker::add(const isl::constraint &constraint) {
  Inequality next;
  next.isEquality =
      isl_constraint_is_equality(constraint.get()) == isl_bool_true;
  auto constant = islToInt64(
      isl::manage(isl_constraint_get_constant_val(constraint.get())));
  if (!constant)
    return false;
  next.constant = *constant;
  int last = -1;
  for (unsigned d = 0; d < box.size(); ++d) {
    auto value = islToInt64(isl::manage(
        isl_constraint_get_coefficient_val(constraint.get(), isl_dim_set, d)));
    if (!value)
      return false;
    next.coefficients.push_back(*value);
    if (*value != 0)
      last = d;
  }
  if (last >= 0)
    byLast[last].push_back(std::move(next));
  else
    isFeasible &= next.isEquality ? next.constant == 0 : next.constant >= 0;
  return true;
}

bool PieceWalker::walkFrom(unsigned dim) {
  if (dim == box.size()) {
    if (points.size() == maxPoints)
      return false;
    points.push_back(current);
    return true;
  }
  auto [low, high] = box[dim];
  for (const Inequality &bound : byLast[dim]) {
    int64_t rest = bound.constant;
    for (unsigned d = 0; d < dim; ++d)
      rest += bound.coefficients[d] * current[d];
    int64_t factor = bound.coefficients[dim];
    // factor * x >= -rest.
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

std::optional<std::vector<Point>> polymem::enumeratePoints(const isl::set &set,
                                                           size_t maxPoints) {
  std::vector<Point> points;
  isl::size rank = set.dim(isl::dim::set);
  if (rank.is_error())
    return std::nullopt;
  if (set.is_empty().is_true())
    return points;
  SmallVector<std::pair<int64_t, int64_t>> box;
  for (unsigned d = 0; d < unsigned(rank); ++d) {
    auto low = islToInt64(set.dim_min_val(d)),
         high = islToInt64(set.dim_max_val(d));
    if (!low || !high)
      return std::nullopt;
    box.emplace_back(*low, *high);
  }
  // Pieces may overlap: what is there twice goes before there is too much.
  size_t most = 2 * maxPoints;
  isl::stat status = set.foreach_basic_set([&](const isl::basic_set &piece) {
    PieceWalker walker(box, points, most);
    bool fits = true;
    isl::basic_set plain =
        isl::manage(isl_basic_set_remove_redundancies(piece.copy()));
    if (isl_basic_set_dim(plain.get(), isl_dim_div) != 0) {
      fits = isl::set(plain)
                 .foreach_point([&](const isl::point &point) {
                   Point &next = points.emplace_back();
                   for (unsigned d = 0; d < box.size(); ++d)
                     next.push_back(
                         islToInt64(point.get_coordinate_val(isl::dim::set, d))
                             .value_or(0));
                   return points.size() < most ? isl::stat::ok()
                                               : isl::stat::error();
                 })
                 .is_ok();
    } else {
      for (const isl::constraint &constraint : constraintsOf(plain))
        fits = fits && !constraint.is_null() && walker.add(constraint);
      fits = fits && walker.walk();
    }
    if (points.size() > maxPoints || !fits) {
      llvm::sort(points);
      points.erase(llvm::unique(points), points.end());
    }
    return fits && points.size() <= maxPoints ? isl::stat::ok()
                                              : isl::stat::error();
  });
  if (status.is_error())
    return std::nullopt;
  llvm::sort(points);
  points.erase(llvm::unique(points), points.end());
  return points;
}

//===- Enumeration.cpp - the points of small sets -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/Enumeration.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <memory>

using namespace llvm;
using namespace polymem;
using Point = EnumeratedPoint;

namespace {
/// Visits the points of one convex piece without divisions, dimension by
/// dimension: constraints bound the last dimension that they have.
class PieceWalker {
public:
  PieceWalker(ArrayRef<std::pair<int64_t, int64_t>> box,
              ArrayRef<int64_t> parameters,
              function_ref<bool(const Point &)> visit)
      : box(box), parameters(parameters), visit(visit), byLast(box.size()),
        current(box.size()) {}

  /// False if a visit was, or a number does not fit.
  bool walk(const std::vector<NumericConstraint> &constraints);

private:
  /// `coefficients . x + constant >= 0`, or `= 0`.
  struct Inequality {
    ArrayRef<int64_t> coefficients;
    int64_t constant;
    bool isEquality;
  };

  bool walkFrom(unsigned dim);

  ArrayRef<std::pair<int64_t, int64_t>> box;
  ArrayRef<int64_t> parameters;
  function_ref<bool(const Point &)> visit;
  SmallVector<SmallVector<Inequality>> byLast;
  Point current;
};
} // namespace

bool PieceWalker::walk(const std::vector<NumericConstraint> &constraints) {
  bool isFeasible = true;
  for (const NumericConstraint &constraint : constraints) {
    ArrayRef<int64_t> factors = constraint.factors;
    if (factors.size() != 1 + parameters.size() + box.size())
      return false;
    Inequality next{factors.take_back(box.size()), factors.front(),
                    constraint.isEquality};
    for (auto [k, value] : enumerate(parameters)) {
      int64_t product;
      if (MulOverflow(factors[1 + k], value, product) ||
          AddOverflow(next.constant, product, next.constant))
        return false;
    }
    size_t involved = box.size();
    while (involved > 0 && next.coefficients[involved - 1] == 0)
      --involved;
    if (involved > 0)
      byLast[involved - 1].push_back(next);
    else
      isFeasible &= next.isEquality ? next.constant == 0 : next.constant >= 0;
  }
  return !isFeasible || walkFrom(0);
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

std::optional<BoxPlaces> BoxPlaces::of(EnumerationBox box, int64_t maxPlaces) {
  int64_t number = 1;
  for (auto [low, high] : box)
    if (int64_t width; SubOverflow(high, low, width) ||
                       AddOverflow(width, int64_t(1), width) ||
                       MulOverflow(number, width, number) || number > maxPlaces)
      return std::nullopt;
  BoxPlaces result;
  result.box = std::move(box);
  result.number = number;
  return result;
}

size_t BoxPlaces::placeOf(ArrayRef<int64_t> point) const {
  size_t place = 0;
  for (auto [range, x] : zip_equal(box, point))
    place = place * (range.second - range.first + 1) + (x - range.first);
  return place;
}

Point BoxPlaces::pointAt(size_t place) const {
  Point point(box.size());
  for (size_t d = box.size(); d-- > 0;) {
    size_t width = box[d].second - box[d].first + 1;
    point[d] = box[d].first + int64_t(place % width);
    place /= width;
  }
  return point;
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

/// Appends the constraints of a set without divisions. False if a number does
/// not fit.
static bool append(const isl::basic_set &set,
                   std::vector<NumericConstraint> &constraints) {
  for (bool isEquality : {true, false}) {
    auto rows = isEquality ? equalityRows(set) : inequalityRows(set);
    if (!rows)
      return false;
    for (std::vector<int64_t> &row : *rows) {
      NumericConstraint &next = constraints.emplace_back();
      next.isEquality = isEquality;
      next.factors.assign(row.begin(), row.end());
    }
  }
  return true;
}

PointEnumerator::PointEnumerator(const isl::set &set) {
  isComplete = set.foreach_basic_set([&](const isl::basic_set &piece) {
                    Piece &next = pieces.emplace_back();
                    if (piece.dim(isl::dim::div).release() != 0)
                      next.withDivisions = piece;
                    else if (!append(piece, next.constraints))
                      return isl::stat::error();
                    return isl::stat::ok();
                  })
                   .is_ok();
}

/// isl's own enumeration of a piece with divisions, unless they go away where
/// the parameters have values.
static bool visitByIsl(const isl::basic_set &piece,
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
        if (part.dim(isl::dim::div).release() != 0)
          return isl::set(part).foreach_point(visitPoint);
        std::vector<NumericConstraint> constraints;
        return append(part, constraints) &&
                       PieceWalker(box, {}, visit).walk(constraints)
                   ? isl::stat::ok()
                   : isl::stat::error();
      })
      .is_ok();
}

bool PointEnumerator::forEachPoint(
    ArrayRef<int64_t> parameters, ArrayRef<std::pair<int64_t, int64_t>> box,
    size_t maxVisits, function_ref<void(const Point &)> visit) const {
  auto counted = [&](const Point &point) {
    if (maxVisits-- == 0)
      return false;
    visit(point);
    return true;
  };
  return isComplete && llvm::all_of(pieces, [&](const Piece &piece) {
           if (!piece.withDivisions.is_null())
             return visitByIsl(piece.withDivisions, parameters, box, counted);
           return PieceWalker(box, parameters, counted).walk(piece.constraints);
         });
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
  // Pieces may overlap: what is there twice goes.
  constexpr size_t kMaxRepeats = 64;
  constexpr int64_t kMaxPlaces = 1 << 18;
  if (auto places = BoxPlaces::of(*box, kMaxPlaces)) {
    BitVector found(places->size());
    bool complete = PointEnumerator(set).forEachPoint(
        parameters, *box, kMaxRepeats * maxPoints,
        [&](const Point &point) { found.set(places->placeOf(point)); });
    if (!complete || found.count() > maxPoints)
      return std::nullopt;
    points.reserve(found.count());
    for (unsigned place : found.set_bits())
      points.push_back(places->pointAt(place));
    return points;
  }
  // Before there is too much, that is.
  bool fits = true;
  bool complete = PointEnumerator(set).forEachPoint(
      parameters, *box, kMaxRepeats * maxPoints, [&](const Point &point) {
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

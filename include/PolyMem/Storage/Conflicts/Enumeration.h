//===- Enumeration.h - the points of small sets -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl makes the pieces of a union disjoint before it enumerates their points,
// and allocates for each; sets of many pieces with a few thousand points are
// what samples of conflicts are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTS_ENUMERATION_H
#define POLYMEM_STORAGE_CONFLICTS_ENUMERATION_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>
#include <vector>

namespace polymem {

using EnumeratedPoint = llvm::SmallVector<int64_t, 4>;

/// The least and the largest value of each dimension.
using EnumerationBox = std::vector<std::pair<int64_t, int64_t>>;

/// The box around `set` where parameter k is `parameters[k]`; nothing if it is
/// empty or not bounded.
std::optional<EnumerationBox> boxAround(const isl::set &set,
                                        llvm::ArrayRef<int64_t> parameters);

/// Numbers of the points of a box, in lexicographic order.
class BoxPlaces {
public:
  /// Nothing if the box has more than `maxPlaces` points.
  static std::optional<BoxPlaces> of(EnumerationBox box, int64_t maxPlaces);

  /// How many points there are.
  size_t size() const { return number; }
  /// The number of `point`, which is in the box.
  size_t placeOf(llvm::ArrayRef<int64_t> point) const;
  /// The point with the number `place`.
  EnumeratedPoint pointAt(size_t place) const;

private:
  EnumerationBox box;
  size_t number = 1;
};

/// `factors . (1, p, x) >= 0`, or `= 0`.
struct NumericConstraint {
  llvm::SmallVector<int64_t, 8> factors;
  bool isEquality;
};

/// The points of a set at any number of sizes: constraints are numbers, which
/// are read from isl once.
class PointEnumerator {
public:
  /// For `set = [p] -> { [x] }`.
  explicit PointEnumerator(const isl::set &set);

  /// Visits the points in `box` where parameter k is `parameters[k]`: those of
  /// one convex piece after the other, so that some come more than once. False
  /// after more than `maxVisits`, or if isl gave up.
  bool
  forEachPoint(llvm::ArrayRef<int64_t> parameters,
               llvm::ArrayRef<std::pair<int64_t, int64_t>> box,
               size_t maxVisits,
               llvm::function_ref<void(const EnumeratedPoint &)> visit) const;

private:
  /// Constraints; the piece itself if it has divisions.
  struct Piece {
    std::vector<NumericConstraint> constraints;
    isl::basic_set withDivisions;
  };

  std::vector<Piece> pieces;
  /// isl gave none up, and all numbers fit.
  bool isComplete = true;
};

/// The points of `set` in lexicographic order, where parameter k is
/// `parameters[k]`. They are known to be in `box`, if there is one. Nothing if
/// there are more than `maxPoints`, infinitely many, or if isl gave up.
std::optional<std::vector<EnumeratedPoint>>
enumeratePoints(const isl::set &set, llvm::ArrayRef<int64_t> parameters,
                size_t maxPoints, std::optional<EnumerationBox> box = {});

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_ENUMERATION_H

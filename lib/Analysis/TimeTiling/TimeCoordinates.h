//===- TimeCoordinates.h - time and place of instances ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiles of all shapes start from: the coordinates (h, x) of the instances
// in one time loop, and the distances of dependences in these; TimeTiling.h has
// the terms.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TIMETILING_TIMECOORDINATES_H
#define POLYMEM_LIB_ANALYSIS_TIMETILING_TIMECOORDINATES_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"

namespace polymem {

/// Dependences are at most so many elements apart per step: steeper cones make
/// tiles that are no better than single time steps.
inline constexpr int64_t kMaxSlope = 4;

/// One statement of the nests in a time loop.
struct TimedStatement {
  const ScopStatement *statement;
  /// The number of the nest in the time loop's body.
  unsigned phase;
  /// Steps of h after the beginning of the iteration.
  int64_t level;
  /// `{ S[i] -> [x_k] }`.
  llvm::SmallVector<isl::pw_aff> place;
};

struct TimeCoordinates {
  TimeCoordinates(const Scop &scop, isl::schedule_node band)
      : scop(scop), band(band) {}

  const Scop &scop;
  /// The band of the loop in the tree of the original order.
  isl::schedule_node band;
  /// Null if it is not found.
  mlir::Operation *loop = nullptr;
  /// Of the loop, any number.
  int64_t step = 1;
  /// Steps of h per iteration.
  int64_t levels = 0;
  /// In order of phases.
  std::vector<TimedStatement> statements;
  /// The dimension of the arrays that each coordinate of a place is.
  llvm::SmallVector<unsigned> placeDims;
  /// Dimensions of the arrays that are written.
  unsigned writtenRank = 0;
  /// Places of one nest depend on each other at equal time.
  bool dependentPlaces = false;
  /// The dependences within the loop, `{ S[i] -> T[j] }`.
  isl::union_map dependences;
  /// `{ S[i] -> [step h, x] }`.
  isl::union_map coordinates;
  /// Of `dependences`, `{ [step h, x] }`.
  isl::union_set distances;

  /// Dimensions of a place.
  unsigned rank() const { return statements.front().place.size(); }
  /// Nests in the loop's body.
  unsigned numPhases() const { return statements.back().phase + 1; }
  /// The statement of this name; null if it is not in the loop.
  const TimedStatement *find(llvm::StringRef name) const;
  /// `{ S[i] -> [x] }`.
  isl::map placeOf(const TimedStatement &statement) const;
  /// `{ S[i] -> [step h] }`.
  isl::pw_aff timeOf(const TimedStatement &statement) const;
  /// What `rowOf` gives for each statement, `{ S[i] -> [r] }`.
  isl::union_pw_aff
  collect(llvm::function_ref<isl::pw_aff(const TimedStatement &)> rowOf) const;
  /// `{ [step h, x] }`, the instances; what is known of sizes bounds places
  /// where nests have different bounds.
  isl::set points() const;
  /// Time and places have bounds that the sizes give.
  bool isBounded() const;

  /// Functions on distances, `{ [step h, x_0, x_1, ...] }`.
  IslForms distanceForms() const;
  /// The bounds of distances of `among` along `dim` per step of h.
  TimeTileDimension cone(const isl::union_set &among, unsigned dim) const;
  /// a b, of any size.
  isl::val product(int64_t a, int64_t b) const {
    return isl::val(scop.ctx(), a).mul(isl::val(scop.ctx(), b));
  }
  /// The nests at a time and a place; nothing when the budget runs out.
  std::optional<TimeTileNests> nests() const;

private:
  /// The place in `dim` of all instances of a nest, if it is the same.
  std::optional<int64_t> fixedPlace(unsigned phase, unsigned dim) const;
  /// Where a nest is at time t and at places x, `[p, t, x_k] -> { S[i] }`.
  isl::schedule phasePoint(unsigned phase, const isl::id &time,
                           TimeTilePhase &code) const;
};

/// Finds coordinates for the loop of `at.band`, of which `constraints` has the
/// dependences. Fails, with `reason`, if it is no time loop.
llvm::LogicalResult findTimeCoordinates(const OrderConstraints &constraints,
                                        TimeCoordinates &at, Sentence &reason);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TIMETILING_TIMECOORDINATES_H

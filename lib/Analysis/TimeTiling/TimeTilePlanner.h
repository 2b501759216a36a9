//===- TimeTilePlanner.h - plans tiles of one time loop ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What diamonds (TimeTiling.cpp) and wavefronts (Wavefronts.cpp) share: the
// coordinates (h, x) of the instances in one time loop and the distances of
// dependences in these; TimeTiling.h has the terms.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TIMETILING_TIMETILEPLANNER_H
#define POLYMEM_LIB_ANALYSIS_TIMETILING_TIMETILEPLANNER_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"

namespace polymem {

/// Dependences are at most so many elements apart per step: steeper cones make
/// tiles that are no better than single time steps.
inline constexpr int64_t kMaxSlope = 4;

/// Axes of a grid, and of a block.
inline constexpr unsigned kMaxAxes = 3;

/// Gives `band`, of one member, a role. Returns the mark above it, with what
/// was below the band `kBelowRole` levels further down. Null if `band` is, or
/// when the budget runs out.
isl::schedule_node setRole(isl::schedule_node band, TimeTileRole role);
inline constexpr int kBelowRole = 3;

/// A band of one member above `node`, with a role. Returns the node at the
/// place of `node`.
isl::schedule_node insertBand(const isl::schedule_node &node,
                              const isl::union_pw_aff &member,
                              TimeTileRole role);

/// Above tiles that code is generated for, with their number.
inline constexpr char kTilesMark[] = "tiles";

/// The bounds of dimension `dim` of `points`, without divisions, as a set of
/// one dimension.
isl::set rangeOfDim(const isl::set &points, unsigned dim);

/// `name0, name1, ...`
std::string tuple(llvm::StringRef name, unsigned size);

class TimeTilePlanner {
public:
  /// `band` is the band of the loop in the tree of the original order.
  /// It is number `number` of the loops with tiles.
  TimeTilePlanner(const Scop &scop, const OrderConstraints &constraints,
                  const TimeTilingOptions &options, isl::schedule_node band,
                  unsigned number)
      : scop(scop), constraints(constraints), options(options), band(band),
        number(number) {}

  /// The node at the place of `band` in a tree with tiles; null if there are
  /// none, for `reason`.
  isl::schedule_node run();

  TimeTiles tiles = {};
  Sentence reason;

private:
  /// What is known of one statement of the nest.
  struct Instance {
    const ScopStatement *statement;
    /// The number of the nest in the time loop's body.
    unsigned phase;
    /// Steps of h after the beginning of the iteration.
    int64_t level;
    /// `{ S[i] -> [x_k] }`.
    llvm::SmallVector<isl::pw_aff> place;
  };

  bool refuse(const Sentence &text) {
    if (reason.empty())
      reason = text;
    return false;
  }

  // Statements and their coordinates.
  bool collectStatements();
  bool setPlaces();
  bool setLevels();
  void setDistances();
  const Instance *find(llvm::StringRef name) const;
  unsigned rank() const { return instances.front().place.size(); }
  /// `{ S[i] -> [x] }`.
  isl::map placeOf(const Instance &instance) const;
  /// `{ S[i] -> [step h] }`.
  isl::pw_aff timeOf(const Instance &instance) const;
  /// What `rowOf` gives for each statement.
  isl::union_pw_aff
  collect(llvm::function_ref<isl::pw_aff(const Instance &)> rowOf) const;
  /// No distance is in `{ [h, x0, x1, ...] : condition }`, where h is in units
  /// of `step`.
  bool noDistance(const std::string &condition) const {
    return noDistance(distances, condition);
  }
  bool noDistance(const isl::union_set &among,
                  const std::string &condition) const;
  /// The bounds of distances along `dim` per step of h.
  TimeTileDimension cone(const isl::union_set &among, unsigned dim) const;
  /// A step of the loop is any number.
  isl::val product(int64_t a, int64_t b) const {
    return isl::val(scop.ctx(), a).mul(isl::val(scop.ctx(), b));
  }

  // Diamonds.
  bool setSlopes();
  bool setSizes();
  isl::schedule_node insertDiamonds();
  isl::schedule_node markThreads(isl::schedule_node node, unsigned phase);
  /// floor((slope h + sign x_k) / size), all statements.
  isl::union_pw_aff row(unsigned dim, int64_t slope, int64_t sign) const;
  bool setDiamondCode();
  isl::schedule diamondOrder() const;
  isl::schedule phasePoint(unsigned phase, TimeTilePhase &code) const;
  /// The place in `dim` of all instances of a nest, if it is the same.
  std::optional<int64_t> fixedPlace(unsigned phase, unsigned dim) const;

  // Overlapped tiles.
  bool setOverlap();
  bool collectOverlappedArrays();
  bool collectWrittenArrays();
  bool findOverlappedDims();
  bool collectReaches();
  /// `{ S[i] -> [x] }` for the elements of an access, in dimensions of places.
  isl::map onPlaces(const isl::map &elements) const;
  bool setFlow();
  bool setOverlapSlopes();
  bool setOverlapSizes();
  bool setOverlapCopies();
  bool setOverlapCode();
  /// Every element of `array` that is ever written is so in each iteration,
  /// before it is read.
  bool isRenewed(const ScopArray &array, const isl::set &written) const;
  /// Sets what follows from sizes and `tiles.iterations`; false if the buffers
  /// are larger than the capacity.
  bool measureOverlap();
  /// What an iteration costs per place, in elements moved from or to global
  /// memory, with tiles of `tiles.iterations` and without any.
  double overlapCost() const;
  double untiledCost() const;
  /// Accesses to arrays that the nests write per place and iteration.
  double accessesPerPlace() const;
  /// The nest goes along a border: in the plane, that is a line.
  bool isBorder(unsigned phase) const;
  bool coversFlow() const;
  isl::schedule overlapOrder() const;
  /// The elements of `array` that accesses of the nest touch.
  isl::set touched(const ScopArray &array, bool onlyWrites) const;

  // Wavefronts.
  bool setSkew();
  std::optional<SkewedRow> skew(unsigned dim) const;
  isl::schedule_node insertWavefronts();
  /// The last of the rows that are not independent.
  unsigned lastRow() const;
  isl::schedule wavefrontOrder(const isl::set &points) const;
  isl::schedule pointOrder(const isl::union_map &rows);
  bool setWavefrontCode();
  /// A tree that orders `all` lexicographically, with roles.
  isl::schedule orderOf(const isl::set &all,
                        llvm::ArrayRef<TimeTileRole> roles) const;
  /// floor(row / size), all statements.
  isl::union_pw_aff rowValue(const SkewedRow &row, int64_t size) const;

  const Scop &scop;
  const OrderConstraints &constraints;
  const TimeTilingOptions &options;
  isl::schedule_node band;
  unsigned number;
  std::vector<Instance> instances;
  /// The dimension of the arrays that each coordinate of a place is.
  llvm::SmallVector<unsigned> placeDims;
  /// Dimensions of the arrays that are written.
  unsigned writtenRank = 0;
  /// The dependences within the nest, `{ S[i] -> T[j] }`; their distances,
  /// `{ [h, x] }`; and the steps of the time loop.
  isl::union_map dependences;
  /// `{ S[i] -> [step h, x] }`.
  isl::union_map coordinates;
  isl::union_set distances;
  int64_t step = 1;

  /// An access to an array that the nest writes, which is `least` to
  /// `greatest` elements from the place of the instance.
  struct Reach {
    unsigned array;
    int64_t level;
    llvm::SmallVector<int64_t> least, greatest;
  };
  std::vector<Reach> reaches;
  /// `{ S[i] -> T[j] }`: S[i] comes first in the original order; a write in it
  /// and a read; and distances of the latter.
  isl::union_map earlier, flow;
  isl::union_set flowDistances;
  /// Places of one nest depend on each other at equal time.
  bool dependentPlaces = false;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TIMETILING_TIMETILEPLANNER_H

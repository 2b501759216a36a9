//===- TimeCoordinates.cpp - time and place of instances ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeCoordinates.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "TileTrees.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace polymem;

const TimedStatement *TimeCoordinates::find(StringRef name) const {
  for (const TimedStatement &timed : statements)
    if (timed.statement->name == name)
      return &timed;
  return nullptr;
}

isl::map TimeCoordinates::placeOf(const TimedStatement &timed) const {
  isl::map result;
  for (const isl::pw_aff &coordinate : timed.place) {
    isl::map next = coordinate.as_map();
    result = result.is_null() ? next : result.flat_range_product(next);
  }
  return result;
}

isl::pw_aff TimeCoordinates::timeOf(const TimedStatement &timed) const {
  return IslForms(timed.statement->domain.space())
      .dim(0)
      .scale(levels)
      .add_constant(product(timed.level, step));
}

isl::union_pw_aff TimeCoordinates::collect(
    function_ref<isl::pw_aff(const TimedStatement &)> rowOf) const {
  isl::union_pw_aff result;
  for (const TimedStatement &timed : statements) {
    isl::union_pw_aff part(rowOf(timed));
    result = result.is_null() ? part : result.union_add(part);
  }
  return result;
}

isl::set TimeCoordinates::points() const {
  return isl::set(band.domain().apply(coordinates))
      .intersect_params(scop.context());
}

bool TimeCoordinates::isBounded() const {
  isl::set all = points();
  for (unsigned dim = 0; dim <= rank(); ++dim)
    if (!rangeOfDim(all, dim).is_bounded().is_true())
      return false;
  return true;
}

IslForms TimeCoordinates::distanceForms() const {
  return IslForms(spaceOfDims(scop.ctx(), 1 + rank()));
}

TimeTileDimension TimeCoordinates::cone(const isl::union_set &among,
                                        unsigned dim) const {
  TimeTileDimension result;
  IslForms forms = distanceForms();
  isl::pw_aff time = forms.dim(0), place = forms.dim(1 + dim).scale(step);
  auto isAtMost = [&](const isl::pw_aff &distance, const isl::pw_aff &most) {
    return among.is_disjoint(distance.gt_set(most)).is_true();
  };
  for (int64_t slope = kMaxSlope; slope >= 0; --slope) {
    if (isAtMost(place.neg(), time.scale(slope)))
      result.down = slope;
    if (isAtMost(place, time.scale(slope)))
      result.up = slope;
  }
  return result;
}

std::optional<int64_t> TimeCoordinates::fixedPlace(unsigned phase,
                                                   unsigned dim) const {
  std::optional<int64_t> result;
  for (const TimedStatement &timed : statements) {
    if (timed.phase != phase)
      continue;
    const isl::pw_aff &place = timed.place[dim];
    isl::val value = greatestValueOf(place);
    // Pieces may be different constants.
    isl::val least = greatestValueOf(place.neg()).neg();
    if (!place.is_cst().is_true() || !value.is_int().is_true() ||
        !value.eq(least).is_true())
      return std::nullopt;
    std::optional<int64_t> number = islToInt64(value);
    if (!number || (result && *result != *number))
      return std::nullopt;
    result = number;
  }
  return result;
}

isl::schedule TimeCoordinates::phasePoint(unsigned phase, const isl::id &time,
                                          TimeTilePhase &code) const {
  isl::ctx ctx = scop.ctx();
  isl::union_set domain = isl::union_set::empty(ctx);
  for (unsigned k = 0; k < rank(); ++k) {
    code.places.emplace_back(ctx, "polymem_place" + std::to_string(k));
    code.fixed.push_back(fixedPlace(phase, k));
  }
  for (const TimedStatement &timed : statements) {
    if (timed.phase != phase)
      continue;
    code.level = timed.level;
    isl::set at = timed.statement->domain;
    auto fix = [&](const isl::pw_aff &value, const isl::id &id) {
      isl::set all = isl::set::universe(at.space());
      at = at.intersect(value.eq_set(isl::pw_aff::param_on_domain(all, id)));
    };
    fix(IslForms(at.space()).dim(0), time);
    for (auto [value, id] : llvm::zip_equal(timed.place, code.places))
      fix(value, id);
    domain = domain.unite(isl::union_set(at));
  }
  return scop.schedule().intersect_domain(domain.intersect(band.domain()));
}

std::optional<TimeTileNests> TimeCoordinates::nests() const {
  TimeTileNests result;
  result.time = isl::id(scop.ctx(), "polymem_time");
  for (unsigned phase = 0; phase < numPhases(); ++phase) {
    TimeTilePhase &nest = result.phases.emplace_back();
    nest.point = phasePoint(phase, result.time, nest);
    if (nest.point.is_null())
      return std::nullopt;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// How they are found
//===----------------------------------------------------------------------===//

namespace {
/// Finds the coordinates of one loop.
class CoordinateFinder {
public:
  CoordinateFinder(TimeCoordinates &at, const OrderConstraints &constraints,
                   Sentence &reason)
      : at(at), scop(at.scop), constraints(constraints), reason(reason) {}

  bool run() {
    if (!collectStatements() || !setPlaces() || !setLevels())
      return false;
    setDistances();
    return true;
  }

private:
  bool refuse(const Sentence &text) {
    reason = text;
    return false;
  }

  bool collectStatements();
  bool setPlaces();
  bool setLevels();
  void setDistances();

  TimeCoordinates &at;
  const Scop &scop;
  const OrderConstraints &constraints;
  Sentence &reason;
};
} // namespace

/// The names of the statements of `set`.
static SmallVector<std::string> namesIn(const isl::union_set &set) {
  SmallVector<std::string> names;
  set.foreach_set([&](const isl::set &part) -> isl::stat {
    if (const char *name = tupleNameOf(part))
      names.push_back(name);
    return isl::stat::ok();
  });
  return names;
}

bool CoordinateFinder::collectStatements() {
  isl::schedule_node body = at.band.child(0);
  bool several = body.isa<isl::schedule_node_sequence>().is_true();
  for (int phase = 0, e = several ? body.n_children().release() : 1; phase < e;
       ++phase) {
    isl::schedule_node nest = several ? body.child(phase).child(0) : body;
    for (const std::string &name : namesIn(nest.domain()))
      if (const ScopStatement *statement = scop.statementNamed(name))
        at.statements.push_back(
            {statement, static_cast<unsigned>(phase), 0, {}});
  }
  if (at.statements.empty())
    return refuse("it executes no statement");
  Value iv = at.statements.front().statement->ivs.front();
  for (const ScopLoop &loop : scop.loops())
    if (loop.iv == iv)
      at.loop = loop.op;
  for (const TimedStatement &timed : at.statements)
    if (HostOperation host = hostOperationOf(*timed.statement))
      return refuse(host.text());
  auto forOp = dyn_cast_if_present<affine::AffineForOp>(at.loop);
  if (!forOp)
    return refuse("it is no sequential loop");
  at.step = forOp.getStepAsInt();
  isl::union_set domain = at.band.domain();
  at.dependences =
      constraints.validity.intersect_domain(domain).intersect_range(domain);
  if (!at.dependences.is_empty().is_false())
    return refuse("its iterations are independent");
  return true;
}

/// An instance's place is the element that it writes, in the dimensions in
/// which that varies within an iteration of the time loop.
bool CoordinateFinder::setPlaces() {
  std::optional<unsigned> rank;
  for (TimedStatement &timed : at.statements) {
    const ScopAccess *write = nullptr;
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      const ScopArray &array = scop.arrays()[access.array];
      if (access.isWrite() && array.kind == ScopArray::Kind::MemRef &&
          !llvm::is_contained(constraints.reordered, &array)) {
        write = &access;
        break;
      }
    }
    if (!write || scop.arrays()[write->array].depth != 0)
      return refuse("a statement writes no array that outlives an iteration");
    if (!write->relation.is_single_valued().is_true())
      return refuse("it is not known which element a statement writes");
    if (rank.value_or(scop.arrays()[write->array].rank) !=
        scop.arrays()[write->array].rank)
      return refuse("the arrays that are written have different ranks");
    rank = scop.arrays()[write->array].rank;
    isl::pw_multi_aff element = write->relation.as_pw_multi_aff();
    // As functions alone: their domain is that of the statement.
    for (unsigned k = 0; k < *rank; ++k)
      timed.place.push_back(element.at(k).gist(timed.statement->domain));
  }
  at.writtenRank = rank.value_or(0);
  for (unsigned k = 0; k < at.writtenRank; ++k)
    at.placeDims.push_back(k);
  for (unsigned k = rank.value_or(0); k-- > 0;) {
    bool varies = llvm::any_of(at.statements, [&](const TimedStatement &timed) {
      unsigned depth = timed.statement->ivs.size();
      isl::map atTime =
          timed.place[k].as_map().project_out(isl::dim::in, 1, depth - 1);
      return !atTime.is_single_valued().is_true();
    });
    if (varies)
      continue;
    at.placeDims.erase(at.placeDims.begin() + k);
    for (TimedStatement &timed : at.statements)
      timed.place.erase(timed.place.begin() + k);
  }
  if (at.statements.front().place.empty())
    return refuse("its iterations write single elements");
  return true;
}

/// A nest that needs what another one computes in the same iteration at another
/// place comes a step of h later.
bool CoordinateFinder::setLevels() {
  unsigned numPhases = at.numPhases();
  // Between phases at equal time: 0, a dependence at the same place only; 1, at
  // another.
  std::vector<std::vector<std::optional<int>>> apart(
      numPhases, std::vector<std::optional<int>>(numPhases));
  isl::stat walk = at.dependences.foreach_map([&](isl::map pairs) -> isl::stat {
    const TimedStatement *from = at.find(tupleNameOf(pairs, isl::dim::in));
    const TimedStatement *to = at.find(tupleNameOf(pairs, isl::dim::out));
    pairs = pairs.equate(isl::dim::in, 0, isl::dim::out, 0);
    if (!pairs.is_empty().is_false())
      return pairs.is_null() ? isl::stat::error() : isl::stat::ok();
    isl::map places =
        pairs.apply_domain(at.placeOf(*from)).apply_range(at.placeOf(*to));
    bool same = places.is_subset(isl::map::identity(places.space())).is_true();
    std::optional<int> &entry = apart[from->phase][to->phase];
    entry = std::max(entry.value_or(0), same ? 0 : 1);
    return isl::stat::ok();
  });
  if (!walk.is_ok())
    return refuse("its dependences are not known");
  std::vector<int64_t> level(numPhases, 0);
  for (unsigned to = 0; to < numPhases; ++to) {
    at.dependentPlaces |= apart[to][to].value_or(0) > 0;
    for (unsigned from = 0; from < to; ++from)
      if (apart[from][to])
        level[to] = std::max(level[to], level[from] + *apart[from][to]);
  }
  at.levels = *llvm::max_element(level) + 1;
  for (TimedStatement &timed : at.statements)
    timed.level = level[timed.phase];
  return true;
}

void CoordinateFinder::setDistances() {
  at.coordinates = isl::union_map::empty(scop.ctx());
  for (const TimedStatement &timed : at.statements)
    at.coordinates = at.coordinates.unite(isl::union_map(
        at.timeOf(timed).as_map().flat_range_product(at.placeOf(timed))));
  at.distances = at.dependences.apply_domain(at.coordinates)
                     .apply_range(at.coordinates)
                     .deltas();
}

LogicalResult polymem::findTimeCoordinates(const OrderConstraints &constraints,
                                           TimeCoordinates &at,
                                           Sentence &reason) {
  return success(CoordinateFinder(at, constraints, reason).run());
}

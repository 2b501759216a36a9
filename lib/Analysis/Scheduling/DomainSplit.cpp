//===- DomainSplit.cpp - faces between which loops are parallel -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/DomainSplit.h"
#include "PolyMem/Analysis/Scheduling/Parallelism.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <iterator>
#include <set>

using namespace mlir;
using namespace polymem;

/// More are not worth the parts: each may triple them.
static constexpr size_t kMaxFaces = 3;
/// isl's scheduler has a dependence for each two of them, and more.
static constexpr unsigned kMaxParts = 27;

//===----------------------------------------------------------------------===//
// Faces of one dependence
//===----------------------------------------------------------------------===//

namespace {

/// `c + p + i = 0`, factors of the constant, the parameters, and the dimensions
/// of `space`.
struct Equation {
  isl::space space;
  std::vector<int64_t> row;

  unsigned numDims() const { return space.dim(isl::dim::set).release(); }
  int64_t factor(unsigned dim) const {
    return row[row.size() - numDims() + dim];
  }
  bool involvesDims() const {
    return llvm::any_of(llvm::seq(numDims()),
                        [&](unsigned d) { return factor(d) != 0; });
  }
};

} // namespace

/// Equations with larger factors make no faces: sums of factors have to fit.
static constexpr int64_t kMaxFactor = int64_t(1) << 40;

/// The equations of `set` that have no divisions, for sets that are given by
/// equations.
static std::vector<Equation> equationsOf(const isl::basic_set &set) {
  std::vector<Equation> result;
  auto rows = equalityRows(set);
  if (set.is_null() || !rows)
    return result;
  isl::space space = set.get_space();
  size_t size = 1 + space.dim(isl::dim::param).release() +
                space.dim(isl::dim::set).release();
  for (const std::vector<int64_t> &row : *rows)
    if (std::all_of(row.begin() + size, row.end(),
                    [](int64_t factor) { return factor == 0; }) &&
        llvm::all_of(row, [](int64_t factor) {
          return factor >= -kMaxFactor && factor <= kMaxFactor;
        }))
      result.push_back({space, {row.begin(), row.begin() + size}});
  return result;
}

/// `{ S[i] -> [v] }`: the left side of `equation`, with the sign that makes the
/// last of its loops count positive.
static isl::aff functionOf(const Equation &equation) {
  int64_t sign = 1;
  for (unsigned d = 0; d < equation.numDims(); ++d)
    if (equation.factor(d) != 0)
      sign = equation.factor(d) < 0 ? -1 : 1;
  isl::ctx ctx = equation.space.ctx();
  isl::local_space local(equation.space);
  auto value = [&](int64_t number) { return isl::val(ctx, long(number)); };
  isl::aff result(local, value(sign * equation.row.front()));
  unsigned numParams = equation.row.size() - 1 - equation.numDims();
  for (unsigned p = 0; p < numParams; ++p)
    if (int64_t factor = equation.row[1 + p])
      result = result.add(isl::aff::var_on_domain(local, isl::dim::param, p)
                              .scale(value(sign * factor)));
  for (unsigned d = 0; d < equation.numDims(); ++d)
    if (int64_t factor = equation.factor(d))
      result = result.add(isl::aff::var_on_domain(local, isl::dim::set, d)
                              .scale(value(sign * factor)));
  return result;
}

/// `part` without all constraints but equations that have no divisions.
static isl::map equationsOf(const isl::basic_map &part) {
  isl::map result = isl::map::universe(isl::map(part).get_space());
  for (const isl::constraint &constraint : constraintsOf(part))
    if (isEquality(constraint).is_true() &&
        numDims(constraint, isl::dim::div) == 0)
      result = result.intersect(isl::map(asMap(constraint)));
  return result;
}

/// Equations of `instances`, the source or sink of a dependence, that the
/// statement `domain` does not have.
static std::vector<Equation> newEquations(const isl::set &instances,
                                          const isl::basic_set &domainHull) {
  return equationsOf(instances.affine_hull().gist(domainHull));
}

/// `f(i) = 0` for the distance `f(i) = j_c - i_c` of `pairs = { S[i] -> T[j] }`
/// in dimension `carrier`, if that is a function of `i`.
static std::optional<Equation> distanceOf(const isl::map &pairs,
                                          unsigned carrier) {
  // `{ [i, j_c] }`.
  unsigned numSinks = pairs.range_tuple_dim().release();
  isl::map only =
      pairs.project_out(isl::dim::out, carrier + 1, numSinks - carrier - 1)
          .project_out(isl::dim::out, 0, carrier);
  for (const Equation &equation :
       equationsOf(only.wrap().flatten().affine_hull())) {
    int64_t last = equation.factor(equation.numDims() - 1);
    if (last == 0)
      continue;
    // a j_c + g(i) = 0: a (j_c - i_c) = -g(i) - a i_c.
    Equation result{pairs.domain().get_space(), equation.row};
    result.row.pop_back();
    result.row[result.row.size() - result.numDims() + carrier] += last;
    if (result.involvesDims())
      return result;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Faces of statements
//===----------------------------------------------------------------------===//

/// The loops around each statement, or part.
using LoopsOf = llvm::StringMap<SmallVector<ScheduledLoop>>;

namespace {

/// What a cut does to the dependences of a statement on itself.
struct CutEffect {
  /// Loops that carry some, but none within a part that is on no face.
  std::set<unsigned> freed;
  /// Loops that carry some within one part on a face, at most.
  size_t leftOnFaces = 0;
};

/// Collects the faces of statements.
class FaceFinder {
public:
  FaceFinder(const Scop &scop, const LoopsOf &loops);

  bool isCandidate(unsigned statement) const { return candidates[statement]; }
  bool hasCandidates() const { return llvm::is_contained(candidates, true); }
  void add(const SequentialDependence &dependence);
  /// Faces at which loops are freed.
  Faces take(const OrderConstraints &constraints);

private:
  /// Adds a face of `statement`; if it is `between` parts, there are instances
  /// on both sides of it.
  void add(unsigned statement, const Equation &equation, bool between);

  /// Of a cut of `statement` at `values`.
  CutEffect effectOf(unsigned statement, ArrayRef<isl::aff> values,
                     const OrderConstraints &constraints) const;

  const Scop &scop;
  std::vector<bool> candidates;
  std::vector<isl::basic_set> hulls;
  Faces faces;
};

} // namespace

/// `dependence` is one of `statement` on itself that a loop carries.
static bool isOwn(const SequentialDependence &dependence, unsigned statement) {
  return dependence.carrier && dependence.source == statement &&
         dependence.sink == statement;
}

FaceFinder::FaceFinder(const Scop &scop, const LoopsOf &loops)
    : scop(scop), hulls(scop.statements().size()) {
  std::set<const void *> ofHost;
  for (const ScopStatement &statement : scop.statements())
    if (!statement.ivs.empty() && hostOperationOf(statement))
      ofHost.insert(statement.ivs.front().getAsOpaquePointer());
  for (const ScopStatement &statement : scop.statements())
    candidates.push_back(
        !statement.ivs.empty() &&
        !ofHost.count(statement.ivs.front().getAsOpaquePointer()) &&
        mightBeMoreParallel(loops.lookup(statement.name)));
}

void FaceFinder::add(unsigned statement, const Equation &equation,
                     bool between) {
  auto &known = faces[statement];
  if (known.size() == kMaxFaces || !equation.involvesDims())
    return;
  const isl::set &domain = scop.statements()[statement].domain;
  isl::pw_aff value(functionOf(equation));
  isl::pw_aff zero = value.sub(value);
  auto isEmpty = [&](const isl::set &side) {
    return !side.intersect(domain)
                .intersect_params(scop.context())
                .is_empty()
                .is_false();
  };
  isl::set face = value.eq_set(zero);
  if (between ? isEmpty(value.lt_set(zero)) || isEmpty(value.gt_set(zero))
              : isEmpty(face) || isEmpty(value.ne_set(zero)))
    return;
  for (const isl::aff &other : known)
    if (isl::pw_aff(other).eq_set(zero).is_equal(face).is_true())
      return;
  known.push_back(functionOf(equation));
}

void FaceFinder::add(const SequentialDependence &dependence) {
  auto [source, sink, carrier, pairs] = dependence;
  if (!carrier || !isCandidate(source) || !isCandidate(sink))
    return;
  for (unsigned statement : {source, sink})
    if (hulls[statement].is_null())
      hulls[statement] = scop.statements()[statement].domain.affine_hull();
  SmallVector<isl::map> parts;
  pairs.foreach_basic_map([&](const isl::basic_map &part) -> isl::stat {
    parts.push_back(equationsOf(part));
    return isl::stat::ok();
  });
  for (const isl::map &part : parts) {
    for (const Equation &face : newEquations(part.domain(), hulls[source]))
      add(source, face, /*between=*/false);
    for (const Equation &face : newEquations(part.range(), hulls[sink]))
      add(sink, face, /*between=*/false);
    if (auto face = distanceOf(part, *carrier))
      add(source, *face, /*between=*/true);
    if (auto face = distanceOf(part.reverse(), *carrier))
      add(sink, *face, /*between=*/true);
  }
}

CutEffect FaceFinder::effectOf(unsigned statement, ArrayRef<isl::aff> values,
                               const OrderConstraints &constraints) const {
  CutEffect result;
  std::set<unsigned> all, inOpen;
  for (const SequentialDependence &dependence : constraints.others)
    if (isOwn(dependence, statement))
      all.insert(*dependence.carrier);
  for (const InstancePart &part : cutInstances(scop, statement, values)) {
    std::set<unsigned> carriers;
    for (const SequentialDependence &dependence : constraints.others)
      if (isOwn(dependence, statement) &&
          !carriers.count(*dependence.carrier) &&
          !part.restrict(part.restrict(dependence.pairs, isl::dim::in),
                         isl::dim::out)
               .is_empty()
               .is_true())
        carriers.insert(*dependence.carrier);
    if (part.isOnFace())
      result.leftOnFaces = std::max(result.leftOnFaces, carriers.size());
    else
      inOpen.insert(carriers.begin(), carriers.end());
  }
  std::set_difference(all.begin(), all.end(), inOpen.begin(), inOpen.end(),
                      std::inserter(result.freed, result.freed.end()));
  return result;
}

Faces FaceFinder::take(const OrderConstraints &constraints) {
  Faces result;
  for (auto &[statement, values] : faces) {
    if (values.empty())
      continue;
    CutEffect effect = effectOf(statement, values, constraints);
    if (effect.freed.empty())
      continue;
    // Without those that are not needed for it.
    for (size_t k = values.size(); k-- > 0 && values.size() > 1;) {
      SmallVector<isl::aff> fewer = values;
      fewer.erase(fewer.begin() + k);
      CutEffect without = effectOf(statement, fewer, constraints);
      if (without.freed == effect.freed &&
          without.leftOnFaces <= effect.leftOnFaces)
        values = fewer;
    }
    Faces more = result;
    more[statement] = values;
    if (InstanceParts(scop, more).count() <= kMaxParts)
      result = more;
  }
  return result;
}

/// Faces of statements of `scop`, which have the loops `before` under
/// `constraints`, that might have loops parallel further out in parts. None
/// where the budget of isl operations does not suffice.
static Faces findFaces(const Scop &scop, const LoopsOf &before,
                       const OrderConstraints &constraints,
                       unsigned long maxIslOperations) {
  FaceFinder finder(scop, before);
  if (!finder.hasCandidates())
    return {};
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  // What inner loops carry first: it may be gone without those of outer ones.
  unsigned depth = 0;
  for (const ScopStatement &statement : scop.statements())
    depth = std::max<unsigned>(depth, statement.ivs.size());
  while (depth-- > 0)
    for (const SequentialDependence &dependence : constraints.others)
      if (dependence.carrier == depth)
        finder.add(dependence);
  Faces faces = finder.take(constraints);
  return guard.exceeded() ? Faces() : faces;
}

//===----------------------------------------------------------------------===//
// Decision
//===----------------------------------------------------------------------===//

/// "2 i1 + 1 = i0" for a function that is zero there.
static std::string equationText(const isl::aff &value) {
  std::string left, right;
  auto term = [&](const isl::val &factor, const std::string &name) {
    std::optional<int64_t> number = islToInt64(factor);
    if (!number || *number == 0)
      return;
    std::string &side = *number > 0 ? left : right;
    std::string text = std::to_string(std::abs(*number));
    if (!name.empty())
      text = text == "1" ? name : text + " " + name;
    side += (side.empty() ? "" : " + ") + text;
  };
  isl::space space = value.domain_space();
  for (int d = space.dim(isl::dim::set).release(); d-- > 0;)
    term(coefficientOf(value, isl::dim::in, d), "i" + std::to_string(d));
  for (int p = 0, e = space.dim(isl::dim::param).release(); p < e; ++p)
    term(coefficientOf(value, isl::dim::param, p),
         space.get_dim_id(isl::dim::param, p).get_name());
  term(value.constant_val(), "");
  return (left.empty() ? "0" : left) + " = " + (right.empty() ? "0" : right);
}

static std::string facesText(ArrayRef<isl::aff> values) {
  return llvm::join(llvm::map_range(values, equationText), " and ");
}

namespace {

/// An order of parts.
struct Attempt {
  Schedule schedule;
  std::vector<SplitStatement> statements;
  /// Faces of statements that gain, and whether no whole statement loses.
  Faces gain;
  bool isHarmless = true;
};

} // namespace

/// The order with `faces`, compared with the loops `before` of each statement;
/// nothing if there is none.
static std::optional<Attempt> attempt(const Scop &scop, const Faces &faces,
                                      const LoopsOf &before,
                                      const OrderConstraints &constraints,
                                      const SchedulingOptions &options) {
  InstanceParts parts(scop, faces);
  auto ofParts = constraints.inParts(scop, parts, options.maxIslOperations);
  if (!ofParts)
    return std::nullopt;
  auto schedule =
      findScheduleOfParts(scop, parts.map, constraints, *ofParts, options);
  if (!schedule)
    return std::nullopt;
  Attempt result{schedule->whole, {}, {}};
  LoopsOf after = scheduledLoops(schedule->ofParts);
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    unsigned numGaining = 0;
    bool isHarmless = true, isGain = true;
    for (const InstancePart &part : parts.ofStatement[s]) {
      int change = compareParallelism(after.lookup(part.name),
                                      before.lookup(statement.name));
      isHarmless &= change >= 0;
      isGain &= change > 0 || part.isOnFace();
      numGaining += change > 0;
    }
    auto cuts = faces.find(s);
    if (cuts == faces.end()) {
      result.isHarmless &= isHarmless;
    } else if (isHarmless && isGain) {
      result.gain.insert(*cuts);
      result.statements.push_back({unsigned(s),
                                   unsigned(parts.ofStatement[s].size()),
                                   numGaining, facesText(cuts->second)});
    }
  }
  return result;
}

std::optional<GainfulSplit> polymem::splitForParallelism(
    const Scop &scop, const Schedule &whole,
    const OrderConstraints &constraints, const SchedulingOptions &options,
    llvm::function_ref<void(unsigned, const std::string &)> onNoGain) {
  LoopsOf before = scheduledLoops(whole.order);
  const Faces all =
      findFaces(scop, before, constraints, options.maxIslOperations);
  // All that might gain, then those that do.
  Faces faces = all;
  for (int attempts = 0; attempts < 2 && !faces.empty(); ++attempts) {
    auto found = attempt(scop, faces, before, constraints, options);
    if (!found)
      break;
    if (found->isHarmless && found->gain.size() == faces.size())
      return GainfulSplit{found->schedule, found->statements};
    faces = Faces(found->gain);
  }
  for (const auto &[statement, values] : all)
    onNoGain(statement, facesText(values));
  return std::nullopt;
}

//===- Hyperplanes.cpp - storage partitioning hyperplanes -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/Hyperplanes.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

namespace {
/// The search for one row. Its unknowns are `[u, w, s, a, G]`: G the row, a_k
/// at least |G_k|, s the sum of the a_k, and `u . p + w` a bound of |G.d|.
class RowProblem {
public:
  RowProblem(const ConflictSet &conflicts, ArrayRef<isl::basic_set> pieces);

  /// The row; nothing if there is none or isl gave up.
  std::optional<StorageRow> solve();

private:
  unsigned numUnknowns() const { return parameters + 2 + 2 * rank; }
  isl::aff unknown(unsigned k) const {
    return isl::aff::var_on_domain(isl::local_space(space), isl::dim::set, k);
  }
  isl::aff zero() const { return isl::aff::zero_on_domain(space); }
  isl::aff row(unsigned d) const { return unknown(parameters + 2 + rank + d); }

  isl::basic_set holdsOn(const isl::basic_set &coefficients, bool withBound,
                         int64_t constant, int64_t sign) const;
  void extend(size_t next, unsigned satisfied, const isl::basic_set &all);
  void rate(unsigned satisfied, const isl::basic_set &all);

  unsigned parameters, rank;
  isl::space space;
  isl::basic_set bounded;
  /// For each piece: where G is at least 1 on it, and where it is at most -1.
  std::vector<std::pair<isl::basic_set, isl::basic_set>> separated;
  unsigned mostSatisfied = 0, visits = 0;
  /// The solution: values of the unknowns.
  SmallVector<int64_t> best;
};
} // namespace

RowProblem::RowProblem(const ConflictSet &conflicts,
                       ArrayRef<isl::basic_set> pieces)
    : parameters(conflicts.parameters().size()), rank(conflicts.rank()) {
  isl::ctx ctx = conflicts.elements().ctx();
  space = spaceOfDims(ctx, numUnknowns());
  bounded = isl::basic_set::universe(space);
  auto isAtLeastZero = [&](const isl::aff &aff) {
    bounded = bounded.intersect(atLeast(aff, zero()));
  };
  isl::aff sum = unknown(parameters + 1);
  for (unsigned k = 0; k < parameters; ++k)
    isAtLeastZero(unknown(k));
  // `u . p + w` is not negative where there are differences, but w may be; a
  // bound keeps the minimum finite.
  constexpr long kLeastConstant = -1000;
  isAtLeastZero(unknown(parameters).add_constant(-kLeastConstant));
  for (unsigned d = 0; d < rank; ++d) {
    isl::aff size = unknown(parameters + 2 + d);
    isAtLeastZero(size.sub(row(d)));
    isAtLeastZero(size.add(row(d)));
    sum = sum.sub(size);
  }
  isAtLeastZero(sum);
  // The zero row separates nothing.
  isAtLeastZero(unknown(parameters + 1).add_constant(-1));
  for (const isl::basic_set &piece : pieces) {
    // Coefficients of all inequalities that hold on the piece: of 1, of the
    // parameters, of the dimensions.
    isl::basic_set coefficients = farkasCoefficients(piece);
    for (int64_t sign : {1, -1})
      bounded = bounded.intersect(holdsOn(coefficients, true, 0, sign));
    separated.emplace_back(holdsOn(coefficients, false, -1, 1),
                           holdsOn(coefficients, false, -1, -1));
  }
}

/// Unknowns for which `[u . p + w] + constant + sign * G.d >= 0` on all of a
/// piece whose inequalities are `coefficients`.
isl::basic_set RowProblem::holdsOn(const isl::basic_set &coefficients,
                                   bool withBound, int64_t constant,
                                   int64_t sign) const {
  isl::aff_list values(space.ctx(), 1 + parameters + rank);
  isl::aff first = withBound ? unknown(parameters) : zero();
  values = values.add(first.add_constant(static_cast<long>(constant)));
  for (unsigned k = 0; k < parameters; ++k)
    values = values.add(withBound ? unknown(k) : zero());
  for (unsigned d = 0; d < rank; ++d)
    values = values.add(
        row(d).scale(isl::val(space.ctx(), static_cast<long>(sign))));
  isl::multi_aff map(space.map_from_domain_and_range(coefficients.get_space()),
                     values);
  return preimage(coefficients, map);
}

/// Keeps the solution of `all` if it satisfies more pieces, or as many with a
/// smaller bound.
void RowProblem::rate(unsigned satisfied, const isl::basic_set &all) {
  if (satisfied < mostSatisfied)
    return;
  isl::point point = all.lexmin().sample_point();
  SmallVector<int64_t> values;
  for (unsigned k = 0; k < numUnknowns(); ++k) {
    auto value = islToInt64(point.get_coordinate_val(isl::dim::set, k));
    if (!value)
      return;
    values.push_back(*value);
  }
  if (satisfied > mostSatisfied || best.empty() || values < best)
    best = values;
  mostSatisfied = satisfied;
}

/// Whether the unknowns can have no values, integers or not: multiples of a row
/// and of its bound are as good.
static bool isInfeasible(const isl::basic_set &unknowns) {
  isl::aff zero = isl::aff::zero_on_domain(unknowns.get_space());
  isl::val least = rationalMaximum(unknowns, zero);
  return !least.is_zero().is_true();
}

/// Decides piece `next` and those behind it. What satisfies more pieces comes
/// first, so that little is lost where the search ends early.
void RowProblem::extend(size_t next, unsigned satisfied,
                        const isl::basic_set &all) {
  constexpr unsigned kMaxVisits = 64;
  if (++visits > kMaxVisits ||
      satisfied + separated.size() - next < mostSatisfied || isInfeasible(all))
    return;
  if (next == separated.size()) {
    if (satisfied > 0)
      rate(satisfied, all);
    return;
  }
  const auto &[positive, negative] = separated[next];
  extend(next + 1, satisfied + 1, all.intersect(positive));
  // The first one that counts may as well be positive: -G is as good as G.
  if (satisfied > 0)
    extend(next + 1, satisfied + 1, all.intersect(negative));
  extend(next + 1, satisfied, all);
}

std::optional<StorageRow> RowProblem::solve() {
  extend(0, 0, bounded);
  if (best.empty())
    return std::nullopt;
  StorageRow result;
  result.modulus = Polynomial(best[parameters]) + 1;
  for (unsigned k = 0; k < parameters; ++k)
    result.modulus =
        result.modulus + Polynomial::parameter(k) * Polynomial(best[k]);
  for (unsigned d = 0; d < rank; ++d)
    result.coefficients.push_back(best[parameters + 2 + rank + d]);
  return result;
}

/// The convex pieces of `differences`, without divisions, but for those that
/// are part of an earlier one or of one turned round: what separates that one
/// separates them. Nothing if there are more than `maxPieces`.
static std::optional<SmallVector<isl::basic_set>>
piecesOf(const isl::set &differences, size_t maxPieces) {
  SmallVector<isl::basic_set> pieces;
  isl::set covered = isl::set::empty(differences.get_space());
  isl::stat status = differences.remove_divs().foreach_basic_set(
      [&](const isl::basic_set &piece) {
        if (isl::set(piece).is_subset(covered).is_true())
          return isl::stat::ok();
        pieces.push_back(piece);
        covered = covered.unite(piece).unite(negated(isl::set(piece)));
        return pieces.size() <= maxPieces ? isl::stat::ok()
                                          : isl::stat::error();
      });
  if (status.is_error())
    return std::nullopt;
  return pieces;
}

/// `hull` without inequalities of several dimensions that cut off no more than
/// a few steps wherever the parameters are: corners. Farkas' lemma takes time
/// that grows fast with inequalities, and moduli are made the smallest ones
/// later.
static isl::basic_set withoutCorners(const isl::basic_set &hull) {
  constexpr long kMostSteps = 4;
  isl::size rank = hull.get_space().dim(isl::dim::set);
  if (rank.is_error())
    return hull;
  SmallVector<isl::constraint> constraints = constraintsOf(hull);
  auto allBut = [&](size_t left) {
    isl::basic_set result = isl::basic_set::universe(hull.get_space());
    for (auto [k, constraint] : enumerate(constraints))
      if (k != left)
        result = withConstraint(result, constraint);
    return result;
  };
  for (size_t k = constraints.size(); k-- > 0;) {
    const isl::constraint &constraint = constraints[k];
    unsigned numDims = 0;
    for (unsigned d = 0; d < unsigned(rank); ++d)
      numDims += involvesDims(constraint, isl::dim::set, d, 1).is_true();
    if (numDims < 2 || !isEquality(constraint).is_false())
      continue;
    isl::basic_set others = allBut(k);
    isl::aff cut = affOf(constraint).neg();
    isl::val most = rationalMaximum(others, cut);
    if (most.is_rat().is_true() &&
        most.le(isl::val(hull.ctx(), kMostSteps)).is_true())
      constraints.erase(constraints.begin() + k);
  }
  return allBut(constraints.size());
}

/// The row that separates the most of `differences`. Many pieces are few large
/// ones and the array's borders, which are not to count as much: those are put
/// together.
static std::optional<StorageRow> bestRow(const ConflictSet &conflicts,
                                         const isl::set &differences) {
  constexpr size_t kFew = ConflictSet::kFewPieces, kMaxPieces = 2 * kFew;
  std::optional<SmallVector<isl::basic_set>> pieces;
  isl::size number = differences.n_basic_set();
  bool mayBeFew = !number.is_error() && unsigned(number) <= kMaxPieces;
  if (mayBeFew)
    pieces = piecesOf(differences, kMaxPieces);
  if (!pieces || pieces->size() > kFew) {
    SmallVector<isl::basic_set> hulls = leadingHulls(differences);
    for (isl::basic_set &hull : hulls)
      hull = withoutCorners(hull);
    if (auto row = RowProblem(conflicts, hulls).solve())
      return row;
  }
  if (!mayBeFew)
    pieces = piecesOf(differences, kMaxPieces);
  return pieces ? RowProblem(conflicts, *pieces).solve() : std::nullopt;
}

/// The elements of `differences` with `row . d = 0`; the row is constant.
static isl::set unseparated(const isl::set &differences,
                            const StorageRow &row) {
  isl::local_space local(differences.get_space());
  isl::aff zero = isl::aff::zero_on_domain(differences.get_space());
  isl::aff sum = zero;
  for (auto [d, coefficient] : enumerate(row.coefficients))
    sum = sum.add(
        isl::aff::var_on_domain(local, isl::dim::set, d)
            .scale(isl::val(differences.ctx(),
                            static_cast<long>(*coefficient.constant()))));
  return differences.intersect(sum.eq_set(zero));
}

/// The dimension `dim` itself, modulo the largest difference in it + 1.
static std::optional<StorageRow> dimensionRow(const ConflictSet &conflicts,
                                              unsigned dim) {
  auto width =
      largestValue(conflicts.differences(), dim, conflicts.domain(), 1);
  if (!width || width->size() != 1)
    return std::nullopt;
  StorageRow row;
  row.coefficients.resize(conflicts.rank());
  row.coefficients[dim] = 1;
  row.modulus = width->front().second + 1;
  return row;
}

std::optional<StorageMapping>
polymem::storageHyperplanes(const ConflictSet &conflicts,
                            std::optional<unsigned> apart) {
  StorageMapping mapping;
  isl::set differences = conflicts.givenDifferences();
  while (!differences.is_empty().is_true()) {
    std::optional<StorageRow> row;
    if (apart && mapping.rows.empty()) {
      row = dimensionRow(conflicts, *apart);
    } else if (mapping.rows.size() < conflicts.rank()) {
      row = bestRow(conflicts, differences);
    }
    if (!row)
      return std::nullopt;
    differences = unseparated(differences, *row);
    mapping.rows.push_back(*row);
  }
  return mapping;
}

//===- MappingProof.cpp - no conflicting elements share a cell ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Mappings/StorageMapping.h"

using namespace llvm;
using namespace polymem;

/// More constants are not tried for an unknown.
static constexpr int64_t kMaxConstant = 16;

namespace {
/// `sum_k coefficients[k] * x[k] + constant = 0`.
struct Equation {
  std::vector<Polynomial> coefficients;
  int64_t constant = 0;
};

/// Solves the equations of rows, for differences `[p] -> { [d] }` and the
/// quotient q behind them.
class RowSolver {
public:
  RowSolver(const ParameterDomain &domain) : domain(domain) {}

  /// The elements of `differences` that the row maps to 0, or a superset of
  /// them; null where no bound of an unknown was found.
  isl::set zeros(const isl::set &differences, const StorageRow &row);

private:
  isl::set solve(const isl::set &unknowns, const Equation &equation);
  isl::set solveInDigits(const isl::set &unknowns, const Equation &equation,
                         const Polynomial &base);
  std::optional<int64_t> boundOfQuotient(const isl::set &differences,
                                         const StorageRow &row);

  const ParameterDomain &domain;
};
} // namespace

/// `sum_k c[k] * x[k] + constant` on the space of `unknowns`.
static isl::aff combination(const isl::set &unknowns, ArrayRef<int64_t> c,
                            int64_t constant) {
  isl::local_space local(unknowns.get_space());
  isl::aff result(local, isl::val(unknowns.ctx(), (long)constant));
  for (auto [k, factor] : enumerate(c))
    if (factor != 0)
      result = result.add(isl::aff::var_on_domain(local, isl::dim::set, k)
                              .scale(isl::val(unknowns.ctx(), (long)factor)));
  return result;
}

isl::set RowSolver::solveInDigits(const isl::set &unknowns,
                                  const Equation &equation,
                                  const Polynomial &base) {
  Equation high;
  SmallVector<int64_t> low;
  for (const Polynomial &coefficient : equation.coefficients) {
    auto [quotient, remainder] = coefficient.divide(base);
    std::optional<int64_t> constant = remainder.constant();
    if (!constant)
      return {};
    high.coefficients.push_back(quotient);
    low.push_back(*constant);
  }
  isl::aff sum = combination(unknowns, low, equation.constant);
  isl::aff unit = base.asAff(unknowns.get_space());
  auto times = [&](int64_t e) {
    return unit.scale(isl::val(unknowns.ctx(), (long)e));
  };
  // |sum| <= bound * base.
  int64_t bound = 0;
  auto isBound = [&] {
    return unknowns.intersect(sum.gt_set(times(bound))).is_empty().is_true() &&
           unknowns.intersect(sum.lt_set(times(-bound))).is_empty().is_true();
  };
  while (!isBound()) {
    bound = bound == 0 ? 1 : 2 * bound;
    if (bound > kMaxConstant)
      return {};
  }
  isl::set result = isl::set::empty(unknowns.get_space());
  for (int64_t e = -bound; e <= bound; ++e) {
    isl::set part = unknowns.intersect(sum.eq_set(times(-e)));
    if (part.is_empty().is_true())
      continue;
    high.constant = -e;
    isl::set solved = solve(part, high);
    if (solved.is_null())
      return {};
    result = result.unite(solved);
  }
  return result;
}

isl::set RowSolver::solve(const isl::set &unknowns, const Equation &equation) {
  SmallVector<int64_t> constants;
  std::vector<Polynomial> bases;
  for (const Polynomial &coefficient : equation.coefficients) {
    if (std::optional<int64_t> constant = coefficient.constant()) {
      constants.push_back(*constant);
      continue;
    }
    for (const Polynomial &base : {coefficient, -coefficient})
      if (base.degree() == 1 && domain.isAtLeast(base, 1) &&
          !is_contained(bases, base))
        bases.push_back(base);
  }
  if (constants.size() == equation.coefficients.size()) {
    isl::aff sum = combination(unknowns, constants, equation.constant);
    return unknowns.intersect(
        sum.eq_set(isl::aff::zero_on_domain(unknowns.get_space())));
  }
  for (size_t k = 0; k < domain.size(); ++k)
    if (Polynomial base = Polynomial::parameter(k);
        domain.isAtLeast(base, 1) && !is_contained(bases, base))
      bases.push_back(base);
  for (const Polynomial &base : bases)
    if (isl::set solved = solveInDigits(unknowns, equation, base);
        !solved.is_null())
      return solved;
  return {};
}

/// A bound of |q| in `c . d = q m`, by bounds of each difference.
std::optional<int64_t> RowSolver::boundOfQuotient(const isl::set &differences,
                                                  const StorageRow &row) {
  // An upper bound of d and -d is one of |d|.
  isl::set both = differences.unite(negated(differences));
  Polynomial total;
  for (auto [d, coefficient] : enumerate(row.coefficients)) {
    if (coefficient.isZero())
      continue;
    Polynomial size = coefficient;
    if (!domain.isAtLeast(size, 0))
      size = -size;
    if (!domain.isAtLeast(size, 0))
      return std::nullopt;
    std::optional<Polynomial> reach;
    for (const isl::aff &upper : boundsOfDim(both, d).upper) {
      auto bound = Polynomial::fromAff(upper);
      if (!bound || !domain.isAtLeast(*bound, 0))
        continue;
      // Constants are good for large sizes, where others are not.
      if (!reach || bound->degree() < reach->degree() ||
          (bound->degree() == reach->degree() &&
           domain.isAtLeast(*reach - *bound, 0)))
        reach = bound;
    }
    if (!reach)
      return std::nullopt;
    total = total + size * *reach;
  }
  for (int64_t bound = 0; bound <= kMaxConstant; ++bound)
    if (domain.isAtLeast(row.modulus * Polynomial(bound + 1) - total, 1))
      return bound;
  return std::nullopt;
}

isl::set RowSolver::zeros(const isl::set &differences, const StorageRow &row) {
  Equation equation{row.coefficients, 0};
  equation.coefficients.push_back(-row.modulus);
  unsigned rank = row.coefficients.size();
  isl::set unknowns = differences.add_dims(isl::dim::set, 1);
  if (auto bound = boundOfQuotient(differences, row))
    unknowns = unknowns.lower_bound_val(isl::dim::set, rank, -*bound)
                   .upper_bound_val(isl::dim::set, rank, *bound);
  isl::set solved = solve(unknowns, equation);
  if (solved.is_null())
    return solved;
  return solved.project_out(isl::dim::set, rank, 1).coalesce();
}

/// Those of `differences` that `mapping` maps to 0, or a superset of them.
static isl::set mappedToZero(isl::set differences,
                             const ParameterDomain &domain,
                             const StorageMapping &mapping) {
  RowSolver solver(domain);
  for (const StorageRow &row : mapping.rows) {
    isl::set zeros = solver.zeros(differences, row);
    // A row that nothing is known of separates nothing.
    if (!zeros.is_null())
      differences = zeros;
  }
  return differences;
}

isl::set polymem::sharedDifferences(const ConflictSet &conflicts,
                                    const StorageMapping &mapping) {
  // What maps d to 0 does so with -d.
  const isl::set &given = conflicts.givenDifferences();
  if (!conflicts.hasHulls())
    return mappedToZero(given, conflicts.domain(), mapping);
  isl::set zeros = mappedToZero(conflicts.hulls(), conflicts.domain(), mapping);
  zeros = zeros.unite(negated(zeros)).intersect(given);
  if (zeros.is_empty().is_true())
    return zeros;
  return mappedToZero(given, conflicts.domain(), mapping);
}

MappingVerdict polymem::proveMapping(const ConflictSet &conflicts,
                                     const StorageMapping &mapping) {
  if (conflicts.isNull())
    return MappingVerdict::NotProved;
  for (const StorageRow &row : mapping.rows)
    if (!conflicts.domain().isAtLeast(row.modulus, 1))
      return MappingVerdict::NotProved;
  return sharedDifferences(conflicts, mapping).is_empty().is_true()
             ? MappingVerdict::Valid
             : MappingVerdict::NotProved;
}

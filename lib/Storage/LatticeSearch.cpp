//===- LatticeSearch.cpp - the best mappings of small sizes ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/LatticeSearch.h"
#include "PolyMem/Storage/IntegerLattice.h"
#include "mlir/Analysis/Presburger/Fraction.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;
using mlir::presburger::Fraction;
using Point = SampleConflicts::Point;

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static int64_t dot(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  int64_t sum = 0;
  for (auto [x, y] : zip_equal(a, b))
    sum += x * y;
  return sum;
}

std::optional<CyclicMappings>
polymem::searchCyclic(const SampleConflicts &sample, int64_t atLeast,
                      int64_t atMost, size_t maxTries) {
  unsigned rank = sample.rank();
  std::vector<Point> differences(sample.differences());
  for (int64_t m = std::max<int64_t>(atLeast, 1); m <= atMost; ++m) {
    CyclicMappings found{SmallVector<int64_t>(sample.parameters()), m, {}};
    for (unsigned unit = 0; unit < rank; ++unit) {
      Point weights(rank);
      weights[unit] = 1;
      for (bool more = true; more;) {
        if (maxTries-- == 0)
          return std::nullopt;
        auto clash = llvm::find_if(differences, [&](const Point &d) {
          return dot(weights, d) % m == 0;
        });
        if (clash == differences.end()) {
          Point &kept = found.weights.emplace_back(weights);
          for (int64_t &weight : kept)
            if (2 * weight > m)
              weight -= m;
        } else if (clash != differences.begin()) {
          // Differences that exclude much come first.
          std::swap(*clash, *std::prev(clash));
        }
        more = false;
        for (unsigned d = 0; d < rank && !more; ++d) {
          if (d == unit)
            continue;
          weights[d] = (weights[d] + 1) % m;
          more = weights[d] != 0;
        }
      }
    }
    if (!found.weights.empty()) {
      llvm::sort(found.weights);
      found.weights.erase(llvm::unique(found.weights), found.weights.end());
      return found;
    }
  }
  return std::nullopt;
}

std::optional<StorageMapping>
polymem::searchLattice(const SampleConflicts &sample, int64_t atLeast,
                       int64_t atMost, size_t maxTries) {
  std::vector<Point> differences(sample.differences());
  std::optional<IntegerLattice> best;
  for (int64_t index = std::max<int64_t>(atLeast, 1);
       index <= atMost && !best && maxTries > 0; ++index)
    forEachLattice(sample.rank(), index, [&](const IntegerLattice &lattice) {
      if (maxTries == 0)
        return false;
      --maxTries;
      auto clash = llvm::find_if(
          differences, [&](const Point &d) { return lattice.contains(d); });
      if (clash == differences.end())
        best = lattice;
      else if (clash != differences.begin())
        // Differences that exclude much come first.
        std::swap(*clash, *std::prev(clash));
      return !best;
    });
  if (!best)
    return std::nullopt;
  StorageMapping mapping;
  for (const CyclicRow &row : rowsOf(*best)) {
    StorageRow &next = mapping.rows.emplace_back();
    next.coefficients.assign(row.weights.begin(), row.weights.end());
    next.modulus = row.modulus;
  }
  return mapping;
}

//===----------------------------------------------------------------------===//
// Generalisation
//===----------------------------------------------------------------------===//

/// All products of `count` parameters with at most `degree` factors.
static std::vector<Polynomial> monomials(unsigned count, unsigned degree) {
  std::vector<Polynomial> result = {Polynomial(1)};
  size_t begin = 0;
  for (unsigned n = 0; n < degree; ++n) {
    size_t end = result.size();
    for (; begin < end; ++begin)
      for (unsigned k = 0; k < count; ++k)
        if (Polynomial next = result[begin] * Polynomial::parameter(k);
            !is_contained(result, next))
          result.push_back(next);
  }
  return result;
}

/// Solves `rows * x = values`; nothing if there is no unique solution.
static std::optional<SmallVector<Fraction>>
solve(std::vector<SmallVector<Fraction>> rows, size_t unknowns) {
  size_t done = 0;
  for (size_t column = 0; column < unknowns; ++column) {
    auto pivot = std::find_if(rows.begin() + done, rows.end(),
                              [&](auto &row) { return row[column] != 0; });
    if (pivot == rows.end())
      return std::nullopt;
    std::swap(*pivot, rows[done]);
    Fraction factor = rows[done][column];
    for (Fraction &entry : rows[done])
      entry = entry / factor;
    for (size_t other = 0; other < rows.size(); ++other) {
      if (other == done || rows[other][column] == 0)
        continue;
      Fraction times = rows[other][column];
      for (auto [entry, pivotEntry] : zip_equal(rows[other], rows[done]))
        entry = entry - times * pivotEntry;
    }
    ++done;
  }
  for (size_t row = done; row < rows.size(); ++row)
    if (rows[row].back() != 0)
      return std::nullopt;
  SmallVector<Fraction> result;
  for (size_t k = 0; k < unknowns; ++k)
    result.push_back(rows[k].back());
  return result;
}

std::optional<Polynomial>
polymem::interpolate(ArrayRef<SmallVector<int64_t>> points,
                     ArrayRef<int64_t> values, unsigned maxDegree) {
  unsigned count = points.empty() ? 0 : points.front().size();
  for (unsigned degree = 0; degree <= maxDegree; ++degree) {
    std::vector<Polynomial> basis = monomials(count, degree);
    if (basis.size() > points.size())
      return std::nullopt;
    std::vector<SmallVector<Fraction>> rows;
    for (auto [point, value] : zip_equal(points, values)) {
      auto &row = rows.emplace_back();
      for (const Polynomial &monomial : basis)
        row.push_back(Fraction(monomial.at(point).value_or(0)));
      row.push_back(Fraction(value));
    }
    auto solution = solve(std::move(rows), basis.size());
    if (!solution)
      continue;
    Polynomial result;
    bool integers = true;
    for (auto [coefficient, monomial] : zip_equal(*solution, basis)) {
      integers &= coefficient.den == 1;
      result = result + monomial * Polynomial(int64_t(coefficient.num));
    }
    if (integers)
      return result;
  }
  return std::nullopt;
}

/// Tried first: short formulas with small numbers.
static std::pair<size_t, std::string> complexity(const StorageMapping &mapping,
                                                 unsigned parameters) {
  std::vector<std::string> names(parameters, "p");
  std::string text = mapping.text(names);
  return {text.size(), text};
}

/// More combinations of the samples' mappings are not tried.
static constexpr size_t kMaxCombinations = 20000;

std::vector<StorageMapping>
polymem::generalise(ArrayRef<CyclicMappings> samples, unsigned rank) {
  std::vector<StorageMapping> result;
  std::vector<SmallVector<int64_t>> points;
  SmallVector<int64_t> moduli;
  for (const CyclicMappings &sample : samples) {
    points.push_back(sample.parameters);
    moduli.push_back(sample.modulus);
  }
  if (samples.empty())
    return result;
  unsigned parameters = points.front().size();
  size_t base = monomials(parameters, 1).size();
  std::optional<Polynomial> modulus = interpolate(points, moduli, rank);
  if (!modulus || samples.size() < base)
    return result;
  // Coefficients of the first sizes, each with either sign, give a formula that
  // those of the other sizes have to obey.
  SmallVector<SmallVector<std::vector<int64_t>>> choices;
  size_t combinations = 1;
  for (const CyclicMappings &sample : samples.take_front(base)) {
    auto &list = choices.emplace_back();
    for (const Point &weights : sample.weights)
      for (unsigned signs = 0; signs < (1u << rank); ++signs) {
        std::vector<int64_t> &choice = list.emplace_back();
        for (unsigned d = 0; d < rank; ++d)
          choice.push_back(signs & (1u << d)
                               ? weights[d] -
                                     (weights[d] > 0 ? 1 : -1) * sample.modulus
                               : weights[d]);
      }
    combinations *= list.size();
  }
  for (size_t number = 0; number < std::min(combinations, kMaxCombinations);
       ++number) {
    size_t rest = number;
    SmallVector<const std::vector<int64_t> *> chosen;
    for (auto &list : choices) {
      chosen.push_back(&list[rest % list.size()]);
      rest /= list.size();
    }
    StorageRow row;
    row.modulus = *modulus;
    for (unsigned d = 0; d < rank; ++d) {
      SmallVector<int64_t> values;
      for (const std::vector<int64_t> *weights : chosen)
        values.push_back((*weights)[d]);
      std::optional<Polynomial> coefficient =
          interpolate(ArrayRef(points).take_front(base), values, 1);
      if (!coefficient)
        break;
      row.coefficients.push_back(*coefficient);
    }
    if (row.coefficients.size() != rank)
      continue;
    bool agrees = llvm::all_of(samples, [&](const CyclicMappings &sample) {
      Point weights;
      for (const Polynomial &coefficient : row.coefficients) {
        int64_t weight =
            coefficient.at(sample.parameters).value_or(0) % sample.modulus;
        weight += weight < 0 ? sample.modulus : 0;
        weights.push_back(2 * weight > sample.modulus ? weight - sample.modulus
                                                      : weight);
      }
      return is_contained(sample.weights, weights);
    });
    StorageMapping mapping{{row}};
    if (agrees && !is_contained(result, mapping))
      result.push_back(mapping);
  }
  llvm::sort(result, [&](const auto &a, const auto &b) {
    return complexity(a, parameters) < complexity(b, parameters);
  });
  return result;
}

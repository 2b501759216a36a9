//===- LatticeSearch.cpp - the best mappings of small sizes ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/LatticeSearch.h"
#include "PolyMem/Storage/Mappings/IntegerLattice.h"
#include "mlir/Analysis/Presburger/Fraction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace polymem;
using mlir::presburger::Fraction;
using Point = SampleConflicts::Point;

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
/// Tries all values of one weight, the inner one, at a time: the differences of
/// which the inner coordinate is c, and the rest is s modulo m, exclude the
/// values w with `w c + s = 0 (mod m)`, a set of bits that depends on c and s.
class CyclicSearch {
public:
  CyclicSearch(const SampleConflicts &sample, size_t maxTries)
      : rank(sample.rank()), maxTries(maxTries) {
    for (const Point &d : sample.differences())
      differences.push_back(d);
  }

  /// The mappings to `modulus` cells; nothing after too many tries.
  std::optional<std::vector<Point>> withModulus(int64_t modulus);

private:
  bool search(int64_t m, unsigned unit, std::vector<Point> &found);
  ArrayRef<uint64_t> excluded(int64_t m, int64_t coordinate, int64_t rest);

  unsigned rank;
  size_t maxTries;
  std::vector<Point> differences;
  /// Bits for the modulus at hand, by coordinate, computed when needed: `m`
  /// times `numWords` words, and which of these are there.
  struct Bits {
    std::vector<uint64_t> words;
    std::vector<char> isKnown;
  };
  size_t numWords = 0;
  DenseMap<int64_t, Bits> bits;
};
} // namespace

/// The values of the inner weight that differences with `coordinate` and
/// `rest`, both in [0, m), exclude.
ArrayRef<uint64_t> CyclicSearch::excluded(int64_t m, int64_t coordinate,
                                          int64_t rest) {
  Bits &all = bits[coordinate];
  if (all.words.empty()) {
    all.words.resize(m * numWords);
    all.isKnown.resize(m);
  }
  uint64_t *words = &all.words[rest * numWords];
  if (!all.isKnown[rest]) {
    all.isKnown[rest] = true;
    for (int64_t w = 0, sum = rest; w < m; ++w) {
      if (sum == 0)
        words[w / 64] |= uint64_t(1) << (w % 64);
      sum += coordinate;
      sum -= sum >= m ? m : 0;
    }
  }
  return ArrayRef(words, numWords);
}

/// All weights of which `unit` is 1; false after too many tries.
bool CyclicSearch::search(int64_t m, unsigned unit, std::vector<Point> &found) {
  std::optional<unsigned> inner;
  if (rank > 1)
    inner = unit == rank - 1 ? rank - 2 : rank - 1;
  int64_t numInner = inner ? m : 1;
  // Per difference: its coordinates modulo m, and the sum of all weights times
  // coordinates but the inner one.
  struct Entry {
    SmallVector<int64_t, 4> coordinates;
    int64_t rest;
  };
  std::vector<Entry> entries;
  for (const Point &d : differences) {
    Entry &entry = entries.emplace_back();
    for (int64_t coordinate : d)
      entry.coordinates.push_back(llvm::mod(coordinate, m));
    entry.rest = entry.coordinates[unit];
  }
  std::vector<uint64_t> none(inner ? numWords : 1);
  Point weights(rank);
  weights[unit] = 1;
  for (bool more = true; more;) {
    if (maxTries < size_t(numInner))
      return false;
    maxTries -= numInner;
    llvm::fill(none, 0);
    bool isFree = true;
    for (size_t k = 0; k < entries.size() && isFree; ++k) {
      if (!inner) {
        isFree = entries[k].rest != 0;
        continue;
      }
      bool excludes = false;
      int64_t count = 0;
      auto words = excluded(m, entries[k].coordinates[*inner], entries[k].rest);
      for (auto [all, word] : zip_equal(none, words)) {
        excludes |= (word & ~all) != 0;
        all |= word;
        count += llvm::popcount(all);
      }
      isFree = count < m;
      // Differences that exclude much come first.
      if (excludes && k > 0)
        std::swap(entries[k], entries[k - 1]);
    }
    for (int64_t w = 0; isFree && w < numInner; ++w) {
      if (none[w / 64] & (uint64_t(1) << (w % 64)))
        continue;
      if (inner)
        weights[*inner] = w;
      Point &kept = found.emplace_back(weights);
      for (int64_t &weight : kept)
        if (2 * weight > m)
          weight -= m;
    }
    more = false;
    for (unsigned d = 0; d < rank && !more; ++d) {
      if (d == unit || d == inner)
        continue;
      weights[d] = (weights[d] + 1) % m;
      more = weights[d] != 0;
      // From m - 1 to 0 is a step of 1, too.
      for (Entry &entry : entries) {
        entry.rest += entry.coordinates[d];
        entry.rest -= entry.rest >= m ? m : 0;
      }
    }
  }
  return true;
}

std::optional<std::vector<Point>> CyclicSearch::withModulus(int64_t modulus) {
  numWords = llvm::divideCeil(modulus, 64);
  bits.clear();
  std::vector<Point> found;
  for (unsigned unit = 0; unit < rank; ++unit)
    if (!search(modulus, unit, found))
      return std::nullopt;
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

std::optional<CyclicMappings>
polymem::searchCyclic(const SampleConflicts &sample, int64_t atLeast,
                      int64_t atMost, size_t maxTries) {
  CyclicSearch search(sample, maxTries);
  for (int64_t m = std::max<int64_t>(atLeast, 1); m <= atMost; ++m) {
    auto found = search.withModulus(m);
    if (!found)
      return std::nullopt;
    if (!found->empty())
      return CyclicMappings{SmallVector<int64_t>(sample.parameters()), m,
                            std::move(*found)};
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

/// A solution of `rows * x = values` and how many unknowns it determines;
/// others are 0. Nothing if there is none.
static std::optional<std::pair<SmallVector<Fraction>, size_t>>
solve(std::vector<SmallVector<Fraction>> rows, size_t unknowns) {
  SmallVector<size_t> pivots;
  for (size_t column = 0; column < unknowns; ++column) {
    size_t done = pivots.size();
    auto pivot = std::find_if(rows.begin() + done, rows.end(),
                              [&](auto &row) { return row[column] != 0; });
    if (pivot == rows.end())
      continue;
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
    pivots.push_back(column);
  }
  for (size_t row = pivots.size(); row < rows.size(); ++row)
    if (rows[row].back() != 0)
      return std::nullopt;
  SmallVector<Fraction> result(unknowns);
  for (auto [row, column] : enumerate(pivots))
    result[column] = rows[row].back();
  return std::make_pair(result, pivots.size());
}

std::optional<Polynomial>
polymem::interpolate(ArrayRef<SmallVector<int64_t>> points,
                     ArrayRef<int64_t> values, unsigned maxDegree,
                     size_t *leftOver) {
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
    for (auto [coefficient, monomial] : zip_equal(solution->first, basis)) {
      integers &= coefficient.den == 1;
      result = result + monomial * Polynomial(int64_t(coefficient.num));
    }
    if (!integers)
      continue;
    if (leftOver)
      *leftOver = points.size() - solution->second;
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

/// Coefficients that `sample` may have, each with either sign.
static SmallVector<std::vector<int64_t>>
coefficientsOf(const CyclicMappings &sample, unsigned rank) {
  SmallVector<std::vector<int64_t>> list;
  for (const Point &weights : sample.weights)
    for (unsigned signs = 0; signs < (1u << rank); ++signs) {
      std::vector<int64_t> &choice = list.emplace_back();
      for (unsigned d = 0; d < rank; ++d)
        choice.push_back(signs & (1u << d)
                             ? weights[d] -
                                   (weights[d] > 0 ? 1 : -1) * sample.modulus
                             : weights[d]);
    }
  return list;
}

/// `coefficients` yield weights of `sample`.
static bool agreeWith(ArrayRef<Polynomial> coefficients,
                      const CyclicMappings &sample) {
  Point weights;
  for (const Polynomial &coefficient : coefficients) {
    int64_t weight =
        coefficient.at(sample.parameters).value_or(0) % sample.modulus;
    weight += weight < 0 ? sample.modulus : 0;
    weights.push_back(2 * weight > sample.modulus ? weight - sample.modulus
                                                  : weight);
  }
  return is_contained(sample.weights, weights);
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
    auto &list = choices.emplace_back(coefficientsOf(sample, rank));
    combinations *= list.size();
  }
  // The same values come up again and again.
  std::map<std::vector<int64_t>, std::optional<Polynomial>> known;
  auto coefficientOf = [&](const std::vector<int64_t> &values) {
    auto [entry, isNew] = known.try_emplace(values);
    if (isNew)
      entry->second = interpolate(ArrayRef(points).take_front(base), values, 1);
    return entry->second;
  };
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
      std::vector<int64_t> values;
      for (const std::vector<int64_t> *weights : chosen)
        values.push_back((*weights)[d]);
      std::optional<Polynomial> coefficient = coefficientOf(values);
      if (!coefficient)
        break;
      row.coefficients.push_back(*coefficient);
    }
    if (row.coefficients.size() != rank)
      continue;
    bool agrees = llvm::all_of(samples, [&](const CyclicMappings &sample) {
      return agreeWith(row.coefficients, sample);
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

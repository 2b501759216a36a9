//===- JointOffsets.cpp - where arrays begin in a common buffer -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/JointOffsets.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

//===----------------------------------------------------------------------===//
// One size
//===----------------------------------------------------------------------===//

static void sortUnique(std::vector<int64_t> &values) {
  llvm::sort(values);
  values.erase(llvm::unique(values), values.end());
}

OffsetProblem::OffsetProblem(const SampleConflicts &sample, unsigned selectors,
                             ArrayRef<int64_t> weights)
    : selectors(selectors), cross(selectors + 1) {
  for (const Point &d : sample.differences()) {
    // The second element is one of array `to`, the first one of `from`.
    unsigned to = 0, from = 0;
    for (unsigned k = 0; k < selectors; ++k)
      if (d[k] != 0)
        (d[k] > 0 ? to : from) = k + 1;
    int64_t distance = 0;
    for (unsigned k = selectors; k < d.size(); ++k)
      distance += weights[k] * d[k];
    if (to == from)
      own.push_back(std::abs(distance));
    else if (to > from)
      cross[to].push_back({from, to, distance});
    else
      cross[from].push_back({to, from, -distance});
  }
  sortUnique(own);
  auto key = [](const Forbidden &f) {
    return std::make_pair(f.first, f.distance);
  };
  for (std::vector<Forbidden> &list : cross) {
    llvm::sort(list, [&](const Forbidden &a, const Forbidden &b) {
      return key(a) < key(b);
    });
    list.erase(std::unique(list.begin(), list.end(),
                           [&](const Forbidden &a, const Forbidden &b) {
                             return key(a) == key(b);
                           }),
               list.end());
  }
}

bool OffsetProblem::separatesEach(int64_t modulus) const {
  return llvm::none_of(
      own, [&](int64_t distance) { return distance % modulus == 0; });
}

void OffsetProblem::extend(Point &offsets, int64_t modulus, size_t most,
                           size_t &tries, std::vector<Point> &found) const {
  if (found.size() == most || tries == 0)
    return;
  --tries;
  if (offsets.size() == selectors) {
    found.push_back(offsets);
    return;
  }
  unsigned array = offsets.size() + 1;
  BitVector forbidden(modulus);
  for (const Forbidden &f : cross[array]) {
    int64_t base = f.first == 0 ? 0 : offsets[f.first - 1];
    forbidden.set(mod(base - f.distance, modulus));
  }
  for (int64_t value = 0; value < modulus; ++value) {
    if (forbidden[value])
      continue;
    bool isTight = value == 0 || forbidden[mod(value - 1, modulus)] ||
                   forbidden[mod(value + 1, modulus)];
    if (!isTight)
      continue;
    offsets.push_back(value);
    extend(offsets, modulus, most, tries, found);
    offsets.pop_back();
  }
}

std::vector<Point> OffsetProblem::tightOffsets(int64_t modulus,
                                               size_t most) const {
  constexpr size_t kMaxTries = 2000;
  std::vector<Point> found;
  if (!separatesEach(modulus))
    return found;
  Point offsets;
  size_t tries = kMaxTries;
  extend(offsets, modulus, most, tries, found);
  return found;
}

std::optional<int64_t> OffsetProblem::leastModulus(int64_t atLeast,
                                                   int64_t atMost) const {
  if (!own.empty() && own.front() == 0)
    return std::nullopt;
  for (int64_t m = std::max<int64_t>(atLeast, 1); m <= atMost; ++m)
    if (!tightOffsets(m, 1).empty())
      return m;
  return std::nullopt;
}

bool OffsetProblem::isValid(ArrayRef<int64_t> offsets, int64_t modulus) const {
  auto offset = [&](unsigned array) {
    return array == 0 ? 0 : offsets[array - 1];
  };
  return separatesEach(modulus) &&
         llvm::all_of(cross, [&](const std::vector<Forbidden> &list) {
           return llvm::none_of(list, [&](const Forbidden &f) {
             return (offset(f.second) - offset(f.first) + f.distance) %
                        modulus ==
                    0;
           });
         });
}

std::optional<CyclicMappings>
polymem::searchJointCyclic(const SampleConflicts &sample, unsigned selectors,
                           int64_t atLeast, int64_t atMost, size_t maxTries) {
  constexpr size_t kMaxOffsets = 8;
  for (int64_t m = std::max<int64_t>(atLeast, 1); m <= atMost; ++m) {
    CyclicMappings found{SmallVector<int64_t>(sample.parameters()), m, {}};
    for (unsigned unit = selectors; unit < sample.rank(); ++unit) {
      Point weights(sample.rank());
      weights[unit] = 1;
      for (bool more = true; more;) {
        if (maxTries-- == 0)
          return std::nullopt;
        OffsetProblem problem(sample, selectors, weights);
        for (const Point &offsets : problem.tightOffsets(m, kMaxOffsets)) {
          Point &kept = found.weights.emplace_back(weights);
          std::copy(offsets.begin(), offsets.end(), kept.begin());
          for (int64_t &weight : kept)
            if (2 * weight > m)
              weight -= m;
        }
        more = false;
        for (unsigned d = selectors; d < sample.rank() && !more; ++d) {
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

//===----------------------------------------------------------------------===//
// All sizes
//===----------------------------------------------------------------------===//

/// Number of coefficients of a polynomial.
static size_t coefficientsOf(unsigned parameters, unsigned degree) {
  size_t count = 1;
  for (unsigned k = 1; k <= degree; ++k)
    count = count * (parameters + k) / k;
  return count;
}

namespace {
/// The offsets of all samples for given strides and moduli.
struct OffsetSamples {
  std::vector<SmallVector<int64_t>> points;
  std::vector<OffsetProblem> problems;
  SmallVector<int64_t> moduli;

  bool areValid(ArrayRef<Polynomial> offsets) const;
  std::vector<std::vector<Polynomial>> generalise(unsigned degree) const;
};
} // namespace

bool OffsetSamples::areValid(ArrayRef<Polynomial> offsets) const {
  for (size_t k = 0; k < points.size(); ++k) {
    Point numbers;
    for (const Polynomial &offset : offsets) {
      std::optional<int64_t> value = offset.at(points[k]);
      if (!value)
        return false;
      numbers.push_back(*value);
    }
    if (!problems[k].isValid(numbers, moduli[k]))
      return false;
  }
  return true;
}

/// Offsets of the first samples, each from both ends of the circle, give
/// formulas that have to be valid at the other samples.
std::vector<std::vector<Polynomial>>
OffsetSamples::generalise(unsigned degree) const {
  constexpr size_t kMaxOffsets = 12, kMaxCombinations = 20000, kMaxFound = 64;
  std::vector<std::vector<Polynomial>> result;
  size_t base = coefficientsOf(points.front().size(), degree);
  if (base > points.size())
    return result;
  std::vector<std::vector<Point>> choices;
  size_t combinations = 1;
  for (size_t k = 0; k < base; ++k) {
    std::vector<Point> &list = choices.emplace_back();
    for (const Point &offsets :
         problems[k].tightOffsets(moduli[k], kMaxOffsets))
      for (unsigned signs = 0; signs < (1u << offsets.size()); ++signs) {
        Point &choice = list.emplace_back(offsets);
        for (unsigned n = 0; n < offsets.size(); ++n)
          if (signs & (1u << n))
            choice[n] -= moduli[k];
      }
    combinations = std::min(combinations * list.size(), kMaxCombinations);
  }
  for (size_t number = 0; number < combinations && result.size() < kMaxFound;
       ++number) {
    size_t rest = number;
    std::vector<Polynomial> offsets;
    unsigned count = choices.front().front().size();
    SmallVector<const Point *> chosen;
    for (const std::vector<Point> &list : choices) {
      chosen.push_back(&list[rest % list.size()]);
      rest /= list.size();
    }
    for (unsigned n = 0; n < count; ++n) {
      SmallVector<int64_t> values;
      for (const Point *point : chosen)
        values.push_back((*point)[n]);
      auto offset =
          interpolate(ArrayRef(points).take_front(base), values, degree);
      if (!offset)
        break;
      offsets.push_back(*offset);
    }
    if (offsets.size() == count && areValid(offsets) &&
        !is_contained(result, offsets))
      result.push_back(std::move(offsets));
  }
  return result;
}

std::vector<StorageMapping> polymem::generaliseOffsets(
    ArrayRef<SampleConflicts> samples, ArrayRef<int64_t> least, int64_t most,
    const ConflictSet &conflicts, ArrayRef<Polynomial> weights) {
  OffsetSamples all;
  std::vector<StorageMapping> result;
  for (auto [k, sample] : enumerate(samples)) {
    Point numbers;
    for (const Polynomial &weight : weights)
      numbers.push_back(weight.at(sample.parameters()).value_or(0));
    OffsetProblem &problem =
        all.problems.emplace_back(sample, conflicts.selectors(), numbers);
    auto modulus = problem.leastModulus(least[k], most);
    if (!modulus)
      return result;
    all.points.emplace_back(sample.parameters());
    all.moduli.push_back(*modulus);
  }
  if (samples.empty())
    return result;
  auto modulus = interpolate(all.points, all.moduli, conflicts.arrayRank());
  if (!modulus)
    return result;
  StorageRow row{std::vector<Polynomial>(weights.begin(), weights.end()),
                 *modulus};
  unsigned degrees = std::max(modulus->degree(), 1u);
  for (unsigned degree = 1; degree <= degrees && result.empty(); ++degree)
    for (const std::vector<Polynomial> &offsets : all.generalise(degree)) {
      std::copy(offsets.begin(), offsets.end(), row.coefficients.begin());
      result.push_back({{row}});
    }
  auto complexity = [&](const StorageMapping &mapping) {
    std::string text = mapping.text(conflicts.parameters());
    return std::make_pair(text.size(), text);
  };
  llvm::sort(result, [&](const auto &a, const auto &b) {
    return complexity(a) < complexity(b);
  });
  return result;
}

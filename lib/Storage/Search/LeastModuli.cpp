//===- LeastModuli.cpp - smallest valid moduli ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeastModuli.h"
#include "PolyMem/Storage/Search/LatticeSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

std::optional<SmallVector<int64_t>>
polymem::valuesAt(ArrayRef<Polynomial> weights, const SampleConflicts &sample) {
  SmallVector<int64_t> numbers;
  for (const Polynomial &weight : weights) {
    std::optional<int64_t> value = weight.at(sample.parameters());
    if (!value)
      return std::nullopt;
    numbers.push_back(*value);
  }
  return numbers;
}

/// The smallest modulus of a row that is valid together with the other rows, at
/// each sample.
static std::optional<SmallVector<int64_t>>
leastModuliOf(const StorageMapping &mapping, size_t row,
              ArrayRef<SampleConflicts> samples) {
  StorageMapping others = mapping;
  others.rows.erase(others.rows.begin() + row);
  SmallVector<int64_t> moduli;
  for (const SampleConflicts &sample : samples) {
    auto numbers = valuesAt(mapping.rows[row].coefficients, sample);
    auto modulus = numbers ? sample.leastModulus(*numbers, others)
                           : std::optional<int64_t>();
    if (!modulus)
      return std::nullopt;
    moduli.push_back(*modulus);
  }
  return moduli;
}

LeastModuli polymem::withLeastModuli(StorageMapping mapping,
                                     ArrayRef<SampleConflicts> samples) {
  LeastModuli result{std::move(mapping)};
  std::vector<SmallVector<int64_t>> points;
  for (const SampleConflicts &sample : samples)
    points.emplace_back(sample.parameters());
  for (size_t k = 0; k < result.mapping.rows.size(); ++k) {
    StorageRow &row = result.mapping.rows[k];
    auto moduli = leastModuliOf(result.mapping, k, samples);
    std::optional<Polynomial> modulus;
    size_t leftOver = 0;
    if (moduli && !points.empty())
      modulus =
          interpolate(points, *moduli, row.coefficients.size(), &leftOver);
    result.isRegular &= modulus && (leftOver > 0 || modulus->constant());
    if (!modulus)
      continue;
    row.modulus = *modulus;
    // A constant coefficient counts as its remainder of a constant modulus.
    for (Polynomial &coefficient : row.coefficients)
      if (coefficient.constant() && modulus->constant())
        coefficient = *coefficient.constant() % *modulus->constant();
  }
  return result;
}

/// How much values that follow each other, the first one for p = `first`, grow
/// from p - 1 to p, by the remainder of p; nothing if that is not the same from
/// one period to the next.
static std::optional<SmallVector<int64_t>>
periodicSteps(ArrayRef<int64_t> values, int64_t first, int64_t period) {
  SmallVector<std::optional<int64_t>> steps(period);
  for (size_t k = 1; k < values.size(); ++k) {
    auto &step = steps[llvm::mod(first + static_cast<int64_t>(k), period)];
    int64_t here = values[k] - values[k - 1];
    if (step.value_or(here) != here)
      return std::nullopt;
    step = here;
  }
  SmallVector<int64_t> result;
  for (std::optional<int64_t> step : steps)
    result.push_back(step.value_or(0));
  return result;
}

std::vector<Quotient>
polymem::quotientsOfModuli(const StorageMapping &mapping,
                           ArrayRef<SampleConflicts> samples) {
  constexpr int64_t kMaxPeriod = 4;
  std::vector<Quotient> result;
  for (size_t k = 0; k < mapping.rows.size() && !samples.empty(); ++k) {
    auto moduli = leastModuliOf(mapping, k, samples);
    int64_t first = samples.front().parameters().front();
    // Each step has to be there several times.
    for (int64_t period = 1; moduli && period <= kMaxPeriod &&
                             3 * period < static_cast<int64_t>(moduli->size());
         ++period) {
      auto steps = periodicSteps(*moduli, first, period);
      if (!steps)
        continue;
      // The most frequent step is taken from p - 1 to p everywhere. Others are
      // steps of floor((p + period - r) / period).
      int64_t usual = *std::max_element(
          steps->begin(), steps->end(), [&](int64_t a, int64_t b) {
            return llvm::count(*steps, a) < llvm::count(*steps, b);
          });
      for (auto [r, step] : enumerate(*steps)) {
        Quotient next{
            Polynomial::parameter(0) +
                Polynomial(llvm::mod(-static_cast<int64_t>(r), period)),
            period};
        if (step != usual && !is_contained(result, next))
          result.push_back(next);
      }
      break;
    }
  }
  return result;
}

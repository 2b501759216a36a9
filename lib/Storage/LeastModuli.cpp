//===- LeastModuli.cpp - smallest valid moduli ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeastModuli.h"
#include "PolyMem/Storage/LatticeSearch.h"

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

/// The modulus of a row, as a polynomial that has at each sample the smallest
/// value that is valid together with the other rows.
static std::optional<Polynomial>
leastModulus(const StorageMapping &mapping, size_t row,
             ArrayRef<SampleConflicts> samples) {
  StorageMapping others = mapping;
  others.rows.erase(others.rows.begin() + row);
  std::vector<SmallVector<int64_t>> points;
  SmallVector<int64_t> moduli;
  for (const SampleConflicts &sample : samples) {
    auto numbers = valuesAt(mapping.rows[row].coefficients, sample);
    if (!numbers)
      return std::nullopt;
    auto modulus = sample.leastModulus(*numbers, others);
    if (!modulus)
      return std::nullopt;
    points.emplace_back(sample.parameters());
    moduli.push_back(*modulus);
  }
  return points.empty() ? std::nullopt
                        : interpolate(points, moduli,
                                      mapping.rows[row].coefficients.size());
}

StorageMapping polymem::withLeastModuli(StorageMapping mapping,
                                        ArrayRef<SampleConflicts> samples) {
  for (size_t k = 0; k < mapping.rows.size(); ++k) {
    auto modulus = leastModulus(mapping, k, samples);
    if (!modulus)
      continue;
    mapping.rows[k].modulus = *modulus;
    // A constant coefficient counts as its remainder of a constant modulus.
    for (Polynomial &coefficient : mapping.rows[k].coefficients)
      if (coefficient.constant() && modulus->constant())
        coefficient = *coefficient.constant() % *modulus->constant();
  }
  return mapping;
}

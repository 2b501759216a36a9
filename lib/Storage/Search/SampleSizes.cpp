//===- SampleSizes.cpp - sizes at which mappings are looked at ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleSizes.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

SmallVector<int64_t>
polymem::assumedParameters(const ConflictSet &conflicts,
                           ArrayRef<std::pair<std::string, int64_t>> assumed) {
  const ParameterDomain &domain = conflicts.domain();
  isl::set context = parametersAsDims(domain.context());
  for (unsigned k = 0; k < domain.quotients().firstNumber(); ++k) {
    auto given = llvm::find_if(assumed, [&](const auto &entry) {
      return entry.first == conflicts.parameters()[k];
    });
    bool isGiven = given != assumed.end();
    for (int64_t value :
         {isGiven ? given->second : 64, int64_t(16), int64_t(4)}) {
      isl::set closer =
          context.lower_bound_val(isl::dim::set, k, static_cast<long>(value));
      if (isGiven)
        closer =
            closer.upper_bound_val(isl::dim::set, k, static_cast<long>(value));
      if (closer.is_empty().is_false()) {
        context = closer;
        break;
      }
    }
  }
  isl::point point = context.lexmin().sample_point();
  SmallVector<int64_t> values;
  for (unsigned k = 0; k < domain.size(); ++k)
    values.push_back(
        islToInt64(point.get_coordinate_val(isl::dim::set, k)).value_or(0));
  return values;
}

unsigned polymem::modulusDegree(const ConflictSet &conflicts) {
  constexpr unsigned kMaxDegree = 4;
  // Constants are samples of themselves.
  return std::min(conflicts.arrayRank(), kMaxDegree);
}

std::vector<SampleConflicts> polymem::samplesAt(const ConflictSet &conflicts,
                                                unsigned degree,
                                                int64_t shift) {
  constexpr unsigned kMaxSamples = 40;
  std::vector<SampleConflicts> result;
  auto points = conflicts.domain().samples(degree, shift);
  if (points.size() > kMaxSamples)
    return result;
  for (const SmallVector<int64_t> &point : points) {
    auto sample = SampleConflicts::at(conflicts, point);
    if (!sample)
      return {};
    result.push_back(std::move(*sample));
  }
  return result;
}

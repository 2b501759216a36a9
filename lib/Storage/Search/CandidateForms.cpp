//===- CandidateForms.cpp - forms of the same mapping ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CandidateForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

Complexity polymem::complexity(const StorageCandidate &candidate,
                               ArrayRef<int64_t> assumed,
                               const std::vector<std::string> &parameters) {
  const StorageMapping *mapping = candidate.mappingAt(assumed);
  size_t length = 0;
  for (const StorageCase &part : candidate.cases)
    length += part.mapping.text(parameters).size();
  return {mapping ? mapping->rows.size() : 0,
          mapping && !mapping->isContiguous(), length};
}

StorageMapping polymem::directed(StorageMapping mapping) {
  for (StorageRow &row : mapping.rows) {
    auto last = llvm::find_if(llvm::reverse(row.coefficients),
                              [](const Polynomial &c) { return !c.isZero(); });
    if (last == row.coefficients.rend() || last->constant().value_or(1) > 0)
      continue;
    for (Polynomial &coefficient : row.coefficients)
      coefficient = -coefficient;
  }
  return mapping;
}

StorageCandidate polymem::reordered(StorageCandidate candidate,
                                    ArrayRef<unsigned> order) {
  auto place = [&](const StorageRow &row) {
    return llvm::find_if(
        order, [&](unsigned d) { return !row.coefficients[d].isZero(); });
  };
  for (StorageCase &part : candidate.cases)
    llvm::sort(part.mapping.rows, [&](const auto &a, const auto &b) {
      return place(a) < place(b);
    });
  return candidate;
}

//===- RowMajor.cpp - strides of row-major orders -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowMajor.h"
#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

std::vector<std::vector<Polynomial>>
polymem::rowMajorStrides(const ConflictSet &conflicts,
                         ArrayRef<SmallVector<unsigned>> orders,
                         ArrayRef<StorageCandidate> boxes) {
  unsigned rank = conflicts.rank();
  std::vector<std::vector<Polynomial>> result;
  auto add = [&](std::vector<Polynomial> weights) {
    if (!is_contained(result, weights))
      result.push_back(std::move(weights));
  };
  if (auto sizes = extentsOf(conflicts))
    for (ArrayRef<unsigned> order : orders) {
      std::vector<Polynomial> weights(rank);
      Polynomial stride(1);
      // What tells arrays apart has no stride here.
      for (unsigned dim : llvm::reverse(order)) {
        if (dim < conflicts.selectors())
          continue;
        weights[dim] = stride;
        stride = stride * (*sizes)[dim];
      }
      add(std::move(weights));
    }
  for (const StorageCandidate &candidate : boxes)
    for (const StorageCase &part : candidate.cases) {
      std::vector<Polynomial> weights(rank);
      Polynomial stride(1);
      for (const StorageRow &row : llvm::reverse(part.mapping.rows)) {
        for (unsigned d = 0; d < rank; ++d)
          weights[d] = weights[d] + row.coefficients[d] * stride;
        stride = stride * row.modulus;
      }
      add(std::move(weights));
    }
  return result;
}

//===- ReuseVectors.h - mappings along vectors between cells ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 4.4.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_REUSEVECTORS_H
#define POLYMEM_STORAGE_SEARCH_REUSEVECTORS_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"

namespace polymem {

/// Rows of a unimodular matrix.
using UnimodularBasis = std::vector<llvm::SmallVector<int64_t>>;

/// A basis, and the cells that successive modulo in it has at a sample.
struct SizedBasis {
  UnimodularBasis rows;
  int64_t cells;
};

/// Bases for small constant vectors a, between elements of which only few of a
/// line conflict: the rows but the last are 0 on a, and the last one counts
/// steps along a. The few best ones, those with fewer cells first.
std::vector<SizedBasis> reuseBases(const SampleConflicts &sample);

/// Successive modulo in the coordinates `rows . x`, in their order. Always
/// valid; see `successiveModulo`.
std::optional<std::vector<StorageCase>>
successiveModuloIn(const ConflictSet &conflicts, const UnimodularBasis &basis);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_REUSEVECTORS_H

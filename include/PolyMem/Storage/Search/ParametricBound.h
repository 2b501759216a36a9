//===- ParametricBound.h - fewest cells at all sizes ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_PARAMETRICBOUND_H
#define POLYMEM_STORAGE_SEARCH_PARAMETRICBOUND_H

#include "PolyMem/Storage/Search/Cliques.h"

namespace polymem {

/// No mapping has fewer cells where parameter k is at least `least[k]`, if
/// there is such a number.
struct ParametricBound {
  Polynomial cells;
  llvm::SmallVector<std::optional<int64_t>> least;

  /// ` where N >= 5`; empty if there are no such numbers.
  std::string whereText(llvm::ArrayRef<std::string> names) const;
};

/// The cliques of a few sizes, generalised: their ends x and z are affine in
/// the parameters, so that what conflicts with both is a set `[p] -> { [y] }`.
/// That all its elements conflict is proved by isl, and they are counted where
/// the set is a union of boxes. Where two ends do not say what a clique is, and
/// all elements conflict that differ in a dimension with few constant values,
/// the bounds of these values are added up. Nothing where one of this fails,
/// also if sizes must be more than a few above the least ones.
std::optional<ParametricBound>
parametricBound(const ConflictSet &conflicts,
                llvm::ArrayRef<SampleClique> cliques);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_PARAMETRICBOUND_H

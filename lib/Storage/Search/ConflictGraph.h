//===- ConflictGraph.h - conflicts at one size, as a graph ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_SEARCH_CONFLICTGRAPH_H
#define POLYMEM_LIB_STORAGE_SEARCH_CONFLICTGRAPH_H

#include "PolyMem/Storage/Conflicts/Enumeration.h"
#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "llvm/ADT/BitVector.h"

namespace polymem {

/// The elements at one size that conflict with others, in lexicographic order
/// (one element if none does), and which of them conflict: none with itself.
struct ConflictGraph {
  std::vector<SampleConflicts::Point> elements;
  std::vector<llvm::BitVector> neighbours;
};

/// The graph where parameter k is `parameters[k]`; `pairs` are those of
/// `conflicts`. Nothing if there are more than `maxElements` elements, 1024
/// times as many conflicts, or infinitely many.
std::optional<ConflictGraph> conflictGraphAt(const ConflictSet &conflicts,
                                             const PointEnumerator &pairs,
                                             llvm::ArrayRef<int64_t> parameters,
                                             size_t maxElements);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_SEARCH_CONFLICTGRAPH_H

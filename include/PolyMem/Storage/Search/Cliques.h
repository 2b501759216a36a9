//===- Cliques.h - elements that all conflict, at one size ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_CLIQUES_H
#define POLYMEM_STORAGE_SEARCH_CLIQUES_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"

namespace polymem {

/// Values of the parameters, and a number of cells that is enough there.
struct SizedStorage {
  llvm::SmallVector<int64_t> parameters;
  int64_t cells = INT64_MAX;
};

/// Elements that all conflict with one another: no mapping has fewer cells.
struct SampleClique {
  llvm::SmallVector<int64_t> parameters;
  int64_t size;
  /// Two elements x and z, one behind the other in one point: those that
  /// conflict with both, together with x and z, are such elements, and `size`
  /// of them. The lexicographically first and the last of such pairs; none if
  /// none is found soon. If each value lives from one write to its last read in
  /// one order, there is one for each largest clique: the element written last
  /// and the one read last before all others.
  std::optional<std::pair<SampleConflicts::Point, SampleConflicts::Point>> ends;
};

/// One clique for each of `sizes`. The largest one if conflicts are a chordal
/// graph, which they are if each value lives from one write to its last read in
/// one order; else found greedily, so that there may be larger ones. Looking
/// for larger ones ends when there is one with as many elements as cells are
/// enough. There are none for the first sizes with more than `maxElements`
/// elements, 1024 times as many conflicts, or infinitely many, nor for later
/// ones.
std::vector<SampleClique> largeCliques(const ConflictSet &conflicts,
                                       llvm::ArrayRef<SizedStorage> sizes,
                                       size_t maxElements = 1000);

/// `largeCliques` at two of the smallest sizes, or fewer where one is too
/// large: enough for a line through their ends.
std::vector<SampleClique> smallCliques(const ConflictSet &conflicts);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_CLIQUES_H

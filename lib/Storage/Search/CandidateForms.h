//===- CandidateForms.h - forms of the same mapping -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_SEARCH_CANDIDATEFORMS_H
#define POLYMEM_LIB_STORAGE_SEARCH_CANDIDATEFORMS_H

#include "PolyMem/Storage/Search/Portfolio.h"
#include <tuple>

namespace polymem {

/// Rows; whether neighbours are apart; characters.
using Complexity = std::tuple<size_t, bool, size_t>;

/// Fewer dimensions, then runs of elements, both at the assumed sizes; then
/// shorter formulas.
Complexity complexity(const StorageCandidate &candidate,
                      llvm::ArrayRef<int64_t> assumed,
                      const std::vector<std::string> &parameters);

/// `G` and `-G` are as good: addresses are to grow with the last coordinate.
StorageMapping directed(StorageMapping mapping);

/// `candidate` of successive modulo, with the dimensions in another order.
StorageCandidate reordered(StorageCandidate candidate,
                           llvm::ArrayRef<unsigned> order);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_SEARCH_CANDIDATEFORMS_H

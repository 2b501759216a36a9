//===- Hyperplanes.h - storage partitioning hyperplanes ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bhaskaracharya, Bondhugula and Cohen, "Automatic storage optimization for
// arrays" (TOPLAS 2016), section 3, Algorithm 1.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_HYPERPLANES_H
#define POLYMEM_STORAGE_SEARCH_HYPERPLANES_H

#include "PolyMem/Storage/Mappings/StorageMapping.h"

namespace polymem {

/// A mapping `(G1 . x) mod (u1 . p + w1), ..`. Each row G is one that separates
/// the conflicts of as many convex pieces of the differences as possible (`G.d
/// >= 1` for all d of the piece, or `G.d <= -1`), and among those one with the
/// least bound of `|G.d|`, coefficients of the parameters first; its modulus is
/// the bound + 1. The next row is for the differences with `G.d = 0`. All
/// conditions are linear in G, u and w by Farkas' lemma. Nothing if differences
/// are unbounded, if nothing is separated, or if isl gave up.
///
/// The pieces are those of `conflicts.givenDifferences()`, but if there are
/// more than six: then they are the hulls of those differences whose first
/// coordinate that is not 0 is the first, the second, and so on, without
/// corners that a few steps cut off. Many pieces come from the borders of an
/// array, and each would count as much as one that most conflicts are in.
///
/// With `apart`, the first row is that dimension of the array, whatever it
/// separates: greed may have taken a row that separates more and costs more.
std::optional<StorageMapping>
storageHyperplanes(const ConflictSet &conflicts,
                   std::optional<unsigned> apart = std::nullopt);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_HYPERPLANES_H

//===- StaticReuse.h - fewest cells of any allocation -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 3.3.3, theorem 5.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_STATICREUSE_H
#define POLYMEM_STORAGE_SEARCH_STATICREUSE_H

#include "PolyMem/Storage/Conflicts/ConflictSet.h"

namespace polymem {

/// The fewest cells in which the elements of `conflicts` can be, where
/// parameter k is `parameters[k]`, whatever element has whatever cell: exactly
/// as many as the largest number of elements that all conflict. No mapping has
/// fewer.
///
/// Two elements that do not conflict can share a cell, one before the other. If
/// conflicts are those of a partial order, "before" is one, too (theorem 5): a
/// transitive orientation of the pairs that do not conflict. It is found by
/// Golumbic's decomposition, and elements are put into as few chains of it as
/// possible by a largest matching (Dilworth's theorem). Nothing if there is no
/// such orientation, as for conflicts that no order has, or more than
/// `maxElements` elements.
std::optional<int64_t> leastStaticReuse(const ConflictSet &conflicts,
                                        llvm::ArrayRef<int64_t> parameters,
                                        size_t maxElements = 600);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_STATICREUSE_H

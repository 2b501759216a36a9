//===- Enumeration.h - the points of small sets -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl makes the pieces of a union disjoint before it enumerates their points,
// and allocates for each; sets of many pieces with a few thousand points are
// what samples of conflicts are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_ENUMERATION_H
#define POLYMEM_LIB_STORAGE_ENUMERATION_H

#include "PolyMem/Polyhedral/Isl.h"
#include <vector>

namespace polymem {

using EnumeratedPoint = llvm::SmallVector<int64_t, 4>;

/// The points of `set`, which has no parameters, in lexicographic order.
/// Nothing if there are more than `maxPoints`, infinitely many, or if isl gave
/// up.
std::optional<std::vector<EnumeratedPoint>> enumeratePoints(const isl::set &set,
                                                            size_t maxPoints);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_ENUMERATION_H

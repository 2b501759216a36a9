//===- IslLines.h - one dimension of an isl set -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What IslBounds.h asks of a dimension, for those who ask several times: the
// projection is what takes long.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLLINES_H
#define POLYMEM_POLYHEDRAL_ISL_ISLLINES_H

#include "PolyMem/Polyhedral/Isl/IslBounds.h"

namespace polymem {

/// `[p] -> { [a_dim] }` of `set = [p] -> { A[a] }`; null if isl gave up.
isl::set lineOf(const isl::set &set, unsigned dim);

/// `boundsOfDim` of the set of which `line = [p] -> { [x] }` is the line.
IslBounds boundsOfLine(const isl::set &line);

/// `distancesFrom` of the set of which `line = [p] -> { [x] }` is the line.
isl::set distancesOnLine(const isl::set &line, const isl::aff &lower,
                         llvm::function_ref<bool(const isl::id &)> keep);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLLINES_H

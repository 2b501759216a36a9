//===- Parts.h - parameters decided for apart (internal) --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_PARTS_H
#define POLYMEM_LIB_CHECK_PARTS_H

#include "PolyMem/Polyhedral/Scop.h"
#include <vector>

namespace polymem {

/// The parameters that steps of `scop` are functions of: tile sizes.
llvm::SmallVector<isl::id> stepParameters(const Scop &scop);

/// The sizes to try for the parameters `sizes`: small ones, and where
/// conditions of either program name others, those at which they change.
std::vector<llvm::SmallVector<int64_t>>
sizesToTry(const Scop &before, const Scop &after,
           llvm::ArrayRef<isl::id> sizes);

/// The parameters `[p] -> { : ... }` of `known`, cut where conditions outside
/// of loops of `after` choose a version by a number that the program computes
/// in a way that is not affine: each version is proved by itself, with a budget
/// of its own. What is not cut (more than four versions, or isl needs more than
/// `maxIslOperations`) is proved together. The union of all is `known`.
llvm::SmallVector<isl::set> versionsOf(const Scop &after, const isl::set &known,
                                       unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_PARTS_H

//===- Conditions.h - conditions as affine sets (internal) ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_RAISING_CONDITIONS_H
#define POLYMEM_LIB_TRANSFORMS_RAISING_CONDITIONS_H

#include "IndexReader.h"

namespace polymem::raising {

/// All (a conjunction) or one (a disjunction) of: `expr >= 0`, or `expr = 0`.
struct Condition {
  struct Constraint {
    mlir::AffineExpr expr;
    bool isEquality;
  };
  llvm::SmallVector<Constraint> constraints;
  /// A single constraint is both.
  bool isConjunction = true;

  bool isSingle() const { return constraints.size() == 1; }
};

/// The condition `value`, or its negation; nullopt if it is not affine, or
/// neither a conjunction nor a disjunction (`reader.obstacle()`).
std::optional<Condition> readCondition(IndexReader &reader, mlir::Value value,
                                       bool isNegated);

} // namespace polymem::raising

#endif // POLYMEM_LIB_TRANSFORMS_RAISING_CONDITIONS_H

//===- TileConditions.h - what points of a tile have in common --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions on a point of a tile, as conditions on the tile. A loop that has
// one iteration or none is such a condition, too.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_TILECONDITIONS_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_TILECONDITIONS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace polymem {

/// `expr >= 0`, where symbol number k of `expr` is `operands[k]`, a value from
/// outside the tile.
struct TileCondition {
  mlir::AffineExpr expr;
  llvm::SmallVector<mlir::Value> operands;
};

/// `{ [values] -> [expr] }`, of one result.
using AffineTerm = mlir::affine::AffineValueMap;

/// The results of `map`, as functions of what its `operands` are computed from.
llvm::SmallVector<AffineTerm> termsOf(mlir::AffineMap map,
                                      mlir::ValueRange operands);

/// `a - b`.
AffineTerm difference(const AffineTerm &a, const AffineTerm &b);

/// The points of a tile that a condition is to hold for.
enum class TilePoints { All, Some };

/// A condition that holds if and only if `term + constant >= 0` for all, or for
/// some, points of the box of `tile`,
///
///   { [i] : lower_d <= i_d < lower_d + bound_d step_d }.
///
/// Nothing if `term` is of other values of the tile than its point, or of a
/// dimension without a constant bound.
std::optional<TileCondition> inBox(scratch::TileOp tile, const AffineTerm &term,
                                   int64_t constant, TilePoints points);

/// A loop with an iteration at `lower` if `conditions` are at least 0, and none
/// otherwise: a lower and an upper bound are next to each other.
struct SingleLoop {
  /// The numbers of these results of the maps of bounds.
  unsigned lower, upper;
  /// Expressions and what is to be added to them.
  llvm::SmallVector<std::pair<AffineTerm, int64_t>> conditions;
};

/// What `loop` is, if it is one like this.
std::optional<SingleLoop> asSingleLoop(mlir::affine::AffineForOp loop);

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_TILECONDITIONS_H

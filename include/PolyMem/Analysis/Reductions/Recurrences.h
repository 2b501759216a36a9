//===- Recurrences.h - tables of reductions over themselves -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-tile-recurrences`. A recurrence fills a table,
// element by element, and each element is a reduction of elements that were
// filled before, as in dynamic programming over intervals:
//
//   T[i, j] = max(T[i, j], T[i, k] + T[k + 1, j])   for i <= k < j.
//
// Every instance has a place (u, v): the element that it writes, with such
// signs that no dependence runs against u or v. Squares of places are tiles.
// Tiles of one sum of numbers, a wave, do not depend on each other, nor do
// places of one sum in a tile. The part of the reduction that reads nothing of
// its own tile,
//
//   first(tile) <= k < end(tile),
//
// is executed before the rest of the tile; its order does not matter, and all
// places of the tile are parallel in it. Nothing here changes IR.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REDUCTIONS_RECURRENCES_H
#define POLYMEM_ANALYSIS_REDUCTIONS_RECURRENCES_H

#include "PolyMem/Analysis/Reductions/Reductions.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>
#include <vector>

namespace polymem {

/// Two loops over the elements of a table, one in the other, and the reduction
/// in them.
struct RecurrenceNest {
  mlir::affine::AffineForOp outer, inner, reduction;
  /// Loads of a local cell that the element took the place of. If there are
  /// any, no other load may be of the element.
  llvm::SmallVector<mlir::Operation *> moved;
};

/// How to tile a recurrence. Expressions have `symbols` as symbols.
struct RecurrencePlan {
  RecurrenceNest nest;
  /// The updates of the reduction and, unless `prefixFirst`, those before it.
  llvm::SmallVector<ReductionUpdate> updates;
  llvm::SmallVector<mlir::Value> symbols;
  /// Places along each side of a tile.
  int64_t tileSize = 0;
  /// Iterations of `outer` and `inner` at the place (d0, d1).
  std::array<mlir::AffineExpr, 2> iterations;
  /// Where these, d0 and d1, are executed: each is not negative.
  llvm::SmallVector<mlir::AffineExpr> domain;
  /// Places begin at 0 in both directions; the last ones, the least of each
  /// list.
  std::array<llvm::SmallVector<mlir::AffineExpr>, 2> last;
  /// The first sum of a place, the greatest of these, and the last, the least.
  llvm::SmallVector<mlir::AffineExpr> firstSum, lastSum;
  /// The iterations of `reduction` that read nothing of the tile that begins at
  /// (d0, d1): `first <= k < end`. A null one: as far as the loop goes.
  mlir::AffineExpr first, end;
  /// The loop's bounds in a tile, its first iteration and the one behind its
  /// last, where there is no `first` or `end`.
  llvm::SmallVector<mlir::AffineExpr> loopFirst, loopEnd;
  /// Of tiles whose places begin at a sum from here on, `first <= end` holds,
  /// and for no others. Null: that does not depend on the sum alone.
  mlir::AffineExpr firstFar;
  /// All places of a tile up to the last ones have all of these iterations.
  bool isWhole = false;
  /// What comes before the reduction is executed before all of it, in all
  /// places of a tile at a time; else it is updates in whatever order.
  bool prefixFirst = false;
  /// Of what comes before the reduction, operations that may be repeated.
  llvm::SmallVector<mlir::Operation *> cheap;
};

/// A recurrence that is left as it is.
struct RecurrenceNote {
  mlir::Operation *op;
  Sentence text;
};

/// Some loop of `func` seems to be a reduction over the table that it fills:
/// there is something to plan. What can be seen in the text, also with values
/// in `iter_args`.
bool mayHoldRecurrences(mlir::FunctionOpInterface func);

/// The nests of `func`, whose scalars are in memory, that seem to be
/// recurrences.
llvm::SmallVector<RecurrenceNest>
findRecurrences(mlir::FunctionOpInterface func);

/// Plans tiles of `nest`, a nest of `scop`, of `tileSize` places along each
/// side. Nothing, and the reason in `why`, if
/// - the order of the reduction matters to bits,
/// - the nest writes other elements than one for each iteration,
/// - it reads the element that took the place of a local cell,
/// - dependences run in both directions along a dimension of the table, or none
///   along it alone: then a loop over it is parallel,
/// - no iterations of the reduction between two bounds are known that read
///   nothing of their tile.
std::optional<RecurrencePlan>
planRecurrence(const Scop &scop, const RecurrenceNest &nest, int64_t tileSize,
               unsigned long maxIslOperations, Sentence &why);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REDUCTIONS_RECURRENCES_H

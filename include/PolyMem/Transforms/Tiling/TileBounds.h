//===- TileBounds.h - bounds of tiles and point loops -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds while a nest is rewritten into tiles. All expressions are over one
// table of values: dimension k of an AffineExpr stands for value k.
//
// The range of a tile's origins must be known before the tile, where the loops
// inside have no value yet. It is the hull over what encloses the point:
// a loop's variable lies in [origin, end - 1] of its tile if there is one, in
// the hull of its own bounds otherwise, and an affine bound is replaced by its
// least (greatest) value over these intervals, term by term. A hull may be
// larger than what is executed; point loops have the exact bounds.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_TILING_TILEBOUNDS_H
#define POLYMEM_TRANSFORMS_TILING_TILEBOUNDS_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace polymem {

/// Alternatives: a lower bound is their maximum, an upper bound (excluded)
/// their minimum.
using BoundExprs = llvm::SmallVector<mlir::AffineExpr>;

/// Where a loop stands in the code generated so far.
struct LoopState {
  const BandLoop *loop = nullptr;
  /// The origin of the innermost tile over this loop, and the end of that tile
  /// (excluded); null outside any.
  mlir::Value origin, end;
  /// The ends that the tiles over this loop set, apart from the loop's own
  /// upper bound.
  BoundExprs limits;
  /// The size of the innermost tile, in iterations.
  TileSize innermostSize;
  /// The origin of the thread tile; null outside.
  mlir::Value thread;
};

class TileBounds {
public:
  explicit TileBounds(mlir::FunctionOpInterface function)
      : function(function), context(function->getContext()) {}

  void addLoop(const BandLoop &loop) { states[loop.iv].loop = &loop; }
  LoopState &state(const BandLoop &loop) { return states[loop.iv]; }

  /// The expression for `value`.
  mlir::AffineExpr exprFor(mlir::Value value);
  /// `size * step` as an expression.
  mlir::AffineExpr spanOf(const TileSize &size, int64_t step);

  /// The loop's own bounds, over the original induction variables.
  BoundExprs lowerOf(const BandLoop &loop);
  BoundExprs upperOf(const BandLoop &loop);
  /// What a hull encloses: the points of the tiles around, or all points of
  /// the nest, whatever the origins of its tiles.
  enum class Within { Tiles, Nest };
  /// Bounds that hold for all values of the loops around.
  BoundExprs lowerHull(const BandLoop &loop, Within within = Within::Tiles);
  BoundExprs upperHull(const BandLoop &loop, Within within = Within::Tiles);

  /// The bounds of the loop over the points of `loop` in the tiles around: its
  /// own, clipped to the tiles; aligned to the loop's step.
  BoundExprs pointLower(const BandLoop &loop);
  BoundExprs pointUpper(const BandLoop &loop);

  /// The map and operands of a bound. `mapping` gives the values of original
  /// induction variables.
  std::pair<mlir::AffineMap, llvm::SmallVector<mlir::Value>>
  boundMap(const BoundExprs &exprs, const mlir::IRMapping &mapping);

  /// A value for the maximum (minimum) of `exprs`.
  mlir::Value emitMax(mlir::OpBuilder &builder, mlir::Location loc,
                      const BoundExprs &exprs);
  mlir::Value emitMin(mlir::OpBuilder &builder, mlir::Location loc,
                      const BoundExprs &exprs);

  /// Erases the values emitted that nothing uses.
  void eraseUnusedValues();

private:
  /// The least (`lower`) or greatest values of `expr`, inclusive.
  BoundExprs extreme(mlir::AffineExpr expr, bool lower, Within within);
  bool involvesLoops(mlir::AffineExpr expr);
  mlir::Value emit(mlir::OpBuilder &builder, mlir::Location loc,
                   const BoundExprs &exprs, bool max);

  mlir::FunctionOpInterface function;
  mlir::MLIRContext *context;
  llvm::MapVector<mlir::Value, LoopState> states;
  llvm::SmallVector<mlir::Value> table;
  llvm::DenseMap<mlir::Value, unsigned> positions;
  llvm::SmallVector<mlir::Operation *> emitted;
};

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_TILING_TILEBOUNDS_H

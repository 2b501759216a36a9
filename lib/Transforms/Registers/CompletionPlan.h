//===- CompletionPlan.h - tiles that threads may run whole ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions of polymem-complete-tiles about one tile mapped to threads.
//
// Let D be the iterations of the statements in the tile, E those that they had
// if the tile were never partial, neither at borders of arrays nor because
// loops in it have one iteration or none, as in a triangle, all in one block,
// and P = E \ D. Of tiles that have no iteration in D none is in E. Nobody sees
// that P is executed, too, if in P
//   - nothing is done but to compute what can always be computed, and to load
//     and store elements of buffers, which have cells for them;
//   - no cell is stored to that anything but P accesses, at any time;
//   - no cell is stored to that another iteration of the tile accesses.
// Of a buffer that wraps around, several elements have one cell; else each has
// its own. What P loads and D does not access in the same execution of the
// tile, F, has no defined value then. It gets one, zero, so that no memory is
// read that nobody wrote; so nothing but P may access the cells of F, either.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_COMPLETIONPLAN_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_COMPLETIONPLAN_H

#include "FilledBox.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/TileConditions.h"
#include "PolyMem/Support/Sentence.h"
#include <vector>

namespace polymem {

/// A dimension that is to run `iterations` iterations from its first one on,
/// instead of at most as many.
struct CompletedDim {
  unsigned dim;
  int64_t iterations;
};

/// A loop that has one iteration or none, by bounds that differ in the tile,
/// and is to have one: that at the lower bound number `lower`, below the upper
/// one number `upper`.
struct CompletedLoop {
  mlir::affine::AffineForOp loop;
  unsigned lower, upper;
};

/// A tile and how it is completed.
struct CompletionPlan {
  scratch::TileOp tile;
  llvm::SmallVector<CompletedDim> dims;
  /// Each in the one before it, and all that the tile does in the last one.
  llvm::SmallVector<CompletedLoop> loops;
  /// The tile is executed where these are at least 0: some iteration of `loops`
  /// is that of a partial tile.
  llvm::SmallVector<TileCondition> conditions;
  /// The dimensions of the tile whose points `loops` tell apart.
  llvm::SmallVector<unsigned> cutDims;
  std::vector<FilledBox> filled;
};

/// Why a tile stays partial.
struct CompletionRefusal {
  /// A string literal; empty: it is not partial, which is no refusal.
  llvm::StringRef name;
  Sentence text;
};

/// Plans `tile`, which is in the launch of `root`; a refusal if it stays as it
/// is, or if it is completed but for its loops of one iteration or none. The IR
/// is in the end as it was before. The isl work is bounded by
/// `maxIslOperations`.
std::optional<CompletionPlan> planCompletion(scratch::TileOp tile,
                                             scratch::TileOp root,
                                             unsigned long maxIslOperations,
                                             CompletionRefusal &refusal);

/// The loops of one iteration or none that all that `tile` does is in,
/// outermost first; empty if that is not their iteration in all points alike.
llvm::SmallVector<CompletedLoop> findSingleLoops(scratch::TileOp tile);

/// A tile with the bounds, loops and conditions of a plan.
class CompletedTile {
public:
  /// Makes the tile of `plan` complete.
  explicit CompletedTile(const CompletionPlan &plan);
  /// Makes it what it was.
  void undo();

private:
  void completeBounds(llvm::ArrayRef<CompletedDim> dims);
  void completeLoops(llvm::ArrayRef<CompletedLoop> loops);
  void addConditions(llvm::ArrayRef<TileCondition> conditions);

  struct LoopBounds {
    mlir::affine::AffineForOp loop;
    mlir::AffineMap lower, upper;
    llvm::SmallVector<mlir::Value> lowerOperands, upperOperands;
  };
  scratch::TileOp tile;
  llvm::SmallVector<mlir::Value> upperBounds;
  llvm::SmallVector<LoopBounds> loops;
  llvm::SmallVector<mlir::Operation *> made;
  mlir::affine::AffineIfOp condition;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_COMPLETIONPLAN_H

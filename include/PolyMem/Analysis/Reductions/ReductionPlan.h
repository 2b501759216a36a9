//===- ReductionPlan.h - which reductions to split, and how -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-split-reductions`: which reduction loops become
// parallel loops over partial results, and how many of these there are. Nothing
// here changes IR.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONPLAN_H
#define POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONPLAN_H

#include "PolyMem/Analysis/Reductions/Reductions.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <vector>

namespace polymem {

/// Numbers of partial results. Each divides the one before it. Defaults are
/// those of the options of polymem-split-reductions.
struct ReductionOptions {
  /// Of a reduction that is executed once: for all blocks of a grid.
  int64_t gridPartials = 1;
  /// Of one in a sequential loop, and those that grid partials are combined
  /// to: for the threads of a block.
  int64_t blockPartials = 1;
  /// Of the innermost loop of a nest, if there are more: no more threads run in
  /// one block.
  int64_t innerPartials = 1;
  /// Of one in a parallel loop: neighbouring threads.
  int64_t rowPartials = 1;
  /// Iterations of a tile along each loop of a nest of reductions that has
  /// parallel loops enough around it; 1: such nests stay as they are.
  int64_t tileSize = 1;
  /// How many results a thread combines on the way from block partials to one.
  int64_t radix = 2;
  /// Floating-point operations may be reassociated though they do not say so.
  bool reassociate = false;
};

/// Under which a cell may be accessed outside its loop; always, if `set` is
/// null.
struct ReductionCondition {
  mlir::IntegerSet set;
  llvm::SmallVector<mlir::Value> operands;
};

/// One reduction loop to be split.
struct ReductionSplit {
  enum class Shape {
    Grid,  ///< no loop is around it
    Block, ///< sequential loops are
    Rows   ///< one parallel loop is
  };
  Shape shape;
  mlir::affine::AffineForOp loop;
  llvm::SmallVector<Accumulator> accumulators;
  /// For each of these.
  llvm::SmallVector<ReductionCondition> conditions;
  /// The innermost loop of a perfect nest of reductions that `loop` is the
  /// outermost one of; `loop` itself if there is no nest.
  mlir::affine::AffineForOp inner;
  /// Partial results by iterations of `loop` (1: it is not split) and of
  /// `inner`; in all, the product (the second, if they are one loop).
  int64_t outerPartials = 1, innerPartials = 1;
  /// The numbers of partial results from step to step, the first that of the
  /// loop; the last are combined by one thread.
  llvm::SmallVector<int64_t> steps;
};

/// A parallel loop beside reductions in a row: the threads that share the sums
/// of a row share its iterations, too.
struct RowLoopShare {
  mlir::affine::AffineForOp loop;
  int64_t lanes;
};

/// A perfect nest of reductions of the same cells, of two or more loops, whose
/// iterations are to be executed tile by tile.
struct ReductionTiles {
  /// Outermost first. Bounds do not depend on each other.
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  llvm::SmallVector<Accumulator> accumulators;
  /// Iterations of a tile along each loop.
  int64_t size;
};

/// A reduction that is left as it is.
struct ReductionNote {
  mlir::Operation *op;
  /// Identifier, such as "NotSplit": a string literal.
  llvm::StringRef name;
  Sentence text;
};

struct ReductionPlan {
  std::vector<ReductionSplit> splits;
  /// Of rows with splits.
  std::vector<RowLoopShare> shares;
  std::vector<ReductionTiles> tiles;
  std::vector<ReductionNote> notes;
};

/// Plans the reductions of `func`, whose scop is `scop`, outside tiles. A
/// reduction is split
/// - if no loop around it or in it is parallel: then one thread would do all
///   the work (Grid, Block);
/// - if all loops of one parallel loop are such reductions, or parallel ones
///   without loops in them, and some reference is contiguous along one of these
///   and not along the parallel loop: a warp then reads neighbours; or the
///   parallel loop has fewer iterations than a warp has threads (Rows).
/// A perfect nest of them in parallel loops that is not split is to be executed
/// in tiles, which the order of its loops is against.
/// Loops of few iterations are left alone, and so are those whose cell need not
/// be there if no iteration touches it.
ReductionPlan planReductions(mlir::FunctionOpInterface func, const Scop &scop,
                             const ReductionOptions &options);

/// Some loop of `func` outside tiles seems to be a reduction: there is
/// something to plan.
bool mayHoldReductions(mlir::FunctionOpInterface func,
                       const ReductionOptions &options);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONPLAN_H

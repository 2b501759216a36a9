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
// if the tile were never partial, all in one block, and P = E \ D. Nobody sees
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

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/AffineExpr.h"
#include <vector>

namespace polymem {

/// A dimension that is to run `iterations` iterations from its first one on,
/// instead of at most as many.
struct CompletedDim {
  unsigned dim;
  int64_t iterations;
};

/// A box of elements of `buffer` that get the value zero: those [a] with
/// lower <= a_d <= upper for all bounds of each dimension d, if all
/// `conditions` are at least 0. Expressions are of `symbols`.
struct FilledBox {
  scratch::AllocOp buffer;
  struct Range {
    llvm::SmallVector<mlir::AffineExpr> lower, upper;
  };
  llvm::SmallVector<Range> dims;
  llvm::SmallVector<mlir::AffineExpr> conditions;
  llvm::SmallVector<mlir::Value> symbols;
};

/// A tile and how it is completed.
struct CompletionPlan {
  scratch::TileOp tile;
  llvm::SmallVector<CompletedDim> dims;
  std::vector<FilledBox> filled;
};

/// Why a tile stays partial.
struct CompletionRefusal {
  /// A string literal; empty: it is not partial, which is no refusal.
  llvm::StringRef name;
  Sentence text;
};

/// Plans `tile`, which is in the launch of `root`; a refusal if it stays as it
/// is. The IR is in the end as it was before. The isl work is bounded by
/// `maxIslOperations`.
std::optional<CompletionPlan> planCompletion(scratch::TileOp tile,
                                             scratch::TileOp root,
                                             unsigned long maxIslOperations,
                                             CompletionRefusal &refusal);

/// Lets the upper bounds of `dims` of `tile` be that of complete tiles: the
/// operations that compute them are returned.
llvm::SmallVector<mlir::Operation *>
completeBounds(scratch::TileOp tile, llvm::ArrayRef<CompletedDim> dims);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_COMPLETIONPLAN_H

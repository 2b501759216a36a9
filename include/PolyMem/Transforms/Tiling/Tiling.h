//===- Tiling.h - tile single loop nests ------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `polymem-tile` does to each nest of a function, in steps: read the
// request, plan, and apply the plan or drop it. What is refused is known before
// anything changes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_TILING_TILING_H
#define POLYMEM_TRANSFORMS_TILING_TILING_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// What `options` ask for in `func`. A diagnostic and failure if a size is none
/// or not usable there, if an attribute of `func` with sizes is malformed, or
/// if there is no such machine.
mlir::FailureOr<TileRequest> readTileRequest(mlir::func::FuncOp func,
                                             const TilePassOptions &options);

/// The outermost affine loops of `func` that are not in tiles and hold none,
/// and those that do hold tiles, which are not tiled again.
struct OutermostLoops {
  explicit OutermostLoops(mlir::func::FuncOp func);
  llvm::SmallVector<mlir::Operation *> untiled, tiled;
};

/// What is to be done with one nest. Unless it is applied, nothing is left of
/// it in the function.
struct NestTiling {
  /// The nest that was to be tiled.
  mlir::Operation *original = nullptr;
  /// A copy of it behind it, with values that cross loops in memory, that takes
  /// its place because more of it can be tiled; null: none.
  mlir::OwningOpRef<mlir::Operation *> copy;
  /// The plan for the copy if there is one, else for the original.
  TilePlan plan;

  /// The nest could not be analysed.
  bool failed() const;
};

/// Plans to tile `nest`, an outermost loop, as `request` says, or attributes on
/// the loops. As long as the result lives, the function may hold a copy of the
/// nest.
NestTiling planNestTiling(mlir::Operation *nest, const TileRequest &request,
                          unsigned long maxIslOperations);

/// Emits what a note says as a remark of `polymem-tile`.
void remarkNote(const TileNote &note);

/// Applies the plan, with a remark for each part of the nest that is tiled.
/// Returns the tiles, each before those inside it.
llvm::SmallVector<scratch::TileOp> applyNestTiling(NestTiling tiling, bool gpu);

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_TILING_TILING_H

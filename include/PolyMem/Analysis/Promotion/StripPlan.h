//===- StripPlan.h - loops to cut so that buffers are constant --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer that grows with sizes is as long as some sequential loop inside its
// tile. If that loop is cut into strips, each of them a tile, the buffer holds
// what one strip touches, which is constant. The order of iterations stays:
//
//   tile t                    tile t (step 1, if it is the tile of i)
//     threads                   tile s: strips of k
//       for i in t        ->      threads
//         for k                     for i in t (once)
//           body                      for k in s
//                                       body
//
// Between the threads and the loop there may be loops of one iteration at most,
// and the points of the tile, if it has one dimension, sequential: its step is
// then made 1. So each thread executes what it did in the same order, and
// between threads there is no order to keep, for tiles mapped to threads say
// so.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_STRIPPLAN_H
#define POLYMEM_ANALYSIS_PROMOTION_STRIPPLAN_H

#include "PolyMem/Analysis/Promotion/PromotionPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace polymem {

/// How to cut a loop in a tile.
struct StripPlan {
  /// All that `tile` executes, but for what is computed of indices.
  scratch::TileOp threads;
  mlir::affine::AffineForOp loop;
  /// The loop over the points of the only dimension of the tile, between
  /// `threads` and `loop`; null if there is none.
  mlir::affine::AffineForOp points;
  /// Iterations of a strip.
  int64_t size = 0;
  /// Arrays of the buffers that become constant, "arg0, arg1".
  std::string arrays;
};

/// Plans to cut a loop in the block of `plan`, a `scratch.tile`, into strips of
/// `size` iterations: the outermost one for which some buffer that grows with
/// sizes becomes constant, fits, and still has reuse, an access of rank less
/// than the depth within a strip. Nullopt if there is none. `isSize` tells
/// which parameters of the scop are the same for all tiles.
std::optional<StripPlan>
planStrips(const PromotionPlan &plan, int64_t size,
           llvm::function_ref<bool(const isl::id &)> isSize,
           unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_STRIPPLAN_H

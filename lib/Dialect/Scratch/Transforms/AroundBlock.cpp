//===- BlockThreads.cpp - threads of a block that is staged ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockThreads.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

SpareThreads polymem::spareThreads(Operation *block) {
  constexpr int64_t kSpareThreads = 4;
  int64_t threads = 0;
  for (Operation *op = block; op && threads == 0; op = op->getParentOp())
    if (auto given = op->getAttrOfType<DenseI64ArrayAttr>(kBlockThreadsAttr)) {
      threads = 1;
      for (int64_t along : given.asArrayRef())
        if (llvm::MulOverflow(threads, along, threads))
          return SpareThreads::Few;
    }
  int64_t most = 0;
  block->walk([&](scratch::TileOp tile) {
    int64_t points = tile.isMappedToThreads() ? 1 : 0;
    for (unsigned d = 0; d < tile.getRank(); ++d) {
      int64_t trips = gpulaunch::constantTripBound(tile, d).value_or(INT64_MAX);
      if (tile.getMappingOf(d) && llvm::MulOverflow(points, trips, points))
        points = INT64_MAX;
    }
    most = std::max(most, points);
  });
  if (most == 0 || threads / kSpareThreads < most)
    return SpareThreads::Few;
  return most == 1 ? SpareThreads::AllButOne : SpareThreads::Most;
}

bool polymem::hasSteps(Operation *block) {
  WalkResult result = block->walk([&](scratch::TileOp tile) {
    Operation *around = tile->getParentOp();
    return tile.isMappedToThreads() && block->isProperAncestor(around) &&
                   isa<affine::AffineForOp>(around)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===- TileLoops.cpp - tiles as loops -------------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem;

Value scratch::createOriginLoop(RewriterBase &rewriter, TileOp tile,
                                unsigned dim) {
  auto loop =
      scf::ForOp::create(rewriter, tile.getLoc(), tile.getLowerBounds()[dim],
                         tile.getUpperBounds()[dim], tile.getSteps()[dim]);
  rewriter.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

void scratch::inlineTile(RewriterBase &rewriter, TileOp tile,
                         ValueRange origins) {
  Block *body = &tile.getBody().front();
  rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(body, rewriter.getInsertionBlock(),
                             rewriter.getInsertionPoint(), origins);
  rewriter.eraseOp(tile);
}

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

bool scratch::isTokenUser(Operation *user) {
  return isa<WaitOp, TileOp, YieldOp>(user);
}

void scratch::dropTokens(RewriterBase &rewriter, Operation *part) {
  SmallVector<WaitOp> waits;
  SmallVector<TileOp> tiles;
  part->walk([&](Operation *op) {
    if (auto wait = dyn_cast<WaitOp>(op))
      waits.push_back(wait);
    else if (auto tile = dyn_cast<TileOp>(op); tile && tile.carriesTokens())
      tiles.push_back(tile);
  });
  for (WaitOp wait : waits)
    rewriter.modifyOpInPlace(wait, [&] { wait.getTokensMutable().clear(); });
  for (TileOp tile : tiles) {
    YieldOp yield = tile.getYield();
    rewriter.modifyOpInPlace(yield, [&] { yield.getTokensMutable().clear(); });
  }
  // One tile's results may be what another one begins with.
  for (TileOp tile : tiles) {
    SmallVector<Value> tokens(tile.getTokens());
    rewriter.replaceAllUsesWith(tile.getResults(), tokens);
  }
  for (TileOp tile : tiles) {
    SmallVector<Value> tokens(tile.getTokens());
    for (auto [carried, token] : llvm::zip(tile.getCarriedTokens(), tokens))
      rewriter.replaceAllUsesWith(carried, token);
    rewriter.modifyOpInPlace(tile, [&] {
      Block &body = tile.getBody().front();
      body.eraseArguments(tile.getRank(), tokens.size());
      tile.getTokensMutable().clear();
    });
  }
}

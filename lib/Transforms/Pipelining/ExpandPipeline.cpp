//===- ExpandPipeline.cpp - copies that run ahead of their tiles ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/PipelineExpansion.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHEXPANDPIPELINEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-expand-pipeline";

namespace {
struct ScratchExpandPipelinePass
    : polymem::impl::ScratchExpandPipelinePassBase<ScratchExpandPipelinePass> {
  using ScratchExpandPipelinePassBase::ScratchExpandPipelinePassBase;
  void runOnOperation() override;
};
} // namespace

void ScratchExpandPipelinePass::runOnOperation() {
  SmallVector<TileOp> tiles;
  getOperation().walk([&](TileOp tile) {
    if (tile.getPipelineAttr())
      tiles.push_back(tile);
  });
  bool changed = false;
  for (TileOp tile : tiles) {
    PipelineDistances distances = farthestCopies(tile.getPipelineAttr());
    PipelineExpansion expansion = expandPipeline(tile, distances);
    if (expansion.left)
      remarkMissed(expansion.left, kPass, "StaysInTile")
          << "this copy is not made ahead: it is behind other work of its "
             "tile, or needs it";
    if (!expansion.tile)
      continue;
    if (expansion.numCopies > 0)
      remarkPassed(expansion.tile, kPass, "Expanded") << sentence(
          "{0} copies are made {1} tiles ahead",
          named("Copies", expansion.numCopies), named("Lead", distances.lead));
    if (expansion.numStores > 0)
      remarkPassed(expansion.tile, kPass, "Lagging") << sentence(
          "{0} copies are made {1} tiles behind",
          named("Copies", expansion.numStores), named("Lag", distances.lag));
    ++numTiles;
    numCopies += expansion.numCopies;
    changed = true;
  }
  if (!changed)
    markAllAnalysesPreserved();
}

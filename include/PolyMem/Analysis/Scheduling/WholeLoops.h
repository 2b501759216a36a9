//===- WholeLoops.h - loops that one block can stage as a whole -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-join-steps`: what a loop of tiles accesses is
// bounded whatever the sizes are, and tiles of blocks in it can go, so that the
// threads of one block run their iterations.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_WHOLELOOPS_H
#define POLYMEM_ANALYSIS_SCHEDULING_WHOLELOOPS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include <optional>

namespace polymem {

/// `launch`, a tile, has one block at most, whatever the sizes are.
bool isOneBlock(scratch::TileOp launch);

/// A tile of threads that begins where the tile around it does.
struct DissolvedBound {
  scratch::TileOp inner;
  /// The dimensions of `inner` and of the tile around it.
  unsigned innerDim, outerDim;
  /// Which results of the upper bound, taken apart if it is a minimum, say
  /// where `inner` ends without the tile around it.
  llvm::SmallVector<unsigned> kept;
};

/// What becomes of the tiles of threads in `launch`, a tile mapped to blocks,
/// if it goes and one block runs them: nullopt if it cannot. It holds nothing
/// else, these begin where it does, and together cover what it covers, a few
/// thousand iterations at most; nothing else depends on where a block begins,
/// unless there is one block whatever the sizes are.
std::optional<llvm::SmallVector<DissolvedBound>>
canDissolve(scratch::TileOp launch);

/// About how many bytes `loop` accesses, whatever the sizes are: of each array,
/// the largest box of elements around what one of its accesses touches in all
/// iterations. Nullopt if some loop, tile or subscript is not bounded by
/// constants, or there are other operations on memory.
std::optional<int64_t> boundedBytes(mlir::Operation *loop);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_WHOLELOOPS_H

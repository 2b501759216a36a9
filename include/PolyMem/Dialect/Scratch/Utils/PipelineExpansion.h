//===- PipelineExpansion.h - use what `pipeline` permits --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_PIPELINEEXPANSION_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_PIPELINEEXPANSION_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

namespace polymem::scratch {

/// Where the copies out of earlier tiles are in a step.
enum class LateStores { BeforeLoads, BehindLoads, BehindComputation };

/// Copies in are made `lead` tiles ahead, copies out `lag` tiles later.
struct PipelineDistances {
  unsigned lead = 0, lag = 0;
  LateStores stores = LateStores::BehindLoads;
};

/// The farthest that `pipeline` lets copies in and out go together, with no
/// barrier but the one between steps. In the orders `double` and `duplex`
/// copies out are first in a step: its loads overwrite what they store.
PipelineDistances farthestCopies(PipelineAttr pipeline);

/// Distances such that what the attribute `pipeline` of `tile` leaves in either
/// order, of copies and computations, is in both orders or at the same time in
/// the program as it is written and those with these distances together, if
/// asynchronous copies are made at any time up to the wait: the farthest, and
/// copies out behind the computation that they may be behind (Isoard 2016,
/// section 5.2).
llvm::SmallVector<PipelineDistances> extremeDistances(TileOp tile);

/// What became of a tile.
struct PipelineExpansion {
  /// The tile that is there instead of it; null: nothing was changed.
  TileOp tile;
  /// Copies that are made ahead and late.
  unsigned numCopies = 0, numStores = 0;
  /// The first copy that is not made ahead for a reason of its own; null: none.
  CopyInOp left;
};

/// Makes copies of `tile`, which has the attribute `pipeline`, ahead and late,
/// as `scratch-expand-pipeline` says. A tile that carries tokens stays.
PipelineExpansion expandPipeline(TileOp tile, PipelineDistances distances);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_PIPELINEEXPANSION_H

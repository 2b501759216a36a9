//===- SequentialWork.h - what tiling left on the host ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-map-sequential`: which operations between the
// launches of a function run on one block each. Nothing here changes IR.
//
//   segment: operations that follow each other in a block, with side effects
//            or using results of such; one thread executes them.
//   cheap tile: a launch that has one block whatever the sizes are, or at most
//            one dimension mapped to blocks and a constant amount of work for
//            each thread; of few bytes of buffers (see JoinedBuffers: all of
//            one launch exist together).
//   group:   segments, cheap tiles and loops (conditions) of such, one after
//            another in a block; one launch of one block.
//
// Tiles are taken into groups in a loop, where a launch in each iteration costs
// more than it gains, and those that have one block only. Others, executed
// once, keep their blocks.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_SEQUENTIALWORK_H
#define POLYMEM_ANALYSIS_SCHEDULING_SEQUENTIALWORK_H

#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <vector>

namespace polymem {

/// Operations of one thread, in order.
using Segment = llvm::SmallVector<mlir::Operation *>;

/// One launch to be: operations of one block, in order. Those between them are
/// pure and stay in front.
struct SequentialGroup {
  llvm::SmallVector<mlir::Operation *> ops;
};

/// A value of a segment that another one, or a launch, uses: it goes through a
/// cell in memory.
struct CrossingValue {
  mlir::Value value;
  /// The users outside the segment.
  llvm::SmallVector<mlir::OpOperand *> uses;
};

/// An operation that stays on the host though it accesses memory.
struct HostWork {
  mlir::Operation *op;
  std::string reason;
};

struct SequentialPlan {
  std::vector<SequentialGroup> groups;
  /// All segments, those in loops of groups too.
  std::vector<Segment> segments;
  /// Tiles of groups that lose their mapping to blocks.
  llvm::SmallVector<scratch::TileOp> tiles;
  /// Loops that are in groups as a whole, outermost.
  llvm::SmallVector<mlir::Operation *> loops;
  std::vector<CrossingValue> crossing;
  std::vector<HostWork> host;
  /// Loops of one block that are not staged as a whole
  /// (`SequentialWorkOptions::unstagedBytes`) for the bytes that they access:
  /// so many, nullopt if they are not bounded.
  std::vector<std::pair<mlir::Operation *, std::optional<int64_t>>> tooLarge;
};

struct SequentialWorkOptions {
  /// Loops with cheap tiles may become part of a launch.
  bool mergeLoops = true;
  /// Of tiles that become part of a launch.
  JoinedBuffers buffers;
  /// If positive, nothing but loops whose tiles have no buffers yet and could
  /// have them together, for all iterations: the tiles can go
  /// (`canDissolve`), loops have a bounded number of iterations, and what is
  /// accessed is in boxes of no more bytes than this (`boundedBytes`).
  int64_t unstagedBytes = 0;
};

/// Plans the function's work outside tiles that are mapped.
SequentialPlan planSequentialWork(mlir::FunctionOpInterface func,
                                  const SequentialWorkOptions &options);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_SEQUENTIALWORK_H

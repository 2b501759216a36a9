//===- LaunchPlan.h - what becomes of a tile on a GPU -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions of convert-scratch-to-gpu about one launch, taken before any IR
// changes: how many threads a block has, and so which one runs what (see
// Distribution.h), where each buffer lives, and which operations of the body
// are executed by all threads, by one thread, or together.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LAUNCHPLAN_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LAUNCHPLAN_H

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/GridFold.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace polymem::gpulaunch {

/// How an operation directly inside uniform control flow is executed.
enum class Role {
  /// No memory effect, or reads whose results all threads use: by all threads.
  AllThreads,
  /// Has side effects and is not distributed: by one thread.
  OneThread,
  /// A tile mapped to threads: its iterations are distributed.
  ThreadTile,
  /// A copy: its elements are distributed.
  Copy,
  /// Uniform control flow that contains distributed work: recursed into.
  Structure,
  /// Produces no code of its own (buffers, waits, terminators).
  Nothing
};

/// The role of `op`, an operation that all threads of a block reach.
Role getRole(mlir::Operation *op);

/// Where a buffer lives and how large it is.
struct PlacedBuffer {
  scratch::AllocOp alloc;
  enum class Place { Static, Dynamic, Private } place = Place::Static;
  /// Bytes of the buffer if constant.
  std::optional<int64_t> bytes;
  /// Operations inside the root that compute symbols of parametric extents,
  /// in order; pure, and computable before the launch.
  llvm::SmallVector<mlir::Operation *> extentSlice;
};

/// User choices (pass options).
struct LaunchOptions {
  /// Threads per axis; empty: decide from the tiles.
  llvm::SmallVector<int64_t> blockSize;
  /// Limits of the grid per axis; empty: the machine's.
  llvm::SmallVector<int64_t> maxGrid;
  /// Give triangles of tiles grids without idle blocks.
  bool foldGrid = true;
  /// Elide barriers between tiles whose data each thread keeps to itself.
  bool analyzeThreadLocality = true;
  /// Whether copies may move several elements at once.
  VectorCopies vectors = VectorCopies::Auto;
  /// Asynchronous copies into shared memory are under way until they are waited
  /// for.
  bool asyncCopies = false;
  /// Budget of isl operations for the barriers of one launch; 0: none.
  unsigned long maxIslOperations = kDefaultIslOperations;
};

struct LaunchPlan {
  scratch::TileOp root;
  /// Names of the kernel and of the module for it, both or neither.
  std::string kernelName, moduleName;
  /// Threads of a block, the largest grid, and who runs what.
  Distribution distribution;
  /// Which blocks run the tiles of `root`.
  AxisDeals grid;
  /// How two of its axes share a triangle of tiles.
  std::optional<GridFold> fold;
  /// Axis `a` may have more tiles than the grid may have blocks.
  std::array<bool, 3> strided = {false, false, false};
  llvm::SmallVector<PlacedBuffer> buffers;
  /// Bytes of all buffers in workgroup memory whose size is constant, aligned.
  int64_t workgroupBytes = 0;
  /// Buffers in workgroup memory live in dynamic shared memory.
  bool dynamicMemory = false;
  /// Operations that need a barrier right before them.
  llvm::SetVector<mlir::Operation *> barriersBefore;
  /// Copies of which each thread is relied on to copy the elements that
  /// `distribution` says: some barrier is not there because of it.
  llvm::SetVector<mlir::Operation *> ownElements;
  VectorCopies vectors = VectorCopies::Auto;
  /// Copies that are under way until they are waited for, a group of each
  /// thread's instructions each.
  llvm::SetVector<mlir::Operation *> asyncCopies;
  /// By `scratch.wait`: the groups that may be under way behind it.
  llvm::DenseMap<mlir::Operation *, unsigned> groupsLeft;
  /// The budget of isl operations ended: some barriers may not be needed.
  bool barrierBudgetEnded = false;
};

/// Checks that what is in `root`, a tile that becomes a launch, can be executed
/// by the threads of blocks (LaunchCheck.cpp); a diagnostic and failure if not.
mlir::LogicalResult checkLaunch(scratch::TileOp root);

/// Plans the launch for `root`; a diagnostic and failure if it cannot be
/// lowered or does not fit `machine`. Changes nothing.
mlir::FailureOr<LaunchPlan> planLaunch(scratch::TileOp root,
                                       const Machine &machine,
                                       const LaunchOptions &options);

/// Fills `plan.asyncCopies` and `plan.groupsLeft` (AsyncCopies.cpp).
void planAsyncCopies(LaunchPlan &plan);

/// A copy that a token may be of, and the outermost tile that has handed the
/// token on since (null: none).
struct CopyBehind {
  mlir::Operation *copy, *carrier;
};
/// All copies that `token` may be of.
llvm::SmallVector<CopyBehind> copiesBehind(mlir::Value token);

/// Fills `plan.barriersBefore`: every pair of conflicting accesses to one
/// memory object by different threads is separated by a barrier on every path
/// (Barriers.cpp).
void planBarriers(LaunchPlan &plan, const LaunchOptions &options);

/// The memref that `memref` views, through casts and views.
mlir::Value getUnderlyingMemory(mlir::Value memref);

/// Replaces `plan.root` by a launch (LowerLaunch.cpp), which it returns; null
/// for a tile without iterations. `rewriter` need not be positioned. Adds to
/// `numVectorCopies` how many sets are copied several elements at once.
mlir::gpu::LaunchOp lowerLaunch(mlir::RewriterBase &rewriter,
                                const LaunchPlan &plan,
                                int64_t &numVectorCopies);

/// Makes conditions of the loops in `root` that have one iteration at most.
/// What is known of loops' ranges is lost, so plans come before.
void loopsToConditions(mlir::Operation *root);

/// Gives each innermost `affine.for` in `root` with upper bounds
/// `min(lower + c, ...)`, `c` a constant of at most `maxExtent`, a version of
/// `c` iterations for when the other bounds allow it (FullTiles.cpp).
void versionFullTiles(mlir::RewriterBase &rewriter, mlir::Operation *root,
                      int64_t maxExtent);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LAUNCHPLAN_H

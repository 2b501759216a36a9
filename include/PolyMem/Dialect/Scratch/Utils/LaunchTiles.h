//===- LaunchTiles.h - tiles that become launches ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tiles become launches, and how many threads their blocks have.
// convert-scratch-to-gpu makes it so; scratch-pad must know beforehand. Which
// of the threads runs what is said by Distribution.h.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_LAUNCHTILES_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_LAUNCHTILES_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem::gpulaunch {

/// Alignment of every buffer in bytes: what 16-byte vector and asynchronous
/// copies need.
inline constexpr int64_t bufferAlignment = kWidestAccess;

/// An upper bound of the number of iterations of dimension `dim` of `tile`,
/// when one follows from the shapes of its bounds (`affine.min`, `affine.max`,
/// constants); for `(%i) to (min(%i + 32, %N)) step (1)` it is 32.
std::optional<int64_t> constantTripBound(scratch::TileOp tile, unsigned dim);

/// The number of iterations if the step is a constant, and the bounds are, or
/// are expressions that differ by one.
std::optional<int64_t> constantTripCount(scratch::TileOp tile, unsigned dim);

/// True iff `op` contains (or is) work distributed over the threads of a block.
bool containsDistributedWork(mlir::Operation *op);

/// True iff `tile` is a sequential tile around launches: it runs on the host.
bool isHostTile(scratch::TileOp tile);

/// The tiles in (or at) `part` that become launches, the outermost ones that
/// are mapped, or that have nothing mapped to blocks inside (a launch of one
/// block), and the sequential tiles around them, which run on the host.
void findLaunchTiles(mlir::Operation *part,
                     llvm::SmallVectorImpl<scratch::TileOp> &roots,
                     llvm::SmallVectorImpl<scratch::TileOp> &hostTiles);

/// Threads of a block per axis for the launch that `root` becomes: those that
/// are `given` (x, y, z; 1 on axes that it leaves out) or, if none are, those
/// of the attribute `polymem.block_threads` of `root` or, without it, from the
/// tiles: the iterations of the thread tiles, cut along the slow axes first
/// to the machine's default number of threads; x keeps at least a warp. An axis
/// of unknown length gets what is left of the default.
AxisSizes chooseBlockSize(scratch::TileOp root, const Machine &machine,
                          llvm::ArrayRef<int64_t> given);

/// `values`, given for the option `name`, as numbers per axis. A diagnostic at
/// `op` and failure if one is not positive or exceeds its limit on `machine`.
mlir::FailureOr<llvm::SmallVector<int64_t>>
readAxisSizes(mlir::Operation *op, const Machine &machine, llvm::StringRef name,
              llvm::ArrayRef<int64_t> values,
              const std::array<int64_t, 3> &limits);

/// The same for the option 'block-size', whose product is limited as well.
mlir::FailureOr<llvm::SmallVector<int64_t>>
readBlockSize(mlir::Operation *op, const Machine &machine,
              llvm::ArrayRef<int64_t> values);

/// A diagnostic at `op` and failure if `machine` is not a GPU, which `pass`
/// needs.
mlir::LogicalResult requireGPU(mlir::Operation *op, const Machine &machine,
                               llvm::StringRef pass);

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_LAUNCHTILES_H

//===- Transforms.h - steps on buffers --------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `scratch-hoist-copies` and `scratch-pad` do, for a part of a function.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TRANSFORMS_H
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TRANSFORMS_H

#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Refusals.h"

namespace polymem {

/// Moves the buffers in `root`, a function or tile, out of redundant tile
/// loops, `root` among them. Returns how many times one moved.
unsigned hoistCopies(mlir::Operation *root,
                     const ScratchHoistCopiesPassOptions &options,
                     Refusals &refusals);

/// Moves the buffers in `root`, a function or tile, out of the tiles around
/// them, `root` among them, if these hand on what is in them. A tile of more
/// dimensions than a strip gets one with those of the strip inside of it.
/// Returns how many buffers. Buffers have to fit into the memory of `machine`;
/// `options.strip` is positive.
unsigned reuseBuffers(mlir::Operation *root,
                      const ScratchReusePassOptions &options,
                      const Machine &machine, Refusals &refusals);

/// What `padBuffers` did.
struct PaddingCounts {
  int64_t padded = 0, rotated = 0, bytes = 0;
  int64_t changed() const { return padded + rotated; }
};

/// Pads the buffers of the launches that the tiles in `root`, a function or a
/// tile that is not inside a launch, become. A diagnostic and failure if
/// `options` make no sense.
mlir::FailureOr<PaddingCounts> padBuffers(mlir::Operation *root,
                                          const ScratchPadPassOptions &options,
                                          Refusals &refusals);

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_TRANSFORMS_H

//===- BlockThreads.h - threads of a block that is staged -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BLOCKTHREADS_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BLOCKTHREADS_H

#include "PolyMem/Analysis/Promotion/PromotionPlan.h"

namespace polymem {

/// Most if the launch that `block` is part of has at least four threads for
/// each point of the tiles in `block` that are mapped to threads, because
/// `polymem.block_threads` says so: else blocks are no wider than their tiles.
SpareThreads spareThreads(mlir::Operation *block);

/// Tiles of threads in `block` are in a loop there, so that threads meet in its
/// iterations.
bool hasSteps(mlir::Operation *block);

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BLOCKTHREADS_H

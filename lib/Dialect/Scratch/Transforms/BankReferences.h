//===- BankReferences.h - how warps refer to a buffer -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BANKREFERENCES_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BANKREFERENCES_H

#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem::scratch {

/// What executes a launch.
struct BankContext {
  TileOp root;
  gpulaunch::Distribution distribution;
  BankGeometry geometry;
  /// Iterations of a loop of which no bound is known.
  int64_t assumedTrips = 1;
};

/// All references to the buffer of `alloc`, inside `context.root`. Nullopt,
/// with the `reason` and, in `where`, the operation concerned, if it is not
/// known of one of them which cells the lanes of a warp access together.
std::optional<llvm::SmallVector<BankReference>>
collectBankReferences(AllocOp alloc, int64_t elementBytes,
                      const BankContext &context, Sentence &reason,
                      mlir::Operation *&where);

} // namespace polymem::scratch

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_BANKREFERENCES_H

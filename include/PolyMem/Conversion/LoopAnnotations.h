//===- LoopAnnotations.h - what the back end does to loops ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither changes what a loop computes: registers of a thread, and loads that
// can be one, are what they are about. polymem-loop-metadata hands them to
// LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_LOOPANNOTATIONS_H
#define POLYMEM_CONVERSION_LOOPANNOTATIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem::gpulaunch {

/// `count` rounds of `loop` become one, where it is unrolled: 1 for none.
void limitUnrolling(mlir::scf::ForOp loop, int64_t count);

/// What does not change in `loop` is computed inside all the same: a loop that
/// nearly always has one round would only keep it in registers.
void keepInvariantsInside(mlir::scf::ForOp loop);

/// Each `scf.for` in `root` in which threads wait for each other says something
/// of its back edge. Without it, simplification may find the block in front of
/// the loop equal to its last one and make them one, and a loop with two
/// entries of it, in which threads need not meet where they did.
void keepWaitingLoops(mlir::Operation *root);

} // namespace polymem::gpulaunch

#endif // POLYMEM_CONVERSION_LOOPANNOTATIONS_H

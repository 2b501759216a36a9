//===- ReductionCells.h - when a reduction's cell is there ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction that is split reads and writes its cell once, also if the loop
// has no iteration, or if a condition keeps all of them from touching it. The
// cell need not be an element of the array then, or it is another thread's.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REDUCTIONS_REDUCTIONCELLS_H
#define POLYMEM_LIB_ANALYSIS_REDUCTIONS_REDUCTIONCELLS_H

#include "PolyMem/Analysis/Reductions/ReductionPlan.h"

namespace polymem {

/// When the cell of `accumulator` may be accessed where `loop`, a loop of
/// `scop`, is executed: without a condition, as some iteration touches it or as
/// it is an element anyway; or if the program does so under a condition in
/// loops around and parameters, under that. `otherRows`: iterations of the
/// innermost loop around run at the same time. Nothing if it is not known.
std::optional<ReductionCondition>
conditionOfCell(const Scop &scop, mlir::affine::AffineForOp loop,
                const Accumulator &accumulator, bool otherRows);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REDUCTIONS_REDUCTIONCELLS_H

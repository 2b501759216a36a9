//===- SegmentTime.h - what a segment executes ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_SEGMENTTIME_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_SEGMENTTIME_H

#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"

namespace polymem {

/// Cycles of an operation of a class.
int64_t priceOf(prem::OpClass which, const Multicore &machine);

/// Sets the times of `model`: of each block of the segment what its operations
/// cost, as often as it is executed, at most, in a tile of `K` iterations. A
/// block in the loops over the points of a tile in the first `d` dimensions is
/// executed `prod_(k < d) K_k` times, or as often as loops with constant
/// numbers of iterations around it say; where it may be less often, `model`
/// says so. False, with an obstacle, if that is not known.
bool timeSegment(prem::ComponentOp component, llvm::ArrayRef<CutLoop> loops,
                 const Multicore &machine, SegmentModel &model,
                 ModelObstacle &obstacle);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_SEGMENTTIME_H

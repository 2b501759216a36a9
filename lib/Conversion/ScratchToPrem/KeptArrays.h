//===- KeptArrays.h - what stays in scratchpads between runs ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_KEPTARRAYS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_KEPTARRAYS_H

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Machine/Machine.h"

namespace polymem {

/// The loop around `op` that is in no other one, if there are only loops
/// around; else null.
mlir::Operation *outermostLoop(mlir::Operation *op);

/// Marks buffers of `plans`, the components of a function, that need to be
/// loaded only once (`kept`): they are resident and nothing that the loops
/// around execute stores their array, and boxes and tiles are the same each
/// time. Kept buffers lie behind all other ones, as many as there is room for.
void keepArrays(std::vector<SegmentPlan> &plans, const Machine &machine);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_KEPTARRAYS_H

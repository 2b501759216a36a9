//===- SegmentOrder.h - which segments follow each other --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTORDER_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTORDER_H

#include "SegmentBoxes.h"

namespace polymem {

/// `[p] -> { [k] -> [k'] }`: pairs that may be on different cores, in both
/// orders. Tiles of a group count as different, too: all of a dimension with
/// several groups do.
isl::map onDifferentCores(const SegmentPlan &plan, const SegmentSpace &space);

/// `[p] -> { [k] -> [k'] }`: pairs that are equal in the first `depth`
/// dimensions.
isl::map inOneRun(const SegmentSpace &space, unsigned depth);

/// `[p] -> { [k] -> [k'] }`: k' is before k.
isl::map earlier(const SegmentSpace &space);

/// `[p] -> { [k] -> [k'] }`: a core may run k' in the run behind that of k. A
/// run has the tiles that are equal in the first `depth` dimensions. In
/// dimensions with several groups, where a core's tiles begin and end is not
/// looked at: there may be pairs too many.
isl::map inNextRun(const SegmentPlan &plan, const SegmentSpace &space,
                   unsigned depth);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTORDER_H

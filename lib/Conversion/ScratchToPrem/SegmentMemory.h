//===- SegmentMemory.h - where buffers are in a scratchpad ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTMEMORY_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTMEMORY_H

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Machine/Machine.h"

namespace polymem {

/// Bytes that a buffer of this type takes of a scratchpad, with what is left
/// free behind it so that the next one is aligned.
int64_t alignedBytes(mlir::MemRefType type, const Multicore &machine);

/// A stream has two buffers, the others one.
inline int64_t numBuffers(prem::Mode mode) {
  return mode == prem::Mode::Stream ? 2 : 1;
}

/// The buffers of `plan` fit into a scratchpad, beside what is reserved of it,
/// and there are as many cores; else `reason` has the numbers.
bool fitsMachine(const SegmentPlan &plan, const Machine &machine,
                 Sentence &reason);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTMEMORY_H

//===- PipelineRoom.h - whether buffers of tiles in flight fit --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_PIPELINING_PIPELINEROOM_H
#define POLYMEM_LIB_TRANSFORMS_PIPELINING_PIPELINEROOM_H

#include "PolyMem/Analysis/Pipelining/PipelinePlan.h"
#include "PolyMem/Machine/Machine.h"

namespace polymem {

enum class Room { Enough, TooLittle, AskedBefore };

/// Whether the buffers of `root`, an outermost tile, still fit into `capacity`
/// bytes of fast memory (-1: the machine's) if `buffers` are as planned:
/// AskedBefore if that depends on sizes that are known before the operation of
/// the function's body that `root` is in. With TooLittle, `refusal` says why.
Room roomFor(llvm::ArrayRef<PipelinedBuffer> buffers, scratch::TileOp root,
             unsigned stages, const Machine &machine, int64_t capacity,
             BufferRefusal &refusal);

/// Two versions of `root`: itself in the first branch of an `affine.if` with
/// the attribute `polymem.fits`, which is taken if there is room, and a copy of
/// it in the other one. To be called where `roomFor` is AskedBefore.
void addVersion(llvm::ArrayRef<PipelinedBuffer> buffers, scratch::TileOp root,
                const Machine &machine, int64_t capacity);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_PIPELINING_PIPELINEROOM_H

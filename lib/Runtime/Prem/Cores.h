/*===- Cores.h - what the run-time keeps of each core --------------- C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The part of the run-time that is the same on the host and on a board:
|* Engine.c and Buffers.c, in freestanding C99. A core queues what its segment
|* requests in a batch of its own, without the lock; the end of the segment
|* publishes the batch. The engine is moved on by whoever publishes something or
|* finishes a transfer, with the lock.
|*
|* A core has two batches, used in turn: that of segment k is used again by
|* segment k + 2, which begins when all requests of segment k have been served.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_LIB_RUNTIME_PREM_CORES_H
#define POLYMEM_LIB_RUNTIME_PREM_CORES_H

#include "PolyMem/Runtime/Prem/prem_port.h"

/** Requests before the last dispatch of their segment, and the others. */
#define DISPATCHED 0
#define WAITING 1
#define STAGES 2

/** A box that a buffer is bound to, and whether it is loaded and unloaded. */
struct binding {
  int32_t attr;
  struct prem_region region;
};

struct buffer {
  int32_t is_used;
  int32_t attr;
  void *pad;
  int32_t boxes;
  struct binding box[PREM_MAX_BOXES];
};

struct request {
  int32_t buffer;
  int32_t is_unload;
  struct prem_region region;
};

struct batch {
  int32_t count;
  /** The first so many are dispatched. */
  int32_t dispatched;
  struct request requests[PREM_MAX_REQUESTS];
};

struct core {
  /** The core's own. */
  struct buffer buffers[PREM_MAX_BUFFERS];
  struct batch batches[2];
  int32_t segment;
  /** With the lock: how many segments have ended, and of how many each stage
     has been served; since the last barrier. */
  int32_t ended;
  int32_t served[STAGES];
  /** At a barrier, or at the end of its thread: no segment of this epoch
   * follows. */
  int32_t has_arrived;
  int32_t has_finished;
};

/** By number. */
extern struct core prem_cores[PREM_MAX_CORES];
/** That of the calling core. */
struct core *prem_this_core(void);

#endif /* POLYMEM_LIB_RUNTIME_PREM_CORES_H */

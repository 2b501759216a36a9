/*===- Observe.h - what the host's checker sees of calls ------------ C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Engine.c and Buffers.c tell of every call where PREM_OBSERVED is defined. On
|* a board nothing of this is there. All are called by the core they are about,
|* without the lock, but prem_observe_epoch(), with the lock, by whoever ends
|* the epoch.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_LIB_RUNTIME_PREM_OBSERVE_H
#define POLYMEM_LIB_RUNTIME_PREM_OBSERVE_H

#include "PolyMem/Runtime/Prem/prem_port.h"

/** Which price a call has: those of Gu 2023, Table 6.1, and the barrier. */
enum prem_call {
  PREM_CALL_ALLOCATE_BUFFER,
  PREM_CALL_ALLOCATE,
  PREM_CALL_ALLOCATE2D,
  PREM_CALL_DEALLOCATE,
  PREM_CALL_DEALLOCATE_BUFFER,
  PREM_CALL_DISPATCH,
  PREM_CALL_END_SEGMENT,
  PREM_CALL_SWAP_BUFFER,
  PREM_CALL_SWAP2D_BUFFER,
  PREM_CALL_SWAPND_BUFFER,
  PREM_CALL_BARRIER,
  PREM_CALLS
};

#ifdef PREM_OBSERVED
/** Buffer `id` is made, by `call`. */
void prem_observe_allocate(int32_t core, int32_t id, void *dst, int32_t size,
                           int32_t attr, enum prem_call call);
/** Buffer `id` is to be bound to `count` boxes, which are told then. */
void prem_observe_swap(int32_t core, int32_t id, int32_t count,
                       enum prem_call call);
/** Buffer `id` is bound to `region` from now on: box `number` of a swap, which
    are told in order. An object's first binding is part of its allocation and
    has no price of its own. */
void prem_observe_box(int32_t core, int32_t id,
                      const struct prem_region *region, int32_t attr,
                      int32_t number, enum prem_call call);
/** All boxes of the swap have been told. */
void prem_observe_bound(int32_t core, int32_t id);
void prem_observe_deallocate(int32_t core, int32_t id, enum prem_call call);
/** Before a dispatch, the end of a segment, or a barrier. */
void prem_observe_call(int32_t core, enum prem_call call);
/** The next segment begins, the first of a component after a barrier. */
void prem_observe_segment(int32_t core, int32_t is_component);
/** All cores are at a barrier, and the engine is idle. */
void prem_observe_epoch(void);
#define PREM_OBSERVE(call) call
#else
#define PREM_OBSERVE(call) ((void)0)
#endif

#endif /* POLYMEM_LIB_RUNTIME_PREM_OBSERVE_H */

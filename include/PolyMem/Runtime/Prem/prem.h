/*===- prem.h - segments and DMA transfers of a multicore ----------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What the C programs of a PREM machine call (Gu 2023, Table 2.1 and 3.5):
|* every core has a scratchpad of its own, one DMA engine moves all data, and a
|* core touches only its scratchpad while it computes. C99, freestanding: no
|* heap, no recursion, no function pointers.
|*
|* A thread, one on each core, is a sequence of segments; prem_end_segment()
|* ends one. Segment 0 is what runs before its first call. What is requested in
|* segment k is queued in order. When segment k has ended, requests before its
|* last prem_dispatch() are served before segment k+1 begins; the others are
|* served while segment k+1 computes, and segment k+2 waits for them:
|*
|*     segment k   | requests dispatched in k |  segment k+1   |  segment k+2
|*                                            | other requests |
|*
|* The engine serves in a fixed order: the dispatched requests of segment 0, of
|* core 0, of core 1, and so on; then the others of segment 0, core by core;
|* then those of segment 1, core by core, the dispatched ones of a core before
|* its others; and so on. It waits for a core whose turn it is. So which
|* transfer sees which does not depend on the time that anything takes.
|*
|* All sizes and pitches are bytes, unless a comment says otherwise.
|*
|* Differences from Table 2.1: names begin with prem_ (PREM_PAPER_NAMES defines
|* the printed ones); addresses are void * instead of uint64_t *; a buffer has a
|* size; prem_thread_count, prem_scratchpad, prem_swap_boxes and prem_barrier
|* are new.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_RUNTIME_PREM_PREM_H
#define POLYMEM_RUNTIME_PREM_PREM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What segments do with a buffer. A buffer that they read is loaded, one that
    they write is unloaded, one that they do both with is loaded and unloaded.
 */
#define PREM_RO 1
#define PREM_WO 2
#define PREM_RW 3

/** The number of the calling thread, from 0, and how many there are. */
int32_t prem_thread_id(void);
int32_t prem_thread_count(void);

/** The first byte of the calling core's scratchpad that is free for buffers. */
void *prem_scratchpad(void);

/** A buffer of `size` bytes at `dst` in the scratchpad of this core; returns
   its number, which is positive. It is bound to no range of main memory yet.
   Size 0: unknown, as in the paper; what would be written beyond it is not
   noticed. */
int32_t prem_allocate_buffer(void *dst, int32_t size, int32_t attr);

/** Binds buffer `id` to the `size` bytes at `src`. Requests, if segments write
   the buffer and it was bound, to unload it to where it was bound; and then, if
   they read it, to load it. */
void prem_swap_buffer(int32_t id, void *src, int32_t size);

/** The same for `height` rows of `width` bytes, which are `spitch` apart in
   main memory and `dpitch` in the buffer. */
void prem_swap2d_buffer(int32_t id, void *src, int32_t width, int32_t height,
                        int32_t spitch, int32_t dpitch);

/** The same for a box of `dimension` dimensions, at least 2, outermost first.
   The last of `size` is in bytes, the others count. `spitch` and `dpitch` have
   one element less: of dimension 1, 2, ... the size of the array, or of the
   buffer, the last in bytes, the others counted (Gu 2023, 5.3.2). */
void prem_swapnd_buffer(int32_t id, void *src, int32_t dimension,
                        const int32_t size[], const int32_t spitch[],
                        const int32_t dpitch[]);

/** A part of a buffer that is loaded or unloaded by itself: `offset` bytes
   behind the buffer's beginning. `attr` says which of both, of what the
   buffer's own allows. The others are as for prem_swapnd_buffer(), but for a
   `dimension` of 1, which has no pitches. */
struct prem_box {
  void *src;
  int32_t offset;
  int32_t attr;
  int32_t dimension;
  const int32_t *size;
  const int32_t *spitch;
  const int32_t *dpitch;
};

/** Binds buffer `id` to `count` boxes, for what a box around all of them would
   load or unload too much. A box with a size below 1 is none. Without boxes
   the buffer is unloaded, as by another swap, and bound to nothing. Costs as
   much as a swap for each box, and at least one. */
void prem_swap_boxes(int32_t id, int32_t count, const struct prem_box boxes[]);

/** Requests to unload buffer `id`, if it was bound and segments write it, and
    gives the buffer back when that is done. */
void prem_deallocate_buffer(int32_t id);

/** An object: a buffer at `dst` that is bound to `src` from the beginning, and
    loaded if segments read it. Returns its number. */
int32_t prem_allocate(void *src, void *dst, int32_t size, int32_t attr);
int32_t prem_allocate2d(void *src, void *dst, int32_t width, int32_t height,
                        int32_t spitch, int32_t dpitch, int32_t attr);
/** As prem_deallocate_buffer(), with the price of an object. */
void prem_deallocate(int32_t id);

/** What this segment has requested so far is served before the next one begins.
 */
void prem_dispatch(void);

/** Ends the segment; returns when the next one may begin. */
void prem_end_segment(void);

/** Waits until all threads that have not ended are here and all requests are
    served. Segments are counted from 0 again: a barrier ends a component. */
void prem_barrier(void);

/*===----------------------------------------------------------------------===*\
|* What a segment tells: nothing on a board; on the host, what it accesses and
|* how long it takes. Programs use the macros, which are empty unless PREM_HOOKS
|* is defined.
\*===----------------------------------------------------------------------===*/

/** Classes of operations that machines have times for. */
enum prem_op {
  PREM_OP_LOAD,
  PREM_OP_STORE,
  PREM_OP_INT,
  PREM_OP_INT_MUL,
  PREM_OP_INT_DIV,
  PREM_OP_FLOAT,
  PREM_OP_FLOAT_MUL,
  PREM_OP_FLOAT_DIV,
  PREM_OP_SPECIAL,
  PREM_OP_BRANCH,
  PREM_OP_CLASSES
};

/** The segment executes `count` operations of class `op`. */
void prem_count(enum prem_op op, uint32_t count);

/** The segment reads or writes `size` bytes at `place`. `origin` is where the
    original program has them, in main memory; null: it has them nowhere. */
void prem_read(const void *place, const void *origin, uint32_t size);
void prem_write(const void *place, const void *origin, uint32_t size);

#ifdef PREM_HOOKS
#define PREM_COUNT(op, count) prem_count((op), (count))
#define PREM_READ(place, origin, size) prem_read((place), (origin), (size))
#define PREM_WRITE(place, origin, size) prem_write((place), (origin), (size))
#else
#define PREM_COUNT(op, count) ((void)0)
#define PREM_READ(place, origin, size) ((void)(place), (void)(origin))
#define PREM_WRITE(place, origin, size) ((void)(place), (void)(origin))
#endif

/** Table 2.1's and 3.5's names, without sizes of buffers. */
#ifdef PREM_PAPER_NAMES
#define RO PREM_RO
#define WO PREM_WO
#define RW PREM_RW
#define threadID prem_thread_id
#define allocate(src, dst, size, attr)                                         \
  prem_allocate((src), (dst), (size), (attr))
#define allocate2d prem_allocate2d
#define deallocate prem_deallocate
#define allocate_buffer(dst, attr) prem_allocate_buffer((dst), 0, (attr))
#define swap_buffer prem_swap_buffer
#define swap2d_buffer prem_swap2d_buffer
#define swapnd_buffer prem_swapnd_buffer
#define deallocate_buffer prem_deallocate_buffer
#define dispatch prem_dispatch
#define end_segment prem_end_segment
#endif

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_RUNTIME_PREM_PREM_H */

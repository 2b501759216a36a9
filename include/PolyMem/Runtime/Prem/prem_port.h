/*===- prem_port.h - what a board gives the PREM run-time ----------- C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* lib/Runtime/Prem/Buffers.c and Engine.c keep buffers and requests, and serve
|* requests in order; what differs from board to board are the functions here.
|* examples/prem/port_baremetal.c is a page to fill in. The state of the
|* run-time, prem_start() and these functions serve one program at a time.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_RUNTIME_PREM_PREM_PORT_H
#define POLYMEM_RUNTIME_PREM_PREM_PORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sizes of the tables in Cores.h; other ones may be given to its compilation,
   and PREM_MAX_DIMENSIONS to all. A segment makes up to PREM_MAX_REQUESTS
   requests: a swap of a buffer that is read and written makes two. */
#ifndef PREM_MAX_CORES
#define PREM_MAX_CORES 8
#endif
#ifndef PREM_MAX_BUFFERS
#define PREM_MAX_BUFFERS 32
#endif
#ifndef PREM_MAX_REQUESTS
#define PREM_MAX_REQUESTS (2 * PREM_MAX_BUFFERS)
#endif
#ifndef PREM_MAX_DIMENSIONS
#define PREM_MAX_DIMENSIONS 4
#endif
/** Of a buffer. */
#ifndef PREM_MAX_BOXES
#define PREM_MAX_BOXES 4
#endif

/** A box in main memory and where it is in a buffer. Dimensions are outermost
    first; the last of `size` is in bytes and contiguous in both, the others
   count. Strides are bytes from one to the next, and are not read of the last.
 */
struct prem_region {
  void *main;
  void *pad;
  int32_t dimensions;
  int32_t size[PREM_MAX_DIMENSIONS];
  ptrdiff_t main_stride[PREM_MAX_DIMENSIONS];
  ptrdiff_t pad_stride[PREM_MAX_DIMENSIONS];
};

/** One job of the engine, of at most prem_port_dma_dimensions() dimensions. */
struct prem_transfer {
  /** Who requested it, and the segment that did, counted from the last barrier.
   */
  int32_t core;
  int32_t segment;
  int32_t buffer;
  /** 0: from main memory to the buffer; 1: back. */
  int32_t is_unload;
  struct prem_region region;
};

/** What went wrong in a program. */
enum prem_failure {
  /** Of prem_start(): more than PREM_MAX_CORES. */
  PREM_TOO_MANY_CORES,
  PREM_TOO_MANY_BUFFERS,
  /** In one segment. */
  PREM_TOO_MANY_REQUESTS,
  /** A number that no buffer of this core has. */
  PREM_NO_SUCH_BUFFER,
  /** Less than 1 or more than PREM_MAX_DIMENSIONS dimensions, or, but for
     prem_swap_boxes(), a size below 1. */
  PREM_BAD_REGION,
  /** Of a buffer, without those that are empty. */
  PREM_TOO_MANY_BOXES
};

/*===----------------------------------------------------------------------===*\
|* The run-time's, for a port
\*===----------------------------------------------------------------------===*/

/** Once, before the first thread begins: `cores` threads on cores 0 to cores
 * - 1. */
void prem_start(int32_t cores);
/** On each core, when its thread has come to its end; returns when what it
    requested has been served. */
void prem_end_thread(void);
/** The same box with as few dimensions as possible: where one goes on as the
   next inner one does, in main memory and in the buffer, they are one. */
struct prem_region prem_simplest_region(const struct prem_region *region);
/** By the engine's interrupt: the transfer that was started is done. */
void prem_dma_done(void);

/*===----------------------------------------------------------------------===*\
|* The port's, for the run-time
\*===----------------------------------------------------------------------===*/

/** The number of this core. */
int32_t prem_port_core(void);
/** The first byte for buffers in the scratchpad of `core`. */
void *prem_port_scratchpad(int32_t core);
/** Excludes other cores and, on this one, the engine's interrupt. What was
   written before an unlock is seen after the next lock, on whatever core. */
void prem_port_lock(void);
void prem_port_unlock(void);
/** Called locked: unlocks, waits until another core has called
   prem_port_wake(), and locks. It may return without that. */
void prem_port_wait(void);
/** Called locked: all cores that wait go on. */
void prem_port_wake(void);
/** How many dimensions a transfer may have, at least 1. A box of more is moved
   by several. */
int32_t prem_port_dma_dimensions(void);
/** Called locked, when the engine is idle. Returns 1 if the transfer is done,
   or 0 if prem_dma_done() will be called, later, from an interrupt. */
int32_t prem_port_dma_start(const struct prem_transfer *transfer);
/** A program is wrong. Does not return on a board; where it does, the call that
    failed does nothing. */
void prem_port_fail(enum prem_failure failure, int32_t core, int32_t number);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_RUNTIME_PREM_PREM_PORT_H */

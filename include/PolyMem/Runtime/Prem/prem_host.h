/*===- prem_host.h - PREM programs on the host: run, check, time ---- C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The library libpolymem_prem_host runs a program of prem.h on this computer: a
|* POSIX thread for each core, and one for the DMA engine. It checks the rules
|* of the model while the program runs; afterwards it simulates, from the calls
|* that were made, what the program takes on a machine.
|*
|* What is free in a scratchpad, and what has been unloaded, is filled with a
|* pattern that is not a number in f32 and f64.
|*
|* One program runs at a time in a process.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_RUNTIME_PREM_PREM_HOST_H
#define POLYMEM_RUNTIME_PREM_PREM_HOST_H

#include "PolyMem/Runtime/Prem/prem.h"
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Nanoseconds of a call. The interrupt is that of the DMA engine: one for each
    stage of a segment in which the core has requests, and one more for each box
    beyond the first that a request is cut into. */
struct prem_api_ns {
  int64_t allocate_buffer, allocate, allocate2d, deallocate, deallocate_buffer;
  int64_t dispatch, end_segment, swap_buffer, swap2d_buffer, swapnd_buffer;
  int64_t barrier, dma_interrupt;
};

/** A machine description of kind "multicore", docs/design/machines.md. */
struct prem_machine {
  int64_t cores;
  int64_t clock_mhz;
  int64_t scratchpad_bytes, scratchpad_reserved_bytes, scratchpad_alignment;
  int64_t dma_line_ns, dma_burst_bytes, dma_burst_ns;
  int64_t dma_max_dimensions, dma_alignment;
  struct prem_api_ns api_ns;
  int64_t op_cycles[PREM_OP_CLASSES];
};

/** How a program is run. All zero: what prem_host_create() takes for null. */
struct prem_options {
  /** Not 0: threads sleep now and then, for times that follow from this number.
   */
  uint64_t seed;
  /** The program tells all accesses, that is, PREM_HOOKS is defined in all of
     it. Rules about single elements are exact then; else what is loaded counts
     as read, and what an unload changes as written. */
  int32_t tells_accesses;
};

/** The rules. */
enum prem_rule {
  /** A segment reads or writes main memory. */
  PREM_RULE_MAIN_MEMORY,
  /** It touches a buffer that the engine loads or unloads at that time. */
  PREM_RULE_IN_FLIGHT,
  /** It touches scratchpad memory outside buffers, writes a buffer that is
      read-only, or one that is bound to nothing. One that was never bound is
      memory of the segments' own, for accesses without an origin. */
  PREM_RULE_ACCESS,
  /** It reads what nobody has loaded or written. */
  PREM_RULE_OVER_READ,
  /** The buffer holds other elements than the segment means. */
  PREM_RULE_WRONG_ELEMENT,
  /** A swap or deallocation of a buffer in flight, or a second one of the same
      segment. */
  PREM_RULE_ORDER,
  /** A buffer that the thread never gave back. */
  PREM_RULE_LEAK,
  /** A transfer that does not fit the buffer, leaves the array, or splits
      elements. */
  PREM_RULE_SIZE,
  /** A buffer outside the scratchpad, in another one, or not aligned. */
  PREM_RULE_SCRATCHPAD,
  /** A transfer that is not aligned as the engine needs it. */
  PREM_RULE_ALIGNMENT,
  /** An unload stores an element that nobody loaded or wrote. */
  PREM_RULE_NEVER_WRITTEN,
  /** An unload of an element that the segment did not write overwrites a
     change. */
  PREM_RULE_LOST_UPDATE,
  /** One core writes what another one reads or writes, with no barrier between;
      or a thread has fewer barriers than another one. */
  PREM_RULE_BARRIER,
  /** The run-time refused a call: see enum prem_failure. */
  PREM_RULE_CALL,
  PREM_RULES
};

struct prem_host;

/** Null: out of memory, or a number of the machine makes no sense. The machine
   is copied. */
struct prem_host *prem_host_create(const struct prem_machine *machine,
                                   const struct prem_options *options);
void prem_host_destroy(struct prem_host *host);

/** Makes an array of main memory known, row by row. Without arrays, addresses
   of main memory are not checked. The name is copied. For the simulation,
   arrays lie behind each other in this order, each on the boundary of a burst.
   Returns 0, or 1 if that is impossible. */
int32_t prem_host_array(struct prem_host *host, const char *name, void *data,
                        int32_t element_bytes, int32_t rank,
                        const int64_t *sizes);

/** Runs `kernel(argument)` in a thread for each of `cores` cores. Returns how
   many findings there are, or -1 if it could not be run: too many cores for the
    machine or for this library, or no memory. */
int32_t prem_host_run(struct prem_host *host, int32_t cores,
                      void (*kernel)(void *argument), void *argument);

/** Findings of the last run, ordered by component, segment, core and rule. Of
   one rule, segment, core and buffer there is the first one only. */
int32_t prem_host_findings(const struct prem_host *host);
/** "core 1, component 0, segment 2: rule: text". Lives until the next run. */
const char *prem_host_finding(const struct prem_host *host, int32_t number);
enum prem_rule prem_host_rule(const struct prem_host *host, int32_t number);
/** What findings call it: "buffer in flight". */
const char *prem_rule_name(enum prem_rule rule);

/** Simulates the last run, event by event; returns the cycles from the start of
    the first segment to the end of all threads and transfers, or -1 without
    memory. */
int64_t prem_host_simulate(struct prem_host *host);
/** The timeline of the last simulation, in the format of
    share/prem-timeline.schema.json, and a picture of it. Return 0, or 1 after
   an error of `file`. */
int32_t prem_host_write_json(const struct prem_host *host, FILE *file);
int32_t prem_host_write_svg(const struct prem_host *host, FILE *file);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_RUNTIME_PREM_PREM_HOST_H */

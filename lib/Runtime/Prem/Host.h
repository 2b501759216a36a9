/*===- Host.h - the parts of the host's PREM run-time --------------- C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_LIB_RUNTIME_PREM_HOST_H
#define POLYMEM_LIB_RUNTIME_PREM_HOST_H

#include "Observe.h"
#include "PolyMem/Runtime/Prem/prem_host.h"
#include "PolyMem/Runtime/Prem/prem_port.h"
#include <pthread.h>
#include <stdint.h>

/** What fills free scratchpad: a NaN in f32 and, twice, in f64. */
#define PREM_POISON 0xFFFBA3B7u

/** Of a byte in a scratchpad. */
enum {
  PREM_BYTE_VALID = 1,   /* loaded or written */
  PREM_BYTE_WRITTEN = 2, /* by a segment, since the last swap */
  PREM_BYTE_LEAVING = 4, /* while a segment ends: still to be unloaded */
};

struct prem_host_array {
  char *name;
  unsigned char *data;
  int64_t bytes, elements;
  int32_t element_bytes, rank;
  int64_t sizes[PREM_MAX_DIMENSIONS];
  /** Where it lies for the simulation. */
  int64_t address;
  /** A bit for each element and core: read and written since the last barrier.
      `words` words a core. */
  uint64_t *read_by, *written_by;
  int64_t words;
};

/** A buffer, also one that was given back and is being unloaded. */
struct prem_host_buffer {
  int32_t id, attr;
  unsigned char *pad;
  int64_t bytes;
  int32_t is_closed;
  /** It has bytes of its own only: they may be poisoned. */
  int32_t is_alone;
  /** What it is bound to, and whether it ever was to something. One that never
      was is memory of the segments' own. */
  int32_t was_bound;
  int32_t boxes;
  int32_t box_attr[PREM_MAX_BOXES];
  struct prem_region box[PREM_MAX_BOXES];
  /** The segment that requested something of it last, and the segment during
      which the engine uses it; -1: none. */
  int32_t requested_in, in_flight_in;
};

/** A request as a call made it. */
struct prem_host_request {
  int32_t buffer, is_unload;
  /** Of main memory; -1: none that is known. */
  int32_t array;
  int64_t address;
  struct prem_region region;
};

/** What ended a segment. */
enum prem_ending { PREM_ENDS_SEGMENT, PREM_ENDS_COMPONENT, PREM_ENDS_THREAD };

/** What a segment did. */
struct prem_host_segment {
  int32_t component, number;
  enum prem_ending ending;
  int64_t calls[PREM_CALLS];
  uint64_t ops[PREM_OP_CLASSES];
  struct prem_host_request *requests;
  int32_t request_count, request_capacity, dispatched;
};

struct prem_host_core {
  int32_t component, segment;
  unsigned char *scratchpad;
  /** Flags of each byte of it. */
  unsigned char *flags;
  struct prem_host_buffer *buffers;
  int32_t buffer_count, buffer_capacity;
  struct prem_host_segment *segments;
  int32_t segment_count, segment_capacity;
  uint64_t random;
  int32_t has_ended;
};

struct prem_host_finding {
  int32_t core, component, segment, buffer;
  enum prem_rule rule;
  char *text;
};

enum prem_event_kind {
  PREM_EVENT_LOAD,
  PREM_EVENT_UNLOAD,
  PREM_EVENT_EXECUTE,
  PREM_EVENT_WAIT
};

/** An interval of the timeline, in cycles. */
struct prem_host_event {
  enum prem_event_kind kind;
  int32_t core, component, segment;
  int64_t begin, end;
  /** Of loads and unloads. */
  int32_t array, buffer;
  int64_t bytes, lines, bursts;
  /** Of segments: what of it is calls, operations and interrupts. */
  int64_t calls, operations, interrupts;
};

struct prem_host {
  struct prem_machine machine;
  struct prem_options options;
  struct prem_host_array *arrays;
  int32_t array_count;
  int32_t cores;
  struct prem_host_core *core;
  /** Components that all cores have ended: of the engine's thread. */
  int32_t epoch;
  struct prem_host_finding *findings;
  int32_t finding_count, finding_capacity;
  pthread_mutex_t finding_lock;
  /** Memory ran out during the run. */
  int32_t has_failed;
  struct prem_host_event *events;
  int64_t event_count, event_capacity;
  int64_t makespan;
};

/** The program that runs; null outside prem_host_run(). */
extern struct prem_host *prem_running;

/** Grows an array of `size`-byte elements so that it holds `count` + 1; false
    without memory. */
int32_t prem_host_grow(void **elements, int32_t count, int32_t *capacity,
                       size_t size);

/** Adds a finding, unless there is one of the same rule, core, segment and
   buffer (0: none). */
void prem_host_report(struct prem_host *host, enum prem_rule rule, int32_t core,
                      int32_t component, int32_t segment, int32_t buffer,
                      const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 7, 8)))
#endif
    ;
/** The same of the segment that a core runs, by that core. */
#define PREM_REPORT(rule, number, buffer, ...)                                 \
  prem_host_report(prem_running, rule, number,                                 \
                   prem_running->core[number].component,                       \
                   prem_running->core[number].segment, buffer, __VA_ARGS__)
void prem_host_sort_findings(struct prem_host *host);

/** The array that `place` is in; -1: none. */
int32_t prem_host_find_array(const struct prem_host *host, const void *place);
/** Writes "a[3][4]" for the element at `place` into `text`; the address in hex
   for a place in no array. */
void prem_host_element(const struct prem_host *host, const void *place,
                       char *text, size_t size);
/** The one past the last byte of `region`, in main memory or in the buffer, as
   a distance from its first. */
int64_t prem_main_extent(const struct prem_region *region);
int64_t prem_pad_extent(const struct prem_region *region);
int64_t prem_region_bytes(const struct prem_region *region);

/** The rows of a region, one by one: begin with all zero but the region. */
struct prem_rows {
  const struct prem_region *region;
  int32_t index[PREM_MAX_DIMENSIONS];
  int32_t has_begun;
};
/** The next row, of the region's innermost size; 0: there is none. */
int32_t prem_next_row(struct prem_rows *rows, unsigned char **main,
                      unsigned char **pad);
/** The bytes of a buffer; of unknown size: of what it is bound to. */
int64_t prem_host_buffer_bytes(const struct prem_host_buffer *buffer);
/** The bytes of a scratchpad that are not reserved. */
int64_t prem_host_pad_bytes(const struct prem_host *host);
/** The record of the segment that a core runs; null without memory. */
struct prem_host_segment *prem_host_segment(struct prem_host_core *core);
/** Fills with the pattern; words of it lie as if it began with the scratchpad.
 */
void prem_host_poison(struct prem_host_core *core, unsigned char *pad,
                      int64_t bytes);

/** Prepares what the checker knows for a run; 0: no memory. */
int32_t prem_check_start(struct prem_host *host);
/** A thread has come to its end: leaks. */
void prem_check_end_thread(struct prem_host *host, int32_t core);
/** All threads have come to their end: cores with fewer barriers than others.
 */
void prem_check_end(struct prem_host *host);
/** Cores that wrote what others read or wrote since the last barrier; forgets
   what was read and written. */
void prem_check_epoch(struct prem_host *host);
/** Moves and checks a transfer: the engine's thread. */
void prem_host_move(struct prem_host *host,
                    const struct prem_transfer *transfer);
/** Lets this thread sleep for up to some microseconds if a seed says so. */
void prem_host_dawdle(struct prem_host *host, uint64_t *random);

/** Cycles of so many nanoseconds, rounded up. */
int64_t prem_cycles_of(const struct prem_machine *machine, int64_t nanoseconds);

#endif /* POLYMEM_LIB_RUNTIME_PREM_HOST_H */

/*===- Check.c - the rules, from calls ------------------------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What a core's calls say about its own buffers. When a buffer is in flight
|* follows from the segments of the calls, not from the time at which the
|* engine's thread happens to move it. So what is said of a program does not
|* depend on how threads are scheduled, as long as it touches no buffer in
|* flight: what is moved then is as it happens.
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <stdlib.h>
#include <string.h>

/** Room for an element in words. */
enum { NAME = 160 };

/*===----------------------------------------------------------------------===*\
|* Boxes and bytes
\*===----------------------------------------------------------------------===*/

static int64_t extent(const struct prem_region *region,
                      const ptrdiff_t *strides) {
  int64_t result = region->size[region->dimensions - 1];
  for (int32_t i = 0; i + 1 < region->dimensions; ++i)
    result += (region->size[i] - 1) * (int64_t)strides[i];
  return result;
}

int64_t prem_main_extent(const struct prem_region *region) {
  return extent(region, region->main_stride);
}
int64_t prem_pad_extent(const struct prem_region *region) {
  return extent(region, region->pad_stride);
}

int64_t prem_region_bytes(const struct prem_region *region) {
  int64_t result = 1;
  for (int32_t i = 0; i < region->dimensions; ++i)
    result *= region->size[i];
  return result;
}

int64_t prem_host_buffer_bytes(const struct prem_host_buffer *buffer) {
  int64_t result = buffer->bytes;
  if (buffer->bytes > 0)
    return result;
  for (int32_t i = 0; i < buffer->boxes; ++i) {
    const struct prem_region *box = &buffer->box[i];
    int64_t end =
        (unsigned char *)box->pad - buffer->pad + prem_pad_extent(box);
    if (end > result)
      result = end;
  }
  return result;
}

int64_t prem_host_pad_bytes(const struct prem_host *host) {
  return host->machine.scratchpad_bytes -
         host->machine.scratchpad_reserved_bytes;
}

void prem_host_poison(struct prem_host_core *core, unsigned char *pad,
                      int64_t bytes) {
  const uint32_t word = PREM_POISON;
  for (int64_t i = 0; i < bytes; ++i) {
    size_t offset = (size_t)(pad + i - core->scratchpad);
    pad[i] = ((const unsigned char *)&word)[offset % sizeof word];
    core->flags[offset] = 0;
  }
}

/** The part of a buffer that is in the scratchpad is poisoned. */
static void poison_buffer(struct prem_host_core *core,
                          const struct prem_host_buffer *buffer) {
  int64_t bytes = prem_host_buffer_bytes(buffer);
  int64_t offset = buffer->pad - core->scratchpad;
  if (offset >= 0 && offset <= prem_host_pad_bytes(prem_running) &&
      bytes <= prem_host_pad_bytes(prem_running) - offset)
    prem_host_poison(core, buffer->pad, bytes);
}

/*===----------------------------------------------------------------------===*\
|* What the checker keeps
\*===----------------------------------------------------------------------===*/

/** A new record of a core's segment. */
static void begin_segment(struct prem_host *host, struct prem_host_core *core) {
  if (!prem_host_grow((void **)&core->segments, core->segment_count,
                      &core->segment_capacity, sizeof *core->segments)) {
    host->has_failed = 1;
    return;
  }
  struct prem_host_segment *segment = &core->segments[core->segment_count++];
  memset(segment, 0, sizeof *segment);
  segment->component = core->component;
  segment->number = core->segment;
  segment->ending = PREM_ENDS_THREAD;
}

struct prem_host_segment *prem_host_segment(struct prem_host_core *core) {
  return core->segment_count ? &core->segments[core->segment_count - 1] : NULL;
}

int32_t prem_check_start(struct prem_host *host) {
  for (int32_t i = 0; i < host->array_count; ++i) {
    struct prem_host_array *array = &host->arrays[i];
    array->words = (array->elements + 63) / 64;
    size_t count = (size_t)(array->words * host->cores);
    array->read_by = calloc(count, sizeof *array->read_by);
    array->written_by = calloc(count, sizeof *array->written_by);
    if (!array->read_by || !array->written_by)
      return 0;
  }
  for (int32_t c = 0; c < host->cores; ++c)
    begin_segment(host, &host->core[c]);
  return !host->has_failed;
}

/** The buffer with this number that was not given back; null: none. */
static struct prem_host_buffer *find_open(struct prem_host_core *core,
                                          int32_t id) {
  for (int32_t i = 0; i < core->buffer_count; ++i)
    if (core->buffers[i].id == id && !core->buffers[i].is_closed)
      return &core->buffers[i];
  return NULL;
}

static void record_call(struct prem_host_core *core, enum prem_call call) {
  struct prem_host_segment *segment = prem_host_segment(core);
  if (segment)
    segment->calls[call] += 1;
}

/** Where the simulation has this byte of main memory. */
static int64_t simulated_address(const void *main) {
  int32_t number = prem_host_find_array(prem_running, main);
  if (number < 0)
    return (int64_t)(intptr_t)main;
  const struct prem_host_array *array = &prem_running->arrays[number];
  return array->address + ((const unsigned char *)main - array->data);
}

/** Records the requests for the boxes of a buffer that have `attr`. */
static void record_requests(struct prem_host_core *core,
                            const struct prem_host_buffer *buffer,
                            int32_t attr) {
  struct prem_host_segment *segment = prem_host_segment(core);
  for (int32_t i = 0; segment && i < buffer->boxes; ++i) {
    if ((buffer->attr & buffer->box_attr[i] & attr) == 0)
      continue;
    if (!prem_host_grow((void **)&segment->requests, segment->request_count,
                        &segment->request_capacity,
                        sizeof *segment->requests)) {
      prem_running->has_failed = 1;
      return;
    }
    struct prem_host_request *request =
        &segment->requests[segment->request_count++];
    request->buffer = buffer->id;
    request->is_unload = attr == PREM_WO;
    request->region = buffer->box[i];
    request->array = prem_host_find_array(prem_running, request->region.main);
    request->address = simulated_address(request->region.main);
  }
}

/*===----------------------------------------------------------------------===*\
|* Calls
\*===----------------------------------------------------------------------===*/

/** Returns 0 if the buffer is somewhere else, or where another one is. */
static int32_t check_place(int32_t core,
                           const struct prem_host_buffer *buffer) {
  int32_t is_free = 1;
  struct prem_host_core *data = &prem_running->core[core];
  int64_t offset = buffer->pad - data->scratchpad;
  int64_t alignment = prem_running->machine.scratchpad_alignment;
  if (offset < 0 || offset > prem_host_pad_bytes(prem_running) ||
      buffer->bytes > prem_host_pad_bytes(prem_running) - offset) {
    PREM_REPORT(
        PREM_RULE_SCRATCHPAD, core, buffer->id,
        "buffer %d: %lld bytes at %lld; the scratchpad has %lld without "
        "what is reserved",
        (int)buffer->id, (long long)buffer->bytes, (long long)offset,
        (long long)prem_host_pad_bytes(prem_running));
    return 0;
  }
  if (offset % alignment)
    PREM_REPORT(PREM_RULE_SCRATCHPAD, core, buffer->id,
                "buffer %d: at %lld, which is no multiple of %lld",
                (int)buffer->id, (long long)offset, (long long)alignment);
  for (int32_t i = 0; i < data->buffer_count; ++i) {
    const struct prem_host_buffer *other = &data->buffers[i];
    int64_t bytes = prem_host_buffer_bytes(other);
    if (bytes == 0 || other->pad >= buffer->pad + buffer->bytes ||
        buffer->pad >= other->pad + bytes)
      continue;
    is_free = 0;
    PREM_REPORT(PREM_RULE_SCRATCHPAD, core, buffer->id,
                "buffer %d: overlaps buffer %d%s", (int)buffer->id,
                (int)other->id,
                other->is_closed ? ", which is still being unloaded" : "");
  }
  return is_free;
}

void prem_observe_allocate(int32_t core, int32_t id, void *dst, int32_t size,
                           int32_t attr, enum prem_call call) {
  struct prem_host_core *data = &prem_running->core[core];
  struct prem_host_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.id = id;
  buffer.attr = attr;
  buffer.pad = dst;
  buffer.bytes = size < 0 ? 0 : size;
  buffer.requested_in = buffer.in_flight_in = -1;
  record_call(data, call);
  buffer.is_alone = check_place(core, &buffer);
  if (buffer.is_alone)
    poison_buffer(data, &buffer);
  if (!prem_host_grow((void **)&data->buffers, data->buffer_count,
                      &data->buffer_capacity, sizeof buffer)) {
    prem_running->has_failed = 1;
    return;
  }
  data->buffers[data->buffer_count++] = buffer;
}

/** What a request may not do to a buffer at this time. */
static void check_order(int32_t core, const struct prem_host_buffer *buffer,
                        const char *what) {
  const struct prem_host_core *data = &prem_running->core[core];
  if (buffer->in_flight_in == data->segment)
    PREM_REPORT(PREM_RULE_ORDER, core, buffer->id,
                "%s buffer %d, which the engine uses during this segment", what,
                (int)buffer->id);
  else if (buffer->requested_in == data->segment)
    PREM_REPORT(PREM_RULE_ORDER, core, buffer->id,
                "%s buffer %d a second time in this segment", what,
                (int)buffer->id);
}

/** The last byte of `region` is in the array of the first, and all rows are
   whole elements. */
static void check_main(int32_t core, int32_t id,
                       const struct prem_region *region) {
  struct prem_host *host = prem_running;
  char name[NAME];
  int32_t number = prem_host_find_array(host, region->main);
  if (host->array_count == 0)
    return;
  if (number < 0) {
    PREM_REPORT(PREM_RULE_SIZE, core, id,
                "buffer %d: bound to %p, which is in no array", (int)id,
                region->main);
    return;
  }
  const struct prem_host_array *array = &host->arrays[number];
  int64_t offset = (unsigned char *)region->main - array->data;
  int32_t width = region->size[region->dimensions - 1];
  int32_t is_whole =
      offset % array->element_bytes == 0 && width % array->element_bytes == 0;
  prem_host_element(host, region->main, name, sizeof name);
  for (int32_t i = 0; i + 1 < region->dimensions; ++i) {
    is_whole &= region->main_stride[i] % array->element_bytes == 0;
    if (region->main_stride[i] < 0) {
      PREM_REPORT(PREM_RULE_SIZE, core, id, "buffer %d: a pitch below zero",
                  (int)id);
      return;
    }
  }
  if (!is_whole)
    PREM_REPORT(PREM_RULE_SIZE, core, id,
                "buffer %d: the box at %s is not of whole elements of %d bytes",
                (int)id, name, (int)array->element_bytes);
  if (prem_main_extent(region) > array->bytes - offset)
    PREM_REPORT(PREM_RULE_SIZE, core, id,
                "buffer %d: the box at %s ends %lld bytes behind the array",
                (int)id, name,
                (long long)(prem_main_extent(region) + offset - array->bytes));
}

/** `region` fits the buffer, and no row of it covers the next one. */
static void check_pad(int32_t core, const struct prem_host_buffer *buffer,
                      const struct prem_region *region) {
  int64_t inner = region->size[region->dimensions - 1];
  int64_t first = (unsigned char *)region->pad - buffer->pad;
  for (int32_t i = region->dimensions - 2; i >= 0; --i) {
    if (region->pad_stride[i] < inner) {
      PREM_REPORT(PREM_RULE_SIZE, core, buffer->id,
                  "buffer %d: rows of %lld bytes are %lld apart in it",
                  (int)buffer->id, (long long)inner,
                  (long long)region->pad_stride[i]);
      return;
    }
    inner += (region->size[i] - 1) * (int64_t)region->pad_stride[i];
  }
  int64_t offset = buffer->pad - prem_running->core[core].scratchpad;
  int64_t most = buffer->bytes > 0 ? buffer->bytes
                                   : prem_host_pad_bytes(prem_running) - offset;
  if (first < 0)
    PREM_REPORT(PREM_RULE_SIZE, core, buffer->id,
                "buffer %d: a box that begins %lld bytes before it",
                (int)buffer->id, (long long)-first);
  else if (inner > most - first)
    PREM_REPORT(PREM_RULE_SIZE, core, buffer->id,
                "buffer %d: a box of %lld bytes%s; it has %lld",
                (int)buffer->id, (long long)inner,
                first > 0 ? ", not at its beginning" : "", (long long)most);
}

static void check_alignment(int32_t core, int32_t id,
                            const struct prem_region *region) {
  int64_t alignment = prem_running->machine.dma_alignment;
  int64_t offset =
      (unsigned char *)region->pad - prem_running->core[core].scratchpad;
  int32_t is_aligned = simulated_address(region->main) % alignment == 0 &&
                       offset % alignment == 0;
  for (int32_t i = 0; i < region->dimensions; ++i) {
    if (i + 1 == region->dimensions)
      is_aligned &= region->size[i] % alignment == 0;
    else
      is_aligned &= region->main_stride[i] % alignment == 0 &&
                    region->pad_stride[i] % alignment == 0;
  }
  if (!is_aligned)
    PREM_REPORT(
        PREM_RULE_ALIGNMENT, core, id,
        "buffer %d: addresses, pitches and sizes of transfers are multiples "
        "of %lld",
        (int)id, (long long)alignment);
}

void prem_observe_swap(int32_t core, int32_t id, int32_t count,
                       enum prem_call call) {
  struct prem_host_core *data = &prem_running->core[core];
  struct prem_host_buffer *buffer = find_open(data, id);
  /* Other swaps have the price of their boxes. */
  if (count == 0)
    record_call(data, call);
  if (!buffer)
    return;
  check_order(core, buffer, "swaps");
  record_requests(data, buffer, PREM_WO);
  buffer->boxes = 0;
  buffer->was_bound = 1;
  buffer->requested_in = data->segment;
}

void prem_observe_box(int32_t core, int32_t id,
                      const struct prem_region *region, int32_t attr,
                      int32_t number, enum prem_call call) {
  struct prem_host_core *data = &prem_running->core[core];
  struct prem_host_buffer *buffer = find_open(data, id);
  if (call != PREM_CALL_ALLOCATE && call != PREM_CALL_ALLOCATE2D)
    record_call(data, call);
  if (!buffer)
    return;
  check_main(core, id, region);
  check_pad(core, buffer, region);
  check_alignment(core, id, region);
  buffer->box[number] = *region;
  buffer->box_attr[number] = attr;
  buffer->boxes = number + 1;
}

void prem_observe_bound(int32_t core, int32_t id) {
  struct prem_host_core *data = &prem_running->core[core];
  const struct prem_host_buffer *buffer = find_open(data, id);
  if (buffer)
    record_requests(data, buffer, PREM_RO);
}

static int32_t count_requests(struct prem_host_core *core) {
  const struct prem_host_segment *segment = prem_host_segment(core);
  return segment ? segment->request_count : 0;
}

void prem_observe_deallocate(int32_t core, int32_t id, enum prem_call call) {
  struct prem_host_core *data = &prem_running->core[core];
  struct prem_host_buffer *buffer = find_open(data, id);
  record_call(data, call);
  if (!buffer)
    return;
  check_order(core, buffer, "deallocates");
  int32_t before = count_requests(data);
  record_requests(data, buffer, PREM_WO);
  buffer->is_closed = 1;
  if (count_requests(data) > before || buffer->in_flight_in == data->segment) {
    buffer->requested_in = data->segment;
    return;
  }
  /* Nothing is moved: its bytes are free at once. */
  if (buffer->is_alone)
    poison_buffer(data, buffer);
  buffer->bytes = buffer->boxes = 0;
}

/** Sets a flag of the bytes of a box that are in the scratchpad. */
static void mark_leaving(struct prem_host_core *core,
                         const struct prem_region *region) {
  struct prem_rows rows = {region, {0}, 0};
  int64_t bytes = region->size[region->dimensions - 1];
  unsigned char *main, *pad;
  while (prem_next_row(&rows, &main, &pad))
    for (int64_t i = 0; i < bytes; ++i) {
      int64_t offset = pad + i - core->scratchpad;
      if (offset >= 0 && offset < prem_host_pad_bytes(prem_running))
        core->flags[offset] |= PREM_BYTE_LEAVING;
    }
}

/** What of a buffer is not to be unloaded is gone. */
static void empty_buffer(struct prem_host_core *core,
                         const struct prem_host_buffer *buffer) {
  const struct prem_host_segment *segment = prem_host_segment(core);
  int64_t first = buffer->pad - core->scratchpad;
  int64_t end = first + prem_host_buffer_bytes(buffer);
  if (first < 0)
    first = 0;
  if (end > prem_host_pad_bytes(prem_running))
    end = prem_host_pad_bytes(prem_running);
  for (int32_t r = 0; segment && r < segment->request_count; ++r)
    if (segment->requests[r].buffer == buffer->id &&
        segment->requests[r].is_unload)
      mark_leaving(core, &segment->requests[r].region);
  for (int64_t i = first; i < end; ++i) {
    if (!(core->flags[i] & PREM_BYTE_LEAVING))
      prem_host_poison(core, core->scratchpad + i, 1);
    core->flags[i] &= (unsigned char)~PREM_BYTE_LEAVING;
  }
}

/** At the end of a segment: what it requested is in flight during the next one,
    unless it is dispatched. */
static void end_requests(struct prem_host_core *core) {
  const struct prem_host_segment *segment = prem_host_segment(core);
  for (int32_t i = 0; i < core->buffer_count; ++i) {
    struct prem_host_buffer *buffer = &core->buffers[i];
    if (buffer->requested_in != core->segment)
      continue;
    if (buffer->is_alone)
      empty_buffer(core, buffer);
    for (int32_t r = segment ? segment->dispatched : 0;
         segment && r < segment->request_count; ++r)
      if (segment->requests[r].buffer == buffer->id)
        buffer->in_flight_in = core->segment + 1;
  }
}

void prem_observe_call(int32_t core, enum prem_call call) {
  struct prem_host_core *data = &prem_running->core[core];
  struct prem_host_segment *segment = prem_host_segment(data);
  record_call(data, call);
  if (!segment)
    return;
  if (call == PREM_CALL_DISPATCH) {
    segment->dispatched = segment->request_count;
    return;
  }
  segment->ending =
      call == PREM_CALL_BARRIER ? PREM_ENDS_COMPONENT : PREM_ENDS_SEGMENT;
  end_requests(data);
  prem_host_dawdle(prem_running, &data->random);
}

void prem_observe_segment(int32_t core, int32_t is_component) {
  struct prem_host_core *data = &prem_running->core[core];
  int32_t kept = 0;
  data->component += is_component;
  data->segment = is_component ? 0 : data->segment + 1;
  for (int32_t i = 0; i < data->buffer_count; ++i) {
    struct prem_host_buffer buffer = data->buffers[i];
    if (is_component)
      buffer.requested_in = buffer.in_flight_in = -1;
    if (!buffer.is_closed || buffer.in_flight_in == data->segment)
      data->buffers[kept++] = buffer;
  }
  data->buffer_count = kept;
  begin_segment(prem_running, data);
}

void prem_check_end(struct prem_host *host) {
  int32_t most = 0;
  for (int32_t c = 1; c < host->cores; ++c)
    if (host->core[c].component > host->core[most].component)
      most = c;
  for (int32_t c = 0; c < host->cores; ++c)
    if (host->core[c].component < host->core[most].component)
      prem_host_report(host, PREM_RULE_BARRIER, c, host->core[c].component,
                       host->core[c].segment, 0,
                       "passed %d barriers, core %d passed %d",
                       (int)host->core[c].component, (int)most,
                       (int)host->core[most].component);
}

void prem_check_end_thread(struct prem_host *host, int32_t core) {
  struct prem_host_core *data = &host->core[core];
  for (int32_t i = 0; i < data->buffer_count; ++i) {
    const struct prem_host_buffer *buffer = &data->buffers[i];
    char name[NAME];
    if (buffer->is_closed)
      continue;
    if (buffer->boxes == 0) {
      PREM_REPORT(PREM_RULE_LEAK, core, buffer->id,
                  "buffer %d, bound to nothing, is not deallocated",
                  (int)buffer->id);
      continue;
    }
    prem_host_element(host, buffer->box[0].main, name, sizeof name);
    PREM_REPORT(PREM_RULE_LEAK, core, buffer->id,
                "buffer %d, bound to %s, is not deallocated%s", (int)buffer->id,
                name,
                buffer->attr & PREM_WO ? ": what was written is lost" : "");
  }
  data->has_ended = 1;
}

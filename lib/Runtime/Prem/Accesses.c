/*===- Accesses.c - the rules, from what segments touch -------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"

/** Room for an element in words. */
enum { NAME = 160 };

/** An access that a segment tells. */
struct access {
  int32_t core;
  const unsigned char *place;
  /** Where the original program has it; null: nowhere. */
  const void *origin;
  uint32_t size;
  int32_t is_write;
};

/** "reads a[3]": the element that is meant, or, without, the place. */
static void report(enum prem_rule rule, const struct access *access,
                   const struct prem_host_buffer *buffer, const char *text) {
  const struct prem_host_core *core = &prem_running->core[access->core];
  char name[NAME];
  int64_t offset = access->place - (buffer ? buffer->pad : core->scratchpad);
  prem_host_element(prem_running,
                    access->origin ? access->origin : access->place, name,
                    sizeof name);
  if (rule == PREM_RULE_MAIN_MEMORY)
    PREM_REPORT(rule, access->core, 0, "%s %s",
                access->is_write ? "writes" : "reads", name);
  else if (!buffer)
    PREM_REPORT(rule, access->core, 0, "%s %s at byte %lld of the scratchpad%s",
                access->is_write ? "writes" : "reads", name, (long long)offset,
                text);
  else
    PREM_REPORT(rule, access->core, buffer->id,
                "%s %s at byte %lld of buffer %d%s",
                access->is_write ? "writes" : "reads", name, (long long)offset,
                (int)buffer->id, text);
}

/** The buffer that has this byte, the newest one; null: none. Those of unknown
    size have what they are bound to. */
static const struct prem_host_buffer *find_at(const struct prem_host_core *core,
                                              const unsigned char *place) {
  for (int32_t i = core->buffer_count - 1; i >= 0; --i) {
    const struct prem_host_buffer *buffer = &core->buffers[i];
    if (place >= buffer->pad &&
        place - buffer->pad < prem_host_buffer_bytes(buffer))
      return buffer;
  }
  return NULL;
}

/** Where a box has the element that main memory has at `origin`; null: it does
    not have it. */
static const unsigned char *place_of(const struct prem_region *region,
                                     const unsigned char *origin) {
  int64_t rest = origin - (const unsigned char *)region->main;
  const unsigned char *place = region->pad;
  if (rest < 0)
    return NULL;
  for (int32_t i = 0; i < region->dimensions; ++i) {
    int32_t is_last = i + 1 == region->dimensions;
    int64_t stride = is_last ? 1 : region->main_stride[i];
    int64_t index = stride > 0 ? rest / stride : 0;
    if (index >= region->size[i])
      return NULL;
    place += index * (is_last ? 1 : region->pad_stride[i]);
    rest -= index * stride;
  }
  return place;
}

/** What the boxes that have the element at its place say: PREM_RO and PREM_WO;
   0: there is none. */
static int32_t attr_of(const struct prem_host_buffer *buffer,
                       const struct access *access) {
  int32_t result = 0;
  for (int32_t i = 0; i < buffer->boxes; ++i)
    if (place_of(&buffer->box[i], access->origin) == access->place)
      result |= buffer->box_attr[i];
  return result;
}

/** The core reads `origin`, which another one must not write without a barrier.
 */
static void mark_read(int32_t core, const void *origin) {
  int32_t number = prem_host_find_array(prem_running, origin);
  if (number < 0)
    return;
  struct prem_host_array *array = &prem_running->arrays[number];
  int64_t element =
      ((const unsigned char *)origin - array->data) / array->element_bytes;
  array->read_by[core * array->words + element / 64] |= (uint64_t)1
                                                        << element % 64;
}

/** What is wrong with an access to `buffer`, which is not in flight. */
static void check_contents(const struct access *access,
                           const struct prem_host_buffer *buffer) {
  int32_t attr = buffer->attr;
  if (buffer->boxes == 0 && (access->origin || buffer->was_bound)) {
    report(PREM_RULE_ACCESS, access, buffer, ", which is bound to nothing");
    return;
  }
  if (access->origin) {
    int32_t boxes = attr_of(buffer, access);
    if (boxes == 0) {
      char holds[NAME], text[NAME + 40];
      prem_host_element(prem_running, buffer->box[0].main, holds, sizeof holds);
      snprintf(text, sizeof text, ", which holds the box at %s%s", holds,
               buffer->boxes > 1 ? " and others" : "");
      report(PREM_RULE_WRONG_ELEMENT, access, buffer, text);
      return;
    }
    attr &= boxes;
  }
  if (access->is_write && !(attr & PREM_WO))
    report(PREM_RULE_ACCESS, access, buffer, ", which is only read");
}

/** Keeps what is valid and written in the buffer, and checks what is read. */
static void check_bytes(const struct access *access,
                        const struct prem_host_buffer *buffer) {
  struct prem_host_core *core = &prem_running->core[access->core];
  int64_t offset = access->place - core->scratchpad;
  int64_t end = offset + access->size;
  int32_t is_valid = 1, is_own = 1;
  if (end > prem_host_pad_bytes(prem_running))
    end = prem_host_pad_bytes(prem_running);
  for (; offset < end; ++offset) {
    is_valid &= core->flags[offset] & PREM_BYTE_VALID;
    is_own &= (core->flags[offset] & PREM_BYTE_WRITTEN) != 0;
    if (access->is_write)
      core->flags[offset] |= PREM_BYTE_VALID | PREM_BYTE_WRITTEN;
  }
  if (access->is_write)
    return;
  if (!is_valid)
    report(PREM_RULE_OVER_READ, access, buffer,
           ", which nobody has loaded or written");
  else if (!is_own && access->origin)
    mark_read(access->core, access->origin);
}

static void check_access(const void *place, const void *origin, uint32_t size,
                         int32_t is_write) {
  if (!prem_running)
    return;
  struct access access = {prem_port_core(), place, origin, size, is_write};
  struct prem_host_core *core = &prem_running->core[access.core];
  if (prem_host_find_array(prem_running, place) >= 0) {
    access.origin = place;
    report(PREM_RULE_MAIN_MEMORY, &access, NULL, "");
    return;
  }
  if (access.place < core->scratchpad ||
      access.place - core->scratchpad >= prem_host_pad_bytes(prem_running))
    return; /* the stack */
  const struct prem_host_buffer *buffer = find_at(core, access.place);
  if (!buffer) {
    report(PREM_RULE_ACCESS, &access, NULL, ", where no buffer is");
    return;
  }
  if (buffer->in_flight_in == core->segment) {
    report(PREM_RULE_IN_FLIGHT, &access, buffer,
           ", which the engine uses during this segment");
    return;
  }
  check_contents(&access, buffer);
  check_bytes(&access, buffer);
}

void prem_read(const void *place, const void *origin, uint32_t size) {
  check_access(place, origin, size, 0);
}

void prem_write(const void *place, const void *origin, uint32_t size) {
  check_access(place, origin, size, 1);
}

void prem_count(enum prem_op op, uint32_t count) {
  if (!prem_running)
    return;
  struct prem_host_segment *segment =
      prem_host_segment(&prem_running->core[prem_port_core()]);
  if (segment)
    segment->ops[op] += count;
}

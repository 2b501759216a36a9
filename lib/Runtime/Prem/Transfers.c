/*===- Transfers.c - what the engine moves, and who saw it ----------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The engine's thread moves transfers one after the other, in an order that
|* does not depend on time. Which elements a core reads and writes between two
|* barriers is compared when all cores are at the second one.
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <string.h>

/** A contiguous piece of a transfer. */
struct piece {
  unsigned char *main, *pad;
  int64_t bytes;
};

static void report(struct prem_host *host, enum prem_rule rule,
                   const struct prem_transfer *transfer, const void *place,
                   const char *format) {
  char name[160];
  prem_host_element(host, place, name, sizeof name);
  prem_host_report(host, rule, transfer->core, host->epoch, transfer->segment,
                   transfer->buffer, format, (int)transfer->buffer, name);
}

/** Sets the bit of an element for a core. */
static void mark(uint64_t *bits, int64_t words, int32_t core, int64_t element) {
  bits[core * words + element / 64] |= (uint64_t)1 << element % 64;
}

static void load(struct prem_host *host, const struct prem_transfer *transfer,
                 const struct piece *piece, struct prem_host_array *array) {
  struct prem_host_core *core = &host->core[transfer->core];
  memcpy(piece->pad, piece->main, (size_t)piece->bytes);
  memset(core->flags + (piece->pad - core->scratchpad), PREM_BYTE_VALID,
         (size_t)piece->bytes);
  if (!array || host->options.tells_accesses)
    return;
  int64_t first = (piece->main - array->data) / array->element_bytes;
  int64_t end =
      (piece->main - array->data + piece->bytes - 1) / array->element_bytes;
  for (int64_t element = first; element <= end; ++element)
    mark(array->read_by, array->words, transfer->core, element);
}

/** `bytes` bytes at `pad` are as prem_host_poison() left them. */
static int32_t is_poison(const struct prem_host_core *core,
                         const unsigned char *pad, int64_t bytes) {
  const uint32_t word = PREM_POISON;
  for (int64_t i = 0; i < bytes; ++i)
    if (pad[i] !=
        ((const unsigned char *)&word)[(size_t)(pad + i - core->scratchpad) %
                                       sizeof word])
      return 0;
  return 1;
}

/** Checks what an unload of the element at `main` does to it, and notes whether
    the core writes it. */
static void check_element(struct prem_host *host,
                          const struct prem_transfer *transfer,
                          const unsigned char *main, const unsigned char *pad,
                          struct prem_host_array *array) {
  const struct prem_host_core *core = &host->core[transfer->core];
  const unsigned char *flags = core->flags + (pad - core->scratchpad);
  int32_t changes = memcmp(main, pad, (size_t)array->element_bytes) != 0;
  int32_t is_valid = 1, is_written = 0;
  for (int32_t i = 0; i < array->element_bytes; ++i) {
    is_valid &= flags[i] & PREM_BYTE_VALID;
    is_written |= flags[i] & PREM_BYTE_WRITTEN;
  }
  if (!host->options.tells_accesses) {
    is_valid |= !is_poison(core, pad, array->element_bytes);
    is_written = changes;
  }
  if (!is_valid)
    report(host, PREM_RULE_NEVER_WRITTEN, transfer, main,
           "the unload of buffer %d stores %s, which nobody has loaded or "
           "written");
  else if (!is_written && changes)
    report(host, PREM_RULE_LOST_UPDATE, transfer, main,
           "the unload of buffer %d overwrites %s, which has changed since it "
           "was loaded and which no segment wrote");
  if (is_written || changes)
    mark(array->written_by, array->words, transfer->core,
         (main - array->data) / array->element_bytes);
}

static void unload(struct prem_host *host, const struct prem_transfer *transfer,
                   const struct piece *piece, struct prem_host_array *array) {
  struct prem_host_core *core = &host->core[transfer->core];
  for (int64_t i = 0; array && i + array->element_bytes <= piece->bytes;
       i += array->element_bytes)
    check_element(host, transfer, piece->main + i, piece->pad + i, array);
  memcpy(piece->main, piece->pad, (size_t)piece->bytes);
  prem_host_poison(core, piece->pad, piece->bytes);
}

/** Moves a piece if it is within the scratchpad and, if there are arrays,
   within one of them; what is not has been found when it was requested. */
static void move_piece(struct prem_host *host,
                       const struct prem_transfer *transfer,
                       const struct piece *piece) {
  struct prem_host_core *core = &host->core[transfer->core];
  int64_t room =
      host->machine.scratchpad_bytes - host->machine.scratchpad_reserved_bytes;
  int64_t offset = piece->pad - core->scratchpad;
  struct prem_host_array *array = NULL;
  if (offset < 0 || offset > room || piece->bytes > room - offset)
    return;
  if (host->array_count > 0) {
    int32_t number = prem_host_find_array(host, piece->main);
    if (number < 0)
      return;
    array = &host->arrays[number];
    if (piece->bytes > array->bytes - (piece->main - array->data))
      return;
  }
  if (transfer->is_unload)
    unload(host, transfer, piece, array);
  else
    load(host, transfer, piece, array);
}

int32_t prem_next_row(struct prem_rows *rows, unsigned char **main,
                      unsigned char **pad) {
  const struct prem_region *region = rows->region;
  int32_t i = region->dimensions - 2;
  for (; rows->has_begun && i >= 0 && ++rows->index[i] == region->size[i]; --i)
    rows->index[i] = 0;
  if (rows->has_begun && i < 0)
    return 0;
  rows->has_begun = 1;
  *main = region->main;
  *pad = region->pad;
  for (i = 0; i + 1 < region->dimensions; ++i) {
    *main += rows->index[i] * region->main_stride[i];
    *pad += rows->index[i] * region->pad_stride[i];
  }
  return 1;
}

void prem_host_move(struct prem_host *host,
                    const struct prem_transfer *transfer) {
  const struct prem_region *region = &transfer->region;
  struct prem_rows rows = {region, {0}, 0};
  struct piece piece = {NULL, NULL, region->size[region->dimensions - 1]};
  while (prem_next_row(&rows, &piece.main, &piece.pad))
    move_piece(host, transfer, &piece);
}

/*===----------------------------------------------------------------------===*\
|* Between two barriers
\*===----------------------------------------------------------------------===*/

/** The first segment of this component in which the core requests a transfer of
    the byte at `place`. */
static int32_t segment_of(const struct prem_host *host, int32_t core,
                          const unsigned char *place, int32_t is_unload) {
  const struct prem_host_core *data = &host->core[core];
  for (int32_t s = 0; s < data->segment_count; ++s) {
    const struct prem_host_segment *segment = &data->segments[s];
    for (int32_t r = 0; r < segment->request_count; ++r) {
      const struct prem_host_request *request = &segment->requests[r];
      const unsigned char *first = request->region.main;
      if (segment->component == host->epoch &&
          request->is_unload == is_unload && place >= first &&
          place - first < prem_main_extent(&request->region))
        return segment->number;
    }
  }
  return 0;
}

/** Reports the elements of a word that core `writer` writes and `other`
   touches: the first one. */
static void report_shared(struct prem_host *host,
                          const struct prem_host_array *array, int64_t word,
                          int32_t writer, int32_t other) {
  uint64_t write = array->written_by[writer * array->words + word];
  uint64_t both = array->written_by[other * array->words + word];
  uint64_t touch = both | array->read_by[other * array->words + word];
  int64_t bit = 0;
  char name[160];
  if ((write & touch) == 0 || ((write & both) != 0 && writer > other))
    return;
  while (((write & touch) >> bit & 1) == 0)
    ++bit;
  const unsigned char *place =
      array->data + (word * 64 + bit) * array->element_bytes;
  prem_host_element(host, place, name, sizeof name);
  prem_host_report(
      host, PREM_RULE_BARRIER, writer, host->epoch,
      segment_of(host, writer, place, 1), 0,
      "writes %s, which core %d %s in segment %d", name, (int)other,
      both >> bit & 1 ? "writes, too," : "reads",
      (int)segment_of(host, other, place, (int32_t)(both >> bit & 1)));
}

void prem_check_epoch(struct prem_host *host) {
  for (int32_t i = 0; i < host->array_count; ++i) {
    struct prem_host_array *array = &host->arrays[i];
    for (int64_t word = 0; word < array->words; ++word)
      for (int32_t writer = 0; writer < host->cores; ++writer)
        if (array->written_by[writer * array->words + word])
          for (int32_t other = 0; other < host->cores; ++other)
            if (other != writer)
              report_shared(host, array, word, writer, other);
    size_t bytes = (size_t)(array->words * host->cores) * sizeof(uint64_t);
    memset(array->read_by, 0, bytes);
    memset(array->written_by, 0, bytes);
  }
  host->epoch += 1;
}

void prem_observe_epoch(void) { prem_check_epoch(prem_running); }

/*===- Buffers.c - buffers, and what they are bound to --------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Cores.h"
#include "Observe.h"
#include "PolyMem/Runtime/Prem/prem.h"

/** Whether a dimension of `region` has no elements. */
static int32_t is_empty(const struct prem_region *region) {
  int32_t result = 0;
  int32_t i;
  for (i = 0; i < region->dimensions; ++i) {
    if (region->size[i] < 1) {
      result = 1;
    }
  }
  return result;
}

/** Whether `region` has dimensions and sizes that a request may have. */
static int32_t is_region(const struct prem_region *region) {
  int64_t bytes = 1;
  int32_t i;
  if ((region->dimensions < 1) || (region->dimensions > PREM_MAX_DIMENSIONS)) {
    return 0;
  }
  for (i = 0; i < region->dimensions; ++i) {
    if (region->size[i] < 1) {
      return 0;
    }
    bytes *= region->size[i];
    if (bytes > INT32_MAX) {
      return 0;
    }
  }
  return 1;
}

/** The buffer with number `id` of this core; null after a failure. */
static struct buffer *find_buffer(int32_t id) {
  struct core *core = prem_this_core();
  if ((id < 1) || (id > PREM_MAX_BUFFERS) ||
      (core->buffers[id - 1].is_used == 0)) {
    prem_port_fail(PREM_NO_SUCH_BUFFER, prem_port_core(), id);
    return NULL;
  }
  return &core->buffers[id - 1];
}

static int32_t new_buffer(void *dst, int32_t attr) {
  struct core *core = prem_this_core();
  int32_t i;
  for (i = 0; i < PREM_MAX_BUFFERS; ++i) {
    if (core->buffers[i].is_used == 0) {
      core->buffers[i].is_used = 1;
      core->buffers[i].boxes = 0;
      core->buffers[i].attr = attr;
      core->buffers[i].pad = dst;
      return i + 1;
    }
  }
  prem_port_fail(PREM_TOO_MANY_BUFFERS, prem_port_core(), PREM_MAX_BUFFERS);
  return 0;
}

static void push_request(int32_t id, int32_t is_unload,
                         const struct prem_region *region) {
  struct core *core = prem_this_core();
  struct batch *batch = &core->batches[core->segment % 2];
  if (batch->count == PREM_MAX_REQUESTS) {
    prem_port_fail(PREM_TOO_MANY_REQUESTS, prem_port_core(), PREM_MAX_REQUESTS);
    return;
  }
  batch->requests[batch->count].buffer = id;
  batch->requests[batch->count].is_unload = is_unload;
  batch->requests[batch->count].region = *region;
  batch->count += 1;
}

/** Requests what the boxes of a buffer that have `attr` need. */
static void push_boxes(int32_t id, const struct buffer *buffer, int32_t attr) {
  int32_t i;
  if ((buffer->attr & attr) == 0) {
    return;
  }
  for (i = 0; i < buffer->boxes; ++i) {
    if ((buffer->box[i].attr & attr) != 0) {
      push_request(id, (attr == PREM_WO) ? 1 : 0, &buffer->box[i].region);
    }
  }
}

/** Binds buffer `id` to boxes; to nothing if there are none. */
static void swap(int32_t id, int32_t count, const struct binding boxes[],
                 enum prem_call call) {
  struct buffer *buffer = find_buffer(id);
  int32_t i;
  if (buffer == NULL) {
    return;
  }
  for (i = 0; i < count; ++i) {
    if (is_region(&boxes[i].region) == 0) {
      prem_port_fail(PREM_BAD_REGION, prem_port_core(), id);
      return;
    }
  }
  PREM_OBSERVE(prem_observe_swap(prem_port_core(), id, count, call));
  push_boxes(id, buffer, PREM_WO);
  for (i = 0; i < count; ++i) {
    buffer->box[i] = boxes[i];
    PREM_OBSERVE(prem_observe_box(prem_port_core(), id, &boxes[i].region,
                                  boxes[i].attr, i, call));
  }
  PREM_OBSERVE(prem_observe_bound(prem_port_core(), id));
  (void)call;
  buffer->boxes = count;
  push_boxes(id, buffer, PREM_RO);
}

/** Binds buffer `id` to one box at its beginning. */
static void swap_one(int32_t id, const struct prem_region *region,
                     enum prem_call call) {
  struct buffer *buffer = find_buffer(id);
  struct binding box;
  if (buffer == NULL) {
    return;
  }
  box.attr = PREM_RW;
  box.region = *region;
  box.region.pad = buffer->pad;
  swap(id, 1, &box, call);
}

static void give_back(int32_t id, enum prem_call call) {
  struct buffer *buffer = find_buffer(id);
  if (buffer == NULL) {
    return;
  }
  PREM_OBSERVE(prem_observe_deallocate(prem_port_core(), id, call));
  (void)call;
  push_boxes(id, buffer, PREM_WO);
  buffer->is_used = 0;
}

static struct prem_region line(void *src, int32_t size) {
  struct prem_region result;
  result.main = src;
  result.pad = NULL;
  result.dimensions = 1;
  result.size[0] = size;
  result.main_stride[0] = 1;
  result.pad_stride[0] = 1;
  return result;
}

static struct prem_region rows(void *src, int32_t width, int32_t height,
                               int32_t spitch, int32_t dpitch) {
  struct prem_region result = line(src, height);
  result.main_stride[0] = spitch;
  result.pad_stride[0] = dpitch;
  result.dimensions = 2;
  result.size[1] = width;
  result.main_stride[1] = 1;
  result.pad_stride[1] = 1;
  return result;
}

int32_t prem_allocate_buffer(void *dst, int32_t size, int32_t attr) {
  const int32_t id = new_buffer(dst, attr);
  (void)size;
  if (id != 0) {
    PREM_OBSERVE(prem_observe_allocate(prem_port_core(), id, dst, size, attr,
                                       PREM_CALL_ALLOCATE_BUFFER));
  }
  return id;
}

void prem_swap_buffer(int32_t id, void *src, int32_t size) {
  const struct prem_region region = line(src, size);
  swap_one(id, &region, PREM_CALL_SWAP_BUFFER);
}

void prem_swap2d_buffer(int32_t id, void *src, int32_t width, int32_t height,
                        int32_t spitch, int32_t dpitch) {
  const struct prem_region region = rows(src, width, height, spitch, dpitch);
  swap_one(id, &region, PREM_CALL_SWAP2D_BUFFER);
}

/** The region of a box of prem.h; of no dimension if it has too many, or none.
 */
static struct prem_region region_of(const struct prem_box *box) {
  struct prem_region region = line(box->src, 1);
  int32_t i = box->dimension - 1;
  region.dimensions = 0;
  if ((i < 0) || (i >= PREM_MAX_DIMENSIONS)) {
    return region;
  }
  region.dimensions = box->dimension;
  region.size[i] = box->size[i];
  region.main_stride[i] = 1;
  region.pad_stride[i] = 1;
  for (i = i - 1; i >= 0; --i) {
    region.size[i] = box->size[i];
    region.main_stride[i] = region.main_stride[i + 1] * box->spitch[i];
    region.pad_stride[i] = region.pad_stride[i + 1] * box->dpitch[i];
  }
  return region;
}

void prem_swapnd_buffer(int32_t id, void *src, int32_t dimension,
                        const int32_t size[], const int32_t spitch[],
                        const int32_t dpitch[]) {
  struct prem_box box;
  struct prem_region region;
  box.src = src;
  box.dimension = dimension;
  box.size = size;
  box.spitch = spitch;
  box.dpitch = dpitch;
  region = region_of(&box);
  swap_one(id, &region, PREM_CALL_SWAPND_BUFFER);
}

void prem_swap_boxes(int32_t id, int32_t count, const struct prem_box boxes[]) {
  struct buffer *buffer = find_buffer(id);
  struct binding bindings[PREM_MAX_BOXES];
  int32_t kept = 0;
  int32_t i;
  if (buffer == NULL) {
    return;
  }
  for (i = 0; i < count; ++i) {
    const struct prem_region region = region_of(&boxes[i]);
    if (is_empty(&region) == 0) {
      if (kept == PREM_MAX_BOXES) {
        prem_port_fail(PREM_TOO_MANY_BOXES, prem_port_core(), PREM_MAX_BOXES);
        return;
      }
      bindings[kept].attr = boxes[i].attr;
      bindings[kept].region = region;
      bindings[kept].region.pad =
          (unsigned char *)buffer->pad + boxes[i].offset;
      kept += 1;
    }
  }
  swap(id, kept, bindings, PREM_CALL_SWAPND_BUFFER);
}

void prem_deallocate_buffer(int32_t id) {
  give_back(id, PREM_CALL_DEALLOCATE_BUFFER);
}

int32_t prem_allocate(void *src, void *dst, int32_t size, int32_t attr) {
  const int32_t id = new_buffer(dst, attr);
  struct prem_region region = line(src, size);
  if (id != 0) {
    PREM_OBSERVE(prem_observe_allocate(prem_port_core(), id, dst, size, attr,
                                       PREM_CALL_ALLOCATE));
    swap_one(id, &region, PREM_CALL_ALLOCATE);
  }
  return id;
}

int32_t prem_allocate2d(void *src, void *dst, int32_t width, int32_t height,
                        int32_t spitch, int32_t dpitch, int32_t attr) {
  const int32_t id = new_buffer(dst, attr);
  struct prem_region region = rows(src, width, height, spitch, dpitch);
  if (id != 0) {
    PREM_OBSERVE(prem_observe_allocate(prem_port_core(), id, dst,
                                       ((height - 1) * dpitch) + width, attr,
                                       PREM_CALL_ALLOCATE2D));
    swap_one(id, &region, PREM_CALL_ALLOCATE2D);
  }
  return id;
}

void prem_deallocate(int32_t id) { give_back(id, PREM_CALL_DEALLOCATE); }

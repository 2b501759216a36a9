/*===- Prem.c - buffers, requests, and the order they are served in -------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The part of the run-time that is the same on the host and on a board, in
|* freestanding C99. A core queues what its segment requests in a batch of its
|* own, without the lock; the end of the segment publishes the batch. The engine
|* is moved on by whoever publishes something or finishes a transfer, with the
|* lock.
|*
|* A core has two batches, used in turn: that of segment k is used again by
|* segment k + 2, which begins when all requests of segment k have been served.
|*
\*===----------------------------------------------------------------------===*/

#include "PolyMem/Runtime/Prem/prem.h"
#include "Observe.h"
#include "PolyMem/Runtime/Prem/prem_port.h"

/** Requests before the last dispatch of their segment, and the others. */
#define DISPATCHED 0
#define WAITING 1
#define STAGES 2

struct buffer {
  int32_t is_used;
  int32_t is_bound;
  int32_t attr;
  struct prem_region region;
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

static struct core cores[PREM_MAX_CORES];

/** Where the engine is in the order of prem.h, and in the boxes that a request
   is cut into. */
static struct {
  int32_t cores;
  /** How many barriers have been passed. */
  int32_t epoch;
  int32_t segment;
  int32_t stage;
  int32_t core;
  int32_t request;
  /** A transfer is on its way. */
  int32_t is_busy;
  int32_t is_in_request;
  /** The request's box, with as few dimensions as say the same; the outermost
      `outer` are counted through by `index`. */
  struct prem_region box;
  int32_t outer;
  int32_t index[PREM_MAX_DIMENSIONS];
} engine;

/*===----------------------------------------------------------------------===*\
|* Boxes
\*===----------------------------------------------------------------------===*/

/** Appends a dimension to `box`, whose dimensions are innermost first. */
static void append_dimension(struct prem_region *box, int32_t size,
                             ptrdiff_t main_stride, ptrdiff_t pad_stride) {
  const int32_t last = box->dimensions - 1;
  if (size == 1) {
    return;
  }
  /* Where the last dimension would go on. */
  if ((main_stride == (box->size[last] * box->main_stride[last])) &&
      (pad_stride == (box->size[last] * box->pad_stride[last]))) {
    box->size[last] *= size;
    return;
  }
  box->size[last + 1] = size;
  box->main_stride[last + 1] = main_stride;
  box->pad_stride[last + 1] = pad_stride;
  box->dimensions = last + 2;
}

struct prem_region prem_simplest_region(const struct prem_region *region) {
  struct prem_region inward;
  struct prem_region result;
  int32_t i = region->dimensions - 1;
  inward.dimensions = 1;
  inward.size[0] = region->size[i];
  inward.main_stride[0] = 1;
  inward.pad_stride[0] = 1;
  for (i = region->dimensions - 2; i >= 0; --i) {
    append_dimension(&inward, region->size[i], region->main_stride[i],
                     region->pad_stride[i]);
  }
  result.main = region->main;
  result.pad = region->pad;
  result.dimensions = inward.dimensions;
  for (i = 0; i < inward.dimensions; ++i) {
    const int32_t from = inward.dimensions - 1 - i;
    result.size[i] = inward.size[from];
    result.main_stride[i] = inward.main_stride[from];
    result.pad_stride[i] = inward.pad_stride[from];
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

/*===----------------------------------------------------------------------===*\
|* The engine; all with the lock
\*===----------------------------------------------------------------------===*/

/** Starts with the boxes of a request. */
static void begin_request(const struct request *request) {
  const int32_t most = prem_port_dma_dimensions();
  int32_t i;
  engine.box = prem_simplest_region(&request->region);
  engine.outer =
      (engine.box.dimensions > most) ? (engine.box.dimensions - most) : 0;
  for (i = 0; i < engine.outer; ++i) {
    engine.index[i] = 0;
  }
  engine.is_in_request = 1;
}

/** The next of these boxes. */
static struct prem_region next_box(void) {
  struct prem_region result;
  ptrdiff_t main_offset = 0;
  ptrdiff_t pad_offset = 0;
  int32_t i;
  for (i = 0; i < engine.outer; ++i) {
    main_offset += engine.index[i] * engine.box.main_stride[i];
    pad_offset += engine.index[i] * engine.box.pad_stride[i];
  }
  result.main = (unsigned char *)engine.box.main + main_offset;
  result.pad = (unsigned char *)engine.box.pad + pad_offset;
  result.dimensions = engine.box.dimensions - engine.outer;
  for (i = 0; i < result.dimensions; ++i) {
    result.size[i] = engine.box.size[engine.outer + i];
    result.main_stride[i] = engine.box.main_stride[engine.outer + i];
    result.pad_stride[i] = engine.box.pad_stride[engine.outer + i];
  }
  return result;
}

/** A box has been moved: counts on; the request is done behind the last one. */
static void end_box(void) {
  int32_t i = engine.outer - 1;
  while (i >= 0) {
    engine.index[i] += 1;
    if (engine.index[i] < engine.box.size[i]) {
      return;
    }
    engine.index[i] = 0;
    --i;
  }
  engine.is_in_request = 0;
  engine.request += 1;
}

static void start_transfer(const struct request *request) {
  struct prem_transfer transfer;
  if (engine.is_in_request == 0) {
    begin_request(request);
  }
  transfer.core = engine.core;
  transfer.segment = engine.segment;
  transfer.buffer = request->buffer;
  transfer.is_unload = request->is_unload;
  transfer.region = next_box();
  engine.is_busy = 1;
  if (prem_port_dma_start(&transfer) != 0) {
    engine.is_busy = 0;
    end_box();
  }
}

/** No core has a segment at the engine's position, and none will. */
static int32_t is_epoch_over(void) {
  int32_t i;
  for (i = 0; i < engine.cores; ++i) {
    if ((cores[i].ended > engine.segment) ||
        ((cores[i].has_arrived == 0) && (cores[i].has_finished == 0))) {
      return 0;
    }
  }
  return 1;
}

/** Lets the cores at the barrier go. Returns 0 if there are none. */
static int32_t end_epoch(void) {
  int32_t is_any = 0;
  int32_t i;
  for (i = 0; i < engine.cores; ++i) {
    is_any |= cores[i].has_arrived;
  }
  if (is_any == 0) {
    return 0;
  }
  PREM_OBSERVE(prem_observe_epoch());
  for (i = 0; i < engine.cores; ++i) {
    cores[i].has_arrived = 0;
    cores[i].ended = 0;
    cores[i].served[DISPATCHED] = 0;
    cores[i].served[WAITING] = 0;
  }
  engine.segment = 0;
  engine.epoch += 1;
  return 1;
}

/** To the next core, stage, or segment: in segment 0, all cores' first stage is
    before their second one. */
static void next_position(void) {
  engine.request = 0;
  if ((engine.segment > 0) && (engine.stage == DISPATCHED)) {
    engine.stage = WAITING;
    return;
  }
  if (engine.segment > 0) {
    engine.stage = DISPATCHED;
  }
  engine.core += 1;
  if (engine.core < engine.cores) {
    return;
  }
  engine.core = 0;
  if ((engine.segment == 0) && (engine.stage == DISPATCHED)) {
    engine.stage = WAITING;
    return;
  }
  engine.stage = DISPATCHED;
  engine.segment += 1;
}

/** Does what can be done next. Returns 0 if it has to wait for a core. */
static int32_t step_engine(void) {
  struct core *core = &cores[engine.core];
  if ((engine.core == 0) && (engine.stage == DISPATCHED) &&
      (is_epoch_over() != 0)) {
    return end_epoch();
  }
  if (core->ended > engine.segment) {
    const struct batch *batch = &core->batches[engine.segment % 2];
    if ((engine.stage == WAITING) && (engine.request < batch->dispatched)) {
      engine.request = batch->dispatched;
    }
    if (engine.request <
        ((engine.stage == DISPATCHED) ? batch->dispatched : batch->count)) {
      start_transfer(&batch->requests[engine.request]);
      return 1;
    }
    core->served[engine.stage] = engine.segment + 1;
  } else if ((core->has_arrived == 0) && (core->has_finished == 0)) {
    return 0;
  } else {
    /* No segment of this core follows: its turn passes. */
  }
  next_position();
  return 1;
}

static void run_engine(void) {
  int32_t goes_on = 1;
  while ((goes_on != 0) && (engine.is_busy == 0)) {
    goes_on = step_engine();
  }
  prem_port_wake();
}

void prem_dma_done(void) {
  prem_port_lock();
  engine.is_busy = 0;
  end_box();
  run_engine();
  prem_port_unlock();
}

/*===----------------------------------------------------------------------===*\
|* Threads and segments
\*===----------------------------------------------------------------------===*/

static struct core *this_core(void) { return &cores[prem_port_core()]; }

/** The batch of this core's segment is empty. */
static void clear_batch(struct core *core) {
  core->batches[core->segment % 2].count = 0;
  core->batches[core->segment % 2].dispatched = 0;
}

void prem_start(int32_t count) {
  int32_t i;
  int32_t b;
  if ((count < 1) || (count > PREM_MAX_CORES)) {
    prem_port_fail(PREM_TOO_MANY_CORES, 0, count);
    return;
  }
  for (i = 0; i < count; ++i) {
    for (b = 0; b < PREM_MAX_BUFFERS; ++b) {
      cores[i].buffers[b].is_used = 0;
    }
    cores[i].segment = 0;
    clear_batch(&cores[i]);
    cores[i].ended = 0;
    cores[i].served[DISPATCHED] = 0;
    cores[i].served[WAITING] = 0;
    cores[i].has_arrived = 0;
    cores[i].has_finished = 0;
  }
  engine.cores = count;
  engine.epoch = 0;
  engine.segment = 0;
  engine.stage = DISPATCHED;
  engine.core = 0;
  engine.request = 0;
  engine.is_busy = 0;
  engine.is_in_request = 0;
}

int32_t prem_thread_id(void) { return prem_port_core(); }
int32_t prem_thread_count(void) { return engine.cores; }
void *prem_scratchpad(void) { return prem_port_scratchpad(prem_port_core()); }

void prem_dispatch(void) {
  struct core *core = this_core();
  struct batch *batch = &core->batches[core->segment % 2];
  PREM_OBSERVE(prem_observe_call(prem_port_core(), PREM_CALL_DISPATCH));
  batch->dispatched = batch->count;
}

void prem_end_segment(void) {
  struct core *core = this_core();
  const struct batch *batch = &core->batches[core->segment % 2];
  PREM_OBSERVE(prem_observe_call(prem_port_core(), PREM_CALL_END_SEGMENT));
  prem_port_lock();
  core->ended = core->segment + 1;
  run_engine();
  while (((batch->dispatched > 0) &&
          (core->served[DISPATCHED] <= core->segment)) ||
         (core->served[WAITING] < core->segment)) {
    prem_port_wait();
  }
  prem_port_unlock();
  core->segment += 1;
  clear_batch(core);
  PREM_OBSERVE(prem_observe_segment(prem_port_core(), 0));
}

/** What the segment has requested is served though nothing ended it. */
static void publish_rest(struct core *core) {
  if (core->batches[core->segment % 2].count > 0) {
    core->ended = core->segment + 1;
  }
}

void prem_barrier(void) {
  struct core *core = this_core();
  int32_t epoch;
  PREM_OBSERVE(prem_observe_call(prem_port_core(), PREM_CALL_BARRIER));
  prem_port_lock();
  publish_rest(core);
  epoch = engine.epoch;
  core->has_arrived = 1;
  run_engine();
  while (engine.epoch == epoch) {
    prem_port_wait();
  }
  prem_port_unlock();
  core->segment = 0;
  clear_batch(core);
  PREM_OBSERVE(prem_observe_segment(prem_port_core(), 1));
}

void prem_end_thread(void) {
  struct core *core = this_core();
  prem_port_lock();
  publish_rest(core);
  core->has_finished = 1;
  run_engine();
  while (core->served[WAITING] < core->ended) {
    prem_port_wait();
  }
  prem_port_unlock();
}

/*===----------------------------------------------------------------------===*\
|* Buffers
\*===----------------------------------------------------------------------===*/

/** The buffer with number `id` of this core; null after a failure. */
static struct buffer *find_buffer(int32_t id) {
  struct core *core = this_core();
  if ((id < 1) || (id > PREM_MAX_BUFFERS) ||
      (core->buffers[id - 1].is_used == 0)) {
    prem_port_fail(PREM_NO_SUCH_BUFFER, prem_port_core(), id);
    return NULL;
  }
  return &core->buffers[id - 1];
}

static int32_t new_buffer(void *dst, int32_t attr) {
  struct core *core = this_core();
  int32_t i;
  for (i = 0; i < PREM_MAX_BUFFERS; ++i) {
    if (core->buffers[i].is_used == 0) {
      core->buffers[i].is_used = 1;
      core->buffers[i].is_bound = 0;
      core->buffers[i].attr = attr;
      core->buffers[i].region.pad = dst;
      return i + 1;
    }
  }
  prem_port_fail(PREM_TOO_MANY_BUFFERS, prem_port_core(), PREM_MAX_BUFFERS);
  return 0;
}

static void push_request(int32_t id, int32_t is_unload,
                         const struct prem_region *region) {
  struct core *core = this_core();
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

/** Binds buffer `id` to `region`, all of which but `pad` is given. */
static void swap(int32_t id, struct prem_region *region, enum prem_call call) {
  struct buffer *buffer = find_buffer(id);
  if (buffer == NULL) {
    return;
  }
  if (is_region(region) == 0) {
    prem_port_fail(PREM_BAD_REGION, prem_port_core(), id);
    return;
  }
  region->pad = buffer->region.pad;
  PREM_OBSERVE(prem_observe_swap(prem_port_core(), id, region, call));
  (void)call;
  if ((buffer->is_bound != 0) && ((buffer->attr & PREM_WO) != 0)) {
    push_request(id, 1, &buffer->region);
  }
  buffer->region = *region;
  buffer->is_bound = 1;
  if ((buffer->attr & PREM_RO) != 0) {
    push_request(id, 0, region);
  }
}

static void give_back(int32_t id, enum prem_call call) {
  struct buffer *buffer = find_buffer(id);
  if (buffer == NULL) {
    return;
  }
  PREM_OBSERVE(prem_observe_deallocate(prem_port_core(), id, call));
  (void)call;
  if ((buffer->is_bound != 0) && ((buffer->attr & PREM_WO) != 0)) {
    push_request(id, 1, &buffer->region);
  }
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
  struct prem_region region = line(src, size);
  swap(id, &region, PREM_CALL_SWAP_BUFFER);
}

void prem_swap2d_buffer(int32_t id, void *src, int32_t width, int32_t height,
                        int32_t spitch, int32_t dpitch) {
  struct prem_region region = rows(src, width, height, spitch, dpitch);
  swap(id, &region, PREM_CALL_SWAP2D_BUFFER);
}

void prem_swapnd_buffer(int32_t id, void *src, int32_t dimension,
                        const int32_t size[], const int32_t spitch[],
                        const int32_t dpitch[]) {
  struct prem_region region = line(src, 1);
  int32_t i = dimension - 1;
  if ((dimension < 2) || (dimension > PREM_MAX_DIMENSIONS)) {
    prem_port_fail(PREM_BAD_REGION, prem_port_core(), id);
    return;
  }
  region.dimensions = dimension;
  region.size[i] = size[i];
  region.main_stride[i] = 1;
  region.pad_stride[i] = 1;
  for (i = dimension - 2; i >= 0; --i) {
    region.size[i] = size[i];
    region.main_stride[i] = region.main_stride[i + 1] * spitch[i];
    region.pad_stride[i] = region.pad_stride[i + 1] * dpitch[i];
  }
  swap(id, &region, PREM_CALL_SWAPND_BUFFER);
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
    swap(id, &region, PREM_CALL_ALLOCATE);
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
    swap(id, &region, PREM_CALL_ALLOCATE2D);
  }
  return id;
}

void prem_deallocate(int32_t id) { give_back(id, PREM_CALL_DEALLOCATE); }

/*===- Engine.c - segments, and the order of requests ---------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Cores.h"
#include "Observe.h"
#include "PolyMem/Runtime/Prem/prem.h"

struct core prem_cores[PREM_MAX_CORES];

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
    if ((prem_cores[i].ended > engine.segment) ||
        ((prem_cores[i].has_arrived == 0) &&
         (prem_cores[i].has_finished == 0))) {
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
    is_any |= prem_cores[i].has_arrived;
  }
  if (is_any == 0) {
    return 0;
  }
  PREM_OBSERVE(prem_observe_epoch());
  for (i = 0; i < engine.cores; ++i) {
    prem_cores[i].has_arrived = 0;
    prem_cores[i].ended = 0;
    prem_cores[i].served[DISPATCHED] = 0;
    prem_cores[i].served[WAITING] = 0;
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
  struct core *core = &prem_cores[engine.core];
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

struct core *prem_this_core(void) { return &prem_cores[prem_port_core()]; }

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
      prem_cores[i].buffers[b].is_used = 0;
    }
    prem_cores[i].segment = 0;
    clear_batch(&prem_cores[i]);
    prem_cores[i].ended = 0;
    prem_cores[i].served[DISPATCHED] = 0;
    prem_cores[i].served[WAITING] = 0;
    prem_cores[i].has_arrived = 0;
    prem_cores[i].has_finished = 0;
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
  struct core *core = prem_this_core();
  struct batch *batch = &core->batches[core->segment % 2];
  PREM_OBSERVE(prem_observe_call(prem_port_core(), PREM_CALL_DISPATCH));
  batch->dispatched = batch->count;
}

void prem_end_segment(void) {
  struct core *core = prem_this_core();
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
  struct core *core = prem_this_core();
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
  struct core *core = prem_this_core();
  prem_port_lock();
  publish_rest(core);
  core->has_finished = 1;
  run_engine();
  while (core->served[WAITING] < core->ended) {
    prem_port_wait();
  }
  prem_port_unlock();
}

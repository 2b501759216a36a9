/*===- Simulate.c - what a run takes on a machine, event by event ---------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Replays what the threads called and counted. An event is the end of a
|* segment, or of a step of the engine: the start of a line, or a burst. The
|* order of requests is that of prem.h, written down here once more, from its
|* text.
|*
|*   segment: its calls, its operations, and interrupts that the core gets in it
|*   line, a contiguous piece of main memory: line-ns, and burst-ns for each
|*     aligned piece of burst-bytes that it touches; Gu 2023, 4.2, counts those
|*     of a line that begins at a boundary
|*   interrupt: for each stage of a segment with requests, when the last one is
|*     done; and for each box beyond the first of a request that needs several,
|*     before which the engine waits for it
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <stdlib.h>

enum state { RUNS, WAITS, AT_BARRIER, HAS_ENDED };

struct sim_core {
  enum state state;
  /** Which segment record runs, or ran last. */
  int32_t record;
  /** Since when it is in its state; of RUNS: until when. */
  int64_t since, until;
  /** Cycles of interrupts in this segment; and, of a core that waits, until
     when it is in them. */
  int64_t interrupts, interrupted;
  int32_t ended, served[2];
};

struct line {
  int64_t address, bytes;
  /** The first line of a box that is not the first. */
  int32_t begins_box;
};

struct sim {
  struct prem_host *host;
  struct sim_core *cores;
  int64_t now;
  /** The engine: where it is, and its step, which ends at `until`. */
  int32_t epoch, segment, stage, core, request, has_requests;
  int32_t is_busy;
  int64_t until, request_begin;
  struct line *lines;
  int64_t line_count, line_capacity, line, bursts, request_bursts;
  int32_t has_failed;
};

int64_t prem_cycles_of(const struct prem_machine *machine,
                       int64_t nanoseconds) {
  return (nanoseconds * machine->clock_mhz + 999) / 1000;
}

static int64_t interrupt_cycles(const struct sim *sim) {
  return prem_cycles_of(&sim->host->machine,
                        sim->host->machine.api_ns.dma_interrupt);
}

static int64_t call_cycles(const struct prem_machine *machine,
                           enum prem_call call) {
  const struct prem_api_ns *api = &machine->api_ns;
  const int64_t prices[PREM_CALLS] = {api->allocate_buffer,
                                      api->allocate,
                                      api->allocate2d,
                                      api->deallocate,
                                      api->deallocate_buffer,
                                      api->dispatch,
                                      api->end_segment,
                                      api->swap_buffer,
                                      api->swap2d_buffer,
                                      api->swapnd_buffer,
                                      api->barrier};
  return prem_cycles_of(machine, prices[call]);
}

static void segment_cycles(const struct prem_machine *machine,
                           const struct prem_host_segment *segment,
                           int64_t *calls, int64_t *operations) {
  *calls = *operations = 0;
  for (int32_t i = 0; i < PREM_CALLS; ++i)
    *calls += segment->calls[i] * call_cycles(machine, (enum prem_call)i);
  for (int32_t i = 0; i < PREM_OP_CLASSES; ++i)
    *operations += (int64_t)segment->ops[i] * machine->op_cycles[i];
}

/*===----------------------------------------------------------------------===*\
|* The timeline
\*===----------------------------------------------------------------------===*/

/** A new event from `begin` until now; null without memory. */
static struct prem_host_event *add_event(struct sim *sim,
                                         enum prem_event_kind kind,
                                         int32_t core, int64_t begin) {
  struct prem_host *host = sim->host;
  if (host->event_count == host->event_capacity) {
    int64_t larger = host->event_capacity ? host->event_capacity * 2 : 64;
    void *moved = realloc(host->events, (size_t)larger * sizeof *host->events);
    if (!moved) {
      sim->has_failed = 1;
      return NULL;
    }
    host->events = moved;
    host->event_capacity = larger;
  }
  struct prem_host_event event = {0};
  event.kind = kind;
  event.core = core;
  event.begin = begin;
  event.end = sim->now;
  event.array = -1;
  host->events[host->event_count] = event;
  return &host->events[host->event_count++];
}

static const struct prem_host_segment *record_of(const struct sim *sim,
                                                 int32_t core) {
  return &sim->host->core[core].segments[sim->cores[core].record];
}

/*===----------------------------------------------------------------------===*\
|* Cores
\*===----------------------------------------------------------------------===*/

/** Begins the segment of the core's record, after a wait since `since`. */
static void begin_segment(struct sim *sim, int32_t number) {
  struct sim_core *core = &sim->cores[number];
  const struct prem_host_segment *segment = record_of(sim, number);
  int64_t calls, operations;
  segment_cycles(&sim->host->machine, segment, &calls, &operations);
  if (core->since < sim->now) {
    struct prem_host_event *event =
        add_event(sim, PREM_EVENT_WAIT, number, core->since);
    if (event) {
      event->component = segment->component;
      event->segment = segment->number;
    }
  }
  core->state = RUNS;
  core->since = sim->now;
  core->interrupts =
      core->interrupted > sim->now ? core->interrupted - sim->now : 0;
  core->until = sim->now + calls + operations + core->interrupts;
}

/** The record of an earlier segment that the engine asks for. */
static const struct prem_host_segment *find_record(const struct sim *sim,
                                                   int32_t core) {
  int32_t record = sim->cores[core].record;
  while (sim->host->core[core].segments[record].number != sim->segment ||
         sim->host->core[core].segments[record].component != sim->epoch)
    --record;
  return &sim->host->core[core].segments[record];
}

static void end_segment(struct sim *sim, int32_t number) {
  struct sim_core *core = &sim->cores[number];
  const struct prem_host_segment *segment = record_of(sim, number);
  struct prem_host_event *event;
  if (core->since < sim->now &&
      (event = add_event(sim, PREM_EVENT_EXECUTE, number, core->since))) {
    event->component = segment->component;
    event->segment = segment->number;
    segment_cycles(&sim->host->machine, segment, &event->calls,
                   &event->operations);
    event->interrupts = core->interrupts;
  }
  core->since = sim->now;
  if (segment->ending == PREM_ENDS_SEGMENT || segment->request_count > 0)
    core->ended = segment->number + 1;
  core->state = segment->ending == PREM_ENDS_SEGMENT     ? WAITS
                : segment->ending == PREM_ENDS_COMPONENT ? AT_BARRIER
                                                         : HAS_ENDED;
}

/** The next segment of a waiting core begins, if it may. */
static void try_core(struct sim *sim, int32_t number) {
  struct sim_core *core = &sim->cores[number];
  if (core->state != WAITS || core->served[1] < core->ended - 1 ||
      (record_of(sim, number)->dispatched > 0 && core->served[0] < core->ended))
    return;
  core->record += 1;
  begin_segment(sim, number);
}

static void interrupt(struct sim *sim, int32_t number) {
  struct sim_core *core = &sim->cores[number];
  int64_t cycles = interrupt_cycles(sim);
  if (core->state == RUNS) {
    core->until += cycles;
    core->interrupts += cycles;
  } else {
    if (core->interrupted < sim->now)
      core->interrupted = sim->now;
    core->interrupted += cycles;
  }
}

/*===----------------------------------------------------------------------===*\
|* The engine
\*===----------------------------------------------------------------------===*/

static void add_line(struct sim *sim, int64_t address, int64_t bytes,
                     int32_t begins_box) {
  if (sim->line_count == sim->line_capacity) {
    int64_t larger = sim->line_capacity ? sim->line_capacity * 2 : 64;
    void *moved = realloc(sim->lines, (size_t)larger * sizeof *sim->lines);
    if (!moved) {
      sim->has_failed = 1;
      return;
    }
    sim->lines = moved;
    sim->line_capacity = larger;
  }
  struct line line = {address, bytes, begins_box};
  sim->lines[sim->line_count++] = line;
}

/** Counts `index` on below `size`, the last dimension first; 0 behind the last.
 */
static int32_t count_on(int32_t *index, const int32_t *size,
                        int32_t dimensions) {
  int32_t i = dimensions - 1;
  for (; i >= 0 && ++index[i] == size[i]; --i)
    index[i] = 0;
  return i >= 0;
}

/** The lines of a box at `address`. */
static void add_box(struct sim *sim, int64_t address, struct prem_region box,
                    int32_t begins_box) {
  int32_t index[PREM_MAX_DIMENSIONS] = {0};
  for (int32_t i = 0; i < box.dimensions; ++i)
    box.pad_stride[i] = box.main_stride[i];
  box = prem_simplest_region(&box);
  do {
    int64_t offset = 0;
    for (int32_t i = 0; i + 1 < box.dimensions; ++i)
      offset += index[i] * (int64_t)box.main_stride[i];
    add_line(sim, address + offset, box.size[box.dimensions - 1], begins_box);
    begins_box = 0;
  } while (count_on(index, box.size, box.dimensions - 1));
}

/** All lines of a request, in the boxes that the engine needs for it. */
static void find_lines(struct sim *sim,
                       const struct prem_host_request *request) {
  struct prem_region whole = prem_simplest_region(&request->region);
  int64_t most = sim->host->machine.dma_max_dimensions;
  int32_t outer =
      whole.dimensions > most ? whole.dimensions - (int32_t)most : 0;
  int32_t index[PREM_MAX_DIMENSIONS] = {0};
  int32_t begins_box = 0;
  sim->line_count = sim->line = 0;
  do {
    int64_t offset = 0;
    struct prem_region box = whole;
    for (int32_t i = 0; i < outer; ++i)
      offset += index[i] * (int64_t)whole.main_stride[i];
    box.dimensions = whole.dimensions - outer;
    for (int32_t i = 0; i < box.dimensions; ++i) {
      box.size[i] = whole.size[outer + i];
      box.main_stride[i] = whole.main_stride[outer + i];
    }
    add_box(sim, request->address + offset, box, begins_box);
    begins_box = 1;
  } while (count_on(index, whole.size, outer));
}

/** Begins the current line: its bursts are counted down. */
static void begin_line(struct sim *sim) {
  const struct prem_machine *machine = &sim->host->machine;
  const struct line *line = &sim->lines[sim->line];
  int64_t burst = machine->dma_burst_bytes;
  sim->bursts =
      (line->address + line->bytes - 1) / burst - line->address / burst + 1;
  sim->request_bursts += sim->bursts;
  sim->until = sim->now + prem_cycles_of(machine, machine->dma_line_ns);
  if (line->begins_box) {
    interrupt(sim, sim->core);
    sim->until += interrupt_cycles(sim);
  }
}

static void end_request(struct sim *sim,
                        const struct prem_host_request *request) {
  struct prem_host_event *event =
      add_event(sim, request->is_unload ? PREM_EVENT_UNLOAD : PREM_EVENT_LOAD,
                sim->core, sim->request_begin);
  if (event) {
    event->component = sim->epoch;
    event->segment = sim->segment;
    event->array = request->array;
    event->buffer = request->buffer;
    event->bytes = prem_region_bytes(&request->region);
    event->lines = sim->line_count;
    event->bursts = sim->request_bursts;
  }
  sim->is_busy = 0;
  sim->request += 1;
}

/** A step of the engine has ended: the next burst, line, or nothing. */
static void end_step(struct sim *sim) {
  if (sim->bursts > 0) {
    sim->bursts -= 1;
    sim->until = sim->now + prem_cycles_of(&sim->host->machine,
                                           sim->host->machine.dma_burst_ns);
    return;
  }
  sim->line += 1;
  if (sim->line < sim->line_count)
    begin_line(sim);
  else
    end_request(sim, &find_record(sim, sim->core)->requests[sim->request]);
}

static int32_t is_closed(const struct sim_core *core) {
  return core->state == AT_BARRIER || core->state == HAS_ENDED;
}

/** Lets all at the barrier go if no segment of the epoch is left. Returns 0 if
   the engine has to wait. */
static int32_t try_epoch(struct sim *sim) {
  int32_t is_any = 0;
  for (int32_t c = 0; c < sim->host->cores; ++c)
    is_any |= sim->cores[c].state == AT_BARRIER;
  if (!is_any)
    return 0;
  sim->epoch += 1;
  sim->segment = 0;
  for (int32_t c = 0; c < sim->host->cores; ++c) {
    struct sim_core *core = &sim->cores[c];
    core->ended = core->served[0] = core->served[1] = 0;
    if (core->state != AT_BARRIER)
      continue;
    core->record += 1;
    begin_segment(sim, c);
  }
  return 1;
}

static int32_t is_epoch_over(const struct sim *sim) {
  for (int32_t c = 0; c < sim->host->cores; ++c)
    if (sim->cores[c].ended > sim->segment || !is_closed(&sim->cores[c]))
      return 0;
  return 1;
}

static void next_position(struct sim *sim) {
  sim->request = 0;
  sim->has_requests = 0;
  int32_t is_last_core = sim->core + 1 == sim->host->cores;
  int32_t is_last = is_last_core && sim->stage == 1;
  if (sim->segment == 0 ? is_last_core : 1)
    sim->stage = 1 - sim->stage;
  if (sim->segment == 0 || sim->stage == 0)
    sim->core = is_last_core ? 0 : sim->core + 1;
  sim->segment += is_last;
}

/** Moves an idle engine on. Returns 0 if it is busy or has to wait. */
static int32_t try_engine(struct sim *sim) {
  if (sim->is_busy)
    return 0;
  if (sim->core == 0 && sim->stage == 0 && is_epoch_over(sim))
    return try_epoch(sim);
  struct sim_core *core = &sim->cores[sim->core];
  if (core->ended > sim->segment) {
    const struct prem_host_segment *segment = find_record(sim, sim->core);
    if (sim->stage == 1 && sim->request < segment->dispatched)
      sim->request = segment->dispatched;
    if (sim->request <
        (sim->stage == 0 ? segment->dispatched : segment->request_count)) {
      sim->has_requests = 1;
      sim->is_busy = 1;
      sim->request_begin = sim->now;
      sim->request_bursts = 0;
      find_lines(sim, &segment->requests[sim->request]);
      if (!sim->has_failed)
        begin_line(sim);
      return 1;
    }
    core->served[sim->stage] = sim->segment + 1;
    if (sim->has_requests)
      interrupt(sim, sim->core);
    try_core(sim, sim->core);
  } else if (!is_closed(core)) {
    return 0;
  }
  next_position(sim);
  return 1;
}

/*===----------------------------------------------------------------------===*\
|* Events
\*===----------------------------------------------------------------------===*/

/** The core whose segment ends first; -1: the engine's step does, -2: nothing
    runs. At the same time the engine is first, then the cores in order. */
static int32_t next_event(const struct sim *sim, int64_t *when) {
  int32_t result = sim->is_busy ? -1 : -2;
  *when = sim->until;
  for (int32_t c = 0; c < sim->host->cores; ++c)
    if (sim->cores[c].state == RUNS &&
        (result == -2 || sim->cores[c].until < *when)) {
      result = c;
      *when = sim->cores[c].until;
    }
  return result;
}

static void simulate(struct sim *sim) {
  for (int32_t c = 0; c < sim->host->cores; ++c)
    begin_segment(sim, c);
  while (!sim->has_failed) {
    int64_t when;
    int32_t next = next_event(sim, &when);
    if (next == -2)
      break;
    sim->now = when;
    if (next == -1)
      end_step(sim);
    else
      end_segment(sim, next);
    if (next >= 0)
      try_core(sim, next);
    while (!sim->has_failed && try_engine(sim))
      ;
  }
  for (int32_t c = 0; c < sim->host->cores; ++c) {
    sim->has_failed |= sim->cores[c].state != HAS_ENDED;
    if (sim->cores[c].interrupted > sim->now)
      sim->now = sim->cores[c].interrupted;
  }
}

int64_t prem_host_simulate(struct prem_host *host) {
  struct sim sim = {0};
  host->event_count = 0;
  host->makespan = -1;
  if (host->cores == 0)
    return -1;
  sim.host = host;
  sim.cores = calloc((size_t)host->cores, sizeof *sim.cores);
  if (!sim.cores)
    return -1;
  simulate(&sim);
  if (!sim.has_failed)
    host->makespan = sim.now;
  free(sim.cores);
  free(sim.lines);
  return host->makespan;
}

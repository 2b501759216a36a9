/*===- Host.c - PREM programs as threads of this computer -----------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct prem_host *prem_running;

/** The port: one lock, one thing that all wait for, and the engine's transfer.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_cond_t engine_changed = PTHREAD_COND_INITIALIZER;
static struct prem_transfer current;
static int32_t has_transfer, engine_ends;
/** A thread's number, plus one. */
static pthread_key_t core_key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void make_key(void) { pthread_key_create(&core_key, NULL); }

/*===----------------------------------------------------------------------===*\
|* The port
\*===----------------------------------------------------------------------===*/

int32_t prem_port_core(void) {
  intptr_t number = (intptr_t)pthread_getspecific(core_key);
  if (number == 0) {
    fputs("polymem-prem: called by a thread that prem_host_run did not start\n",
          stderr);
    abort();
  }
  return (int32_t)(number - 1);
}

void *prem_port_scratchpad(int32_t core) {
  return prem_running->core[core].scratchpad;
}

void prem_port_lock(void) { pthread_mutex_lock(&lock); }
void prem_port_unlock(void) { pthread_mutex_unlock(&lock); }
void prem_port_wait(void) { pthread_cond_wait(&changed, &lock); }
void prem_port_wake(void) { pthread_cond_broadcast(&changed); }

int32_t prem_port_dma_dimensions(void) {
  int64_t most = prem_running->machine.dma_max_dimensions;
  return most < PREM_MAX_DIMENSIONS ? (int32_t)most : PREM_MAX_DIMENSIONS;
}

int32_t prem_port_dma_start(const struct prem_transfer *transfer) {
  current = *transfer;
  has_transfer = 1;
  pthread_cond_signal(&engine_changed);
  return 0;
}

void prem_port_fail(enum prem_failure failure, int32_t core, int32_t number) {
  static const char *const texts[] = {
      "more than %d cores",
      "more than %d buffers of one core",
      "more than %d requests in one segment",
      "there is no buffer %d",
      "buffer %d: a box of no or too many elements or dimensions",
      "a swap of more than %d boxes"};
  const struct prem_host_core *data = &prem_running->core[core];
  prem_host_report(prem_running, PREM_RULE_CALL, core, data->component,
                   data->segment, number, texts[failure], (int)number);
}

/*===----------------------------------------------------------------------===*\
|* Threads
\*===----------------------------------------------------------------------===*/

void prem_host_dawdle(struct prem_host *host, uint64_t *random) {
  struct timespec pause = {0, 0};
  if (host->options.seed == 0)
    return;
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  if (*random % 4 == 0) {
    pause.tv_nsec = (long)(*random / 4 % 30000);
    nanosleep(&pause, NULL);
  }
}

struct thread {
  int32_t core;
  void (*kernel)(void *);
  void *argument;
};

static void *run_core(void *data) {
  const struct thread *thread = data;
  pthread_setspecific(core_key, (void *)(intptr_t)(thread->core + 1));
  thread->kernel(thread->argument);
  prem_check_end_thread(prem_running, thread->core);
  prem_end_thread();
  return NULL;
}

static void *run_engine(void *data) {
  struct prem_host *host = data;
  uint64_t random = host->options.seed * 2654435761u + 1;
  pthread_mutex_lock(&lock);
  for (;;) {
    struct prem_transfer transfer;
    while (!has_transfer && !engine_ends)
      pthread_cond_wait(&engine_changed, &lock);
    if (!has_transfer)
      break;
    transfer = current;
    has_transfer = 0;
    pthread_mutex_unlock(&lock);
    prem_host_dawdle(host, &random);
    prem_host_move(host, &transfer);
    prem_dma_done();
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

/** Starts the threads and waits for them. A thread that cannot be started ends
   at once, so that the others do not wait for it. */
static int32_t run_threads(struct prem_host *host, void (*kernel)(void *),
                           void *argument) {
  int32_t started, result = 1;
  pthread_t engine;
  pthread_t *threads = calloc((size_t)host->cores, sizeof *threads);
  struct thread *data = calloc((size_t)host->cores, sizeof *data);
  has_transfer = engine_ends = 0;
  if (!threads || !data || pthread_create(&engine, NULL, run_engine, host)) {
    free(threads);
    free(data);
    return 0;
  }
  for (started = 0; started < host->cores; ++started) {
    data[started].core = started;
    data[started].kernel = kernel;
    data[started].argument = argument;
    if (pthread_create(&threads[started], NULL, run_core, &data[started]))
      break;
  }
  for (int32_t core = started; core < host->cores; ++core) {
    pthread_setspecific(core_key, (void *)(intptr_t)(core + 1));
    prem_end_thread();
    pthread_setspecific(core_key, NULL);
    result = 0;
  }
  for (int32_t core = 0; core < started; ++core)
    pthread_join(threads[core], NULL);
  pthread_mutex_lock(&lock);
  engine_ends = 1;
  pthread_cond_signal(&engine_changed);
  pthread_mutex_unlock(&lock);
  pthread_join(engine, NULL);
  free(threads);
  free(data);
  return result;
}

/*===----------------------------------------------------------------------===*\
|* Programs
\*===----------------------------------------------------------------------===*/

int32_t prem_host_grow(void **elements, int32_t count, int32_t *capacity,
                       size_t size) {
  if (count < *capacity)
    return 1;
  int32_t larger = *capacity ? *capacity * 2 : 8;
  void *moved =
      larger > *capacity ? realloc(*elements, size * (size_t)larger) : NULL;
  if (!moved)
    return 0;
  *elements = moved;
  *capacity = larger;
  return 1;
}

/** The numbers that would make the run-time divide by zero or index nothing. */
static int32_t makes_sense(const struct prem_machine *machine) {
  return machine->cores > 0 && machine->clock_mhz > 0 &&
         machine->scratchpad_bytes > 0 &&
         machine->scratchpad_reserved_bytes >= 0 &&
         machine->scratchpad_reserved_bytes < machine->scratchpad_bytes &&
         machine->scratchpad_bytes <= INT32_MAX &&
         machine->scratchpad_alignment > 0 && machine->dma_burst_bytes > 0 &&
         machine->dma_max_dimensions > 0 && machine->dma_alignment > 0;
}

struct prem_host *prem_host_create(const struct prem_machine *machine,
                                   const struct prem_options *options) {
  struct prem_host *host =
      makes_sense(machine) ? calloc(1, sizeof *host) : NULL;
  if (!host)
    return NULL;
  host->machine = *machine;
  if (options)
    host->options = *options;
  pthread_mutex_init(&host->finding_lock, NULL);
  pthread_once(&key_once, make_key);
  return host;
}

/** Forgets the last run. */
static void clear_run(struct prem_host *host) {
  for (int32_t c = 0; c < host->cores; ++c) {
    struct prem_host_core *core = &host->core[c];
    for (int32_t s = 0; s < core->segment_count; ++s)
      free(core->segments[s].requests);
    free(core->segments);
    free(core->buffers);
    free(core->scratchpad);
    free(core->flags);
  }
  free(host->core);
  host->core = NULL;
  host->cores = 0;
  for (int32_t i = 0; i < host->finding_count; ++i)
    free(host->findings[i].text);
  host->finding_count = 0;
  for (int32_t i = 0; i < host->array_count; ++i) {
    free(host->arrays[i].read_by);
    free(host->arrays[i].written_by);
    host->arrays[i].read_by = host->arrays[i].written_by = NULL;
  }
  host->event_count = 0;
  host->epoch = 0;
  host->has_failed = 0;
}

void prem_host_destroy(struct prem_host *host) {
  if (!host)
    return;
  clear_run(host);
  for (int32_t i = 0; i < host->array_count; ++i)
    free(host->arrays[i].name);
  free(host->arrays);
  free(host->findings);
  free(host->events);
  pthread_mutex_destroy(&host->finding_lock);
  free(host);
}

int32_t prem_host_array(struct prem_host *host, const char *name, void *data,
                        int32_t element_bytes, int32_t rank,
                        const int64_t *sizes) {
  struct prem_host_array array = {0};
  int64_t burst = host->machine.dma_burst_bytes;
  if (element_bytes < 1 || rank < 0 || rank > PREM_MAX_DIMENSIONS)
    return 1;
  array.elements = 1;
  for (int32_t i = 0; i < rank; ++i) {
    if (sizes[i] < 1 || array.elements > INT64_MAX / 64 / sizes[i])
      return 1;
    array.sizes[i] = sizes[i];
    array.elements *= sizes[i];
  }
  if (array.elements > INT64_MAX / 64 / element_bytes)
    return 1;
  array.data = data;
  array.rank = rank;
  array.element_bytes = element_bytes;
  array.bytes = array.elements * element_bytes;
  if (host->array_count > 0) {
    const struct prem_host_array *last = &host->arrays[host->array_count - 1];
    array.address = (last->address + last->bytes + burst - 1) / burst * burst;
  }
  array.name = malloc(strlen(name) + 1);
  void *moved =
      realloc(host->arrays, sizeof array * ((size_t)host->array_count + 1));
  if (moved)
    host->arrays = moved;
  if (!array.name || !moved) {
    free(array.name);
    return 1;
  }
  strcpy(array.name, name);
  host->arrays[host->array_count++] = array;
  return 0;
}

static int32_t make_cores(struct prem_host *host, int32_t cores) {
  size_t bytes = (size_t)prem_host_pad_bytes(host);
  size_t alignment = sizeof(void *);
  while (alignment < (size_t)host->machine.scratchpad_alignment)
    alignment *= 2;
  host->core = calloc((size_t)cores, sizeof *host->core);
  if (!host->core)
    return 0;
  host->cores = cores;
  for (int32_t c = 0; c < cores; ++c) {
    void *memory = NULL;
    /* What is reserved is behind the buffers: programs that write behind the
       last buffer are to be told so. */
    if (posix_memalign(&memory, alignment,
                       (size_t)host->machine.scratchpad_bytes))
      return 0;
    host->core[c].scratchpad = memory;
    host->core[c].flags = calloc(1, bytes);
    host->core[c].random =
        host->options.seed * 6364136223846793005u + (uint64_t)c + 1;
    if (!host->core[c].flags)
      return 0;
    prem_host_poison(&host->core[c], memory, (int64_t)bytes);
  }
  return 1;
}

int32_t prem_host_run(struct prem_host *host, int32_t cores,
                      void (*kernel)(void *argument), void *argument) {
  int32_t works;
  clear_run(host);
  if (prem_running || cores < 1 || cores > host->machine.cores ||
      cores > PREM_MAX_CORES)
    return -1;
  if (!make_cores(host, cores) || !prem_check_start(host)) {
    clear_run(host);
    return -1;
  }
  prem_running = host;
  prem_start(cores);
  works = run_threads(host, kernel, argument);
  prem_check_epoch(host);
  prem_check_end(host);
  prem_running = NULL;
  if (!works || host->has_failed) {
    clear_run(host);
    return -1;
  }
  prem_host_sort_findings(host);
  return host->finding_count;
}

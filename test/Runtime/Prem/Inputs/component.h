/* A component, streamed as Gu 2023, 3.5 says: two buffers for each operand; the
   x-th new box of an operand, which segment ST(x) needs first, is swapped in
     in segment 0, before the dispatch               for x = 1
     in segment ST(2) - 2, behind the dispatch of 0  for x = 2
     in segment ST(x - 1) - 1                        for x > 2
   and the last two are given back behind their last segments. A mutation makes
   one mistake, on core `faulty`. */
#ifndef COMPONENT_H
#define COMPONENT_H

#include "program.h"

enum mutation {
  NONE,
  SWAP_DROPPED,
  SWAP_EARLY,
  SWAP_LATE,
  WRONG_BUFFER,
  ORDER_SWAPPED,
  NO_DEALLOCATE,
  NO_BARRIER,
  BARRIER_OF_ONE,
  NO_DISPATCH,
  FACE_MORE,
  FACE_LESS,
  PITCH,
  MUTATIONS
};

static const char *const mutation_names[] = {
    "none",           "swap-dropped",  "swap-early",    "swap-late",
    "wrong-buffer",   "order-swapped", "no-deallocate", "no-barrier",
    "barrier-of-one", "no-dispatch",   "face-more",     "face-less",
    "pitch"};
static enum mutation mutation;
static int32_t faulty, faulty_operand;

enum { MAX_SEGMENTS = 512, MAX_OPERANDS = 16, MAX_RANK = 4 };

/* A box of an array: in elements, outermost first. */
struct box {
  const void *src;
  int32_t size[MAX_RANK];
};

struct operand {
  int32_t attr, element_bytes, rank;
  /* Of the array, and the bounding box of all boxes. */
  int32_t shape[MAX_RANK], bound[MAX_RANK];
  /* Filled in by stream(). */
  struct box boxes[MAX_SEGMENTS + 1];
  int32_t first[MAX_SEGMENTS + 2], count; /* ST(1..count) */
  int32_t id[2];
  unsigned char *pad[2];
};

struct component {
  int32_t operands, segments;
  struct operand *operand;
  void *context;
  void (*compute)(const struct component *, int32_t segment);
};

/* Where segment `j` has an operand. */
static inline int32_t box_number(const struct operand *o, int32_t j) {
  int32_t x = 1;
  while (x < o->count && o->first[x + 1] <= j)
    ++x;
  return x;
}
static inline void *pad_of(const struct component *c, int32_t operand,
                           int32_t j) {
  const struct operand *o = &c->operand[operand];
  return o->pad[(box_number(o, j) + 1) % 2];
}

static inline int32_t is_faulty(enum mutation which, int32_t operand) {
  return mutation == which && prem_thread_id() == faulty &&
         (operand < 0 || operand == faulty_operand);
}

static inline void swap_box(const struct operand *o, int32_t number, int32_t id,
                            const struct box *box) {
  int32_t size[MAX_RANK], spitch[MAX_RANK], dpitch[MAX_RANK];
  int32_t last = o->rank - 1;
  for (int32_t d = 0; d < o->rank; ++d) {
    size[d] = box->size[d];
    if (d > 0) {
      spitch[d - 1] = o->shape[d];
      dpitch[d - 1] = o->bound[d];
    }
  }
  if (is_faulty(FACE_MORE, number))
    size[0] += 1;
  if (is_faulty(FACE_LESS, number))
    size[0] -= 1;
  size[last] *= o->element_bytes;
  if (last > 0) {
    spitch[last - 1] *= o->element_bytes;
    dpitch[last - 1] *= o->element_bytes;
    if (is_faulty(PITCH, number))
      spitch[last - 1] += o->element_bytes;
  }
  if (o->rank == 1)
    prem_swap_buffer(id, (void *)box->src, size[0]);
  else if (o->rank == 2)
    prem_swap2d_buffer(id, (void *)box->src, size[1], size[0], spitch[0],
                       dpitch[0]);
  else
    prem_swapnd_buffer(id, (void *)box->src, o->rank, size, spitch, dpitch);
}

/* Swaps in the x-th box, with the mistakes of the third one, or of the last one
   where there are two. */
static inline void swap_number(const struct operand *o, int32_t number,
                               int32_t x) {
  int32_t wrong = minimum(3, o->count);
  int32_t box = x, buffer = (x + 1) % 2;
  if (x == wrong && is_faulty(SWAP_DROPPED, number))
    return;
  if (x == wrong && is_faulty(WRONG_BUFFER, number))
    buffer = 1 - buffer;
  if (is_faulty(ORDER_SWAPPED, number) && o->count > 1) {
    if (x == wrong - 1)
      box = wrong;
    if (x == wrong)
      box = wrong - 1;
  }
  swap_box(o, number, o->id[buffer], &o->boxes[o->first[box]]);
}

/* In which segment the x-th box is swapped in, x > 1. */
static inline int32_t swap_segment(const struct operand *o, int32_t number,
                                   int32_t x) {
  int32_t result = x == 2 ? o->first[2] - 2 : o->first[x - 1] - 1;
  if (x == minimum(3, o->count) && is_faulty(SWAP_EARLY, number) && result > 0)
    result -= 1;
  if (x == minimum(3, o->count) && is_faulty(SWAP_LATE, number))
    result += 1;
  return result;
}

static inline void find_swaps(const struct component *c) {
  for (int32_t i = 0; i < c->operands; ++i) {
    struct operand *o = &c->operand[i];
    o->count = 0;
    for (int32_t j = 1; j <= c->segments; ++j)
      if (j == 1 || memcmp(&o->boxes[j], &o->boxes[j - 1], sizeof o->boxes[j]))
        o->first[++o->count] = j;
    o->first[o->count + 1] = c->segments + 1;
  }
}

static inline void allocate_buffers(const struct component *c) {
  unsigned char *next = prem_scratchpad();
  for (int32_t i = 0; i < c->operands; ++i) {
    struct operand *o = &c->operand[i];
    int32_t bytes = o->element_bytes;
    for (int32_t d = 0; d < o->rank; ++d)
      bytes *= o->bound[d];
    for (int32_t b = 0; b < 2; ++b) {
      o->pad[b] = next;
      o->id[b] = prem_allocate_buffer(next, bytes, o->attr);
      next += ceil_div(bytes, 8) * 8;
    }
  }
}

/* What segment j calls behind its computation. */
static inline void end_of_segment(const struct component *c, int32_t j) {
  for (int32_t i = 0; i < c->operands; ++i) {
    struct operand *o = &c->operand[i];
    for (int32_t x = 2; x <= o->count; ++x)
      if (swap_segment(o, i, x) == j)
        swap_number(o, i, x);
    for (int32_t x = o->count > 1 ? o->count - 1 : 1; x <= o->count; ++x)
      if (o->first[x + 1] - 1 == j && !is_faulty(NO_DEALLOCATE, i))
        prem_deallocate_buffer(o->id[(x + 1) % 2]);
    if (o->count < 2 && j == c->segments)
      prem_deallocate_buffer(o->id[1]);
  }
  prem_end_segment();
}

/* The component on the calling core. */
static inline void stream(const struct component *c) {
  find_swaps(c);
  if (c->segments > 0) {
    allocate_buffers(c);
    for (int32_t i = 0; i < c->operands; ++i)
      swap_number(&c->operand[i], i, 1);
    if (!is_faulty(NO_DISPATCH, -1))
      prem_dispatch();
    end_of_segment(c, 0);
    for (int32_t j = 1; j <= c->segments; ++j) {
      c->compute(c, j);
      end_of_segment(c, j);
    }
  }
  if (mutation != NO_BARRIER && !is_faulty(BARRIER_OF_ONE, -1))
    prem_barrier();
}

/* Reads "threads seed mutation core operand" into the globals. */
static inline int32_t read_arguments(int argc, char **argv,
                                     struct prem_options *options) {
  int32_t threads = argc > 1 ? atoi(argv[1]) : 1;
  options->seed = argc > 2 ? (uint64_t)atoi(argv[2]) : 0;
  options->tells_accesses = TELLS;
  for (int i = 0; argc > 3 && i < MUTATIONS; ++i)
    if (!strcmp(mutation_names[i], argv[3]))
      mutation = (enum mutation)i;
  faulty = argc > 4 ? atoi(argv[4]) : 0;
  faulty_operand = argc > 5 ? atoi(argv[5]) : 0;
  return threads;
}

/* Simulates, and writes $TIMELINE.json and .svg, if that is set. */
static inline void write_timeline(struct prem_host *host) {
  const char *base = getenv("TIMELINE");
  char name[1000];
  if (!base)
    return;
  printf("makespan %lld\n", (long long)prem_host_simulate(host));
  snprintf(name, sizeof name, "%s.json", base);
  FILE *file = need(fopen(name, "w"));
  prem_host_write_json(host, file);
  fclose(file);
  snprintf(name, sizeof name, "%s.svg", base);
  file = need(fopen(name, "w"));
  prem_host_write_svg(host, file);
  fclose(file);
}

/* Runs, prints findings, and says whether results are the same. */
static inline int finish(struct prem_host *host, int32_t threads,
                         void (*kernel)(void *), const void *result,
                         const void *expected, size_t bytes) {
  int32_t findings = prem_host_run(host, threads, kernel, NULL);
  print_findings(host);
  printf("%d threads: %d findings, %s\n", (int)threads, (int)findings,
         memcmp(result, expected, bytes) ? "different" : "equal");
  write_timeline(host);
  prem_host_destroy(host);
  return 0;
}

#endif

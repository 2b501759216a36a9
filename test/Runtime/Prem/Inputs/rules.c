/* A faulty program for each rule; the argument says which. What is right of it
   is that of Gu 2023, Figure 2.1, for three segments of 4 elements. */
#include "program.h"

static float a[16], b[4][6];
static int fault;

enum {
  RIGHT,
  MAIN_MEMORY,
  OVER_READ,
  NO_BUFFER,
  WRITES_READ_ONLY,
  UNBOUND,
  LEAK,
  TWICE,
  TOO_LARGE,
  BEHIND_ARRAY,
  NO_ARRAY,
  SPLIT_ELEMENT,
  COVERED_ROWS,
  OUTSIDE,
  UNALIGNED,
  OVERLAP,
  UNKNOWN_BUFFER,
  NO_BOX,
  NEVER_WRITTEN,
  LOST_UPDATE,
  WRITE_AFTER_READ,
  WRITE_AFTER_WRITE,
  TOO_EARLY,
  STALE,
  STILL_UNLOADED,
  UNALIGNED_TRANSFER,
  EXACT,
  LOADED_ONLY,
  BOX_OUTSIDE,
  TOO_MANY_BOXES,
  OLD_ELEMENT,
  OLD_BOX,
  EMPTY_BOXES,
  UNBOUND_AGAIN,
  OWN_MEMORY,
  OWN_UNWRITTEN
};

/* `count` elements at `origin` are incremented in `pad`. */
static void increment(float *pad, float *origin, int count) {
  for (int i = 0; i < count; ++i)
    WRITE(pad[i], origin[i], READ(pad[i], origin[i]) + 1);
}

static void three_segments(void) {
  float *pad = prem_scratchpad(), *second = pad + 4;
  int32_t one, two;
  float x = 1;
  int32_t attr = fault == WRITES_READ_ONLY ? PREM_RO : PREM_RW;
  if (fault == OUTSIDE)
    pad += (131072 - 8192) / 4 - 3;
  if (fault == UNALIGNED) {
    pad += 1;
    second += 4;
  }
  if (fault == OVERLAP)
    second = pad + 2;
  one = prem_allocate_buffer(pad, 16, attr);
  two = prem_allocate_buffer(second, 16, PREM_RW);
  prem_swap_buffer(one, a,
                   fault == TOO_LARGE       ? 20
                   : fault == SPLIT_ELEMENT ? 14
                                            : 16);
  if (fault == UNBOUND)
    increment(second, a + 4, 1);
  if (fault != TOO_EARLY)
    prem_dispatch();
  if (fault == NO_ARRAY)
    prem_swap_buffer(two, &x, 4);
  prem_swap_buffer(two, a + (fault == BEHIND_ARRAY ? 13 : 4), 16);
  prem_end_segment();

  increment(pad, a, 4);
  if (fault == MAIN_MEMORY)
    WRITE(a[5], a[5], 0.0f);
  if (fault == NO_BUFFER)
    (void)READ(pad[20], a[0]);
  prem_swap_buffer(one, a + 8, fault == OVER_READ ? 12 : 16);
  if (fault == TWICE)
    prem_swap_buffer(one, a + 12, 16);
  if (fault == UNKNOWN_BUFFER)
    prem_swap_buffer(7, a, 16);
  if (fault == NO_BOX)
    prem_swap_buffer(one, a, 0);
  prem_end_segment();

  increment(second, a + (fault == STALE ? 8 : 4), 4);
  if (fault != LEAK)
    prem_deallocate_buffer(two);
  prem_end_segment();

  if (fault == STILL_UNLOADED)
    two = prem_allocate_buffer(second, 16, PREM_RO);
  increment(pad, a + 8, 4);
  prem_deallocate_buffer(one);
  if (fault == STILL_UNLOADED)
    prem_deallocate_buffer(two);
  prem_end_segment();
}

/* Both threads load the box of rows 0 to 3, change elements below the diagonal,
   or on and above it, and store the whole box. */
static void hull(void) {
  float (*pad)[6] = prem_scratchpad();
  int32_t attr = fault == NEVER_WRITTEN ? PREM_WO : PREM_RW;
  int32_t pitch = fault == COVERED_ROWS ? 20 : 24;
  int32_t box = prem_allocate2d(b, pad, 24, 4, 24, pitch, attr);
  prem_dispatch();
  prem_end_segment();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j)
      if ((j < i) == (prem_thread_id() == 0))
        WRITE(pad[i][j], b[i][j], (float)(10 * i + j));
  prem_deallocate(box);
  prem_end_segment();
}

/* The same with boxes that are exact: rows of the triangles. */
static void rows(void) {
  float (*pad)[6] = prem_scratchpad();
  int32_t sizes[4], count = 0, below = prem_thread_id() == 0;
  struct prem_box boxes[20];
  int32_t id = prem_allocate_buffer(pad, sizeof b, PREM_RW);
  memset(boxes, 0, sizeof boxes);
  for (int i = 0; i < 4; ++i) {
    int first = below ? 0 : i;
    sizes[i] = 4 * (below ? i : 6 - i);
    if (sizes[i] == 0)
      continue;
    boxes[count].src = &b[i][first];
    boxes[count].offset = 4 * (6 * i + first);
    boxes[count].attr = fault == LOADED_ONLY && i == 2 ? PREM_RO : PREM_WO;
    boxes[count].dimension = 1;
    boxes[count++].size = &sizes[i];
  }
  if (fault == BOX_OUTSIDE)
    boxes[count - 1].offset += 4 * 6;
  prem_swap_boxes(id, fault == TOO_MANY_BOXES ? 17 : count, boxes);
  prem_dispatch();
  prem_end_segment();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j)
      if ((j < i) == below)
        WRITE(pad[i][j], b[i][j], (float)(10 * i + j));
  prem_deallocate_buffer(id);
  prem_end_segment();
}

/* A buffer holds less than it held before: what the segment reads of it, and
   names nowhere else, is gone. */
static void less(void) {
  float *pad = prem_scratchpad();
  const int32_t two = 8, all = 16;
  const struct prem_box boxes[] = {{a, 0, PREM_RO, 1, &all, NULL, NULL},
                                   {a, 0, PREM_WO, 1, &two, NULL, NULL}};
  int32_t id = prem_allocate_buffer(pad, 16, PREM_RW);
  if (fault == OLD_ELEMENT) {
    prem_deallocate_buffer(id);
    id = prem_allocate_buffer(pad, 16, PREM_RO);
  }
  prem_swap_boxes(id, fault == OLD_ELEMENT ? 1 : 2, boxes);
  prem_dispatch();
  prem_end_segment();
  (void)READ(pad[3], a[3]);
  prem_swap_buffer(id, a + 8, 8);
  prem_dispatch();
  prem_end_segment();
  PREM_READ(&pad[3], NULL, 4);
  prem_deallocate_buffer(id);
  prem_end_segment();
}

/* Boxes without elements move nothing; with nothing else the buffer is unloaded
   and bound to nothing. */
static void nothing(void) {
  float *pad = prem_scratchpad();
  const int32_t all = 16, none[] = {0, 16, -3, 4}, pitch = 16;
  const struct prem_box boxes[] = {
      {b, 4, PREM_RW, 1, &none[0], NULL, NULL},
      {a, 0, PREM_RW, 1, &all, NULL, NULL},
      {b, 0, PREM_RW, 2, none, &pitch, &pitch},
      {b, 0, PREM_RW, 2, &none[2], &pitch, &pitch}};
  int32_t id = prem_allocate_buffer(pad, 16, PREM_RW);
  prem_swap_boxes(id, 4, boxes);
  prem_dispatch();
  prem_end_segment();
  increment(pad, a, 4);
  prem_swap_boxes(id, 1, boxes);
  prem_end_segment();
  prem_end_segment();
  if (fault == UNBOUND_AGAIN)
    PREM_WRITE(pad, NULL, 4);
  prem_deallocate_buffer(id);
}

/* A buffer that is never bound is memory of the segments' own. */
static void own(void) {
  float *pad = prem_scratchpad();
  int32_t id = prem_allocate_buffer(pad, 16, PREM_RW);
  PREM_WRITE(pad, NULL, 4);
  prem_end_segment();
  PREM_READ(fault == OWN_UNWRITTEN ? pad + 1 : pad, NULL, 4);
  prem_deallocate_buffer(id);
}

/* a[i] = a[i + 1], split in two without a barrier. */
static void shift(void) {
  float *pad = prem_scratchpad(), *out = pad + 6;
  float *from = a + 5 * prem_thread_id();
  int32_t in = prem_allocate(from, pad, 24, PREM_RO);
  int32_t result = prem_allocate(from, out, 20, PREM_WO);
  prem_dispatch();
  prem_end_segment();
  for (int i = 0; i < 5; ++i)
    WRITE(out[i], from[i], READ(pad[i + 1], from[i + 1]));
  prem_deallocate(in);
  prem_deallocate(result);
  prem_end_segment();
}

/* Both threads write a[0] to a[3]. */
static void same(void) {
  float *pad = prem_scratchpad();
  int32_t id = prem_allocate(a, pad, 16, PREM_WO);
  prem_end_segment();
  for (int i = 0; i < 4; ++i)
    WRITE(pad[i], a[i], 1.0f + (float)prem_thread_id());
  prem_deallocate(id);
  prem_end_segment();
}

static void kernel(void *argument) {
  (void)argument;
  if (fault == LOST_UPDATE || fault == NEVER_WRITTEN || fault == COVERED_ROWS)
    hull();
  else if (fault >= OWN_MEMORY)
    own();
  else if (fault >= EMPTY_BOXES)
    nothing();
  else if (fault >= OLD_ELEMENT)
    less();
  else if (fault >= EXACT)
    rows();
  else if (fault == WRITE_AFTER_READ)
    shift();
  else if (fault == WRITE_AFTER_WRITE)
    same();
  else
    three_segments();
}

int main(int argc, char **argv) {
  struct prem_options options = {0, TELLS};
  const int64_t size = 16, sizes[] = {4, 6};
  int threads;
  fault = argc > 1 ? atoi(argv[1]) : 0;
  threads = fault == LOST_UPDATE || fault == WRITE_AFTER_READ ||
                    fault == WRITE_AFTER_WRITE || fault == EXACT
                ? 2
                : 1;
  for (int i = 0; i < 16; ++i)
    a[i] = (float)(i * i) - 20;
  struct prem_machine machine = gu2023;
  if (fault == UNALIGNED_TRANSFER)
    machine.dma_alignment = 32;
  struct prem_host *host = need(prem_host_create(&machine, &options));
  prem_host_array(host, "a", a, 4, 1, &size);
  prem_host_array(host, "b", b, 4, 2, sizes);
  printf("fault %d: %d findings\n", fault,
         (int)prem_host_run(host, threads, kernel, NULL));
  print_findings(host);
  if (fault == EMPTY_BOXES) {
    int changed = 0, moved = prem_host_simulate(host) > 0;
    for (int i = 0; i < 16; ++i)
      changed += a[i] != (float)(i * i) - 20;
    printf("%d changed%s\n", changed, moved ? "" : ", no time");
  }
  if (fault == EXACT) {
    int wrong = 0;
    for (int i = 0; i < 24; ++i)
      wrong += b[i / 6][i % 6] != (float)(i / 6 * 10 + i % 6);
    printf("%d wrong\n", wrong);
  }
  prem_host_destroy(host);
  return 0;
}

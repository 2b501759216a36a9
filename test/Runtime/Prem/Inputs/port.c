/* A board of one core in software: the run-time without the host's checker. The
   argument says how its DMA engine works: 0 at once, 1 later, while the core
   waits; and 2 as 1, with a program that is wrong. */
#include "PolyMem/Runtime/Prem/prem.h"
#include "PolyMem/Runtime/Prem/prem_port.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int32_t x[512];
void prem_kernel(void);

static int way;
static char scratchpad[4096];
static struct prem_transfer transfer;
static int has_transfer, is_locked, transfers;
static jmp_buf failed;

/* Boxes of two dimensions, as the engine of examples/prem has them. */
static void move(const struct prem_transfer *t) {
  const struct prem_region *box = &t->region;
  int last = box->dimensions - 1;
  int rows = last > 0 ? box->size[0] : 1;
  for (int row = 0; row < rows; ++row) {
    char *main = (char *)box->main + (last > 0 ? row * box->main_stride[0] : 0);
    char *pad = (char *)box->pad + (last > 0 ? row * box->pad_stride[0] : 0);
    memcpy(t->is_unload ? main : pad, t->is_unload ? pad : main,
           (size_t)box->size[last]);
  }
  ++transfers;
}

int32_t prem_port_core(void) { return 0; }
void *prem_port_scratchpad(int32_t core) { return scratchpad + core; }
void prem_port_lock(void) { is_locked = 1; }
void prem_port_unlock(void) { is_locked = 0; }
void prem_port_wake(void) {}
int32_t prem_port_dma_dimensions(void) { return 2; }

void prem_port_wait(void) {
  if (!has_transfer || !is_locked) {
    puts("the core waits for ever");
    exit(1);
  }
  prem_port_unlock();
  has_transfer = 0;
  move(&transfer);
  prem_dma_done();
  prem_port_lock();
}

int32_t prem_port_dma_start(const struct prem_transfer *t) {
  if (way == 0) {
    move(t);
    return 1;
  }
  transfer = *t;
  has_transfer = 1;
  return 0;
}

void prem_port_fail(enum prem_failure failure, int32_t core, int32_t number) {
  printf("failure %d of core %d: %d\n", (int)failure, (int)core, (int)number);
  longjmp(failed, 1);
}

/* Each of these fails. */
static void fail(int which) {
  int32_t size[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  int32_t id = 0;
  if (setjmp(failed))
    return;
  prem_start(which == 0 ? 1000 : 1);
  for (int i = 0; i < (which == 1 ? 1000 : 1); ++i)
    id = prem_allocate_buffer(scratchpad, 4, PREM_RW);
  for (int i = 0; i < (which == 2 ? 1000 : 1); ++i)
    prem_swap_buffer(id, x, 4);
  if (which == 3)
    prem_deallocate_buffer(id + 1);
  if (which == 4)
    prem_swap_buffer(id, x, 0);
  if (which == 5)
    prem_swapnd_buffer(id, x, 9, size, size, size);
  if (which == 6)
    prem_swap2d_buffer(id, x, INT32_MAX, 2, 4, 4);
  if (which == 7) {
    struct prem_box boxes[5] = {{x, 0, PREM_RW, 1, size, NULL, NULL}};
    for (int i = 1; i < 5; ++i)
      boxes[i] = boxes[0];
    size[1] = 0;
    boxes[4].size = &size[1];
    prem_swap_boxes(id, 5, boxes);
    prem_swap_boxes(id, 0, boxes);
    boxes[4].size = size;
    prem_swap_boxes(id, 5, boxes);
  }
  printf("%d did not fail\n", which);
}

/* Of a box of 3 x 2 x 8 bytes in an array of 4 x 3 x 12 three rows of pairs. */
static int box(void) {
  char from[4][3][12], *pad = prem_scratchpad();
  const int32_t size[] = {3, 2, 8}, spitch[] = {3, 12}, dpitch[] = {2, 9};
  int wrong = 0;
  for (int i = 0; i < (int)sizeof from; ++i)
    (&from[0][0][0])[i] = (char)i;
  int32_t id = prem_allocate_buffer(pad, 6 * 9, PREM_RO);
  prem_swapnd_buffer(id, &from[1][1][2], 3, size, spitch, dpitch);
  prem_dispatch();
  prem_end_segment();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 8; ++k)
        wrong += pad[(i * 2 + j) * 9 + k] != from[1 + i][1 + j][2 + k];
  prem_deallocate_buffer(id);
  prem_end_segment();
  return wrong;
}

int main(int argc, char **argv) {
  int wrong = 0;
  way = argc > 1 ? atoi(argv[1]) : 0;
  if (way == 2) {
    for (int i = 0; i < 8; ++i)
      fail(i);
    return 0;
  }
  for (int i = 0; i < 512; ++i)
    x[i] = 3 * i;
  prem_start(1);
  prem_kernel();
  printf("%d transfers, ", transfers);
  transfers = 0;
  wrong = box();
  printf("%d transfers, ", transfers);
  prem_end_thread();
  for (int i = 0; i < 512; ++i)
    wrong += x[i] != (i < 64 ? 6 * i : 3 * i);
  printf("%d wrong\n", wrong);
  return 0;
}

/* A program as it is compiled for a board: x[i] = 2 x[i] for 64 elements a
   thread, in segments of 16, with two buffers. */
#include "PolyMem/Runtime/Prem/prem.h"

int32_t x[512];
void prem_kernel(void);

void prem_kernel(void) {
  int32_t *pad[2];
  int32_t id[2];
  int32_t *const from = &x[64 * prem_thread_id()];
  pad[0] = prem_scratchpad();
  pad[1] = pad[0] + 16;
  id[0] = prem_allocate_buffer(pad[0], 64, PREM_RW);
  id[1] = prem_allocate_buffer(pad[1], 64, PREM_RW);
  prem_swap_buffer(id[0], from, 64);
  prem_dispatch();
  prem_swap_buffer(id[1], from + 16, 64);
  prem_end_segment();
  for (int32_t j = 0; j < 4; ++j) {
    for (int32_t i = 0; i < 16; ++i) {
      int32_t *const place = &pad[j % 2][i];
      PREM_READ(place, from + (16 * j) + i, 4);
      PREM_WRITE(place, from + (16 * j) + i, 4);
      PREM_COUNT(PREM_OP_INT_MUL, 1);
      *place *= 2;
    }
    if (j < 2) {
      prem_swap_buffer(id[j % 2], from + (16 * (j + 2)), 64);
    } else {
      prem_deallocate_buffer(id[j % 2]);
    }
    prem_end_segment();
  }
  prem_barrier();
}

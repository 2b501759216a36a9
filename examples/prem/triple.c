/* y[i] = 3 * x[i] on two cores of a machine that computes in scratchpads only:
   each core streams its half in segments of 1000 elements, through two buffers
   for x and two for y. Runs on the host, is checked, and leaves a timeline:
   docs/prem.md. */
#include "PolyMem/Runtime/Prem/prem.h"
#include "PolyMem/Runtime/Prem/prem_host.h"
#include <stdlib.h>

enum { CORES = 2, SEGMENTS = 5, TILE = 1000, SIZE = CORES * SEGMENTS * TILE };
static float x[SIZE], y[SIZE];

/* What a WCET tool would look at: buffers only. `x0` and `y0` are where the
   elements are in main memory, and are named in hooks only. */
static void segment(const float *in, float *out, const float *x0,
                    const float *y0) {
  for (int i = 0; i < TILE; ++i) {
    PREM_READ(&in[i], &x0[i], sizeof *in);
    PREM_WRITE(&out[i], &y0[i], sizeof *out);
    out[i] = 3 * in[i];
  }
  PREM_COUNT(PREM_OP_LOAD, TILE);
  PREM_COUNT(PREM_OP_FLOAT_MUL, TILE);
  PREM_COUNT(PREM_OP_STORE, TILE);
  PREM_COUNT(PREM_OP_BRANCH, TILE);
}

static void kernel(void *argument) {
  const int32_t bytes = TILE * sizeof(float);
  int32_t first = prem_thread_id() * SEGMENTS * TILE;
  float *in[2], *out[2];
  int32_t in_id[2], out_id[2];
  (void)argument;
  for (int b = 0; b < 2; ++b) {
    in[b] = (float *)prem_scratchpad() + 2 * b * TILE;
    out[b] = in[b] + TILE;
    in_id[b] = prem_allocate_buffer(in[b], bytes, PREM_RO);
    out_id[b] = prem_allocate_buffer(out[b], bytes, PREM_WO);
  }
  for (int b = 0; b < 2; ++b) {
    prem_swap_buffer(in_id[b], x + first + b * TILE, bytes);
    prem_swap_buffer(out_id[b], y + first + b * TILE, bytes);
    /* Segment 1 waits for buffers 0; buffers 1 are loaded meanwhile. */
    if (b == 0)
      prem_dispatch();
  }
  prem_end_segment();
  for (int j = 0; j < SEGMENTS; ++j) {
    int32_t here = first + j * TILE;
    segment(in[j % 2], out[j % 2], x + here, y + here);
    if (j + 2 < SEGMENTS) {
#ifndef FORGET
      prem_swap_buffer(in_id[j % 2], x + here + 2 * TILE, bytes);
#endif
      prem_swap_buffer(out_id[j % 2], y + here + 2 * TILE, bytes);
    } else {
      prem_deallocate_buffer(in_id[j % 2]);
      prem_deallocate_buffer(out_id[j % 2]);
    }
    prem_end_segment();
  }
  prem_barrier();
}

/* machines/prem-gu2023.json, with the DMA engine of a slow bus: 1 GByte/s. */
static const struct prem_machine machine = {
    .cores = 8,
    .clock_mhz = 1000,
    .scratchpad_bytes = 131072,
    .scratchpad_reserved_bytes = 8192,
    .scratchpad_alignment = 8,
    .dma_line_ns = 40,
    .dma_burst_bytes = 64,
    .dma_burst_ns = 64,
    .dma_max_dimensions = 4,
    .dma_alignment = 1,
    .api_ns = {.allocate_buffer = 1139,
               .allocate = 1503,
               .allocate2d = 1103,
               .deallocate = 861,
               .deallocate_buffer = 776,
               .dispatch = 861,
               .end_segment = 1878,
               .swap_buffer = 1914,
               .swap2d_buffer = 1248,
               .swapnd_buffer = 1248,
               .barrier = 1878,
               .dma_interrupt = 1187},
    .op_cycles = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

/* Writes NAME.json or NAME.svg. */
static int write(struct prem_host *host, const char *name,
                 int32_t (*writer)(const struct prem_host *, FILE *)) {
  FILE *file = fopen(name, "w");
  int failed = !file || writer(host, file);
  return file ? fclose(file) || failed : failed;
}

int main(void) {
  const struct prem_options options = {.tells_accesses = 1};
  const int64_t sizes[] = {SIZE};
  int wrong = 0;
  struct prem_host *host = prem_host_create(&machine, &options);
  if (!host || prem_host_array(host, "x", x, sizeof *x, 1, sizes) ||
      prem_host_array(host, "y", y, sizeof *y, 1, sizes))
    return 1;
  for (int i = 0; i < SIZE; ++i)
    x[i] = (float)i;
  int32_t findings = prem_host_run(host, CORES, kernel, NULL);
  for (int32_t i = 0; i < findings; ++i)
    printf("%s\n", prem_host_finding(host, i));
  for (int i = 0; i < SIZE; ++i)
    wrong += y[i] != 3 * x[i];
  printf("%d findings, %d wrong, %lld cycles\n", (int)findings, wrong,
         (long long)prem_host_simulate(host));
  int failed = write(host, "triple.json", prem_host_write_json) ||
               write(host, "triple.svg", prem_host_write_svg);
  prem_host_destroy(host);
  return failed || findings != 0 || wrong != 0;
}

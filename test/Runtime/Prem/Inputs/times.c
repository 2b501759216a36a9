/* What small programs take, with numbers that can be added up by hand. */
#include "program.h"

static struct prem_machine machine;
static int32_t segments, bytes_each;
static int64_t work;
static float space[4096];

/* Prints the transfers of the last simulation. */
static void print_transfers(struct prem_host *host) {
  char text[400];
  FILE *file = need(tmpfile());
  prem_host_write_json(host, file);
  rewind(file);
  while (fgets(text, sizeof text, file))
    if (strstr(text, "load\", \"core"))
      fputs(text, stdout);
  fclose(file);
}

static void run(const char *name, int32_t cores, void (*kernel)(void *),
                int32_t element_bytes, int32_t rank, const int64_t *sizes) {
  struct prem_options options = {0, 0};
  struct prem_host *host = need(prem_host_create(&machine, &options));
  prem_host_array(host, "a", space, element_bytes, rank, sizes);
  printf("%s: %d findings, ", name,
         (int)prem_host_run(host, cores, kernel, NULL));
  printf("makespan %lld\n", (long long)prem_host_simulate(host));
  print_findings(host);
  print_transfers(host);
  prem_host_destroy(host);
}

/* gu2023 with calls that take no time. */
static void free_calls(void) {
  machine = gu2023;
  memset(&machine.api_ns, 0, sizeof machine.api_ns);
}

/* Gu 2023, 4.2: <2, 5> of <3, 5> is one line, <4, 2, 5> of <6, 3, 5> are four.
 */
static void lines_2d(void *argument) {
  (void)argument;
  prem_allocate2d(space, prem_scratchpad(), 20, 2, 20, 20, PREM_RO);
  prem_dispatch();
  prem_end_segment();
  prem_deallocate(1);
}
/* At `first`, so that a line is within a burst, or is not. */
static int32_t first;
static void lines_3d(void *argument) {
  const int32_t size[] = {4, 2, 20}, spitch[] = {3, 20}, dpitch[] = {2, 20};
  int32_t id = prem_allocate_buffer(prem_scratchpad(), 160, PREM_RO);
  (void)argument;
  prem_swapnd_buffer(id, space + first, 3, size, spitch, dpitch);
  prem_dispatch();
  prem_end_segment();
  prem_deallocate_buffer(id);
}

/* Gu 2023, 5.3.2: of double d[6][5][4] the range <4, 3, 2> at <2, 0, 2>. */
static double d[6][5][4];
static void example(void *argument) {
  double (*pad)[4][3] = prem_scratchpad();
  int wrong = 0, poisoned = 0;
  int32_t id = prem_allocate_buffer(pad, sizeof(double[5][4][3]), PREM_RO);
  (void)argument;
  prem_swapnd_buffer(id, &d[0][0][0] + 42, 3, (int32_t[]){4, 3, 16},
                     (int32_t[]){5, 32}, (int32_t[]){4, 24});
  prem_dispatch();
  prem_end_segment();
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k) {
        if (i < 4 && j < 3 && k < 2)
          wrong += pad[i][j][k] != d[2 + i][j][2 + k];
        else
          poisoned += pad[i][j][k] != pad[i][j][k]; /* not a number */
      }
  printf("%d wrong, %d of %d others poisoned, ", wrong, poisoned, 60 - 24);
  prem_deallocate_buffer(id);
}

/* Gu 2023, 4.1: as many cores as there are, each with `segments` segments that
   load, compute for `work` cycles, and unload `bytes_each` bytes. */
static void stream(void *argument) {
  char *from =
      (char *)space + (int64_t)prem_thread_id() * segments * bytes_each;
  int32_t id[2];
  (void)argument;
  for (int i = 0; i < 2; ++i)
    id[i] = prem_allocate_buffer((char *)prem_scratchpad() + i * bytes_each,
                                 bytes_each, PREM_RW);
  prem_swap_buffer(id[0], from, bytes_each);
  prem_dispatch();
  prem_swap_buffer(id[1], from + bytes_each, bytes_each);
  prem_end_segment();
  for (int j = 0; j < segments; ++j) {
    prem_count(PREM_OP_FLOAT, (uint32_t)work);
    if (j + 2 < segments)
      prem_swap_buffer(id[j % 2], from + (j + 2) * bytes_each, bytes_each);
    else
      prem_deallocate_buffer(id[j % 2]);
    prem_end_segment();
  }
}

/* Core 0 computes before it requests anything: the engine waits for it. */
static void slow_first(void *argument) {
  (void)argument;
  if (prem_thread_id() == 0)
    prem_count(PREM_OP_INT, 500);
  prem_allocate(space + 16 * prem_thread_id(), prem_scratchpad(), 64, PREM_RO);
  prem_dispatch();
  prem_end_segment();
  prem_deallocate(1);
}

/* 64 bytes behind a boundary touch two bursts. */
static void between(void *argument) {
  (void)argument;
  prem_allocate(space + 1, prem_scratchpad(), 64, PREM_RO);
  prem_dispatch();
  prem_end_segment();
  prem_deallocate(1);
}

/* Two components: core 1 has one segment more, and core 0 waits at the barrier.
 */
static void barrier(void *argument) {
  (void)argument;
  prem_count(PREM_OP_INT, 100);
  prem_end_segment();
  if (prem_thread_id() == 1) {
    prem_count(PREM_OP_INT, 200);
    prem_end_segment();
  }
  prem_barrier();
  prem_count(PREM_OP_INT, 50);
}

int main(void) {
  const int64_t two[] = {3, 5}, three[] = {6, 3, 5}, one[] = {4096};
  free_calls();
  run("1 line", 1, lines_2d, 4, 2, two);
  first = 20;
  run("4 lines in a burst each", 1, lines_3d, 4, 3, three);
  first = 0;
  run("4 lines in 7 bursts", 1, lines_3d, 4, 3, three);
  {
    const int64_t sizes[] = {6, 5, 4};
    struct prem_host *host = need(prem_host_create(&machine, NULL));
    for (int i = 0; i < 120; ++i)
      (&d[0][0][0])[i] = i;
    prem_host_array(host, "d", d, 8, 3, sizes);
    printf("%d findings\n", (int)prem_host_run(host, 1, example, NULL));
    prem_host_simulate(host);
    print_transfers(host);
    prem_host_destroy(host);
  }
  machine.dma_line_ns = 0;
  segments = 4;
  bytes_each = 960;
  work = 1000;
  run("12 tiles", 3, stream, 4, 1, one);
  segments = 5;
  bytes_each = 768;
  work = 800;
  run("15 tiles", 3, stream, 4, 1, one);
  free_calls();
  run("slow core 0", 2, slow_first, 4, 1, one);
  run("between bursts", 1, between, 4, 1, one);
  machine.clock_mhz = 600;
  run("600 MHz", 1, between, 4, 1, one);
  free_calls();
  run("barrier", 2, barrier, 4, 1, one);
  machine = gu2023;
  machine.dma_max_dimensions = 1;
  first = 20;
  run("four transfers", 1, lines_3d, 4, 3, three);
  return 0;
}

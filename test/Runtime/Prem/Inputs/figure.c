/* The program of Gu 2023, Figure 2.1 (b), with the names that are printed
   there, and i counted on through the segments, as the original loop does. */
#define PREM_PAPER_NAMES
#include "program.h"

static int a[300];

static void kernel(void *argument) {
  int *a_buf1 = prem_scratchpad(), *a_buf2 = a_buf1 + 100;
  (void)argument;
  int B1 = allocate_buffer(a_buf1, RW);
  int B2 = allocate_buffer(a_buf2, RW);
  swap_buffer(B1, a, 100 * sizeof(int));
  dispatch();
  swap_buffer(B2, a + 100, 100 * sizeof(int));
  end_segment();

  for (int i = 0; i < 100; i++)
    WRITE(a_buf1[i], a[i], READ(a_buf1[i], a[i]) + 2 * i + 1);
  PREM_COUNT(PREM_OP_INT, 100);
  swap_buffer(B1, a + 200, 100 * sizeof(int));
  end_segment();

  for (int i = 0; i < 100; i++)
    WRITE(a_buf2[i], a[100 + i],
          READ(a_buf2[i], a[100 + i]) + 2 * (100 + i) + 1);
  PREM_COUNT(PREM_OP_INT, 5000);
  deallocate_buffer(B2);
  end_segment();

  for (int i = 0; i < 100; i++)
    WRITE(a_buf1[i], a[200 + i],
          READ(a_buf1[i], a[200 + i]) + 2 * (200 + i) + 1);
  deallocate_buffer(B1);
  end_segment();
}

int main(void) {
  struct prem_options options = {0, TELLS};
  int64_t size = 300;
  int wrong = 0;
  struct prem_host *host = need(prem_host_create(&gu2023, &options));
  prem_host_array(host, "a", a, sizeof(int), 1, &size);
  printf("%d findings\n", (int)prem_host_run(host, 1, kernel, NULL));
  print_findings(host);
  for (int i = 0; i < 300; ++i)
    wrong += a[i] != 2 * i + 1;
  printf("%d wrong\n", wrong);
  printf("makespan %lld\n", (long long)prem_host_simulate(host));
  prem_host_write_json(host, stdout);
  prem_host_destroy(host);
  return 0;
}

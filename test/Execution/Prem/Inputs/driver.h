/* Runs a thread that prem-print-c has printed and compares what it computes,
   bit by bit, with what loops computed. */
#ifndef DRIVER_H
#define DRIVER_H

#include "program.h"

struct array {
  const char *name;
  void *data;
  int32_t element_bytes, rank;
  int64_t sizes[3];
};

/* Values that are not exact in sums, of both signs, with a zero. */
static inline double value(int i) { return (i * 37 % 101 - 50) * 0.37; }

/* Returns the exit status; `expected` and `got` have `bytes` bytes. */
static inline int run(int32_t cores, void (*kernel)(void *),
                      const struct array arrays[], int count,
                      const void *expected, const void *got, size_t bytes) {
  struct prem_options options = {0, TELLS};
  struct prem_host *host = need(prem_host_create(&gu2023, &options));
  for (int i = 0; i < count; ++i)
    if (prem_host_array(host, arrays[i].name, arrays[i].data,
                        arrays[i].element_bytes, arrays[i].rank,
                        arrays[i].sizes))
      return 2;
  int32_t findings = prem_host_run(host, cores, kernel, NULL);
  print_findings(host);
  int differs = memcmp(expected, got, bytes) != 0;
  printf("%d findings, %s, %lld cycles\n", (int)findings,
         differs ? "different" : "equal", (long long)prem_host_simulate(host));
  prem_host_destroy(host);
  return findings != 0 || differs;
}

#endif

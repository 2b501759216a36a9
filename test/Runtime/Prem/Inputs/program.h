/* What the programs of these tests share: the machine, and how they end. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "PolyMem/Runtime/Prem/prem.h"
#include "PolyMem/Runtime/Prem/prem_host.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* machines/prem-gu2023.json; machine.test compares them. */
static const struct prem_machine gu2023 = {
    8,
    1000,
    131072,
    8192,
    8,
    40,
    64,
    4,
    4,
    1,
    {1139, 1503, 1103, 861, 776, 861, 1878, 1914, 1248, 1248, 1878, 1187},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

#ifdef PREM_HOOKS
enum { TELLS = 1 };
#else
enum { TELLS = 0 };
#endif

/* An element of type T at `place` in a buffer, which is `origin` elsewhere. */
#define READ(place, origin)                                                    \
  (*(PREM_READ(&(place), &(origin), sizeof(place)), &(place)))
#define WRITE(place, origin, value)                                            \
  do {                                                                         \
    const float value_ = (value);                                              \
    PREM_WRITE(&(place), &(origin), sizeof(place));                            \
    (place) = value_;                                                          \
  } while (0)

static inline int32_t minimum(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

static inline void *need(void *pointer) {
  if (!pointer) {
    fputs("no memory\n", stderr);
    exit(2);
  }
  return pointer;
}

static inline void print_findings(const struct prem_host *host) {
  for (int32_t i = 0; i < prem_host_findings(host); ++i)
    printf("%s\n", prem_host_finding(host, i));
}

#endif

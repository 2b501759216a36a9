/*===- Findings.c - what is wrong, in words -------------------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *prem_rule_name(enum prem_rule rule) {
  static const char *const names[PREM_RULES] = {"main memory in a segment",
                                                "buffer in flight",
                                                "scratchpad access",
                                                "over-read",
                                                "wrong element",
                                                "swap out of order",
                                                "leaked buffer",
                                                "wrong size",
                                                "scratchpad layout",
                                                "alignment",
                                                "never written",
                                                "lost update",
                                                "no barrier",
                                                "bad call"};
  return names[rule];
}

void prem_host_report(struct prem_host *host, enum prem_rule rule, int32_t core,
                      int32_t component, int32_t segment, int32_t buffer,
                      const char *format, ...) {
  char text[400];
  size_t used;
  va_list arguments;
  pthread_mutex_lock(&host->finding_lock);
  for (int32_t i = 0; i < host->finding_count; ++i) {
    const struct prem_host_finding *other = &host->findings[i];
    if (other->rule == rule && other->core == core &&
        other->component == component && other->segment == segment &&
        other->buffer == buffer) {
      pthread_mutex_unlock(&host->finding_lock);
      return;
    }
  }
  used = (size_t)snprintf(text, sizeof text,
                          "core %d, component %d, segment %d: %s: ", (int)core,
                          (int)component, (int)segment, prem_rule_name(rule));
  va_start(arguments, format);
  vsnprintf(text + used, sizeof text - used, format, arguments);
  va_end(arguments);
  char *copy = malloc(strlen(text) + 1);
  if (!copy ||
      !prem_host_grow((void **)&host->findings, host->finding_count,
                      &host->finding_capacity, sizeof *host->findings)) {
    free(copy);
    host->has_failed = 1;
  } else {
    struct prem_host_finding finding = {core,   component, segment,
                                        buffer, rule,      copy};
    strcpy(copy, text);
    host->findings[host->finding_count++] = finding;
  }
  pthread_mutex_unlock(&host->finding_lock);
}

static int compare(const void *left, const void *right) {
  const struct prem_host_finding *a = left, *b = right;
  int32_t keys[][2] = {{a->component, b->component},
                       {a->segment, b->segment},
                       {a->core, b->core},
                       {(int32_t)a->rule, (int32_t)b->rule},
                       {a->buffer, b->buffer}};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

void prem_host_sort_findings(struct prem_host *host) {
  if (host->finding_count > 0)
    qsort(host->findings, (size_t)host->finding_count, sizeof *host->findings,
          compare);
}

int32_t prem_host_findings(const struct prem_host *host) {
  return host->finding_count;
}
const char *prem_host_finding(const struct prem_host *host, int32_t number) {
  return host->findings[number].text;
}
enum prem_rule prem_host_rule(const struct prem_host *host, int32_t number) {
  return host->findings[number].rule;
}

int32_t prem_host_find_array(const struct prem_host *host, const void *place) {
  uintptr_t address = (uintptr_t)place;
  for (int32_t i = 0; i < host->array_count; ++i) {
    uintptr_t data = (uintptr_t)host->arrays[i].data;
    if (address >= data && address - data < (uintptr_t)host->arrays[i].bytes)
      return i;
  }
  return -1;
}

void prem_host_element(const struct prem_host *host, const void *place,
                       char *text, size_t size) {
  int32_t number = prem_host_find_array(host, place);
  if (number < 0) {
    snprintf(text, size, "%p", place);
    return;
  }
  const struct prem_host_array *array = &host->arrays[number];
  int64_t rest =
      ((const unsigned char *)place - array->data) / array->element_bytes;
  int64_t below = array->elements;
  size_t used = (size_t)snprintf(text, size, "%s", array->name);
  for (int32_t i = 0; i < array->rank && used < size; ++i) {
    below /= array->sizes[i];
    used += (size_t)snprintf(text + used, size - used, "[%lld]",
                             (long long)(rest / below));
    rest %= below;
  }
}

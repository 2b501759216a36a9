/* Prints the machine of these tests as polymem-print-machine prints its own. */
#include "program.h"

static void print(const char *section, const char *const *names,
                  const int64_t *values, int count) {
  for (int i = 0; i < count; ++i)
    printf("  %s.%s: %lld\n", section, names[i], (long long)values[i]);
}

int main(void) {
  const char *const api[] = {
      "allocate-buffer",   "allocate",      "allocate2d",  "deallocate",
      "deallocate-buffer", "dispatch",      "end-segment", "swap-buffer",
      "swap2d-buffer",     "swapnd-buffer", "barrier",     "dma-interrupt"};
  const struct prem_api_ns *ns = &gu2023.api_ns;
  const int64_t prices[] = {
      ns->allocate_buffer, ns->allocate,          ns->allocate2d,
      ns->deallocate,      ns->deallocate_buffer, ns->dispatch,
      ns->end_segment,     ns->swap_buffer,       ns->swap2d_buffer,
      ns->swapnd_buffer,   ns->barrier,           ns->dma_interrupt};
  const char *const ops[PREM_OP_CLASSES] = {[PREM_OP_LOAD] = "load",
                                            [PREM_OP_STORE] = "store",
                                            [PREM_OP_INT] = "int",
                                            [PREM_OP_INT_MUL] = "int-mul",
                                            [PREM_OP_INT_DIV] = "int-div",
                                            [PREM_OP_FLOAT] = "float",
                                            [PREM_OP_FLOAT_MUL] = "float-mul",
                                            [PREM_OP_FLOAT_DIV] = "float-div",
                                            [PREM_OP_SPECIAL] = "special",
                                            [PREM_OP_BRANCH] = "branch"};
  const char *const scratchpad[] = {"bytes-per-core", "reserved-bytes",
                                    "alignment"};
  const int64_t bytes[] = {gu2023.scratchpad_bytes,
                           gu2023.scratchpad_reserved_bytes,
                           gu2023.scratchpad_alignment};
  const char *const dma[] = {"line-ns", "burst-bytes", "burst-ns",
                             "max-dimensions", "alignment"};
  const int64_t times[] = {gu2023.dma_line_ns, gu2023.dma_burst_bytes,
                           gu2023.dma_burst_ns, gu2023.dma_max_dimensions,
                           gu2023.dma_alignment};
  printf("  cores: %lld\n  clock-mhz: %lld\n", (long long)gu2023.cores,
         (long long)gu2023.clock_mhz);
  print("scratchpad", scratchpad, bytes, 3);
  print("dma", dma, times, 5);
  print("api-ns", api, prices, 12);
  print("op-cycles", ops, gu2023.op_cycles, PREM_OP_CLASSES);
  return 0;
}

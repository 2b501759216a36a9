/* A C program. */
#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include <stdio.h>

int main(void) {
  float in[4] = {1, 2, 3, 4}, out[4] = {0, 0, 0, 0};
  void *memory = mgpuMemAlloc(sizeof in, NULL, 0);
  mgpuMemcpy(memory, in, sizeof in, NULL);
  mgpuMemcpy(out, memory, sizeof out, NULL);
  mgpuMemFree(memory, NULL);
  printf("version %u %u, %g %g\n", POLYMEM_CUDA_RUNTIME_VERSION,
         polymemCudaVersion(), out[0], out[3]);
  return 0;
}

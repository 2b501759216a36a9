#include "program.h"

int main(int argc, char ** /*argv*/) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  // With an argument: no handler.
  if (argc == 1)
    polymemCudaSetErrorHandler(tell, name);
  void *memory = mgpuMemAlloc(8, nullptr, 0);
  std::printf("memory: %s\n", memory ? "some" : "none");
  // These do nothing.
  mgpuMemcpy(memory, memory, 8, nullptr);
  std::printf("synchronised: %d\n", polymemCudaSynchronize());
  mgpuMemFree(memory, nullptr);
  const char *error = polymemCudaLastError();
  std::printf("last: %s\n", error ? error : "none");
  polymemCudaClearError();
  std::printf("cleared: %s\n", polymemCudaLastError() ? "no" : "yes");
  // This is done again.
  std::printf("synchronised: %d\n", polymemCudaSynchronize());
  return 0;
}

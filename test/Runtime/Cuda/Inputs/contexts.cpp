#include "program.h"
#include <thread>

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  auto *push = driverFunction<int(void *)>("cuCtxPushCurrent_v2");
  auto *get = driverFunction<int(void **)>("cuCtxGetCurrent");
  int mine = 0;
  void *current = nullptr;
  push(&mine);
  void *memory = mgpuMemAlloc(8, nullptr, 0);
  void *kernel = mgpuModuleGetFunction(ptx, "f");
  mgpuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr, 0);
  mgpuStreamSynchronize(nullptr);
  get(&current);
  std::printf("context: %s\n", current == &mine ? "mine" : "another");
  // A thread without a context.
  std::thread([&] {
    mgpuMemset32(memory, 0, 2, nullptr);
    mgpuMemFree(memory, nullptr);
    get(&current);
    std::printf("context: %s\n", current ? "another" : "none");
  }).join();
  return 0;
}

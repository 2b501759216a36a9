#include "program.h"
#include <array>
#include <cstdint>
#include <thread>

struct Vector {
  uint32_t *allocated, *data;
  int64_t offset, sizes[1], strides[1];
};

/// Whether memory of this thread is what it should be, some thousand times.
static void work(uint32_t number, Vector *shared, bool *ok) {
  *ok = true;
  // The driver is not asked: it is registered already.
  for (uint32_t round = 0; round < 200000; ++round) {
    mgpuMemHostRegisterMemRef(1, shared, 4);
    mgpuMemHostUnregisterMemRef(1, shared, 4);
  }
  for (uint32_t round = 0; round < 500; ++round) {
    uint32_t value = number * 10000 + round;
    std::array<uint32_t, 4> host = {};
    void *memory = mgpuMemAlloc(sizeof(host), nullptr, 0);
    mgpuMemset32(memory, value, 4, nullptr);
    void *kernel = mgpuModuleGetFunction(ptx, "f");
    mgpuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr, 0);
    mgpuMemcpy(host.data(), memory, sizeof(host), nullptr);
    mgpuMemFree(memory, nullptr);
    *ok = *ok && host[0] == value && host[3] == value;
  }
}

int main() {
  std::array<uint32_t, 4> array = {};
  Vector shared{array.data(), array.data(), 0, {4}, {1}};
  mgpuMemHostRegisterMemRef(1, &shared, 4);
  std::array<std::thread, 4> threads;
  std::array<bool, 4> ok = {};
  for (uint32_t i = 0; i < threads.size(); ++i)
    threads[i] = std::thread(work, i, &shared, &ok[i]);
  for (std::thread &thread : threads)
    thread.join();
  mgpuMemHostUnregisterMemRef(1, &shared, 4);
  std::printf("%d %d %d %d\n", ok[0], ok[1], ok[2], ok[3]);
  return 0;
}

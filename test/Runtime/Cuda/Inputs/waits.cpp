#include "program.h"
#include <cstdint>

struct Vector {
  float *allocated, *data;
  int64_t offset, sizes[1], strides[1];
};

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  auto wait = [](const char *when) {
    std::printf("%s\n", when);
    mgpuStreamSynchronize(nullptr);
  };
  polymemCudaOpen();
  wait("by default");
  polymemCudaSetLazyWaits(1);
  wait("lazy");

  float array[8];
  Vector all{array, array, 2, {4}, {1}};
  mgpuMemHostRegisterMemRef(1, &all, 4);
  mgpuMemHostRegisterMemRef(1, &all, 4);
  wait("registered twice");
  mgpuMemHostUnregisterMemRef(1, &all, 4);
  wait("registered once");
  mgpuMemHostUnregisterMemRef(1, &all, 4);
  wait("not registered");

  void *memory = mgpuMemAlloc(16, nullptr, 0);
  Vector device{
      static_cast<float *>(memory), static_cast<float *>(memory), 0, {4}, {1}};
  mgpuMemHostRegisterMemRef(1, &device, 4);
  wait("on the device");
  mgpuMemHostUnregisterMemRef(1, &device, 4);

  void *both = mgpuMemAlloc(16, nullptr, 1);
  *static_cast<float *>(both) = 1;
  wait("for both");
  mgpuMemFree(both, nullptr);
  wait("freed");
  std::printf("end\n");
  return 0;
}

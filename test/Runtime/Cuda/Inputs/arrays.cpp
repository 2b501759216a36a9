#include "program.h"
#include <cstdint>
#include <vector>

struct Vector {
  float *allocated, *data;
  int64_t offset, sizes[1], strides[1];

  Vector(void *memory, int64_t size)
      : allocated(static_cast<float *>(memory)),
        data(static_cast<float *>(memory)), offset(0), sizes{size}, strides{1} {
  }
};

extern "C" void _mlir_ciface_twice(Vector *A, Vector *B);

int main(int argc, char ** /*argv*/) {
  const int64_t size = 100;
  std::vector<float> in(size), out(size, 0);
  for (int64_t i = 0; i < size; ++i)
    in[i] = float(i);
  if (argc == 1) {
    Vector A(in.data(), size), B(out.data(), size);
    _mlir_ciface_twice(&A, &B);
  } else {
    // With an argument: in device memory, for two calls in a row.
    const size_t bytes = size * sizeof(float);
    void *memory[] = {mgpuMemAlloc(bytes, nullptr, 0),
                      mgpuMemAlloc(bytes, nullptr, 0)};
    Vector A(memory[0], size), B(memory[1], size);
    mgpuMemcpy(memory[0], in.data(), bytes, nullptr);
    _mlir_ciface_twice(&A, &B);
    _mlir_ciface_twice(&B, &A);
    mgpuMemcpy(out.data(), memory[0], bytes, nullptr);
    mgpuMemFree(memory[0], nullptr);
    mgpuMemFree(memory[1], nullptr);
  }
  std::printf("%g %g %g\n", out[0], out[1], out[size - 1]);
  return 0;
}

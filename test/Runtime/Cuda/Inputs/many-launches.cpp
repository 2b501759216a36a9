#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include <cstdio>
#include <vector>

struct Vector {
  float *allocated, *data;
  int64_t offset, sizes[1], strides[1];
};

extern "C" void _mlir_ciface_steps(Vector *A, Vector *B, int64_t steps);

int main() {
  std::vector<float> elements(8);
  Vector A{elements.data(), elements.data(), 0, {8}, {1}};
  Vector B = A;
  std::vector<float> others(8);
  B.allocated = B.data = others.data();
  _mlir_ciface_steps(&A, &B, 20000);
  std::printf("done\n");
  return 0;
}

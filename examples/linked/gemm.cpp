// A program of one's own that is linked with a function compiled by PolyMem:
// examples/gemm.mlir, C = alpha * A * B + beta * C, on the GPU. The commands
// are in docs/running-ptx.md; CMakeLists.txt here has them for CMake.

#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

/// A matrix as the function takes it: MLIR's memref<?x?xf32>.
struct Matrix {
  float *allocated, *data;
  int64_t offset, sizes[2], strides[2];

  Matrix(std::vector<float> &elements, int64_t rows, int64_t columns)
      : allocated(elements.data()), data(elements.data()), offset(0),
        sizes{rows, columns}, strides{columns, 1} {}
};

/// The name that MLIR's llvm-request-c-wrappers gives to @gemm.
extern "C" void _mlir_ciface_gemm(float alpha, float beta, Matrix *A, Matrix *B,
                                  Matrix *C);

/// Without a handler an error ends the process. This one lets main() ask.
static void onError(const char *message, void * /*data*/) {
  std::fprintf(stderr, "gemm: %s\n", message);
}

int main() {
  const int64_t M = 130, N = 70, K = 45;
  const float alpha = 1.5f, beta = 0.5f;
  std::vector<float> A(M * K), B(K * N), C(M * N);
  for (int64_t i = 0; i < M * K; ++i)
    A[i] = float(i % 7) - 3;
  for (int64_t i = 0; i < K * N; ++i)
    B[i] = float(i % 5) - 2;
  for (int64_t i = 0; i < M * N; ++i)
    C[i] = float(i % 3);
  std::vector<float> expected = C;
  for (int64_t i = 0; i < M; ++i)
    for (int64_t j = 0; j < N; ++j) {
      float sum = 0;
      for (int64_t k = 0; k < K; ++k)
        sum += A[i * K + k] * B[k * N + j];
      expected[i * N + j] = alpha * sum + beta * expected[i * N + j];
    }

  polymemCudaSetErrorHandler(onError, nullptr);
  Matrix a(A, M, K), b(B, K, N), c(C, M, N);
  _mlir_ciface_gemm(alpha, beta, &a, &b, &c);
  if (polymemCudaLastError())
    return 1;

  float worst = 0;
  for (int64_t i = 0; i < M * N; ++i)
    worst = std::fmax(worst, std::fabs(C[i] - expected[i]));
  std::printf("gemm: %d x %d x %d, largest difference %g\n", int(M), int(N),
              int(K), worst);
  return worst < 1e-3f ? 0 : 1;
}

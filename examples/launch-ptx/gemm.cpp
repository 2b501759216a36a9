//===- gemm.cpp - launches the PTX of a matrix product --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compile the kernels and this program, and run it (a GPU is needed then):
//
//   polymem-opt examples/gemm.mlir --polymem-to-ptx=machine=nvidia-h200 -o
//   gemm.ptx c++ -std=c++17 -O2 examples/launch-ptx/gemm.cpp -o gemm -ldl
//   ./gemm gemm.ptx gemm.json 1000 700 500
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s gemm.ptx gemm.json M N K\n", argv[0]);
    return 2;
  }
  int64_t m = std::atoll(argv[3]), n = std::atoll(argv[4]),
          k = std::atoll(argv[5]);
  const float alpha = 1.5F, beta = 0.5F;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(i % 5) - 2;
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = static_cast<float>(i % 3);

  std::vector<float> expected = c;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      expected[i * n + j] *= beta;
      for (int64_t l = 0; l < k; ++l)
        expected[i * n + j] += alpha * a[i * k + l] * b[l * n + j];
    }

  try {
    example::Launcher launcher(argv[1], argv[2]);
    launcher.call("gemm", {alpha, beta, {a, {m, k}}, {b, {k, n}}, {c, {m, n}}});
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }

  size_t wrong = 0;
  for (size_t i = 0; i < c.size(); ++i)
    wrong += std::fabs(c[i] - expected[i]) >
             1e-4F * std::max(1.0F, std::fabs(expected[i]));
  std::printf("%zu of %zu elements are wrong\n", wrong, c.size());
  return wrong == 0 ? 0 : 1;
}

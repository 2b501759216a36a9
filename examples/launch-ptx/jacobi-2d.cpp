//===- jacobi-2d.cpp - launches the PTX of a stencil ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As gemm.cpp; here the host has loops around launches, and allocates memory of
// the device:
//
//   polymem-opt examples/jacobi-2d.mlir --polymem-to-ptx=machine=nvidia-h200 -o
//   jacobi.ptx c++ -std=c++17 -O2 examples/launch-ptx/jacobi-2d.cpp -o jacobi
//   -ldl
//   ./jacobi jacobi.ptx jacobi.json 500 700 40
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s jacobi.ptx jacobi.json N M T\n", argv[0]);
    return 2;
  }
  int64_t n = std::atoll(argv[3]), m = std::atoll(argv[4]),
          steps = std::atoll(argv[5]);
  std::vector<float> a(n * m), b(n * m);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = b[i] = static_cast<float>(i % 11) - 5;

  std::vector<float> x = a, y = b;
  for (int64_t t = 0; t < steps; ++t) {
    for (auto [to, from] : {std::pair(&y, &x), std::pair(&x, &y)})
      for (int64_t i = 1; i < n - 1; ++i)
        for (int64_t j = 1; j < m - 1; ++j) {
          const float *p = from->data() + i * m + j;
          (*to)[i * m + j] = 0.2F * (p[0] + p[-1] + p[1] + p[m] + p[-m]);
        }
  }

  try {
    example::Launcher launcher(argv[1], argv[2]);
    launcher.call("jacobi_2d", {{a, {n, m}}, {b, {n, m}}, steps});
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }

  size_t wrong = 0;
  for (size_t i = 0; i < a.size(); ++i)
    wrong += std::fabs(a[i] - x[i]) > 1e-4F;
  std::printf("%zu of %zu elements are wrong\n", wrong, a.size());
  return wrong == 0 ? 0 : 1;
}

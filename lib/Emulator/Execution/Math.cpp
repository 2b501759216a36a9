//===- Math.cpp - the mathematical functions of kernels -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under names of their own, so that a kernel's functions never meet those of
// the program around it.
//
//===----------------------------------------------------------------------===//

#include "Math.h"
#include <cmath>
#include <cstdlib>

extern "C" {

#define UNARY(name)                                                            \
  double polymem_emu_##name(double x) { return std::name(x); }                 \
  float polymem_emu_##name##f(float x) { return std::name(x); }
#define BINARY(name)                                                           \
  double polymem_emu_##name(double x, double y) { return std::name(x, y); }    \
  float polymem_emu_##name##f(float x, float y) { return std::name(x, y); }
#define TERNARY(name)                                                          \
  double polymem_emu_##name(double x, double y, double z) {                    \
    return std::name(x, y, z);                                                 \
  }                                                                            \
  float polymem_emu_##name##f(float x, float y, float z) {                     \
    return std::name(x, y, z);                                                 \
  }
#include "PolyMem/Emulator/Execution/MathFunctions.def"

double polymem_emu_rsqrt(double x) { return 1.0 / std::sqrt(x); }
float polymem_emu_rsqrtf(float x) { return 1.0F / std::sqrt(x); }
double polymem_emu_exp10(double x) { return std::pow(10.0, x); }
float polymem_emu_exp10f(float x) { return std::pow(10.0F, x); }
double polymem_emu_powi(double x, int32_t n) { return std::pow(x, n); }
float polymem_emu_powif(float x, int32_t n) {
  return static_cast<float>(std::pow(x, n));
}
int32_t polymem_emu_abs(int32_t x) {
  return static_cast<int32_t>(std::llabs(x));
}
int64_t polymem_emu_llabs(int64_t x) { return x < 0 ? 0 - x : x; }
int32_t polymem_emu_isnand(double x) { return std::isnan(x); }
int32_t polymem_emu_isnanf(float x) { return std::isnan(x); }
int32_t polymem_emu_isinfd(double x) { return std::isinf(x); }
int32_t polymem_emu_isinff(float x) { return std::isinf(x); }
int32_t polymem_emu_isfinited(double x) { return std::isfinite(x); }
int32_t polymem_emu_finitef(float x) { return std::isfinite(x); }

} // extern "C"

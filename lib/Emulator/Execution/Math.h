//===- Math.h - the mathematical functions of kernels -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_MATH_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_MATH_H

#include <cstdint>

extern "C" {

#define UNARY(name)                                                            \
  double polymem_emu_##name(double x);                                         \
  float polymem_emu_##name##f(float x);
#define BINARY(name)                                                           \
  double polymem_emu_##name(double x, double y);                               \
  float polymem_emu_##name##f(float x, float y);
#define TERNARY(name)                                                          \
  double polymem_emu_##name(double x, double y, double z);                     \
  float polymem_emu_##name##f(float x, float y, float z);
#include "PolyMem/Emulator/Execution/MathFunctions.def"

double polymem_emu_rsqrt(double x);
float polymem_emu_rsqrtf(float x);
double polymem_emu_exp10(double x);
float polymem_emu_exp10f(float x);
double polymem_emu_powi(double x, int32_t n);
float polymem_emu_powif(float x, int32_t n);
int32_t polymem_emu_abs(int32_t x);
int64_t polymem_emu_llabs(int64_t x);
int32_t polymem_emu_isnand(double x);
int32_t polymem_emu_isnanf(float x);
int32_t polymem_emu_isinfd(double x);
int32_t polymem_emu_isinff(float x);
int32_t polymem_emu_isfinited(double x);
int32_t polymem_emu_finitef(float x);

} // extern "C"

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_MATH_H

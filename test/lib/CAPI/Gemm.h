/*===- Gemm.h - arguments of @gemm, and what comes of them ----------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_TEST_LIB_CAPI_GEMM_H
#define POLYMEM_TEST_LIB_CAPI_GEMM_H

#include "polymem-c/Programs.h"

enum { kM = 5, kN = 6, kK = 7 };

/* Arguments, whose arrays are in the same structure. */
typedef struct Gemm {
  float a[kM * kK + 1], b[kK * kN], c[kM * kN], expected[kM * kN];
  int64_t ofA[2], ofB[2], ofC[2], strides[2];
  PolyMemArgument arguments[6];
} Gemm;

/* Fills it. `how` may say that the first array is in the order of its
 * "columns", or what is wrong: an extent less ("outside"), elements of wrong
 * "bytes", an address that is "misaligned", a "negative" extent, a "huge" one,
 * "none" (no data), rows that are too "wide". All else is right. */
void fillGemm(Gemm *gemm, const char *how);

/* What `c` is to be. */
void multiply(Gemm *gemm, int columns);

/* Whether it is. */
int isGemm(const Gemm *gemm);

#endif /* POLYMEM_TEST_LIB_CAPI_GEMM_H */

/*===- Gemm.c - arguments of @gemm, and what comes of them ----------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Gemm.h"
#include <string.h>

static PolyMemArgument arrayOf(void *data, const int64_t *extents) {
  PolyMemArgument array = {data, sizeof(float), 2, extents, NULL, 0};
  return array;
}

static PolyMemArgument sizeOf(uint64_t size) {
  PolyMemArgument scalar = {NULL, 0, 0, NULL, NULL, size};
  return scalar;
}

void multiply(Gemm *gemm, int columns) {
  int i, j, k;
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kN; ++j) {
      gemm->expected[i * kN + j] = gemm->c[i * kN + j];
      for (k = 0; k < kK; ++k)
        gemm->expected[i * kN + j] +=
            gemm->a[columns ? k * kM + i : i * kK + k] * gemm->b[k * kN + j];
    }
}

/* Numbers of which sums and products are exact. */
static void fillArrays(Gemm *gemm, int columns) {
  int i, j;
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kK; ++j)
      gemm->a[columns ? j * kM + i : i * kK + j] =
          (float)((i * kK + j) % 5 - 2);
  for (i = 0; i < kK * kN; ++i)
    gemm->b[i] = (float)(i % 7 - 3);
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kN; ++j)
      gemm->c[i * kN + j] = (float)(i - j);
  multiply(gemm, columns);
}

void fillGemm(Gemm *gemm, const char *how) {
  int columns = !strcmp(how, "columns");
  memset(gemm, 0, sizeof *gemm);
  fillArrays(gemm, columns);
  gemm->ofA[0] = gemm->ofC[0] = kM;
  gemm->ofA[1] = gemm->ofB[0] = kK;
  gemm->ofB[1] = gemm->ofC[1] = kN;
  gemm->arguments[0] = arrayOf(gemm->a, gemm->ofA);
  gemm->arguments[1] = arrayOf(gemm->b, gemm->ofB);
  gemm->arguments[2] = arrayOf(gemm->c, gemm->ofC);
  gemm->arguments[3] = sizeOf(kM);
  gemm->arguments[4] = sizeOf(kN);
  gemm->arguments[5] = sizeOf(kK);
  gemm->strides[0] = columns ? 1 : kN + 1;
  gemm->strides[1] = columns ? kM : 1;
  if (columns)
    gemm->arguments[0].strides = gemm->strides;
  if (!strcmp(how, "wide"))
    gemm->arguments[2].strides = gemm->strides;
  if (!strcmp(how, "bytes"))
    gemm->arguments[0].elementBytes = 8;
  if (!strcmp(how, "misaligned"))
    gemm->arguments[0].data = (char *)gemm->a + 1;
  if (!strcmp(how, "none"))
    gemm->arguments[0].data = NULL;
  if (!strcmp(how, "outside"))
    gemm->ofB[0] = kK - 1;
  if (!strcmp(how, "negative"))
    gemm->ofB[0] = -1;
  if (!strcmp(how, "huge"))
    gemm->ofB[0] = INT64_MAX / 8;
}

int isGemm(const Gemm *gemm) {
  return !memcmp(gemm->c, gemm->expected, sizeof gemm->c);
}

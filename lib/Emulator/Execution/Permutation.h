//===- Permutation.h - reproducible orders -----------------------*- C++
//-*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_PERMUTATION_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_PERMUTATION_H

#include "PolyMem/Support/Random.h"
#include <cstdint>

namespace polymem::emulator {

/// A permutation of [0, size) that needs no memory.
class Permutation {
public:
  Permutation(uint64_t size, uint64_t seed) : size(size), seed(seed) {
    while (halfBits < 31 && (uint64_t(1) << (2 * halfBits)) < size)
      ++halfBits;
  }
  uint64_t operator[](uint64_t i) const {
    // A Feistel network permutes the next power of four; values beyond the
    // size are mapped again until they fall below it.
    do
      i = shuffle(i);
    while (i >= size);
    return i;
  }

private:
  uint64_t shuffle(uint64_t i) const {
    uint64_t mask = (uint64_t(1) << halfBits) - 1;
    uint64_t left = i >> halfBits, right = i & mask;
    for (uint64_t round = 0; round < 4; ++round) {
      uint64_t next = left ^ (mixBits(right + seed + (round << 40)) & mask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }

  uint64_t size, seed;
  unsigned halfBits = 1;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_PERMUTATION_H

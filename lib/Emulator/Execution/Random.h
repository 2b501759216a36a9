//===- Random.h - reproducible random numbers and orders --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_RANDOM_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_RANDOM_H

#include <cstdint>

namespace polymem::emulator {

/// splitmix64's mixing function.
inline uint64_t mixBits(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Random {
public:
  explicit Random(uint64_t seed = 0) : state(seed) {}
  uint64_t next() { return mixBits(state += 0x9e3779b97f4a7c15u); }
  /// In [0, bound), nearly uniform for bounds far below 2^32.
  uint64_t below(uint64_t bound) { return ((next() >> 32) * bound) >> 32; }

private:
  uint64_t state;
};

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

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_RANDOM_H

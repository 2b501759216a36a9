//===- Random.h - random numbers that are the same everywhere ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_RANDOM_H
#define POLYMEM_SUPPORT_RANDOM_H

#include <cstdint>

namespace polymem {

/// splitmix64's mixing function: a permutation of all numbers.
inline uint64_t mixBits(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// splitmix64: small, fast, the same on every machine and library.
class Random {
public:
  /// Streams with the same seed are independent of each other; seeds that
  /// follow each other begin one number apart in the same sequence.
  explicit Random(uint64_t seed, uint64_t stream = 0)
      : state(seed * 0x9e3779b97f4a7c15u + stream * 0xd1342543de82ef95u) {}

  /// The stream that begins behind `state`, of which all bits count already.
  static Random startingAt(uint64_t state) {
    Random result(0);
    result.state = state;
    return result;
  }

  uint64_t next() { return mixBits(state += 0x9e3779b97f4a7c15u); }
  /// Uniform in [-1, 1).
  double real() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1.0; }
  /// Nearly uniform in [lower, upper).
  int64_t integer(int64_t lower, int64_t upper) {
    return lower + static_cast<int64_t>(next() %
                                        (static_cast<uint64_t>(upper) - lower));
  }
  /// Nearly uniform in [0, count).
  unsigned pick(unsigned count) {
    return static_cast<unsigned>(next() % count);
  }
  /// In [0, bound), nearly uniform for bounds far below 2^32.
  uint64_t below(uint64_t bound) { return ((next() >> 32) * bound) >> 32; }
  bool chance(unsigned percent) { return pick(100) < percent; }

private:
  uint64_t state;
};

} // namespace polymem

#endif // POLYMEM_SUPPORT_RANDOM_H

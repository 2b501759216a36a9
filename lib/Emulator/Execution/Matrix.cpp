//===- Matrix.cpp - ldmatrix and mma.sync ---------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as in PTX ISA, "Matrix multiply-accumulate operation using mma
// instruction". Sums are formed in the type of the result, in the order of k
// and beginning with C; devices may round otherwise, so that tests should use
// values whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include <cmath>
#include <cstring>

namespace polymem::emulator {

static BlockThread &blockThread(Thread *thread) {
  return *static_cast<BlockThread *>(thread);
}

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

static constexpr int kMatrixRows = 8;
static constexpr int kRowBytes = 16;

/// Lane l has the address of row l % 8 of matrix l / 8, and gets two elements
/// of each matrix.
static void loadMatrices(WarpMeeting &meeting) {
  bool transposed = (meeting.qualifier & 1) != 0;
  int count = static_cast<int>(meeting.qualifier >> 1 & 7);
  for (BlockThread *lane : meeting.lanes) {
    auto *result = static_cast<uint32_t *>(lane->output);
    for (int i = 0; i < count; ++i) {
      uint16_t pair[2];
      for (int j = 0; j < 2; ++j) {
        int row = lane->lane / 4, column = lane->lane % 4 * 2 + j;
        if (transposed)
          std::swap(row, column);
        const auto *address = static_cast<const char *>(
            meeting.lanes[i * kMatrixRows + row]->inputs[0]);
        std::memcpy(&pair[j], address + size_t(2) * column, sizeof(pair[j]));
      }
      std::memcpy(&result[i], pair, sizeof(pair));
    }
  }
}

//===----------------------------------------------------------------------===//
// Number formats
//===----------------------------------------------------------------------===//

static float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float halfToFloat(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = half >> 10 & 0x1f, mantissa = half & 0x3ff;
  if (exponent == 0x1f)
    return fromBits(sign | 0x7f800000 | mantissa << 13);
  if (exponent == 0) {
    float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  return fromBits(sign | (exponent + 112) << 23 | mantissa << 13);
}

/// Rounds to the nearest, ties to even.
static uint16_t floatToHalf(float value) {
  uint32_t bits = toBits(value);
  auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return sign | 0x7e00;
  if (magnitude >= 0x477ff000) // rounds to 2^16 or more
    return sign | 0x7c00;
  if (magnitude < 0x38800000) // subnormal
    return sign | static_cast<uint16_t>(
                      std::nearbyint(std::ldexp(fromBits(magnitude), 24)));
  uint32_t odd = magnitude >> 13 & 1;
  magnitude += 0xfff + odd;
  return sign | static_cast<uint16_t>((magnitude - (112u << 23)) >> 13);
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

namespace {
/// What the qualifier of a meeting for mma.sync encodes.
struct MmaShape {
  int m, n, k;
  MatrixType factor, sum, result;

  static MmaShape decode(uint64_t bits) {
    return {static_cast<int>(bits & 31),
            static_cast<int>(bits >> 5 & 31),
            static_cast<int>(bits >> 10 & 31),
            static_cast<MatrixType>(bits >> 15 & 7),
            static_cast<MatrixType>(bits >> 18 & 7),
            static_cast<MatrixType>(bits >> 21 & 7)};
  }
  uint64_t encode() const {
    return uint64_t(m) | uint64_t(n) << 5 | uint64_t(k) << 10 |
           uint64_t(factor) << 15 | uint64_t(sum) << 18 |
           uint64_t(result) << 21;
  }
  /// Elements of A and B in a register, next to each other in k.
  int perRegister() const {
    return factor == MatrixType::F16 || factor == MatrixType::BF16 ? 2 : 1;
  }
};

/// An element of a fragment: which lane has it, and its number there.
struct Place {
  int lane, index;
};
} // namespace

/// Element (row, k) of A.
static Place placeOfA(const MmaShape &shape, int row, int k) {
  int width = shape.perRegister(), half = 4 * width;
  int reg = row / 8 + (k / half) * (shape.m / 8);
  return {row % 8 * 4 + k % half / width, reg * width + k % width};
}

/// Element (k, column) of B.
static Place placeOfB(const MmaShape &shape, int k, int column) {
  int width = shape.perRegister(), half = 4 * width;
  return {column * 4 + k % half / width, k / half * width + k % width};
}

/// Element (row, column) of C and D.
static Place placeOfC(int row, int column) {
  return {row % 8 * 4 + column / 2, row / 8 * 2 + column % 2};
}

static double loadElement(MatrixType type, const void *fragment, int index) {
  const auto *bytes = static_cast<const char *>(fragment);
  uint16_t half;
  uint32_t word;
  double wide;
  switch (type) {
  case MatrixType::F16:
    std::memcpy(&half, bytes + size_t(2) * index, sizeof(half));
    return halfToFloat(half);
  case MatrixType::BF16:
    std::memcpy(&half, bytes + size_t(2) * index, sizeof(half));
    return fromBits(uint32_t(half) << 16);
  case MatrixType::TF32:
    // The unit does not look at the lowest 13 bits.
    std::memcpy(&word, bytes + size_t(4) * index, sizeof(word));
    return fromBits(word & 0xffffe000);
  case MatrixType::F32:
    std::memcpy(&word, bytes + size_t(4) * index, sizeof(word));
    return fromBits(word);
  case MatrixType::F64:
    std::memcpy(&wide, bytes + size_t(8) * index, sizeof(wide));
    return wide;
  }
  return 0;
}

static void storeElement(MatrixType type, void *fragment, int index,
                         double value) {
  auto *bytes = static_cast<char *>(fragment);
  if (type == MatrixType::F64) {
    std::memcpy(bytes + size_t(8) * index, &value, sizeof(value));
  } else if (type == MatrixType::F16) {
    uint16_t half = floatToHalf(static_cast<float>(value));
    std::memcpy(bytes + size_t(2) * index, &half, sizeof(half));
  } else {
    auto single = static_cast<float>(value);
    std::memcpy(bytes + size_t(4) * index, &single, sizeof(single));
  }
}

static void multiply(WarpMeeting &meeting) {
  MmaShape shape = MmaShape::decode(meeting.qualifier);
  for (int row = 0; row < shape.m; ++row)
    for (int column = 0; column < shape.n; ++column) {
      Place c = placeOfC(row, column);
      double sum =
          loadElement(shape.sum, meeting.lanes[c.lane]->inputs[2], c.index);
      for (int k = 0; k < shape.k; ++k) {
        Place a = placeOfA(shape, row, k), b = placeOfB(shape, k, column);
        double x = loadElement(shape.factor, meeting.lanes[a.lane]->inputs[0],
                               a.index);
        double y = loadElement(shape.factor, meeting.lanes[b.lane]->inputs[1],
                               b.index);
        sum += x * y;
        if (shape.factor != MatrixType::F64)
          sum = static_cast<float>(sum);
      }
      storeElement(shape.result, meeting.lanes[c.lane]->output, c.index, sum);
    }
}

extern "C" {

void polymem_emu_ldmatrix(Thread *thread, int32_t site, const char *row,
                          int32_t count, int32_t transposed, uint32_t *result) {
  BlockThread &lane = blockThread(thread);
  if (lane.lane < count * kMatrixRows)
    lane.block->access(lane, reinterpret_cast<uintptr_t>(row), kRowBytes,
                       kRowBytes, AccessKind::Read, site);
  lane.inputs[0] = row;
  lane.output = result;
  lane.block->meet(lane, site, UINT32_MAX, /*whole=*/true, "ldmatrix",
                   &loadMatrices, uint64_t(count) << 1 | (transposed != 0));
}

void polymem_emu_mma(Thread *thread, int32_t site, int32_t m, int32_t n,
                     int32_t k, int32_t factorType, int32_t sumType,
                     int32_t resultType, const void *a, const void *b,
                     const void *c, void *d) {
  BlockThread &lane = blockThread(thread);
  lane.inputs[0] = a;
  lane.inputs[1] = b;
  lane.inputs[2] = c;
  lane.output = d;
  MmaShape shape{m,
                 n,
                 k,
                 static_cast<MatrixType>(factorType),
                 static_cast<MatrixType>(sumType),
                 static_cast<MatrixType>(resultType)};
  lane.block->meet(lane, site, UINT32_MAX, /*whole=*/true, "mma", &multiply,
                   shape.encode());
}

} // extern "C"

} // namespace polymem::emulator

//===- BufferSizes.cpp - bytes of buffers as functions of sizes -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferSizes.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// More bytes are not told apart.
static constexpr int64_t kMany = int64_t(1) << 50;

void BufferSizes::add(int64_t elementBytes, AffineMap extents,
                      ValueRange symbols) {
  parametric |= !llvm::all_of(extents.getResults(), [](AffineExpr extent) {
    return isa<AffineConstantExpr>(extent);
  });
  buffers.push_back(
      {elementBytes, assumed.boundsOf(extents, symbols, ExtremumFacts::Cases)});
  for (const std::optional<SizeBound> &extent : buffers.back().extents)
    if (extent)
      for (const auto &[id, size] : extent->sizes)
        names.insert(size);
}

std::optional<int64_t>
BufferSizes::bytes(function_ref<int64_t(Value)> valueOf) const {
  int64_t all = 0;
  for (const Buffer &buffer : buffers) {
    int64_t bytes = buffer.elementBytes;
    for (const std::optional<SizeBound> &extent : buffer.extents) {
      std::optional<int64_t> cells =
          extent ? AssumedSizes::greatest(*extent, valueOf) : std::nullopt;
      if (!cells)
        return std::nullopt;
      if (llvm::MulOverflow(bytes, std::max<int64_t>(*cells, 0), bytes) ||
          bytes > kMany)
        return kMany;
    }
    all += llvm::alignTo(bytes, alignment);
  }
  return std::min(all, kMany);
}

std::optional<int64_t> BufferSizes::largestThatFits(int64_t capacity) const {
  // Sizes that somebody has given stay; the others grow together.
  auto fits = [&](int64_t size) {
    std::optional<int64_t> needed = bytes([&](Value value) {
      return assumed.isGiven(value) ? assumed.valueOf(value) : size;
    });
    return needed && *needed <= capacity;
  };
  constexpr int64_t kLargest = int64_t(1) << 31;
  if (fits(kLargest))
    return std::nullopt;
  int64_t low = 0, high = kLargest;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

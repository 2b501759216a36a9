//===- SharedMemory.cpp - the workgroup memory of a block -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "Block.h"
#include <algorithm>
#include <cstring>

namespace polymem::emulator {

/// Buffers start at multiples of this.
static constexpr size_t kAlignment = 128;
/// A guard zone has this many bytes, and up to as many more; a buffer larger
/// than that has guards of its own size, up to the second bound.
static constexpr size_t kLeastGuard = 1024, kMostGuard = 8192;

static size_t alignTo(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

SharedMemory::SharedMemory(const Kernel &kernel, int64_t dynamicBytes,
                           uint32_t poison, Random random)
    : poison(poison) {
  for (int64_t i = 0; i < kernel.numBuffers; ++i) {
    const BufferEntry &entry = kernel.buffers[i];
    list.push_back({entry.name,
                    entry.number,
                    0,
                    static_cast<size_t>(entry.bytes),
                    entry.elementBytes,
                    {entry.extents, entry.extents + entry.rank}});
  }
  // Also where there is none its guards notice accesses.
  list.push_back({"dynamic shared memory",
                  kernel.dynamicNumber,
                  0,
                  static_cast<size_t>(dynamicBytes),
                  1,
                  {}});
  auto guard = [&](size_t bytes) {
    size_t least = std::clamp(bytes, kLeastGuard, kMostGuard);
    return alignTo(least + random.below(least), kAlignment);
  };
  size_t end = kAlignment;
  for (Buffer &buffer : list) {
    buffer.begin = end + guard(buffer.bytes);
    end =
        alignTo(buffer.begin + buffer.bytes + guard(buffer.bytes), kAlignment);
  }
  storage.resize(end);
  auto address = reinterpret_cast<uintptr_t>(storage.data());
  size_t shift = -address & (kAlignment - 1);
  table.resize(kernel.dynamicNumber + 1);
  for (Buffer &buffer : list) {
    buffer.begin -= kAlignment - shift;
    table[buffer.number] = storage.data() + buffer.begin;
  }
  fillWithPoison(storage.data(), storage.size(), poison);
}

std::vector<Region> SharedMemory::regions() const {
  std::vector<Region> regions;
  for (const Buffer &buffer : list) {
    if (buffer.bytes == 0)
      continue;
    Region region;
    region.name = buffer.name;
    region.begin = reinterpret_cast<uintptr_t>(storage.data()) + buffer.begin;
    region.bytes = buffer.bytes;
    region.elementBytes = buffer.elementBytes;
    region.extents = buffer.extents;
    regions.push_back(std::move(region));
  }
  return regions;
}

void SharedMemory::clear() {
  // The guards are as they were, or the block would have been the last.
  for (const Buffer &buffer : list)
    fillWithPoison(storage.data() + buffer.begin, buffer.bytes, poison);
}

/// The first byte of [begin, end) that is not the pattern's, which begins anew
/// at begin + phase; `end` if there is none.
static size_t findOther(const char *begin, size_t bytes, size_t phase,
                        uint32_t pattern) {
  // Eight bytes at a time: zones are intact nearly always.
  char expected[16];
  for (size_t i = 0; i < sizeof(expected); ++i)
    expected[i] = static_cast<char>(pattern >> (8 * ((i + phase) & 3)));
  size_t i = 0;
  for (; i + 8 <= bytes; i += 8)
    if (std::memcmp(begin + i, expected, 8) != 0)
      break;
  while (i < bytes && begin[i] == expected[i % 4])
    ++i;
  return i;
}

std::string SharedMemory::findDamage() const {
  size_t from = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    size_t to = i < list.size() ? list[i].begin : storage.size();
    // The pattern begins at the storage's begin.
    size_t at =
        from + findOther(storage.data() + from, to - from, from & 3, poison);
    if (at != to) {
      // The nearer of the buffers around the zone.
      bool isBehind = i == list.size() || (i != 0 && at - from < to - at);
      const Buffer &buffer = list[isBehind ? i - 1 : i];
      return "out-of-bounds write to workgroup memory, " +
             (isBehind ? std::to_string(at - from) + " bytes behind "
                       : std::to_string(to - at) + " bytes before ") +
             buffer.name;
    }
    if (i < list.size())
      from = list[i].begin + list[i].bytes;
  }
  return "";
}

} // namespace polymem::emulator

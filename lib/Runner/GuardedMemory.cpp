//===- GuardedMemory.cpp - arrays with poisoned surroundings --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/GuardedMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

namespace polymem::runtime {

/// Alignment of every block; also keeps the pattern in phase with data().
static constexpr size_t kAlignment = 64;
/// Guard of heap blocks, in bytes.
static constexpr size_t kHeapGuard = 4096;
/// What is freed is kept until that much was freed after it.
static constexpr size_t kMaxFreedBytes = size_t(1) << 24;
static constexpr size_t kMaxFreedBlocks = 256;

uint32_t poisonOfRun(unsigned run) {
  // 0x7ff8.... : exponent all ones and quiet bit set in both formats.
  return 0x7ff80000u | (0xdead - 0x0101 * (run & 0x3f));
}

/// Byte `distance` of the pattern, counted from the start of the payload.
static char poisonByte(uint32_t poison, int64_t distance) {
  return static_cast<char>(poison >> (8 * (distance & 3)));
}

static void fill(char *begin, char *end, char *payload, uint32_t poison) {
  for (char *p = begin; p != end; ++p)
    *p = poisonByte(poison, p - payload);
}

GuardedBlock::GuardedBlock(size_t size, size_t guard, uint32_t poison)
    : payload(size), guardSize(llvm::alignTo(guard, kAlignment)),
      poison(poison) {
  size_t total = payload + 2 * guardSize;
  storage.reset(new char[total + kAlignment]);
  auto address = reinterpret_cast<uintptr_t>(storage.get());
  char *start = storage.get() + (llvm::alignTo(address, kAlignment) - address);
  begin = start + guardSize;
  fill(start, start + total, begin, poison);
}

std::optional<int64_t> GuardedBlock::firstClobberedByte() const {
  auto scan = [&](int64_t from, int64_t to) -> std::optional<int64_t> {
    for (int64_t i = from; i < to; ++i)
      if (begin[i] != poisonByte(poison, i))
        return i;
    return std::nullopt;
  };
  int64_t size = payload, guard = guardSize;
  // The zone behind first: running over the end is the common case.
  if (auto behind = scan(size, size + guard))
    return behind;
  return scan(-guard, 0);
}

void GuardedBlock::visitWritten(
    llvm::function_ref<void(size_t, size_t)> visit) const {
  auto differs = [&](size_t offset) {
    // One byte may well have the value of the poison's.
    return payload - offset < 4 || std::memcmp(begin + offset, &poison, 4) != 0;
  };
  for (size_t offset = 0; offset < payload; offset += 4) {
    size_t first = offset;
    while (offset < payload && differs(offset))
      offset += 4;
    if (offset != first)
      visit(first, std::min(offset, payload) - first);
  }
}

void GuardedBlock::poisonPayload() {
  fill(begin, begin + payload, begin, poison);
}

void *GuardedHeap::allocate(size_t size) {
  auto block = std::make_unique<GuardedBlock>(size, kHeapGuard, poison);
  void *pointer = block->data();
  blocks[pointer] = std::move(block);
  return pointer;
}

void GuardedHeap::check(const GuardedBlock &block) {
  if (auto distance = block.firstClobberedByte(); distance && !error)
    error = "out-of-bounds write to a local allocation of " +
            std::to_string(block.size()) + " bytes, at byte " +
            std::to_string(*distance);
}

void GuardedHeap::release(void *pointer) {
  if (!pointer)
    return;
  auto it = blocks.find(pointer);
  if (it == blocks.end()) {
    bool wasFreed = llvm::any_of(
        freed, [&](const auto &block) { return block->data() == pointer; });
    if (!error)
      error = wasFreed ? "freed a local allocation twice"
                       : "freed a pointer that is not a live local allocation";
    return;
  }
  check(*it->second);
  it->second->poisonPayload();
  freedBytes += it->second->size();
  freed.push_back(std::move(it->second));
  blocks.erase(it);
  while (freedBytes > kMaxFreedBytes || freed.size() > kMaxFreedBlocks) {
    checkFreed(*freed.front());
    freedBytes -= freed.front()->size();
    freed.pop_front();
  }
}

void GuardedHeap::checkFreed(const GuardedBlock &block) {
  check(block);
  block.visitWritten([&](size_t offset, size_t /*bytes*/) {
    // The few bytes at the end that are no whole word say nothing.
    if (!error && block.size() - offset >= 4)
      error = "write to a local allocation of " + std::to_string(block.size()) +
              " bytes after it was freed, at byte " + std::to_string(offset);
  });
}

void GuardedHeap::reportWrites() {
  if (!observer)
    return;
  for (auto &[pointer, block] : blocks)
    block->visitWritten([&, begin = reinterpret_cast<uintptr_t>(pointer)](
                            size_t offset, size_t bytes) {
      observer->markInitialised(begin + offset, bytes);
    });
}

std::optional<std::string> GuardedHeap::firstError() {
  for (auto &entry : blocks)
    check(*entry.second);
  for (const auto &block : freed)
    checkFreed(*block);
  return error;
}

} // namespace polymem::runtime

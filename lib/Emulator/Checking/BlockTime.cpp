//===- BlockTime.cpp - what happens before what in a block ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTime.h"
#include <algorithm>

namespace polymem::emulator {

void BlockTime::synchroniseAll() {
  ++now;
  running = -1;
  interleaves = false;
  own.clear();
  known.clear();
}

void BlockTime::synchronise(const std::vector<int64_t> &threads) {
  size_t numThreads = lastActive.size();
  if (own.empty()) {
    own.resize(numThreads);
    known.resize(numThreads);
  }
  auto joined = std::make_shared<Clock>(numThreads);
  const Clock *last = nullptr;
  for (int64_t thread : threads) {
    const Clock *clock = known[thread].get();
    if (clock && clock != last)
      for (size_t i = 0; i < numThreads; ++i)
        (*joined)[i] = std::max((*joined)[i], (*clock)[i]);
    last = clock;
  }
  for (int64_t thread : threads)
    (*joined)[thread] = ++own[thread];
  for (int64_t thread : threads)
    known[thread] = joined;
}

uint32_t BlockTime::numberOfCopy(uint64_t copy) {
  auto [it, isNew] = copyNumbers.try_emplace(copy, copies.size() + 1);
  if (isNew)
    copies.emplace_back();
  return it->second;
}

void BlockTime::finishCopy(uint64_t copy, int64_t thread) {
  auto it = copyNumbers.find(copy);
  if (it != copyNumbers.end() && !isCopyOrdered(it->second, thread))
    copies[it->second - 1].finishes.push_back({thread, now, clock(thread)});
}

bool BlockTime::isFinishedForAll(uint32_t number) const {
  const std::vector<Finish> &finishes = copies[number - 1].finishes;
  return !finishes.empty() && finishes.front().epoch != now;
}

bool BlockTime::isCopyOrdered(uint32_t number, int64_t thread) const {
  const std::vector<Finish> &finishes = copies[number - 1].finishes;
  return std::any_of(finishes.begin(), finishes.end(), [&](const Finish &f) {
    return isOrdered(f.thread, f.epoch, f.clock, thread);
  });
}

} // namespace polymem::emulator

//===- WarpRequest.cpp - what one request of a warp costs -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpRequest.h"
#include <algorithm>

namespace polymem::emulator {

/// Lanes are mostly in the order of their addresses already.
static void sortUnique(std::vector<uintptr_t> &values) {
  if (!std::is_sorted(values.begin(), values.end()))
    std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

TransferCounts WarpRequest::count() {
  TransferCounts counts;
  counts.requests = 1;
  counts.accesses = lanes.size();
  counts.bytes = lanes.size() * bytes;
  if (space == Space::Shared)
    countWavefronts(counts);
  else if (space == Space::Constant)
    countBroadcasts(counts);
  else
    countSectors(counts);
  return counts;
}

void WarpRequest::countSectors(TransferCounts &counts) {
  scratch.clear();
  for (auto [lane, address] : lanes)
    scratch.push_back(address);
  sortUnique(scratch);
  uintptr_t size = limits.sectorBytes;
  uint64_t distinctBytes = 0;
  uintptr_t covered = 0, nextSector = 0;
  for (uintptr_t address : scratch) {
    uintptr_t end = address + bytes;
    distinctBytes += end - std::max(address, covered);
    covered = end;
    uintptr_t first = std::max(address / size, nextSector);
    nextSector = std::max(nextSector, (end - 1) / size + 1);
    counts.transfers += nextSector - std::min(first, nextSector);
  }
  counts.minimum = (distinctBytes + size - 1) / size;
}

void WarpRequest::countBroadcasts(TransferCounts &counts) {
  scratch.clear();
  for (auto [lane, address] : lanes)
    scratch.push_back(address);
  sortUnique(scratch);
  counts.transfers = scratch.size();
  counts.minimum = 1;
}

void WarpRequest::countWavefronts(TransferCounts &counts) {
  int64_t atOnce = limits.sharedBanks * limits.bankBytes;
  int64_t lanesPerPhase = std::clamp<int64_t>(
      atOnce / std::max<int64_t>(bytes, limits.bankBytes), 1, limits.warpSize);
  for (size_t first = 0; first < lanes.size();) {
    int64_t phase = lanes[first].first / lanesPerPhase;
    size_t end = first + 1;
    while (end < lanes.size() && lanes[end].first / lanesPerPhase == phase)
      ++end;
    counts.transfers += wavefrontsOfPhase(first, end);
    ++counts.minimum;
    first = end;
  }
}

/// The most distinct words in one bank, over lanes first .. end-1.
uint64_t WarpRequest::wavefrontsOfPhase(size_t first, size_t end) {
  uintptr_t wordBytes = limits.bankBytes;
  scratch.clear();
  for (size_t i = first; i < end; ++i) {
    uintptr_t begin = lanes[i].second;
    for (uintptr_t word = begin / wordBytes;
         word <= (begin + bytes - 1) / wordBytes; ++word)
      scratch.push_back(word);
  }
  sortUnique(scratch);
  banks.assign(limits.sharedBanks, 0);
  uint32_t most = 0;
  for (uintptr_t word : scratch)
    most = std::max(most, ++banks[word % limits.sharedBanks]);
  return most;
}

} // namespace polymem::emulator

//===- WarpTransfers.cpp - what requests of a warp move -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpTransfers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace polymem;
using namespace polymem::cost;
using llvm::ArrayRef;
using llvm::SmallVector;

/// What is known is forgotten when it is of more requests.
static constexpr unsigned kMaxKnown = 4096;

WarpTransfers::WarpTransfers(const Machine &machine)
    : geometry{machine.scratchpad().banks, machine.scratchpad().bankBytes,
               machine.warps().threads},
      sectorBytes(machine.global().transactionBytes) {}

WarpTransfers::Moved WarpTransfers::count(ArrayRef<int64_t> lanes,
                                          ArrayRef<int64_t> addresses,
                                          int64_t bytes, Kind kind) const {
  if (kind != Kind::Sectors) {
    int64_t phases = 0, last = -1, perPhase = geometry.lanesPerPhase(bytes);
    for (int64_t lane : lanes) {
      phases += lane / perPhase != last;
      last = lane / perPhase;
    }
    int64_t wavefronts =
        kind == Kind::Wavefronts
            ? countWavefronts(geometry, lanes, addresses, bytes)
            : countMergedWavefronts(geometry, lanes, addresses, bytes);
    return {double(wavefronts), double(phases)};
  }
  SmallVector<int64_t> sorted(addresses);
  // Not llvm::sort, which calls the C library's for numbers.
  std::sort(sorted.begin(), sorted.end());
  int64_t sectors = 0, distinct = 0,
          lastSector = std::numeric_limits<int64_t>::min();
  int64_t end = std::numeric_limits<int64_t>::min();
  for (int64_t address : sorted) {
    int64_t from = std::max(end, address);
    end = std::max(end, address + bytes);
    distinct += end - from;
    int64_t first =
        std::max(llvm::divideFloorSigned(address, sectorBytes), lastSector + 1);
    int64_t last = llvm::divideFloorSigned(address + bytes - 1, sectorBytes);
    if (last >= first) {
      sectors += last - first + 1;
      lastSector = last;
    }
  }
  return {double(sectors), double(llvm::divideCeil(distinct, sectorBytes))};
}

WarpTransfers::Moved WarpTransfers::ofWarp(ArrayRef<int64_t> lanes,
                                           ArrayRef<int64_t> addresses,
                                           int64_t bytes, Kind kind) {
  int64_t period = modulus(kind);
  int64_t base =
      llvm::divideFloorSigned(*llvm::min_element(addresses), period) * period;
  // Lanes are those of a warp, so their number says which they are if the last
  // is as far behind the first.
  bool isWhole =
      lanes.front() == 0 && lanes.back() + 1 == int64_t(lanes.size());
  SmallVector<int64_t, 80> key{bytes, int64_t(kind), isWhole};
  if (!isWhole)
    llvm::append_range(key, lanes);
  for (int64_t address : addresses)
    key.push_back(address - base);
  if (auto found = ofWarps.find(key); found != ofWarps.end())
    return found->second;
  if (ofWarps.size() >= kMaxKnown) {
    ofWarps.clear();
    keys.Reset();
  }
  Moved moved = count(lanes, ArrayRef<int64_t>(key).take_back(addresses.size()),
                      bytes, kind);
  ofWarps[ArrayRef<int64_t>(key).copy(keys)] = moved;
  return moved;
}

WarpTransfers::Moved WarpTransfers::get(const Active &active,
                                        const Lanes &offsets, int64_t first,
                                        int64_t bytes, Kind kind) {
  std::tuple<const void *, const void *, int64_t, int64_t> key(
      active.get(), offsets.get(), first, 4 * bytes + int64_t(kind));
  if (auto found = ofBlocks.find(key); found != ofBlocks.end())
    return found->second.moved;
  Moved sum;
  SmallVector<int64_t, 32> lanes, addresses;
  size_t warpSize = geometry.warpSize;
  LaneNumbers numbers{first, offsets};
  for (size_t begin = 0; begin < active->mask.size(); begin += warpSize) {
    lanes.clear();
    addresses.clear();
    for (size_t lane = 0; lane < warpSize; ++lane)
      if ((*active)[begin + lane]) {
        lanes.push_back(int64_t(lane));
        addresses.push_back(numbers[begin + lane]);
      }
    if (lanes.empty())
      continue;
    Moved moved = ofWarp(lanes, addresses, bytes, kind);
    sum.transfers += moved.transfers;
    sum.minimum += moved.minimum;
  }
  if (ofBlocks.size() >= kMaxKnown)
    ofBlocks.clear();
  ofBlocks[key] = {active, offsets, sum};
  return sum;
}

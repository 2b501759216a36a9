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
                                          int64_t bytes, bool isShared) const {
  if (isShared) {
    int64_t phases = 0, last = -1, perPhase = geometry.lanesPerPhase(bytes);
    for (int64_t lane : lanes) {
      phases += lane / perPhase != last;
      last = lane / perPhase;
    }
    return {double(countWavefronts(geometry, lanes, addresses, bytes)),
            double(phases)};
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

WarpTransfers::Moved WarpTransfers::sumOf(ArrayRef<int64_t> lanes,
                                          ArrayRef<int64_t> addresses,
                                          int64_t bytes, bool isShared,
                                          ArrayRef<double> times) {
  int64_t period = modulus(isShared);
  int64_t base =
      llvm::divideFloorSigned(*llvm::min_element(addresses), period) * period;
  // Lanes are those of a warp, so their number says which they are if the last
  // is as far behind the first.
  bool isWhole =
      lanes.front() == 0 && lanes.back() + 1 == int64_t(lanes.size());
  SmallVector<int64_t, 80> key{bytes, isShared, isWhole};
  if (!isWhole)
    llvm::append_range(key, lanes);
  for (int64_t address : addresses)
    key.push_back(address - base);

  auto found = known.find(key);
  if (found == known.end()) {
    if (known.size() >= kMaxKnown) {
      known.clear();
      keys.Reset();
    }
    ArrayRef<int64_t> kept = ArrayRef(key).copy(keys);
    found = known.try_emplace(kept, SmallVector<Moved, 4>(period)).first;
  }
  Moved sum;
  for (auto [shift, moved] : llvm::enumerate(found->second)) {
    if (times[shift] == 0)
      continue;
    if (moved.transfers == 0) {
      SmallVector<int64_t, 32> shifted(
          ArrayRef<int64_t>(key).take_back(addresses.size()));
      for (int64_t &address : shifted)
        address += int64_t(shift);
      moved = count(lanes, shifted, bytes, isShared);
    }
    sum.transfers += times[shift] * moved.transfers;
    sum.minimum += times[shift] * moved.minimum;
  }
  return sum;
}

//===- WarpRequest.h - what one request of a warp costs ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_COUNTING_WARPREQUEST_H
#define POLYMEM_LIB_EMULATOR_COUNTING_WARPREQUEST_H

#include "PolyMem/Emulator/Counting/Counters.h"

namespace polymem::emulator {

/// One execution of a memory instruction by a warp: `bytes` bytes per lane.
class WarpRequest {
public:
  WarpRequest(const Limits &limits, Space space, uint32_t bytes)
      : limits(limits), space(space), bytes(bytes) {}

  void clear() { lanes.clear(); }
  /// Lanes come in increasing order; inactive ones not at all.
  void add(int64_t lane, uintptr_t address) {
    lanes.push_back({lane, address});
  }
  bool empty() const { return lanes.empty(); }

  /// The request's counts, by the rules of Counters.h.
  TransferCounts count();

private:
  void countSectors(TransferCounts &counts);
  void countWavefronts(TransferCounts &counts);
  void countBroadcasts(TransferCounts &counts);
  uint64_t wavefrontsOfPhase(size_t first, size_t end);

  const Limits &limits;
  Space space;
  uint32_t bytes;
  std::vector<std::pair<int64_t, uintptr_t>> lanes;
  std::vector<uintptr_t> scratch;
  std::vector<uint32_t> banks;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_COUNTING_WARPREQUEST_H

//===- BlockTime.h - what happens before what in a block --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time inside a block. A barrier of the whole block orders everything before
// it: one number, the epoch, says it all, and kernels without other
// synchronisation pay for no more. Where some threads meet without the others,
// vector clocks order the accesses of that epoch exactly; they are dropped at
// the next barrier of the whole block.
//
// A vector clock maps each thread u to the number of u's partial
// synchronisations that are known to have happened.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_CHECKING_BLOCKTIME_H
#define POLYMEM_LIB_EMULATOR_CHECKING_BLOCKTIME_H

#include "PolyMem/Emulator/Execution/Observer.h"
#include <memory>
#include <unordered_map>

namespace polymem::emulator {

/// When, where and by whom memory was accessed.
struct Stamp {
  /// Serial number of the block, from 1 over all launches; 0: no access.
  uint32_t block = 0;
  uint32_t epoch = 0, clock = 0;
  uint32_t site = 0;
  /// The block's asynchronous copy (from 1) that makes the access; 0: none.
  uint32_t copy = 0;
  uint16_t thread = 0;
  AccessKind kind = AccessKind::Read;
};

/// The time of one block.
class BlockTime {
public:
  explicit BlockTime(int64_t threads) : lastActive(threads) {}

  uint32_t epoch() const { return now; }
  uint32_t clock(int64_t thread) const { return own.empty() ? 0 : own[thread]; }

  /// To be called before each access: `thread` is running.
  void runs(int64_t thread) {
    if (thread == running)
      return;
    interleaves |= lastActive[thread] == now;
    lastActive[thread] = now;
    running = thread;
  }
  /// True once a thread of this epoch has gone on after another one ran: only
  /// then may a thread find its own accesses behind those of others.
  bool isInterleaved() const { return interleaves; }

  void synchroniseAll();
  void synchronise(const std::vector<int64_t> &threads);

  /// Number (from 1) of the block's asynchronous copy `copy`.
  uint32_t numberOfCopy(uint64_t copy);
  /// `thread` has waited for `copy`; nothing happens for an unknown number.
  void finishCopy(uint64_t copy, int64_t thread);
  bool isInFlight(uint32_t number) const {
    return copies[number - 1].finishes.empty();
  }
  /// Whether the copy was finished in an earlier epoch, so that its effect is
  /// visible to all threads.
  bool isFinishedForAll(uint32_t number) const;

  /// Whether the access, which was made in this block, happened before all that
  /// `thread` does from now on. A copy happens when a thread has waited for it.
  bool isOrdered(const Stamp &stamp, int64_t thread) const {
    if (stamp.copy)
      return isCopyOrdered(stamp.copy, thread);
    return isOrdered(stamp.thread, stamp.epoch, stamp.clock, thread);
  }

private:
  struct Finish {
    int64_t thread;
    uint32_t epoch, clock;
  };
  struct Copy {
    std::vector<Finish> finishes;
  };
  using Clock = std::vector<uint32_t>;

  bool isOrdered(int64_t other, uint32_t epoch, uint32_t clock,
                 int64_t thread) const {
    return epoch != now || other == thread ||
           (!own.empty() && known[thread] && clock < (*known[thread])[other]);
  }
  bool isCopyOrdered(uint32_t number, int64_t thread) const;

  uint32_t now = 1;
  int64_t running = -1;
  bool interleaves = false;
  /// The epoch in which each thread ran last.
  std::vector<uint32_t> lastActive;
  /// Partial synchronisations of each thread in this epoch; empty before the
  /// first.
  std::vector<uint32_t> own;
  /// What each thread knows of the others: for u, accesses of u with a smaller
  /// clock have happened. Null: nothing. Threads that met share one.
  std::vector<std::shared_ptr<const Clock>> known;
  std::vector<Copy> copies;
  std::unordered_map<uint64_t, uint32_t> copyNumbers;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_CHECKING_BLOCKTIME_H

//===- GuardedMemory.h - arrays with poisoned surroundings ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that shows what a program does outside its arrays: every block lies
// between two guard zones filled with a pattern that is a quiet NaN both as
// f32 and as f64 and an improbable integer. A write into a guard zone is seen
// by checking the pattern; a read carries the pattern into the results, and
// since each run is given another pattern it shows up as a difference.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_GUARDEDMEMORY_H
#define POLYMEM_RUNNER_GUARDEDMEMORY_H

#include "PolyMem/Emulator/Execution/Observer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polymem::runtime {

/// The poison of run `run` (0 for the reference, 1.. for others): a 32-bit
/// word that is a quiet NaN as f32 and, repeated, as f64.
uint32_t poisonOfRun(unsigned run);

/// `size` bytes, poisoned, aligned to 64, with `guard` poisoned bytes on
/// either side.
class GuardedBlock {
public:
  GuardedBlock(size_t size, size_t guard, uint32_t poison);

  char *data() { return begin; }
  const char *data() const { return begin; }
  size_t size() const { return payload; }

  /// The payload and both guard zones; data() is in the middle.
  llvm::MutableArrayRef<char> withGuards() {
    return {begin - guardSize, payload + 2 * guardSize};
  }

  /// Distance in bytes from data() of the first guard byte that changed, or
  /// nothing when both zones are intact.
  std::optional<int64_t> firstClobberedByte() const;

  /// Calls `visit(offset, bytes)` for the longest runs of payload that differ
  /// from the poison, four bytes at a time, and for a rest of fewer: no more
  /// than this can have been written.
  void visitWritten(
      llvm::function_ref<void(size_t offset, size_t bytes)> visit) const;

  /// Overwrites the payload with the poison.
  void poisonPayload();

private:
  std::unique_ptr<char[]> storage;
  char *begin = nullptr;
  size_t payload, guardSize;
  uint32_t poison;
};

/// The heap of one run: what the program under test gets from `malloc`.
/// Blocks are guarded and poisoned, so that uninitialised reads show up too.
/// What is freed is poisoned again and kept for a while: reads of it show up,
/// and writes to it are found.
class GuardedHeap {
public:
  /// `observer`, if there is one, is told by reportWrites().
  explicit GuardedHeap(uint32_t poison, emulator::Observer *observer = nullptr)
      : poison(poison), observer(observer) {}

  void *allocate(size_t size);
  void release(void *pointer);

  /// Tells the observer which bytes hold other values than the poison.
  void reportWrites();

  /// Checks the blocks still there; then the first error found in this run
  /// (a damaged guard zone, a bad `free`, a write behind it), or nothing.
  std::optional<std::string> firstError();

private:
  void check(const GuardedBlock &block);
  void checkFreed(const GuardedBlock &block);

  uint32_t poison;
  emulator::Observer *observer;
  llvm::DenseMap<void *, std::unique_ptr<GuardedBlock>> blocks;
  /// In the order in which they were freed.
  std::deque<std::unique_ptr<GuardedBlock>> freed;
  size_t freedBytes = 0;
  std::optional<std::string> error;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_GUARDEDMEMORY_H

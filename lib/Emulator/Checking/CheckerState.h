//===- CheckerState.h - what the checker remembers --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_CHECKING_CHECKERSTATE_H
#define POLYMEM_LIB_EMULATOR_CHECKING_CHECKERSTATE_H

#include "PolyMem/Emulator/Checking/Checker.h"
#include "Shadow.h"
#include <map>
#include <set>
#include <tuple>

namespace polymem::emulator {

using Shadows = std::vector<std::unique_ptr<Shadow>>;

/// What a thread has allocated: the site, and which of it was written. By
/// thread, each in the order of allocation.
using PrivateMemory =
    std::vector<std::vector<std::pair<uint32_t, std::unique_ptr<Shadow>>>>;

/// A value on its way from one place to another of which nobody has written
/// all: which of its bytes, and what to report if it is used.
struct UnwrittenValue {
  std::vector<bool> holes;
  Report report;
};

/// A block that is running.
struct RunningBlock {
  RunningBlock(int64_t number, uint32_t serial, int64_t threads)
      : number(number), serial(serial), time(threads) {}

  int64_t number;
  uint32_t serial;
  BlockTime time;
  Shadows shared;
  PrivateMemory privates;
  /// By thread and site of the read.
  std::map<std::pair<int64_t, uint32_t>, UnwrittenValue> unwritten;
};

struct Checker::State {
  explicit State(const CheckerOptions &options) : options(options) {}

  CheckerOptions options;
  std::vector<Report> reports;
  std::set<std::tuple<Report::Kind, std::string, std::string, std::string>>
      known;

  LaunchInfo launch;
  /// By begin.
  Shadows global;
  /// Shadows of the shared memory of finished blocks, for later ones.
  Shadows recycled;
  /// Private memory of a finished block of this launch: the next ones have
  /// theirs at the same places.
  PrivateMemory recycledPrivates;
  std::vector<std::unique_ptr<RunningBlock>> blocks;
  RunningBlock *current = nullptr;
  /// Serial numbers of blocks: the last one of the previous launches, the last
  /// one of all, and the last one of launches that all later ones come after.
  uint32_t launchBase = 0, lastSerial = 0, finishedBase = 0;
  /// The block numbers of the serial numbers above `finishedBase`.
  std::vector<int64_t> blockOfSerial;
  /// Earlier launches above `finishedBase`, beside their places in `overlap`.
  std::vector<LaunchInfo> earlier;
  Overlap overlap;
  /// Stamps up to this one are ordered before the launch.
  uint32_t base = 0;
  bool overlaps = false;
  /// The region each site accessed last, global memory only.
  std::vector<Shadow *> lastShadow;
  /// For each site, 1 + the place in RunningBlock::shared of the buffer whose
  /// address it computes from; 0: not known. Empty before the launch's first
  /// block.
  std::vector<uint32_t> homes;
  StampPool pool;
  std::vector<AccessSet> atomics;

  RunningBlock *findBlock(int64_t number);
  void restartSerials();
  void findHomes(const RunningBlock &block);
  /// The buffer that the access must be in; null if it may be anywhere.
  Shadow *homeOf(const Access &access, const RunningBlock &block) const;
  Shadow *findShadow(const Access &access, RunningBlock &block);
  bool check(Cell &cell, uintptr_t address, const Access &access,
             const View &view, const Shadow &shadow);

  bool accessPrivate(const Access &access, RunningBlock &block);
  bool checkWritten(const Access &access, RunningBlock &block, Shadow &shadow);

  static Site siteOf(const LaunchInfo &launch, uint32_t number);
  /// What an access of the running launch does, and what `stamp` did.
  Report::Party party(const Access &access) const;
  Report::Party party(const Stamp &stamp) const;
  /// The launch that block `serial` belongs to.
  const LaunchInfo &launchOf(uint32_t serial) const;
  void orderLaunch(const LaunchInfo &info);
  bool report(Report report);
  bool reportOutOfBounds(const Access &access, RunningBlock &block);
  /// Of an access that should be to memory of `wanted`, or is to no memory of a
  /// `space`, to report against its nearest region.
  bool reportOutside(const Access &access, const Shadow *wanted,
                     const std::string &space);
  bool reportMisaligned(const Access &access, const Shadow &shadow);
  bool reportConflict(const Stamp &other, uintptr_t address,
                      const Access &access, const View &view,
                      const Shadow &shadow);
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_CHECKING_CHECKERSTATE_H

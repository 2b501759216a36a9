//===- CheckerState.h - what the checker remembers --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_EMULATOR_CHECKERSTATE_H
#define POLYMEM_RUNTIME_EMULATOR_CHECKERSTATE_H

#include "PolyMem/Runtime/Emulator/Checker.h"
#include "Shadow.h"
#include <map>
#include <set>
#include <tuple>

namespace polymem::emulator {

using Shadows = std::vector<std::unique_ptr<Shadow>>;

/// A block that is running.
struct RunningBlock {
  RunningBlock(int64_t number, uint32_t serial, int64_t threads)
      : number(number), serial(serial), time(threads) {}

  int64_t number;
  uint32_t serial;
  BlockTime time;
  Shadows shared;
  /// Values on their way from one place to another that nobody has written, by
  /// thread and site of the read: what to report if one is used.
  std::map<std::pair<int64_t, uint32_t>, Report> unwritten;
};

struct Checker::State {
  CheckerOptions options;
  std::vector<Report> reports;
  std::set<std::tuple<Report::Kind, std::string, std::string, std::string>>
      known;

  LaunchInfo launch;
  /// By begin.
  Shadows global;
  /// Shadows of the shared memory of finished blocks, for later ones.
  Shadows recycled;
  std::vector<std::unique_ptr<RunningBlock>> blocks;
  RunningBlock *current = nullptr;
  /// Serial numbers of blocks: the last one of the previous launches, the last
  /// one of all; the block numbers of this launch's.
  uint32_t launchBase = 0, lastSerial = 0;
  std::vector<int64_t> blockOfSerial;
  /// The region each site accessed last, global memory only.
  std::vector<Shadow *> lastShadow;
  StampPool pool;
  std::vector<AccessSet> atomics;

  RunningBlock *findBlock(int64_t number);
  void restartSerials();
  Shadow *findShadow(const Access &access, RunningBlock &block);
  bool check(Cell &cell, uintptr_t address, const Access &access,
             const View &view, const Shadow &shadow);

  bool checkWritten(const Access &access, RunningBlock &block, Shadow &shadow);

  Site siteOf(uint32_t number) const;
  Report::Party party(int64_t block, int64_t thread, std::string action,
                      uint32_t site) const;
  Report::Party party(const Access &access) const;
  bool report(Report report);
  bool reportOutOfBounds(const Access &access, RunningBlock &block);
  bool reportMisaligned(const Access &access, const Shadow &shadow);
  bool reportConflict(const Stamp &other, uintptr_t address,
                      const Access &access, const View &view,
                      const Shadow &shadow);
};

} // namespace polymem::emulator

#endif // POLYMEM_RUNTIME_EMULATOR_CHECKERSTATE_H

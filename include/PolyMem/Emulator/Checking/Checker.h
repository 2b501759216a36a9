//===- Checker.h - find the errors of an emulated kernel --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An observer that decides for each access of a kernel whether the hardware
// could do harm, whatever order the threads happened to run in:
//
// - data races: two accesses to a byte, not both reads and not both atomic,
//   that nothing orders. Threads of a block are ordered by the barriers at
//   which they meet (of the whole block, named, of a warp) and by chains of
//   them; blocks of a launch never are;
// - asynchronous copies in flight: an access to the destination, or a write to
//   the source, before the copying thread has waited for the copy; and races
//   with it until a barrier follows that wait;
// - accesses outside the registered arrays, heap blocks, workgroup buffers and
//   private memory; those to a buffer or private array outside that very one;
// - reads of shared memory that no thread of the block has written, of private
//   memory that the thread has not, and of heap memory that nobody has;
// - addresses that are no multiple of what the instruction requires;
// - launches beyond the machine's threads per block or shared memory.
//
// Reports depend on nothing but the observed sequence.
// docs/concepts/checking-and-counting.md has the rules in full.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_CHECKING_CHECKER_H
#define POLYMEM_EMULATOR_CHECKING_CHECKER_H

#include "PolyMem/Emulator/Checking/Report.h"
#include <memory>

namespace polymem::emulator {

struct CheckerOptions {
  explicit CheckerOptions(const Limits &limits) : limits(limits) {}

  Limits limits;
  /// The launch ends with this many reports. Reports of one kind about the same
  /// pair of sites count once. Accesses out of bounds or misaligned cannot take
  /// place and end it in any case.
  unsigned maxReports = 1;
};

class Checker : public Observer {
public:
  explicit Checker(const CheckerOptions &options);
  ~Checker() override;

  /// What was found, in the order of discovery, over all launches.
  const std::vector<Report> &reports() const;

  void addRegion(const Region &region, bool initialised) override;
  void removeRegion(uintptr_t begin) override;
  void markInitialised(uintptr_t begin, size_t bytes) override;
  bool beginLaunch(const LaunchInfo &info) override;
  void beginBlock(int64_t block, const std::vector<Region> &shared) override;
  void endBlock(int64_t block) override;
  void addPrivate(int64_t block, int64_t thread, uint32_t site,
                  const Region &region) override;
  bool access(const Access &access) override;
  void synchronise(const Synchronisation &meeting) override;
  void synchroniseGrid(uint32_t site) override;
  void copyFinished(int64_t block, int64_t thread, uint64_t copy) override;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_CHECKING_CHECKER_H

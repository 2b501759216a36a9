//===- Emulator.h - run GPU kernels on the host -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs grids of kernels that convert-gpu-to-emulator compiled for the host: a
// fiber per thread, and all the freedom that a GPU has. The order of blocks
// and threads is drawn from a seed, asynchronous copies finish when the rules
// allow it at the latest (or at the earliest), and memory starts poisoned.
//
//   Emulator emulator(options);
//   Emulator::Scope scope(emulator);   // launches of this host thread
//   hostFunction(...);
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_EXECUTION_EMULATOR_H
#define POLYMEM_EMULATOR_EXECUTION_EMULATOR_H

#include "PolyMem/Emulator/Execution/Interface.h"
#include "PolyMem/Emulator/Execution/LaunchOrder.h"
#include "PolyMem/Emulator/Execution/Observer.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace polymem::emulator {

/// When the data of an asynchronous copy arrive: as late as the waits of the
/// program allow, when the copy is issued, or any time between.
enum class AsyncTiming { Late, Early, Random };

struct Options {
  explicit Options(const Limits &limits) : limits(limits) {}

  /// Draws the order of blocks and threads.
  uint64_t seed = 1;
  AsyncTiming timing = AsyncTiming::Late;
  /// Fills shared and private memory; a quiet NaN.
  uint32_t poison = 0x7fc5a5a5;
  Limits limits;
  /// Stack of a thread: its private memory.
  size_t stackBytes = 256 << 10;
  /// Host threads that run blocks; 0: one per processor. With an observer all
  /// blocks run on the calling thread.
  unsigned hostThreads = 0;
  /// Watches every access; may be null. Not owned.
  Observer *observer = nullptr;
  /// When it becomes true launches fail, with the error "interrupted": between
  /// blocks, where threads wait, and at instrumented accesses. May be null.
  const std::atomic<bool> *interrupt = nullptr;
};

class Emulator {
public:
  explicit Emulator(const Options &options) : options(options) {}

  /// Runs the grid. False after an error, which error() then tells: the launch
  /// has stopped somewhere in the middle. An observer that stops a launch
  /// leaves error() empty.
  bool launch(const Kernel &kernel, std::array<int64_t, 3> grid,
              std::array<int64_t, 3> block, int64_t dynamicBytes,
              void **arguments);

  const std::string &error() const { return message; }

  /// Tells the observer of memory that launches may access from now on, and
  /// names it. What lies elsewhere is out of bounds.
  void map(Region region, bool initialised);
  /// Ends what map() began for the region at `begin`.
  void unmap(uintptr_t begin);

  /// Order of asynchronous operations: see polymem_emu_after and the others in
  /// Interface.h.
  void after(int64_t token) { order.after(token); }
  int64_t token(bool launches) { return order.token(launches); }
  void wait() { order.wait(); }
  /// The kernel of an asynchronous launch that the host has not waited for;
  /// empty if there is none.
  std::string unfinished() const;

  /// The emulator of this host thread: the innermost Scope's; null outside of
  /// any.
  static Emulator *current();

  class Scope {
  public:
    explicit Scope(Emulator &emulator);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Emulator *outer;
  };

private:
  bool checkLimits(const LaunchInfo &info, const Kernel &kernel);

  Options options;
  std::string message;
  uint64_t numLaunches = 0;
  uint64_t numMapped = 0;
  LaunchOrder order;
  /// Names of the kernels of asynchronous launches.
  std::map<uint64_t, std::string> asynchronous;
  /// Site tables as observers see them.
  std::map<const Kernel *, std::unique_ptr<std::vector<Site>>> sites;
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_EXECUTION_EMULATOR_H

//===- Observer.h - what watches an emulated kernel -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator runs kernels; observers see every access and every
// synchronisation and decide whether it is an error (Checker.h) or count it
// (Counters.h). No LLVM here: the emulator's run-time is a library of its own.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_EXECUTION_OBSERVER_H
#define POLYMEM_EMULATOR_EXECUTION_OBSERVER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace polymem::emulator {

/// A place of the kernel's source that accesses memory or synchronises. The
/// conversion numbers them; an access names its site by that number.
struct Site {
  std::string location;  // "file.mlir:12:7", as MLIR prints it
  std::string operation; // "load", "store", "cp.async", "ldmatrix", "barrier"
  std::string buffer;    // of shared memory: whose address it computes from
  uint32_t alloca = 0;   // of private memory: 1 + the site that allocates it
};

/// A named piece of memory with a shape: an array argument, an allocation, a
/// workgroup buffer. Offsets inside it are reported as coordinates.
struct Region {
  std::string name;
  uintptr_t begin = 0;
  size_t bytes = 0;
  size_t elementBytes = 1;
  std::vector<int64_t> extents; // row-major; empty: one dimension
};

/// What a machine allows. No number has a default: they are the machine's to
/// say (`runtime::limitsOf`, Runner/MachineLimits.h).
struct Limits {
  int64_t warpSize;
  int64_t maxThreadsPerBlock;
  std::array<int64_t, 3> maxBlock, maxGrid;
  /// Shared memory of a block at most, and without dynamic shared memory.
  int64_t sharedBytes, staticSharedBytes;
  int64_t sharedBanks;
  int64_t bankBytes;
  int64_t sectorBytes;
};

struct LaunchInfo {
  std::string kernel;
  std::array<int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  int64_t staticSharedBytes = 0, dynamicSharedBytes = 0;
  const std::vector<Site> *sites = nullptr;
  /// The number of the launch, from 0, and those of earlier ones that nothing
  /// orders before it: asynchronous ones that neither it nor the host has
  /// waited for.
  uint64_t number = 0;
  std::vector<uint64_t> concurrent;
  /// Whether the host has not waited for some earlier launch, which may be
  /// concurrent to a later one.
  bool followsUnfinished = false;
  /// Whether threads of a block may meet other than all together (warp-level
  /// and named barriers). False is a promise that makes checking cheaper.
  bool partialSynchronisation = true;
};

enum class Space : uint8_t { Global, Shared, Private, Constant };
enum class AccessKind : uint8_t {
  Read,
  Write,
  Atomic,
  /// The two sides of an asynchronous copy; both are reported when it is
  /// issued, with the number of the copy.
  AsyncRead,
  AsyncWrite
};

struct Access {
  int64_t block = 0;  // linear number in the grid, x fastest
  int64_t thread = 0; // linear number in the block, x fastest
  uint32_t site = 0;
  AccessKind kind = AccessKind::Read;
  Space space = Space::Global;
  uintptr_t address = 0;
  uint32_t bytes = 0;
  uint32_t alignment = 1; // what the instruction requires
  uint64_t copy = 0;      // asynchronous accesses: number of the copy
  /// Of a read: its site if the value read is only stored again; of a write:
  /// the site of the thread's read whose value is stored. An asynchronous copy
  /// needs it not.
  int32_t source = -1;
  /// A hash of the iterations of the loops around it, as far as they are in its
  /// function; 0 in none. It is linear: in the iterations of one loop, an
  /// arithmetic progression.
  uint64_t path = 0;
};

/// Threads that meet: a barrier of the block, a named barrier, a warp-level
/// synchronisation. Reported once, when all have arrived.
struct Synchronisation {
  int64_t block = 0;
  uint32_t site = 0;
  bool wholeBlock = false;
  /// Linear thread numbers that met; empty when it is the whole block.
  std::vector<int64_t> threads;
  /// Whether what each did before is visible to all after. Barriers order;
  /// shuffles, votes and the other warp-wide instructions only meet.
  bool ordersMemory = true;
};

/// Calls come from one host thread at a time. Blocks may interleave: whatever
/// belongs to one names it.
class Observer {
public:
  virtual ~Observer() = default;
  /// Global memory that kernels may touch, until it is removed: arguments of
  /// the call (`initialised`), heap blocks (not). May come at any time.
  virtual void addRegion(const Region &region, bool initialised) {}
  virtual void removeRegion(uintptr_t begin) {}
  /// Something that is not watched, such as host code, wrote these bytes.
  virtual void markInitialised(uintptr_t begin, size_t bytes) {}
  /// False: the launch must not run (the observer has recorded why).
  virtual bool beginLaunch(const LaunchInfo &) { return true; }
  virtual void endLaunch() {}
  /// `shared` are the block's workgroup buffers (redzones lie between them).
  virtual void beginBlock(int64_t block, const std::vector<Region> &shared) {}
  virtual void endBlock(int64_t block) {}
  /// Private memory of a thread, allocated at `site`, begins to exist; what was
  /// there, or was allocated there before, does no longer.
  virtual void addPrivate(int64_t block, int64_t thread, uint32_t site,
                          const Region &region) {}
  /// Before the access takes place. False: it must not take place; the launch
  /// ends (the observer has recorded why).
  virtual bool access(const Access &) { return true; }
  virtual void synchronise(const Synchronisation &) {}
  /// All threads of all blocks of a cooperative launch have met at `site`: what
  /// each did before is visible to all after.
  virtual void synchroniseGrid(uint32_t site) {}
  /// The thread has waited for asynchronous copy `copy`: its data are visible
  /// to this thread (to others only after a barrier).
  virtual void copyFinished(int64_t block, int64_t thread, uint64_t copy) {}
  /// `count` instructions of a class that moves no memory were executed by a
  /// thread ("mma", "shuffle", "barrier", "float", "integer"...).
  virtual void instruction(int64_t block, int64_t thread, uint32_t site,
                           const char *classOfInstruction, uint64_t count) {}
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_EXECUTION_OBSERVER_H

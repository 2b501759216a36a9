//===- Block.h - the threads of a block and what they wait for --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Block per host thread runs the blocks of a grid one after the other. Its
// threads are fibers; a fiber runs until it waits, then another one that is
// ready is drawn. Members marked "thread" are called on a fiber.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_BLOCK_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_BLOCK_H

#include "Fiber.h"
#include "PolyMem/Emulator/Execution/Emulator.h"
#include "SharedMemory.h"

namespace polymem::emulator {

inline constexpr int kMaxWarpSize = 32;
inline constexpr int kNumBarriers = 16;

class Block;

/// What all blocks of a launch share.
struct Launch {
  const Kernel &kernel;
  const LaunchInfo &info;
  const Options &options;
  void **arguments;
  /// Number of the launch: no two draw the same orders.
  uint64_t number;

  bool isInterrupted() const {
    return options.interrupt &&
           options.interrupt->load(std::memory_order_relaxed);
  }
};

/// What a launch says that was interrupted.
inline constexpr char kInterrupted[] = "interrupted";

/// An asynchronous copy on its way.
struct AsyncCopy {
  char *to;
  const char *from;
  uint32_t bytes, sourceBytes;
  uint64_t number;
  /// Issued; read into `data`; written.
  enum Stage : uint8_t { Issued, Read, Written } stage;
  char data[16];
};

/// A thread of the block: what its kernel sees, and what the run-time knows.
struct BlockThread : Thread {
  Block *block = nullptr;
  /// Linear number in the block, x fastest.
  int64_t number = 0;
  bool finished = false;
  /// Where it waits, or waited last.
  uint32_t site = 0;
  Context context;
  /// Operands and result of the warp operation or barrier it waits in.
  uint64_t operands[3] = {};
  const void *inputs[3] = {};
  void *output = nullptr;
  uint64_t result = 0;
  /// Copies not yet waited for, in order, and the sizes of the committed
  /// groups among them; the rest is uncommitted.
  std::vector<AsyncCopy> copies;
  std::vector<uint32_t> groups;
};

/// Lanes of a warp that meet.
struct WarpMeeting {
  /// Computes the results of `lanes`, those of `arrived`; others are null.
  using Combine = void (*)(WarpMeeting &meeting);

  const char *name = nullptr;
  Combine combine = nullptr;
  /// Operations meet if they agree in combine, qualifier, mask, and in site and
  /// path, which are 0 where they may differ.
  uint64_t qualifier = 0, path = 0;
  uint32_t mask = 0, arrived = 0, site = 0;
  /// A lane of the mask that has finished is missed.
  bool needsAll = false;
  std::array<BlockThread *, kMaxWarpSize> lanes{};
};

class Block {
public:
  explicit Block(const Launch &launch);
  ~Block();

  /// How far the threads of a block have come.
  enum class Progress { Finished, AtGridBarrier, Failed };

  /// Block `number` of the grid, x fastest, is the one that this runs from now
  /// on. False after an error, which error() tells; the block is of no further
  /// use then.
  bool begin(int64_t number);
  /// Lets its threads run until all have finished or wait for other blocks.
  Progress run();
  const std::string &error() const { return message; }

  /// Where all threads wait for those of other blocks, and a hash of how they
  /// came there: as in Thread::path.
  uint32_t gridSite() const { return gridBarriers.site; }
  uint64_t gridPath() const { return gridBarriers.path; }
  /// All blocks wait there: its threads may go on.
  void leaveGridBarrier();
  /// " (operation at place)" of a site, and "kernel k, block (x,y,z)".
  std::string place(uint32_t site) const;
  std::string describe() const;

  /// The block whose code runs on this host thread, or null.
  static Block *running();
  /// Called when the code of a thread faulted at `address` with a signal:
  /// abandons the thread. Does not return if a thread was running.
  void onFault(int signal, uintptr_t address);

  //===--- thread ---===//
  void access(BlockThread &thread, uintptr_t address, uint32_t bytes,
              uint32_t alignment, AccessKind kind, uint32_t site,
              uint64_t copy = 0, int32_t source = -1);
  /// Tells the observer of private memory, which was filled.
  void addPrivate(BlockThread &thread, uint32_t site, uintptr_t address,
                  int64_t bytes, int64_t elementBytes);
  void instruction(BlockThread &thread, uint32_t site, const char *name,
                   uint64_t count = 1);
  void yield(BlockThread &thread);
  [[noreturn]] void exit(BlockThread &thread);
  /// Ends the launch; `text` says what the thread did wrong.
  [[noreturn]] void fail(BlockThread &thread, uint32_t site, std::string text);
  /// The thread used what the shuffle at site `shuffle` read from `lane`.
  [[noreturn]] void failUse(BlockThread &thread, uint32_t site, uint64_t lane,
                            uint32_t shuffle);

  void barrier(BlockThread &thread, uint32_t site, int32_t id, int32_t count,
               bool waits, int32_t reduction = -1);
  void gridBarrier(BlockThread &thread, uint32_t site);
  /// Waits for the lanes of `mask`; `whole`: all lanes, at this very site.
  void meet(BlockThread &thread, uint32_t site, uint32_t mask, bool whole,
            const char *name, WarpMeeting::Combine combine, uint64_t qualifier);

  void issueCopy(BlockThread &thread, uint32_t site, char *to, const char *from,
                 uint32_t bytes, uint32_t sourceBytes);
  void commitCopies(BlockThread &thread);
  void waitForCopies(BlockThread &thread, uint32_t pending);

  uint32_t poison() const { return launch.options.poison; }
  Observer *observer() const { return launch.options.observer; }
  /// Whether the launch is to end.
  bool isInterrupted() const { return launch.isInterrupted(); }
  /// Ends the launch for that reason.
  [[noreturn]] void interrupt(BlockThread &thread);

private:
  /// Threads that wait at a barrier, or have only arrived.
  struct Barrier {
    std::vector<BlockThread *> waiting;
    std::vector<int64_t> arrived;
    int64_t count = 0;
    uint32_t site = 0;
    /// Of barriers of the whole block: see Thread::path.
    uint64_t path = 0;
  };

  static void threadMain(void *argument);
  void start(int64_t number);
  void schedule();
  void wait(BlockThread &thread, uint32_t site);
  void makeReady(BlockThread &thread);
  void finish(BlockThread &thread);
  void reportDeadlock();
  /// Lanes of `warp` that the block has, as a mask.
  uint32_t lanesOf(int32_t warp) const;
  std::string describe(const BlockThread &thread) const;

  bool checkBarrier(BlockThread &thread, uint32_t site, int32_t id,
                    int32_t count);
  void completeBarrier(Barrier &barrier, int32_t reduction);
  /// Waits until the lanes of `key.mask` have come with the same key.
  void join(BlockThread &thread, uint32_t site, const WarpMeeting &key);
  /// Waits for the whole warp, at this place: barriers are for warps.
  void gatherWarp(BlockThread &thread, uint32_t site, int32_t barrier);
  void completeMeetings(int32_t warp);
  void failMeeting(const WarpMeeting &meeting, int32_t warp);

  void advanceCopy(AsyncCopy &copy);
  void driftCopies();
  void finishCopies(BlockThread &thread, size_t count, bool waited);

  const Launch &launch;
  std::vector<BlockThread> threads;
  Stacks stacks;
  SharedMemory shared;

  int64_t current = 0;
  size_t numFinished = 0;
  std::vector<BlockThread *> ready;
  /// Barriers by number, and those of the whole block by site.
  std::array<Barrier, kNumBarriers> barriers;
  /// The one of the whole grid.
  Barrier gridBarriers;
  std::vector<std::vector<WarpMeeting>> meetings;
  /// Lanes of each warp that have not finished.
  std::vector<uint32_t> alive;
  size_t numCopies = 0;
  uint64_t lastCopy = 0;

  Random random = Random::startingAt(0);
  Context scheduler;
  /// Where a fault was, never to be resumed. Not a local variable of the
  /// handler: AddressSanitizer keeps those in memory that it gives back as
  /// soon as a context is left for good.
  Context faulted;
  bool insideThread = false, failed = false;
  std::string message;
};

/// "(x,y,z)".
std::string triple(const int32_t *index);

/// Fills `bytes` bytes at `address` with the pattern `poison`.
void fillWithPoison(char *address, size_t bytes, uint32_t poison);

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_BLOCK_H

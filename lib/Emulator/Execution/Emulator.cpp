//===- Emulator.cpp - run GPU kernels on the host -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Execution/Emulator.h"
#include "Block.h"
#include "Faults.h"
#include "Permutation.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace polymem::emulator {

/// Smaller launches are not worth a second host thread.
static constexpr int64_t kThreadsPerHostThread = 4096;

/// Threads of a cooperative launch, all of which have a stack at a time.
static constexpr int64_t kThreadsAtATime = 8192;

static thread_local Emulator *currentEmulator = nullptr;

Emulator *Emulator::current() { return currentEmulator; }

Emulator::Scope::Scope(Emulator &emulator) : outer(currentEmulator) {
  currentEmulator = &emulator;
}
Emulator::Scope::~Scope() { currentEmulator = outer; }

static std::string triple(const std::array<int64_t, 3> &extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) +
         " x " + std::to_string(extents[2]);
}

/// Blocks of a cooperative launch that there is room for at a time; whoever
/// launches asks for no more.
static int64_t blocksAtATime(const std::array<int64_t, 3> &block) {
  int64_t blocks = kThreadsAtATime;
  for (int64_t extent : block)
    blocks /= std::max<int64_t>(extent, 1);
  return std::max<int64_t>(blocks, 1);
}

bool Emulator::checkLimits(const LaunchInfo &info, const Kernel &kernel) {
  const Limits &limits = options.limits;
  auto refuse = [&](const std::string &why) {
    message = "launch of kernel " + info.kernel + ": " + why;
    return false;
  };
  const char *axes[] = {"x", "y", "z"};
  for (int d = 0; d < 3; ++d) {
    if (info.grid[d] <= 0 || info.block[d] <= 0)
      return refuse("empty grid or block: a grid of " + triple(info.grid) +
                    " blocks of " + triple(info.block) + " threads");
    if (info.grid[d] > limits.maxGrid[d])
      return refuse("a grid of " + triple(info.grid) +
                    " blocks; the machine allows " +
                    std::to_string(limits.maxGrid[d]) + " in " + axes[d]);
    if (info.block[d] > limits.maxBlock[d])
      return refuse("blocks of " + triple(info.block) +
                    " threads; the machine allows " +
                    std::to_string(limits.maxBlock[d]) + " in " + axes[d]);
  }
  int64_t threads = info.block[0] * info.block[1] * info.block[2];
  if (threads > limits.maxThreadsPerBlock)
    return refuse("blocks of " + triple(info.block) + " = " +
                  std::to_string(threads) + " threads; the machine allows " +
                  std::to_string(limits.maxThreadsPerBlock));
  if (kernel.maxThreads > 0 && threads > kernel.maxThreads)
    return refuse("blocks of " + triple(info.block) + " = " +
                  std::to_string(threads) +
                  " threads; the kernel was compiled for at most " +
                  std::to_string(kernel.maxThreads));
  if (kernel.gridSynchronisation != 0 &&
      info.grid[0] * info.grid[1] * info.grid[2] > blocksAtATime(info.block))
    return refuse("a cooperative launch of a grid of " + triple(info.grid) +
                  " blocks; there is room for " +
                  std::to_string(blocksAtATime(info.block)) + " at a time");
  if (info.staticSharedBytes > limits.staticSharedBytes)
    return refuse(std::to_string(info.staticSharedBytes) +
                  " bytes of static shared memory; the machine allows " +
                  std::to_string(limits.staticSharedBytes));
  if (info.dynamicSharedBytes < 0)
    return refuse(std::to_string(info.dynamicSharedBytes) +
                  " bytes of dynamic shared memory");
  if (info.staticSharedBytes + info.dynamicSharedBytes > limits.sharedBytes)
    return refuse(
        std::to_string(info.staticSharedBytes + info.dynamicSharedBytes) +
        " bytes of shared memory (" + std::to_string(info.staticSharedBytes) +
        " static); the machine allows " + std::to_string(limits.sharedBytes));
  if (limits.warpSize < 1 || limits.warpSize > kMaxWarpSize)
    return refuse("the emulator has warps of 1 to " +
                  std::to_string(kMaxWarpSize) + " threads, not of " +
                  std::to_string(limits.warpSize));
  return true;
}

namespace {
/// Runs the blocks of a grid, each on the next free host thread.
class GridRunner {
public:
  GridRunner(const Launch &launch, int64_t numBlocks)
      : launch(launch), numBlocks(numBlocks),
        order(numBlocks, mixBits(launch.options.seed) + launch.number) {}

  bool run(unsigned numHostThreads) {
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < numHostThreads; ++i)
      helpers.emplace_back([this] { work(); });
    work();
    for (std::thread &helper : helpers)
      helper.join();
    return !failed;
  }

  std::string message;

private:
  void work() {
    FaultScope faults;
    Block block(launch);
    while (!failed) {
      int64_t i = next++;
      if (i >= numBlocks)
        return;
      bool interrupted = launch.isInterrupted();
      if (!interrupted && block.begin(static_cast<int64_t>(order[i])) &&
          block.run() == Block::Progress::Finished)
        continue;
      std::lock_guard<std::mutex> lock(mutex);
      if (!failed)
        message = interrupted ? kInterrupted : block.error();
      failed = true;
    }
  }

  const Launch &launch;
  int64_t numBlocks;
  Permutation order;
  std::atomic<int64_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
};
} // namespace

namespace {
/// Runs the blocks of a cooperative launch, which wait for each other, in turns
/// on this host thread.
class CooperativeRunner {
public:
  CooperativeRunner(const Launch &launch, int64_t numBlocks)
      : launch(launch), numBlocks(numBlocks) {}

  bool run();

  std::string message;

private:
  bool runEach(uint64_t round, std::vector<size_t> &waiting);
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }
  std::string waitsAt(size_t block) const {
    return blocks[block]->describe() + " waits" +
           blocks[block]->place(blocks[block]->gridSite());
  }

  const Launch &launch;
  int64_t numBlocks;
  std::vector<std::unique_ptr<Block>> blocks;
};
} // namespace

/// Lets each block run until it has finished or waits for others.
bool CooperativeRunner::runEach(uint64_t round, std::vector<size_t> &waiting) {
  Permutation order(numBlocks, mixBits(launch.options.seed) + launch.number +
                                   mixBits(round) * 3);
  for (int64_t i = 0; i < numBlocks; ++i) {
    if (launch.isInterrupted())
      return fail(kInterrupted);
    size_t block = order[i];
    switch (blocks[block]->run()) {
    case Block::Progress::Finished:
      break;
    case Block::Progress::AtGridBarrier:
      waiting.push_back(block);
      break;
    case Block::Progress::Failed:
      return fail(blocks[block]->error());
    }
  }
  return true;
}

bool CooperativeRunner::run() {
  FaultScope faults;
  for (int64_t i = 0; i < numBlocks; ++i) {
    blocks.push_back(std::make_unique<Block>(launch));
    if (!blocks.back()->begin(i))
      return fail(blocks.back()->error());
  }
  for (uint64_t round = 0;; ++round) {
    std::vector<size_t> waiting;
    if (!runEach(round, waiting))
      return false;
    if (waiting.empty())
      return true;
    if (waiting.size() != blocks.size())
      return fail(waitsAt(waiting.front()) + " for all blocks, of which " +
                  std::to_string(blocks.size() - waiting.size()) +
                  " have finished: the blocks do not all reach the same "
                  "barrier of the grid");
    const Block &first = *blocks.front();
    for (size_t i = 1; i < blocks.size(); ++i)
      if (blocks[i]->gridSite() != first.gridSite() ||
          blocks[i]->gridPath() != first.gridPath())
        return fail(waitsAt(0) + ", but block " + std::to_string(i) + " waits" +
                    blocks[i]->place(blocks[i]->gridSite()) +
                    (blocks[i]->gridSite() == first.gridSite()
                         ? " in another iteration of a loop"
                         : "") +
                    ": the blocks do not all reach the same barrier of the "
                    "grid");
    if (launch.options.observer)
      launch.options.observer->synchroniseGrid(first.gridSite());
    for (std::unique_ptr<Block> &block : blocks)
      block->leaveGridBarrier();
  }
}

static void addGlobals(const Kernel &kernel, Observer &observer) {
  for (int64_t i = 0; i < kernel.numGlobals; ++i) {
    const GlobalEntry &global = kernel.globals[i];
    Region region;
    region.name = global.name;
    region.begin = reinterpret_cast<uintptr_t>(global.address);
    region.bytes = global.bytes;
    region.elementBytes = global.elementBytes;
    observer.addRegion(region, /*initialised=*/true);
  }
}

bool Emulator::launch(const Kernel &kernel, std::array<int64_t, 3> grid,
                      std::array<int64_t, 3> block, int64_t dynamicBytes,
                      void **arguments) {
  message.clear();
  if (kernel.gridSynchronisation != 0 && grid[1] == 1 && grid[2] == 1)
    grid[0] = std::min(grid[0], blocksAtATime(block));
  LaunchInfo info;
  info.kernel = kernel.name;
  info.grid = grid;
  info.block = block;
  info.staticSharedBytes = kernel.staticSharedBytes;
  info.dynamicSharedBytes = dynamicBytes;
  std::unique_ptr<std::vector<Site>> &table = sites[&kernel];
  if (!table) {
    table = std::make_unique<std::vector<Site>>();
    for (int64_t i = 0; i < kernel.numSites; ++i)
      table->push_back({kernel.sites[i].location, kernel.sites[i].operation,
                        kernel.sites[i].buffer ? kernel.sites[i].buffer : "",
                        static_cast<uint32_t>(kernel.sites[i].alloca)});
  }
  info.sites = table.get();

  info.partialSynchronisation = kernel.partialSynchronisation != 0;
  info.number = numLaunches++;
  info.followsUnfinished = !order.outstanding().empty();
  bool isAsync = order.launch(info.number, info.concurrent);
  if (isAsync)
    asynchronous[info.number] = info.kernel;
  if (options.observer && !options.observer->beginLaunch(info))
    return false;
  if (!checkLimits(info, kernel))
    return false;
  if (options.observer)
    addGlobals(kernel, *options.observer);
  Launch launch{kernel, info, options, arguments, info.number};
  int64_t numBlocks = grid[0] * grid[1] * grid[2];
  int64_t numThreads = numBlocks * block[0] * block[1] * block[2];
  int64_t hostThreads = options.hostThreads;
  if (hostThreads == 0)
    hostThreads = std::max(1u, std::thread::hardware_concurrency());
  hostThreads = std::min(
      {hostThreads, numBlocks, 1 + numThreads / kThreadsPerHostThread});
  bool success = false;
  if (kernel.gridSynchronisation != 0) {
    CooperativeRunner runner(launch, numBlocks);
    success = runner.run();
    message = runner.message;
  } else {
    GridRunner runner(launch, numBlocks);
    success =
        runner.run(options.observer ? 1 : static_cast<unsigned>(hostThreads));
    message = runner.message;
  }
  if (options.observer) {
    options.observer->endLaunch();
    for (int64_t i = 0; i < kernel.numGlobals; ++i)
      options.observer->removeRegion(
          reinterpret_cast<uintptr_t>(kernel.globals[i].address));
  }
  return success;
}

std::string Emulator::unfinished() const {
  for (uint64_t launch : order.outstanding())
    if (auto it = asynchronous.find(launch); it != asynchronous.end())
      return it->second;
  return "";
}

void Emulator::map(Region region, bool initialised) {
  region.name = "allocation " + std::to_string(numMapped++);
  if (options.observer)
    options.observer->addRegion(region, initialised);
}

void Emulator::unmap(uintptr_t begin) {
  if (options.observer)
    options.observer->removeRegion(begin);
}

extern "C" void polymem_emu_after(int64_t token) {
  if (Emulator *emulator = Emulator::current())
    emulator->after(token);
}

extern "C" int64_t polymem_emu_token(int32_t launches) {
  Emulator *emulator = Emulator::current();
  return emulator ? emulator->token(launches != 0) : 0;
}

extern "C" void polymem_emu_wait() {
  if (Emulator *emulator = Emulator::current())
    emulator->wait();
}

extern "C" void polymem_emu_map(void *address, int64_t bytes,
                                int64_t elementBytes, const int64_t *extents,
                                int32_t rank, int32_t initialised) {
  Emulator *emulator = Emulator::current();
  if (!emulator)
    return;
  Region region;
  region.begin = reinterpret_cast<uintptr_t>(address);
  region.bytes = bytes;
  region.elementBytes = elementBytes;
  region.extents.assign(extents, extents + rank);
  emulator->map(std::move(region), initialised != 0);
}

extern "C" void polymem_emu_unmap(void *address) {
  if (Emulator *emulator = Emulator::current())
    emulator->unmap(reinterpret_cast<uintptr_t>(address));
}

extern "C" void polymem_emu_launch(const Kernel *kernel, int64_t gridX,
                                   int64_t gridY, int64_t gridZ, int64_t blockX,
                                   int64_t blockY, int64_t blockZ,
                                   int64_t dynamicBytes, void **arguments) {
  Emulator *emulator = Emulator::current();
  if (emulator &&
      emulator->launch(*kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                       dynamicBytes, arguments))
    return;
  std::fflush(stdout);
  std::fprintf(stderr, "polymem emulator: %s\n",
               emulator ? emulator->error().c_str()
                        : "a launch outside of any Emulator::Scope");
  std::abort();
}

} // namespace polymem::emulator

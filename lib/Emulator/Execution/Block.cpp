//===- Block.cpp - the threads of a block take turns ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include <algorithm>
#include <cstring>
#include <map>

namespace polymem::emulator {

/// The block whose threads run on this host thread.
static thread_local Block *runningBlock = nullptr;

Block *Block::running() { return runningBlock; }

void fillWithPoison(char *address, size_t bytes, uint32_t poison) {
  size_t filled = std::min(bytes, sizeof(poison));
  std::memcpy(address, &poison, filled);
  for (size_t next; filled < bytes; filled += next) {
    next = std::min(filled, bytes - filled);
    std::memcpy(address + filled, address, next);
  }
}

std::string triple(const int32_t *index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

/// Where the buffers of a launch lie: all its blocks agree.
static Random layoutOf(const Launch &launch) {
  return Random::startingAt(mixBits(launch.options.seed) * 7 +
                            mixBits(launch.number));
}

Block::Block(const Launch &launch)
    : launch(launch), shared(launch.kernel, launch.info.dynamicSharedBytes,
                             launch.options.poison, layoutOf(launch)) {
  const LaunchInfo &info = launch.info;
  threads.resize(info.block[0] * info.block[1] * info.block[2]);
  int64_t warpSize = launch.options.limits.warpSize;
  size_t numWarps = (threads.size() + warpSize - 1) / warpSize;
  meetings.resize(numWarps);
  alive.resize(numWarps);
}

Block::~Block() = default;

void Block::start(int64_t number) {
  const LaunchInfo &info = launch.info;
  current = number;
  numFinished = 0;
  random = Random::startingAt(mixBits(launch.options.seed) +
                              mixBits(launch.number) * 3 + mixBits(number) * 5);
  shared.clear();
  std::fill(alive.begin(), alive.end(), 0);
  for (std::vector<WarpMeeting> &list : meetings)
    list.clear();
  for (Barrier &barrier : barriers)
    barrier = Barrier();
  gridBarriers = Barrier();
  int64_t warpSize = launch.options.limits.warpSize;
  std::array<int64_t, 3> index{number % info.grid[0],
                               number / info.grid[0] % info.grid[1],
                               number / info.grid[0] / info.grid[1]};
  ready.clear();
  for (size_t i = 0; i < threads.size(); ++i) {
    BlockThread &thread = threads[i];
    auto linear = static_cast<int64_t>(i);
    std::array<int64_t, 3> position{linear % info.block[0],
                                    linear / info.block[0] % info.block[1],
                                    linear / info.block[0] / info.block[1]};
    for (int d = 0; d < 3; ++d) {
      thread.threadId[d] = static_cast<int32_t>(position[d]);
      thread.blockDim[d] = static_cast<int32_t>(info.block[d]);
      thread.blockId[d] = static_cast<int32_t>(index[d]);
      thread.gridDim[d] = static_cast<int32_t>(info.grid[d]);
    }
    thread.lane = static_cast<int32_t>(linear % warpSize);
    thread.warp = static_cast<int32_t>(linear / warpSize);
    thread.numWarps = static_cast<int32_t>(meetings.size());
    thread.warpSize = static_cast<int32_t>(warpSize);
    thread.buffers = shared.buffers();
    thread.path = 0;
    thread.block = this;
    thread.number = linear;
    thread.finished = false;
    thread.copies.clear();
    thread.groups.clear();
    thread.context.prepare(stacks.begin(i), stacks.bytes(), &Block::threadMain,
                           &thread);
    alive[thread.warp] |= uint32_t(1) << thread.lane;
    makeReady(thread);
  }
}

bool Block::begin(int64_t number) {
  if (!stacks.reserve(threads.size(), launch.options.stackBytes)) {
    message = "no memory for the stacks of " + std::to_string(threads.size()) +
              " threads";
    return false;
  }
  start(number);
  if (observer())
    observer()->beginBlock(number, shared.regions());
  return true;
}

Block::Progress Block::run() {
  Block *outer = runningBlock;
  runningBlock = this;
  schedule();
  runningBlock = outer;
  if (!failed && message.empty() &&
      gridBarriers.waiting.size() == threads.size())
    return Progress::AtGridBarrier;
  if (!failed && numFinished != threads.size())
    reportDeadlock();
  if (failed || !message.empty())
    return Progress::Failed;
  // Copies that nobody waited for arrive all the same.
  for (BlockThread &thread : threads)
    finishCopies(thread, thread.copies.size(), /*waited=*/false);
  if (std::string damage = shared.findDamage(); !damage.empty()) {
    message = describe() + ": " + damage;
    return Progress::Failed;
  }
  if (observer())
    observer()->endBlock(current);
  return Progress::Finished;
}

/// Lets threads run, one at a time, until none can or one has failed.
void Block::schedule() {
  while (!ready.empty() && !failed) {
    if (isInterrupted()) {
      message = kInterrupted;
      failed = true;
      return;
    }
    if (numCopies != 0 && launch.options.timing == AsyncTiming::Random)
      driftCopies();
    std::swap(ready[random.below(ready.size())], ready.back());
    BlockThread *next = ready.back();
    ready.pop_back();
    insideThread = true;
    Context::switchTo(scheduler, next->context);
    insideThread = false;
  }
}

void Block::threadMain(void *argument) {
  auto *thread = static_cast<BlockThread *>(argument);
  Block *block = thread->block;
  block->launch.kernel.entry(thread, block->launch.arguments);
  block->exit(*thread);
}

void Block::exit(BlockThread &thread) {
  finish(thread);
  Context::switchTo(thread.context, scheduler, /*leaves=*/true);
  __builtin_unreachable();
}

void Block::finish(BlockThread &thread) {
  thread.finished = true;
  ++numFinished;
  alive[thread.warp] &= ~(uint32_t(1) << thread.lane);
  // Others may have waited for this lane only.
  completeMeetings(thread.warp);
}

void Block::makeReady(BlockThread &thread) { ready.push_back(&thread); }

void Block::wait(BlockThread &thread, uint32_t site) {
  thread.site = site;
  Context::switchTo(thread.context, scheduler);
}

void Block::yield(BlockThread &thread) {
  makeReady(thread);
  Context::switchTo(thread.context, scheduler);
}

void Block::fail(BlockThread &thread, uint32_t site, std::string text) {
  if (message.empty() && !failed)
    message = describe(thread) + ": " + text + place(site);
  failed = true;
  // Nothing of this frame is destroyed any more.
  std::string().swap(text);
  Context::switchTo(thread.context, scheduler, /*leaves=*/true);
  __builtin_unreachable();
}

void Block::interrupt(BlockThread &thread) {
  if (message.empty() && !failed)
    message = kInterrupted;
  failed = true;
  Context::switchTo(thread.context, scheduler, /*leaves=*/true);
  __builtin_unreachable();
}

void Block::onFault(int signal, uintptr_t address) {
  if (!insideThread)
    return;
  int64_t overflowed = stacks.findGuard(address);
  if (overflowed >= 0)
    message = describe(threads[overflowed]) +
              ": stack overflow: its private memory is larger than " +
              std::to_string(stacks.bytes()) + " bytes";
  else
    message = "kernel " + launch.info.kernel + ", block " +
              std::to_string(current) + ": a thread was stopped by signal " +
              std::to_string(signal) + " at address " +
              std::to_string(address) + ", outside all memory";
  failed = true;
  Context::switchTo(faulted, scheduler, /*leaves=*/true);
}

//===----------------------------------------------------------------------===//
// What observers are told
//===----------------------------------------------------------------------===//

static bool isInConstantMemory(const Kernel &kernel, uintptr_t address) {
  for (int64_t i = 0; i < kernel.numGlobals; ++i) {
    const GlobalEntry &global = kernel.globals[i];
    if (global.isConstant != 0 &&
        address - reinterpret_cast<uintptr_t>(global.address) <
            static_cast<uintptr_t>(global.bytes))
      return true;
  }
  return false;
}

void Block::access(BlockThread &thread, uintptr_t address, uint32_t bytes,
                   uint32_t alignment, AccessKind kind, uint32_t site,
                   uint64_t copy, int32_t source) {
  if (!observer())
    return;
  Access access;
  access.block = current;
  access.thread = thread.number;
  access.site = site;
  access.kind = kind;
  access.address = address;
  access.bytes = bytes;
  access.alignment = alignment;
  access.copy = copy;
  access.source = source;
  access.path = thread.iterations;
  if (stacks.contains(address))
    access.space = Space::Private;
  else if (shared.contains(address))
    access.space = Space::Shared;
  else if (isInConstantMemory(launch.kernel, address))
    access.space = Space::Constant;
  if (observer()->access(access))
    return;
  failed = true;
  Context::switchTo(thread.context, scheduler, /*leaves=*/true);
}

void Block::addPrivate(BlockThread &thread, uint32_t site, uintptr_t address,
                       int64_t bytes, int64_t elementBytes) {
  if (!observer() || bytes < 0)
    return;
  Region region;
  region.name = "private memory" + place(site);
  region.begin = address;
  region.bytes = bytes;
  region.elementBytes = std::max<int64_t>(elementBytes, 1);
  observer()->addPrivate(current, thread.number, site, region);
}

void Block::instruction(BlockThread &thread, uint32_t site, const char *name,
                        uint64_t count) {
  if (observer() && count != 0)
    observer()->instruction(current, thread.number, site, name, count);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string Block::place(uint32_t site) const {
  if (site >= launch.kernel.numSites)
    return "";
  const SiteEntry &entry = launch.kernel.sites[site];
  return std::string(" (") + entry.operation + " at " + entry.location + ")";
}

std::string Block::describe() const {
  return "kernel " + launch.info.kernel + ", block " +
         triple(threads.front().blockId);
}

std::string Block::describe(const BlockThread &thread) const {
  return describe() + ", thread " + triple(thread.threadId);
}

void Block::failUse(BlockThread &thread, uint32_t site, uint64_t lane,
                    uint32_t shuffle) {
  fail(thread, site,
       "uses what a shuffle" + place(shuffle) + " read from lane " +
           std::to_string(lane) + ", which takes no part in it");
}

void Block::reportDeadlock() {
  // Threads by where they are and how they came there; the finished ones behind
  // all sites.
  constexpr uint32_t kFinished = UINT32_MAX;
  std::map<std::pair<uint32_t, uint64_t>, std::vector<const BlockThread *>>
      groups;
  for (const BlockThread &thread : threads) {
    if (thread.finished)
      groups[{kFinished, 0}].push_back(&thread);
    else
      groups[{thread.site, thread.path}].push_back(&thread);
  }
  message = describe() +
            ": the threads of a block do not all reach the same barrier:";
  const char *separator = " ";
  constexpr size_t kMaxNamed = 3;
  uint32_t previous = kFinished;
  for (auto &[key, group] : groups) {
    message += separator;
    separator = "; ";
    message += group.size() == 1 ? "thread "
                                 : std::to_string(group.size()) + " threads ";
    for (size_t i = 0; i < std::min(group.size(), kMaxNamed); ++i)
      message += (i == 0 ? "" : " ") + triple(group[i]->threadId);
    if (group.size() > kMaxNamed)
      message += " ...";
    bool one = group.size() == 1;
    if (key.first == kFinished)
      message += one ? " has finished" : " have finished";
    else
      message += (one ? " waits" : " wait") + place(key.first);
    if (key.first == previous && previous != kFinished)
      message += " in other iterations of a loop, or of another call";
    previous = key.first;
  }
}

} // namespace polymem::emulator

//===- LaunchEmulator.cpp - run GPU launches on the host ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/LaunchEmulator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>
#include <random>

namespace polymem::runtime {

/// Bytes of stack per thread; committed only where touched.
static constexpr size_t kStackBytes = 256 << 10;
/// No GPU has larger blocks.
static constexpr int64_t kMaxThreads = 1024;
static constexpr size_t kSharedGuard = 4096;
/// Several threads, or several blocks.
static constexpr int64_t kMany = -2;

/// The emulator whose fibers run on this host thread.
static thread_local LaunchEmulator *current = nullptr;

bool LaunchEmulator::run(ThreadFunction function,
                         llvm::ArrayRef<uint64_t> slots,
                         std::array<int64_t, 3> grid,
                         std::array<int64_t, 3> block, int64_t sharedBytes) {
  int64_t threads = 1;
  for (int64_t extent : block)
    threads *= std::clamp<int64_t>(extent, 0, kMaxThreads + 1);
  if (threads <= 0 || threads > kMaxThreads ||
      llvm::any_of(grid, [](int64_t n) { return n <= 0; })) {
    message = "launch of an empty grid or of a block that is empty or has more "
              "than 1024 threads";
    return false;
  }
  this->function = function;
  gridSize = grid;
  blockSize = block;
  globalShadow.clear();
  fibers.resize(threads);
  current = this;
  currentBlock = 0;
  failed = false;
  for (int64_t z = 0; z < grid[2]; ++z)
    for (int64_t y = 0; y < grid[1]; ++y)
      for (int64_t x = 0; x < grid[0]; ++x) {
        // What one block leaves in shared memory means nothing to the next.
        sharedShadow.clear();
        shared =
            std::make_unique<GuardedBlock>(sharedBytes, kSharedGuard, poison);
        startBlock({x, y, z}, slots);
        if (!runBlock())
          return false;
        if (shared->firstClobberedByte()) {
          message = "out-of-bounds write to workgroup memory";
          return false;
        }
        ++currentBlock;
      }
  return true;
}

void LaunchEmulator::startBlock(std::array<int64_t, 3> index,
                                llvm::ArrayRef<uint64_t> slots) {
  for (auto [number, fiber] : llvm::enumerate(fibers)) {
    int64_t n = number;
    int64_t threadIndex[] = {n % blockSize[0], n / blockSize[0] % blockSize[1],
                             n / blockSize[0] / blockSize[1]};
    fiber.slots.assign(slots.begin(), slots.end());
    for (int d = 0; d < 3; ++d) {
      fiber.slots[d] = index[d];
      fiber.slots[3 + d] = threadIndex[d];
      fiber.slots[6 + d] = gridSize[d];
      fiber.slots[9 + d] = blockSize[d];
    }
    uint64_t *memory = &fiber.slots[kNumIndexSlots];
    memory[0] = memory[1] = reinterpret_cast<uint64_t>(shared->data());
    memory[2] = 0;
    memory[3] = shared->size();
    memory[4] = 1;
    if (!fiber.stack)
      fiber.stack.reset(new char[kStackBytes]);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = kStackBytes;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, &LaunchEmulator::threadMain, 0);
    fiber.finished = false;
  }
}

void LaunchEmulator::threadMain() {
  Fiber &fiber = current->fibers[current->currentThread];
  current->function(fiber.slots.data(), nullptr);
  fiber.finished = true;
  swapcontext(&fiber.context, &current->scheduler);
}

bool LaunchEmulator::runBlock() {
  std::vector<int64_t> order(fibers.size());
  std::iota(order.begin(), order.end(), 0);
  std::minstd_rand random(currentBlock + 1);
  for (currentPhase = 0;; ++currentPhase) {
    std::shuffle(order.begin(), order.end(), random);
    for (int64_t thread : order) {
      currentThread = thread;
      insideThread = true;
      swapcontext(&scheduler, &fibers[thread].context);
      insideThread = false;
      if (failed)
        return false;
    }
    if (llvm::all_of(fibers, [](const Fiber &f) { return f.finished; }))
      return true;
    if (!checkBarrier())
      return false;
  }
}

bool LaunchEmulator::checkBarrier() {
  for (const Fiber &fiber : fibers) {
    if (!fiber.finished && fiber.barrier == fibers.front().barrier &&
        !fibers.front().finished)
      continue;
    message = "the threads of a block do not all reach the same barrier";
    return false;
  }
  return true;
}

void LaunchEmulator::barrier(int64_t id) {
  Fiber &fiber = fibers[currentThread];
  fiber.barrier = id;
  swapcontext(&fiber.context, &scheduler);
}

void LaunchEmulator::fail(const std::string &text) {
  message = text;
  failed = true;
  // The thread is never resumed.
  swapcontext(&fibers[currentThread].context, &scheduler);
}

void LaunchEmulator::access(uint64_t address, uint64_t bytes, bool isWrite) {
  // Private memory lives on the thread's stack.
  auto stack = reinterpret_cast<uint64_t>(fibers[currentThread].stack.get());
  if (address >= stack && address < stack + kStackBytes)
    return;
  uint64_t place = std::min<uint64_t>(bytes, 4);
  for (uint64_t offset = 0; offset < bytes; offset += place)
    accessPlace(address + offset, isWrite);
}

void LaunchEmulator::accessPlace(uint64_t address, bool isWrite) {
  auto begin = reinterpret_cast<uint64_t>(shared->data());
  bool isShared = address >= begin && address < begin + shared->size();
  Shadow &shadow = (isShared ? sharedShadow : globalShadow)[address];
  auto conflicts = [&](int64_t block, int64_t phase, int64_t thread) {
    return block != -1 && (block != currentBlock ||
                           (phase == currentPhase && thread != currentThread));
  };
  if (conflicts(shadow.writeBlock, shadow.writePhase, shadow.writeThread))
    race(isWrite, /*otherIsWrite=*/true, shadow.writeBlock, shadow.writeThread,
         address);
  if (isWrite) {
    if (conflicts(shadow.readBlock, shadow.readPhase, shadow.readThread))
      race(isWrite, /*otherIsWrite=*/false, shadow.readBlock, shadow.readThread,
           address);
    shadow.writeBlock = currentBlock;
    shadow.writePhase = currentPhase;
    shadow.writeThread = currentThread;
    return;
  }
  bool otherBlock = shadow.readBlock != -1 && shadow.readBlock != currentBlock;
  bool otherThread = shadow.readBlock == currentBlock &&
                     shadow.readPhase == currentPhase &&
                     shadow.readThread != currentThread;
  shadow.readBlock = otherBlock ? kMany : currentBlock;
  shadow.readPhase = currentPhase;
  shadow.readThread = otherThread ? kMany : currentThread;
}

void LaunchEmulator::race(bool isWrite, bool otherIsWrite, int64_t otherBlock,
                          int64_t otherThread, uint64_t address) {
  auto begin = reinterpret_cast<uint64_t>(shared->data());
  bool isShared = address >= begin && address < begin + shared->size();
  auto number = [](int64_t n) {
    return n == kMany ? std::string("several") : std::to_string(n);
  };
  std::string text = "race on ";
  text += isShared ? "workgroup memory, byte " + std::to_string(address - begin)
                   : std::string("global memory");
  text += ": thread " + number(currentThread) + " of block " +
          number(currentBlock) + (isWrite ? " writes" : " reads") + " what ";
  text += otherBlock == currentBlock ? "thread " + number(otherThread)
                                     : "block " + number(otherBlock);
  text += otherIsWrite ? " wrote" : " read";
  fail(text + ", with no barrier between");
  __builtin_unreachable();
}

} // namespace polymem::runtime

//===- LaunchEmulator.h - run GPU launches on the host ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the body of a `gpu.launch` for every block and thread, one fiber per
// thread, switched at barriers, in another order of the threads in each phase
// between two barriers. What no order would show for certain is checked
// exactly: every access to memory that other threads can see is recorded, and
// two accesses of different threads to one place, one of them a write, are an
// error unless a barrier of their block lies between them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_LAUNCHEMULATOR_H
#define POLYMEM_RUNTIME_LAUNCHEMULATOR_H

#include "PolyMem/Runtime/GuardedMemory.h"
#include "mlir/IR/BuiltinOps.h"
#include <array>
#include <cstdint>
#include <string>
#include <ucontext.h>
#include <vector>

namespace polymem::runtime {

/// Symbols by which a lowered launch meets the emulator. Launch `n` is a
/// function THREAD<n> of the twelve indices of `gpu.launch`'s body, the block's
/// shared memory as a memref<?xi8>, and the captured values; it is called
/// through LAUNCH<n>(grid sizes, block sizes, bytes of shared memory, captured
/// values), whose body HostJit generates.
inline constexpr char kThreadPrefix[] = "__polymem_thread_";
inline constexpr char kLaunchPrefix[] = "__polymem_launch_";
inline constexpr char kBarrierName[] = "__polymem_barrier";
inline constexpr char kAccessName[] = "__polymem_access";
inline constexpr char kEmulateName[] = "__polymem_emulate";
/// Slots of THREAD before the captured values: 12 indices, and the shared
/// memory's two pointers, offset, size and stride.
inline constexpr unsigned kNumIndexSlots = 12;
inline constexpr unsigned kNumThreadSlots = kNumIndexSlots + 5;

/// Replaces every `gpu.launch` in `module` by a call as described above and
/// removes GPU address spaces from all types. Diagnoses clusters, asynchronous
/// launches and workgroup memory of unknown size; other GPU operations are
/// left where they are.
mlir::LogicalResult outlineLaunches(mlir::ModuleOp module);

/// Runs launches; an error ends the launch at once.
class LaunchEmulator {
public:
  using ThreadFunction = void (*)(const uint64_t *slots, void *result);

  /// Workgroup memory is filled with `poison` for each block.
  explicit LaunchEmulator(uint32_t poison) : poison(poison) {}

  /// Calls `function` once per thread with `slots`, the first of which it sets.
  /// Returns false after an error, which `error()` then tells.
  bool run(ThreadFunction function, llvm::ArrayRef<uint64_t> slots,
           std::array<int64_t, 3> grid, std::array<int64_t, 3> block,
           int64_t sharedBytes);

  /// The running thread waits at barrier number `id` of the program.
  void barrier(int64_t id);

  /// The running thread accesses `bytes` bytes at `address`.
  void access(uint64_t address, uint64_t bytes, bool isWrite);

  /// Ends the launch with an error, from inside a thread. Does not return.
  void fail(const std::string &message);

  /// True while the code of a thread is running.
  bool isInsideThread() const { return insideThread; }

  const std::string &error() const { return message; }

private:
  struct Fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    std::vector<uint64_t> slots;
    bool finished = false;
    int64_t barrier = 0;
  };
  /// Who last wrote and read a place, in this launch.
  struct Shadow {
    int64_t writeBlock = -1, writePhase = -1, writeThread = -1;
    int64_t readBlock = -1, readPhase = -1, readThread = -1;
  };

  static void threadMain();
  void startBlock(std::array<int64_t, 3> index, llvm::ArrayRef<uint64_t> slots);
  bool runBlock();
  bool checkBarrier();
  void accessPlace(uint64_t address, bool isWrite);
  [[noreturn]] void race(bool isWrite, bool otherIsWrite, int64_t otherBlock,
                         int64_t otherThread, uint64_t address);

  uint32_t poison;
  ThreadFunction function = nullptr;
  std::array<int64_t, 3> gridSize, blockSize;
  std::unique_ptr<GuardedBlock> shared;
  std::vector<Fiber> fibers;
  ucontext_t scheduler;
  bool insideThread = false, failed = false;
  int64_t currentBlock = 0, currentPhase = 0, currentThread = 0;
  llvm::DenseMap<uint64_t, Shadow> globalShadow, sharedShadow;
  std::string message;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNTIME_LAUNCHEMULATOR_H

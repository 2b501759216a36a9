//===- Machine.h - machine descriptions and the queries on them -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes know of a target machine: a list of memories and a list of
// units, read from one JSON file per machine (`machines/`). Which of them a
// kind of machine has, and which fields are read of each, is a table in
// lib/Machine/Fields.cpp; a field is there only if something reads it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_MACHINE_MACHINE_H
#define POLYMEM_MACHINE_MACHINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace polymem {

/// The machine that passes, pipelines and tools plan for if told nothing.
inline constexpr llvm::StringLiteral kDefaultMachine = "nvidia-h200";
/// The same where the program is for a predictable multicore.
inline constexpr llvm::StringLiteral kDefaultMulticore = "prem-gu2023";

/// One memory of a machine. Which fields are given depends on its address space
/// and the kind of the machine; the others are as they are here.
struct Memory {
  /// What it is used for, with the names of `#gpu.address_space`.
  enum class Space { Global, Constant, Workgroup, Private };
  /// Who shares what is in it.
  enum class Scope { Grid, Block, Thread, Core };

  /// The name in the description, which is free: "shared".
  std::string name;
  Space space = Space::Global;
  Scope scope = Scope::Grid;
  /// Bytes that one unit of `scope` may use; of constant memory, a module of
  /// kernels.
  int64_t bytes = 0;
  /// Of these, what it may use without asking for dynamic memory.
  int64_t staticBytes = 0;
  /// Bytes that one core has, for all its blocks.
  int64_t bytesPerCore = 0;
  /// Banks, and bytes of a word, which lies in one bank.
  int64_t banks = 0, bankBytes = 0;
  /// Bytes that move together between memory and caches.
  int64_t transactionBytes = 0;
  /// Elements that it moves in the time that global memory takes for one: an
  /// estimate, for choosing among plans.
  int64_t accessesPerGlobalAccess = 0;
  /// Of global memory: bytes that stay in the cache that all cores share, from
  /// one launch to the next; 0: none do.
  int64_t cachedBytes = 0;
  /// Computation can read and write it (false of the global memory of machines
  /// such as Cell or PREM cores: everything is staged).
  bool directAccess = true;
};

/// One level of what computes on a machine.
struct MachineUnit {
  /// The name in the description.
  enum class Level { Core, Block, Warp, Thread };

  Level level = Level::Core;
  /// Of cores (multiprocessors): how many the machine has.
  int64_t count = 0;
  /// Of cores: the most threads that are there at a time.
  int64_t maxThreads = 0;
  /// Of warps: threads in one.
  int64_t threads = 0;
  /// Of threads: the most in a block, and as many as a block has if nothing
  /// else decides.
  int64_t maxPerBlock = 0, defaultPerBlock = 0;
  /// The most of them along x, y, z: of blocks in a grid, of threads in a
  /// block.
  std::array<int64_t, 3> maxDim = {0, 0, 0};
};

/// Sizes of tiles that `polymem-tile` makes if none are asked for, in
/// iterations.
struct TileSizes {
  /// Of the only parallel loop of a band.
  int64_t linear = 0;
  /// Of several parallel loops: of x, the innermost other one, and the next.
  std::array<int64_t, 3> parallel = {0, 0, 0};
  /// Of a loop that is not parallel.
  int64_t sequential = 0;
};

/// How long a GPU takes, for the cost model (Analysis/Cost). Cycles are those
/// of cores.
struct MachineTimes {
  /// Millions of cycles a second.
  int64_t clockMHz = 0;
  /// Instructions of threads that a core executes in a cycle.
  int64_t instructionsPerCycle = 0;
  /// Bytes in a cycle: between a core and the cache that all share, between
  /// that cache and all cores, and from memory.
  int64_t coreBytesPerCycle = 0, cacheBytesPerCycle = 0,
          memoryBytesPerCycle = 0;
  /// Cycles until the result is there: of a load from global and from shared
  /// memory, of an addition or a multiplication, of a division or a square
  /// root; and those of a meeting of all threads of a block.
  int64_t globalLatency = 0, sharedLatency = 0, computeLatency = 0,
          specialLatency = 0, barrierLatency = 0;
  /// Nanoseconds of a launch of nothing.
  int64_t launchNanoseconds = 0;
  /// Nanoseconds until all blocks of a cooperative launch have met; 0: the
  /// machine has no such launches.
  int64_t gridBarrierNanoseconds = 0;
};

/// What a machine of kind "multicore" has (Gu 2023, 3.1): cores with a
/// scratchpad each, and one DMA engine that moves all data between these and
/// main memory, which the cores cannot touch while they compute. Cycles are
/// those of cores.
struct Multicore {
  /// In which order the engine serves requests: by segment, then by core.
  enum class Order { SegmentCore };

  int64_t cores = 0;
  /// Millions of cycles a second.
  int64_t clockMHz = 0;
  /// Of a core's scratchpad: its bytes; those of them that code and stack take;
  /// and bytes whose multiples buffers begin at.
  int64_t scratchpadBytes = 0, reservedBytes = 0, scratchpadAlignment = 0;
  /// Of a transfer: nanoseconds of a line, which is a contiguous piece of main
  /// memory; of a burst of it; and the bytes of a burst, which begins at a
  /// multiple of them (Gu 2023, 4.2).
  int64_t lineNanoseconds = 0, burstBytes = 0, burstNanoseconds = 0;
  /// Dimensions of a box that one transfer moves.
  int64_t maxDimensions = 0;
  /// Bytes whose multiples a transfer begins and ends at.
  int64_t dmaAlignment = 0;
  Order order = Order::SegmentCore;
  /// Nanoseconds of the calls in Runtime/Prem/prem.h, and of the engine's
  /// interrupt.
  struct {
    int64_t allocateBuffer = 0, allocate = 0, allocate2d = 0, deallocate = 0,
            deallocateBuffer = 0, dispatch = 0, endSegment = 0, swapBuffer = 0,
            swap2dBuffer = 0, swapndBuffer = 0, barrier = 0, dmaInterrupt = 0;
  } api;
  /// Cycles of an operation.
  struct {
    int64_t load = 0, store = 0, integer = 0, integerMul = 0, integerDiv = 0,
            floating = 0, floatingMul = 0, floatingDiv = 0, special = 0,
            branch = 0;
  } ops;
};

/// New numbers for a field of a machine.
struct MachineSetting {
  /// As `Machine::print` calls it: "shared.bytes".
  std::string field;
  /// One number, 0 or 1 for true or false, or three.
  std::vector<int64_t> values;
};

/// What the passes know of a target machine.
struct Machine {
  /// "gpu", "cpu" or "multicore".
  enum class Kind { GPU, CPU, Multicore };

  std::string name;
  /// One sentence for people.
  std::string description;
  Kind kind = Kind::GPU;
  /// LLVM's name for the chip ("sm_90") and the PTX version feature ("+ptx80");
  /// empty for CPUs and for chips that NVPTX no longer supports.
  std::string chip, features;
  std::vector<Memory> memories;
  std::vector<MachineUnit> units;
  TileSizes tiles;
  /// Of GPUs.
  MachineTimes times;
  /// Of multicores. Their `memories` follow from it.
  Multicore multicore;

  /// The memory used as `space`; null if there is none.
  const Memory *find(Memory::Space space) const;
  /// The unit of `level`; null if there is none.
  const MachineUnit *find(MachineUnit::Level level) const;

  /// Where arrays are.
  const Memory &global() const { return get(Memory::Space::Global); }
  /// Where the buffers of a tile are: a block's, or a core's of a CPU or a
  /// multicore, without what is reserved.
  const Memory &scratchpad() const { return get(Memory::Space::Workgroup); }
  /// Where the buffers of a thread are.
  const Memory &registers() const { return get(Memory::Space::Private); }
  /// Bytes of constant memory for a module of kernels; 0: there is none.
  int64_t constantBytes() const;
  /// The units of a GPU.
  const MachineUnit &cores() const { return get(MachineUnit::Level::Core); }
  const MachineUnit &blocks() const { return get(MachineUnit::Level::Block); }
  const MachineUnit &warps() const { return get(MachineUnit::Level::Warp); }
  const MachineUnit &threads() const { return get(MachineUnit::Level::Thread); }

  /// Parses a description; `text` is JSON. Unknown fields, missing ones and
  /// impossible values are errors that name the memory or unit and the field
  /// ("shared.banks: expected a positive integer"), and a description in the
  /// layout before there were lists is an error that says so. Only
  /// `description`, `chip`, `features` and the constant memory may be left out.
  static llvm::Expected<Machine> parse(llvm::StringRef text);
  /// The machine called `nameOrPath`: a built-in description, or a path to a
  /// JSON file when it contains '/' or ends in ".json". The error for an
  /// unknown name lists the known ones.
  static llvm::Expected<Machine> lookup(llvm::StringRef nameOrPath);
  /// Names of the built-in machines.
  static std::vector<std::string> names();
  /// Replaces the numbers of fields. Errors for fields that the machine does
  /// not have, for another number of values than one has, and for impossible
  /// ones; the machine is of no use then.
  llvm::Error set(llvm::ArrayRef<MachineSetting> settings);
  /// Prints every field, one a line, as `field: value`; those of memories and
  /// units with their name, as `shared.bytes: 49152`.
  void print(llvm::raw_ostream &os) const;

private:
  /// These exist in every machine of a kind that has them: `parse` sees to it.
  const Memory &get(Memory::Space space) const;
  const MachineUnit &get(MachineUnit::Level level) const;
};

} // namespace polymem

#endif // POLYMEM_MACHINE_MACHINE_H

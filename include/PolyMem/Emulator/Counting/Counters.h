//===- Counters.h - what a profiler would count -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An observer that counts, per kernel, what a hardware profiler would. The
// numbers follow from the addresses alone (no cache, no timing) and do not
// depend on the order of threads and blocks.
//
// Requests. The hardware executes a memory instruction once for a warp; the
// emulator runs its lanes one by one. Among lanes that have synchronised
// equally often, executions of a site in the same iterations of all loops
// around it, as far as they are in its function, make one request of the warp.
// That is what hardware does that brings the lanes of a warp together again at
// the end of each iteration. In loops that have more than one entry, and in
// functions that are called, it is the k-th executions in the same iterations.
// A barrier for some lanes of a warp keeps them apart from the others until the
// whole warp or block meets.
//
// Global memory (Nsight Compute: l1tex__t_requests_pipe_lsu_mem_global_op_*,
// l1tex__t_sectors_pipe_lsu_mem_global_op_*). A request moves every sector
// (32 bytes, aligned) that some lane touches, once. The minimum is what the
// distinct bytes would fill if they were contiguous and aligned.
//
// Shared memory (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_*). Word w (of
// bankBytes) lies in bank w mod banks. A wavefront serves one word of each
// bank; lanes that read the same word share it. A request whose lanes ask for
// more than all banks give at once goes in phases of consecutive lanes: of
// banks * bankBytes / (bytes per lane) lanes, which is half a warp for 64-bit
// accesses, a quarter for 128-bit ones (CUDA programming guide, appendix on
// compute capabilities), and half a warp of 32-bit accesses on machines with 16
// banks. A phase takes as many wavefronts as the bank with most distinct words.
// The minimum is the number of phases. (Recent hardware merges phases whose
// lanes pairwise agree; that is not modelled.)
//
// Constant memory (a global variable in that address space). A request takes a
// broadcast for each distinct element that its lanes ask for; the minimum is
// one.
//
// Atomic operations count the same; how the hardware serialises those on one
// address is not modelled. Asynchronous copies (LDGSTS) are counted apart from
// loads and stores, at both ends. Private memory is not counted.
//
// Instructions: those that move no memory, by class; per warp, an instruction
// counts once however many lanes take part.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_COUNTING_COUNTERS_H
#define POLYMEM_EMULATOR_COUNTING_COUNTERS_H

#include "PolyMem/Emulator/Execution/Observer.h"
#include <iosfwd>
#include <map>
#include <memory>
#include <tuple>

namespace polymem::emulator {

/// Accesses of one sort. Sectors in global memory, wavefronts in shared
/// memory, broadcasts in constant memory.
struct TransferCounts {
  /// Requests of warps; accesses and bytes of threads.
  uint64_t requests = 0, accesses = 0, bytes = 0;
  /// Sectors, wavefronts or broadcasts, and the fewest that would do.
  uint64_t transfers = 0, minimum = 0;

  TransferCounts &operator+=(const TransferCounts &other);
};

struct InstructionCounts {
  uint64_t warps = 0, threads = 0;
};

/// The counts of all launches of one kernel.
struct KernelCounts {
  std::string kernel;
  uint64_t launches = 0, blocks = 0, threads = 0, warps = 0;
  /// Meetings of a whole block, and of fewer threads (warp-level and named
  /// barriers).
  uint64_t blockBarriers = 0, partialBarriers = 0;
  /// Meetings of all blocks of a launch.
  uint64_t gridBarriers = 0;
  /// By space (Global, Shared, Constant) and kind.
  std::map<std::pair<Space, AccessKind>, TransferCounts> transfers;
  std::map<std::string, InstructionCounts> instructions;
  /// `transfers` by site: its number, location and operation come first.
  using SiteKey =
      std::tuple<uint32_t, std::string, std::string, Space, AccessKind>;
  std::map<SiteKey, TransferCounts> sites;
};

class Counters : public Observer {
public:
  explicit Counters(const Limits &limits);
  ~Counters() override;

  /// In the order of first launches.
  const std::vector<KernelCounts> &kernels() const;
  /// Writes `{"kernels": [...]}`, keys in a fixed order, all numbers integers.
  void writeJson(std::ostream &os) const;
  /// Writes an aligned table per kernel.
  void writeTable(std::ostream &os) const;

  bool beginLaunch(const LaunchInfo &info) override;
  void endLaunch() override;
  void beginBlock(int64_t block, const std::vector<Region> &shared) override;
  void endBlock(int64_t block) override;
  bool access(const Access &access) override;
  void synchronise(const Synchronisation &meeting) override;
  void synchroniseGrid(uint32_t site) override;
  void instruction(int64_t block, int64_t thread, uint32_t site,
                   const char *classOfInstruction, uint64_t count) override;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_COUNTING_COUNTERS_H

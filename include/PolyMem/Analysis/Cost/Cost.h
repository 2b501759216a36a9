//===- Cost.h - what launches cost ------------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model: what the launches of a function do if its sizes have given
// values, and how long a machine takes for it. Counts are functions of sizes
// and tile sizes in the sense that they are found anew for each choice, without
// running anything: iterations and blocks that do the same are counted
// together, so the time it takes hardly depends on sizes.
//
// Counted are the things that the emulator counts (Emulator/Counting): a
// request is what the threads of a warp ask for in one execution of an
// operation; in global memory it moves the sectors that some thread touches, in
// shared memory it takes wavefronts (BankConflicts.h). P1 (PPoPP'08, section
// 4.3) and P2 (TR78, sections 5 and 6) have formulas for the same numbers that
// hold for full tiles and aligned rows; here partial tiles, odd sizes and
// conditions are what they are.
//
// See docs/concepts/cost.md.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_COST_COST_H
#define POLYMEM_ANALYSIS_COST_COST_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace polymem {

/// Accesses to one memory. Transfers are sectors of global memory, wavefronts
/// of shared memory and broadcasts of constant memory.
struct TransferCost {
  /// Executions by a warp, and bytes of its threads.
  double requests = 0, bytes = 0;
  /// Transfers, and the fewest that would do for the distinct bytes.
  double transfers = 0, minimum = 0;

  TransferCost &operator+=(const TransferCost &other);
};

/// Instructions of a class, by warps (once however many threads take part) and
/// by threads.
struct InstructionCost {
  double warps = 0, threads = 0;

  InstructionCost &operator+=(const InstructionCost &other);
};

/// What some launches do.
struct CostCounts {
  double launches = 0, blocks = 0, warps = 0;
  /// Meetings of the threads of a block.
  double barriers = 0;
  TransferCost globalLoads, globalStores, sharedLoads, sharedStores,
      constantLoads;
  /// Arithmetic on floating point, on integers and conditions, and calls of
  /// functions that take many instructions (square roots, exponentials).
  InstructionCost floats, integers, special;
  /// Of integers and of requests, how many back ends are expected to save, as
  /// addresses and rounds of loops have them in common: an estimate.
  InstructionCost saved;
  /// Of wavefronts, how many are expected to be saved as loads of neighbours
  /// become one: an estimate, too.
  double savedWavefronts = 0;

  CostCounts &operator+=(const CostCounts &other);
  /// All of them `factor` times.
  CostCounts scaled(double factor) const;
};

/// What a launch takes longest for. The order is that of `LaunchTime::parts`.
enum class CostBound {
  /// Instructions that a core's schedulers issue.
  Issue,
  /// Wavefronts of shared memory.
  Shared,
  /// Sectors between the second-level cache and cores.
  Sectors,
  /// Bytes of the arrays, which come once: from memory, or from the
  /// second-level cache if they are there since an earlier launch.
  Memory,
  /// The longest chain of operations that wait for each other.
  Latency,
  /// The launch itself.
  Launch
};
inline constexpr unsigned kNumCostBounds = 6;

/// "issue", "shared", "sectors", "memory", "latency" or "launch".
llvm::StringRef nameOf(CostBound bound);

/// All launches that one operation makes.
struct SiteCost {
  /// The `gpu.launch`.
  mlir::Operation *launch = nullptr;
  CostCounts counts;
  /// Of the launch with the most blocks: blocks, threads of one, and bytes of
  /// shared memory of one.
  double blocks = 0, threads = 0, sharedBytes = 0;
  /// An estimate of the registers of a thread, of 4 bytes: what loops carry,
  /// and some for addresses and operands.
  double registers = 0;
  /// Blocks that a core has room for at a time.
  double blocksPerCore = 0;
  /// Microseconds: the sum over launches of the longest part and the launch
  /// itself; and the parts alone.
  double microseconds = 0;
  double parts[kNumCostBounds] = {};
  /// Bytes that come from memory, or go there; the others are in the cache that
  /// all cores share since an earlier launch.
  double memoryBytes = 0;
  /// Microseconds more in which cores have nothing to do
  /// (`waitingMicroseconds`).
  double waiting = 0;
  /// Copies in it are asynchronous.
  bool copiesAhead = false;

  /// The part that is longest, all launches together.
  CostBound bound() const;
};

/// How it is counted.
struct CostOptions {
  /// Values of sizes by name (`polymem.param`, the names in `polymem.shape`;
  /// else "arg1" and "arg0_dim1"), and of sizes without one.
  llvm::StringMap<int64_t> sizes;
  int64_t otherwise = kAssumedSize;
  /// Parts of boxes to look at; with more, those looked at stand for the
  /// others, and the counts are not exact.
  unsigned maxParts = std::numeric_limits<unsigned>::max();
  /// Which launches are looked at (null: all); the others have no counts.
  std::function<bool(mlir::Operation *launch)> isCounted;
};

/// What a function does.
struct FunctionCost {
  /// In the order of the program.
  std::vector<SiteCost> sites;
  /// Where conditions or lengths of loops depend on data, everything is taken
  /// to be executed (a loop `CostOptions::otherwise` times); the reasons why
  /// counts are not exact, each once.
  std::vector<std::string> inexact;
  /// Sizes that the counts depend on and what they were taken to be.
  std::vector<std::pair<std::string, int64_t>> sizes;
  /// Microseconds less if loops of launches become cooperative ones, and how
  /// many launches these are; see Cooperative.h.
  double cooperativeGain = 0, cooperativeLaunches = 0;

  bool isExact() const { return inexact.empty(); }
  CostCounts total() const;
  double microseconds() const;
  /// Of all launches.
  double waiting() const;
  /// Copies in some launch are asynchronous.
  bool hasCopiesAhead() const;
  /// An object with the counts of each launch, times and sizes.
  llvm::json::Value toJson() const;
};

/// The cost on `machine`, a GPU, of `function`, whose tiles are launches
/// already (`convert-scratch-to-gpu`). Counts of what the kernel executes are
/// those of its operations as they are here; index arithmetic is what it
/// lowers to. Nothing of isl is asked.
FunctionCost computeCost(mlir::Operation *function, const Machine &machine,
                         const CostOptions &options);

/// What a launch asks of a machine besides what it does: blocks, threads of
/// one, its bytes of shared memory, registers of a thread, bytes of the arrays
/// that are touched, and the cycles that the longest chain of a thread takes.
struct LaunchShape {
  double blocks = 0, threads = 0, sharedBytes = 0, registers = 0;
  double arrayBytes = 0, chainCycles = 0;
  /// Of these bytes, those that are not in the cache that all cores share.
  double memoryBytes = 0;
  /// Instructions that the warps of the block with most of them issue, as
  /// `issuedInstructions` counts them.
  double mostOfABlock = 0;
};

/// With `w` warps a scheduler has an instruction to issue in `w / (w + this)`
/// of its cycles: with two, in half of them, as an H100 does.
inline constexpr double kOthersOfIssue = 2;

/// Instructions that are issued for `counts`, of blocks of `warpsPerBlock`
/// warps: a division or a root are several.
double issuedInstructions(const CostCounts &counts, double warpsPerBlock);

/// How much longer than the longest of `parts`, microseconds as `modelTime`
/// made them, a launch takes, since a block does not compute while all of its
/// threads wait, and only other blocks on its core do: a part of the latency,
/// one by the number of blocks there at a time, comes on top of what is longest
/// without it.
double waitingMicroseconds(const Machine &machine, const LaunchShape &shape,
                           llvm::ArrayRef<double> parts);

/// Blocks of a launch that a core of `machine` has room for at a time; at
/// least 1.
double residentBlocks(const Machine &machine, const LaunchShape &shape);

/// Bytes that one launch that does `counts` moves from and to memory.
double bytesFromMemory(const Machine &machine, const CostCounts &counts,
                       const LaunchShape &shape);

/// Microseconds that `machine` takes for one launch that does `counts`; the
/// parts of it go to `parts`, which has `kNumCostBounds` elements.
double modelTime(const Machine &machine, const CostCounts &counts,
                 const LaunchShape &shape, double *parts);

/// Microseconds that `machine` takes at least for launches, as many as those of
/// `site`, that compute the same: each array comes once, from where it is,
/// and all cores share the arithmetic on floating point. Whatever sizes tiles
/// have, the model says no less, if arithmetic is not repeated.
double leastMicroseconds(const Machine &machine, const SiteCost &site);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_COST_COST_H

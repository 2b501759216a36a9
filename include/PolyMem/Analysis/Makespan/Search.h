//===- Search.h - the plan with the least makespan --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_MAKESPAN_SEARCH_H
#define POLYMEM_ANALYSIS_MAKESPAN_SEARCH_H

#include "PolyMem/Analysis/Makespan/Model.h"
#include <limits>
#include <optional>

namespace polymem::makespan {

/// No makespan is that long.
inline constexpr int64_t kAnyMakespan = std::numeric_limits<int64_t>::max();

struct SearchResult {
  /// The best plan that was found; nothing: none fits, or none was found.
  std::optional<Plan> plan;
  Makespan makespan;
  /// No plan has a makespan below.
  int64_t bound = 0;
  /// Sets of plans that were looked at, and makespans that were computed.
  int64_t nodes = 0, evaluated = 0;
  /// Whether sets that may have a better plan were not looked at.
  bool endedEarly = false;
  /// How far the best plan was from the bound after one second of work, as a
  /// part of its makespan; 0: the search had ended.
  double gapAfterSecond = 0;

  /// No plan is better.
  bool isProved() const { return plan && bound >= makespan.cycles; }
};

/// The plan of `component` with the least makespan: over all tile sizes from 1
/// to the iterations of a loop, all groups whose product is at most the number
/// of cores, and for each array whether it is streamed (or resident, if a core
/// uses one box of it) or serial. Best first: what is left is sets of plans,
/// with ranges of tile sizes, of which each has a bound below all of its
/// makespans (MakespanBounds.h). After `maxNodes` sets it ends with a gap.
/// Where none is below `below`, the result may have no plan, or one that is
/// not, and the bound is at most `below`.
SearchResult findBestPlan(const Component &component, const Multicore &machine,
                          const Options &options, int64_t maxNodes,
                          int64_t below = kAnyMakespan);

/// The plan of the greedy approach (Gu 2023, 6.2): the outermost loop is cut
/// such that tiles are the largest that fit, loops around it have tiles of one
/// iteration, and the outermost parallel loop is dealt to the cores.
SearchResult findGreedyPlan(const Component &component,
                            const Multicore &machine, const Options &options);

/// The best plan among those that Algorithm 1 of Gu 2023 looks at: groups that
/// no others dominate, and the least tile size for each number of tiles of a
/// group. Algorithm 1 itself descends from random ones of these, so it finds
/// none that is better.
SearchResult findBestPrintedPlan(const Component &component,
                                 const Multicore &machine,
                                 const Options &options);

/// All groups of the loops with a product of at most `cores`.
std::vector<llvm::SmallVector<int64_t, 6>> allGroups(const Component &component,
                                                     int64_t cores);
/// Those of them that no others dominate (4.3).
std::vector<llvm::SmallVector<int64_t, 6>>
printedGroups(const Component &component, int64_t cores);
/// The tile sizes of a loop that Algorithm 1 tries (4.3).
llvm::SmallVector<int64_t> printedSizes(const Loop &loop, int64_t groups);

} // namespace polymem::makespan

#endif // POLYMEM_ANALYSIS_MAKESPAN_SEARCH_H

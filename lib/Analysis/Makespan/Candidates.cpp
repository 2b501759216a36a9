//===- Candidates.cpp - plans that are looked at by rule ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::ArrayRef;
using llvm::SmallVector;

using Numbers = SmallVector<int64_t, 6>;

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

bool Evaluation::fits(const Plan &plan) const {
  return scratchpadBytes(component, plan, machine, options) <=
         machine.scratchpadBytes - machine.reservedBytes;
}

std::optional<int64_t> Evaluation::tryPlan(const Plan &plan) {
  if (!fits(plan))
    return std::nullopt;
  Makespan makespan = makespanOf(component, plan, machine, options);
  ++result.evaluated;
  if (!result.plan || makespan.cycles < result.makespan.cycles) {
    result.plan = plan;
    result.makespan = makespan;
  }
  return makespan.cycles;
}

std::optional<int64_t> Evaluation::trySizes(ArrayRef<int64_t> tile,
                                            ArrayRef<int64_t> groups) {
  Plan plan;
  plan.tile.assign(tile.begin(), tile.end());
  plan.groups.assign(groups.begin(), groups.end());
  plan.modes = defaultModes(component, tile, groups, options);
  return tryPlan(plan);
}

//===----------------------------------------------------------------------===//
// Groups and sizes
//===----------------------------------------------------------------------===//

static void addGroups(const Component &component, int64_t cores,
                      Numbers &groups, std::vector<Numbers> &result) {
  if (groups.size() == component.loops.size()) {
    result.push_back(groups);
    return;
  }
  const Loop &loop = component.loops[groups.size()];
  // More groups than tiles stay idle.
  int64_t most = loop.parallel ? std::min(cores, loop.trips) : 1;
  if (!loop.tilable)
    most = 1;
  for (int64_t count = 1; count <= most; ++count) {
    groups.push_back(count);
    addGroups(component, cores / count, groups, result);
    groups.pop_back();
  }
}

std::vector<Numbers> makespan::allGroups(const Component &component,
                                         int64_t cores) {
  std::vector<Numbers> result;
  Numbers groups;
  addGroups(component, cores, groups, result);
  return result;
}

std::vector<Numbers> makespan::printedGroups(const Component &component,
                                             int64_t cores) {
  std::vector<Numbers> all = allGroups(component, cores), result;
  for (const Numbers &groups : all) {
    bool dominated = llvm::any_of(all, [&](const Numbers &other) {
      return other != groups &&
             llvm::all_of(llvm::zip(other, groups), [](auto pair) {
               return std::get<0>(pair) >= std::get<1>(pair);
             });
    });
    if (!dominated)
      result.push_back(groups);
  }
  return result;
}

SmallVector<int64_t> makespan::printedSizes(const Loop &loop, int64_t groups) {
  SmallVector<int64_t> sizes;
  if (!loop.tilable)
    return {loop.trips};
  int64_t before = std::numeric_limits<int64_t>::max();
  int64_t most = loop.isCut ? loop.trips - 1 : loop.trips;
  for (int64_t size = 1; size <= most; ++size) {
    int64_t perGroup =
        llvm::divideCeil(llvm::divideCeil(loop.trips, size), groups);
    if (perGroup < before)
      sizes.push_back(size);
    before = perGroup;
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

/// Calls `take` with each choice of one number from each list.
static void forEachChoice(ArrayRef<SmallVector<int64_t>> lists, Numbers &choice,
                          llvm::function_ref<void(const Numbers &)> take) {
  if (choice.size() == lists.size())
    return take(choice);
  for (int64_t number : lists[choice.size()]) {
    choice.push_back(number);
    forEachChoice(lists, choice, take);
    choice.pop_back();
  }
}

SearchResult makespan::findBestPrintedPlan(const Component &component,
                                           const Multicore &machine,
                                           const Options &options) {
  Evaluation evaluation(component, machine, options);
  for (const Numbers &groups : printedGroups(component, machine.cores)) {
    std::vector<SmallVector<int64_t>> sizes;
    for (auto [loop, count] : llvm::zip(component.loops, groups))
      sizes.push_back(printedSizes(loop, count));
    Numbers choice;
    forEachChoice(sizes, choice, [&](const Numbers &tile) {
      evaluation.trySizes(tile, groups);
    });
  }
  return evaluation.result;
}

SearchResult makespan::findGreedyPlan(const Component &component,
                                      const Multicore &machine,
                                      const Options &options) {
  Evaluation evaluation(component, machine, options);
  unsigned depth = component.loops.size();
  std::optional<unsigned> shared;
  for (unsigned d = 0; d < depth && !shared; ++d)
    if (component.loops[d].parallel && component.loops[d].trips > 1)
      shared = d;
  for (unsigned cut = 0; cut < depth && !evaluation.result.plan; ++cut) {
    Numbers tile, groups(depth, 1);
    for (auto [d, loop] : llvm::enumerate(component.loops))
      tile.push_back(d < cut ? 1 : loop.trips);
    if (shared) {
      groups[*shared] = std::min(machine.cores, component.loops[*shared].trips);
      if (*shared >= cut)
        tile[*shared] =
            llvm::divideCeil(component.loops[*shared].trips, groups[*shared]);
    }
    if (!component.loops[cut].tilable)
      continue;
    for (; tile[cut] >= 1 && !evaluation.result.plan; --tile[cut])
      evaluation.trySizes(tile, groups);
  }
  return evaluation.result;
}

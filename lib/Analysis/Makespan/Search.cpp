//===- Search.cpp - the plan with the least makespan ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "MakespanBounds.h"
#include "PolyMem/Support/ProcessorTime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <queue>

using namespace polymem;
using namespace polymem::makespan;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
class BestFirst {
public:
  BestFirst(const Component &component, const Multicore &machine,
            const Options &options, int64_t below)
      : component(component), evaluation(component, machine, options),
        bounds(component, machine, options), below(below) {}

  SearchResult run(int64_t maxNodes);

private:
  struct IsWorse {
    bool operator()(const PlanSet &a, const PlanSet &b) const {
      return a.bound > b.bound;
    }
  };

  void addRoots();
  void descend();
  void add(PlanSet set);
  std::pair<PlanSet, PlanSet> halvesOf(const PlanSet &set) const;
  PlanSet largestOf(const PlanSet &root, unsigned last) const;
  void
  improve(PlanSet &one,
          llvm::function_ref<std::optional<int64_t>(const PlanSet &)> lengthOf);
  void split(const PlanSet &set);
  std::optional<int64_t> evaluate(const PlanSet &set);
  bool hasLikeness(llvm::ArrayRef<bool> serial,
                   llvm::ArrayRef<unsigned> free) const;
  bool hasIdleGroups(const Plan &plan) const;
  /// If the array is loaded again, another one may have the room to stay.
  bool leavesRoom(const Array &array) const {
    return array.mayKeep && component.keepBytes != kAnyBytes;
  }
  /// Of the plans that are known.
  int64_t leastMakespan() const {
    const SearchResult &result = evaluation.result;
    return result.plan ? std::min(result.makespan.cycles, below) : below;
  }
  bool canImprove(int64_t bound) const { return bound < leastMakespan(); }

  const Component &component;
  Evaluation evaluation;
  MakespanBounds bounds;
  /// Only plans with a makespan below are of interest.
  int64_t below;
  std::priority_queue<PlanSet, std::vector<PlanSet>, IsWorse> queue;
  std::vector<PlanSet> roots;
};
} // namespace

void BestFirst::add(PlanSet set) {
  if (!bounds.restrict(set))
    return;
  set.bound = std::max(set.bound, bounds.boundOf(set));
  if (canImprove(set.bound))
    queue.push(std::move(set));
}

/// All is the same for two arrays but for their names.
static bool areAlike(const Array &a, const Array &b) {
  return a.elementBytes == b.elementBytes && a.loaded == b.loaded &&
         a.stored == b.stored && a.mayStream == b.mayStream &&
         a.mayWait == b.mayWait && a.mayKeep == b.mayKeep &&
         a.anywhere == b.anywhere && a.call == b.call && a.atMost == b.atMost &&
         a.storedBoxes == b.storedBoxes && a.callBoxes == b.callBoxes &&
         a.varies == b.varies &&
         llvm::equal(
             a.dims, b.dims, [](const Dimension &x, const Dimension &y) {
               return x.size == y.size && x.offset == y.offset &&
                      x.span == y.span && x.coefficients == y.coefficients;
             });
}

/// With two arrays exchanged that are alike, these are the serial ones of
/// another set: the same but for the order in which the engine serves requests
/// of one segment, so that makespans are equal.
bool BestFirst::hasLikeness(ArrayRef<bool> serial,
                            ArrayRef<unsigned> free) const {
  for (unsigned second : free)
    for (unsigned first : free)
      if (first < second && serial[first] && !serial[second] &&
          areAlike(component.arrays[first], component.arrays[second]))
        return true;
  return false;
}

/// All plans, by groups and by which arrays are serial.
void BestFirst::addRoots() {
  SmallVector<unsigned> free;
  for (auto [number, array] : llvm::enumerate(component.arrays))
    if ((array.mayStream || leavesRoom(array)) && array.mayWait &&
        !evaluation.options.alwaysTwoBuffers)
      free.push_back(number);
  for (const auto &groups : allGroups(component, evaluation.machine.cores))
    for (uint64_t mask = 0; mask < uint64_t(1) << free.size(); ++mask) {
      PlanSet set;
      set.groups = groups;
      for (const Loop &loop : component.loops) {
        set.lower.push_back(loop.tilable ? 1 : loop.trips);
        set.upper.push_back(loop.isCut ? loop.trips - 1 : loop.trips);
      }
      set.serial.assign(component.arrays.size(), false);
      for (auto [bit, number] : llvm::enumerate(free))
        set.serial[number] = mask >> bit & 1;
      if (hasLikeness(set.serial, free))
        continue;
      if (!bounds.restrict(set))
        continue;
      set.bound = bounds.boundOf(set);
      roots.push_back(std::move(set));
    }
  llvm::sort(roots, [](const PlanSet &a, const PlanSet &b) {
    return a.bound < b.bound;
  });
}

//===----------------------------------------------------------------------===//
// A plan to begin with
//===----------------------------------------------------------------------===//

/// The plan of `root` with the largest tiles that fit, first of the loops
/// around `last`, from the inside out, then of those inside of it, then of
/// itself.
PlanSet BestFirst::largestOf(const PlanSet &root, unsigned last) const {
  PlanSet set = root;
  unsigned depth = component.loops.size();
  for (unsigned i = 1; i <= depth; ++i) {
    unsigned d = (last + depth - i) % depth;
    SmallVector<int64_t> sizes =
        printedSizes(component.loops[d], root.groups[d]);
    for (int64_t size : llvm::reverse(sizes)) {
      PlanSet trial = set;
      trial.lower[d] = trial.upper[d] = size;
      if (!bounds.restrict(trial))
        continue;
      set.lower[d] = size;
      break;
    }
  }
  set.upper = set.lower;
  return set;
}

/// Changes sizes of loops one after another, as long as `lengthOf` becomes
/// less; nothing: a plan does not count.
void BestFirst::improve(
    PlanSet &one,
    llvm::function_ref<std::optional<int64_t>(const PlanSet &)> lengthOf) {
  constexpr unsigned kRounds = 3;
  std::optional<int64_t> best = lengthOf(one);
  for (unsigned round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (unsigned d = 0; d < one.lower.size(); ++d) {
      PlanSet trial = one;
      for (int64_t size : printedSizes(component.loops[d], one.groups[d])) {
        trial.lower[d] = trial.upper[d] = size;
        std::optional<int64_t> length = lengthOf(trial);
        if (!length || (best && *length >= *best))
          continue;
        best = length;
        one = trial;
        changed = true;
      }
    }
    if (!changed)
      break;
  }
}

/// Of some groups, plans with a low bound, which is nearly the makespan. The
/// makespan of the best ones is computed.
void BestFirst::descend() {
  constexpr unsigned kStarts = 6, kMakespans = 2;
  auto boundOf = [&](const PlanSet &one) -> std::optional<int64_t> {
    Plan plan;
    plan.tile = one.lower;
    plan.groups = one.groups;
    PlanSet copy = one;
    if (hasIdleGroups(plan) || !bounds.restrict(copy))
      return std::nullopt;
    return bounds.boundOf(one);
  };
  std::vector<PlanSet> starts;
  unsigned used = 0;
  for (const PlanSet &root : roots) {
    if (llvm::is_contained(root.serial, true))
      continue;
    for (unsigned last = 0; last < component.loops.size(); ++last) {
      PlanSet one = largestOf(root, last);
      improve(one, boundOf);
      one.bound = bounds.boundOf(one);
      starts.push_back(std::move(one));
    }
    if (++used == kStarts)
      break;
  }
  llvm::sort(starts, [](const PlanSet &a, const PlanSet &b) {
    return a.bound < b.bound;
  });
  if (starts.size() > kMakespans)
    starts.resize(kMakespans);
  for (const PlanSet &one : starts)
    if (canImprove(one.bound))
      evaluate(one);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// Some groups have no tiles: with fewer groups, all is the same for the
/// others.
bool BestFirst::hasIdleGroups(const Plan &plan) const {
  for (auto [loop, size, groups] :
       llvm::zip(component.loops, plan.tile, plan.groups)) {
    int64_t tiles = llvm::divideCeil(loop.trips, size);
    int64_t perGroup = llvm::divideCeil(tiles, groups);
    if (int64_t(llvm::divideCeil(tiles, perGroup)) < groups)
      return true;
  }
  return false;
}

std::optional<int64_t> BestFirst::evaluate(const PlanSet &set) {
  Plan plan;
  plan.tile = set.lower;
  plan.groups = set.groups;
  if (hasIdleGroups(plan))
    return std::nullopt;
  plan.modes =
      defaultModes(component, plan.tile, plan.groups, evaluation.options);
  for (auto [array, mode, serial] :
       llvm::zip(component.arrays, plan.modes, set.serial)) {
    // An array that stays is never better off if it is loaded again.
    if (serial && mode == Mode::Resident && !leavesRoom(array))
      return std::nullopt;
    if (serial)
      mode = Mode::Serial;
  }
  return evaluation.tryPlan(plan);
}

std::pair<PlanSet, PlanSet> BestFirst::halvesOf(const PlanSet &set) const {
  // The loop whose numbers of tiles differ most.
  unsigned loop = 0;
  double widest = 0;
  for (unsigned d = 0; d < set.lower.size(); ++d) {
    double ratio = double(set.upper[d]) / double(set.lower[d]);
    if (ratio > widest) {
      widest = ratio;
      loop = d;
    }
  }
  PlanSet low = set, high = set;
  int64_t trips = component.loops[loop].trips;
  // A loop that is not cut is another matter.
  int64_t middle = set.upper[loop] == trips
                       ? trips - 1
                       : (set.lower[loop] + set.upper[loop]) / 2;
  low.upper[loop] = middle;
  high.lower[loop] = middle + 1;
  return {std::move(low), std::move(high)};
}

void BestFirst::split(const PlanSet &set) {
  auto [low, high] = halvesOf(set);
  add(std::move(low));
  add(std::move(high));
}

SearchResult BestFirst::run(int64_t maxNodes) {
  SearchResult &result = evaluation.result;
  double second = processorSeconds() + 1;
  bool isLater = false;
  addRoots();
  descend();
  for (PlanSet &root : roots)
    if (canImprove(root.bound))
      queue.push(std::move(root));
  while (!queue.empty() && canImprove(queue.top().bound) &&
         result.nodes < maxNodes) {
    PlanSet set = queue.top();
    queue.pop();
    ++result.nodes;
    if (!isLater && processorSeconds() > second) {
      isLater = true;
      int64_t least = leastMakespan();
      result.gapAfterSecond =
          least == kAnyMakespan ? 1 : 1 - double(set.bound) / double(least);
    }
    if (set.isOne())
      evaluate(set);
    else
      split(set);
  }
  result.endedEarly = !queue.empty() && canImprove(queue.top().bound);
  if (result.endedEarly)
    result.bound = queue.top().bound;
  else if (result.plan || below != kAnyMakespan)
    result.bound = leastMakespan();
  return result;
}

SearchResult makespan::findBestPlan(const Component &component,
                                    const Multicore &machine,
                                    const Options &options, int64_t maxNodes,
                                    int64_t below) {
  return BestFirst(component, machine, options, below).run(maxNodes);
}

//===- WholeLoops.cpp - plans by which loops are not cut ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What becomes of a loop with one tile is not what tiles of a few iterations
// show: its bounds are constants, and what is computed from where a tile begins
// is folded. So each set of loops that are not cut has a model of its own, by a
// component in which these are whole and the others have small tiles, and is
// searched by it.
//
//===----------------------------------------------------------------------===//

#include "NestPlanner.h"
#include "PolyMem/Support/ProcessorTime.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// The best plan so far, and what is known of all.
struct Outcome {
  std::optional<NestReport> best;
  int64_t bound = makespan::kAnyMakespan, nodes = 0, evaluated = 0;
  double seconds = 0, gapAfterSecond = 0;
  bool endedEarly = false;

  int64_t leastMakespan() const {
    return best ? best->search.makespan.cycles : makespan::kAnyMakespan;
  }
  /// A set of plans was searched, of which perhaps none fits.
  void add(const makespan::SearchResult &search, double time) {
    if (search.plan || search.endedEarly || best)
      bound = std::min(bound, search.bound);
    nodes += search.nodes;
    evaluated += search.evaluated;
    endedEarly |= search.endedEarly;
    seconds += time;
    gapAfterSecond = std::max(gapAfterSecond, search.gapAfterSecond);
  }
};
} // namespace

/// The loops of the set `whole` have one tile, the others several.
static void restrict(makespan::Component &component, uint64_t whole) {
  for (auto [d, loop] : llvm::enumerate(component.loops)) {
    bool isWhole = whole >> d & 1;
    loop.isCut = loop.tilable && !isWhole;
    loop.tilable &= !isWhole;
  }
}

/// No plan of the set fits in a scratchpad, with the least tiles of other
/// loops.
static bool isTooLarge(makespan::Component component, uint64_t whole,
                       const Multicore &machine) {
  restrict(component, whole);
  makespan::Plan plan;
  for (const makespan::Loop &loop : component.loops)
    plan.tile.push_back(loop.tilable ? 1 : loop.trips);
  plan.groups.assign(component.loops.size(), 1);
  for (const makespan::Array &array : component.arrays)
    plan.modes.push_back(array.mayWait ? makespan::Mode::Serial
                                       : makespan::Mode::Resident);
  return scratchpadBytes(component, plan, machine, {}) >
         machine.scratchpadBytes - machine.reservedBytes;
}

/// The best one of the plan of all sets and of `other`, which was found without
/// them, with a bound; nothing if of one of the sets not enough is known. Where
/// makespans are upper bounds, the best one of all sets is not always the one
/// that takes least.
std::optional<NestReport>
NestPlanner::planByWholeLoops(Operation *loop, const Freedom &freedom,
                              const NestReport &other) {
  constexpr unsigned kMostLoops = 5;
  SmallVector<unsigned> loops;
  for (auto [d, each] : llvm::enumerate(freedom))
    if (each.tilable && *each.trips > 1)
      loops.push_back(d);
  ModelObstacle obstacle;
  std::optional<SegmentModel> small = probe(loop, freedom, 2, obstacle);
  if (loops.size() > kMostLoops || !small)
    return std::nullopt;
  Outcome outcome;
  outcome.add(other.search, other.seconds);
  outcome.bound = makespan::kAnyMakespan;
  for (uint64_t set = 0; set < uint64_t(1) << loops.size(); ++set) {
    uint64_t whole = 0;
    for (auto [bit, d] : llvm::enumerate(loops))
      whole |= (set >> bit & 1) << d;
    if (isTooLarge(small->component, whole, machine))
      continue;
    std::optional<SegmentModel> model =
        probe(loop, freedom, 2, obstacle, whole);
    if (!model)
      model = probe(loop, freedom, 1, obstacle, whole);
    if (!model)
      return std::nullopt;
    restrict(model->component, whole);
    NestReport report;
    report.loop = loop;
    double begin = processorSeconds();
    // All sets together look at no more than one search may.
    SearchLimits limits;
    limits.below = outcome.leastMakespan();
    limits.nodes = std::max<int64_t>(maxNodes - outcome.nodes, 1);
    report.search = findPlan(*model, PlanSearch::Best, limits);
    outcome.add(report.search, processorSeconds() - begin);
    if (!report.search.plan ||
        report.search.makespan.cycles >= outcome.leastMakespan())
      continue;
    if (!compileFound(report, freedom, *model, obstacle) || report.differs)
      return std::nullopt;
    outcome.best = std::move(report);
  }
  if (!outcome.best)
    return std::nullopt;
  NestReport best = std::move(*outcome.best);
  if (best.total > other.total)
    best = other;
  makespan::SearchResult &search = best.search;
  search.bound = std::min(outcome.bound, search.makespan.cycles);
  search.nodes = outcome.nodes;
  search.evaluated = outcome.evaluated;
  search.gapAfterSecond = outcome.gapAfterSecond;
  search.endedEarly = outcome.endedEarly;
  best.seconds = outcome.seconds;
  best.differs = false;
  return best;
}

//===- SearchTests.cpp - tests of searches for plans ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "PolyMem/Analysis/Makespan/Search.h"
#include "Tests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::outs;
using llvm::SmallVector;

static constexpr int64_t kNodes = 10000000;

//===----------------------------------------------------------------------===//
// Against all plans
//===----------------------------------------------------------------------===//

/// Calls `take` with each plan of the component, whether it fits or not.
static void forEachPlan(const Component &component, int64_t cores, Plan &plan,
                        llvm::function_ref<void(Plan)> take) {
  unsigned d = plan.tile.size();
  if (d == component.loops.size()) {
    auto best = defaultModes(component, plan.tile, plan.groups, {});
    for (unsigned mask = 0; mask < 1u << best.size(); ++mask) {
      Plan whole = plan;
      whole.modes = best;
      for (auto [bit, mode] : llvm::enumerate(whole.modes))
        if (mask >> bit & 1)
          mode = Mode::Serial;
      take(whole);
    }
    return;
  }
  const Loop &loop = component.loops[d];
  for (int64_t size = loop.tilable ? 1 : loop.trips; size <= loop.trips; ++size)
    for (int64_t count = 1; count <= (loop.parallel ? cores : 1); ++count) {
      plan.tile.push_back(size);
      plan.groups.push_back(count);
      forEachPlan(component, cores / count, plan, take);
      plan.tile.pop_back();
      plan.groups.pop_back();
    }
}

int makespan::testOptimum(int64_t count, uint64_t seed) {
  int64_t wrong = 0, lost = 0, planned = 0, nodes = 0, plans = 0;
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed, i);
    Component component = randomComponent(random, 7);
    Multicore machine = randomMachine(random);
    machine.reservedBytes = 0;
    machine.cores = random.integer(1, 5);
    Options options;
    options.bursts = static_cast<Options::Bursts>(random.pick(3));
    int64_t best = -1;
    Plan plan, bestPlan;
    forEachPlan(component, machine.cores, plan, [&](const Plan &trial) {
      ++plans;
      if (scratchpadBytes(component, trial, machine, options) >
          machine.scratchpadBytes)
        return;
      int64_t cycles = makespanOf(component, trial, machine, options).cycles;
      if (best < 0 || cycles < best) {
        best = cycles;
        bestPlan = trial;
      }
    });
    SearchResult result = findBestPlan(component, machine, options, kNodes);
    SearchResult printed = findBestPrintedPlan(component, machine, options);
    nodes += result.nodes;
    planned += best >= 0;
    if (best >= 0 && (!printed.plan || printed.makespan.cycles > best))
      ++lost;
    int64_t found = result.plan ? result.makespan.cycles : -1;
    if (found == best && (best < 0 || result.isProved()))
      continue;
    ++wrong;
    outs() << "component " << i << ": the optimum is " << best << " ("
           << textOf(bestPlan) << "), found " << found << " ("
           << (result.plan ? textOf(*result.plan) : "") << "), bound "
           << result.bound << '\n'
           << textOf(component);
  }
  outs() << count << " components, " << planned << " with a plan that fits, "
         << wrong << " wrong; " << nodes << " sets of " << plans
         << " plans looked at\n"
         << lost << " optima are not among the plans that Gu 2023 tries\n";
  return wrong != 0;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static void printResult(const char *what, const SearchResult &result) {
  outs() << what << ": ";
  if (!result.plan) {
    outs() << "nothing fits\n";
    return;
  }
  outs() << textOf(*result.plan) << ": " << result.makespan.cycles
         << " cycles, bound " << result.bound << ", " << result.makespan.bytes
         << " bytes, scratchpad " << result.makespan.scratchpad << ", "
         << result.nodes << " sets, " << result.evaluated << " makespans\n";
}

int makespan::testGoogLeNet(int64_t count, uint64_t) {
  int64_t nodes = count == 1000 ? kNodes : count;
  Component layer = convolution(128, 28, 28, 96);
  Multicore machine = printedMachine(1, 32);
  Options options = printedOptions();
  printResult("greedy", findGreedyPlan(layer, machine, options));
  printResult("best", findBestPlan(layer, machine, options, nodes));
  machine.reservedBytes = 8192;
  printResult("reserved", findBestPlan(layer, machine, options, nodes));
  options = {};
  printResult("simulated", findBestPlan(layer, machine, options, nodes));
  return 0;
}

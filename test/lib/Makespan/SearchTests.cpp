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
      bool isAllowed = true;
      for (auto [bit, mode] : llvm::enumerate(whole.modes))
        if (mask >> bit & 1) {
          isAllowed &= component.arrays[bit].mayWait;
          mode = Mode::Serial;
        }
      if (isAllowed)
        take(whole);
    }
    return;
  }
  const Loop &loop = component.loops[d];
  int64_t most = loop.isCut ? loop.trips - 1 : loop.trips;
  for (int64_t size = loop.tilable ? 1 : loop.trips; size <= most; ++size)
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
    // Where only better plans are looked for, there is one, or the bound says
    // that there is none.
    SearchResult below =
        findBestPlan(component, machine, options, kNodes, best + 1);
    SearchResult none = findBestPlan(component, machine, options, kNodes, best);
    bool agree = below.plan && below.makespan.cycles == best &&
                 below.bound == best && none.bound == best;
    if (found == best && (best < 0 || (result.isProved() && agree)))
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

int makespan::testGoogLeNet(int64_t, uint64_t) {
  Component layer = convolution(128, 28, 28, 96);
  Multicore machine = printedMachine(1, 32);
  Options options = printedOptions();
  printResult("greedy", findGreedyPlan(layer, machine, options));
  printResult("best", findBestPlan(layer, machine, options, kNodes));
  machine.reservedBytes = 8192;
  printResult("reserved", findBestPlan(layer, machine, options, kNodes));
  options = {};
  printResult("simulated", findBestPlan(layer, machine, options, kNodes));
  return 0;
}

int makespan::testTable(int64_t, uint64_t) {
  // NK, NP = NQ, NC; printed R and K of k, p, q, c.
  static constexpr struct {
    int64_t k, p, c, groups[3], tile[4];
  } kRows[] = {{128, 28, 96, {4, 2, 1}, {32, 14, 28, 5}},
               {192, 28, 128, {2, 3, 1}, {48, 10, 28, 3}},
               {208, 14, 96, {4, 1, 1}, {52, 14, 14, 7}},
               {320, 14, 160, {1, 1, 1}, {64, 14, 14, 3}},
               {320, 7, 160, {4, 1, 1}, {80, 7, 7, 16}},
               {384, 7, 192, {8, 1, 1}, {80, 7, 7, 16}}};
  Multicore machine = printedMachine(1, 512);
  Options options = printedOptions();
  int wrong = 0;
  for (const auto &row : kRows) {
    Component layer = convolution(row.k, row.p, row.p, row.c);
    Plan printed;
    printed.tile.assign(row.tile, row.tile + 4);
    printed.groups.assign(row.groups, row.groups + 3);
    printed.tile.append(2, 3);
    printed.groups.append(3, 1);
    printed.modes = defaultModes(layer, printed.tile, printed.groups, options);
    Makespan paper = makespanOf(layer, printed, machine, options);
    SearchResult best = findBestPlan(layer, machine, options, kNodes);
    bool fits = paper.scratchpad <= machine.scratchpadBytes;
    outs() << row.k << '/' << row.p << '/' << row.c << ": printed "
           << textOf(printed) << ' ' << paper.cycles
           << (fits ? "" : " (does not fit)") << "; ours " << textOf(*best.plan)
           << ' ' << best.makespan.cycles
           << (best.isProved() ? " proved" : " not proved") << '\n';
    wrong += !best.isProved() || (fits && best.makespan.cycles > paper.cycles);
  }
  outs() << wrong << " rows wrong\n";
  return wrong != 0;
}

int makespan::testCandidates(int64_t cores, uint64_t) {
  Component product = matrixVector(cores, cores);
  for (Loop &loop : product.loops)
    loop.parallel = true;
  outs() << "groups:";
  for (const auto &groups : printedGroups(product, cores))
    outs() << ' ' << groups[0] << 'x' << groups[1];
  Loop loop;
  loop.trips = 24;
  outs() << "\nsizes:";
  for (int64_t size : printedSizes(loop, 4))
    outs() << ' ' << size;
  outs() << '\n';
  return 0;
}

int makespan::testRoom(int64_t, uint64_t) {
  // There is room for one of two arrays to stay. The first one in their order
  // is told at a lower price, so it is better to load that one again.
  Component component;
  component.loops = {{4, true, true}};
  component.loopTimes = {14};
  component.segmentTime = 978;
  for (unsigned rank : {2, 1}) {
    Array array;
    array.name = rank == 2 ? "first" : "second";
    array.mayStream = false;
    array.mayKeep = true;
    Dimension dim;
    dim.coefficients = {0};
    array.dims.assign(rank, dim);
    component.arrays.push_back(array);
  }
  Multicore machine = printedMachine(16, 1);
  machine.api.swapBuffer = 1914;
  machine.api.swap2dBuffer = 1248;
  int64_t bytes = scratchpadBytes(
      component, {{4}, {1}, {Mode::Resident, Mode::Resident}}, machine, {});
  for (int64_t room : {bytes, bytes / 2, int64_t(0)}) {
    component.keepBytes = room + bytes / 2;
    component.otherBytes = bytes / 2;
    printResult("stay", findBestPlan(component, machine, {}, kNodes));
  }
  return 0;
}

int makespan::testPrinted(int64_t, uint64_t) {
  // With one group x is moved once, and y's rows; the paper's groups cut them.
  Component product = matrixVector(8, 1024);
  Multicore machine = printedMachine(1, 32);
  Options options;
  SearchResult printed = findBestPrintedPlan(product, machine, options);
  SearchResult best = findBestPlan(product, machine, options, kNodes);
  printResult("y += A x, printed", printed);
  printResult("y += A x, best", best);
  // Makespans of one loop's sizes, the others as they are: not convex (p43).
  Component layer = convolution(16, 8, 8, 24);
  Multicore fast = printedMachine(1, 8);
  fast.scratchpadBytes = int64_t(1) << 30;
  int64_t before = -1, last = -1, minima = 0;
  bool falls = true;
  for (int64_t size : printedSizes(layer.loops[3], 1)) {
    Plan plan{{4, 4, 8, size, 3, 3}, {4, 2, 1, 1, 1, 1}, {}};
    plan.modes = defaultModes(layer, plan.tile, plan.groups, printedOptions());
    before = last;
    last = makespanOf(layer, plan, fast, printedOptions()).cycles;
    outs() << "c = " << size << ": " << last << '\n';
    if (before >= 0 && last > before && falls)
      ++minima;
    if (before >= 0 && last != before)
      falls = last < before;
  }
  outs() << minima + falls << " local minima\n";
  return 0;
}

//===- ModelTests.cpp - tests of makespans --------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "Tests.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::outs;

static Options randomOptions(Random &random) {
  Options options;
  options.bursts = static_cast<Options::Bursts>(random.pick(3));
  options.segmentCalls = random.chance(20) ? random.integer(0, 5000) : -1;
  options.interrupts = random.chance(80);
  options.printedReloads = random.chance(20);
  return options;
}

static bool isSame(const Makespan &a, const Makespan &b) {
  return a.cycles == b.cycles && a.operations == b.operations &&
         a.calls == b.calls && a.transfers == b.transfers &&
         a.bytes == b.bytes && a.lines == b.lines && a.bursts == b.bursts &&
         a.segments == b.segments && a.longestSegment == b.longestSegment;
}

int makespan::testWalk(int64_t count, uint64_t seed) {
  int64_t wrong = 0, rounds = 0, walked = 0;
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed, i);
    Component component = randomComponent(random, random.chance(20) ? 50 : 20);
    Multicore machine = randomMachine(random);
    Options options = randomOptions(random);
    Plan plan = randomPlan(random, component, machine.cores);
    for (std::string text :
         {obstacleOf(component), obstacleOf(component, plan, machine)})
      if (!text.empty()) {
        outs() << "component " << i << ": " << text << '\n';
        ++wrong;
      }
    Makespan all = makespanOf(component, plan, machine, options, true);
    Makespan some = makespanOf(component, plan, machine, options);
    rounds += all.walked;
    walked += some.walked;
    if (isSame(all, some))
      continue;
    ++wrong;
    outs() << "component " << i << ": " << all.cycles << " cycles, but "
           << some.cycles << " if segments are left out\n"
           << textOf(component) << textOf(plan) << '\n';
  }
  outs() << count << " components, " << wrong << " wrong; of " << rounds
         << " rounds, " << walked << " looked at\n";
  return wrong != 0;
}

int makespan::testWaits(int64_t, uint64_t) {
  // Three segments of 10 cycles, each with a line of one burst, 44 cycles.
  Component component;
  component.loops = {{3, true, false}};
  component.loopTimes = {10};
  Array &array = component.arrays.emplace_back();
  Dimension &dim = array.dims.emplace_back();
  dim.size = 48;
  dim.coefficients = {16};
  dim.span = 16;
  Options options = printedOptions();
  options.segmentCalls = 0;
  Plan plan{{1}, {1}, {Mode::Stream}};
  for (Mode mode : {Mode::Stream, Mode::Serial}) {
    plan.modes = {mode};
    outs() << makespanOf(component, plan, printedMachine(16, 1), options).cycles
           << '\n';
  }
  return 0;
}

static int printProduct(int64_t rows, int64_t columns,
                        const Multicore &machine) {
  // What the segment of products.mlir executes, an operation a cycle.
  Component product = matrixVector(60, 400);
  product.originTimes = {1, 1};
  product.loopTimes = {2, 8};
  Plan plan{{rows, columns}, {2, 1}, {}};
  plan.modes = defaultModes(product, plan.tile, plan.groups, {});
  outs() << "rows: " << makespanOf(product, plan, machine, {}).cycles
         << " cycles\n";
  return 0;
}

int makespan::testProduct(int64_t rows, uint64_t columns) {
  return printProduct(rows, columns, printedMachine(16, 1));
}

int makespan::testSlowProduct(int64_t rows, uint64_t columns) {
  return printProduct(rows, columns, printedMachine(1, 4));
}

int makespan::testBursts(int64_t, uint64_t) {
  // 64 bytes at offset 4.
  Component component;
  component.loops = {{1, true, false}};
  component.loopTimes = {0};
  Array &array = component.arrays.emplace_back();
  Dimension &dim = array.dims.emplace_back();
  dim.size = 32;
  dim.coefficients = {1};
  dim.offset = 1;
  dim.span = 16;
  Plan plan{{1}, {1}, {Mode::Resident}};
  for (auto rule : {Options::Bursts::Printed, Options::Bursts::Address,
                    Options::Bursts::Worst}) {
    Options options;
    options.bursts = rule;
    outs() << makespanOf(component, plan, printedMachine(16, 1), options).bursts
           << '\n';
  }
  return 0;
}

static void printLayer(const char *what, const Component &component, Plan plan,
                       const Multicore &machine, const Options &options) {
  plan.modes = defaultModes(component, plan.tile, plan.groups, options);
  Makespan result = makespanOf(component, plan, machine, options);
  outs() << what << ": " << textOf(plan) << ": " << result.cycles << " cycles, "
         << result.bytes << " bytes, " << result.segments
         << " segments, scratchpad " << result.scratchpad << ", transfers "
         << result.transfers << ", walked " << result.walked << '\n';
}

int makespan::testLayers(int64_t, uint64_t) {
  Component layer = convolution(128, 28, 28, 96);
  Multicore machine = printedMachine(1, 32);
  Options options = printedOptions();
  printLayer("paper", layer, {{32, 7, 28, 16, 3, 3}, {4, 2, 1, 1, 1, 1}, {}},
             machine, options);
  printLayer("best", layer, {{32, 14, 28, 5, 3, 3}, {4, 2, 1, 1, 1, 1}, {}},
             machine, options);
  printLayer("reserved", layer, {{32, 14, 28, 3, 3, 3}, {4, 2, 1, 1, 1, 1}, {}},
             machine, options);
  options.bursts = Options::Bursts::Worst;
  printLayer("worst", layer, {{32, 14, 28, 5, 3, 3}, {4, 2, 1, 1, 1, 1}, {}},
             machine, options);
  options = {};
  printLayer("simulated", layer,
             {{32, 14, 28, 3, 3, 3}, {4, 2, 1, 1, 1, 1}, {}}, machine, options);
  return 0;
}

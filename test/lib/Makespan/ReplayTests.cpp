//===- ReplayTests.cpp - schedules replayed with other phases -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is added up once more, from the requests of all segments, so that
// phases can be shortened, and mistakes be made.
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "CoreProgram.h"
#include "Tests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::outs;
using llvm::SmallVector;

namespace {
/// A mistake that a model could make.
enum class Mistake {
  None,
  /// A transfer has a burst less.
  BurstLess,
  /// A segment does not wait for what was requested two segments before.
  NodeDropped,
  /// The engine serves the last core first.
  OrderSwapped,
  /// An interrupt costs nothing.
  NoInterrupts,
};

/// What the engine does for the requests of one stage; what it takes.
struct Phase {
  bool any = false;
  int64_t cycles = 0;
};

/// A segment of a core.
struct Step {
  int64_t length = 0;
  Phase waits, others;
};

class Replay {
public:
  Replay(const Component &component, const Plan &plan, const Multicore &machine,
         const Options &options, Mistake mistake = Mistake::None);

  /// Makes phases shorter at random.
  void shorten(Random &random);
  int64_t run();

private:
  struct Core {
    std::vector<Step> steps;
    /// When its segment ends, when the rest of its last requests was served,
    /// and until when it is interrupted while it waits.
    int64_t end = 0, served = 0, busy = 0;
  };

  void serve(Core &core, const Phase &phase);
  void begin(Core &core, size_t number, int64_t ready);
  void serveRound(Core &core, size_t number);
  std::vector<Core *> order();

  std::vector<Core> cores;
  Mistake mistake;
  int64_t barrier, interrupt, engine = 0;
};
} // namespace

Replay::Replay(const Component &component, const Plan &plan,
               const Multicore &machine, const Options &options,
               Mistake mistake)
    : mistake(mistake) {
  Schedule schedule(component, plan, machine, options);
  barrier = schedule.prices.barrier;
  interrupt = mistake == Mistake::NoInterrupts ? 0 : schedule.prices.interrupt;
  for (int64_t number = 0; number < schedule.numCores(); ++number) {
    CoreProgram program(schedule, number);
    Core &core = cores.emplace_back();
    if (program.count() == 0)
      continue;
    for (int64_t s = 0; s <= program.count(); ++s) {
      Segment segment = program.segment(s);
      Step &step = core.steps.emplace_back();
      step.length = segment.operations + segment.calls;
      auto phase = [&](const Stage &stage) {
        int64_t cycles = stage.work.cycles(schedule.prices);
        if (mistake == Mistake::BurstLess && stage.any)
          cycles -= schedule.prices.burst;
        return Phase{stage.any, std::max<int64_t>(cycles, 0)};
      };
      step.waits = phase(segment.stages[0]);
      step.others = phase(segment.stages[1]);
    }
  }
}

void Replay::shorten(Random &random) {
  int64_t percent = random.integer(1, 101);
  auto less = [&](int64_t &cycles) {
    if (int64_t(random.pick(100)) < percent)
      cycles = random.integer(0, cycles + 1);
  };
  for (Core &core : cores)
    for (Step &step : core.steps) {
      less(step.length);
      less(step.waits.cycles);
      less(step.others.cycles);
    }
}

std::vector<Replay::Core *> Replay::order() {
  std::vector<Core *> result;
  for (Core &core : cores)
    result.push_back(&core);
  if (mistake == Mistake::OrderSwapped)
    std::reverse(result.begin(), result.end());
  return result;
}

void Replay::serve(Core &core, const Phase &phase) {
  engine += phase.any ? phase.cycles : 0;
}

/// Segment `number` begins when it may; behind the last one is the barrier.
void Replay::begin(Core &core, size_t number, int64_t ready) {
  int64_t length =
      number < core.steps.size() ? core.steps[number].length : barrier;
  core.end = std::max(ready, core.busy) + length;
  core.busy = 0;
}

/// The engine serves what segment `number` has requested; the next one begins.
void Replay::serveRound(Core &core, size_t number) {
  const Step &step = core.steps[number];
  int64_t ready = core.end;
  if (mistake != Mistake::NodeDropped)
    ready = std::max(ready, core.served);
  if (step.waits.any) {
    serve(core, step.waits);
    core.busy = std::max(core.busy, engine) + interrupt;
    ready = engine;
  }
  begin(core, number + 1, ready);
  serve(core, step.others);
  if (step.others.any) {
    if (engine <= core.end)
      core.end += interrupt;
    else if (interrupt > 0)
      core.busy = std::max(core.busy, engine) + interrupt;
  }
  core.served = engine;
}

int64_t Replay::run() {
  size_t last = 0;
  for (Core &core : cores) {
    core.end = core.steps.empty() ? barrier : core.steps[0].length;
    last = std::max(last, core.steps.size());
  }
  // Of segment 0, what is waited for comes first, of all cores.
  for (Core *core : order()) {
    engine = std::max(engine, core->end);
    if (core->steps.empty())
      continue;
    const Step &step = core->steps[0];
    int64_t ready = core->end;
    serve(*core, step.waits);
    if (step.waits.any) {
      core->busy = engine + interrupt;
      ready = engine;
    }
    begin(*core, 1, ready);
  }
  for (Core *core : order()) {
    if (core->steps.empty())
      continue;
    const Phase &others = core->steps[0].others;
    serve(*core, others);
    if (others.any && engine <= core->end)
      core->end += interrupt;
    else if (others.any && interrupt > 0)
      core->busy = std::max(core->busy, engine) + interrupt;
    core->served = engine;
  }
  for (size_t number = 1; number <= last; ++number)
    for (Core *core : order()) {
      if (core->steps.empty() || number > core->steps.size())
        continue;
      engine = std::max(engine, core->end);
      if (number < core->steps.size())
        serveRound(*core, number);
    }
  int64_t cycles = engine;
  for (const Core &core : cores)
    cycles = std::max({cycles, core.end, core.busy});
  return cycles;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

namespace {
/// A component with a plan, on a machine.
struct Case {
  Case(uint64_t seed, int64_t number) : random(seed, number) {
    component = randomComponent(random, 9);
    machine = randomMachine(random);
    // A box in several transfers interrupts while the engine is at it.
    machine.maxDimensions = 8;
    plan = randomPlan(random, component, machine.cores);
  }

  /// The same where cores wait for the engine, which loads the next boxes: what
  /// a segment waits for is on the longest path.
  void waitForLoads() {
    machine.api = {};
    machine.burstNanoseconds = random.integer(200, 2000);
    component.segmentTime = random.integer(1, 100);
    component.timeScale = 1;
    component.dimensionTimes.clear();
    component.originTimes.clear();
    for (auto [loop, time, size, groups] : llvm::zip(
             component.loops, component.loopTimes, plan.tile, plan.groups)) {
      time = random.integer(0, 3);
      size = loop.tilable
                 ? random.integer(1, std::min<int64_t>(loop.trips, 2) + 1)
                 : loop.trips;
      groups = 1;
    }
    for (Array &array : component.arrays) {
      array.stored = false;
      array.loaded = array.mayStream = true;
    }
    plan.modes = defaultModes(component, plan.tile, plan.groups, {});
  }

  int64_t model() {
    return makespanOf(component, plan, machine, options).cycles;
  }
  int64_t replay(Mistake mistake) {
    return Replay(component, plan, machine, options, mistake).run();
  }

  Random random;
  Component component;
  Multicore machine;
  Plan plan;
  Options options;
};
} // namespace

int makespan::testShorten(int64_t count, uint64_t seed) {
  int64_t wrong = 0, shorter = 0, later = 0;
  for (int64_t i = 0; i < count; ++i) {
    Case each(seed, i);
    int64_t model = each.model(), same = each.replay(Mistake::None);
    Replay replay(each.component, each.plan, each.machine, each.options);
    replay.shorten(each.random);
    int64_t cycles = replay.run();
    shorter += cycles < model;
    later += cycles > model;
    each.options.interruptsDelay = true;
    int64_t safe = each.model();
    // Without interrupts the model itself is enough.
    each.options.interruptsDelay = each.options.interrupts = false;
    Replay quiet(each.component, each.plan, each.machine, each.options);
    quiet.shorten(each.random);
    if (same == model && cycles <= safe && model <= safe &&
        quiet.run() <= each.model())
      continue;
    ++wrong;
    outs() << "component " << i << ": " << model << " cycles, replayed " << same
           << ", with shorter phases " << cycles << ", at most " << safe << '\n'
           << textOf(each.component) << textOf(each.plan) << '\n';
  }
  outs() << count << " runs, " << shorter << " shorter, " << later
         << " longer for an interrupt, " << wrong << " wrong\n";
  return wrong != 0;
}

int makespan::testMistakes(int64_t count, uint64_t seed) {
  static constexpr std::pair<Mistake, const char *> kMistakes[] = {
      {Mistake::BurstLess, "a burst less"},
      {Mistake::NodeDropped, "a node dropped"},
      {Mistake::OrderSwapped, "order swapped"},
      {Mistake::NoInterrupts, "no interrupts"}};
  int missed = 0;
  for (auto [mistake, name] : kMistakes) {
    int64_t found = 0, waiting = 0;
    for (int64_t i = 0; i < count; ++i) {
      Case each(seed, i);
      found += each.replay(mistake) != each.model();
      each.waitForLoads();
      waiting += each.replay(mistake) != each.model();
    }
    missed += found + waiting == 0;
    outs() << name << ": " << found << " of " << count << " differ, " << waiting
           << " where cores wait\n";
  }
  return missed;
}

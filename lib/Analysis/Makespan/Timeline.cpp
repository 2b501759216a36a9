//===- Timeline.cpp - when segments and transfers end ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round j is segment j of all cores. What follows from a round depends on a few
// times only; if all of these are later by the same as they were so many rounds
// before, and the next rounds are as those were, then all that follows is later
// by as much, and need not be looked at: times are sums and maxima of others.
//
//===----------------------------------------------------------------------===//

#include "CoreProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>
#include <optional>
#include <utility>

using namespace polymem;
using namespace polymem::makespan;
using llvm::SmallVector;

namespace {
/// What is known of a core behind a round.
struct CoreState {
  /// When its segment of the next round ends, by interrupts so far.
  int64_t end = 0;
  /// When the other requests of this round were served.
  int64_t served = 0;
  /// Until when it is in interrupts, waiting; 0: that is over.
  int64_t interrupted = 0;
  /// When the segment began that is executed.
  int64_t begin = 0;
  /// Cycles so far.
  int64_t operations = 0, calls = 0;
};

struct State {
  int64_t engine = 0;
  /// What it has done so far.
  Transfer done;
  SmallVector<CoreState, 8> cores;
};

/// Rounds that may be as those `period` before.
struct Memory {
  int64_t period;
  int64_t round = -1;
  State state;
};

class Timeline {
public:
  explicit Timeline(const Schedule &schedule) : schedule(schedule) {
    for (int64_t core = 0; core < schedule.numCores(); ++core)
      programs.emplace_back(schedule, core);
    state.cores.resize(programs.size());
  }

  Makespan run(bool walkAll);
  /// All events, or the first ones.
  std::vector<Event> record(size_t maxEvents, bool &isWhole);

private:
  void firstRound();
  void round(int64_t number);
  void begin(unsigned core, int64_t number, int64_t time);
  void interrupt(unsigned core, int64_t time);
  void serve(unsigned core, int64_t number, const Stage &stage);
  void recordSegment(unsigned core, int64_t number, const Segment &segment);
  void recordBoxes(unsigned core, int64_t number, const Stage &stage);
  void choosePeriods();
  bool hasEnded(const CoreProgram &program, int64_t round) const {
    return program.count() == 0 || program.count() < round;
  }
  std::optional<int64_t> shiftSince(const Memory &before) const;
  void repeat(const State &before, int64_t shift, int64_t times);
  int64_t skip(int64_t number, int64_t last);

  const Schedule &schedule;
  std::vector<CoreProgram> programs;
  State state;
  /// Of the round: what cores do in it, and in the next one.
  SmallVector<Segment, 8> now, next;
  SmallVector<Memory, 8> memories;
  int64_t longestSegment = 0;
  /// Of a recorded schedule.
  std::vector<Event> *events = nullptr;
};
} // namespace

/// Segment `number` of `core` begins at `time`, unless interrupts last longer;
/// the last one has the barrier only.
void Timeline::begin(unsigned core, int64_t number, int64_t time) {
  CoreState &at = state.cores[core];
  int64_t length = schedule.prices.barrier;
  if (number > programs[core].count()) {
    at.calls += length;
  } else {
    next[core] = programs[core].segment(number);
    length = next[core].operations + next[core].calls;
    at.operations += next[core].operations;
    at.calls += next[core].calls;
    longestSegment = std::max(longestSegment, length);
  }
  at.begin = time;
  at.end = std::max(time, at.interrupted) + length;
  at.interrupted = 0;
}

/// The engine interrupts `core`, whose segment ends at `end`, or has.
void Timeline::interrupt(unsigned core, int64_t time) {
  CoreState &at = state.cores[core];
  if (schedule.options.interruptsDelay) {
    at.end += schedule.prices.interrupt;
    at.interrupted = std::max(at.interrupted, time) + schedule.prices.interrupt;
    return;
  }
  if (time <= at.end)
    at.end += schedule.prices.interrupt;
  else
    at.interrupted = std::max(at.interrupted, time) + schedule.prices.interrupt;
}

/// A segment of `core` has ended.
void Timeline::recordSegment(unsigned core, int64_t number,
                             const Segment &segment) {
  const CoreState &at = state.cores[core];
  if (!events || at.begin >= at.end)
    return;
  Event &event = events->emplace_back();
  event.core = core;
  event.segment = number;
  event.begin = at.begin;
  event.end = at.end;
  event.calls = segment.calls;
  event.operations = segment.operations;
}

/// The engine begins with the boxes of a stage.
void Timeline::recordBoxes(unsigned core, int64_t number, const Stage &stage) {
  int64_t time = state.engine;
  for (const Stage::Box &box : stage.boxes) {
    Event &event = events->emplace_back();
    event.kind = box.isLoad ? Event::Kind::Load : Event::Kind::Unload;
    event.core = core;
    event.segment = number;
    event.begin = time;
    event.end = time += box.transfer.cycles(schedule.prices);
    event.array = box.array - schedule.component.arrays.data();
    event.bytes = box.transfer.bytes;
    event.lines = box.transfer.lines;
    event.bursts = box.transfer.bursts;
  }
}

void Timeline::serve(unsigned core, int64_t number, const Stage &stage) {
  if (!stage.any)
    return;
  if (events)
    recordBoxes(core, number, stage);
  state.engine += stage.work.cycles(schedule.prices);
  state.done += stage.work;
  // Those between the pieces of a box may come while the core runs, or not.
  if (int64_t cycles = stage.work.interrupts * schedule.prices.interrupt) {
    CoreState &at = state.cores[core];
    at.end += cycles;
    at.interrupted = std::max(at.interrupted, state.engine) + cycles;
  }
}

/// In segment 0 the dispatched requests of all cores come before the others.
void Timeline::firstRound() {
  unsigned cores = programs.size();
  now.assign(cores, {});
  next.assign(cores, {});
  SmallVector<int64_t, 8> ends;
  for (unsigned c = 0; c < cores; ++c) {
    if (programs[c].count() > 0)
      now[c] = programs[c].segment(0);
    longestSegment = std::max(longestSegment, now[c].calls);
    // A core without tiles has the barrier only.
    ends.push_back(programs[c].count() > 0 ? now[c].calls
                                           : schedule.prices.barrier);
    state.cores[c].end = state.cores[c].calls = ends[c];
    Segment first = now[c];
    first.calls = ends[c];
    recordSegment(c, 0, first);
  }
  for (unsigned c = 0; c < cores; ++c) {
    state.engine = std::max(state.engine, ends[c]);
    if (programs[c].count() == 0)
      continue;
    bool waits = now[c].stages[0].any;
    serve(c, 0, now[c].stages[0]);
    if (waits)
      state.cores[c].interrupted = state.engine + schedule.prices.interrupt;
    begin(c, 1, waits ? state.engine : ends[c]);
  }
  for (unsigned c = 0; c < cores; ++c) {
    if (programs[c].count() == 0)
      continue;
    serve(c, 0, now[c].stages[1]);
    if (now[c].stages[1].any)
      interrupt(c, state.engine);
    state.cores[c].served = state.engine;
  }
}

void Timeline::round(int64_t number) {
  now = next;
  for (auto [c, program] : llvm::enumerate(programs)) {
    if (number > program.count() + 1 || program.count() == 0)
      continue;
    CoreState &at = state.cores[c];
    if (number > program.count()) {
      Segment barrier;
      barrier.calls = schedule.prices.barrier;
      recordSegment(c, number, barrier);
    } else {
      recordSegment(c, number, now[c]);
    }
    // The engine waits until the segment has ended, or the barrier is reached.
    state.engine = std::max(state.engine, at.end);
    if (number > program.count())
      continue;
    int64_t ready = std::max(at.end, at.served);
    const Stage &waits = now[c].stages[0], &others = now[c].stages[1];
    if (waits.any) {
      serve(c, number, waits);
      at.interrupted =
          std::max(at.interrupted, state.engine) + schedule.prices.interrupt;
      ready = state.engine;
    }
    begin(c, number + 1, ready);
    serve(c, number, others);
    if (others.any)
      interrupt(c, state.engine);
    at.served = state.engine;
  }
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

/// After how many rounds things may repeat: with the next tile of a loop, or
/// the next one whose lines begin alike.
void Timeline::choosePeriods() {
  llvm::SmallSetVector<int64_t, 8> periods;
  const CoreProgram &program = programs.front();
  for (unsigned d = schedule.tiles.size(); d-- > 0;)
    for (int64_t steps = 1; steps <= schedule.prices.burstBytes; steps *= 2)
      if (steps * 6 <= program.sizeOf(d) &&
          program.repeatsUntil((program.sizeOf(d) - 4) * program.periodOf(d) -
                                   1,
                               steps * program.periodOf(d)) >
              (program.sizeOf(d) - 4) * program.periodOf(d) - 1) {
        periods.insert(steps * program.periodOf(d));
        break;
      }
  // Cores whose groups have other numbers of tiles are alike again after a
  // common multiple.
  int64_t last = 0;
  for (const CoreProgram &other : programs)
    last = std::max(last, other.count());
  for (unsigned d = schedule.tiles.size(); d-- > 0;) {
    int64_t common = 1;
    for (const CoreProgram &other : programs)
      if (other.count() > 0 && common < last)
        common = std::lcm(common, other.periodOf(d));
    if (common != program.periodOf(d) && common <= last / 6)
      periods.insert(common);
  }
  for (int64_t period : periods)
    memories.push_back({period, -1, {}});
}

/// By how much all of `state` is later than `before`; nothing if not all is.
std::optional<int64_t> Timeline::shiftSince(const Memory &before) const {
  int64_t shift = state.engine - before.state.engine;
  for (auto [program, a, b] :
       llvm::zip(programs, before.state.cores, state.cores)) {
    if (hasEnded(program, before.round))
      continue;
    bool waits = a.interrupted > 0 || b.interrupted > 0;
    if (b.end - a.end != shift || b.served - a.served != shift ||
        (waits && b.interrupted - a.interrupted != shift))
      return std::nullopt;
  }
  return shift;
}

/// What was done since `before` is done so many times more, each later than the
/// one before by `shift`.
void Timeline::repeat(const State &before, int64_t shift, int64_t times) {
  state.engine += times * shift;
  state.done += (state.done - before.done) * times;
  for (auto [core, old] : llvm::zip(state.cores, before.cores)) {
    core.operations += times * (core.operations - old.operations);
    core.calls += times * (core.calls - old.calls);
    core.end += times * shift;
    core.served += times * shift;
    if (core.interrupted)
      core.interrupted += times * shift;
  }
}

/// Leaves out rounds behind `number` that repeat others; returns the last one
/// that is done.
int64_t Timeline::skip(int64_t number, int64_t last) {
  for (Memory &memory : memories) {
    if (memory.round >= 0 && number - memory.round < memory.period)
      continue;
    std::optional<int64_t> shift;
    if (memory.round >= 0 && number - memory.round == memory.period)
      shift = shiftSince(memory);
    // All cores have segments that are as those before, or none any more.
    int64_t until = last;
    for (const CoreProgram &program : programs)
      if (shift && !hasEnded(program, memory.round))
        until =
            std::min(until, program.repeatsUntil(number + 1, memory.period));
    int64_t times = shift ? (until - 2 - number) / memory.period : 0;
    State before = std::exchange(memory.state, state);
    memory.round = number;
    if (times <= 0)
      continue;
    repeat(before, *shift, times);
    number += times * memory.period;
    for (auto [c, program] : llvm::enumerate(programs))
      if (number < program.count())
        next[c] = program.segment(number + 1);
    memory.round = -1;
    return number;
  }
  return number;
}

std::vector<Event> Timeline::record(size_t maxEvents, bool &isWhole) {
  std::vector<Event> result;
  events = &result;
  int64_t last = 0;
  for (const CoreProgram &program : programs)
    last = std::max(last, program.count());
  firstRound();
  int64_t number = 1;
  for (; number <= last + 1 && result.size() <= maxEvents; ++number)
    round(number);
  isWhole = number > last + 1;
  events = nullptr;
  return result;
}

Makespan Timeline::run(bool walkAll) {
  Makespan result;
  int64_t last = 0;
  for (const CoreProgram &program : programs)
    last = std::max(last, program.count());
  firstRound();
  if (!walkAll && last > 8)
    choosePeriods();
  for (int64_t number = 1; number <= last + 1; ++number) {
    round(number);
    ++result.walked;
    if (!memories.empty())
      number = skip(number, last);
  }
  result.cycles = state.engine;
  for (auto [core, program] : llvm::zip(state.cores, programs)) {
    result.cycles = std::max({result.cycles, core.end, core.interrupted});
    result.operations = std::max(result.operations, core.operations);
    result.calls = std::max(result.calls, core.calls);
    result.segments += program.count();
  }
  result.transfers = state.done.cycles(schedule.prices);
  result.bytes = state.done.bytes;
  result.lines = state.done.lines;
  result.bursts = state.done.bursts;
  result.longestCore = last;
  result.longestSegment = longestSegment;
  return result;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

Makespan makespan::makespanOf(const Component &component, const Plan &plan,
                              const Multicore &machine, const Options &options,
                              bool walkAll, TileDetails *details) {
  Schedule schedule(component, plan, machine, options, details);
  Makespan result = Timeline(schedule).run(walkAll || details);
  result.scratchpad = scratchpadBytes(component, plan, machine, options);
  return result;
}

std::vector<Event> makespan::eventsOf(const Component &component,
                                      const Plan &plan,
                                      const Multicore &machine,
                                      const Options &options, size_t maxEvents,
                                      bool &isWhole, TileDetails *details) {
  Schedule schedule(component, plan, machine, options, details);
  schedule.hasBoxes = true;
  return Timeline(schedule).record(maxEvents, isWhole);
}

//===- BoundTests.cpp - tests of bounds of sets of plans ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "MakespanBounds.h"
#include "Tests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::outs;

/// A set that `plan` is in; nothing where another plan is never worse, so that
/// bounds are not about it.
static std::optional<PlanSet>
randomSet(Random &random, const Component &component, const Plan &plan) {
  PlanSet set;
  set.groups = plan.groups;
  auto best = defaultModes(component, plan.tile, plan.groups, {});
  for (auto [array, mode, usual] :
       llvm::zip(component.arrays, plan.modes, best)) {
    bool leavesRoom = array.mayKeep && component.keepBytes != kAnyBytes;
    if (mode == Mode::Serial && usual == Mode::Resident && !leavesRoom)
      return std::nullopt;
    set.serial.push_back(mode == Mode::Serial &&
                         (array.mayStream || leavesRoom));
  }
  for (auto [loop, size] : llvm::zip(component.loops, plan.tile)) {
    bool isOne = random.chance(50) || !loop.tilable;
    set.lower.push_back(isOne ? size : random.integer(1, size + 1));
    int64_t most = loop.isCut ? loop.trips - 1 : loop.trips;
    set.upper.push_back(isOne ? size : random.integer(size, most + 1));
  }
  return set;
}

/// The plan is left out by `restrict`.
static bool isLeftOut(const MakespanBounds &bounds, PlanSet set,
                      const Plan &plan) {
  return !bounds.restrict(set) ||
         llvm::any_of(llvm::zip(set.upper, plan.tile), [](auto pair) {
           return std::get<0>(pair) < std::get<1>(pair);
         });
}

/// Of `count` components, with bounds that are so many percent too high;
/// prints and returns how many sets are wrong.
static int64_t countWrong(int64_t count, uint64_t seed, int64_t tooHigh) {
  constexpr unsigned kSets = 60;
  int64_t wrong = 0, sets = 0;
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed, i);
    Component component = randomComponent(random, 7);
    Multicore machine = randomMachine(random);
    machine.reservedBytes = 0;
    machine.cores = random.integer(1, 5);
    Options options;
    options.bursts = static_cast<Options::Bursts>(random.pick(3));
    MakespanBounds bounds(component, machine, options);
    for (unsigned k = 0; k < kSets; ++k) {
      Plan plan = randomPlan(random, component, machine.cores);
      std::optional<PlanSet> set = randomSet(random, component, plan);
      if (!set)
        continue;
      ++sets;
      int64_t cycles = makespanOf(component, plan, machine, options).cycles;
      int64_t bound = bounds.boundOf(*set);
      bound += bound * tooHigh / 100;
      bool fits = scratchpadBytes(component, plan, machine, options) <=
                  machine.scratchpadBytes;
      if (bound <= cycles && !(fits && isLeftOut(bounds, *set, plan)))
        continue;
      ++wrong;
      if (tooHigh)
        continue;
      outs() << "component " << i << ": " << textOf(plan) << " has " << cycles
             << " cycles, but the bound of its set is " << bound << '\n'
             << textOf(component);
    }
  }
  outs() << sets << " sets, " << wrong << " wrong\n";
  return wrong;
}

/// Calls `take` with each tile of the loops that `array` depends on.
static void forEachTile(const Component &component, const Array &array,
                        llvm::ArrayRef<int64_t> sizes,
                        llvm::SmallVectorImpl<Range> &tile,
                        llvm::function_ref<void()> take) {
  unsigned l = tile.size();
  if (l == component.loops.size())
    return take();
  int64_t trips = component.loops[l].trips;
  bool depends = llvm::any_of(array.dims, [&](const Dimension &dim) {
    return dim.coefficients[l] != 0;
  });
  for (int64_t begin = 0; begin < trips; begin += sizes[l]) {
    tile.push_back(
        {begin, array.atMost ? sizes[l] : std::min(sizes[l], trips - begin)});
    forEachTile(component, array, sizes, tile, take);
    tile.pop_back();
    if (!depends)
      return;
  }
}

int makespan::testTotals(int64_t count, uint64_t seed) {
  int64_t wrong = 0, boxes = 0;
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed, i);
    Component component = randomComponent(random, 12);
    Options options;
    options.bursts = static_cast<Options::Bursts>(random.pick(3));
    Multicore machine = randomMachine(random);
    Prices prices(machine, options);
    Plan plan = randomPlan(random, component, 1);
    for (const Array &array : component.arrays) {
      Transfer sum;
      llvm::SmallVector<Range, 6> tile;
      forEachTile(component, array, plan.tile, tile, [&] {
        ++boxes;
        sum += transferOf(array, tile, prices, options);
      });
      Transfer all =
          transferOfAll(array, component.loops, plan.tile, prices, options);
      if (all.lines == sum.lines && all.bursts == sum.bursts &&
          all.bytes == sum.bytes && all.interrupts == sum.interrupts)
        continue;
      ++wrong;
      outs() << "component " << i << ", array " << array.name << ": "
             << sum.bursts << " bursts, not " << all.bursts << '\n';
    }
  }
  outs() << boxes << " boxes, " << wrong << " wrong\n";
  return wrong != 0;
}

int makespan::testBounds(int64_t count, uint64_t seed) {
  return countWrong(count, seed, 0) != 0;
}

int makespan::testHighBounds(int64_t count, uint64_t percent) {
  return countWrong(count, 1, percent) == 0;
}

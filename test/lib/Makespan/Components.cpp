//===- Components.cpp - components that the tests of makespans use --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::ArrayRef;

Multicore makespan::printedMachine(int64_t numerator, int64_t denominator) {
  Machine machine = llvm::cantFail(Machine::lookup("prem-gu2023"));
  Multicore result = machine.multicore;
  result.reservedBytes = 0;
  result.burstNanoseconds = result.burstBytes * denominator / numerator;
  return result;
}

Options makespan::printedOptions() {
  Options options;
  options.bursts = Options::Bursts::Printed;
  options.segmentCalls = 4000;
  options.interrupts = false;
  options.alwaysTwoBuffers = true;
  options.printedReloads = true;
  return options;
}

static Dimension dimension(int64_t size, ArrayRef<int64_t> coefficients,
                           int64_t offset = 0) {
  Dimension dim;
  dim.size = size;
  dim.coefficients.assign(coefficients.begin(), coefficients.end());
  dim.offset = offset;
  return dim;
}

Component makespan::convolution(int64_t k, int64_t p, int64_t q, int64_t c) {
  Component component;
  component.loops = {{k, true, true},  {p, true, true},  {q, true, true},
                     {c, true, false}, {3, true, false}, {3, true, false}};
  component.loopTimes = {0, 0, 0, 0, 0, 14};
  component.timeScale = 10;
  Array out, weights, input;
  out.name = "out";
  out.stored = true;
  out.dims = {dimension(k, {1, 0, 0, 0, 0, 0}),
              dimension(p, {0, 1, 0, 0, 0, 0}),
              dimension(q, {0, 0, 1, 0, 0, 0})};
  weights.name = "W";
  weights.dims = {
      dimension(k, {1, 0, 0, 0, 0, 0}), dimension(c, {0, 0, 0, 1, 0, 0}),
      dimension(3, {0, 0, 0, 0, 1, 0}), dimension(3, {0, 0, 0, 0, 0, 1})};
  input.name = "inp";
  input.dims = {dimension(c, {0, 0, 0, 1, 0, 0}),
                dimension(p + 2, {0, 1, 0, 0, -1, 0}, 2),
                dimension(q + 2, {0, 0, 1, 0, 0, -1}, 2)};
  component.arrays = {out, weights, input};
  return component;
}

Component makespan::matrixVector(int64_t rows, int64_t columns) {
  Component component;
  component.loops = {{rows, true, true}, {columns, true, false}};
  component.loopTimes = {1, 1};
  Array matrix, x, y;
  matrix.name = "A";
  matrix.dims = {dimension(rows, {1, 0}), dimension(columns, {0, 1})};
  x.name = "x";
  x.dims = {dimension(columns, {0, 1})};
  y.name = "y";
  y.stored = true;
  y.dims = {dimension(rows, {1, 0})};
  component.arrays = {matrix, x, y};
  return component;
}

//===----------------------------------------------------------------------===//
// Random ones
//===----------------------------------------------------------------------===//

static Array randomArray(Random &random, const Component &component,
                         unsigned number) {
  static constexpr int64_t kBytes[] = {1, 2, 4, 8};
  Array array;
  array.name = std::string(1, char('A' + number));
  array.elementBytes = kBytes[random.pick(4)];
  array.stored = random.chance(40);
  array.loaded = !array.stored || random.chance(70);
  array.mayStream = random.chance(80);
  array.mayWait = random.chance(90);
  array.mayKeep = !array.stored && random.chance(20);
  array.anywhere = random.chance(20);
  array.call = static_cast<Array::Call>(random.pick(3));
  if (random.chance(5))
    array.loaded = array.stored = false;
  if (random.chance(15)) {
    array.atMost = true;
    array.storedBoxes = random.integer(1, 3);
    array.callBoxes = random.integer(1, 3);
    for (size_t l = 0; l < component.loops.size(); ++l)
      array.varies.push_back(random.chance(40));
  }
  unsigned rank = 1 + random.pick(random.chance(10) ? 6 : 3);
  for (unsigned d = 0; d < rank; ++d) {
    Dimension &dim = array.dims.emplace_back();
    dim.coefficients.assign(component.loops.size(), 0);
    dim.span = random.chance(20) ? random.integer(1, 4) : 1;
    int64_t extent = dim.span;
    for (auto [l, loop] : llvm::enumerate(component.loops)) {
      if (random.chance(60))
        continue;
      int64_t coefficient = random.chance(70) ? 1 : random.integer(-2, 4);
      dim.coefficients[l] = coefficient;
      extent += std::abs(coefficient) * (loop.trips - 1);
      if (coefficient < 0)
        dim.offset += -coefficient * (loop.trips - 1);
    }
    int64_t border = random.chance(20) ? random.integer(0, 3) : 0;
    dim.offset += border;
    dim.size = extent + border + (random.chance(20) ? random.integer(0, 9) : 0);
  }
  return array;
}

Component makespan::randomComponent(Random &random, int64_t trips) {
  Component component;
  unsigned depth = 1 + random.pick(3);
  for (unsigned d = 0; d < depth; ++d) {
    component.loops.push_back(
        {random.integer(1, trips + 1), random.chance(90), random.chance(50)});
    Loop &loop = component.loops.back();
    loop.isCut = random.chance(10) && loop.tilable && loop.trips > 1;
  }
  for (unsigned d = 0; d < depth; ++d)
    component.loopTimes.push_back(random.integer(0, 300));
  component.segmentTime = random.integer(0, 1000);
  if (random.chance(50))
    for (unsigned d = 0; d < depth; ++d) {
      component.dimensionTimes.push_back(random.integer(0, 50));
      component.originTimes.push_back(random.integer(0, 50));
    }
  component.timeScale = random.chance(30) ? random.integer(1, 20) : 1;
  unsigned arrays = 1 + random.pick(3);
  for (unsigned a = 0; a < arrays; ++a)
    component.arrays.push_back(randomArray(random, component, a));
  if (random.chance(30)) {
    component.keepBytes = random.integer(0, 1000);
    component.otherBytes = random.integer(0, 200);
  }
  // Where one is too large, all are made again.
  while (!obstacleOf(component).empty())
    for (unsigned a = 0; a < arrays; ++a)
      component.arrays[a] = randomArray(random, component, a);
  return component;
}

Plan makespan::randomPlan(Random &random, const Component &component,
                          int64_t cores) {
  Plan plan;
  for (const Loop &loop : component.loops) {
    int64_t largest = loop.isCut ? loop.trips - 1 : loop.trips;
    int64_t most = random.chance(50) ? largest : std::min<int64_t>(largest, 4);
    plan.tile.push_back(loop.tilable ? random.integer(1, most + 1)
                                     : loop.trips);
    int64_t groups = loop.parallel ? random.integer(1, cores + 1) : 1;
    plan.groups.push_back(groups);
    cores /= groups;
  }
  plan.modes = defaultModes(component, plan.tile, plan.groups, {});
  for (Mode &mode : plan.modes)
    if (random.chance(20))
      mode = Mode::Serial;
  return plan;
}

Multicore makespan::randomMachine(Random &random) {
  Multicore machine = printedMachine(16, 1);
  machine.cores = random.integer(1, 9);
  machine.scratchpadBytes = random.integer(64, 5000);
  machine.burstNanoseconds =
      random.chance(50) ? random.integer(1, 100) : random.integer(100, 3000);
  machine.lineNanoseconds = random.integer(0, 200);
  machine.maxDimensions = random.integer(1, 5);
  if (random.chance(50)) {
    machine.api.endSegment = random.integer(0, 100);
    machine.api.swapBuffer = random.integer(0, 100);
    machine.api.swap2dBuffer = random.integer(0, 100);
    machine.api.swapndBuffer = random.integer(0, 100);
    machine.api.dmaInterrupt = random.integer(0, 100);
  }
  if (random.chance(30))
    machine.clockMHz = random.integer(300, 1700);
  return machine;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string makespan::textOf(const Component &component) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [loop, time] : llvm::zip(component.loops, component.loopTimes))
    os << "loop " << loop.trips << (loop.tilable ? "" : " whole")
       << (loop.isCut ? " cut" : "") << (loop.parallel ? " parallel" : "")
       << " time " << time << '\n';
  os << "segment " << component.segmentTime << " scale " << component.timeScale
     << " keep " << component.keepBytes << " less " << component.otherBytes
     << '\n';
  for (const Array &array : component.arrays) {
    os << "array " << array.name << " bytes " << array.elementBytes
       << (array.loaded ? " loaded" : "") << (array.stored ? " stored" : "")
       << (array.mayStream ? "" : " serial") << (array.mayWait ? "" : " early")
       << (array.mayKeep ? " kept" : "") << (array.anywhere ? " anywhere" : "")
       << (array.atMost ? " at most" : "") << " boxes " << array.storedBoxes
       << '/' << array.callBoxes << " call " << int(array.call);
    for (const Dimension &dim : array.dims) {
      os << " [" << dim.size << ": " << dim.offset;
      for (int64_t coefficient : dim.coefficients)
        os << ' ' << coefficient;
      os << " span " << dim.span << ']';
    }
    for (bool varies : array.varies)
      os << (varies ? " varies" : " -");
    os << '\n';
  }
  return text;
}

std::string makespan::textOf(const Plan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto list = [&](ArrayRef<int64_t> numbers) {
    llvm::interleave(numbers, os, "/");
  };
  list(plan.tile);
  os << " R ";
  list(plan.groups);
  os << ' ';
  for (Mode mode : plan.modes)
    os << (mode == Mode::Stream ? 's' : mode == Mode::Resident ? 'r' : 'w');
  return text;
}

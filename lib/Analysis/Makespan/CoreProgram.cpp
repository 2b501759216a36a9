//===- CoreProgram.cpp - the segments of one core -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions are those of Conversion/ScratchToPrem/SegmentCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "CoreProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::SmallVector;

Schedule::Schedule(const Component &component, const Plan &plan,
                   const Multicore &machine, const Options &options,
                   TileDetails *details)
    : component(component), plan(plan), options(options),
      prices(machine, options), details(details),
      numTiled(tiledLoops(component, plan.tile)),
      kept(keptArrays(component, plan, machine, options)),
      known(component.arrays.size()) {
  if (details)
    numTiled = details->counts().size();
  for (auto [d, loop] : llvm::enumerate(component.loops)) {
    tiles.push_back(llvm::divideCeil(loop.trips, plan.tile[d]));
    if (details)
      tiles.back() =
          d < numTiled ? std::max<int64_t>(details->counts()[d], 0) : 1;
    perGroup.push_back(llvm::divideCeil(tiles.back(), plan.groups[d]));
  }
}

int64_t Schedule::numCores() const {
  int64_t cores = 1;
  for (int64_t groups : plan.groups)
    cores *= groups;
  return cores;
}

const Transfer &Schedule::transferOf(const Array &array,
                                     llvm::ArrayRef<Range> tile) const {
  if (array.atMost) {
    SmallVector<Range, 6> full(tile);
    for (auto [range, size] : llvm::zip(full, plan.tile))
      range.size = size;
    return transferOfSizes(array, full);
  }
  return transferOfSizes(array, tile);
}

/// Tiles differ by their sizes, which are two for each loop, and by where lines
/// begin.
const Transfer &Schedule::transferOfSizes(const Array &array,
                                          llvm::ArrayRef<Range> tile) const {
  int64_t key = residueOf(array, tile, prices, options);
  for (auto [range, size] : llvm::zip(tile, plan.tile))
    key = key * 2 + (range.size == size);
  auto [entry, isNew] =
      known[&array - component.arrays.data()].try_emplace(key);
  if (isNew)
    entry->second = makespan::transferOf(array, tile, prices, options);
  return entry->second;
}

/// How many dimensions of tiles, from the outside in, the box of an array
/// depends on.
static unsigned runDepth(const Array &array, unsigned numTiled) {
  unsigned depth = numTiled;
  while (depth > 0 && !array.dependsOn(depth - 1))
    --depth;
  return depth;
}

/// Whether boxes that move with loop `d` begin where the buffer does: those
/// that move backwards begin further behind if they are smaller.
static bool beginsAtCorner(int64_t coefficient, const Schedule &schedule,
                           unsigned d) {
  int64_t rest = schedule.component.loops[d].trips % schedule.plan.tile[d];
  return coefficient > 0 || rest == 0;
}

CoreProgram::CoreProgram(const Schedule &schedule, int64_t core)
    : schedule(schedule) {
  const Plan &plan = schedule.plan;
  unsigned rank = plan.tile.size();
  int64_t behind = schedule.numCores();
  for (unsigned d = 0; d < rank; ++d) {
    int64_t group = core % behind;
    behind /= plan.groups[d];
    group /= behind;
    int64_t begin = std::min(schedule.tiles[d], group * schedule.perGroup[d]);
    int64_t end =
        std::min(schedule.tiles[d], (group + 1) * schedule.perGroup[d]);
    first.push_back(begin);
    sizes.push_back(end - begin);
  }
  inner.assign(rank + 1, 1);
  for (unsigned d = rank; d-- > 0;)
    inner[d] = sizes[d] * inner[d + 1];
  numSegments = inner[0];
  if (numSegments == 0)
    return;
  for (auto [array, mode, isKept] :
       llvm::zip(schedule.component.arrays, plan.modes, schedule.kept)) {
    if (isKept)
      continue;
    Stream &stream = streams.emplace_back();
    stream.array = &array;
    stream.mode = mode;
    stream.length = inner[runDepth(array, schedule.numTiled)];
    stream.boxes = (numSegments - 1) / stream.length + 1;
    bool isPlain = array.call != Array::Call::SwapBoxes;
    for (const Dimension &dim : array.dims)
      for (auto [d, coefficient] : llvm::enumerate(dim.coefficients))
        isPlain &= coefficient == 0 || d >= schedule.numTiled ||
                   array.call == Array::Call::Swap ||
                   beginsAtCorner(coefficient, schedule, d);
    stream.swapPrice = isPlain ? schedule.prices.swapOf(array.dims.size())
                               : array.callBoxes * schedule.prices.swapOf(3);
  }
}

CoreProgram::Tile CoreProgram::tileOf(int64_t number) const {
  Tile tile;
  const Plan &plan = schedule.plan;
  for (auto [d, loop] : llvm::enumerate(schedule.component.loops)) {
    int64_t index = first[d] + (number - 1) / inner[d + 1] % sizes[d];
    int64_t begin = index * plan.tile[d];
    tile.push_back({begin, std::min(plan.tile[d], loop.trips - begin)});
  }
  return tile;
}

llvm::SmallVector<int64_t, 6> CoreProgram::numbersOf(int64_t number) const {
  SmallVector<int64_t, 6> numbers;
  for (unsigned d = 0; d < schedule.numTiled; ++d)
    numbers.push_back(first[d] + (number - 1) / inner[d + 1] % sizes[d]);
  return numbers;
}

int64_t CoreProgram::operationsOf(int64_t number) const {
  if (schedule.details)
    return schedule.details->operationsOf(numbersOf(number));
  const Component &component = schedule.component;
  Tile tile = tileOf(number);
  int64_t units = component.segmentTime, product = 1;
  for (auto [time, range] : llvm::zip(component.loopTimes, tile)) {
    product *= range.size;
    units += time * product;
  }
  for (unsigned d = 0; d < schedule.numTiled; ++d) {
    if (!component.dimensionTimes.empty())
      units += component.dimensionTimes[d];
    if (!component.originTimes.empty() && schedule.plan.tile[d] > 1)
      units += component.originTimes[d];
  }
  return llvm::divideCeil(units, component.timeScale);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

bool CoreProgram::sameBox(const Stream &stream, int64_t first,
                          int64_t second) const {
  if (schedule.options.printedReloads)
    return false;
  if (schedule.details)
    return schedule.details->areSame(numberOf(stream), numbersOf(first),
                                     numbersOf(second));
  Tile a = tileOf(first), b = tileOf(second);
  // Of boxes that are smaller than it is told, nothing else is known.
  if (stream.array->atMost)
    for (unsigned d = 0; d < schedule.numTiled; ++d)
      if (stream.array->dependsOn(d) && a[d].begin != b[d].begin)
        return false;
  return llvm::all_of(stream.array->dims, [&](const Dimension &dim) {
    return originOf(dim, a) == originOf(dim, b) &&
           extentOf(dim, a) == extentOf(dim, b);
  });
}

llvm::SmallVector<Box> CoreProgram::boxesOf(const Stream &stream,
                                            int64_t number) const {
  return schedule.details->boxesOf(numberOf(stream), numbersOf(number));
}

void CoreProgram::add(const Stream &stream, const Transfer &transfer,
                      bool isLoad, Stage &stage) const {
  stage.any = true;
  stage.work += transfer;
  if (schedule.hasBoxes)
    stage.boxes.push_back({stream.array, isLoad, transfer});
}

/// The box of segment `number` is loaded or stored.
void CoreProgram::move(const Stream &stream, int64_t number, bool isLoad,
                       Stage &stage) const {
  if (schedule.details) {
    for (const Box &box : boxesOf(stream, number))
      if (isLoad ? box.loaded : box.stored)
        add(stream,
            transferOf(*stream.array, box, schedule.plan.tile, schedule.prices),
            isLoad, stage);
    return;
  }
  const Transfer &transfer = schedule.transferOf(*stream.array, tileOf(number));
  int64_t times = isLoad ? 1 : stream.array->storedBoxes;
  for (int64_t n = 0; n < times; ++n)
    add(stream, transfer, isLoad, stage);
}

/// What it takes to tell the run-time of the box of segment `next`.
int64_t CoreProgram::priceOf(const Stream &stream, int64_t next) const {
  if (!schedule.details || stream.array->call != Array::Call::SwapBoxes)
    return stream.swapPrice;
  // Of several boxes each has a price, if it has elements; none, that of one.
  return schedule.prices.swapOf(3) *
         std::max<int64_t>(boxesOf(stream, next).size(), 1);
}

/// The buffer of the box of segment `bound` gets that of segment `next`; 0: it
/// has none.
void CoreProgram::swap(Stream &stream, int64_t bound, int64_t next,
                       Segment &segment, unsigned stage) {
  if (!stream.array->isMoved())
    return;
  if (bound && stream.array->stored)
    move(stream, bound, /*isLoad=*/false, segment.stages[stage]);
  if (stream.array->loaded)
    move(stream, next, /*isLoad=*/true, segment.stages[stage]);
  segment.calls += priceOf(stream, next);
}

void CoreProgram::unload(Stream &stream, int64_t bound, Segment &segment) {
  segment.calls += schedule.prices.deallocate;
  if (bound && stream.array->stored)
    move(stream, bound, /*isLoad=*/false, segment.stages[1]);
}

void CoreProgram::requestFirst(Segment &segment) {
  for (Stream &stream : streams) {
    bool two = stream.mode == Mode::Stream || schedule.options.alwaysTwoBuffers;
    segment.calls += (two ? 2 : 1) * schedule.prices.allocate;
    swap(stream, 0, 1, segment, 0);
  }
  if (llvm::any_of(streams, [](const Stream &stream) {
        return stream.array->isMoved();
      }))
    segment.calls += schedule.prices.dispatch;
  for (Stream &stream : streams)
    if (stream.mode == Mode::Stream && stream.length == 1 && numSegments > 1)
      swap(stream, 0, 2, segment, 1);
}

void CoreProgram::requestSerial(int64_t number, Segment &segment) {
  bool any = false;
  for (Stream &stream : streams) {
    if (stream.mode != Mode::Serial || number % stream.length != 0 ||
        number >= numSegments)
      continue;
    swap(stream, number, number + 1, segment, 0);
    any = true;
  }
  if (any)
    segment.calls += schedule.prices.dispatch;
}

void CoreProgram::requestStreams(int64_t number, Segment &segment) {
  for (Stream &stream : streams) {
    if (stream.mode != Mode::Stream)
      continue;
    int64_t length = stream.length;
    // The second box; where each segment has one of its own, segment 0 asks.
    if (number + 1 == length && length + 1 <= numSegments)
      swap(stream, 0, length + 1, segment, 1);
    int64_t next = number + length + 1;
    if (number % length != 0 || next > numSegments)
      continue;
    // What is in the buffer is the box of the run that ends here.
    if (!sameBox(stream, next, number))
      swap(stream, number, next, segment, 1);
  }
}

void CoreProgram::deallocate(int64_t number, Segment &segment) {
  bool isLast = number == numSegments;
  for (Stream &stream : streams) {
    if (stream.mode != Mode::Stream) {
      if (isLast)
        unload(stream, number, segment);
      continue;
    }
    int64_t end =
        stream.boxes == 1 ? numSegments : (stream.boxes - 1) * stream.length;
    if (number == end)
      unload(stream, stream.boxes == 1 ? 0 : number, segment);
    if (isLast)
      unload(stream, number, segment);
  }
}

Segment CoreProgram::segment(int64_t number) {
  Segment segment;
  segment.calls = schedule.prices.endSegment;
  if (number == 0) {
    requestFirst(segment);
    return segment;
  }
  segment.operations = operationsOf(number);
  requestSerial(number, segment);
  requestStreams(number, segment);
  deallocate(number, segment);
  return segment;
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

int64_t CoreProgram::repeatsUntil(int64_t number, int64_t period) const {
  // With `steps` tiles of loop d further, all is the same but for addresses, as
  // long as the first and the last tiles of the loop are far enough: a segment
  // requests what the next run but one needs, and stores what the one before
  // last had.
  int64_t result = number;
  for (unsigned d = 0; d < sizes.size(); ++d) {
    if (period % inner[d + 1] != 0)
      continue;
    int64_t steps = period / inner[d + 1];
    int64_t block = (number - 1) / inner[d] * inner[d];
    int64_t begin = block + 2 * inner[d + 1] + period;
    int64_t end = block + (sizes[d] - 3) * inner[d + 1];
    if (number <= begin || end <= result)
      continue;
    bool moves = llvm::any_of(streams, [&](const Stream &stream) {
      Tile tile = tileOf(number), other = tile;
      other[d].begin += steps * schedule.plan.tile[d];
      return residueOf(*stream.array, tile, schedule.prices,
                       schedule.options) !=
             residueOf(*stream.array, other, schedule.prices, schedule.options);
    });
    if (!moves)
      result = end;
  }
  return result;
}

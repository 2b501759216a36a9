//===- MakespanBounds.cpp - what no plan of a set is below ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakespanBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace polymem;
using namespace polymem::makespan;
using llvm::SmallVector;

/// Bounds stop here: no makespan is as long.
static constexpr int64_t kMost = int64_t(1) << 60;

static int64_t times(int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product))
    return (a < 0) != (b < 0) ? -kMost : kMost;
  return std::clamp(product, -kMost, kMost);
}

static int64_t plus(int64_t a, int64_t b) {
  return std::clamp(a + b, -kMost, kMost);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

RangeMinima::RangeMinima(std::vector<int64_t> values) {
  levels.push_back(std::move(values));
  for (size_t width = 1; 2 * width <= levels.front().size(); width *= 2) {
    const std::vector<int64_t> &halves = levels.back();
    std::vector<int64_t> level;
    for (size_t i = 0; i + 2 * width <= levels.front().size(); ++i)
      level.push_back(std::min(halves[i], halves[i + width]));
    levels.push_back(std::move(level));
  }
}

int64_t RangeMinima::least(int64_t lower, int64_t upper) const {
  if (levels.front().size() == 1)
    return levels.front().front();
  unsigned level = llvm::Log2_64(upper - lower + 1);
  const std::vector<int64_t> &minima = levels[level];
  return std::min(minima[lower - 1], minima[upper - (int64_t(1) << level)]);
}

/// Loops with more iterations have no tables.
static constexpr int64_t kMostTabulated = 1 << 14;

/// A function of each tile size of `loop`, tiles and tiles of a group, that is
/// nowhere below `always`.
template <typename Function>
static RangeMinima tabulate(const Loop &loop, int64_t groups, int64_t always,
                            Function function) {
  if (loop.trips > kMostTabulated)
    return RangeMinima({always});
  std::vector<int64_t> values;
  for (int64_t size = 1; size <= loop.trips; ++size) {
    int64_t tiles = llvm::divideCeil(loop.trips, size);
    values.push_back(
        function(size, tiles, int64_t(llvm::divideCeil(tiles, groups))));
  }
  return RangeMinima(std::move(values));
}

LoopTable::LoopTable(const Loop &loop, int64_t groups)
    : iterations(tabulate(loop, groups, llvm::divideCeil(loop.trips, groups),
                          [&](int64_t size, int64_t, int64_t perGroup) {
                            return std::min(loop.trips, size * perGroup);
                          })),
      used(tabulate(loop, groups, /*always=*/1,
                    [](int64_t, int64_t tiles, int64_t perGroup) {
                      return int64_t(llvm::divideCeil(tiles, perGroup));
                    })),
      full(tabulate(loop, groups, /*always=*/1,
                    [&](int64_t size, int64_t, int64_t perGroup) {
                      return std::max<int64_t>(loop.trips / (size * perGroup),
                                               1);
                    })),
      last(tabulate(loop, groups, /*always=*/1,
                    [](int64_t, int64_t tiles, int64_t perGroup) {
                      return tiles -
                             (llvm::divideCeil(tiles, perGroup) - 1) * perGroup;
                    })) {}

MakespanBounds::MakespanBounds(const Component &component,
                               const Multicore &machine, const Options &options)
    : component(component), options(options),
      capacity(machine.scratchpadBytes - machine.reservedBytes),
      alignment(std::max<int64_t>(machine.scratchpadAlignment, 1)),
      prices(machine, options) {}

const LoopTable &MakespanBounds::tableOf(unsigned loop, int64_t groups) {
  auto key = std::make_pair(loop, groups);
  auto entry = tables.find(key);
  if (entry == tables.end())
    entry = tables.emplace(key, LoopTable(component.loops[loop], groups)).first;
  return entry->second;
}

bool MakespanBounds::depends(const Array &array, unsigned loop) const {
  return llvm::any_of(array.dims, [&](const Dimension &dim) {
    return dim.coefficients[loop] != 0;
  });
}

/// In no plan of the set a core uses one box of the array only.
bool MakespanBounds::surelyChanges(const Array &array,
                                   const PlanSet &set) const {
  for (unsigned d = 0; d < set.lower.size(); ++d)
    if (depends(array, d) &&
        llvm::divideCeil(component.loops[d].trips, set.upper[d]) >
            uint64_t(set.groups[d]))
      return true;
  return false;
}

/// In some plan of the set the array is there already.
bool MakespanBounds::mayBeKept(unsigned number, const PlanSet &set) const {
  const Array &array = component.arrays[number];
  if (!array.mayKeep || set.serial[number] || surelyChanges(array, set))
    return false;
  SmallVector<Range, 6> smallest;
  for (int64_t lower : set.lower)
    smallest.push_back({0, lower});
  int64_t bytes = array.elementBytes;
  for (const Dimension &dim : array.dims)
    bytes *= extentOf(dim, smallest);
  return bytes <= component.keepBytes - component.otherBytes;
}

//===----------------------------------------------------------------------===//
// Capacity
//===----------------------------------------------------------------------===//

int64_t MakespanBounds::leastBytes(const PlanSet &set) const {
  SmallVector<Range, 6> tile;
  for (int64_t size : set.lower)
    tile.push_back({0, size});
  int64_t total = 0;
  for (auto [number, array] : llvm::enumerate(component.arrays)) {
    int64_t bytes = array.elementBytes;
    for (const Dimension &dim : array.dims)
      bytes = times(bytes, extentOf(dim, tile));
    bytes = plus(bytes, alignment - 1) / alignment * alignment;
    // Whether all plans need a second buffer.
    bool two =
        options.alwaysTwoBuffers ||
        (surelyChanges(array, set) && array.mayStream && !set.serial[number]);
    total = plus(total, two ? times(2, bytes) : bytes);
  }
  return total;
}

bool MakespanBounds::restrict(PlanSet &set) const {
  if (leastBytes(set) > capacity)
    return false;
  for (unsigned d = 0; d < set.lower.size(); ++d) {
    int64_t fits = set.lower[d], most = set.upper[d];
    // Where a second buffer is needed depends on the greatest sizes, so the
    // least one of the others is tried with these.
    PlanSet trial = set;
    while (fits < most) {
      trial.lower[d] = fits + (most - fits + 1) / 2;
      if (leastBytes(trial) <= capacity)
        fits = trial.lower[d];
      else
        most = trial.lower[d] - 1;
    }
    set.upper[d] = fits;
  }
  return leastBytes(set) <= capacity;
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Whether the boxes that a core needs when loop `f` goes on are surely not
/// those that it has in its two buffers: all loops inside are at their first
/// tile again. In some dimension, one loop only has changed.
bool MakespanBounds::surelyMoves(const Array &array, unsigned f,
                                 const PlanSet &set, const Part &part) const {
  unsigned rank = component.loops.size();
  // Whether a loop further inside moves the box in each of its iterations.
  SmallVector<bool, 6> isOuter(rank, false);
  bool inner = false;
  for (unsigned d = rank; d-- > f;) {
    isOuter[d] = inner;
    inner |= depends(array, d) && part.loops[d].leastOfGroups >= 2;
  }
  return llvm::any_of(array.dims, [&](const Dimension &dim) {
    unsigned changing = 0, loop = 0;
    for (unsigned d = f; d < rank; ++d)
      if (dim.coefficients[d] != 0 &&
          (d == f || set.lower[d] < component.loops[d].trips)) {
        ++changing;
        loop = d;
      }
    // The box before the last one may be that of the last tile but one.
    return changing == 1 && (loop == f || part.loops[loop].leastOfGroups >=
                                              (isOuter[loop] ? 2 : 3));
  });
}

/// Whether boxes that follow each other may be the same though a loop that the
/// array depends on has gone on in between.
bool MakespanBounds::mayRepeat(unsigned number, const PlanSet &set,
                               const Part &part) const {
  const Array &array = component.arrays[number];
  if (!comparesBoxes(number, set))
    return false;
  bool inner = false;
  for (unsigned d = component.loops.size(); d-- > 0;) {
    if (!depends(array, d) || set.lower[d] == component.loops[d].trips)
      continue;
    if (inner && !surelyMoves(array, d, set, part))
      return true;
    inner = true;
  }
  return false;
}

bool MakespanBounds::comparesBoxes(unsigned number, const PlanSet &set) const {
  return component.arrays[number].mayStream && !set.serial[number] &&
         !options.printedReloads;
}

/// How often the boxes of an array are loaded, but for its own loops: a loop
/// around them loads them again, if they are not in buffers still.
int64_t MakespanBounds::reloadsOf(unsigned number, const PlanSet &set,
                                  const Part &part) const {
  const Array &array = component.arrays[number];
  int64_t reloads = 1, boxes = 1;
  for (unsigned d = component.loops.size(); d-- > 0;) {
    const LoopRange &loop = part.loops[d];
    if (depends(array, d)) {
      boxes = times(boxes, loop.leastOfGroups);
      continue;
    }
    bool moves = comparesBoxes(number, set) ? surelyMoves(array, d, set, part)
                                            : boxes > 1;
    int64_t again = part.all ? loop.leastTiles : loop.leastPerGroup;
    int64_t once = part.all ? loop.used : 1;
    reloads = times(reloads, moves ? again : once);
  }
  return reloads;
}

/// Tiles of the loops of `dim`.
int64_t MakespanBounds::tilesOf(const Dimension &dim, const Part &part) const {
  int64_t tiles = 1;
  for (auto [d, coefficient] : llvm::enumerate(dim.coefficients))
    if (coefficient != 0)
      tiles = times(tiles, part.all ? part.loops[d].leastTiles
                                    : part.loops[d].leastPerGroup);
  return tiles;
}

/// The extents of `dim`, added up over all tiles of its loops: with m_d tiles
/// of n_d iterations
///   span prod m + sum_d |c_d| (n_d - m_d) prod_{e != d} m_e,
/// which is linear in each m_d.
int64_t MakespanBounds::elementsOf(const Dimension &dim,
                                   const Part &part) const {
  SmallVector<unsigned, 4> used;
  for (auto [d, coefficient] : llvm::enumerate(dim.coefficients))
    if (coefficient != 0)
      used.push_back(d);
  int64_t least = kMost;
  for (unsigned corner = 0; corner < (1u << used.size()); ++corner) {
    SmallVector<int64_t, 4> tiles;
    for (auto [i, d] : llvm::enumerate(used)) {
      const LoopRange &loop = part.loops[d];
      bool most = corner >> i & 1;
      tiles.push_back(part.all
                          ? (most ? loop.mostTiles : loop.leastTiles)
                          : (most ? loop.mostPerGroup : loop.leastPerGroup));
    }
    auto productBut = [&](unsigned skipped) {
      int64_t product = 1;
      for (auto [i, count] : llvm::enumerate(tiles))
        if (i != skipped)
          product = times(product, count);
      return product;
    };
    int64_t sum = times(dim.span, productBut(used.size()));
    for (auto [i, d] : llvm::enumerate(used)) {
      int64_t iterations =
          part.all ? component.loops[d].trips : part.loops[d].iterations;
      sum = plus(sum, times(times(std::abs(dim.coefficients[d]),
                                  iterations - tiles[i]),
                            productBut(i)));
    }
    least = std::min(least, sum);
  }
  return std::max<int64_t>(least, 1);
}

const MakespanBounds::BurstTable *
MakespanBounds::burstTableOf(unsigned number, unsigned line, unsigned loop) {
  auto &entry = burstTables[{number, line, loop}];
  if (entry)
    return entry.get();
  const Array &array = component.arrays[number];
  const Dimension &dim = array.dims[line];
  bool exact = burstRule(array, options) == Options::Bursts::Address;
  int64_t modulus = exact ? prices.burstBytes : 1;
  SmallVector<int64_t, 4> strides(array.dims.size(), array.elementBytes);
  for (size_t d = array.dims.size() - 1; d-- > 0;)
    strides[d] = strides[d + 1] * array.dims[d + 1].size;
  // Rows of dimensions that the tiles of one loop share out without a rest are
  // where they are, whatever the tile size is; others may be anywhere.
  SmallVector<int64_t, 64> rows(modulus, 0);
  rows[0] = 1;
  SmallVector<bool, 4> covered(array.dims.size(), false);
  int64_t unknown = modulus;
  for (unsigned d = 0; exact && d < line; ++d) {
    int64_t base = array.dims[d].offset * strides[d] % modulus;
    int64_t count = 1, users = 0;
    bool plain = array.dims[d].span == 1;
    for (auto [l, coefficient] : llvm::enumerate(array.dims[d].coefficients)) {
      if (coefficient == 0)
        continue;
      plain &= coefficient == 1;
      for (const Dimension &other : array.dims)
        users += other.coefficients[l] != 0;
      count = component.loops[l].trips;
    }
    if (plain && users <= 1) {
      covered[d] = true;
      SmallVector<int64_t, 64> at(modulus, 0);
      for (auto [a, ways] : llvm::enumerate(rows))
        at[(a + base) % modulus] += ways;
      rows = spread(at, count, strides[d]);
    } else {
      unknown = std::gcd(std::gcd(unknown, strides[d]), modulus);
    }
  }
  SmallVector<Range, 6> tile;
  for (const Loop &l : component.loops)
    tile.push_back({0, l.trips});
  int64_t rowBytes = strides[line];
  int64_t trips = loop < tile.size() ? component.loops[loop].trips : 1;
  std::vector<int64_t> values;
  for (int64_t size = 1; size <= trips; ++size) {
    // By what is before the line.
    SmallVector<int64_t, 64> bursts(modulus, 0);
    for (int64_t begin = 0; begin < trips; begin += size) {
      if (loop < tile.size())
        tile[loop] = {begin, std::min(size, trips - begin)};
      int64_t bytes = extentOf(dim, tile) * rowBytes;
      int64_t origin = exact ? originOf(dim, tile) * rowBytes % modulus : 0;
      for (int64_t a = 0; a < modulus; ++a)
        bursts[a] += makespan::burstsOf(bytes, (a + origin) % modulus,
                                        array.elementBytes, prices.burstBytes,
                                        burstRule(array, options));
    }
    int64_t least = kMost;
    for (int64_t shift = 0; shift < modulus; shift += unknown) {
      int64_t sum = 0;
      for (int64_t a = 0; a < modulus; ++a)
        if (rows[a])
          sum = plus(sum, times(rows[a], bursts[(a + shift) % modulus]));
      least = std::min(least, sum);
    }
    values.push_back(least);
  }
  entry.reset(new BurstTable{RangeMinima(std::move(values)), covered});
  return entry.get();
}

/// The engine's time for the boxes of an array.
int64_t MakespanBounds::transfersOf(unsigned number, const PlanSet &set,
                                    const Part &part) {
  const Array &array = component.arrays[number];
  unsigned rank = array.dims.size();
  SmallVector<Range, 6> smallest, largest;
  for (auto [lower, upper] : llvm::zip(set.lower, set.upper)) {
    smallest.push_back({0, lower});
    largest.push_back({0, upper});
  }
  // Whole rows in all plans, or in some.
  unsigned sure = rank - 1, perhaps = rank - 1;
  while (!array.atMost && sure > 0 &&
         extentOf(array.dims[sure], smallest) == array.dims[sure].size)
    --sure;
  while (!array.atMost && perhaps > 0 &&
         extentOf(array.dims[perhaps], largest) == array.dims[perhaps].size)
    --perhaps;
  // Sums of products are products of sums, if dimensions share no loop.
  unsigned seen = 0;
  SmallVector<int64_t, 4> elements, tiles;
  for (const Dimension &dim : array.dims) {
    unsigned loops = 0;
    for (auto [d, coefficient] : llvm::enumerate(dim.coefficients))
      loops |= unsigned(coefficient != 0) << d;
    bool shares = loops & seen;
    Dimension others = dim;
    for (unsigned d = 0; d < component.loops.size(); ++d)
      if (seen >> d & 1)
        others.coefficients[d] = 0;
    tiles.push_back(tilesOf(others, part));
    elements.push_back(shares ? tiles.back() : elementsOf(dim, part));
    seen |= loops;
  }
  int64_t all = 1, lines = 1;
  for (unsigned d = 0; d < rank; ++d) {
    all = times(all, elements[d]);
    lines = times(lines, d < perhaps ? elements[d] : tiles[d]);
  }
  int64_t bursts =
      std::max<int64_t>(lines, llvm::divideCeil(times(all, array.elementBytes),
                                                prices.burstBytes));
  // Where it is known along which dimension lines are, and one loop decides on
  // their lengths, bursts are counted.
  unsigned loop = component.loops.size(), deciding = 0, users = 0;
  for (auto [d, coefficient] : llvm::enumerate(array.dims[sure].coefficients))
    if (coefficient != 0 && set.lower[d] != component.loops[d].trips) {
      loop = d;
      ++deciding;
    }
  if (deciding == 1)
    for (const Dimension &dim : array.dims)
      users += dim.coefficients[loop] != 0;
  bool isTabulated = loop == component.loops.size() ||
                     component.loops[loop].trips <= kMostTabulated;
  if (sure == perhaps && part.all && deciding <= 1 && users <= 1 &&
      isTabulated) {
    const BurstTable *table = burstTableOf(number, sure, loop);
    int64_t counted =
        deciding == 0 ? table->bursts.least(1, 1)
                      : table->bursts.least(set.lower[loop], set.upper[loop]);
    for (unsigned d = 0; d < sure; ++d)
      if (!table->covered[d])
        counted = times(counted, elements[d]);
    bursts = std::max(bursts, counted);
  }
  int64_t ways = int64_t(array.loaded) + (array.stored ? array.storedBoxes : 0);
  if (mayRepeat(number, set, part)) {
    int64_t cores = 1;
    for (const LoopRange &range : part.loops)
      cores = times(cores, part.all ? range.used : 1);
    return times(cores, times(ways, prices.line + prices.burst));
  }
  int64_t once = plus(times(lines, prices.line), times(bursts, prices.burst));
  if (part.all && set.isOne())
    once = onceOf(number, set);
  return times(times(once, ways), reloadsOf(number, set, part));
}

/// The engine's time for all boxes of an array, each once, in the plan of the
/// set.
int64_t MakespanBounds::onceOf(unsigned number, const PlanSet &set) {
  const Array &array = component.arrays[number];
  SmallVector<int64_t, 6> key;
  for (unsigned d = 0; d < component.loops.size(); ++d)
    key.push_back(depends(array, d) ? set.lower[d] : 0);
  auto [entry, isNew] = totals.try_emplace({number, key}, 0);
  if (isNew)
    entry->second =
        transferOfAll(array, component.loops, set.lower, prices, options)
            .cycles(prices);
  return entry->second;
}

/// The time of the first load of a core.
int64_t MakespanBounds::firstTransferOf(const Array &array,
                                        const PlanSet &set) const {
  if (!array.loaded)
    return 0;
  SmallVector<Range, 6> tile;
  for (int64_t size : set.lower)
    tile.push_back({0, size});
  int64_t bytes = array.elementBytes;
  for (const Dimension &dim : array.dims)
    bytes = times(bytes, extentOf(dim, tile));
  return plus(prices.line,
              times(llvm::divideCeil(bytes, prices.burstBytes), prices.burst));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// What the last core does that has as much to do as the first one.
int64_t MakespanBounds::boundOfCore(const PlanSet &set, const Part &part) {
  int64_t segments = 1, before = 1;
  for (const LoopRange &loop : part.loops) {
    segments = times(segments, loop.leastPerGroup);
    before = times(before, loop.full);
  }
  int64_t always = component.segmentTime;
  // The largest tiles have the fewest dimensions.
  unsigned tiled = tiledLoops(component, set.upper);
  for (auto [d, time] : llvm::enumerate(component.dimensionTimes))
    if (d < tiled)
      always = plus(always, time);
  for (auto [d, time] : llvm::enumerate(component.originTimes))
    if (d < tiled && set.lower[d] > 1)
      always = plus(always, time);
  int64_t units = times(always, segments);
  for (unsigned d = 0; d < part.loops.size(); ++d) {
    int64_t executions = component.loopTimes[d];
    for (auto [e, loop] : llvm::enumerate(part.loops))
      executions =
          times(executions, e <= d ? loop.iterations : loop.leastPerGroup);
    units = plus(units, executions);
  }
  int64_t bound = llvm::divideCeil(units, component.timeScale);
  bound = plus(bound, times(prices.endSegment, plus(segments, 1)));
  int64_t stages = 0, firstLoads = 0;
  bool anyWaits = false;
  for (auto [array, serial] : llvm::zip(component.arrays, set.serial))
    anyWaits |= serial || !array.mayStream;
  // What is stored last is while the core is in the barrier.
  if (!anyWaits)
    bound = plus(bound, prices.barrier);
  for (auto [number, array] : llvm::enumerate(component.arrays)) {
    int64_t boxes = reloadsOf(number, set, part);
    bool repeats = mayRepeat(number, set, part);
    if (repeats)
      boxes = 1;
    for (unsigned d = 0; d < part.loops.size(); ++d)
      if (depends(array, d) && !repeats)
        boxes = times(boxes, part.loops[d].leastPerGroup);
    if (mayBeKept(number, set))
      continue;
    bound = plus(bound, prices.allocate + prices.deallocate);
    if (!array.isMoved())
      continue;
    bound = plus(bound, times(boxes, prices.leastSwapOf(array.dims.size())));
    bool waits = set.serial[number] || !array.mayStream;
    // An interrupt may be over while the core waits for other transfers.
    if (array.loaded && waits == anyWaits)
      stages = std::max(stages, boxes);
    int64_t first = firstTransferOf(array, set);
    firstLoads = plus(firstLoads, first);
    bound = plus(bound, waits ? transfersOf(number, set, part) : first);
  }
  bound = plus(bound, times(stages, prices.interrupt));
  return plus(bound, times(before - 1, firstLoads));
}

int64_t MakespanBounds::boundOf(const PlanSet &set) {
  SmallVector<LoopRange, 6> loops;
  for (auto [d, loop] : llvm::enumerate(component.loops)) {
    const LoopTable &table = tableOf(d, set.groups[d]);
    int64_t lower = set.lower[d], upper = set.upper[d];
    LoopRange &range = loops.emplace_back();
    range.leastTiles = llvm::divideCeil(loop.trips, upper);
    range.mostTiles = llvm::divideCeil(loop.trips, lower);
    range.leastPerGroup = llvm::divideCeil(range.leastTiles, set.groups[d]);
    range.mostPerGroup = llvm::divideCeil(range.mostTiles, set.groups[d]);
    range.iterations = table.iterations.least(lower, upper);
    range.used = table.used.least(lower, upper);
    range.full = table.full.least(lower, upper);
    range.leastOfGroups = std::max<int64_t>(
        std::min(range.leastPerGroup, table.last.least(lower, upper)), 1);
  }
  Part all{true, loops}, first{false, loops};
  // The engine has nothing to do before the first calls are made.
  int64_t engine = prices.endSegment;
  for (auto [number, array] : llvm::enumerate(component.arrays)) {
    if (mayBeKept(number, set))
      continue;
    engine = plus(engine, transfersOf(number, set, all));
    engine = plus(engine, prices.allocate);
    if (array.isMoved())
      engine = plus(engine, prices.leastSwapOf(array.dims.size()));
  }
  return std::max(engine, boundOfCore(set, first));
}

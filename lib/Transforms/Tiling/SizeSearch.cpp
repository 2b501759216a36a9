//===- SizeSearch.cpp - which sizes of a nest to try ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeSearch.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <tuple>

using namespace llvm;
using namespace polymem;

namespace {
/// How a variant differs from what the machine's `tiles` say, as powers of two.
struct SizeScale {
  int linear, x, y, sequential;
  /// Of the threads of a block, which is a square or two beside each other.
  int threads;
  bool squareBlock;
};
} // namespace

/// Tiles with more iterations of a thread, which go to registers: of bands with
/// several parallel loops. Between the first and the second are the tiles that
/// make a block for each core (`fitTiles`).
static constexpr SizeScale kLarger[] = {{-3, 1, 1, -1, 0, true},
                                        {-2, 1, 1, 0, -1, true}};

/// Tiles for more blocks, with longer sequential loops in them.
static constexpr SizeScale kSmaller[] = {
    {-3, 0, -1, 1, 0, false}, {-2, 1, 0, 0, 0, true}, {-2, 0, -2, 1, 0, false}};

/// Columns of a thread that are loaded together, of elements of four bytes.
static constexpr int64_t kNeighbours = 4;

/// Instructions for an element of a copy, about.
static constexpr double kCopyInstructions = 4;

/// A direction in which nothing saves yet is looked into further if one of its
/// variants takes at most this many times the best one.
static constexpr double kNearTime = 1.3;

static int64_t scaled(int64_t number, int power) {
  return std::max<int64_t>(power < 0 ? number >> -power : number << power, 1);
}

/// The threads on a side of a square block, a power of two.
static int64_t sideOfBlock(const Machine &machine) {
  int64_t side = 1;
  while (4 * side * side <= machine.threads().defaultPerBlock)
    side *= 2;
  return side;
}

static SizeVariant scaleSizes(const Machine &machine, const SizeScale &scale) {
  SizeVariant variant{machine.tiles, std::nullopt};
  variant.tiles.linear = scaled(variant.tiles.linear, scale.linear);
  variant.tiles.parallel[0] = scaled(variant.tiles.parallel[0], scale.x);
  variant.tiles.parallel[1] = scaled(variant.tiles.parallel[1], scale.y);
  variant.tiles.sequential = scaled(variant.tiles.sequential, scale.sequential);
  if (!scale.squareBlock)
    return variant;
  int64_t side = sideOfBlock(machine);
  variant.threads = {
      side, scaled(machine.threads().defaultPerBlock / side, scale.threads), 1};
  return variant;
}

/// Tiles of a box in space, with rows of four warps: the longer rows are, the
/// fewer transactions are loaded for what is around a tile.
static SizeVariant rowsOfBox(const Machine &machine) {
  int64_t warp = machine.warps().threads;
  SizeVariant variant{machine.tiles, std::nullopt};
  auto &[x, y, z] = variant.tiles.parallel;
  x = 4 * warp;
  y = std::max<int64_t>(y / 4, 1);
  z *= 2;
  variant.threads = {
      warp, std::max<int64_t>(machine.threads().defaultPerBlock / warp, 1), 1};
  return variant;
}

namespace {
/// What tiles for a number of blocks are to be like.
struct TileShape {
  /// Threads of a block along x and y, of which tiles are multiples.
  int64_t threadsX, threadsY;
  /// Of a thread.
  int64_t fewestIterations, mostIterations;
  /// Columns of a thread are a multiple.
  int64_t columns = 1;
};
} // namespace

/// The tile of which the core with the most blocks, from `fewest` to `most`,
/// has least to do in a box of `extents` (x, y); nullopt if there is none. A
/// thread has x y products of a step of the sequential loop, and x + y loads
/// for them; where columns are neighbours, loads are of vectors, and copies
/// count.
static std::optional<std::array<int64_t, 2>>
leastWork(const Machine &machine, const TileExtents &extents,
          const TileShape &shape, int64_t fewest, int64_t most) {
  std::optional<std::array<int64_t, 2>> best;
  double least = std::numeric_limits<double>::infinity();
  // Of one block, for each scheduler.
  double warps = double(shape.threadsX * shape.threadsY) /
                 double(machine.times.instructionsPerCycle);
  for (int64_t columns = shape.columns; columns <= shape.mostIterations;
       columns += shape.columns)
    for (int64_t rows = 1; rows * columns <= shape.mostIterations; ++rows) {
      int64_t x = columns * shape.threadsX, y = rows * shape.threadsY;
      int64_t blocks = divideCeil(extents.x, x) * divideCeil(extents.y, y);
      int64_t rounds = divideCeil(blocks, machine.cores().count);
      double ready = double(rounds) * warps;
      double loads = double(rows + columns);
      if (shape.columns > 1)
        loads = loads / double(shape.columns) +
                kCopyInstructions * double(x + y) /
                    double(shape.threadsX * shape.threadsY);
      double work = double(rounds) * (double(rows * columns) + loads) *
                    (ready + kOthersOfIssue) / ready;
      if (rows * columns < shape.fewestIterations || rounds < fewest ||
          rounds > most || work >= least)
        continue;
      least = work;
      best = {x, y};
    }
  return best;
}

/// Tiles as small as makes one block for each core, or two or three
/// where those would have more than 49 iterations of a thread; squares if the
/// nest's `extents` are not known, where those of tiles at borders are not
/// known either, and there may be some blocks more, which the model sees.
/// Nullopt if they are no larger than the machine's own, which make `blocks`
/// blocks.
static std::optional<SizeVariant>
fitTiles(const Machine &machine, double blocks, const TileExtents &extents) {
  constexpr int64_t kMostIterations = 7, kMostRounds = 3;
  SizeVariant variant{machine.tiles, std::nullopt};
  int64_t &x = variant.tiles.parallel[0], &y = variant.tiles.parallel[1];
  int64_t side = sideOfBlock(machine);
  int64_t rows = machine.threads().defaultPerBlock / side;
  double area = blocks * double(x) * double(y);
  for (int64_t round = 1; round <= kMostRounds; ++round) {
    int64_t most = round * machine.cores().count;
    double share = std::sqrt(area / double(most));
    int64_t iterations = std::ceil(share / double(side));
    std::array<int64_t, 2> tile = {iterations * side, iterations * side};
    if (extents.areKnown()) {
      auto found = leastWork(machine, extents,
                             {side, rows, 1, kMostIterations * kMostIterations},
                             round, round);
      if (!found)
        continue;
      tile = *found;
    } else if (iterations > kMostIterations) {
      continue;
    }
    if (tile[0] * tile[1] <= x * y)
      return std::nullopt;
    std::tie(x, y) = std::make_pair(tile[0], tile[1]);
    variant.threads = {side, rows, 1};
    return variant;
  }
  return std::nullopt;
}

/// Tiles for blocks of half as many threads, of which several run on a core
/// together: as small as makes `perCore` blocks for each, about as many
/// if the nest's `extents` are not known, where own tiles at borders count
/// as whole ones. Nullopt if a thread has too few iterations, or too many.
static std::optional<SizeVariant> fitHalves(const Machine &machine,
                                            double blocks, int64_t perCore,
                                            const TileExtents &extents,
                                            int64_t columns = 1) {
  constexpr int64_t kFewestIterations = 8, kMostIterations = 40;
  constexpr double kBorders = 1.05;
  SizeVariant variant{machine.tiles, std::nullopt};
  int64_t &x = variant.tiles.parallel[0], &y = variant.tiles.parallel[1];
  int64_t most = perCore * machine.cores().count;
  double share = blocks * double(x) * double(y) / double(most) / kBorders;
  int64_t side = sideOfBlock(machine);
  int64_t threads = machine.threads().defaultPerBlock / 2;
  if (threads % side != 0)
    return std::nullopt;
  variant.threads = {side, threads / side, 1};
  if (extents.areKnown()) {
    auto found = leastWork(
        machine, extents,
        {side, threads / side, kFewestIterations, kMostIterations, columns},
        columns > 1 ? 1 : perCore / 2 + 1, perCore);
    if (found)
      std::tie(x, y) = std::make_pair((*found)[0], (*found)[1]);
    return found ? std::optional<SizeVariant>(variant) : std::nullopt;
  }
  for (x = y = side; double(x) * double(y) < share; (x == y ? x : y) += side)
    if (x * y > kMostIterations * threads)
      return std::nullopt;
  if (x * y < kFewestIterations * threads || x * y > kMostIterations * threads)
    return std::nullopt;
  return variant;
}

/// Tiles of few iterations of the only parallel loop, in blocks with the
/// machine's default number of threads: few compute, all copy. As many
/// iterations, a power of two and at least `fewest`, as leave `perCore` blocks
/// for each core where the machine's own tiles make `blocks` blocks, and of the
/// sequential loop as many as give each thread `kCopiesOfThread` elements of a
/// matrix to copy.
static SizeVariant fitRows(const Machine &machine, double blocks,
                           int64_t perCore, int64_t fewest) {
  SizeVariant variant{machine.tiles, std::nullopt};
  double all = blocks * double(variant.tiles.linear);
  int64_t rows = machine.warps().threads;
  while (rows > fewest &&
         all < double(rows) * double(perCore * machine.cores().count))
    rows /= 2;
  int64_t threads = machine.threads().defaultPerBlock;
  variant.tiles.linear = rows;
  variant.tiles.sequential =
      std::max<int64_t>(kCopiesOfThread * threads / rows, 1);
  variant.threads = {threads, 1, 1};
  return variant;
}

/// Such tiles for a block on each core; and, if they are others, for as many
/// blocks as have the loads under way that hide the latency of memory (Little's
/// law), but with rows no shorter than a transaction, as short as those for a
/// block on each core may be where there are few. Elements are taken to
/// have four bytes.
static SmallVector<SizeVariant> fitRows(const Machine &machine, double blocks) {
  constexpr int64_t kElementBytes = 4, kFewestRows = 4;
  int64_t underWay =
      kElementBytes * kCopiesOfThread * machine.threads().defaultPerBlock;
  int64_t needed =
      machine.times.globalLatency * machine.times.coreBytesPerCycle;
  SmallVector<SizeVariant> result = {fitRows(machine, blocks, 1, kFewestRows)};
  SizeVariant more = fitRows(
      machine, blocks, std::max<int64_t>(divideCeil(needed, underWay), 1),
      std::max(machine.global().transactionBytes / kElementBytes, kFewestRows));
  if (more.tiles.linear < result.front().tiles.linear)
    result.push_back(more);
  // Of columns, whose rows are too short to be staged, those are first that are
  // not.
  if (more.tiles.linear > result.front().tiles.linear)
    result.insert(result.begin(), more);
  return result;
}

bool SizeVariant::operator==(const SizeVariant &other) const {
  auto key = [](const SizeVariant &variant) {
    return std::tie(variant.tiles.linear, variant.tiles.parallel,
                    variant.tiles.sequential, variant.threads);
  };
  return key(*this) == key(other);
}

std::string SizeVariant::text() const {
  std::string result = formatv(
      "{0} or {1}x{2}x{3}, sequential {4}", tiles.linear, tiles.parallel[0],
      tiles.parallel[1], tiles.parallel[2], tiles.sequential);
  if (threads)
    result += formatv(", blocks of {0}x{1}", (*threads)[0], (*threads)[1]);
  return result;
}

SizeSearch::SizeSearch(const Machine &machine, bool severalParallel,
                       const TileExtents &extents, unsigned most,
                       double minGain)
    : machine(machine), severalParallel(severalParallel), extents(extents),
      minGain(minGain), most(most), variants{{machine.tiles, std::nullopt}} {
  // The direction that is looked into is the last.
  for (ArrayRef<SizeScale> scales :
       {ArrayRef<SizeScale>(kSmaller), ArrayRef<SizeScale>(kLarger)}) {
    if (!severalParallel && scales.data() == kLarger)
      continue;
    directions.emplace_back();
    for (const SizeScale &scale : scales) {
      directions.back().push_back(variants.size());
      variants.push_back(scaleSizes(machine, scale));
      variants.back().isLarger = scales.data() == kLarger;
    }
  }
  if (severalParallel && extents.isDeep) {
    directions.push_back({variants.size()});
    variants.push_back(rowsOfBox(machine));
    longRows = variants.size() - 1;
  }
}

size_t SizeSearch::best() const {
  size_t best = 0;
  for (size_t number = 1; number < found.size(); ++number)
    if (found[number].time < found[best].time)
      best = number;
  bool saves = found[best].isPossible() &&
               found[best].time <= found.front().time * (1 - minGain);
  return saves ? best : 0;
}

double SizeSearch::bestOf(const std::optional<NestTime> &time) const {
  double tried = found.empty() ? NestTime::kImpossible : found[best()].time;
  return over || !time ? tried : std::min(tried, time->time);
}

void SizeSearch::goOn() {
  while (!directions.empty() && directions.back().empty()) {
    directions.pop_back();
    nearest = NestTime::kImpossible;
  }
  if (directions.empty() || tried.size() >= most) {
    over = true;
    return;
  }
  tried.push_back(directions.back().front());
  directions.back().erase(directions.back().begin());
}

void SizeSearch::addFitted(double blocks) {
  if (!severalParallel) {
    directions.emplace_back();
    for (const SizeVariant &variant : fitRows(machine, blocks)) {
      directions.back().push_back(variants.size());
      variants.push_back(variant);
    }
    return;
  }
  unsigned position = 1;
  auto add = [&](const std::optional<SizeVariant> &fitted) {
    if (!fitted || llvm::is_contained(variants, *fitted))
      return;
    // One that differs in tiles of single loops only is not tried, too.
    for (std::vector<size_t> &numbers : directions)
      llvm::erase_if(numbers, [&](size_t number) {
        SizeVariant other = variants[number];
        other.tiles.linear = fitted->tiles.linear;
        return number != numbers.front() && other == *fitted;
      });
    for (std::vector<size_t> &numbers : directions)
      if (!numbers.empty() && variants[numbers.front()].isLarger)
        numbers.insert(numbers.begin() + position, variants.size());
    variants.push_back(*fitted);
    variants.back().isFitted = true;
    ++position;
  };
  // Of a triangle, and where there are several bands, blocks are others.
  TileExtents own = extents;
  const std::array<int64_t, 3> &tile = machine.tiles.parallel;
  if (own.areKnown() &&
      double(divideCeil(own.x, tile[0]) * divideCeil(own.y, tile[1])) != blocks)
    own = TileExtents();
  add(fitTiles(machine, blocks, own));
  for (int64_t perCore : {2, 4})
    add(fitHalves(machine, blocks, perCore, own));
  if (own.areKnown())
    add(fitHalves(machine, blocks, 4, own, kNeighbours));
}

void SizeSearch::dropFewer() {
  auto area = [](const SizeVariant &variant) {
    return variant.tiles.parallel[0] * variant.tiles.parallel[1];
  };
  if (area(variant(best())) < area(variants.front()))
    return;
  for (std::vector<size_t> &numbers : directions)
    llvm::erase_if(numbers, [&](size_t number) {
      return area(variants[number]) < area(variants.front());
    });
}

void SizeSearch::dropUnfitted() {
  if (!variant(best()).isFitted)
    return;
  for (std::vector<size_t> &numbers : directions)
    llvm::erase_if(numbers,
                   [&](size_t number) { return variants[number].isLarger; });
}

void SizeSearch::note(const NestTime &time, double total) {
  bool isOwn = found.empty();
  found.push_back(time);
  // What is not launched does not take no time: it stays on the host.
  if (!isOwn && time.time == 0)
    found.back().time = NestTime::kImpossible;
  if (isOwn)
    addFitted(time.blocks);
  // Without a launch there is nothing to choose.
  if (isOwn && time.time == 0)
    over = true;
  if (!isOwn)
    nearest = std::min(nearest, found.back().time);
  // No other sizes can save enough of the nest, or of the function.
  const NestTime &bestTime = found[best()];
  if (bestTime.time - bestTime.least < minGain * std::max(bestTime.time, total))
    over = true;
  if (over)
    return;
  bool saves = !isOwn && best() != 0;
  if (saves && tried[best()] == longRows)
    directions.clear();
  else if (saves && !severalParallel)
    directions.erase(directions.begin(), directions.end() - 1);
  else if (saves) {
    dropFewer();
    dropUnfitted();
  } else if (!saves && !isOwn &&
             !(nearest <= kNearTime * bestTime.time && bestTime.isPossible())) {
    directions.pop_back();
    nearest = NestTime::kImpossible;
  }
  goOn();
}

void SizeSearch::guess(double blocks) {
  bool isOwn = found.empty();
  bool isPossible = !isOwn && found[best()].isPossible();
  note({isPossible ? found[best()].time / 2 : 1, /*least=*/0, blocks},
       /*total=*/0);
  // Rows fit the blocks of the first.
  if (isOwn && !severalParallel && blocks == 0)
    over = true;
}

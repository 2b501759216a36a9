//===- SizeSearch.cpp - which sizes of a nest to try ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeSearch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace polymem;

namespace {
/// How a variant differs from what the machine's `tiles` say, as powers of two.
struct SizeScale {
  int linear, x, y, sequential;
  bool squareBlock;
};
} // namespace

/// Tiles with more iterations of a thread, which go to registers: of bands with
/// several parallel loops.
static constexpr SizeScale kLarger[] = {
    {-3, 1, 1, -1, true}, {-2, 1, 0, 0, true}, {-1, 2, 1, -1, true}};

/// Tiles for more blocks, with longer sequential loops in them.
static constexpr SizeScale kSmaller[] = {
    {-3, 0, -1, 1, false}, {-2, 1, 0, 0, true}, {-2, 0, -2, 1, false}};

static int64_t scaled(int64_t number, int power) {
  return std::max<int64_t>(power < 0 ? number >> -power : number << power, 1);
}

static SizeVariant scaleSizes(const Machine &machine, const SizeScale &scale) {
  SizeVariant variant{machine.tiles, std::nullopt};
  variant.tiles.linear = scaled(variant.tiles.linear, scale.linear);
  variant.tiles.parallel[0] = scaled(variant.tiles.parallel[0], scale.x);
  variant.tiles.parallel[1] = scaled(variant.tiles.parallel[1], scale.y);
  variant.tiles.sequential = scaled(variant.tiles.sequential, scale.sequential);
  if (!scale.squareBlock)
    return variant;
  int64_t threads = machine.threads().defaultPerBlock, side = 1;
  while (4 * side * side <= threads)
    side *= 2;
  variant.threads = {side, threads / side, 1};
  return variant;
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
                       unsigned most, double minGain)
    : minGain(minGain), most(most), variants{{machine.tiles, std::nullopt}} {
  ArrayRef<SizeScale> first = kLarger, second = kSmaller;
  if (!severalParallel)
    std::swap(first, second);
  // The direction that is looked into is the last.
  for (ArrayRef<SizeScale> scales : {second, first}) {
    directions.emplace_back();
    for (const SizeScale &scale : scales) {
      directions.back().push_back(variants.size());
      variants.push_back(scaleSizes(machine, scale));
    }
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

void SizeSearch::goOn() {
  while (!directions.empty() && directions.back().empty())
    directions.pop_back();
  if (directions.empty() || tried.size() >= most) {
    over = true;
    return;
  }
  tried.push_back(directions.back().front());
  directions.back().erase(directions.back().begin());
}

void SizeSearch::note(const NestTime &time, double total) {
  bool isOwn = found.empty();
  found.push_back(time);
  // What is not launched does not take no time: it stays on the host.
  if (!isOwn && time.time == 0)
    found.back().time = NestTime::kImpossible;
  // Without a launch there is nothing to choose.
  if (isOwn && (time.time == 0 || time.time < minGain * total))
    over = true;
  const NestTime &bestTime = found[best()];
  if (bestTime.time * (1 - minGain) < bestTime.least)
    over = true;
  if (over)
    return;
  bool saves = !isOwn && best() != 0;
  if (saves)
    directions.erase(directions.begin(), directions.end() - 1);
  else if (!isOwn)
    directions.pop_back();
  goOn();
}

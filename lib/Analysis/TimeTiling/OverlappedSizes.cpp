//===- OverlappedSizes.cpp - sizes of overlapped tiles --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiles of a size cost, and which are best.
//
//===----------------------------------------------------------------------===//

#include "OverlappedPlanner.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;

/// Points that a tile may compute per point of the array, by default: the
/// estimate counts accesses only, but these are operations, too.
static constexpr double kMaxRedundancy = 2;

/// Iterations of the time loop in a tile, most of them first.
static constexpr int64_t kIterations[] = {16, 12, 8, 6, 4, 3, 2, 1};

/// By number of dimensions, the best first.
static SmallVector<SmallVector<int64_t>> defaultSizes(unsigned rank) {
  switch (rank) {
  case 1:
    return {{1024}, {512}, {256}};
  case 2:
    return {{64, 64}, {32, 64}, {32, 32}, {16, 32}};
  default:
    return {{16, 16, 32}, {8, 16, 32}, {8, 8, 32}};
  }
}

bool OverlappedPlanner::measureOverlap() {
  uint64_t bytes = 0;
  for (auto [index, array] : llvm::enumerate(tiles.arrays)) {
    array.before.assign(at.rank(), 0);
    array.after.assign(at.rank(), 0);
    uint64_t cells = 1;
    for (auto [k, dim] : llvm::enumerate(tiles.dims)) {
      for (const Reach &reach : reaches) {
        if (reach.array != index)
          continue;
        int64_t left = tiles.height() - 1 - reach.level;
        array.before[k] =
            std::max(array.before[k], *dim.up * left - reach.least[k]);
        array.after[k] =
            std::max(array.after[k], *dim.down * left + reach.greatest[k]);
      }
      cells = llvm::SaturatingMultiply<uint64_t>(
          cells, array.before[k] + dim.size + array.after[k]);
    }
    for (const OverlappedArray::Dim &dim : array.dims)
      if (!dim.place)
        cells = llvm::SaturatingMultiply<uint64_t>(cells, dim.count);
    auto type = cast<MemRefType>(array.array->value.getType());
    bytes = llvm::SaturatingMultiplyAdd<uint64_t>(
        cells, elementBytes(scop.root(), type), bytes);
  }
  tiles.bytes = std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
  // Not to go through any number of iterations.
  if (tiles.bytes > options.capacity)
    return false;
  double computed = 0, kept = 0;
  for (auto [k, phase] : llvm::enumerate(tiles.nests.phases)) {
    if (isBorder(k))
      continue;
    for (int64_t t = 0; t < tiles.iterations; ++t) {
      int64_t left = tiles.height() - 1 - (t * tiles.levels + phase.level);
      double points = 1, own = 1;
      for (const TimeTileDimension &dim : tiles.dims) {
        points *= dim.size + (*dim.down + *dim.up) * left;
        own *= dim.size;
      }
      computed += points;
      kept += own;
    }
  }
  tiles.redundancy = kept > 0 ? computed / kept : 1;
  return true;
}

bool OverlappedPlanner::isBorder(unsigned phase) const {
  return llvm::any_of(tiles.nests.phases[phase].fixed,
                      [](std::optional<int64_t> place) { return !!place; });
}

double OverlappedPlanner::accessesPerPlace() const {
  int64_t result = 0;
  for (const TimedStatement &timed : at.statements)
    if (!isBorder(timed.phase))
      result += timed.statement->accesses.size();
  return result;
}

double OverlappedPlanner::overlapCost() const {
  double moved = 0;
  for (const OverlappedArray &array : tiles.arrays) {
    if (array.renewed)
      continue;
    double in = 1;
    for (auto [k, dim] : llvm::enumerate(tiles.dims))
      in *= static_cast<double>(array.before[k] + dim.size + array.after[k]) /
            dim.size;
    moved += in + 1;
  }
  return moved / tiles.iterations + accessesPerPlace() * tiles.redundancy /
                                        options.accessesPerGlobalAccess;
}

/// Each nest moves each of its arrays once; other accesses hit caches.
double OverlappedPlanner::untiledCost() const {
  llvm::SmallDenseSet<std::pair<unsigned, unsigned>> reads, writes;
  for (const TimedStatement &timed : at.statements)
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      for (const OverlappedArray &array : tiles.arrays)
        if (array.array == &scop.arrays()[access.array] &&
            !isBorder(timed.phase))
          (access.isWrite() ? writes : reads)
              .insert({timed.phase, access.array});
    }
  return reads.size() + writes.size() +
         accessesPerPlace() / options.accessesPerGlobalAccess;
}

bool OverlappedPlanner::setOverlapSizes() {
  SmallVector<SmallVector<int64_t>> candidates = defaultSizes(at.rank());
  for (SmallVector<int64_t> &sizes : candidates)
    for (unsigned k = 0; k < std::min<size_t>(at.rank(), options.sizes.size());
         ++k)
      sizes[k] = options.sizes[k];
  if (llvm::is_contained(candidates.front(), 0))
    return refuse("overlapped tiles are cut in all dimensions, but a size is "
                  "0");
  SmallVector<int64_t> iterations(std::begin(kIterations),
                                  std::end(kIterations));
  if (options.steps != 0)
    iterations = {options.steps};
  struct Choice {
    SmallVector<int64_t> sizes;
    int64_t iterations = 0;
    double cost = 0;
  };
  std::optional<Choice> best;
  Sentence tooLarge;
  auto measure = [&](const Choice &choice) {
    for (auto [dim, size] : llvm::zip_equal(tiles.dims, choice.sizes))
      dim.size = size;
    tiles.iterations = choice.iterations;
    return measureOverlap();
  };
  for (const SmallVector<int64_t> &sizes : candidates)
    for (int64_t number : iterations) {
      Choice choice{sizes, number, 0};
      if (!measure(choice)) {
        tooLarge =
            sentence("the buffers of a tile of {0} iterations would take "
                     "{1} bytes of {2}",
                     named("Iterations", number), named("Bytes", tiles.bytes),
                     named("Capacity", options.capacity));
        continue;
      }
      choice.cost = overlapCost();
      // What is asked for is not weighed.
      if (options.steps == 0 && number != 1 &&
          tiles.redundancy > kMaxRedundancy)
        continue;
      if (!best || choice.cost < best->cost)
        best = choice;
    }
  if (!best)
    return refuse(tooLarge);
  measure(*best);
  double before = untiledCost();
  if (options.shape == TimeTileShape::Auto &&
      best->cost > options.maxCost * before)
    return refuse(
        sentence("overlapped tiles would cost as much as {0} elements moved "
                 "per place and iteration, single steps {1}",
                 named("Cost", llvm::formatv("{0:F1}", best->cost)),
                 named("CostUntiled", llvm::formatv("{0:F1}", before))));
  return true;
}

//===- CostTimes.cpp - how long the launches of a function take -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedArrays.h"
#include "CostWalker.h"
#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "SavedInstructions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <set>

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

std::optional<double> CostWalker::bytesOfArray(Value array) {
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type)
    return std::nullopt;
  std::optional<ElementLayout> layout = layoutOf(array);
  if (!layout || !layout->elements)
    return std::nullopt;
  return double(*layout->elements) * double(bytesOf(type.getElementType()));
}

namespace {
/// Adds up what launches take that have been walked over, in order.
class LaunchTimes {
public:
  LaunchTimes(const Machine &machine, const CachedArrays &cached,
              function_ref<std::optional<double>(Value)> bytesOf)
      : machine(machine), cached(cached), bytesOf(bytesOf) {}

  /// Adds `logged` to `site`.
  void add(const LoggedLaunch &logged, SiteCost &site);

private:
  void addTimes(const LoggedLaunch &logged, LaunchShape shape, double number,
                SiteCost &site) const;
  double sum(ArrayRef<Value> arrays) const;

  const Machine &machine;
  const CachedArrays &cached;
  function_ref<std::optional<double>(Value)> bytesOf;
  /// Launches, and iterations of the loops around the code that arrays stay in
  /// the cache for: what comes later in one of these finds its arrays there.
  std::set<std::pair<Operation *, std::vector<int64_t>>> executed;
};
} // namespace

double LaunchTimes::sum(ArrayRef<Value> arrays) const {
  double result = 0;
  for (Value array : arrays)
    result += bytesOf(array).value_or(0);
  return result;
}

/// Adds what `number` of the launches of `logged` take, which have `shape`.
void LaunchTimes::addTimes(const LoggedLaunch &logged, LaunchShape shape,
                           double number, SiteCost &site) const {
  if (number <= 0)
    return;
  double parts[kNumCostBounds];
  CostCounts one = logged.counts.scaled(1 / logged.counts.launches);
  site.microseconds += number * modelTime(machine, one, shape, parts);
  site.memoryBytes += number * bytesFromMemory(machine, one, shape);
  site.waiting += number * waitingMicroseconds(machine, shape, parts);
  for (auto [sum, part] : llvm::zip_equal(site.parts, parts))
    sum += number * part;
}

void LaunchTimes::add(const LoggedLaunch &logged, SiteCost &site) {
  LaunchShape shape = logged.shape;
  site.counts += logged.counts;
  double number = logged.counts.launches, first = number;
  shape.arrayBytes = shape.memoryBytes = sum(logged.arrays);
  if (std::optional<CachedLaunch> found = cached.find(logged.launch)) {
    std::vector<int64_t> around;
    first = 1;
    for (const Interval &interval :
         ArrayRef(logged.around).take_front(found->loopsAround)) {
      around.insert(around.end(), {interval.first, interval.last});
      first *= interval.size();
    }
    if (!executed.insert({logged.launch, std::move(around)}).second)
      first = 0;
    shape.memoryBytes = sum(found->first);
  }
  addTimes(logged, shape, first, site);
  shape.memoryBytes = 0;
  addTimes(logged, shape, number - first, site);
  if (shape.blocks < site.blocks)
    return;
  site.blocks = shape.blocks;
  site.threads = shape.threads;
  site.sharedBytes = shape.sharedBytes;
  site.registers = shape.registers;
  site.blocksPerCore = residentBlocks(machine, shape);
}

FunctionCost CostWalker::run() {
  FunctionCost result;
  auto body = cast<FunctionOpInterface>(function);
  if (!body.isExternal())
    walkRegion(body.getFunctionBody());
  // One site for each operation, in the order of the program.
  llvm::MapVector<Operation *, SiteCost> sites;
  function->walk([&](gpu::LaunchOp launch) { sites[launch].launch = launch; });
  auto bytesOf = [&](Value array) { return bytesOfArray(array); };
  CachedArrays cached(function, double(machine.global().cachedBytes), bytesOf);
  LaunchTimes times(machine, cached, bytesOf);
  for (const LoggedLaunch &logged : log)
    times.add(logged, sites[logged.launch]);
  for (auto &[launch, site] : sites) {
    site.copiesAhead =
        site.counts.launches > 0 && hasAsynchronousCopies(launch);
    result.sites.push_back(site);
  }
  result.inexact = std::move(inexact);
  auto note = [&](std::string name, int64_t value) {
    std::pair<std::string, int64_t> size(std::move(name), value);
    if (!llvm::is_contained(result.sizes, size))
      result.sizes.push_back(std::move(size));
  };
  for (Value size : usedSizes)
    note(AssumedSizes::nameOf(size), assumed.valueOf(size));
  for (auto [memref, dim] : usedExtents)
    note(AssumedSizes::nameOf(memref, dim), assumed.valueOf(memref, dim));
  return result;
}

FunctionCost polymem::computeCost(Operation *function, const Machine &machine,
                                  const CostOptions &options) {
  return CostWalker(function, machine, options).run();
}

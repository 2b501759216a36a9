//===- Cost.cpp - counts and times of launches ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Cost/Cost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Calls `visit` with each number of `counts`.
template <typename Counts, typename Visit>
static void forEachNumber(Counts &counts, Visit &&visit) {
  for (auto *number : {&counts.launches, &counts.blocks, &counts.warps,
                       &counts.barriers, &counts.savedWavefronts})
    visit(*number);
  for (auto *cost :
       {&counts.globalLoads, &counts.globalStores, &counts.sharedLoads,
        &counts.sharedStores, &counts.constantLoads}) {
    visit(cost->requests);
    visit(cost->bytes);
    visit(cost->transfers);
    visit(cost->minimum);
  }
  for (auto *cost :
       {&counts.floats, &counts.integers, &counts.special, &counts.saved}) {
    visit(cost->warps);
    visit(cost->threads);
  }
}

CostCounts &CostCounts::operator+=(const CostCounts &other) {
  SmallVector<double, 32> numbers;
  forEachNumber(other,
                [&](const double &number) { numbers.push_back(number); });
  size_t index = 0;
  forEachNumber(*this, [&](double &number) { number += numbers[index++]; });
  return *this;
}

CostCounts CostCounts::scaled(double factor) const {
  CostCounts result = *this;
  forEachNumber(result, [&](double &number) { number *= factor; });
  return result;
}

CostCounts FunctionCost::total() const {
  CostCounts result;
  for (const SiteCost &site : sites)
    result += site.counts;
  return result;
}

double FunctionCost::microseconds() const {
  double result = 0;
  for (const SiteCost &site : sites)
    result += site.microseconds;
  return result - cooperativeGain;
}

double FunctionCost::waiting() const {
  double result = 0;
  for (const SiteCost &site : sites)
    result += site.waiting;
  return result;
}

bool FunctionCost::hasCopiesAhead() const {
  return llvm::any_of(sites,
                      [](const SiteCost &site) { return site.copiesAhead; });
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

StringRef polymem::nameOf(CostBound bound) {
  static constexpr StringLiteral names[kNumCostBounds] = {
      "issue", "shared", "sectors", "memory", "latency", "launch"};
  return names[static_cast<unsigned>(bound)];
}

CostBound SiteCost::bound() const {
  return static_cast<CostBound>(
      std::max_element(std::begin(parts), std::end(parts)) - std::begin(parts));
}

double polymem::residentBlocks(const Machine &machine,
                               const LaunchShape &shape) {
  double threads = std::max(shape.threads, 1.0);
  double blocks = std::floor(double(machine.cores().maxThreads) / threads);
  if (shape.sharedBytes > 0)
    blocks =
        std::min(blocks, std::floor(double(machine.scratchpad().bytesPerCore) /
                                    shape.sharedBytes));
  if (shape.registers > 0)
    blocks =
        std::min(blocks, std::floor(double(machine.registers().bytesPerCore) /
                                    (4 * shape.registers * threads)));
  return std::max(blocks, 1.0);
}

/// The part of a core's cycles in which a warp is ready, where there are
/// `warps` for each of its schedulers: `others` more would have to wait for one
/// cycle of each.
static double readyPart(double warps, double others) {
  return warps / (warps + others);
}

double polymem::issuedInstructions(const CostCounts &counts,
                                   double warpsPerBlock) {
  // A division or a root takes some instructions.
  constexpr double kSpecialInstructions = 8;
  return counts.floats.warps + counts.integers.warps - counts.saved.warps +
         kSpecialInstructions * counts.special.warps +
         counts.globalLoads.requests + counts.globalStores.requests +
         counts.sharedLoads.requests + counts.sharedStores.requests +
         counts.constantLoads.requests + counts.barriers * warpsPerBlock;
}

/// Bytes of the sectors that would do for all distinct bytes.
static double leastBytes(const Machine &machine, const CostCounts &counts) {
  return double(machine.global().transactionBytes) *
         (counts.globalLoads.minimum + counts.globalStores.minimum);
}

double polymem::bytesFromMemory(const Machine &machine,
                                const CostCounts &counts,
                                const LaunchShape &shape) {
  return std::min(shape.memoryBytes, leastBytes(machine, counts));
}

double polymem::modelTime(const Machine &machine, const CostCounts &counts,
                          const LaunchShape &shape, double *parts) {
  const MachineTimes &times = machine.times;
  double cores = double(machine.cores().count);
  double warpSize = double(machine.warps().threads);
  // The core with the most blocks is done last.
  double blocks = shape.blocks;
  double rounds = std::ceil(blocks / cores);
  double share = blocks > 0 ? rounds / blocks : 0;
  double resident = residentBlocks(machine, shape);
  double waves = std::ceil(blocks / (cores * resident));
  // Measured on an H100 (docs/performance.md): with two warps a scheduler has
  // an instruction to issue in half of the cycles.
  constexpr double kOthersOfShared = 0.7;
  double warps = std::ceil(std::max(shape.threads, 1.0) / warpSize) *
                 std::clamp(rounds, 1.0, resident) * warpSize /
                 double(times.instructionsPerCycle);

  double issued =
      issuedInstructions(counts, blocks > 0 ? counts.warps / blocks : 0);
  double sectorBytes =
      double(machine.global().transactionBytes) *
      (counts.globalLoads.transfers + counts.globalStores.transfers);
  double cycles[kNumCostBounds] = {};
  auto at = [&](CostBound bound) -> double & {
    return cycles[static_cast<unsigned>(bound)];
  };
  double perInstruction = warpSize / double(times.instructionsPerCycle);
  // All wait for the block that has most to do, which has a core's schedulers
  // for itself at best.
  double own =
      std::ceil(std::max(shape.threads, 1.0) / warpSize) * perInstruction;
  at(CostBound::Issue) =
      perInstruction *
      std::max(share * issued / readyPart(warps, kOthersOfIssue),
               shape.mostOfABlock / readyPart(own, kOthersOfIssue));
  at(CostBound::Shared) =
      share *
      (counts.sharedLoads.transfers + counts.sharedStores.transfers -
       counts.savedWavefronts + counts.constantLoads.transfers) /
      readyPart(warps, kOthersOfShared);
  at(CostBound::Sectors) =
      std::max(share * sectorBytes / double(times.coreBytesPerCycle),
               sectorBytes / double(times.cacheBytesPerCycle));
  at(CostBound::Memory) =
      std::max(bytesFromMemory(machine, counts, shape) /
                   double(times.memoryBytesPerCycle),
               std::min(shape.arrayBytes, leastBytes(machine, counts)) /
                   double(times.cacheBytesPerCycle));
  at(CostBound::Latency) = waves * shape.chainCycles;
  double longest = *std::max_element(std::begin(cycles), std::end(cycles));
  for (unsigned bound = 0; bound < kNumCostBounds; ++bound)
    parts[bound] = cycles[bound] / double(times.clockMHz);
  double launch = double(times.launchNanoseconds) / 1000;
  parts[static_cast<unsigned>(CostBound::Launch)] = launch;
  return launch + longest / double(times.clockMHz);
}

double polymem::waitingMicroseconds(const Machine &machine,
                                    const LaunchShape &shape,
                                    ArrayRef<double> parts) {
  double rounds = std::ceil(shape.blocks / double(machine.cores().count));
  double atOnce = std::clamp(rounds, 1.0, residentBlocks(machine, shape));
  double latency = parts[static_cast<unsigned>(CostBound::Latency)], busy = 0;
  for (unsigned bound = 0; bound < kNumCostBounds; ++bound)
    if (CostBound(bound) != CostBound::Latency &&
        CostBound(bound) != CostBound::Launch)
      busy = std::max(busy, parts[bound]);
  return std::max(latency, busy + latency / atOnce) - std::max(latency, busy);
}

double polymem::leastMicroseconds(const Machine &machine,
                                  const SiteCost &site) {
  const MachineTimes &times = machine.times;
  double cycles = site.counts.floats.threads /
                  double(times.instructionsPerCycle) /
                  double(machine.cores().count);
  auto part = [&](CostBound bound) {
    return site.parts[static_cast<unsigned>(bound)];
  };
  return part(CostBound::Launch) +
         std::max(part(CostBound::Memory), cycles / double(times.clockMHz));
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// A count: an integer where it is one.
static json::Value toJson(double number) {
  double rounded = std::round(number);
  if (std::abs(number - rounded) < 1e-6 * std::max(1.0, std::abs(number)) &&
      std::abs(number) < 9e15)
    return static_cast<int64_t>(rounded);
  return number;
}

static json::Object toJson(const TransferCost &cost, StringRef transfers) {
  return json::Object{{"requests", toJson(cost.requests)},
                      {"bytes", toJson(cost.bytes)},
                      {transfers, toJson(cost.transfers)},
                      {("minimum-" + transfers).str(), toJson(cost.minimum)}};
}

static json::Object toJson(const polymem::InstructionCost &cost) {
  return json::Object{{"warps", toJson(cost.warps)},
                      {"threads", toJson(cost.threads)}};
}

static json::Object toJson(const CostCounts &counts) {
  return json::Object{
      {"launches", toJson(counts.launches)},
      {"blocks", toJson(counts.blocks)},
      {"warps", toJson(counts.warps)},
      {"block-barriers", toJson(counts.barriers)},
      {"saved-wavefronts", toJson(counts.savedWavefronts)},
      {"transfers",
       json::Object{
           {"global load", toJson(counts.globalLoads, "sectors")},
           {"global store", toJson(counts.globalStores, "sectors")},
           {"shared load", toJson(counts.sharedLoads, "wavefronts")},
           {"shared store", toJson(counts.sharedStores, "wavefronts")},
           {"constant load", toJson(counts.constantLoads, "broadcasts")}}},
      {"instructions", json::Object{{"float", toJson(counts.floats)},
                                    {"integer", toJson(counts.integers)},
                                    {"special", toJson(counts.special)},
                                    {"saved", toJson(counts.saved)}}}};
}

json::Value FunctionCost::toJson() const {
  json::Array launches;
  for (const SiteCost &site : sites) {
    json::Object parts;
    for (unsigned bound = 0; bound < kNumCostBounds; ++bound)
      parts[nameOf(static_cast<CostBound>(bound))] = site.parts[bound];
    launches.push_back(
        json::Object{{"counts", ::toJson(site.counts)},
                     {"largest-grid", ::toJson(site.blocks)},
                     {"threads-per-block", ::toJson(site.threads)},
                     {"shared-bytes", ::toJson(site.sharedBytes)},
                     {"registers", ::toJson(site.registers)},
                     {"blocks-per-core", ::toJson(site.blocksPerCore)},
                     {"bytes-from-memory", ::toJson(site.memoryBytes)},
                     {"microseconds", site.microseconds},
                     {"bound", nameOf(site.bound())},
                     {"parts", std::move(parts)}});
  }
  json::Object assumed;
  for (const auto &[name, value] : sizes)
    assumed[name] = value;
  return json::Object{{"launches", std::move(launches)},
                      {"microseconds", microseconds()},
                      {"cooperative-launches", ::toJson(cooperativeLaunches)},
                      {"cooperative-gain", cooperativeGain},
                      {"exact", isExact()},
                      {"inexact", json::Array(inexact)},
                      {"sizes", std::move(assumed)}};
}

//===- Model.cpp - what plans of components need --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Makespan/Model.h"
#include "CoreProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace polymem;
using namespace polymem::makespan;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Numbers beyond are taken for mistakes: sums and products of them have to fit
/// into 64 bits.
static constexpr int64_t kLargest = int64_t(1) << 40;

/// The product of `numbers`, or something above `kLargest`.
template <typename Range> static int64_t boundedProduct(const Range &numbers) {
  int64_t product = 1;
  for (int64_t number : numbers)
    if (llvm::MulOverflow(product, number, product) || product > kLargest)
      return kLargest + 1;
  return product;
}

static std::string obstacleOf(const Array &array, size_t loops) {
  std::string name = "array '" + array.name + "': ";
  if (array.dims.empty())
    return name + "it has no dimensions";
  if (array.elementBytes < 1 || array.elementBytes > 4096)
    return name + "its elements have no usable size";
  int64_t elements =
      boundedProduct(llvm::map_range(array.dims, [](const Dimension &dim) {
        return std::clamp<int64_t>(dim.size, 1, kLargest + 1);
      }));
  if (elements > kLargest / array.elementBytes)
    return name + "it is too large";
  if (array.storedBoxes < 1 || array.storedBoxes > 1024 ||
      array.callBoxes < 1 || array.callBoxes > 1024)
    return name + "it has no usable number of boxes";
  if (!array.varies.empty() && array.varies.size() != loops)
    return name + "it does not say of each loop whether boxes change with it";
  for (const Dimension &dim : array.dims) {
    if (dim.size < 1 || dim.span < 1)
      return name + "a dimension is empty";
    if (dim.coefficients.size() != loops)
      return name + "a dimension has not one coefficient for each loop";
  }
  return "";
}

std::string makespan::obstacleOf(const Component &component) {
  if (component.loops.empty())
    return "there are no loops";
  for (const Loop &loop : component.loops) {
    if (loop.trips < 1)
      return "a loop has no iterations";
    if (loop.isCut && (loop.trips < 2 || !loop.tilable))
      return "a loop is to be cut that cannot be";
  }
  int64_t iterations =
      boundedProduct(llvm::map_range(component.loops, [](const Loop &loop) {
        return std::min(loop.trips, kLargest + 1);
      }));
  if (iterations > kLargest)
    return "the loops have too many iterations";
  if (component.loopTimes.size() != component.loops.size())
    return "there is not one time for each loop";
  for (ArrayRef<int64_t> more : {ArrayRef<int64_t>(component.dimensionTimes),
                                 ArrayRef<int64_t>(component.originTimes)}) {
    if (!more.empty() && more.size() != component.loops.size())
      return "there is not one time of an origin for each loop";
    for (int64_t time : more)
      if (time < 0 || time > kLargest)
        return "a time of an origin is negative or too large";
  }
  if (component.timeScale < 1)
    return "the scale of times is not positive";
  int64_t times = component.segmentTime;
  for (int64_t time : component.loopTimes) {
    if (time < 0 || component.segmentTime < 0)
      return "a time is negative";
    if (llvm::AddOverflow(times, time, times))
      return "a time is too large";
  }
  if (times > (int64_t(1) << 60) / iterations)
    return "a time is too large";
  for (const Array &array : component.arrays) {
    if (std::string text = ::obstacleOf(array, component.loops.size());
        !text.empty())
      return text;
    // Rows of boxes that are smaller than that are counted, not moved.
    if (array.atMost)
      continue;
    // The first and the last box are inside.
    SmallVector<Range, 6> all;
    for (const Loop &loop : component.loops)
      all.push_back({0, loop.trips});
    for (const Dimension &dim : array.dims)
      if (originOf(dim, all) < 0 ||
          originOf(dim, all) + extentOf(dim, all) > dim.size)
        return "array '" + array.name + "': accesses leave it";
  }
  return "";
}

unsigned makespan::tiledLoops(const Component &component,
                              ArrayRef<int64_t> tile) {
  unsigned count = component.loops.size();
  auto isWhole = [&](unsigned loop) {
    return tile[loop] >= component.loops[loop].trips &&
           !component.loops[loop].isUnknown;
  };
  while (count > 1 && isWhole(count - 1))
    --count;
  while (component.loops[count - 1].withNext)
    ++count;
  return count;
}

SmallVector<Mode, 4> makespan::defaultModes(const Component &component,
                                            ArrayRef<int64_t> tile,
                                            ArrayRef<int64_t> groups,
                                            const Options &options) {
  SmallVector<Mode, 4> modes;
  for (const Array &array : component.arrays) {
    bool steady = !options.alwaysTwoBuffers;
    for (auto [d, loop] : llvm::enumerate(component.loops)) {
      int64_t tiles = llvm::divideCeil(loop.trips, tile[d]);
      steady &= !array.dependsOn(d) || (!loop.isUnknown && tiles <= groups[d]);
    }
    modes.push_back(steady            ? Mode::Resident
                    : array.mayStream ? Mode::Stream
                                      : Mode::Serial);
  }
  return modes;
}

/// Bytes of the buffers of each array.
static SmallVector<int64_t, 4> bytesOfArrays(const Component &component,
                                             const Plan &plan,
                                             const Multicore &machine,
                                             const Options &options) {
  SmallVector<Range, 6> tile;
  for (auto [loop, size] : llvm::zip(component.loops, plan.tile))
    tile.push_back({0, std::min(size, loop.trips)});
  SmallVector<int64_t, 4> result;
  for (auto [array, mode] : llvm::zip(component.arrays, plan.modes)) {
    int64_t bytes = array.elementBytes;
    for (const Dimension &dim : array.dims)
      bytes *= extentOf(dim, tile);
    bytes =
        llvm::alignTo(bytes, std::max<int64_t>(machine.scratchpadAlignment, 1));
    bool two = mode == Mode::Stream || options.alwaysTwoBuffers;
    result.push_back(two ? 2 * bytes : bytes);
  }
  return result;
}

int64_t makespan::scratchpadBytes(const Component &component, const Plan &plan,
                                  const Multicore &machine,
                                  const Options &options) {
  int64_t total = 0;
  for (int64_t bytes : bytesOfArrays(component, plan, machine, options))
    total += bytes;
  return total;
}

SmallVector<bool, 4> makespan::keptArrays(const Component &component,
                                          const Plan &plan,
                                          const Multicore &machine,
                                          const Options &options) {
  SmallVector<int64_t, 4> bytes =
      bytesOfArrays(component, plan, machine, options);
  int64_t kept = 0, others = 0;
  for (int64_t each : bytes)
    others += each;
  SmallVector<bool, 4> result;
  for (auto [array, mode, each] :
       llvm::zip(component.arrays, plan.modes, bytes)) {
    int64_t most = std::max(others - each, component.otherBytes);
    bool isKept = array.mayKeep && mode == Mode::Resident &&
                  kept + each <= component.keepBytes - most;
    kept += isKept ? each : 0;
    others -= isKept ? each : 0;
    result.push_back(isKept);
  }
  return result;
}

std::string makespan::obstacleOf(const Component &component, const Plan &plan,
                                 const Multicore &machine) {
  size_t loops = component.loops.size();
  if (plan.tile.size() != loops || plan.groups.size() != loops ||
      plan.modes.size() != component.arrays.size())
    return "the plan is not about these loops and arrays";
  int64_t cores = 1;
  for (auto [loop, size, groups] :
       llvm::zip(component.loops, plan.tile, plan.groups)) {
    if (size < 1 || size > loop.trips)
      return "a tile size is not between 1 and the iterations of its loop";
    if (size != loop.trips && !loop.tilable)
      return "a loop is cut that may not be";
    if (size == loop.trips && loop.isCut)
      return "a loop is not cut that is to be";
    if (groups < 1 || (groups > 1 && !loop.parallel))
      return "a loop has groups that may not have them";
    if (groups > machine.cores)
      return "there are more groups than cores";
    cores *= groups;
    if (cores > machine.cores)
      return "there are more groups than cores";
  }
  auto modes = defaultModes(component, plan.tile, plan.groups, {});
  for (auto [array, mode, best] :
       llvm::zip(component.arrays, plan.modes, modes)) {
    if (mode == Mode::Resident && best != Mode::Resident)
      return "array '" + array.name + "': a core uses several boxes of it";
    if (mode == Mode::Stream && !array.mayStream && best != Mode::Resident)
      return "array '" + array.name + "': the next box cannot be loaded early";
  }
  return "";
}

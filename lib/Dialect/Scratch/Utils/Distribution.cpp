//===- Distribution.cpp - who runs what -----------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

bool gpulaunch::isMappedTo(Attribute mapping, Unit unit) {
  if (!mapping)
    return false;
  switch (unit) {
  case Unit::Block:
    return isa<gpu::GPUBlockMappingAttr>(mapping);
  case Unit::Thread:
    return isa<gpu::GPUThreadMappingAttr>(mapping);
  case Unit::Register:
    return false;
  }
  llvm_unreachable("all units are above");
}

AxisDims gpulaunch::assignAxes(TileOp tile, Unit unit) {
  AxisDims axes;
  SmallVector<std::pair<int64_t, unsigned>> linear;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    Attribute attr = tile.getMappingOf(dim);
    if (!isMappedTo(attr, unit))
      continue;
    auto mapping = cast<DeviceMappingAttrInterface>(attr);
    if (mapping.isLinearMapping())
      linear.push_back({mapping.getRelativeIndex(), dim});
    else
      axes[mapping.getMappingId()].push_back(dim);
  }
  llvm::sort(linear);
  for (auto [index, dim] : linear)
    axes[0].push_back(dim);
  return axes;
}

TileOp gpulaunch::enclosingThreadTile(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto tile = dyn_cast<TileOp>(parent); tile && tile.isMappedToThreads())
      return tile;
  return {};
}

//===----------------------------------------------------------------------===//
// Numbers of elements
//===----------------------------------------------------------------------===//

CopyScan gpulaunch::scanCopy(PolyhedralCopyOpInterface copy, IntegerSet set) {
  CopyScan scan;
  scan.hull = computeHull(copy, set);
  for (unsigned dim = set.getNumDims(); dim-- > 0;)
    scan.order.push_back(dim);
  return scan;
}

//===----------------------------------------------------------------------===//
// Deals
//===----------------------------------------------------------------------===//

int64_t Deal::workers() const {
  int64_t product = 1;
  for (const Digit &digit : digits)
    product *= digit.count;
  return product;
}

int64_t Deal::count(Unit unit) const {
  int64_t product = 1;
  for (const Digit &digit : digits)
    if (digit.unit == unit)
      product *= digit.count;
  return product;
}

int64_t Deal::weight(Unit unit) const {
  int64_t product = 1;
  for (const Digit &digit : digits) {
    if (digit.unit == unit)
      break;
    product *= digit.count;
  }
  return product;
}

int64_t Deal::rounds(int64_t total) const {
  return llvm::divideCeil(total, workers());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

int64_t Distribution::size(Unit unit, unsigned axis) const {
  assert(unit != Unit::Register && "tiles have registers, launches do not");
  return unit == Unit::Block ? blocks[axis] : threads[axis];
}

int64_t Distribution::threadCoordinate(int64_t thread, unsigned axis) const {
  for (unsigned faster = 0; faster < axis; ++faster)
    thread /= threads[faster];
  return thread % threads[axis];
}

AxisDeals Distribution::ofGrid(TileOp tile) const {
  AxisDeals deals;
  AxisDims axes = assignAxes(tile, Unit::Block);
  for (unsigned axis = 0; axis < axes.size(); ++axis)
    deals[axis] = {axes[axis], Deal(Digit{Unit::Block, axis, blocks[axis]})};
  return deals;
}

AxisDeals Distribution::ofThreads(TileOp tile) const {
  AxisDeals deals;
  AxisDims axes = assignAxes(tile, Unit::Thread);
  SmallVector<Digit> spare;
  if (!enclosingThreadTile(tile)) {
    std::array<bool, 3> used = {false, false, false};
    tile.walk([&](TileOp inner) {
      for (auto [axis, dims] : llvm::enumerate(assignAxes(inner, Unit::Thread)))
        used[axis] |= !dims.empty();
    });
    for (unsigned axis = 0; axis < used.size(); ++axis)
      if (!used[axis] && threads[axis] > 1)
        spare.push_back({Unit::Thread, axis, threads[axis]});
  }
  for (unsigned axis = axes.size(); axis-- > 0;) {
    if (axes[axis].empty())
      continue;
    deals[axis].dims = axes[axis];
    deals[axis].deal.add({Unit::Thread, axis, threads[axis]});
    for (const Digit &digit : spare)
      deals[axis].deal.add(digit);
    spare.clear();
  }
  return deals;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

int64_t CopyDeal::workers() const {
  int64_t product = 1;
  for (int64_t count : threads)
    product *= count;
  return product;
}

std::optional<int64_t> CopyDeal::totalRounds() const {
  int64_t product = 1;
  for (std::optional<int64_t> steps : rounds)
    if (!steps || llvm::MulOverflow(product, *steps, product))
      return std::nullopt;
  return product;
}

/// Threads that move their elements together, a warp of all devices so far.
static constexpr int64_t kRun = 32;

/// Elements that a seam costs: half of the transactions beside it, of 32 bytes,
/// is of no use, and most elements have 4 bytes. Where rows are cut so that
/// runs do not end with warps, rows in one warp often meet in banks, too.
static constexpr int64_t kSeam = 8, kRaggedSeam = 12;

namespace {
/// Chooses the numbers of threads of a copy.
class CopyDealSearch {
public:
  /// `extents` of more than one element, the fastest first.
  CopyDealSearch(ArrayRef<std::optional<int64_t>> extents, AxisSizes block)
      : extents(extents), block(block), chosen(extents.size(), 1),
        best(extents.size(), 1) {
    int64_t all = block[0] * block[1] * block[2];
    if (!extents.empty())
      search(0, all, 1);
  }

  ArrayRef<int64_t> result() const { return best; }

private:
  int64_t extent(unsigned index) const {
    return extents[index].value_or(kAssumedSize);
  }

  /// Of `most` threads, as many as the rounds of dimension `index` then need.
  int64_t fewest(unsigned index, int64_t most) const {
    if (!extents[index])
      return most;
    int64_t count = std::min(most, *extents[index]);
    return llvm::divideCeil(*extents[index],
                            llvm::divideCeil(*extents[index], count));
  }

  bool isChoice(unsigned index, int64_t count, int64_t most) const {
    if (index == 0 && (count % kRun == 0 || count == block[0]))
      return true;
    if (index == 0 && !extents[index])
      return count == most;
    return count == fewest(index, count);
  }

  void search(unsigned index, int64_t left, double rounds) {
    if (index == extents.size()) {
      compare(rounds);
      return;
    }
    // What the last dimension does not use is lost.
    int64_t most = extents[index] ? std::min(left, extent(index)) : left;
    bool isLast = index + 1 == extents.size();
    if (isLast && index > 0)
      most = fewest(index, most);
    for (int64_t count = most; count > 0; --count) {
      if (isChoice(index, count, most)) {
        chosen[index] = count;
        search(index + 1, left / count,
               rounds * llvm::divideCeil(extent(index), count));
      }
      if (index > 0 && (isLast || !extents[index]))
        return;
    }
  }

  /// What one round after the other of a row costs, in elements: the elements,
  /// and the seams between rounds and between warps.
  double rowCost() const {
    int64_t row = chosen[0], cuts = llvm::divideCeil(extent(0), row);
    if (row % kRun == 0)
      return extent(0) + kSeam * cuts * (row / kRun);
    if (kRun % row == 0 && cuts > 1)
      return extent(0) + kSeam * cuts;
    double warps = static_cast<double>(row) / kRun;
    return extent(0) + (cuts > 1 ? kRaggedSeam : kSeam) * cuts * (1 + warps);
  }

  void compare(double rounds) {
    double cost = rounds * rowCost();
    // The first choices have the longest rows; of run-time rows, which may be
    // short, short ones are preferred.
    bool own = chosen[0] == block[0];
    bool better = cost < bestCost ||
                  (cost == bestCost && !bestIsOwn && (own || !extents[0]));
    if (!better)
      return;
    bestCost = cost;
    bestIsOwn = own;
    best = chosen;
  }

  ArrayRef<std::optional<int64_t>> extents;
  AxisSizes block;
  SmallVector<int64_t> chosen, best;
  double bestCost = std::numeric_limits<double>::infinity();
  bool bestIsOwn = false;
};
} // namespace

CopyDeal Distribution::ofCopy(const CopyScan &scan) const {
  SmallVector<unsigned> dims;
  SmallVector<std::optional<int64_t>> extents;
  for (unsigned dim : scan.order) {
    std::optional<int64_t> extent = scan.hull.dims[dim].extent;
    if (extent && *extent <= 1)
      continue;
    dims.push_back(dim);
    extents.push_back(extent);
  }
  CopyDeal deal;
  deal.threads.assign(scan.order.size(), 1);
  CopyDealSearch search(extents, threads);
  for (auto [dim, count] : llvm::zip_equal(dims, search.result())) {
    deal.threads[dim] = count;
    if (count > 1)
      deal.digits.push_back(dim);
  }
  for (auto [range, count] : llvm::zip_equal(scan.hull.dims, deal.threads))
    deal.rounds.push_back(
        range.extent
            ? std::optional<int64_t>(llvm::divideCeil(*range.extent, count))
            : std::nullopt);
  return deal;
}

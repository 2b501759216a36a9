//===- Distribution.cpp - who runs what -----------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Transforms/Distribution.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

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
  int64_t total = 1;
  for (const CoordinateRange &range : scan.hull.dims)
    if (!range.extent || llvm::MulOverflow(total, *range.extent, total))
      return scan;
  scan.total = total;
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

Deal Distribution::ofCopy() const {
  return Deal(Digit{Unit::Thread, std::nullopt, numThreads()});
}

//===- SegmentShape.cpp - the tiles of a component ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentShape.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

bool SegmentShape::isInside(Value value) const {
  return plan.chain.front()->isAncestor(value.getParentRegion()->getParentOp());
}

AffineMap SegmentShape::asMap(ArrayRef<AffineExpr> results) const {
  MLIRContext *context = TileOp(plan.chain.front())->getContext();
  return AffineMap::get(plan.dims.size(), plan.symbols.size(), results,
                        context);
}

AffineExpr SegmentShape::asFunction(Value value) {
  MLIRContext *context = value.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  auto origin = origins.find(value);
  if (origin != origins.end())
    return origin->second;
  if (!isInside(value)) {
    auto *known = llvm::find(plan.symbols, value);
    if (known == plan.symbols.end()) {
      plan.symbols.push_back(value);
      known = &plan.symbols.back();
    }
    return getAffineSymbolExpr(known - plan.symbols.begin(), context);
  }
  IndexDefinition definition = IndexDefinition::of(value);
  if (definition.kind != IndexDefinition::Kind::Equal)
    return {};
  const auto &[map, values] = definition.terms;
  SmallVector<AffineExpr> operands;
  for (Value operand : values) {
    operands.push_back(asFunction(operand));
    if (!operands.back())
      return {};
  }
  return substituted(map.getResult(0), map.getNumDims(), operands);
}

/// The tile that is all that is done in `tile`, but for index arithmetic; null
/// if there is none.
static TileOp onlyTileIn(TileOp tile) {
  TileOp inner;
  for (Operation &op : tile.getBody().front().without_terminator()) {
    if (auto next = dyn_cast<TileOp>(op)) {
      if (inner)
        return {};
      inner = next;
      continue;
    }
    if (op.getNumRegions() != 0 || !isPure(&op))
      return {};
  }
  return inner;
}

bool SegmentShape::readChain(TileOp outermost) {
  for (TileOp tile = outermost; tile; tile = onlyTileIn(tile))
    plan.chain.push_back(tile);
  TileOp below;
  plan.innermost().getBody().walk([&](TileOp tile) { below = tile; });
  if (below)
    return refuse(below, "NoChain",
                  "this tile is not all that is done in the tile around it");
  return true;
}

bool SegmentShape::readDim(TileOp tile, unsigned dim) {
  MLIRContext *context = tile.getContext();
  Attribute mapping = tile.getMappingOf(dim);
  if (mapping && !isa<prem::CoreAttr>(mapping))
    return refuse(tile, "OtherMapping",
                  sentence("dimension {0} is mapped to units that are no cores",
                           named("Dimension", dim)));
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  if (!step)
    return refuse(tile, "TileSize",
                  sentence("the size of dimension {0} is no constant",
                           named("Dimension", dim)));
  for (Value bound : {tile.getLowerBounds()[dim], tile.getUpperBounds()[dim]})
    if (isInside(bound) && !getConstantIntValue(bound))
      return refuse(tile, "InnerBounds",
                    "how many tiles there are depends on the tiles around: its "
                    "bounds must be known before the component");
  AffineExpr lower = asFunction(tile.getLowerBounds()[dim]);
  AffineExpr upper = asFunction(tile.getUpperBounds()[dim]);
  unsigned number = plan.dims.size();
  AffineExpr origin = lower + getAffineDimExpr(number, context) * *step;
  origins[tile.getOrigins()[dim]] = origin;
  SegmentDim result;
  // Completed by `read`: symbols are not yet all known.
  result.origin = AffineMap::get(number + 1, plan.symbols.size(), origin);
  result.count =
      AffineMap::get(0, plan.symbols.size(), (upper - lower).ceilDiv(*step));
  if (mapping)
    result.groups = 0;
  plan.dims.push_back(result);
  return true;
}

bool SegmentShape::readGroups(int64_t cores) {
  TileOp outermost = plan.chain.front();
  auto attribute = prem::PlanAttr::of(outermost);
  ArrayRef<int64_t> groups;
  if (attribute)
    groups = attribute.getGroups();
  if (!groups.empty() && groups.size() != plan.dims.size())
    return refuse(
        outermost, "PlanRank",
        sentence("its plan has groups for {0} loops, but there are {1} "
                 "dimensions of tiles",
                 named("Groups", groups.size()),
                 named("Dimensions", plan.dims.size())));
  for (auto [d, dim] : llvm::enumerate(plan.dims)) {
    bool mapped = dim.groups == 0;
    auto count = dyn_cast<AffineConstantExpr>(dim.count.getResult(0));
    dim.groups = 1;
    if (!groups.empty()) {
      if (groups[d] > 1 && !mapped)
        return refuse(
            outermost, "NotMapped",
            sentence("its plan has {0} groups in dimension {1}, which "
                     "is not mapped to cores",
                     named("Groups", groups[d]), named("Dimension", d)));
      dim.groups = groups[d];
    } else if (mapped && cores > 1) {
      dim.groups =
          count ? std::clamp<int64_t>(count.getValue(), 1, cores) : cores;
      cores = 1;
    }
    if (count)
      dim.perGroup =
          llvm::divideCeil(std::max<int64_t>(count.getValue(), 0), dim.groups);
  }
  return true;
}

bool SegmentShape::read(TileOp outermost, int64_t cores) {
  if (!readChain(outermost))
    return false;
  for (TileOp tile : plan.chain)
    for (unsigned d = 0; d < tile.getRank(); ++d)
      if (!readDim(tile, d))
        return false;
  return readGroups(cores);
}

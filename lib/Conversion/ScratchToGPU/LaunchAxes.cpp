//===- LaunchAxes.cpp - hardware axes and trip counts of tiles ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

bool gpulaunch::isMappedTo(Attribute mapping, Units units) {
  if (!mapping)
    return false;
  return units == Units::Blocks ? isa<gpu::GPUBlockMappingAttr>(mapping)
                                : isa<gpu::GPUThreadMappingAttr>(mapping);
}

AxisDims gpulaunch::assignAxes(TileOp tile, Units units) {
  AxisDims axes;
  SmallVector<std::pair<int64_t, unsigned>> linear;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    Attribute attr = tile.getMappingOf(dim);
    if (!isMappedTo(attr, units))
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

/// `value` as a bound: a map whose results bound it from above (`upper`) or
/// from below; a value that is no min or max is its own bound.
static std::pair<AffineMap, SmallVector<Value>> asBound(Value value,
                                                        bool upper) {
  MLIRContext *context = value.getContext();
  if (upper)
    if (auto min = value.getDefiningOp<affine::AffineMinOp>())
      return {min.getMap(), llvm::to_vector(min.getOperands())};
  if (!upper)
    if (auto max = value.getDefiningOp<affine::AffineMaxOp>())
      return {max.getMap(), llvm::to_vector(max.getOperands())};
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {AffineMap::getConstantMap(*constant, context), {}};
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return {apply.getAffineMap(), llvm::to_vector(apply.getMapOperands())};
  return {AffineMap::get(1, 0, getAffineDimExpr(0, context)), {value}};
}

/// The least constant that some pair of results of the two bounds differ by.
static std::optional<int64_t> constantDifference(Value upper, Value lower) {
  auto [upperMap, upperOperands] = asBound(upper, /*upper=*/true);
  auto [lowerMap, lowerOperands] = asBound(lower, /*upper=*/false);
  MLIRContext *context = upper.getContext();
  std::optional<int64_t> best;
  for (AffineExpr u : upperMap.getResults()) {
    for (AffineExpr l : lowerMap.getResults()) {
      // Dimensions of both, then symbols of both.
      unsigned numDims = upperMap.getNumDims() + lowerMap.getNumDims();
      unsigned numSymbols = upperMap.getNumSymbols() + lowerMap.getNumSymbols();
      AffineExpr shifted =
          l.shiftDims(lowerMap.getNumDims(), upperMap.getNumDims())
              .shiftSymbols(lowerMap.getNumSymbols(), upperMap.getNumSymbols());
      AffineMap map = AffineMap::get(numDims, numSymbols, u - shifted, context);
      SmallVector<Value> operands(
          ArrayRef(upperOperands).take_front(upperMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(lowerOperands).take_front(lowerMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(upperOperands).drop_front(upperMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(lowerOperands).drop_front(lowerMap.getNumDims()));
      affine::fullyComposeAffineMapAndOperands(&map, &operands);
      affine::canonicalizeMapAndOperands(&map, &operands);
      if (auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
              map.getResult(0), map.getNumDims(), map.getNumSymbols())))
        best =
            best ? std::min(*best, constant.getValue()) : constant.getValue();
    }
  }
  return best;
}

std::optional<int64_t> gpulaunch::constantTripBound(TileOp tile, unsigned dim) {
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  std::optional<int64_t> extent = constantDifference(
      tile.getUpperBounds()[dim], tile.getLowerBounds()[dim]);
  if (!extent)
    return std::nullopt;
  // Steps are positive: a step that is not known is at least 1.
  return llvm::divideCeilSigned(std::max<int64_t>(*extent, 0),
                                step ? *step : 1);
}

std::optional<int64_t> gpulaunch::constantTripCount(TileOp tile, unsigned dim) {
  std::optional<int64_t> lower =
      getConstantIntValue(tile.getLowerBounds()[dim]);
  std::optional<int64_t> upper =
      getConstantIntValue(tile.getUpperBounds()[dim]);
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  if (!lower || !upper || !step)
    return std::nullopt;
  return llvm::divideCeilSigned(std::max<int64_t>(*upper - *lower, 0), *step);
}

//===- LaunchTiles.cpp - tiles that become launches -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// The least constant that some pair of results of the two bounds differ by.
static std::optional<int64_t> constantDifference(Value upper, Value lower) {
  auto [map, operands] =
      differencesOf(IndexTerms::ofBound(upper, /*isUpper=*/true),
                    IndexTerms::ofBound(lower, /*isUpper=*/false));
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  std::optional<int64_t> best;
  for (AffineExpr difference : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
            difference, map.getNumDims(), map.getNumSymbols())))
      best = std::min(best.value_or(constant.getValue()), constant.getValue());
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

/// `value` is one affine expression, no minimum or maximum of several.
static bool isSingle(Value value, bool isUpper) {
  return IndexTerms::ofBound(value, isUpper).map.getNumResults() == 1;
}

std::optional<int64_t> gpulaunch::constantTripCount(TileOp tile, unsigned dim) {
  Value lower = tile.getLowerBounds()[dim], upper = tile.getUpperBounds()[dim];
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  if (!step || !isSingle(lower, /*isUpper=*/false) ||
      !isSingle(upper, /*isUpper=*/true))
    return std::nullopt;
  std::optional<int64_t> extent = constantDifference(upper, lower);
  if (!extent)
    return std::nullopt;
  return llvm::divideCeilSigned(std::max<int64_t>(*extent, 0), *step);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool gpulaunch::containsDistributedWork(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        if (auto tile = dyn_cast<TileOp>(inner))
          return tile.isMappedToThreads() ? WalkResult::interrupt()
                                          : WalkResult::advance();
        return isa<CopyInOp, CopyOutOp, AllocOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool gpulaunch::isHostTile(TileOp tile) {
  if (!tile.isSequential())
    return false;
  return tile.getBody()
      .walk([](TileOp inner) {
        return inner.isMappedToBlocks() ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

void gpulaunch::findLaunchTiles(Operation *part, SmallVectorImpl<TileOp> &roots,
                                SmallVectorImpl<TileOp> &hostTiles) {
  part->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    auto tile = dyn_cast<TileOp>(op);
    if (!tile)
      return WalkResult::advance();
    bool onHost = isHostTile(tile);
    (onHost ? hostTiles : roots).push_back(tile);
    return onHost ? WalkResult::advance() : WalkResult::skip();
  });
}

/// The largest constant numbers of iterations on each axis over all tiles
/// mapped to threads; an axis used with a number that is not constant is
/// `unknown`, an unused one 0.
static constexpr int64_t unknown = -1;
static AxisSizes threadExtents(TileOp root) {
  AxisSizes extents = {0, 0, 0};
  root.walk([&](TileOp tile) {
    AxisDims axes = assignAxes(tile, Unit::Thread);
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (axes[axis].empty() || extents[axis] == unknown)
        continue;
      int64_t product = 1;
      for (unsigned dim : axes[axis]) {
        std::optional<int64_t> count = constantTripBound(tile, dim);
        if (!count || llvm::MulOverflow(product, *count, product)) {
          product = unknown;
          break;
        }
      }
      extents[axis] =
          product == unknown ? unknown : std::max(extents[axis], product);
    }
  });
  return extents;
}

AxisSizes gpulaunch::chooseBlockSize(TileOp root, const Machine &machine,
                                     ArrayRef<int64_t> given) {
  AxisSizes blockSize = {1, 1, 1};
  if (!given.empty()) {
    llvm::copy(given, blockSize.begin());
    return blockSize;
  }
  if (auto chosen = root->getAttrOfType<DenseI64ArrayAttr>(kBlockThreadsAttr);
      chosen && chosen.size() == 3) {
    llvm::copy(chosen.asArrayRef(), blockSize.begin());
    return blockSize;
  }
  AxisSizes extents = threadExtents(root);
  if (extents == AxisSizes{0, 0, 0}) {
    // Only copies are distributed.
    bool copies = containsDistributedWork(root);
    return {copies ? machine.threads().defaultPerBlock : 1, 1, 1};
  }
  int64_t budget = machine.threads().defaultPerBlock;
  for (unsigned axis = 0; axis < 3; ++axis) {
    int64_t limit = std::min(budget, machine.threads().maxDim[axis]);
    // Leave threads to slower axes that are used: a warp on x is enough.
    bool slower = false;
    for (unsigned other = axis + 1; other < 3; ++other)
      slower |= extents[other] != 0 && extents[other] != 1;
    if (axis == 0 && slower)
      limit = std::min(limit, machine.warps().threads);
    int64_t size = extents[axis] == 0 ? 1
                   : extents[axis] == unknown
                       ? limit
                       : std::clamp<int64_t>(extents[axis], 1, limit);
    blockSize[axis] = size;
    budget = std::max<int64_t>(budget / size, 1);
  }
  return blockSize;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>>
gpulaunch::readAxisSizes(Operation *op, const Machine &machine, StringRef name,
                         ArrayRef<int64_t> values,
                         const std::array<int64_t, 3> &limits) {
  if (values.size() > 3)
    return op->emitError() << "option '" << name << "' has " << values.size()
                           << " values; there are three axes: x,y,z";
  for (auto [axis, value] : llvm::enumerate(values)) {
    if (value < 1)
      return op->emitError() << "option '" << name << "' has value " << value
                             << "; give positive numbers";
    if (value > limits[axis])
      return op->emitError()
             << "option '" << name << "' asks for " << value << " on axis "
             << "xyz"[axis] << ", but '" << machine.name << "' allows at most "
             << limits[axis];
  }
  return SmallVector<int64_t>(values);
}

FailureOr<SmallVector<int64_t>>
gpulaunch::readBlockSize(Operation *op, const Machine &machine,
                         ArrayRef<int64_t> values) {
  auto sizes = readAxisSizes(op, machine, "block-size", values,
                             machine.threads().maxDim);
  if (failed(sizes))
    return failure();
  int64_t threads = 1;
  for (int64_t size : *sizes)
    threads *= size;
  int64_t most = machine.threads().maxPerBlock;
  if (threads > most)
    return op->emitError() << "option 'block-size' asks for " << threads
                           << " threads in a block, but '" << machine.name
                           << "' allows at most " << most;
  return sizes;
}

LogicalResult gpulaunch::requireGPU(Operation *op, const Machine &machine,
                                    StringRef pass) {
  if (machine.kind == Machine::Kind::GPU)
    return success();
  return op->emitError() << "machine '" << machine.name << "' is not a GPU; "
                         << pass << " needs one";
}

//===- Neighbours.cpp - iterations of a thread side by side ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbours.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

/// Looks at the accesses of a tile.
class NeighbourFinder {
public:
  NeighbourFinder(const RegisterTilePlan &plan, unsigned number)
      : jammed(plan.dims[number]), mask(JamMask(1) << number),
        body(plan.body()),
        lower(TileOp(plan.tile).getLowerBounds()[jammed.dim]),
        sharing(body, plan.dims) {}

  int64_t find() {
    keepPowerOfTwo(jammed.copies());
    WalkResult result = body.getBody().walk([&](Operation *op) {
      return visit(op) ? WalkResult::advance() : WalkResult::interrupt();
    });
    return result.wasInterrupted() || !hasAccess ? 1 : neighbours;
  }

private:
  /// False if no iterations are to be neighbours because of `op`.
  bool visit(Operation *op) {
    auto read = dyn_cast<affine::AffineReadOpInterface>(op);
    auto write = dyn_cast<affine::AffineWriteOpInterface>(op);
    bool depends = llvm::any_of(
        op->getOperands(), [&](Value operand) { return isIndex(operand); });
    if (!read && !write) // Other memory accesses are not looked into.
      return !depends || isMemoryEffectFree(op) || op->getNumRegions() != 0;
    if (!depends)
      return true;
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
      return false;
    for (Operation *around = op->getParentOp(); around != body;
         around = around->getParentOp())
      if (!sharing.isShared(around))
        return false;
    hasAccess = true;
    return read ? isNeighbour(read.getMemRef(), read.getAffineMap(),
                              read.getMapOperands())
                : isNeighbour(write.getMemRef(), write.getAffineMap(),
                              write.getMapOperands());
  }

  /// Whether `value` is an index that depends on the dimension.
  bool isIndex(Value value) const {
    return value.getType().isIndex() && (sharing.of(value) & mask);
  }

  /// Whether elements of neighbouring iterations are neighbouring cells of a
  /// buffer, from a multiple of `neighbours` on, which it makes less if need
  /// be.
  bool isNeighbour(Value memref, AffineMap map, ValueRange operands) {
    auto alloc = memref.getDefiningOp<AllocOp>();
    auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
        cast<MemRefType>(memref.getType()).getMemorySpace());
    if (!alloc || !space || space.getValue() != gpu::AddressSpace::Workgroup)
      return false;
    std::optional<SmallVector<int64_t>> extents =
        alloc.getMapping().getStaticExtents();
    int64_t bytes = getElementBytes(alloc);
    if (!extents || extents->empty() || bytes == 0)
      return false;
    keepPowerOfTwo(kWidestAccess / bytes);
    keepPowerOfTwo(extents->back());

    AffineMap mapping = alloc.getMapping().getMap();
    MLIRContext *context = map.getContext();
    SmallVector<Value> values(operands);
    SmallVector<AffineExpr> symbols;
    for (Value symbol : alloc.getSymbols()) {
      symbols.push_back(
          getAffineSymbolExpr(values.size() - map.getNumDims(), context));
      values.push_back(symbol);
    }
    for (auto [cellDim, result] : llvm::enumerate(mapping.getResults())) {
      AffineExpr cell = result.replaceDimsAndSymbols(map.getResults(), symbols);
      SmallVector<int64_t> flat;
      if (failed(getFlattenedAffineExpr(cell, map.getNumDims(),
                                        values.size() - map.getNumDims(),
                                        &flat)) ||
          flat.size() != values.size() + 1)
        return false;
      bool isLast = cellDim + 1 == extents->size();
      if (!(isLast ? isRow(values, flat) : isOtherDim(values, flat)))
        return false;
    }
    return neighbours > 1;
  }

  bool isOtherDim(ArrayRef<Value> values, ArrayRef<int64_t> flat) const {
    return llvm::none_of(llvm::zip_first(values, flat), [&](auto term) {
      return std::get<1>(term) != 0 && isIndex(std::get<0>(term));
    });
  }

  bool isRow(ArrayRef<Value> values, ArrayRef<int64_t> flat) {
    // From the tile's lower bound on.
    llvm::SmallMapVector<Value, int64_t, 8> terms;
    int64_t constant = flat.back(), own = 0;
    auto add = [&](Value value, int64_t factor) {
      if (std::optional<int64_t> known = getConstantIntValue(value))
        constant += *known * factor;
      else
        terms[value] += factor;
    };
    for (auto [value, factor] : llvm::zip_first(values, flat)) {
      if (value == body.getOrigins()[jammed.dim])
        own += factor;
      else if (factor != 0 && isIndex(value))
        return false;
      else
        add(value, factor);
    }
    if (own != 1)
      return false;
    add(lower, 1);
    keepPowerOfTwo(constant);
    for (auto [value, factor] : terms)
      keepPowerOfTwo(factor);
    return true;
  }

  /// Lessens the neighbours to a divisor of `number`.
  void keepPowerOfTwo(int64_t number) {
    while (number % neighbours != 0)
      neighbours /= 2;
  }

  const JammedDim &jammed;
  JamMask mask;
  TileOp body;
  Value lower;
  JamSharing sharing;
  bool hasAccess = false;
  int64_t neighbours = kWidestAccess;
};

} // namespace

int64_t polymem::findNeighbours(const RegisterTilePlan &plan, unsigned number) {
  const JammedDim &jammed = plan.dims[number];
  bool isAlongX = llvm::any_of(jammed.deal.getDigits(), [](const Digit &digit) {
    return digit.unit == Unit::Thread && digit.axis == 0u;
  });
  if (!isAlongX || jammed.step != 1 || jammed.copies() != jammed.rounds)
    return 1;
  return NeighbourFinder(plan, number).find();
}

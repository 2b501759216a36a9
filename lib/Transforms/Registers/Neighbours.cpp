//===- Neighbours.cpp - iterations of a thread side by side ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbours.h"
#include "PolyMem/Analysis/Accesses/IndexForm.h"
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
    Type element = alloc.getType().getElementType();
    int64_t bytes = getElementBytes(alloc);
    if (!extents || extents->empty() || bytes == 0 || bytes > kWidestAccess ||
        !element.isIntOrFloat() || element.getIntOrFloatBitWidth() != 8 * bytes)
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
    SmallVector<AffineExpr> cells;
    for (AffineExpr result : mapping.getResults())
      cells.push_back(result.replaceDimsAndSymbols(map.getResults(), symbols));
    return llvm::none_of(ArrayRef(cells).drop_back(),
                         [&](AffineExpr cell) {
                           return dependsOnIndex(cell, map.getNumDims(),
                                                 values);
                         }) &&
           isRow(cells.back(), map.getNumDims(), values) && neighbours > 1;
  }

  /// Whether `expr`, of `numDims` dimensions and of symbols, all of which are
  /// `values`, has one that depends on the dimension.
  bool dependsOnIndex(AffineExpr expr, unsigned numDims,
                      ArrayRef<Value> values) const {
    for (auto [number, value] : llvm::enumerate(values))
      if (isIndex(value) &&
          (number < numDims ? expr.isFunctionOfDim(number)
                            : expr.isFunctionOfSymbol(number - numDims)))
        return true;
    return false;
  }

  bool isRow(AffineExpr expr, unsigned numDims, ArrayRef<Value> values) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, numDims, values.size() - numDims,
                                      &flat)) ||
        flat.size() != values.size() + 1)
      return false;
    // From the tile's lower bound on.
    IndexForm form{flat.back(), {}};
    auto add = [&](Value value, int64_t factor) {
      std::optional<int64_t> known = getConstantIntValue(value);
      form.add(known ? IndexForm{*known, {}} : IndexForm{0, {{value, 1}}},
               factor);
    };
    for (auto [value, factor] : llvm::zip_first(values, flat))
      if (factor != 0)
        add(value, factor);
    add(lower, 1);
    Value own = body.getOrigins()[jammed.dim];
    keepPowerOfTwo(form.constant);
    return llvm::count(form.terms, std::pair(own, int64_t(1))) == 1 &&
           llvm::all_of(form.terms, [&](const auto &term) {
             if (term.first == own)
               return true;
             keepPowerOfTwo(term.second);
             return !isIndex(term.first);
           });
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

//===- ScopBuilderAllocations.cpp - what allocations ask for --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents, sizes and layouts of arrays as functions of parameters and of the
// iterations that make them.
//
//===----------------------------------------------------------------------===//

#include "ScopBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

bool polymem::isAllocation(Value memref) {
  Operation *op = memref.getDefiningOp();
  return op && hasEffect<MemoryEffects::Allocate>(op, memref);
}

isl::set ScopBuilder::extentOf(const ScopArray &array, bool &shapeKnown) {
  if (array.kind != ScopArray::Kind::MemRef) {
    isl::set extent = isl::set::universe(isl::space(ctx, 0, array.depth));
    return extent.set_tuple_id(array.name);
  }
  Value memref = array.value;
  auto around = blockFrames.find(memref.getParentBlock());
  ScopFrame frame = array.depth != 0 ? around->second : outside;
  ScopFrame inner = frame.extended(SmallVector<Value>(array.rank));
  auto type = dyn_cast<MemRefType>(memref.getType());
  shapeKnown = static_cast<bool>(type);
  isl::pw_aff zero(isl::aff::zero_on_domain(inner.space()));
  Operation *alloc = memref.getDefiningOp();
  for (unsigned d = 0; d < array.rank; ++d) {
    isl::pw_aff size;
    if (!type.isDynamicDim(d))
      size = isl::aff(isl::local_space(inner.space()),
                      isl::val(ctx, (long)type.getDimSize(d)));
    else if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(alloc))
      size = affineValue(alloc->getOperand(type.getDynamicDimIndex(d)), inner);
    else
      for (auto &[id, value] : scop->params)
        if (auto dim = value.getDefiningOp<memref::DimOp>();
            dim && dim.getConstantIndex() == d) {
          Value source = dim.getSource();
          while (auto cast = source.getDefiningOp<memref::CastOp>())
            source = cast.getSource();
          if (source == memref)
            size = paramAff(id, inner);
        }
    isl::pw_aff coordinate = inner.dim(frame.depth() + d);
    inner.domain = inner.domain.intersect(coordinate.ge_set(zero));
    if (size.is_null())
      shapeKnown = false;
    else
      inner.domain = inner.domain.intersect(coordinate.lt_set(size));
  }
  return inner.domain.set_tuple_id(array.name);
}

void ScopBuilder::traceLayoutSymbols(ScopArray &array) {
  Operation *alloc = array.value ? array.value.getDefiningOp() : nullptr;
  auto type =
      array.value ? dyn_cast<MemRefType>(array.value.getType()) : nullptr;
  if (!alloc || !type || !isAllocation(array.value))
    return;
  unsigned count = type.getLayout().getAffineMap().getNumSymbols();
  if (count > alloc->getNumOperands())
    return;
  auto around = blockFrames.find(array.value.getParentBlock());
  ScopFrame frame = array.depth != 0 ? around->second : outside;
  ScopFrame inner = frame.extended(SmallVector<Value>(array.rank));
  for (Value symbol : alloc->getOperands().take_back(count)) {
    isl::pw_aff aff = affineValue(symbol, inner);
    if (!aff.is_null())
      aff = aff.set_tuple_id(isl::dim::in, isl::id(ctx, array.name));
    array.layoutSymbols.push_back(aff);
  }
}

void ScopBuilder::traceAllocation(ScopArray &array) {
  Operation *alloc = array.value ? array.value.getDefiningOp() : nullptr;
  auto type =
      array.value ? dyn_cast<MemRefType>(array.value.getType()) : nullptr;
  auto around = blockFrames.find(alloc ? alloc->getBlock()
                                       : static_cast<Block *>(nullptr));
  if (!type || around == blockFrames.end() || !isAllocation(array.value))
    return;
  ScopFrame inner = around->second.extended(SmallVector<Value>(array.rank));
  array.made = inner.domain.set_tuple_id(array.name);
  // The dynamic sizes come first, then the layout's symbols. Of operations with
  // further operands nothing is known; of those that give memory a layout of
  // their own the sizes matter where that is not affine. (Each may be a
  // parameter more, which makes all work slower.)
  AffineMap layout = type.getLayout().getAffineMap();
  bool isKnown = alloc->getNumOperands() ==
                     type.getNumDynamicDims() + layout.getNumSymbols() &&
                 (isa<memref::AllocOp, memref::AllocaOp>(alloc) ||
                  type.getLayout().isIdentity() ||
                  !llvm::all_of(layout.getResults(), [](AffineExpr cell) {
                    return cell.isPureAffine();
                  }));
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    isl::pw_aff size;
    if (!type.isDynamicDim(d))
      size = isl::aff(isl::local_space(inner.space()),
                      isl::val(ctx, std::to_string(extent)));
    else if (isKnown)
      size = affineValue(alloc->getOperand(type.getDynamicDimIndex(d)), inner);
    if (!size.is_null())
      size = size.set_tuple_id(isl::dim::in, isl::id(ctx, array.name));
    array.sizes.push_back(size);
  }
}

void ScopBuilder::addUnusedAllocations() {
  root->walk([&](Operation *op) {
    if (blockFrames.count(op->getBlock()))
      for (Value result : op->getResults())
        if (isa<BaseMemRefType>(result.getType()) && isAllocation(result))
          arrayFor(result);
  });
}

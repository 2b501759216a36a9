//===- ShapeScalars.cpp - arrays of rank 0 get a dimension ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "SegmentCalls.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_PREMSHAPESCALARSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The type of `array` with a dimension, if it has none; else null.
static MemRefType shaped(Value array) {
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type || type.getRank() != 0 || !type.getLayout().isIdentity())
    return {};
  return MemRefType::get({1}, type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// All that is done with `array` are loads, stores and its end.
static bool isAccessedOnly(Value array) {
  return llvm::all_of(array.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<affine::AffineStoreOp>(user))
      return store.getValueToStore() != array;
    if (auto store = dyn_cast<memref::StoreOp>(user))
      return store.getValueToStore() != array;
    return isa<affine::AffineLoadOp, memref::LoadOp, memref::DeallocOp>(user);
  });
}

/// Loads and stores of `array`, which has a dimension now, get the index 0.
static void indexAccesses(IRRewriter &rewriter, Value array) {
  AffineMap zero = AffineMap::getConstantMap(0, rewriter.getContext());
  for (Operation *user : llvm::to_vector(array.getUsers())) {
    rewriter.setInsertionPoint(user);
    Location loc = user->getLoc();
    if (auto load = dyn_cast<affine::AffineLoadOp>(user))
      rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(load, array, zero,
                                                        ValueRange());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(user))
      rewriter.replaceOpWithNewOp<affine::AffineStoreOp>(
          store, store.getValueToStore(), array, zero, ValueRange());
    else if (auto load = dyn_cast<memref::LoadOp>(user))
      rewriter.replaceOpWithNewOp<memref::LoadOp>(
          load, array,
          ValueRange(arith::ConstantIndexOp::create(rewriter, loc, 0)));
    else if (auto store = dyn_cast<memref::StoreOp>(user))
      rewriter.replaceOpWithNewOp<memref::StoreOp>(
          store, store.getValueToStore(), array,
          ValueRange(arith::ConstantIndexOp::create(rewriter, loc, 0)));
  }
}

namespace {
struct PremShapeScalarsPass
    : polymem::impl::PremShapeScalarsPassBase<PremShapeScalarsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() &&
          SymbolTable::symbolKnownUseEmpty(func, getOperation()))
        shapeAll(func);
  }

  void shapeAll(func::FuncOp func) {
    SmallVector<Value> arrays;
    for (Value argument : func.getArguments())
      if (shaped(argument))
        arrays.push_back(argument);
    func.walk([&](Operation *op) {
      if (isa<memref::AllocOp, memref::AllocaOp>(op) &&
          shaped(op->getResult(0)))
        arrays.push_back(op->getResult(0));
    });
    if (arrays.empty() || !llvm::all_of(arrays, isAccessedOnly))
      return;
    IRRewriter rewriter(&getContext());
    for (Value array : arrays) {
      array.setType(shaped(array));
      if (auto argument = dyn_cast<BlockArgument>(array))
        func.setArgAttr(argument.getArgNumber(), kScalarAttr,
                        rewriter.getUnitAttr());
      indexAccesses(rewriter, array);
    }
    func.setFunctionType(FunctionType::get(
        &getContext(), func.front().getArgumentTypes(), func.getResultTypes()));
  }
};
} // namespace

//===- PromoteRewriter.cpp - apply a promotion plan -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromoteRewriter.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

PromoteRewriter::PromoteRewriter(Operation *block, Attribute memorySpace)
    : block(block), anchor(block), memorySpace(memorySpace) {
  while (!isa<FunctionOpInterface>(anchor->getParentOp()))
    anchor = anchor->getParentOp();
}

Value polymem::availableAt(OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  Operation *here = builder.getInsertionPoint() == builder.getBlock()->end()
                        ? nullptr
                        : &*builder.getInsertionPoint();
  if (!op)
    return value;
  // Values of blocks around the insertion point that come before it.
  if (op->getBlock()->findAncestorOpInBlock(*builder.getBlock()->getParentOp()))
    return value;
  if (op->getBlock() == builder.getBlock() &&
      (!here || op->isBeforeInBlock(here)))
    return value;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, availableAt(builder, operand));
  Operation *clone = builder.clone(*op, mapping);
  return clone->getResult(cast<OpResult>(value).getResultNumber());
}

Value polymem::extentValue(OpBuilder &builder, Location loc,
                           const BufferForm::Minimum &minimum) {
  SmallVector<Value> operands;
  for (Value operand : minimum.operands)
    operands.push_back(availableAt(builder, operand));
  MLIRContext *context = builder.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  if (minimum.map.getNumResults() == 1) {
    AffineMap clamped = AffineMap::get(
        0, operands.size(), {minimum.map.getResult(0), zero}, context);
    return affine::AffineMaxOp::create(builder, loc, clamped, operands);
  }
  Value least =
      affine::AffineMinOp::create(builder, loc, minimum.map, operands);
  AffineMap clamped =
      AffineMap::get(0, 1, {getAffineSymbolExpr(0, context), zero}, context);
  return affine::AffineMaxOp::create(builder, loc, clamped, least);
}

SmallVector<PromoteRewriter::Extents>
PromoteRewriter::makeExtents(ArrayRef<const BufferPlan *> buffers) const {
  OpBuilder builder(anchor);
  // The same extent is computed once.
  DenseMap<std::pair<AffineMap, ArrayRef<Value>>, Value> known;
  SmallVector<Extents> result;
  for (const BufferPlan *buffer : buffers) {
    Extents &values = result.emplace_back();
    for (const BufferForm::Minimum &minimum : buffer->form.minima) {
      Value &value = known[{minimum.map, minimum.operands}];
      if (!value)
        value = extentValue(builder, block->getLoc(), minimum);
      values.push_back(value);
    }
  }
  return result;
}

Value PromoteRewriter::makeBytes(ArrayRef<const BufferPlan *> buffers,
                                 ArrayRef<Extents> extents, int64_t alignment,
                                 int64_t most) const {
  OpBuilder builder(anchor);
  Location loc = block->getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  // Products of this and a size do not wrap.
  Value tooMany = constant(most + 1);
  auto atMost = [&](Value value) -> Value {
    return arith::MinSIOp::create(builder, loc, value, tooMany);
  };
  Value total = constant(0);
  for (auto [buffer, sizes] : llvm::zip_equal(buffers, extents)) {
    int64_t constantBytes = *buffer->box.constantCells() * buffer->elementBytes;
    Value bytes = constant(std::min(constantBytes, most + 1));
    for (Value size : sizes)
      bytes = atMost(arith::MulIOp::create(builder, loc, bytes, atMost(size)));
    if (constantBytes % alignment != 0) {
      Value units =
          arith::CeilDivSIOp::create(builder, loc, bytes, constant(alignment));
      bytes = arith::MulIOp::create(builder, loc, units, constant(alignment));
    }
    total = arith::AddIOp::create(builder, loc, total, bytes);
  }
  return total;
}

Value PromoteRewriter::makeFits(ArrayRef<const BufferPlan *> buffers,
                                ArrayRef<Extents> extents, int64_t alignment,
                                int64_t capacity) const {
  Value bytes = makeBytes(buffers, extents, alignment, capacity);
  OpBuilder builder(anchor);
  Location loc = block->getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                     bytes, constant(capacity));
  return arith::SelectOp::create(builder, loc, fits, constant(1), constant(0));
}

void PromoteRewriter::assertCapacity(Value bytes, int64_t capacity) const {
  OpBuilder builder(anchor);
  Location loc = block->getLoc();
  Value most = arith::ConstantIndexOp::create(builder, loc, capacity);
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                     bytes, most);
  cf::AssertOp::create(builder, loc, fits,
                       "scratch-promote: the buffers of a tile exceed " +
                           std::to_string(capacity) + " bytes");
}

SmallVector<scratch::AllocOp>
PromoteRewriter::apply(ArrayRef<const BufferPlan *> buffers,
                       ArrayRef<Extents> extents) const {
  Location loc = block->getLoc();
  auto tile = dyn_cast<scratch::TileOp>(block);
  OpBuilder start(block), end(block), outer(anchor);
  if (tile) {
    start.setInsertionPointToStart(&tile.getBody().front());
    end.setInsertionPoint(tile.getBody().front().getTerminator());
  } else {
    end.setInsertionPointAfter(block);
  }

  SmallVector<scratch::AllocOp> allocs;
  SmallVector<SmallVector<Value>> arraySizes;
  for (auto [buffer, values] : llvm::zip_equal(buffers, extents)) {
    // Sizes go to the function's level if the array is known there, so that
    // hoisting the buffer later meets no obstacle.
    Value array = buffer->form.array;
    bool atAnchor =
        isa<FunctionOpInterface>(array.getParentRegion()->getParentOp());
    SmallVector<Value> sizes =
        dynamicSizes(atAnchor ? outer : start, array.getLoc(), array);
    arraySizes.push_back(sizes);
    SmallVector<Value> symbols;
    for (Value symbol : buffer->form.symbols)
      symbols.push_back(availableAt(start, symbol));
    llvm::append_range(symbols, values);
    allocs.push_back(BufferBuilder(memorySpace)
                         .create(start, loc, cast<MemRefType>(array.getType()),
                                 sizes, buffer->form.cells,
                                 buffer->form.extents, symbols));
  }
  auto setsOf = [&](const CopyForm &copy) {
    SmallVector<Attribute> sets;
    for (IntegerSet set : copy.sets)
      sets.push_back(IntegerSetAttr::get(set));
    return start.getArrayAttr(sets);
  };
  for (auto [buffer, alloc, sizes] : llvm::zip(buffers, allocs, arraySizes)) {
    if (buffer->form.in.sets.empty())
      continue;
    SmallVector<Value> symbols;
    for (Value symbol : buffer->form.in.symbols)
      symbols.push_back(availableAt(start, symbol));
    if (buffer->form.in.clipped)
      llvm::append_range(symbols, sizes);
    scratch::CopyInOp::create(start, loc, /*token=*/Type(), buffer->form.array,
                              alloc, symbols, setsOf(buffer->form.in));
  }
  for (auto [buffer, alloc, sizes] : llvm::zip(buffers, allocs, arraySizes)) {
    if (buffer->form.out.sets.empty())
      continue;
    SmallVector<Value> symbols;
    for (Value symbol : buffer->form.out.symbols)
      symbols.push_back(availableAt(end, symbol));
    if (buffer->form.out.clipped)
      llvm::append_range(symbols, sizes);
    scratch::CopyOutOp::create(end, loc, /*token=*/Type(), alloc,
                               buffer->form.array, symbols,
                               setsOf(buffer->form.out));
  }
  for (auto [buffer, alloc] : llvm::zip(buffers, allocs))
    for (const DataSpace &space : buffer->group.spaces)
      space.access->op->replaceUsesOfWith(buffer->form.array, alloc);
  return allocs;
}

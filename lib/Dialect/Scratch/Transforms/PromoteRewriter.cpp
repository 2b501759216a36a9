//===- PromoteRewriter.cpp - apply a promotion plan -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromoteRewriter.h"
#include "PolyMem/Polyhedral/IslAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

bool polymem::isFunctionLevel(Value value) {
  if (isa<FunctionOpInterface>(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), isFunctionLevel);
}

PromoteRewriter::PromoteRewriter(Operation *block, const Scop &scop,
                                 Attribute memorySpace)
    : block(block), anchor(block), scop(scop), memorySpace(memorySpace) {
  while (!isa<FunctionOpInterface>(anchor->getParentOp()))
    anchor = anchor->getParentOp();
}

/// `value` exists where the block starts, or can be computed there.
bool PromoteRewriter::isAvailable(Value value) const {
  Operation *parent = value.getParentRegion()->getParentOp();
  if (!block->isAncestor(parent) ||
      (parent == block && isa<BlockArgument>(value)))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isAvailable(operand); });
}

/// A value that is the same as `value`, which is available, at the builder's
/// insertion point: the block's start or the anchor.
Value PromoteRewriter::available(OpBuilder &builder, Value value) const {
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
    mapping.map(operand, available(builder, operand));
  Operation *clone = builder.clone(*op, mapping);
  return clone->getResult(cast<OpResult>(value).getResultNumber());
}

/// `set` without parameters that it does not mention, and the mentioned ones.
static isl::set usedParameters(isl::set set, SmallVectorImpl<isl::id> &ids) {
  isl::size size = set.dim(isl::dim::param);
  if (size.is_error())
    return {};
  for (int k = size.release(); k-- > 0;) {
    if (set.involves_dims(isl::dim::param, k, 1).is_true())
      ids.insert(ids.begin(), set.dim_id(isl::dim::param, k));
    else
      set = set.project_out(isl::dim::param, k, 1);
  }
  return set;
}

bool PromoteRewriter::prepareCopy(const isl::set &set, PreparedCopy &copy,
                                  std::string &reason) const {
  SmallVector<isl::id> ids;
  isl::set used = usedParameters(set, ids);
  auto sets = setToIntegerSets(used, ids, block->getContext());
  if (failed(sets)) {
    reason = "a copy set has no affine form: " + islToString(set);
    return false;
  }
  copy.sets = *sets;
  for (const isl::id &id : ids)
    copy.symbols.push_back(scop.parameterValue(id));
  return true;
}

/// The parameters that `aff` mentions are added to `ids`.
static void addParameters(const isl::aff &aff, SmallVectorImpl<isl::id> &ids) {
  isl::space space = aff.domain_space();
  for (int k = 0, e = space.dim(isl::dim::param).release(); k < e; ++k) {
    isl::id id = space.dim_id(isl::dim::param, k);
    if (!aff.involves_param(id).is_true())
      continue;
    if (llvm::none_of(
            ids, [&](const isl::id &other) { return other.get() == id.get(); }))
      ids.push_back(id);
  }
}

/// Restricts the sets to the array: `d_k < size_k` for each dynamic dimension.
/// A may-access may stand for an access that does not happen because the
/// program knows better (`if (i < size)`); a copy must not touch what is not
/// there. (Static sizes are in the sets already.)
static void clipToArray(PreparedCopy &copy, MemRefType type) {
  copy.clipped = true;
  unsigned numSymbols = copy.symbols.size();
  for (IntegerSet &set : copy.sets) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    unsigned symbol = numSymbols;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d))
        continue;
      constraints.push_back(getAffineSymbolExpr(symbol++, type.getContext()) -
                            getAffineDimExpr(d, type.getContext()) - 1);
      equalities.push_back(false);
    }
    set = IntegerSet::get(set.getNumDims(), symbol, constraints, equalities);
  }
}

std::optional<PreparedBuffer>
PromoteRewriter::prepare(const BufferPlan &plan, std::string &reason) const {
  PreparedBuffer result;
  result.plan = &plan;
  result.array = scop.arrays()[plan.group.array].value;
  MLIRContext *context = block->getContext();

  // Symbols: parameters of the corner, then extents that are not constant.
  SmallVector<isl::id> ids;
  for (const BufferDim &dim : plan.box.dims) {
    if (!dim.stored)
      continue;
    addParameters(dim.lower, ids);
  }
  for (const isl::id &id : ids)
    result.symbols.push_back(scop.parameterValue(id));

  SmallVector<AffineExpr> cells, extents;
  for (auto [d, dim] : llvm::enumerate(plan.box.dims)) {
    if (!dim.stored)
      continue;
    AffineExpr lower = affToAffineExpr(dim.lower, ids, context);
    if (!lower) {
      reason = "a lower bound has no affine form: " + islToString(dim.lower);
      return std::nullopt;
    }
    cells.push_back(simplifyAffineExpr(getAffineDimExpr(d, context) - lower,
                                       plan.box.dims.size(), ids.size()));
    if (dim.constant) {
      extents.push_back(getAffineConstantExpr(*dim.constant, context));
      continue;
    }
    // A minimum is no affine expression, and where no tile runs a size may be
    // negative: the extent max(0, min(...)) becomes a symbol of its own.
    PreparedBuffer::Minimum minimum;
    SmallVector<isl::id> sizes;
    for (const isl::aff &extent : dim.extents)
      addParameters(extent, sizes);
    SmallVector<AffineExpr> results;
    for (const isl::aff &extent : dim.extents)
      results.push_back(affToAffineExpr(extent, sizes, context));
    if (llvm::is_contained(results, AffineExpr())) {
      reason = "an extent has no affine form";
      return std::nullopt;
    }
    minimum.map = AffineMap::get(0, sizes.size(), results, context);
    for (const isl::id &id : sizes)
      minimum.operands.push_back(scop.parameterValue(id));
    extents.push_back(getAffineSymbolExpr(
        result.symbols.size() + result.minima.size(), context));
    result.minima.push_back(std::move(minimum));
  }
  unsigned numSymbols = result.symbols.size() + result.minima.size();
  result.mapping = scratch::MappingAttr::get(
      context, AffineMap::get(plan.box.dims.size(), numSymbols, cells, context),
      AffineMap::get(0, numSymbols, extents, context));
  if (!prepareCopy(plan.copies.in, result.in, reason) ||
      !prepareCopy(plan.copies.out, result.out, reason))
    return std::nullopt;
  auto type = cast<MemRefType>(result.array.getType());
  bool uncertain = llvm::any_of(
      plan.group.spaces, [](const DataSpace &space) { return !space.must; });
  if (uncertain && !type.hasStaticShape()) {
    clipToArray(result.in, type);
    clipToArray(result.out, type);
  }
  for (ArrayRef<Value> values :
       {ArrayRef<Value>(result.symbols), ArrayRef<Value>(result.in.symbols),
        ArrayRef<Value>(result.out.symbols)})
    for (Value value : values)
      if (!value || !isAvailable(value)) {
        reason = "a parameter is computed inside the tile";
        return std::nullopt;
      }
  return result;
}

/// The sizes of the dynamic dimensions of `array`. They are computed as far out
/// as possible, so that hoisting the buffer later meets no obstacle.
static SmallVector<Value> dynamicSizes(OpBuilder &builder, Value array) {
  auto type = cast<MemRefType>(array.getType());
  SmallVector<Value> sizes;
  for (unsigned d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(
          builder.createOrFold<memref::DimOp>(array.getLoc(), array, d));
  return sizes;
}

Value PromoteRewriter::extentValue(
    OpBuilder &builder, const PreparedBuffer::Minimum &minimum) const {
  Location loc = block->getLoc();
  SmallVector<Value> operands;
  for (Value operand : minimum.operands)
    operands.push_back(available(builder, operand));
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

void PromoteRewriter::assertCapacity(ArrayRef<PreparedBuffer> buffers,
                                     ArrayRef<SmallVector<Value>> minima,
                                     int64_t capacity) const {
  OpBuilder builder(anchor);
  Location loc = block->getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value total = constant(0);
  for (auto [k, buffer] : llvm::enumerate(buffers)) {
    int64_t constantBytes =
        *buffer.plan->box.constantCells() * buffer.plan->elementBytes;
    Value bytes = constant(constantBytes);
    for (Value extent : minima[k])
      bytes = arith::MulIOp::create(builder, loc, bytes, extent);
    total = arith::AddIOp::create(builder, loc, total, bytes);
  }
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                     total, constant(capacity));
  cf::AssertOp::create(builder, loc, fits,
                       "scratch-promote: the buffers of a tile exceed " +
                           std::to_string(capacity) + " bytes");
}

void PromoteRewriter::apply(ArrayRef<PreparedBuffer> buffers,
                            std::optional<int64_t> capacity) const {
  Location loc = block->getLoc();
  auto tile = dyn_cast<scratch::TileOp>(block);
  OpBuilder start(block), end(block), outer(anchor);
  if (tile) {
    start.setInsertionPointToStart(&tile.getBody().front());
    end.setInsertionPoint(tile.getBody().front().getTerminator());
  } else {
    end.setInsertionPointAfter(block);
  }

  // The same extent is computed once.
  DenseMap<std::pair<AffineMap, ArrayRef<Value>>, Value> known;
  SmallVector<SmallVector<Value>> minima;
  for (const PreparedBuffer &buffer : buffers) {
    SmallVector<Value> &values = minima.emplace_back();
    for (const PreparedBuffer::Minimum &minimum : buffer.minima) {
      Value &value = known[{minimum.map, minimum.operands}];
      if (!value)
        value = extentValue(outer, minimum);
      values.push_back(value);
    }
  }
  if (capacity)
    assertCapacity(buffers, minima, *capacity);

  SmallVector<Value> allocs;
  SmallVector<SmallVector<Value>> arraySizes;
  for (auto [buffer, values] : llvm::zip(buffers, minima)) {
    auto type = cast<MemRefType>(buffer.array.getType());
    auto bufferType = MemRefType::get(type.getShape(), type.getElementType(),
                                      buffer.mapping, memorySpace);
    // Sizes go to the function's level if the array is known there.
    Value array = buffer.array;
    bool atAnchor =
        isa<FunctionOpInterface>(array.getParentRegion()->getParentOp());
    SmallVector<Value> sizes = dynamicSizes(atAnchor ? outer : start, array);
    arraySizes.push_back(sizes);
    SmallVector<Value> symbols;
    for (Value symbol : buffer.symbols)
      symbols.push_back(available(start, symbol));
    llvm::append_range(symbols, values);
    allocs.push_back(
        scratch::AllocOp::create(start, loc, bufferType, sizes, symbols));
  }
  auto setsOf = [&](const PreparedCopy &copy) {
    SmallVector<Attribute> sets;
    for (IntegerSet set : copy.sets)
      sets.push_back(IntegerSetAttr::get(set));
    return start.getArrayAttr(sets);
  };
  for (auto [buffer, alloc, sizes] : llvm::zip(buffers, allocs, arraySizes)) {
    if (buffer.in.sets.empty())
      continue;
    SmallVector<Value> symbols;
    for (Value symbol : buffer.in.symbols)
      symbols.push_back(available(start, symbol));
    if (buffer.in.clipped)
      llvm::append_range(symbols, sizes);
    scratch::CopyInOp::create(start, loc, /*token=*/Type(), buffer.array, alloc,
                              symbols, setsOf(buffer.in));
  }
  for (auto [buffer, alloc, sizes] : llvm::zip(buffers, allocs, arraySizes)) {
    if (buffer.out.sets.empty())
      continue;
    SmallVector<Value> symbols;
    for (Value symbol : buffer.out.symbols)
      symbols.push_back(available(end, symbol));
    if (buffer.out.clipped)
      llvm::append_range(symbols, sizes);
    scratch::CopyOutOp::create(end, loc, /*token=*/Type(), alloc, buffer.array,
                               symbols, setsOf(buffer.out));
  }
  for (auto [buffer, alloc] : llvm::zip(buffers, allocs))
    for (const DataSpace &space : buffer.plan->group.spaces)
      space.access->op->replaceUsesOfWith(buffer.array, alloc);
}

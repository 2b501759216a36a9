//===- MoveWebs.cpp - arrays of their own for webs ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveWebs.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// `value` is there in front of `op`, an operation of a function's body.
static bool isInFrontOf(Value value, Operation *op) {
  Operation *definition = value.getDefiningOp();
  if (!definition)
    return cast<BlockArgument>(value).getOwner() == op->getBlock();
  return definition->getBlock() == op->getBlock() &&
         definition->isBeforeInBlock(op);
}

/// The expression needs symbols that `form` has in front of the web only.
static bool isExpressible(AffineExpr expr, const WebForm &form) {
  if (!expr)
    return false;
  bool known = true;
  expr.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
      Value value = form.symbols[symbol.getPosition()];
      known &= isInFrontOf(value, form.first) && affine::isValidSymbol(value);
    }
    known &= !isa<AffineDimExpr>(part);
  });
  return known;
}

std::optional<WebForm> WebForm::of(const Scop &scop, const ArrayWeb &web,
                                   unsigned long maxIslOperations) {
  Block &body = scop.root()->getRegion(0).front();
  WebForm form;
  form.first = body.findAncestorOpInBlock(*web.accesses.front()->op);
  form.last = body.findAncestorOpInBlock(*web.accesses.back()->op);
  auto type = dyn_cast<MemRefType>(web.array->value.getType());
  if (!form.first || !form.last || !type ||
      !isInFrontOf(web.array->value, form.first))
    return std::nullopt;
  MLIRContext *context = scop.root()->getContext();
  SmallVector<isl::id> ids;
  for (auto &[id, value] : scop.parameters()) {
    ids.push_back(id);
    form.symbols.push_back(value);
  }
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  for (const WebLoop &loop : web.loops) {
    AffineExpr lower = affToAffineExpr(loop.lower, ids, context);
    AffineExpr upper = affToAffineExpr(loop.upper, ids, context);
    if (!isExpressible(lower, form) || !isExpressible(upper, form))
      break;
    isl::set negative = loop.upper.add_constant(isl::val(scop.ctx(), 1))
                            .lt_set(loop.lower)
                            .params()
                            .intersect(scop.context());
    form.lower.push_back(lower);
    form.extent.push_back(simplifyAffineExpr(upper - lower + 1, /*numDims=*/0,
                                             form.symbols.size()));
    form.mayBeNegative.push_back(!negative.is_empty().is_true());
  }
  return form;
}

/// The extents of `memref` as values, where they are not in its type.
static std::optional<int64_t> elementsOf(Value memref,
                                         const AssumedSizes &sizes) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t product = 1;
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    int64_t size = extent;
    if (ShapedType::isDynamic(extent)) {
      Operation *alloc = memref.getDefiningOp();
      if (!alloc)
        size = sizes.valueOf(memref, d);
      else if (isa<memref::AllocOp, memref::AllocaOp>(alloc))
        size = sizes.valueOf(alloc->getOperand(type.getDynamicDimIndex(d)));
      else
        return std::nullopt;
    }
    if (llvm::MulOverflow(product, size, product))
      return std::nullopt;
  }
  return product;
}

static std::optional<int64_t> inBytes(std::optional<int64_t> elements,
                                      MemRefType type) {
  int64_t bytes;
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  if (!elements ||
      llvm::MulOverflow<int64_t>(*elements, llvm::divideCeil(bits, 8), bytes))
    return std::nullopt;
  return bytes;
}

std::optional<int64_t> polymem::bytesOf(Value memref,
                                        const AssumedSizes &sizes) {
  return inBytes(elementsOf(memref, sizes),
                 cast<MemRefType>(memref.getType()));
}

std::optional<int64_t> WebForm::bytes(const ArrayWeb &web, unsigned depth,
                                      const AssumedSizes &sizes) const {
  std::optional<int64_t> product = elementsOf(web.array->value, sizes);
  Builder builder(web.array->value.getContext());
  SmallVector<AffineExpr> values;
  for (Value symbol : symbols)
    values.push_back(builder.getAffineConstantExpr(sizes.valueOf(symbol)));
  for (unsigned d = 0; d < depth && product; ++d) {
    auto size = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(extent[d].replaceSymbols(values), 0, 0));
    int64_t next;
    if (!size ||
        llvm::MulOverflow(*product, std::max<int64_t>(size.getValue(), 0),
                          next))
      return std::nullopt;
    product = next;
  }
  return inBytes(product, cast<MemRefType>(web.array->value.getType()));
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {

/// Moves one web in a copy of its function.
class Mover {
public:
  Mover(const Scop &scop, const ArrayWeb &web, const WebForm &form,
        unsigned depth, const IRMapping &counterpart)
      : scop(scop), web(web), form(form), depth(depth),
        counterpart(counterpart),
        old(counterpart.lookup(web.array->value)) {}

  void allocate();
  void redirectAccesses();
  LogicalResult copyBack(unsigned long maxIslOperations);
  void free();

private:
  /// Subscripts as operands of a map.
  struct Subscripts {
    AffineMap map;
    SmallVector<Value> operands;
  };
  /// Those of the access `op`, an operation of the copy.
  static Subscripts subscriptsOf(Operation *op);
  /// Those of the web's own array, for the values `ivs` of the loops.
  Subscripts expanded(const Subscripts &subscripts, ValueRange ivs) const;
  Value symbol(Value value) const {
    return counterpart.lookupOrDefault(value);
  }
  LogicalResult copyLast(OpBuilder &builder, const LastWrite &last,
                         unsigned long maxIslOperations);

  const Scop &scop;
  const ArrayWeb &web;
  const WebForm &form;
  unsigned depth;
  const IRMapping &counterpart;
  Value old, own;
  /// The operation that the copies back, if any, stand behind.
  Operation *end = nullptr;
};

} // namespace

/// How many elements dimension `d` of `memref` has.
static Value sizeOf(OpBuilder &builder, Location loc, Value memref,
                    unsigned d) {
  Operation *alloc = memref.getDefiningOp();
  if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(alloc))
    return alloc->getOperand(
        cast<MemRefType>(memref.getType()).getDynamicDimIndex(d));
  return memref::DimOp::create(builder, loc, memref, d);
}

void Mover::allocate() {
  Operation *first = counterpart.lookup(form.first);
  OpBuilder builder(first);
  Location loc = web.accesses.front()->op->getLoc();
  auto type = cast<MemRefType>(old.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  SmallVector<Value> symbols =
      llvm::map_to_vector(form.symbols, [&](Value v) { return symbol(v); });
  for (unsigned d = 0; d < depth; ++d) {
    if (auto constant = dyn_cast<AffineConstantExpr>(form.extent[d])) {
      shape.push_back(std::max<int64_t>(constant.getValue(), 0));
      continue;
    }
    shape.push_back(ShapedType::kDynamic);
    SmallVector<AffineExpr> results = {form.extent[d]};
    if (form.mayBeNegative[d])
      results.push_back(builder.getAffineConstantExpr(0));
    AffineMap map =
        AffineMap::get(0, symbols.size(), results, builder.getContext());
    SmallVector<Value> operands = symbols;
    affine::canonicalizeMapAndOperands(&map, &operands);
    if (form.mayBeNegative[d])
      dynamic.push_back(
          affine::AffineMaxOp::create(builder, loc, map, operands));
    else if (map.getNumResults() == 1 && operands.size() == 1 &&
             (map.getResult(0) == builder.getAffineSymbolExpr(0) ||
              map.getResult(0) == builder.getAffineDimExpr(0)))
      dynamic.push_back(operands.front());
    else
      dynamic.push_back(
          affine::AffineApplyOp::create(builder, loc, map, operands));
  }
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    shape.push_back(extent);
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(sizeOf(builder, loc, old, d));
  }
  // Where arrays of callers are says nothing of those made here.
  Attribute space = old.getDefiningOp() ? type.getMemorySpace() : Attribute();
  auto ownType = MemRefType::get(shape, type.getElementType(),
                                 MemRefLayoutAttrInterface(), space);
  // What was on the stack stays there: no more than it was.
  if (depth == 0 && old.getDefiningOp<memref::AllocaOp>())
    own = memref::AllocaOp::create(builder, loc, ownType, dynamic);
  else
    own = memref::AllocOp::create(builder, loc, ownType, dynamic);
}

Mover::Subscripts Mover::subscriptsOf(Operation *op) {
  Subscripts result;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    result.map = load.getAffineMap();
    result.operands = llvm::to_vector(load.getMapOperands());
  } else {
    auto store = cast<affine::AffineStoreOp>(op);
    result.map = store.getAffineMap();
    result.operands = llvm::to_vector(store.getMapOperands());
  }
  affine::fullyComposeAffineMapAndOperands(&result.map, &result.operands);
  return result;
}

Mover::Subscripts Mover::expanded(const Subscripts &subscripts,
                                  ValueRange ivs) const {
  MLIRContext *context = old.getContext();
  unsigned numSymbols = form.symbols.size();
  SmallVector<AffineExpr> results;
  for (unsigned d = 0; d < depth; ++d)
    results.push_back(getAffineDimExpr(d, context) - form.lower[d]);
  AffineMap shifted =
      subscripts.map.shiftDims(depth).shiftSymbols(numSymbols);
  llvm::append_range(results, shifted.getResults());
  ValueRange all = subscripts.operands;
  unsigned numDims = subscripts.map.getNumDims();
  Subscripts result;
  result.map = AffineMap::get(depth + numDims,
                              numSymbols + subscripts.map.getNumSymbols(),
                              results, context);
  llvm::append_range(result.operands, ivs.take_front(depth));
  llvm::append_range(result.operands, all.take_front(numDims));
  for (Value value : form.symbols)
    result.operands.push_back(symbol(value));
  llvm::append_range(result.operands, all.drop_front(numDims));
  affine::canonicalizeMapAndOperands(&result.map, &result.operands);
  return result;
}

void Mover::redirectAccesses() {
  for (const ScopAccess *access : web.accesses) {
    Operation *op = counterpart.lookup(access->op);
    SmallVector<Value> ivs;
    for (unsigned d = 0; d < depth; ++d)
      ivs.push_back(counterpart.lookup(web.loops[d].iv));
    Subscripts subscripts = expanded(subscriptsOf(op), ivs);
    SmallVector<Value> operands;
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      operands.push_back(store.getValueToStore());
    operands.push_back(own);
    llvm::append_range(operands, subscripts.operands);
    op->setOperands(operands);
    op->setAttr(affine::AffineLoadOp::getMapAttrStrName(),
                AffineMapAttr::get(subscripts.map));
  }
}

LogicalResult Mover::copyLast(OpBuilder &builder, const LastWrite &last,
                              unsigned long maxIslOperations) {
  const ScopStatement &statement = scop.statements()[last.access->statement];
  // The subscripts in the array as it was.
  Subscripts before = subscriptsOf(last.access->op);
  Location loc = last.access->op->getLoc();
  auto parameters = [&](const isl::id &id) -> Value {
    Value value = scop.parameterValue(id);
    return value && isInFrontOf(value, form.first) ? symbol(value) : Value();
  };
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  auto copyOne = [&](OpBuilder &inner, ValueRange coordinates) {
    IRMapping here;
    for (auto [iv, coordinate] : llvm::zip(statement.ivs, coordinates))
      here.map(iv, coordinate);
    Subscripts to = before;
    for (Value &operand : to.operands) {
      if (!here.contains(operand) && !isInFrontOf(operand, form.first))
        return failure();
      operand = here.contains(operand) ? here.lookup(operand) : symbol(operand);
    }
    if (!llvm::all_of(to.operands,
                      [](Value v) { return affine::isValidDim(v); }))
      return failure();
    Subscripts from = expanded(to, coordinates);
    Value value = affine::AffineLoadOp::create(inner, loc, own, from.map,
                                               from.operands);
    affine::AffineStoreOp::create(inner, loc, value, old, to.map, to.operands);
    return success();
  };
  return scanSet(builder, loc, last.instances, scop.context(), parameters,
                 copyOne, options);
}

LogicalResult Mover::copyBack(unsigned long maxIslOperations) {
  end = counterpart.lookup(form.last);
  OpBuilder builder(end->getContext());
  builder.setInsertionPointAfter(end);
  Operation *behind = end->getNextNode();
  for (const LastWrite &last : web.lastWrites)
    if (failed(copyLast(builder, last, maxIslOperations)))
      return failure();
  end = behind->getPrevNode();
  return success();
}

void Mover::free() {
  if (own.getDefiningOp<memref::AllocOp>()) {
    OpBuilder builder(end->getContext());
    builder.setInsertionPointAfter(end);
    memref::DeallocOp::create(builder, own.getLoc(), own);
  }
  // Nothing may be left in the array as it was.
  Operation *alloc = old.getDefiningOp();
  if (!alloc || !llvm::all_of(old.getUsers(), [](Operation *user) {
        return isa<memref::DeallocOp>(user);
      }))
    return;
  for (Operation *user : llvm::make_early_inc_range(old.getUsers()))
    user->erase();
  if (isa<memref::AllocOp, memref::AllocaOp>(alloc))
    alloc->erase();
}

LogicalResult polymem::moveWeb(const Scop &scop, const ArrayWeb &web,
                               const WebForm &form, unsigned depth,
                               const IRMapping &counterpart,
                               unsigned long maxIslOperations) {
  Mover mover(scop, web, form, depth, counterpart);
  mover.allocate();
  mover.redirectAccesses();
  if (failed(mover.copyBack(maxIslOperations)))
    return failure();
  mover.free();
  return success();
}

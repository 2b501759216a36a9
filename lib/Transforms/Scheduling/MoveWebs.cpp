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
  auto mayBeLess = [&](const isl::aff &a, const isl::aff &b) {
    isl::set sizes = a.lt_set(b).params().intersect(scop.context());
    return !sizes.is_empty().is_true();
  };
  auto plusOne = [&](AffineExpr last) {
    return simplifyAffineExpr(last + 1, /*numDims=*/0, form.symbols.size());
  };
  isl::val one(scop.ctx(), 1);
  for (const WebLoop &loop : web.loops) {
    AffineExpr lower = affToAffineExpr(loop.lower, ids, context);
    AffineExpr upper = affToAffineExpr(loop.upper, ids, context);
    if (!isExpressible(lower, form) || !isExpressible(upper, form))
      break;
    form.lower.push_back(lower);
    form.extent.push_back(plusOne(upper - lower));
    form.mayBeNegative.push_back(
        mayBeLess(loop.upper.add_constant(one), loop.lower));
  }
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    bool isKnown = ShapedType::isDynamic(extent) && d < web.greatest.size() &&
                   !web.greatest[d].is_null();
    AffineExpr greatest =
        isKnown ? affToAffineExpr(web.greatest[d], ids, context) : AffineExpr();
    isKnown = isExpressible(greatest, form);
    form.shape.push_back(isKnown ? plusOne(greatest) : AffineExpr());
    form.shapeMayBeNegative.push_back(
        isKnown && mayBeLess(web.greatest[d].add_constant(one),
                             web.greatest[d].sub(web.greatest[d])));
  }
  return form;
}

/// What is assumed of extent `d` of `memref`.
static std::optional<int64_t> extentOf(Value memref, unsigned d,
                                       const AssumedSizes &sizes) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(d))
    return type.getDimSize(d);
  Operation *alloc = memref.getDefiningOp();
  if (!alloc)
    return sizes.valueOf(memref, d);
  if (isa<memref::AllocOp, memref::AllocaOp>(alloc))
    return sizes.valueOf(alloc->getOperand(type.getDynamicDimIndex(d)));
  return std::nullopt;
}

static std::optional<int64_t> elementsOf(Value memref,
                                         const AssumedSizes &sizes) {
  int64_t product = 1;
  for (int64_t d = 0, e = cast<MemRefType>(memref.getType()).getRank(); d < e;
       ++d) {
    std::optional<int64_t> size = extentOf(memref, d, sizes);
    if (!size || llvm::MulOverflow(product, *size, product))
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
  return inBytes(elementsOf(memref, sizes), cast<MemRefType>(memref.getType()));
}

int64_t polymem::mostBytes(func::FuncOp func, const AssumedSizes &sizes,
                           int64_t maxBytes, uint64_t times) {
  if (maxBytes != 0)
    return maxBytes;
  int64_t limit = 0;
  for (BlockArgument arg : func.getArguments())
    if (isa<MemRefType>(arg.getType()))
      limit = std::min<uint64_t>(
          llvm::SaturatingMultiplyAdd<uint64_t>(
              std::max<int64_t>(bytesOf(arg, sizes).value_or(0), 0), times,
              limit),
          INT64_MAX);
  // Small ones always do.
  return std::max<int64_t>(limit, 1 << 16);
}

/// Dimension `d` is one of `leftOut`, which may have fewer.
static bool isLeftOut(const llvm::SmallBitVector &leftOut, unsigned d) {
  return d < leftOut.size() && leftOut[d];
}

std::optional<int64_t>
WebForm::bytes(const ArrayWeb &web, unsigned depth, const AssumedSizes &sizes,
               const llvm::SmallBitVector &leftOut) const {
  Value memref = web.array->value;
  auto type = cast<MemRefType>(memref.getType());
  Builder builder(memref.getContext());
  SmallVector<AffineExpr> values;
  for (Value symbol : symbols)
    values.push_back(builder.getAffineConstantExpr(sizes.valueOf(symbol)));
  int64_t product = 1;
  auto multiply = [&](std::optional<int64_t> size) {
    return size &&
           !llvm::MulOverflow(product, std::max<int64_t>(*size, 0), product);
  };
  auto valueOf = [&](AffineExpr expr) -> std::optional<int64_t> {
    auto value = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replaceSymbols(values), 0, 0));
    return value ? std::optional(value.getValue()) : std::nullopt;
  };
  for (unsigned d = 0; d < depth; ++d)
    if (!multiply(valueOf(extent[d])))
      return std::nullopt;
  for (unsigned d = 0; d < shape.size(); ++d)
    if (!isLeftOut(leftOut, d) &&
        !multiply(shape[d] ? valueOf(shape[d]) : extentOf(memref, d, sizes)))
      return std::nullopt;
  return inBytes(product, type);
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
        counterpart(counterpart), old(counterpart.lookup(web.array->value)) {}

  void allocate();
  void redirectAccesses();
  LogicalResult copyIn(unsigned long maxIslOperations);
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
  Value symbol(Value value) const { return counterpart.lookupOrDefault(value); }
  /// What the parameter `id` is in front of the web; null if it is not there.
  Value parameterValue(const isl::id &id) const {
    Value value = scop.parameterValue(id);
    return value && isInFrontOf(value, form.first) ? symbol(value) : Value();
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

/// `expr`, an extent in `symbols`, as a value.
static Value extentValue(OpBuilder &builder, Location loc, AffineExpr expr,
                         SmallVector<Value> symbols, bool mayBeNegative) {
  SmallVector<AffineExpr> results = {expr};
  if (mayBeNegative)
    results.push_back(builder.getAffineConstantExpr(0));
  AffineMap map =
      AffineMap::get(0, symbols.size(), results, builder.getContext());
  affine::canonicalizeMapAndOperands(&map, &symbols);
  if (mayBeNegative)
    return affine::AffineMaxOp::create(builder, loc, map, symbols);
  if (isa<AffineSymbolExpr>(map.getResult(0)))
    return symbols.front();
  return affine::AffineApplyOp::create(builder, loc, map, symbols);
}

Value WebForm::allocate(OpBuilder &builder, Location loc, Value old,
                        unsigned depth, const IRMapping &counterpart,
                        const llvm::SmallBitVector &leftOut) const {
  SmallVector<Value> values = llvm::map_to_vector(
      symbols, [&](Value v) { return counterpart.lookupOrDefault(v); });
  auto type = cast<MemRefType>(old.getType());
  SmallVector<int64_t> extents;
  SmallVector<Value> dynamic;
  auto addExtent = [&](AffineExpr expr, bool mayBeNegative) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    extents.push_back(constant ? std::max<int64_t>(constant.getValue(), 0)
                               : ShapedType::kDynamic);
    if (!constant)
      dynamic.push_back(extentValue(builder, loc, expr, values, mayBeNegative));
  };
  for (unsigned d = 0; d < depth; ++d)
    addExtent(extent[d], mayBeNegative[d]);
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    if (isLeftOut(leftOut, d))
      continue;
    if (shape[d]) {
      addExtent(shape[d], shapeMayBeNegative[d]);
      continue;
    }
    extents.push_back(size);
    if (ShapedType::isDynamic(size))
      dynamic.push_back(sizeOf(builder, loc, old, d));
  }
  // Where arrays of callers are says nothing of those made here.
  Attribute space = old.getDefiningOp() ? type.getMemorySpace() : Attribute();
  auto ownType = MemRefType::get(extents, type.getElementType(),
                                 MemRefLayoutAttrInterface(), space);
  // What was on the stack stays there: no more than it was.
  if (depth == 0 && old.getDefiningOp<memref::AllocaOp>())
    return memref::AllocaOp::create(builder, loc, ownType, dynamic);
  return memref::AllocOp::create(builder, loc, ownType, dynamic);
}

void Mover::allocate() {
  OpBuilder builder(counterpart.lookup(form.first));
  own = form.allocate(builder, web.accesses.front()->op->getLoc(), old, depth,
                      counterpart);
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
  AffineMap shifted = subscripts.map.shiftDims(depth).shiftSymbols(numSymbols);
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
  auto parameters = [&](const isl::id &id) { return parameterValue(id); };
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
    Value value =
        affine::AffineLoadOp::create(inner, loc, own, from.map, from.operands);
    affine::AffineStoreOp::create(inner, loc, value, old, to.map, to.operands);
    return success();
  };
  return scanSet(builder, loc, last.instances, scop.context(), parameters,
                 copyOne, options);
}

/// All that the web reads, once.
LogicalResult Mover::copyIn(unsigned long maxIslOperations) {
  end = counterpart.lookup(form.last);
  OpBuilder builder(counterpart.lookup(form.first));
  isl::set elements;
  for (const ScopAccess *access : web.accesses) {
    isl::set read = access->relation.intersect_params(scop.context()).range();
    elements = elements.is_null() ? read : elements.unite(read);
  }
  auto parameters = [&](const isl::id &id) { return parameterValue(id); };
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  Location loc = web.accesses.front()->op->getLoc();
  auto copyOne = [&](OpBuilder &inner, ValueRange element) {
    AffineMap map = inner.getMultiDimIdentityMap(element.size());
    Value value = affine::AffineLoadOp::create(inner, loc, old, map, element);
    affine::AffineStoreOp::create(inner, loc, value, own, map, element);
    return success();
  };
  return scanSet(builder, loc, elements.coalesce(), scop.context(), parameters,
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

LogicalResult polymem::takeSnapshot(const Scop &scop, const ArrayWeb &web,
                                    const WebForm &form,
                                    const IRMapping &counterpart,
                                    unsigned long maxIslOperations) {
  Mover mover(scop, web, form, /*depth=*/0, counterpart);
  mover.allocate();
  if (failed(mover.copyIn(maxIslOperations)))
    return failure();
  mover.redirectAccesses();
  mover.free();
  return success();
}

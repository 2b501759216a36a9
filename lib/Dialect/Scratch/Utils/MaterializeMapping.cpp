//===- MaterializeMapping.cpp - storage mappings to subscripts ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem::scratch;

MappingAttr polymem::scratch::getStorageMapping(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref ? dyn_cast<MappingAttr>(memref.getLayout()) : MappingAttr();
}

PhysicalBuffer PhysicalBuffer::get(AllocOp alloc, Value cells) {
  PhysicalBuffer buffer;
  buffer.cells = cells;
  buffer.mapping = alloc.getMapping();
  buffer.symbols = llvm::to_vector(alloc.getSymbols());
  unsigned dynamic = 0;
  for (int64_t size : alloc.getType().getShape()) {
    if (ShapedType::isDynamic(size))
      buffer.logicalSizes.push_back(alloc.getDynamicSizes()[dynamic++]);
    else
      buffer.logicalSizes.push_back(
          Builder(alloc.getContext()).getIndexAttr(size));
  }
  return buffer;
}

MemRefType polymem::scratch::getPhysicalType(MemRefType buffer,
                                             Attribute memorySpace) {
  SmallVector<int64_t> shape;
  for (AffineExpr extent :
       getStorageMapping(buffer).getExtents().getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    shape.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
  }
  return MemRefType::get(shape, buffer.getElementType(),
                         MemRefLayoutAttrInterface(), memorySpace);
}

int64_t polymem::scratch::getElementBytes(AllocOp alloc) {
  return elementBytes(alloc, alloc.getType());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
/// AffineExpr to arith, with masks and shifts for powers of two: both are exact
/// for negative values too, since floordiv and mod round towards minus
/// infinity.
class ArithExpander : public AffineExprVisitor<ArithExpander, Value> {
public:
  ArithExpander(OpBuilder &builder, Location loc, ValueRange dims,
                ValueRange symbols)
      : builder(builder), loc(loc), dims(dims), symbols(symbols) {}

  Value visitConstantExpr(AffineConstantExpr expr) {
    return constant(expr.getValue());
  }
  Value visitDimExpr(AffineDimExpr expr) { return dims[expr.getPosition()]; }
  Value visitSymbolExpr(AffineSymbolExpr expr) {
    return symbols[expr.getPosition()];
  }
  Value visitAddExpr(AffineBinaryOpExpr expr) {
    // a + b * -1 (or b * -1 + a) is how affine expressions say a - b.
    for (bool swap : {false, true}) {
      AffineExpr first = swap ? expr.getRHS() : expr.getLHS();
      AffineExpr second = swap ? expr.getLHS() : expr.getRHS();
      auto product = dyn_cast<AffineBinaryOpExpr>(second);
      if (product && product.getKind() == AffineExprKind::Mul &&
          product.getRHS() == getAffineConstantExpr(-1, expr.getContext()))
        return builder.createOrFold<arith::SubIOp>(loc, visit(first),
                                                   visit(product.getLHS()));
    }
    if (auto addend = dyn_cast<AffineConstantExpr>(expr.getRHS());
        addend && addend.getValue() < 0 &&
        addend.getValue() != std::numeric_limits<int64_t>::min())
      return builder.createOrFold<arith::SubIOp>(loc, visit(expr.getLHS()),
                                                 constant(-addend.getValue()));
    return builder.createOrFold<arith::AddIOp>(loc, visit(expr.getLHS()),
                                               visit(expr.getRHS()));
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    return builder.createOrFold<arith::MulIOp>(loc, visit(expr.getLHS()),
                                               visit(expr.getRHS()));
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    if (std::optional<int64_t> power = powerOfTwo(expr.getRHS()))
      return builder.createOrFold<arith::AndIOp>(loc, visit(expr.getLHS()),
                                                 constant(*power - 1));
    return general(expr);
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    if (std::optional<int64_t> power = powerOfTwo(expr.getRHS()))
      return builder.createOrFold<arith::ShRSIOp>(
          loc, visit(expr.getLHS()), constant(llvm::Log2_64(*power)));
    return general(expr);
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) { return general(expr); }

private:
  static std::optional<int64_t> powerOfTwo(AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || constant.getValue() <= 0 ||
        !llvm::isPowerOf2_64(constant.getValue()))
      return std::nullopt;
    return constant.getValue();
  }

  /// The upstream expansion of one operator, its operands expanded by us.
  Value general(AffineBinaryOpExpr expr) {
    MLIRContext *context = expr.getContext();
    AffineExpr rhs = expr.getRHS();
    // Undefined by the operation's definition: any value will do.
    if (auto divisor = dyn_cast<AffineConstantExpr>(rhs);
        divisor && divisor.getValue() <= 0)
      return constant(0);
    SmallVector<Value> rhsValue;
    if (!isa<AffineConstantExpr>(rhs)) {
      rhsValue.push_back(visit(rhs));
      rhs = getAffineSymbolExpr(0, context);
    }
    Value lhs = visit(expr.getLHS());
    return affine::expandAffineExpr(
        builder, loc,
        getAffineBinaryOpExpr(expr.getKind(), getAffineDimExpr(0, context),
                              rhs),
        lhs, rhsValue);
  }

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  OpBuilder &builder;
  Location loc;
  ValueRange dims, symbols;
};
} // namespace

SmallVector<Value> polymem::scratch::expandToArith(OpBuilder &builder,
                                                   Location loc, AffineMap map,
                                                   ValueRange operands) {
  SmallVector<Value> values;
  for (AffineExpr expr : map.getResults())
    values.push_back(ArithExpander(builder, loc,
                                   operands.take_front(map.getNumDims()),
                                   operands.drop_front(map.getNumDims()))
                         .visit(expr));
  return values;
}

SmallVector<OpFoldResult>
polymem::scratch::materializeExtents(OpBuilder &builder, Location loc,
                                     MappingAttr mapping, ValueRange symbols) {
  SmallVector<OpFoldResult> extents;
  for (AffineExpr expr : mapping.getExtents().getResults()) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      extents.push_back(builder.getIndexAttr(constant.getValue()));
      continue;
    }
    AffineMap map = AffineMap::get(0, symbols.size(), expr);
    extents.push_back(expandToArith(builder, loc, map, symbols).front());
  }
  return extents;
}

SmallVector<Value> polymem::scratch::getDynamicExtents(OpBuilder &builder,
                                                       Location loc,
                                                       AllocOp alloc) {
  SmallVector<Value> sizes;
  for (OpFoldResult extent :
       materializeExtents(builder, loc, alloc.getMapping(), alloc.getSymbols()))
    if (auto value = dyn_cast<Value>(extent))
      sizes.push_back(value);
  return sizes;
}

SmallVector<Value>
polymem::scratch::materializeSubscripts(OpBuilder &builder, Location loc,
                                        const PhysicalBuffer &buffer,
                                        ValueRange coordinates) {
  SmallVector<Value> operands(coordinates);
  llvm::append_range(operands, buffer.symbols);
  AffineMap map = dropRedundantModulo(buffer.mapping.getMap(), operands,
                                      builder.getInsertionBlock());
  map = hoistModulo(map, operands, builder.getInsertionBlock());
  return expandToArith(builder, loc, map, operands);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// `simplifyAffineMap`, but `e mod m` stays in the form that can become a mask:
/// upstream's simplification says it as a floordiv when something is added.
static AffineMap simplifyKeepingModulo(AffineMap map) {
  unsigned numDims = map.getNumDims(), numSymbols = map.getNumSymbols();
  std::function<AffineExpr(AffineExpr)> simplify =
      [&](AffineExpr expr) -> AffineExpr {
    bool hasModulo = false;
    expr.walk([&](AffineExpr sub) {
      hasModulo |= sub.getKind() == AffineExprKind::Mod;
    });
    if (!hasModulo)
      return simplifyAffineExpr(expr, numDims, numSymbols);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    return getAffineBinaryOpExpr(expr.getKind(), simplify(binary.getLHS()),
                                 simplify(binary.getRHS()));
  };
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(simplify(expr));
  return AffineMap::get(numDims, numSymbols, results, map.getContext());
}

namespace {
/// Subscripts of a plain memref, in the best form that holds at a place.
struct Subscripts {
  AffineMap map;
  SmallVector<Value> operands;
  /// Whether `map(operands)` obeys the affine rules.
  bool isAffine = false;

  Subscripts(AffineMap rawMap, ValueRange rawOperands, Block *point)
      : map(dropRedundantModulo(rawMap, rawOperands, point)),
        operands(rawOperands) {
    map = hoistModulo(map, operands, point);
    isAffine = makeValidAffine(map, operands, getAffineScopeOf(point));
    if (isAffine) {
      affine::fullyComposeAffineMapAndOperands(&map, &operands);
      affine::canonicalizeMapAndOperands(&map, &operands);
      map = simplifyKeepingModulo(map);
    }
  }
};
} // namespace

/// The subscripts of the element of `buffer` at `access(operands)`.
static Subscripts composeSubscripts(const PhysicalBuffer &buffer,
                                    AffineMap access, ValueRange operands,
                                    Block *point) {
  unsigned numDims = access.getNumDims();
  unsigned numSymbols = access.getNumSymbols();
  MLIRContext *context = buffer.mapping.getContext();
  SmallVector<AffineExpr> symbols;
  for (unsigned s = 0; s < buffer.symbols.size(); ++s)
    symbols.push_back(getAffineSymbolExpr(numSymbols + s, context));
  AffineMap map = buffer.mapping.getMap().replaceDimsAndSymbols(
      access.getResults(), symbols, numDims, numSymbols + symbols.size());
  SmallVector<Value> all(operands);
  llvm::append_range(all, buffer.symbols);
  return Subscripts(map, all, point);
}

static Subscripts subscriptsAt(const PhysicalBuffer &buffer,
                               ValueRange coordinates, Block *point) {
  return composeSubscripts(buffer,
                           AffineMap::getMultiDimIdentityMap(
                               coordinates.size(), buffer.mapping.getContext()),
                           coordinates, point);
}

static Value createLoad(OpBuilder &builder, Location loc, Value memref,
                        const Subscripts &at) {
  if (at.isAffine)
    return affine::AffineLoadOp::create(builder, loc, memref, at.map,
                                        at.operands);
  return memref::LoadOp::create(
      builder, loc, memref, expandToArith(builder, loc, at.map, at.operands));
}

static void createStore(OpBuilder &builder, Location loc, Value value,
                        Value memref, const Subscripts &at) {
  if (at.isAffine)
    affine::AffineStoreOp::create(builder, loc, value, memref, at.map,
                                  at.operands);
  else
    memref::StoreOp::create(builder, loc, value, memref,
                            expandToArith(builder, loc, at.map, at.operands));
}

Value polymem::scratch::loadElement(OpBuilder &builder, Location loc,
                                    const PhysicalBuffer &buffer,
                                    ValueRange coordinates) {
  return createLoad(
      builder, loc, buffer.cells,
      subscriptsAt(buffer, coordinates, builder.getInsertionBlock()));
}

void polymem::scratch::storeElement(OpBuilder &builder, Location loc,
                                    Value value, const PhysicalBuffer &buffer,
                                    ValueRange coordinates) {
  createStore(builder, loc, value, buffer.cells,
              subscriptsAt(buffer, coordinates, builder.getInsertionBlock()));
}

static Subscripts plainSubscripts(OpBuilder &builder, ValueRange coordinates) {
  return Subscripts(AffineMap::getMultiDimIdentityMap(coordinates.size(),
                                                      builder.getContext()),
                    coordinates, builder.getInsertionBlock());
}

Value polymem::scratch::loadElement(OpBuilder &builder, Location loc,
                                    Value memref, ValueRange coordinates) {
  return createLoad(builder, loc, memref,
                    plainSubscripts(builder, coordinates));
}

void polymem::scratch::storeElement(OpBuilder &builder, Location loc,
                                    Value value, Value memref,
                                    ValueRange coordinates) {
  createStore(builder, loc, value, memref,
              plainSubscripts(builder, coordinates));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// True iff elements that follow each other in the last array dimension lie
/// side by side in the cells: the last subscript is the last coordinate plus
/// something, and no other subscript depends on it.
static bool isInnerContiguous(MappingAttr mapping) {
  AffineMap map = mapping.getMap();
  if (map.getNumDims() == 0 || map.getNumResults() == 0)
    return false;
  unsigned last = map.getNumDims() - 1;
  AffineExpr dim = getAffineDimExpr(last, mapping.getContext());
  for (AffineExpr expr : map.getResults().drop_back())
    if (expr.isFunctionOfDim(last))
      return false;
  return !simplifyAffineExpr(map.getResults().back() - dim, map.getNumDims(),
                             map.getNumSymbols())
              .isFunctionOfDim(last);
}

/// True iff all of `operation`'s operands that are `buffer` are the memref it
/// accesses.
static bool onlyAccesses(Operation *operation, Value buffer, Value memref) {
  return memref == buffer && llvm::count(operation->getOperands(), buffer) == 1;
}

static bool isSupportedUse(Operation *user, Value buffer) {
  return TypeSwitch<Operation *, bool>(user)
      .Case<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
            memref::StoreOp, memref::AtomicRMWOp>(
          [&](auto op) { return onlyAccesses(op, buffer, op.getMemref()); })
      .Case<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
          [&](auto op) {
            return onlyAccesses(op, buffer, op.getMemref()) &&
                   op.getVectorType().getRank() == 1 &&
                   isInnerContiguous(getStorageMapping(buffer.getType()));
          })
      .Case<memref::DimOp, CopyInOp, CopyOutOp>([](auto) { return true; })
      .Case<memref::CastOp, memref::MemorySpaceCastOp>([&](auto op) {
        return static_cast<bool>(getStorageMapping(op.getType()));
      })
      .Default([](Operation *) { return false; });
}

Operation *polymem::scratch::findUnsupportedUse(Value buffer) {
  for (Operation *user : buffer.getUsers()) {
    if (!isSupportedUse(user, buffer))
      return user;
    if (isa<memref::CastOp, memref::MemorySpaceCastOp>(user))
      if (Operation *found = findUnsupportedUse(user->getResult(0)))
        return found;
  }
  return nullptr;
}

/// The access map of `op` if it is an affine access.
template <typename OpTy>
static Subscripts subscriptsOf(OpTy op, const PhysicalBuffer &buffer) {
  return composeSubscripts(buffer, op.getAffineMap(), op.getMapOperands(),
                           op->getBlock());
}

static void replaceDim(RewriterBase &rewriter, memref::DimOp op,
                       const PhysicalBuffer &buffer) {
  Location loc = op.getLoc();
  auto toValue = [&](OpFoldResult size) -> Value {
    if (auto value = dyn_cast<Value>(size))
      return value;
    return arith::ConstantIndexOp::create(
        rewriter, loc, cast<IntegerAttr>(cast<Attribute>(size)).getInt());
  };
  if (std::optional<int64_t> index = op.getConstantIndex()) {
    // Out of range: undefined by the operation's definition.
    bool inRange = *index >= 0 && *index < int64_t(buffer.logicalSizes.size());
    Value size = inRange ? toValue(buffer.logicalSizes[*index])
                         : arith::ConstantIndexOp::create(rewriter, loc, 0);
    rewriter.replaceOp(op, size);
    return;
  }
  Value result = arith::ConstantIndexOp::create(rewriter, loc, 0);
  for (auto [d, size] : llvm::enumerate(buffer.logicalSizes)) {
    Value position = arith::ConstantIndexOp::create(rewriter, loc, d);
    Value isHere = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, op.getIndex(), position);
    result =
        arith::SelectOp::create(rewriter, loc, isHere, toValue(size), result);
  }
  rewriter.replaceOp(op, result);
}

static SmallVector<Value> plainIndices(RewriterBase &rewriter, Location loc,
                                       const Subscripts &at) {
  return expandToArith(rewriter, loc, at.map, at.operands);
}

static void replaceAccess(RewriterBase &rewriter, Operation *user,
                          const PhysicalBuffer &buffer) {
  rewriter.setInsertionPoint(user);
  Location loc = user->getLoc();
  Value cells = buffer.cells;
  TypeSwitch<Operation *>(user)
      .Case([&](affine::AffineLoadOp op) {
        rewriter.replaceOp(
            op, createLoad(rewriter, loc, cells, subscriptsOf(op, buffer)));
      })
      .Case([&](affine::AffineStoreOp op) {
        createStore(rewriter, loc, op.getValueToStore(), cells,
                    subscriptsOf(op, buffer));
        rewriter.eraseOp(op);
      })
      .Case([&](affine::AffineVectorLoadOp op) {
        Subscripts at = subscriptsOf(op, buffer);
        if (at.isAffine)
          rewriter.replaceOpWithNewOp<affine::AffineVectorLoadOp>(
              op, op.getVectorType(), cells, at.map, at.operands);
        else
          rewriter.replaceOpWithNewOp<vector::LoadOp>(
              op, op.getVectorType(), cells, plainIndices(rewriter, loc, at));
      })
      .Case([&](affine::AffineVectorStoreOp op) {
        Subscripts at = subscriptsOf(op, buffer);
        if (at.isAffine)
          rewriter.replaceOpWithNewOp<affine::AffineVectorStoreOp>(
              op, op.getValueToStore(), cells, at.map, at.operands);
        else
          rewriter.replaceOpWithNewOp<vector::StoreOp>(
              op, op.getValueToStore(), cells, plainIndices(rewriter, loc, at));
      })
      .Case([&](memref::LoadOp op) {
        rewriter.replaceOp(op,
                           loadElement(rewriter, loc, buffer, op.getIndices()));
      })
      .Case([&](memref::StoreOp op) {
        storeElement(rewriter, loc, op.getValueToStore(), buffer,
                     op.getIndices());
        rewriter.eraseOp(op);
      })
      .Case([&](memref::AtomicRMWOp op) {
        rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
            op, op.getKind(), op.getValue(), cells,
            materializeSubscripts(rewriter, loc, buffer, op.getIndices()));
      })
      .Case([&](memref::DimOp op) { replaceDim(rewriter, op, buffer); });
}

void polymem::scratch::replaceAccesses(RewriterBase &rewriter, Value buffer,
                                       const PhysicalBuffer &physical) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (Operation *user : llvm::to_vector(buffer.getUsers())) {
    if (isa<CopyInOp, CopyOutOp>(user))
      continue;
    if (!isa<memref::CastOp, memref::MemorySpaceCastOp>(user)) {
      replaceAccess(rewriter, user, physical);
      continue;
    }
    replaceAccesses(rewriter, user->getResult(0), physical);
    // What is left are copies: they take the buffer itself.
    rewriter.replaceAllUsesWith(user->getResult(0), buffer);
    rewriter.eraseOp(user);
  }
}

//===- CopyLoops.cpp - copies as sequential loops -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoops.h"
#include "PolyMem/Analysis/SymbolContext.h"
#include "PolyMem/Dialect/Scratch/Transforms/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Transforms/MaterializeMapping.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/IslAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

LogicalResult polymem::emitScan(OpBuilder &builder, Location loc,
                                ArrayRef<IntegerSet> sets, ValueRange symbols,
                                ElementEmitter emit,
                                unsigned long maxIslOperations) {
  if (sets.empty())
    return success();
  IslContext islContext;
  isl::ctx ctx = islContext;
  SmallVector<isl::id> ids;
  for (unsigned s = 0; s < symbols.size(); ++s)
    ids.push_back(isl::id(ctx, "s" + std::to_string(s)));
  isl::set all, context;
  {
    IslOperationsGuard guard(ctx, maxIslOperations);
    isl::id element(ctx, "e");
    for (IntegerSet set : sets) {
      isl::set elements = integerSetToSet(set, ids, element, ctx);
      if (elements.is_null())
        return failure();
      all = all.is_null() ? elements : all.unite(elements);
    }
    all = all.coalesce();
    if (all.is_null())
      return failure();
  }
  {
    // A budget of its own: without the context there are only more cases.
    IslOperationsGuard guard(ctx, maxIslOperations);
    context = getSymbolContext(ids, symbols, ctx);
  }
  if (context.is_null()) {
    isl::space params = isl::space::params_alloc(ctx, 0);
    for (const isl::id &id : ids)
      params = params.add_param(id);
    context = isl::set::universe(params);
  }
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  Region *scope = scratch::getAffineScopeOf(builder.getInsertionBlock());
  options.forceScf = !scope || !llvm::all_of(symbols, [&](Value symbol) {
    return affine::isValidDim(symbol, scope);
  });
  return scanSet(
      builder, loc, all, context,
      [&](const isl::id &param) -> Value {
        for (auto [id, symbol] : llvm::zip_equal(ids, symbols))
          if (id.get() == param.get())
            return symbol;
        return {};
      },
      [&](OpBuilder &inner, ValueRange coordinates) {
        emit(inner, loc, coordinates);
        return success();
      },
      options);
}

/// `set` holds at `coordinates`, as an i1.
static Value isMember(OpBuilder &builder, Location loc, IntegerSet set,
                      ValueRange coordinates, ValueRange symbols) {
  SmallVector<Value> operands(coordinates);
  llvm::append_range(operands, symbols);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value result = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
    AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(), expr);
    Value value = scratch::expandToArith(builder, loc, map, operands).front();
    Value holds = arith::CmpIOp::create(
        builder, loc,
        set.isEq(index) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
        value, zero);
    result = builder.createOrFold<arith::AndIOp>(loc, result, holds);
  }
  return result;
}

void polymem::emitMembershipScan(OpBuilder &builder, Location loc,
                                 ArrayRef<IntegerSet> sets, ValueRange symbols,
                                 ArrayRef<OpFoldResult> sizes,
                                 ElementEmitter emit) {
  if (sets.empty())
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> coordinates;
  for (OpFoldResult size : sizes) {
    Value upper = getValueOrCreateConstantIndexOp(builder, loc, size);
    auto loop = scf::ForOp::create(builder, loc, zero, upper, one);
    coordinates.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value member;
  for (IntegerSet set : sets) {
    Value inSet = isMember(builder, loc, set, coordinates, symbols);
    member =
        member ? builder.createOrFold<arith::OrIOp>(loc, member, inSet) : inSet;
  }
  auto guarded = scf::IfOp::create(builder, loc, member,
                                   /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guarded.thenBlock());
  emit(builder, loc, coordinates);
}

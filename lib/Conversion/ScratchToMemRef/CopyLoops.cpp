//===- CopyLoops.cpp - copies as sequential loops -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoops.h"
#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

/// What is known of the symbols; `simplified` if it is not all. Budgets of its
/// own: without the context there are only more cases.
static isl::set getScanContext(ArrayRef<isl::id> ids, ValueRange symbols,
                               isl::ctx ctx, unsigned long maxIslOperations,
                               bool &simplified) {
  unsigned long budget = scanContextBudget(maxIslOperations);
  unsigned long ended = islBudgetsEnded();
  for (ExtremumFacts extrema :
       {ExtremumFacts::Cases, ExtremumFacts::Inequalities}) {
    isl::set context;
    {
      IslOperationsGuard guard(ctx, budget);
      context = getSymbolContext(ids, symbols, ctx, extrema);
    }
    // Not the user's budget: there is no use in asking for more.
    if (budget < maxIslOperations)
      forgetEndedBudgets(ended);
    if (!context.is_null())
      return context;
    simplified = true;
  }
  isl::space params = isl::space::params_alloc(ctx, 0);
  for (const isl::id &id : ids)
    params = params.add_param(id);
  return isl::set::universe(params);
}

static SmallVector<isl::id> idsOf(ValueRange symbols, isl::ctx ctx) {
  SmallVector<isl::id> ids;
  for (unsigned s = 0; s < symbols.size(); ++s)
    ids.push_back(isl::id(ctx, "s" + std::to_string(s)));
  return ids;
}

/// `[s] -> { e[x] }`, the union of `sets`; null if they are not affine or the
/// budget ended.
static isl::set unionOf(ArrayRef<IntegerSet> sets, ArrayRef<isl::id> ids,
                        isl::ctx ctx) {
  isl::set all;
  isl::id element(ctx, "e");
  for (IntegerSet set : sets) {
    isl::set elements = integerSetToSet(set, ids, element, ctx);
    if (elements.is_null())
      return {};
    all = all.is_null() ? elements : all.unite(elements);
  }
  return all.coalesce();
}

namespace {
/// `all = [s] -> { e[x] }`, where each of `ids` stands for one of `symbols`.
struct ScannedSet {
  const isl::set &all;
  ArrayRef<isl::id> ids;
  ValueRange symbols;
};
} // namespace

/// Emits loops over `scanned`.
static LogicalResult scanElements(OpBuilder &builder, Location loc,
                                  const ScannedSet &scanned,
                                  ElementEmitter emit,
                                  unsigned long maxIslOperations,
                                  bool &simplified) {
  const isl::set &all = scanned.all;
  ArrayRef<isl::id> ids = scanned.ids;
  ValueRange symbols = scanned.symbols;
  isl::set context =
      getScanContext(ids, symbols, all.ctx(), maxIslOperations, simplified);
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

LogicalResult polymem::emitScan(OpBuilder &builder, Location loc,
                                const CopiedSets &elements, ElementEmitter emit,
                                unsigned long maxIslOperations,
                                bool &simplified) {
  simplified = false;
  if (elements.sets.empty())
    return success();
  IslContext islContext;
  SmallVector<isl::id> ids = idsOf(elements.symbols, islContext);
  isl::set all;
  {
    IslOperationsGuard guard(islContext, maxIslOperations);
    all = unionOf(elements.sets, ids, islContext);
  }
  if (all.is_null())
    return failure();
  return scanElements(builder, loc, {all, ids, elements.symbols}, emit,
                      maxIslOperations, simplified);
}

LogicalResult polymem::emitLineScan(OpBuilder &builder, Location loc,
                                    const CopiedSets &elements, int64_t line,
                                    ElementEmitter emit,
                                    unsigned long maxIslOperations) {
  if (elements.sets.empty())
    return success();
  IslContext islContext;
  isl::ctx ctx = islContext;
  SmallVector<isl::id> ids = idsOf(elements.symbols, ctx);
  isl::set lines;
  {
    IslOperationsGuard guard(ctx, maxIslOperations);
    isl::set all = unionOf(elements.sets, ids, ctx);
    if (all.is_null())
      return failure();
    isl::multi_aff first =
        isl::multi_aff::identity(all.get_space().map_from_set());
    int last = int(elements.sets.front().getNumDims()) - 1;
    isl::val length(ctx, long(line));
    first = first.set_at(
        last, first.at(last).scale_down(length).floor().scale(length));
    lines = all.apply(first.as_map()).coalesce();
  }
  if (lines.is_null())
    return failure();
  bool simplified = false;
  return scanElements(builder, loc, {lines, ids, elements.symbols}, emit,
                      maxIslOperations, simplified);
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

/// What the constraints of `set` say of dimension `dim` alone or together with
/// earlier ones: its elements are at least (`lower`) or at most the values.
static SmallVector<AffineExpr> boundsOf(IntegerSet set, unsigned dim,
                                        bool lower) {
  SmallVector<AffineExpr> bounds;
  unsigned dims = set.getNumDims(), symbols = set.getNumSymbols();
  for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
    SmallVector<int64_t> row;
    if (!expr.isPureAffine() ||
        failed(getFlattenedAffineExpr(expr, dims, symbols, &row)) ||
        row.size() != dims + symbols + 1)
      continue;
    int64_t own = row[dim];
    bool earlierOnly =
        llvm::all_of(ArrayRef(row).slice(dim + 1, dims - dim - 1),
                     [](int64_t coefficient) { return coefficient == 0; });
    if (own == 0 || !earlierOnly || (!set.isEq(index) && (own > 0) != lower))
      continue;
    // own * d + rest >= 0
    row[dim] = 0;
    AffineExpr rest =
        getAffineExprFromFlatForm(row, dims, symbols, {}, set.getContext());
    if (own > 0)
      rest = -rest;
    bounds.push_back(lower ? rest.ceilDiv(std::abs(own))
                           : rest.floorDiv(std::abs(own)));
  }
  return bounds;
}

/// The first value (the end, excluded) of dimension `outer.size()` of the
/// elements, within `limit`, where the earlier dimensions have the values
/// `outer`.
static Value emitBound(OpBuilder &builder, Location loc,
                       const CopiedSets &elements, ValueRange outer,
                       Value limit, bool lower) {
  Value result;
  for (IntegerSet set : elements.sets) {
    unsigned dim = outer.size(), dims = set.getNumDims();
    SmallVector<Value> operands(outer);
    // Later dimensions are not in the expressions.
    operands.resize(dims, limit);
    llvm::append_range(operands, elements.symbols);
    Value own = limit;
    for (AffineExpr expr : boundsOf(set, dim, lower)) {
      AffineMap map =
          AffineMap::get(dims, set.getNumSymbols(), lower ? expr : expr + 1);
      Value value = scratch::expandToArith(builder, loc, map, operands).front();
      own = lower ? builder.createOrFold<arith::MaxSIOp>(loc, own, value)
                  : builder.createOrFold<arith::MinSIOp>(loc, own, value);
    }
    if (!result)
      result = own;
    else
      result = lower ? builder.createOrFold<arith::MinSIOp>(loc, result, own)
                     : builder.createOrFold<arith::MaxSIOp>(loc, result, own);
  }
  return result;
}

void polymem::emitMembershipScan(OpBuilder &builder, Location loc,
                                 const CopiedSets &elements,
                                 ArrayRef<OpFoldResult> sizes,
                                 ElementEmitter emit) {
  if (elements.sets.empty())
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> coordinates;
  for (OpFoldResult size : sizes) {
    Value end = getValueOrCreateConstantIndexOp(builder, loc, size);
    Value lower = emitBound(builder, loc, elements, coordinates, zero,
                            /*lower=*/true);
    Value upper = emitBound(builder, loc, elements, coordinates, end,
                            /*lower=*/false);
    auto loop = scf::ForOp::create(builder, loc, lower, upper, one);
    coordinates.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value member;
  for (IntegerSet set : elements.sets) {
    Value inSet = isMember(builder, loc, set, coordinates, elements.symbols);
    member =
        member ? builder.createOrFold<arith::OrIOp>(loc, member, inSet) : inSet;
  }
  auto guarded = scf::IfOp::create(builder, loc, member,
                                   /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guarded.thenBlock());
  emit(builder, loc, coordinates);
}

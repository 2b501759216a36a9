//===- ReductionCells.cpp - when a reduction's cell is there --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCells.h"
#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

namespace {
/// Sets of values of the loops around a loop, as parameters like all others.
class CellQuery {
public:
  CellQuery(const Scop &scop, AffineForOp loop, const Accumulator &accumulator)
      : scop(scop), accumulator(accumulator) {
    for (const ScopStatement &statement : scop.statements()) {
      const auto *iv = llvm::find(statement.ivs, loop.getInductionVar());
      if (iv == statement.ivs.end())
        continue;
      for (Value around : ArrayRef(statement.ivs.begin(), iv))
        addSymbol(
            isl::id(scop.ctx(), "polymem_around" + std::to_string(numAround++)),
            around);
      break;
    }
    for (auto &[id, value] : scop.parameters())
      addSymbol(id, value);
    reached = getSymbolContext(ids, values, scop.ctx());
    if (!reached.is_null())
      reached = reached.intersect(scop.context());
    updated = findUpdated();
  }

  std::optional<ReductionCondition> run(bool otherRows) const;

private:
  void addSymbol(isl::id id, Value value) {
    ids.push_back(std::move(id));
    values.push_back(value);
  }
  /// Symbol number `k` over `space`.
  isl::pw_aff parameter(const isl::space &space, unsigned k) const {
    return isl::pw_aff::param_on_domain(isl::set::universe(space), ids[k]);
  }
  isl::set findUpdated() const;
  /// `{ A[a] }`, the cell; null if it is not known.
  isl::set cell() const;
  bool isElement() const;
  bool isOfOneRow() const;
  std::optional<ReductionCondition> whereUpdated() const;

  const Scop &scop;
  const Accumulator &accumulator;
  unsigned numAround = 0;
  SmallVector<isl::id> ids;
  SmallVector<Value> values;
  /// Where the loop may be executed, and where the cell is touched for certain.
  isl::set reached, updated;
};
} // namespace

isl::set CellQuery::findUpdated() const {
  isl::set result = isl::set::empty(isl::space::params_alloc(scop.ctx(), 0));
  for (const ReductionUpdate &update : accumulator.updates)
    for (const ScopAccess &access : scop.accesses()) {
      if (access.op != update.store || !access.isWrite() || !access.must)
        continue;
      isl::set domain = access.relation.domain();
      for (unsigned k = 0; k < numAround; ++k) {
        isl::pw_aff own = IslForms(domain.space()).dim(k);
        domain = domain.intersect(own.eq_set(parameter(domain.space(), k)));
      }
      result = result.unite(domain.params());
    }
  return result.coalesce();
}

isl::set CellQuery::cell() const {
  isl::space space(scop.ctx(), 0, 0);
  SmallVector<isl::pw_aff> operands;
  for (Value operand : accumulator.operands) {
    auto *known = llvm::find(values, operand);
    if (known == values.end())
      return {};
    operands.push_back(parameter(space, known - values.begin()));
  }
  ArrayRef<isl::pw_aff> all(operands);
  unsigned numDims = accumulator.map.getNumDims();
  isl::set result;
  for (AffineExpr expr : accumulator.map.getResults()) {
    isl::pw_aff value = affineExprToPwAff(expr, all.take_front(numDims),
                                          all.drop_front(numDims), space);
    if (value.is_null())
      return {};
    isl::set next = value.as_map().range();
    result = result.is_null() ? next : flatProduct(result, next);
  }
  return result;
}

bool CellQuery::isElement() const {
  if (accumulator.map.getNumResults() == 0)
    return true;
  for (const ScopArray &array : scop.arrays())
    if (array.value == accumulator.memref && array.depth == 0) {
      // Unbounded means unknown.
      for (unsigned d = 0; d < array.rank; ++d)
        if (!hasUpperBound(array.extent, d).is_true())
          return false;
      isl::set elements = cell();
      return !elements.is_null() &&
             elements.intersect_params(reached)
                 .is_subset(array.extent.reset_tuple_id())
                 .is_true();
    }
  return false;
}

/// Each iteration of the loop of `iv` allocates `memref` anew.
static bool isAllocatedIn(Value iv, Value memref) {
  Operation *allocation = memref.getDefiningOp();
  return isa_and_nonnull<memref::AllocaOp, memref::AllocOp>(allocation) &&
         iv.getParentBlock()->findAncestorOpInBlock(*allocation);
}

/// Iterations of the innermost loop around have cells of their own.
bool CellQuery::isOfOneRow() const {
  if (numAround == 0)
    return false;
  if (isAllocatedIn(values[numAround - 1], accumulator.memref))
    return true;
  isl::set elements = cell();
  if (elements.is_null())
    return false;
  elements = elements.intersect_params(reached);
  const isl::id &row = ids[numAround - 1];
  int position = elements.find_dim_by_id(isl::dim::param, row);
  if (position < 0)
    return false;
  isl::id other(scop.ctx(), "polymem_other");
  isl::set others = elements.set_dim_id(isl::dim::param, position, other);
  isl::set same = elements.intersect(others).params();
  isl::set all = isl::set::universe(isl::space(scop.ctx(), 0, 0));
  isl::set different = isl::pw_aff::param_on_domain(all, row)
                           .ne_set(isl::pw_aff::param_on_domain(all, other))
                           .params();
  return same.intersect(different).is_empty().is_true();
}

std::optional<ReductionCondition> CellQuery::whereUpdated() const {
  MLIRContext *context = accumulator.memref.getContext();
  isl::set condition = updated.gist(reached);
  condition = asSetOfParameters(condition);
  FailureOr<SmallVector<IntegerSet>> sets =
      setToIntegerSets(condition, ids, context);
  if (failed(sets) || sets->size() != 1)
    return std::nullopt;
  // Loops around are dimensions, not symbols.
  SmallVector<AffineExpr> symbols;
  for (unsigned k = 0; k < ids.size(); ++k)
    symbols.push_back(k < numAround
                          ? getAffineDimExpr(k, context)
                          : getAffineSymbolExpr(k - numAround, context));
  ReductionCondition result;
  result.set = sets->front().replaceDimsAndSymbols({}, symbols, numAround,
                                                   ids.size() - numAround);
  result.operands = values;
  canonicalizeSetAndOperands(&result.set, &result.operands);
  return result;
}

std::optional<ReductionCondition> CellQuery::run(bool otherRows) const {
  if (reached.is_null() || updated.is_null())
    return std::nullopt;
  if (reached.is_subset(updated).is_true() ||
      (isElement() && (!otherRows || isOfOneRow())))
    return ReductionCondition();
  return whereUpdated();
}

std::optional<ReductionCondition>
polymem::conditionOfCell(const Scop &scop, AffineForOp loop,
                         const Accumulator &accumulator, bool otherRows) {
  return CellQuery(scop, loop, accumulator).run(otherRows);
}

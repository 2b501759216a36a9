//===- ValueFacts.cpp - linear facts about index values -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Analysis/Presburger/Simplex.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;
using presburger::BoundType;

unsigned ValueFacts::variable(Value value) {
  auto [it, inserted] = variables.try_emplace(value, 0);
  if (!inserted)
    return it->second;
  unsigned position = it->second = constraints.appendDimVar();
  if (variables.size() <= kMaxValues)
    addFacts(value, position);
  return position;
}

std::optional<unsigned> ValueFacts::variable(AffineExpr expr, unsigned numDims,
                                             ValueRange operands) {
  for (Value operand : operands)
    variable(operand);
  unsigned position = constraints.appendDimVar();
  if (failed(bound(BoundType::EQ, position, {expr}, numDims, operands)))
    return std::nullopt;
  return position;
}

void ValueFacts::addConditions(Block *block) {
  for (Operation *op = block->getParentOp(); op;
       block = op->getBlock(), op = block ? block->getParentOp() : nullptr) {
    auto ifOp = dyn_cast<affine::AffineIfOp>(op);
    if (!ifOp || block != ifOp.getThenBlock())
      continue;
    IntegerSet set = ifOp.getIntegerSet();
    for (unsigned c = 0; c < set.getNumConstraints(); ++c) {
      std::optional<unsigned> value =
          variable(set.getConstraint(c), set.getNumDims(), ifOp.getOperands());
      if (!value)
        continue;
      constraints.addBound(set.isEq(c) ? BoundType::EQ : BoundType::LB, *value,
                           0);
    }
  }
}

void ValueFacts::addEqual(unsigned a, unsigned b) {
  SmallVector<int64_t> row(constraints.getNumCols(), 0);
  row[a] += 1;
  row[b] -= 1;
  constraints.addEquality(row);
}

bool ValueFacts::isImpossible() const {
  return presburger::Simplex(constraints).isEmpty();
}

bool ValueFacts::isImpossible(int64_t factor, unsigned a,
                              std::optional<unsigned> b,
                              int64_t constant) const {
  SmallVector<int64_t> row(constraints.getNumCols(), 0);
  row[a] += factor;
  if (b)
    row[*b] -= factor;
  row.back() = constant;
  FlatLinearConstraints test(constraints);
  test.addInequality(row);
  return presburger::Simplex(test).isEmpty();
}

LogicalResult ValueFacts::bound(BoundType type, unsigned position,
                                ArrayRef<AffineExpr> exprs, unsigned numDims,
                                ValueRange operands) {
  if (exprs.empty())
    return success();
  MLIRContext *context = exprs.front().getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (auto [index, operand] : llvm::enumerate(operands))
    (index < numDims ? dims : symbols)
        .push_back(getAffineDimExpr(variable(operand), context));
  SmallVector<AffineExpr> aligned;
  for (AffineExpr expr : exprs) {
    aligned.push_back(expr.replaceDimsAndSymbols(dims, symbols));
    if (!aligned.back().isPureAffine())
      return failure();
  }
  // One bound at a time: one that is not linear must not take the others
  // with it.
  LogicalResult result = success();
  for (AffineExpr expr : aligned)
    if (failed(constraints.addBound(
            type, position,
            AffineMap::get(constraints.getNumDimVars(), 0, expr),
            /*isClosedBound=*/true)))
      result = failure();
  return result;
}

void ValueFacts::bound(BoundType type, unsigned position,
                       const IndexTerms &terms, int64_t shift) {
  for (AffineExpr expr : terms.map.getResults())
    (void)bound(type, position, expr + shift, terms.map.getNumDims(),
                terms.operands);
}

void ValueFacts::addFacts(Value value, unsigned position) {
  IndexDefinition definition = IndexDefinition::of(value);
  switch (definition.kind) {
  case IndexDefinition::Kind::Equal:
    return bound(BoundType::EQ, position, definition.terms);
  case IndexDefinition::Kind::Minimum:
    return bound(BoundType::UB, position, definition.terms);
  case IndexDefinition::Kind::Maximum:
    return bound(BoundType::LB, position, definition.terms);
  case IndexDefinition::Kind::Iteration:
    bound(BoundType::LB, position, definition.lower);
    return bound(BoundType::UB, position, definition.upper, -1);
  case IndexDefinition::Kind::Opaque:
    if (value.getDefiningOp<memref::DimOp>())
      constraints.addBound(BoundType::LB, position, 0);
    // A narrow integer, or an index that is one.
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>();
        cast && value.getType().isIndex())
      value = cast.getIn();
    auto type = dyn_cast<IntegerType>(value.getType());
    if (!type || type.getWidth() >= 64 || type.getWidth() == 0)
      return;
    constraints.addBound(BoundType::LB, position,
                         llvm::minIntN(type.getWidth()));
    constraints.addBound(BoundType::UB, position,
                         llvm::maxIntN(type.getWidth()));
  }
}

//===- IndexValues.cpp - how index values are made ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem;

bool polymem::isFunctionLevel(Value value) {
  if (isa<FunctionOpInterface>(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), isFunctionLevel);
}

AffineExpr polymem::substituted(AffineExpr expr, unsigned numDims,
                                ArrayRef<AffineExpr> operands) {
  return expr.replaceDimsAndSymbols(operands.take_front(numDims),
                                    operands.drop_front(numDims));
}

IndexTerms IndexTerms::of(OpFoldResult value) {
  MLIRContext *context = value.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {AffineMap::getConstantMap(*constant, context), {}};
  return {AffineMap::getMultiDimIdentityMap(1, context), {cast<Value>(value)}};
}

IndexTerms IndexTerms::ofBound(Value value, bool isUpper) {
  IndexDefinition definition = IndexDefinition::of(value);
  const IndexTerms *terms = definition.extremes(isUpper);
  return terms ? *terms : of(value);
}

IndexTerms polymem::differencesOf(const IndexTerms &upper,
                                  const IndexTerms &lower) {
  unsigned upperDims = upper.map.getNumDims(),
           lowerDims = lower.map.getNumDims(),
           upperSymbols = upper.map.getNumSymbols(),
           lowerSymbols = lower.map.getNumSymbols();
  // Dimensions of both, then symbols of both.
  SmallVector<AffineExpr> differences;
  for (AffineExpr u : upper.map.getResults())
    for (AffineExpr l : lower.map.getResults())
      differences.push_back(u - l.shiftDims(lowerDims, upperDims)
                                    .shiftSymbols(lowerSymbols, upperSymbols));
  IndexTerms result;
  result.map =
      AffineMap::get(upperDims + lowerDims, upperSymbols + lowerSymbols,
                     differences, upper.map.getContext());
  ArrayRef<Value> above = upper.operands, below = lower.operands;
  llvm::append_range(result.operands, above.take_front(upperDims));
  llvm::append_range(result.operands, below.take_front(lowerDims));
  llvm::append_range(result.operands, above.drop_front(upperDims));
  llvm::append_range(result.operands, below.drop_front(lowerDims));
  return result;
}

const IndexTerms *IndexDefinition::extremes(bool isUpper) const {
  return kind == Kind::Equal ||
                 kind == (isUpper ? Kind::Minimum : Kind::Maximum)
             ? &terms
             : nullptr;
}

SmallVector<Value> IndexDefinition::mentioned() const {
  SmallVector<Value> values(terms.operands);
  llvm::append_range(values, lower.operands);
  llvm::append_range(values, upper.operands);
  if (auto value = dyn_cast_if_present<Value>(step))
    values.push_back(value);
  return values;
}

/// The definition of the variable of a loop, if `argument` is one.
static IndexDefinition definitionOf(BlockArgument argument) {
  IndexDefinition result;
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned d = argument.getArgNumber();
  if (auto nest = dyn_cast_or_null<PolyhedralLoopOpInterface>(owner)) {
    result.kind = IndexDefinition::Kind::Iteration;
    result.lower = IndexTerms::of(nest.getPolyhedralLowerBounds()[d]);
    result.upper = IndexTerms::of(nest.getPolyhedralUpperBounds()[d]);
    result.step = nest.getPolyhedralSteps()[d];
  } else if (auto loop = dyn_cast_or_null<affine::AffineForOp>(owner);
             loop && argument == loop.getInductionVar()) {
    result.kind = IndexDefinition::Kind::Iteration;
    result.lower = {loop.getLowerBoundMap(),
                    llvm::to_vector(loop.getLowerBoundOperands())};
    result.upper = {loop.getUpperBoundMap(),
                    llvm::to_vector(loop.getUpperBoundOperands())};
    result.step = Builder(loop.getContext()).getIndexAttr(loop.getStepAsInt());
  } else if (auto loop = dyn_cast_or_null<affine::AffineParallelOp>(owner)) {
    result.kind = IndexDefinition::Kind::Iteration;
    result.lower = {loop.getLowerBoundMap(d),
                    llvm::to_vector(loop.getLowerBoundsOperands())};
    result.upper = {loop.getUpperBoundMap(d),
                    llvm::to_vector(loop.getUpperBoundsOperands())};
    result.step = Builder(loop.getContext()).getIndexAttr(loop.getSteps()[d]);
  } else if (auto loop = dyn_cast_or_null<scf::ForOp>(owner);
             loop && argument == loop.getInductionVar() &&
             !loop.getUnsignedCmp()) {
    result.kind = IndexDefinition::Kind::Iteration;
    result.lower = IndexTerms::of(loop.getLowerBound());
    result.upper = IndexTerms::of(loop.getUpperBound());
    if (std::optional<int64_t> step = getConstantIntValue(loop.getStep()))
      result.step = Builder(loop.getContext()).getIndexAttr(*step);
  }
  return result;
}

IndexDefinition IndexDefinition::of(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return definitionOf(argument);
  if (getConstantIntValue(value))
    return {Kind::Equal, IndexTerms::of(value), {}, {}, {}};
  AffineExpr a, b;
  bindDims(value.getContext(), a, b);
  auto define = [](Kind kind, AffineMap map, ValueRange operands) {
    return IndexDefinition{kind, {map, llvm::to_vector(operands)}, {}, {}, {}};
  };
  // Narrower integers may overflow.
  auto combine = [&](Operation *op, AffineExpr result) {
    return value.getType().isIndex()
               ? define(Kind::Equal, AffineMap::get(2, 0, result),
                        op->getOperands())
               : IndexDefinition();
  };
  return TypeSwitch<Operation *, IndexDefinition>(value.getDefiningOp())
      .Case([&](affine::AffineApplyOp op) {
        return define(Kind::Equal, op.getAffineMap(), op.getOperands());
      })
      .Case([&](affine::AffineMinOp op) {
        return define(Kind::Minimum, op.getAffineMap(), op.getOperands());
      })
      .Case([&](affine::AffineMaxOp op) {
        return define(Kind::Maximum, op.getAffineMap(), op.getOperands());
      })
      .Case([&](arith::AddIOp op) { return combine(op, a + b); })
      .Case([&](arith::SubIOp op) { return combine(op, a - b); })
      .Default([](Operation *) { return IndexDefinition(); });
}

Value polymem::clampedSize(Value value) {
  auto max = value.getDefiningOp<arith::MaxSIOp>();
  if (!max || !value.getType().isIndex() ||
      !max.getLhs().getDefiningOp<arith::IndexCastOp>())
    return {};
  std::optional<int64_t> least = getConstantIntValue(max.getRhs());
  return least && *least == 0 ? max.getLhs() : Value();
}

std::optional<uint64_t> polymem::constantTripCount(affine::AffineForOp loop) {
  if (loop.getStepAsInt() == 0)
    return std::nullopt;
  return affine::getConstantTripCount(loop);
}

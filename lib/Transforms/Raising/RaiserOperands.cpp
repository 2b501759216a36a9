//===- RaiserOperands.cpp - operands of affine operations -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raiser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;

/// Moves what computes `value` in front of `anchor`, if it is in there.
Value Raiser::hoist(Value value, Operation *anchor) {
  Operation *op = value.getDefiningOp();
  if (!op || !anchor->isAncestor(op))
    return value;
  for (Value operand : op->getOperands())
    hoist(operand, anchor);
  rewriter.moveOpBefore(op, anchor);
  return value;
}

Value Raiser::materialize(Value leaf, Operation *user) {
  Region *scope = affine::getAffineScope(user);
  Operation *anchor = scope->findAncestorOpInRegion(*user);
  if (leaf.getType().isIndex())
    return affine::isValidDim(leaf, scope) ? leaf : hoist(leaf, anchor);
  Value &index = raised.indexOf[{leaf, scope}];
  if (index)
    return index;
  hoist(leaf, anchor);
  // Where all that the integer reaches can use it.
  if (leaf.getParentRegion() == scope)
    rewriter.setInsertionPointAfterValue(leaf);
  else
    rewriter.setInsertionPointToStart(&scope->front());
  return index = arith::IndexCastOp::create(rewriter, leaf.getLoc(),
                                            rewriter.getIndexType(), leaf);
}

SmallVector<Value>
Raiser::materialize(const IndexReader &reader,
                    ArrayRef<MutableArrayRef<AffineExpr>> exprs,
                    Operation *user) {
  SmallVector<AffineExpr> numbers(reader.leaves().size());
  SmallVector<Value> operands;
  for (auto [k, leaf] : llvm::enumerate(reader.leaves())) {
    auto isUsed = [&, k = k](MutableArrayRef<AffineExpr> list) {
      return llvm::any_of(
          list, [&](AffineExpr expr) { return expr.isFunctionOfDim(k); });
    };
    numbers[k] = getAffineDimExpr(operands.size(), func.getContext());
    if (llvm::any_of(exprs, isUsed))
      operands.push_back(materialize(leaf, user));
  }
  for (MutableArrayRef<AffineExpr> list : exprs)
    for (AffineExpr &expr : list)
      expr = expr.replaceDims(numbers);
  return operands;
}

std::pair<AffineMap, SmallVector<Value>>
Raiser::mapOf(ArrayRef<AffineExpr> exprs, ArrayRef<Value> leaves) {
  AffineMap map = AffineMap::get(leaves.size(), 0, exprs, func.getContext());
  SmallVector<Value> operands(leaves);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return {map, operands};
}

void Raiser::noteOperands(Operation *op) {
  for (Value operand : op->getOperands())
    if (Operation *definition = operand.getDefiningOp();
        definition && definition->getNumRegions() == 0 &&
        isMemoryEffectFree(definition))
      maybeUnused.insert(definition);
}

void Raiser::eraseUnused() {
  while (!maybeUnused.empty()) {
    Operation *op = maybeUnused.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    noteOperands(op);
    rewriter.eraseOp(op);
  }
}

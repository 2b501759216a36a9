//===- CorpusMutants.cpp - programs with one thing changed ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "PolyMem/Support/Random.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace polymem::fuzz {

/// Numbers at which arithmetic changes its ways.
static int64_t drawNumber(Random &random, int64_t old) {
  static constexpr int64_t kNumbers[] = {0,
                                         1,
                                         2,
                                         -1,
                                         3,
                                         7,
                                         64,
                                         1 << 20,
                                         int64_t(1) << 31,
                                         int64_t(1) << 40,
                                         INT64_MAX,
                                         INT64_MIN,
                                         INT64_MAX / 2 + 1};
  switch (random.pick(3)) {
  case 0:
    return old == INT64_MAX ? 0 : old + 1;
  case 1:
    return old == INT64_MIN ? 0 : old - 1;
  default:
    return kNumbers[random.pick(std::size(kNumbers))];
  }
}

/// `expr` with the `which`th of its constants drawn anew.
static AffineExpr redraw(AffineExpr expr, unsigned &which, Random &random) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    if (which-- != 0)
      return expr;
    return getAffineConstantExpr(drawNumber(random, constant.getValue()),
                                 expr.getContext());
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = redraw(binary.getLHS(), which, random);
  AffineExpr rhs = redraw(binary.getRHS(), which, random);
  // A divisor of 0 makes no expression.
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  bool divides = llvm::is_contained(
      {AffineExprKind::Mod, AffineExprKind::FloorDiv, AffineExprKind::CeilDiv},
      expr.getKind());
  if (divides && divisor && divisor.getValue() <= 0)
    return expr;
  return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
}

static unsigned countConstants(AffineExpr expr) {
  unsigned count = 0;
  expr.walk([&](AffineExpr e) { count += isa<AffineConstantExpr>(e); });
  return count;
}

/// One constant of the attribute drawn anew; null if it has none.
static Attribute redraw(Attribute attribute, Random &random) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    if (!integer.getType().isIntOrIndex() || integer.getType().isInteger(1))
      return nullptr;
    unsigned width = integer.getType().isIndex()
                         ? 64
                         : integer.getType().getIntOrFloatBitWidth();
    if (width > 64)
      return nullptr;
    APInt value(64, drawNumber(random, integer.getValue().getSExtValue()),
                true);
    return IntegerAttr::get(integer.getType(), value.trunc(width));
  }
  auto redrawAll = [&](ArrayRef<AffineExpr> exprs) {
    unsigned count = 0;
    for (AffineExpr expr : exprs)
      count += countConstants(expr);
    SmallVector<AffineExpr> changed;
    if (count == 0)
      return changed;
    unsigned which = random.pick(count);
    for (AffineExpr expr : exprs)
      changed.push_back(redraw(expr, which, random));
    return changed;
  };
  if (auto map = dyn_cast<AffineMapAttr>(attribute)) {
    AffineMap old = map.getValue();
    SmallVector<AffineExpr> exprs = redrawAll(old.getResults());
    return exprs.empty()
               ? Attribute()
               : AffineMapAttr::get(AffineMap::get(old.getNumDims(),
                                                   old.getNumSymbols(), exprs,
                                                   old.getContext()));
  }
  if (auto set = dyn_cast<IntegerSetAttr>(attribute)) {
    IntegerSet old = set.getValue();
    SmallVector<AffineExpr> exprs = redrawAll(old.getConstraints());
    return exprs.empty()
               ? Attribute()
               : IntegerSetAttr::get(IntegerSet::get(old.getNumDims(),
                                                     old.getNumSymbols(), exprs,
                                                     old.getEqFlags()));
  }
  return nullptr;
}

/// Attributes are changed where they are inherent, as bounds and steps are.
static bool changeAttribute(Operation *op, Random &random) {
  SmallVector<NamedAttribute> candidates;
  for (NamedAttribute attribute : op->getAttrs())
    if (isa<IntegerAttr, AffineMapAttr, IntegerSetAttr>(attribute.getValue()))
      candidates.push_back(attribute);
  if (candidates.empty())
    return false;
  NamedAttribute chosen = candidates[random.pick(candidates.size())];
  Attribute changed = redraw(chosen.getValue(), random);
  if (!changed || changed == chosen.getValue())
    return false;
  op->setAttr(chosen.getName(), changed);
  return true;
}

/// An operand becomes another value of its type from the same block or an
/// argument of the function.
static bool changeOperand(Operation *op, Random &random) {
  if (op->getNumOperands() == 0)
    return false;
  OpOperand &operand = op->getOpOperand(random.pick(op->getNumOperands()));
  SmallVector<Value> candidates;
  auto add = [&](Value value) {
    if (value.getType() == operand.get().getType() && value != operand.get())
      candidates.push_back(value);
  };
  for (Operation *parent = op; parent && !isa<ModuleOp>(parent);
       parent = parent->getParentOp()) {
    if (Block *block = parent->getBlock()) {
      for (BlockArgument argument : block->getArguments())
        add(argument);
      for (Operation &before : *block) {
        if (&before == parent)
          break;
        for (Value result : before.getResults())
          add(result);
      }
    }
  }
  if (candidates.empty())
    return false;
  operand.set(candidates[random.pick(candidates.size())]);
  return true;
}

static bool eraseOrRepeat(Operation *op, Random &random) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (random.chance(50)) {
    OpBuilder(op).clone(*op);
    return true;
  }
  if (!op->use_empty())
    return false;
  op->erase();
  return true;
}

bool mutate(ModuleOp module, uint64_t seed) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op != module && !isa<SymbolOpInterface>(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return false;
  Random random(seed);
  constexpr unsigned kTries = 30;
  for (unsigned k = 0; k < kTries; ++k) {
    Operation *op = ops[random.pick(ops.size())];
    unsigned way = random.pick(10);
    if (way < 5   ? changeAttribute(op, random)
        : way < 8 ? changeOperand(op, random)
                  : eraseOrRepeat(op, random))
      return true;
  }
  return false;
}

} // namespace polymem::fuzz

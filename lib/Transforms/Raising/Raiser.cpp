//===- Raiser.cpp - rewrites one function ---------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raiser.h"
#include "Conditions.h"
#include "PolyMem/Support/Remarks.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void Raiser::run() {
  raiseIn(func.getBody());
  eraseUnused();
}

void Raiser::raiseIn(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block))
      if (Operation *now = raise(&op))
        for (Region &inner : now->getRegions())
          raiseIn(inner);
}

Operation *Raiser::raise(Operation *op) {
  if (isa<memref::LoadOp, memref::StoreOp>(op)) {
    raiseAccess(op);
    return nullptr;
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op); copy && makesCopies) {
    raiseCopy(copy);
    return nullptr;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return raiseFor(loop);
  if (isa<scf::ParallelOp, scf::ForallOp>(op))
    return raiseParallel(op);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return raiseWhile(loop);
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return raiseIf(ifOp);
  return op;
}

void Raiser::refuse(Operation *op, RaisedCount &count, const Sentence &what,
                    const Obstacle &obstacle) {
  ++count.left;
  remarkMissed(op, pass, obstacle.name)
      << sentence("{0} stays: {1} {2}", op->getName(), what, obstacle.text);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Raiser::raiseAccess(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  if (load ? load.getNontemporal() || load.getAlignment()
           : store.getNontemporal() || store.getAlignment())
    return refuse(op, accesses, "it",
                  {"Hints", "says how memory is accessed (nontemporal, "
                            "alignment), which affine accesses cannot"});
  IndexReader reader(op, raised);
  SmallVector<AffineExpr> subscripts;
  ValueRange indices = load ? load.getIndices() : store.getIndices();
  for (auto [k, index] : llvm::enumerate(indices)) {
    std::optional<AffineExpr> expr = reader.readSingle(index);
    if (!expr)
      return refuse(op, accesses,
                    sentence("subscript {0}", named("Subscript", k)),
                    reader.obstacle());
    subscripts.push_back(*expr);
  }
  SmallVector<Value> leaves =
      materialize(reader, {MutableArrayRef(subscripts)}, op);
  auto [map, operands] = mapOf(subscripts, leaves);
  noteOperands(op);
  rewriter.setInsertionPoint(op);
  Operation *access;
  if (load)
    access = affine::AffineLoadOp::create(rewriter, op->getLoc(),
                                          load.getMemRef(), map, operands);
  else
    access = affine::AffineStoreOp::create(rewriter, op->getLoc(),
                                           store.getValueToStore(),
                                           store.getMemRef(), map, operands);
  access->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, access->getResults());
  ++accesses.raised;
}

void Raiser::raiseCopy(memref::CopyOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto target = dyn_cast<MemRefType>(op.getTarget().getType());
  if (!source || !target)
    return refuse(op, copies, "it", {"Rank", "is of unknown rank"});
  // The extents that are known, of either array, or the source's at run time.
  SmallVector<int64_t> extents;
  for (auto [a, b] : llvm::zip_equal(source.getShape(), target.getShape()))
    extents.push_back(ShapedType::isDynamic(a) ? b : a);
  Region *scope = affine::getAffineScope(op);
  if (llvm::is_contained(extents, ShapedType::kDynamic) &&
      !affine::isTopLevelValue(op.getSource(), scope))
    return refuse(op, copies, "it",
                  {"Extents", "is of an array made in the nest, of extents "
                              "known at run time only"});
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Value> variables;
  for (auto [d, extent] : llvm::enumerate(extents)) {
    affine::AffineForOp loop;
    if (ShapedType::isDynamic(extent)) {
      Value upper = memref::DimOp::create(rewriter, loc, op.getSource(), d);
      loop = affine::AffineForOp::create(
          rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0), upper,
          rewriter.getSymbolIdentityMap());
    } else {
      loop = affine::AffineForOp::create(rewriter, loc, 0, extent);
    }
    variables.push_back(loop.getInductionVar());
    rewriter.setInsertionPointToStart(loop.getBody());
  }
  Value element =
      affine::AffineLoadOp::create(rewriter, loc, op.getSource(), variables);
  affine::AffineStoreOp::create(rewriter, loc, element, op.getTarget(),
                                variables);
  rewriter.eraseOp(op);
  ++copies.raised;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Moves the only block of `from`, if it has one, in the place of `to`.
static void moveBranch(RewriterBase &rewriter, Region &from, Block *to) {
  if (from.empty())
    return;
  if (!to->empty())
    rewriter.eraseOp(to->getTerminator());
  rewriter.mergeBlocks(&from.front(), to);
  auto yield = cast<scf::YieldOp>(to->getTerminator());
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<affine::AffineYieldOp>(yield,
                                                     yield.getOperands());
}

Operation *Raiser::raiseIf(scf::IfOp op) {
  IndexReader reader(op, raised);
  bool isNegated = false;
  std::optional<Condition> condition =
      readCondition(reader, op.getCondition(), isNegated);
  if (!condition || (!condition->isConjunction && !condition->isSingle())) {
    // One of several conditions: else all of their contraries.
    Obstacle why = reader.obstacle();
    isNegated = true;
    std::optional<Condition> negation =
        readCondition(reader, op.getCondition(), isNegated);
    if (!negation || (!negation->isConjunction && !negation->isSingle())) {
      refuse(op, conditions, "its condition",
             condition ? reader.obstacle() : why);
      return op;
    }
    condition = negation;
  }
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isEquality;
  for (const Condition::Constraint &constraint : condition->constraints) {
    exprs.push_back(constraint.expr);
    isEquality.push_back(constraint.isEquality);
  }
  SmallVector<Value> operands =
      materialize(reader, {MutableArrayRef(exprs)}, op);
  IntegerSet set = IntegerSet::get(operands.size(), 0, exprs, isEquality);
  affine::canonicalizeSetAndOperands(&set, &operands);
  noteOperands(op);
  Region *thenRegion = &op.getThenRegion(), *elseRegion = &op.getElseRegion();
  if (isNegated)
    std::swap(thenRegion, elseRegion);
  rewriter.setInsertionPoint(op);
  auto ifOp =
      affine::AffineIfOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                 set, operands, !elseRegion->empty());
  moveBranch(rewriter, *thenRegion, ifOp.getThenBlock());
  if (ifOp.hasElse())
    moveBranch(rewriter, *elseRegion, ifOp.getElseBlock());
  ifOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, ifOp.getResults());
  ++conditions.raised;
  return ifOp;
}

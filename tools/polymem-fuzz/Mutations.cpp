//===- Mutations.cpp - ways to make a program smaller ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace polymem::fuzz {

/// Walks the operations of type `Op` until `visit` has counted `i` down below
/// zero: it does so for each change it could make, and makes the last.
template <typename Op>
static bool change(ModuleOp module, unsigned i,
                   llvm::function_ref<bool(Op, unsigned &)> visit) {
  SmallVector<Op> ops;
  module.walk<WalkOrder::PreOrder>([&](Op op) { ops.push_back(op); });
  for (Op op : ops)
    if (visit(op, i))
      return true;
  return false;
}

/// Whether it is this change's turn.
static bool isTurn(unsigned &i) { return i-- == 0; }

static bool isTerminatorOrFunction(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() ||
         isa<ModuleOp, func::FuncOp>(op);
}

/// Erases an operation; a loop with results becomes its initial values.
static bool eraseOperation(ModuleOp module, unsigned i) {
  return change<Operation *>(module, i, [](Operation *op, unsigned &i) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    if (isTerminatorOrFunction(op) ||
        (!op->use_empty() &&
         (!loop || loop.getInits().size() != op->getNumResults())))
      return false;
    if (!isTurn(i))
      return false;
    if (!op->use_empty())
      op->replaceAllUsesWith(loop.getInits());
    op->erase();
    return true;
  });
}

/// Moves the operations of `block` before `op`, whose results become what the
/// block yields.
static void inlineBlock(Operation *op, Block &block) {
  Operation *terminator = block.getTerminator();
  op->replaceAllUsesWith(terminator->getOperands());
  terminator->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

/// Replaces a condition by one of its branches.
static bool inlineBranch(ModuleOp module, unsigned i) {
  return change<Operation *>(module, i, [](Operation *op, unsigned &i) {
    if (!isa<affine::AffineIfOp, scf::IfOp>(op))
      return false;
    for (Region &region : op->getRegions()) {
      if (region.empty() || !isTurn(i))
        continue;
      inlineBlock(op, region.front());
      return true;
    }
    return false;
  });
}

/// Replaces a loop by its iteration 0 or 1.
static bool inlineLoop(ModuleOp module, unsigned i) {
  return change<affine::AffineForOp>(
      module, i, [](affine::AffineForOp loop, unsigned &i) {
        for (int64_t iteration : {0, 1}) {
          if (!isTurn(i))
            continue;
          OpBuilder builder(loop);
          loop.getInductionVar().replaceAllUsesWith(
              arith::ConstantIndexOp::create(builder, loop.getLoc(),
                                             iteration));
          for (auto [argument, init] :
               llvm::zip(loop.getRegionIterArgs(), loop.getInits()))
            argument.replaceAllUsesWith(init);
          inlineBlock(loop, *loop.getBody());
          return true;
        }
        return false;
      });
}

/// Replaces a value by an operand of the same type.
static bool bypassOperation(ModuleOp module, unsigned i) {
  return change<Operation *>(module, i, [](Operation *op, unsigned &i) {
    if (op->getNumResults() != 1 || op->getNumRegions() != 0)
      return false;
    for (Value operand : op->getOperands()) {
      if (operand.getType() != op->getResult(0).getType() || !isTurn(i))
        continue;
      op->getResult(0).replaceAllUsesWith(operand);
      op->erase();
      return true;
    }
    return false;
  });
}

/// Makes the bounds of a loop simpler.
static bool simplifyBounds(ModuleOp module, unsigned i) {
  auto single = [](AffineMap map, unsigned result) {
    return map.getSubMap({result});
  };
  return change<affine::AffineForOp>(
      module, i, [&](affine::AffineForOp loop, unsigned &i) {
        if (loop.getStepAsInt() != 1 && isTurn(i)) {
          loop.setStep(1);
          return true;
        }
        bool fromZero =
            loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0;
        if (!fromZero && isTurn(i)) {
          loop.setConstantLowerBound(0);
          return true;
        }
        for (int64_t upper : {1, 2, 3, 5}) {
          if (loop.hasConstantUpperBound() &&
              loop.getConstantUpperBound() <= upper)
            break;
          if (isTurn(i)) {
            loop.setConstantUpperBound(upper);
            return true;
          }
        }
        AffineMap lower = loop.getLowerBoundMap(),
                  upper = loop.getUpperBoundMap();
        for (unsigned r = 0;
             lower.getNumResults() > 1 && r < lower.getNumResults(); ++r)
          if (isTurn(i)) {
            loop.setLowerBoundMap(single(lower, r));
            return true;
          }
        for (unsigned r = 0;
             upper.getNumResults() > 1 && r < upper.getNumResults(); ++r)
          if (isTurn(i)) {
            loop.setUpperBoundMap(single(upper, r));
            return true;
          }
        return false;
      });
}

/// Smaller expressions than `expr`: 0, and the operands of its operations.
static void collectSmaller(AffineExpr expr, SmallVectorImpl<AffineExpr> &out) {
  if (isa<AffineConstantExpr>(expr))
    return;
  out.push_back(getAffineConstantExpr(0, expr.getContext()));
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return;
  for (AffineExpr operand : {binary.getLHS(), binary.getRHS()})
    if (!isa<AffineConstantExpr>(operand))
      out.push_back(operand);
  if (binary.getKind() != AffineExprKind::Add)
    return;
  // One level deeper: a sum of three without one of them.
  SmallVector<AffineExpr> left;
  collectSmaller(binary.getLHS(), left);
  for (AffineExpr smaller : left)
    out.push_back(smaller + binary.getRHS());
}

/// Makes a subscript simpler.
static bool simplifySubscripts(ModuleOp module, unsigned i) {
  return change<Operation *>(module, i, [](Operation *op, unsigned &i) {
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
      return false;
    auto attribute = op->getAttrOfType<AffineMapAttr>("map");
    if (!attribute)
      return false;
    AffineMap map = attribute.getValue();
    for (unsigned r = 0; r < map.getNumResults(); ++r) {
      SmallVector<AffineExpr> candidates, results(map.getResults());
      collectSmaller(map.getResult(r), candidates);
      for (AffineExpr candidate : candidates) {
        if (!isTurn(i))
          continue;
        results[r] = candidate;
        op->setAttr("map", AffineMapAttr::get(AffineMap::get(
                               map.getNumDims(), map.getNumSymbols(), results,
                               map.getContext())));
        return true;
      }
    }
    return false;
  });
}

/// Drops one of several constraints of a condition.
static bool dropConstraint(ModuleOp module, unsigned i) {
  return change<affine::AffineIfOp>(
      module, i, [](affine::AffineIfOp op, unsigned &i) {
        IntegerSet set = op.getIntegerSet();
        for (unsigned c = 0;
             set.getNumConstraints() > 1 && c < set.getNumConstraints(); ++c) {
          if (!isTurn(i))
            continue;
          SmallVector<AffineExpr> constraints(set.getConstraints());
          SmallVector<bool> equalities(set.getEqFlags());
          constraints.erase(constraints.begin() + c);
          equalities.erase(equalities.begin() + c);
          op.setIntegerSet(IntegerSet::get(
              set.getNumDims(), set.getNumSymbols(), constraints, equalities));
          return true;
        }
        return false;
      });
}

/// Drops the else part of a condition without results.
static bool dropElse(ModuleOp module, unsigned i) {
  return change<Operation *>(module, i, [](Operation *op, unsigned &i) {
    if (!isa<affine::AffineIfOp, scf::IfOp>(op) || op->getNumResults() != 0 ||
        op->getRegion(1).empty() || !isTurn(i))
      return false;
    Region &region = op->getRegion(1);
    region.front().erase();
    return true;
  });
}

ArrayRef<Mutation> allMutations() {
  static constexpr Mutation kMutations[] = {
      eraseOperation, inlineBranch,       inlineLoop,     dropElse,
      dropConstraint, simplifySubscripts, simplifyBounds, bypassOperation};
  return kMutations;
}

void eraseDeadOperations(ModuleOp module) {
  bool changed = true;
  while (changed) {
    changed = false;
    module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (!isTerminatorOrFunction(op) && isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
    });
  }
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = function.getNumArguments(); i-- > 0;)
      if (function.getArgument(i).use_empty())
        (void)function.eraseArgument(i);
}

} // namespace polymem::fuzz

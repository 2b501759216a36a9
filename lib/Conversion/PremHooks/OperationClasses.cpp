//===- OperationClasses.cpp - what operations cost on multicores ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationClasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem::prem;

static int64_t &of(OperationCounts &counts, OpClass which) {
  return counts[static_cast<size_t>(which)];
}

/// Adds the operations of an affine expression.
static void countExpression(AffineExpr expr, OperationCounts &counts) {
  expr.walk([&](AffineExpr part) {
    switch (part.getKind()) {
    case AffineExprKind::Add:
      ++of(counts, OpClass::Int);
      break;
    case AffineExprKind::Mul:
      ++of(counts, OpClass::IntMul);
      break;
    case AffineExprKind::Mod:
    case AffineExprKind::FloorDiv:
    case AffineExprKind::CeilDiv:
      ++of(counts, OpClass::IntDiv);
      break;
    default:
      break;
    }
  });
}

/// The class of an operation of `arith` or `math`, by its kind and its type.
static OpClass arithmeticClass(Operation *op) {
  if (isa<arith::MulIOp, arith::MulUIExtendedOp, arith::MulSIExtendedOp>(op))
    return OpClass::IntMul;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
          arith::RemUIOp>(op))
    return OpClass::IntDiv;
  if (isa<arith::MulFOp, math::FmaOp>(op))
    return OpClass::FloatMul;
  if (isa<arith::DivFOp, arith::RemFOp>(op))
    return OpClass::FloatDiv;
  bool isFloat = llvm::any_of(op->getOperandTypes(),
                              [](Type type) { return isa<FloatType>(type); }) ||
                 isa<FloatType>(op->getResult(0).getType());
  if (!isFloat)
    return OpClass::Int;
  if (isa<math::AbsFOp, math::CopySignOp>(op) ||
      isa<arith::ArithDialect>(op->getDialect()))
    return OpClass::Float;
  return OpClass::Special;
}

/// Whether `op` is free: a constant, the end of a block, memory of the
/// segment's own, or what only tells.
static bool isFree(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<memref::AllocaOp, memref::DimOp, StreamOp, TellAccessOp, CountOp>(
             op);
}

LogicalResult polymem::prem::countOperation(Operation *op,
                                            OperationCounts &counts) {
  if (isFree(op))
    return success();
  if (isa<affine::AffineLoadOp, memref::LoadOp>(op)) {
    ++of(counts, OpClass::Load);
  } else if (isa<affine::AffineStoreOp, memref::StoreOp>(op)) {
    ++of(counts, OpClass::Store);
  } else if (isa<affine::AffineIfOp, scf::IfOp>(op)) {
    ++of(counts, OpClass::Branch);
  } else if (isa<affine::AffineForOp, scf::ForOp>(op)) {
    // What an iteration costs is part of its body.
  } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    countExpression(apply.getAffineMap().getResult(0), counts);
  } else if (isa<affine::AffineMinOp, affine::AffineMaxOp>(op)) {
    AffineMap map = isa<affine::AffineMinOp>(op)
                        ? cast<affine::AffineMinOp>(op).getMap()
                        : cast<affine::AffineMaxOp>(op).getMap();
    for (AffineExpr expr : map.getResults())
      countExpression(expr, counts);
    of(counts, OpClass::Int) += map.getNumResults() - 1;
  } else if (op->getNumResults() == 1 &&
             op->getResult(0).getType().isIntOrIndexOrFloat() &&
             isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                 op->getDialect())) {
    ++of(counts, arithmeticClass(op));
  } else {
    return failure();
  }
  return success();
}

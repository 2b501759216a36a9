//===- CorpusUndefined.cpp - programs that are undefined ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace polymem::fuzz {

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
             index::DivSOp, index::DivUOp, index::RemSOp, index::RemUOp,
             index::FloorDivSOp, index::CeilDivSOp, index::CeilDivUOp>(op);
}

/// Divides as signed numbers: the least one by -1 is out of range.
static bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp,
             arith::CeilDivSIOp, index::DivSOp, index::RemSOp,
             index::FloorDivSOp, index::CeilDivSOp>(op);
}

static bool isShift(Operation *op) {
  return isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, index::ShlOp,
             index::ShrSOp, index::ShrUOp>(op);
}

/// The same number in all elements of `type`.
static Value makeNumber(OpBuilder &builder, Location loc, Type type,
                        const APInt &number) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr attribute = builder.getIntegerAttr(element, number);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = DenseElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(builder, loc, attribute);
}

/// The condition under which `op` is defined, of its operands' shape.
static Value makeCondition(OpBuilder &builder, Operation *op) {
  using P = arith::CmpIPredicate;
  Location loc = op->getLoc();
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = rhs.getType(), element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  auto compare = [&](P predicate, Value value, const APInt &number) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, value,
                                 makeNumber(builder, loc, type, number));
  };
  if (isShift(op)) {
    // No number of these bits is as large as their number.
    if (!llvm::isUIntN(width, width))
      return nullptr;
    return compare(P::ult, rhs, APInt(width, width));
  }
  Value condition = compare(P::ne, rhs, APInt::getZero(width));
  if (!isSignedDivision(op))
    return condition;
  Value inRange = arith::OrIOp::create(
      builder, loc, compare(P::ne, rhs, APInt::getAllOnes(width)),
      compare(P::ne, lhs, APInt::getSignedMinValue(width)));
  return arith::AndIOp::create(builder, loc, condition, inRange);
}

/// Whether all elements of `condition` are true.
static Value makeAll(OpBuilder &builder, Location loc, Value condition) {
  auto vector = dyn_cast<VectorType>(condition.getType());
  if (!vector)
    return condition;
  auto flat =
      VectorType::get({vector.getNumElements()}, vector.getElementType());
  Value list = vector::ShapeCastOp::create(builder, loc, flat, condition);
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::AND,
                                     list);
}

static bool isCheckable(Operation *op) {
  if (!isDivision(op) && !isShift(op))
    return false;
  Type type = op->getOperand(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  return type.isIntOrIndex() || (vector && !vector.isScalable());
}

OwningOpRef<ModuleOp> assertDefined(ModuleOp module) {
  OwningOpRef<ModuleOp> copy(module.clone());
  // Divisions of maps become operations. Accesses are checked as long as they
  // are there: canonicalization drops loads that nobody uses.
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  if (failed(parsePassPipeline("lower-affine,generate-runtime-verification",
                               manager)) ||
      failed(manager.run(*copy)))
    return nullptr;
  SmallVector<Operation *> ops;
  bool hasChecks = false;
  copy->walk([&](Operation *op) {
    hasChecks |= isa<cf::AssertOp>(op);
    if (isCheckable(op))
      ops.push_back(op);
  });
  if (ops.empty() && !hasChecks)
    return nullptr;
  for (Operation *op : ops) {
    OpBuilder builder(op);
    if (Value condition = makeCondition(builder, op))
      cf::AssertOp::create(builder, op->getLoc(),
                           makeAll(builder, op->getLoc(), condition),
                           kUndefined);
  }
  return copy;
}

} // namespace polymem::fuzz

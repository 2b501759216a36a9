//===- ValueTrees.cpp - the operator trees of values ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/Traps.h"
#include "ValueProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

bool ValueProgramBuilder::addOrigin(scratch::OriginOp op) {
  ValueOrigin origin;
  unsigned number = program->originList.size();
  origin.tuple = prefix + "N" + std::to_string(number);
  origin.statement = statement - scop.statements().data();
  origin.op = op;
  isl::map map = isl::map::from_domain_and_range(
      domain, isl::set::universe(isl::space(scop.ctx(), 0, 0)));
  for (Value index : op.getInstance()) {
    auto found = statement->indices.find(index);
    if (found == statement->indices.end())
      return fail(op, "the marker's operands are not affine");
    map = map.flat_range_product(found->second.as_map());
  }
  origin.origin = map.set_domain_tuple(origin.tuple)
                      .set_range_tuple(("value_" + op.getStatement()).str());
  origin.value = expr(op.getValue());
  program->originList.push_back(std::move(origin));
  originOf[op.getResult()] = number;
  return true;
}

/// What a value of another statement, or one carried by a loop, reads.
ValueExpr ValueProgramBuilder::scalar(Value value) {
  ValueExpr result;
  if (auto opResult = dyn_cast<OpResult>(value))
    if (auto loop = dyn_cast<affine::AffineForOp>(opResult.getOwner()))
      value = loop.getRegionIterArgs()[opResult.getResultNumber()];
  auto found = readOf.find(value);
  if (found == readOf.end())
    return result;
  result.kind = ValueExpr::Kind::Read;
  result.index = found->second;
  return result;
}

/// The region of both computes the same, of the same values.
static bool computeTheSame(scratch::CopyInOp a, scratch::CopyInOp b) {
  return OperationEquivalence::isRegionEquivalentTo(
      &a.getComputation(), &b.getComputation(),
      OperationEquivalence::IgnoreLocations);
}

bool ValueProgramBuilder::findComputedBuffers() {
  WalkResult result = scop.root()->walk([&](scratch::CopyInOp copy) {
    if (!copy.isComputing())
      return WalkResult::advance();
    auto refuse = [&](const Twine &reason) {
      fail(copy, "it computes of elements what the buffer gets, and " + reason);
      return WalkResult::interrupt();
    };
    for (Operation *user : copy.getTarget().getUsers()) {
      if (isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp>(user))
        continue;
      if (auto store = dyn_cast<affine::AffineStoreOp>(user);
          store && store.getMemRef() == copy.getTarget())
        continue;
      auto other = dyn_cast<scratch::CopyInOp>(user);
      if (!other || other.getSource() == copy.getTarget())
        return refuse("'" + user->getName().getStringRef() + "' uses it");
      if (!computeTheSame(copy, other))
        return refuse("another copy computes something else");
    }
    // What is computed where an element is loaded must be what was computed
    // where it was copied: other values may have changed meanwhile.
    auto isFixed = [&](Value value) {
      Operation *op = value.getDefiningOp();
      if (op)
        return copy->isProperAncestor(op) ||
               op->hasTrait<OpTrait::ConstantLike>();
      Operation *parent = cast<BlockArgument>(value).getOwner()->getParentOp();
      return parent == copy.getOperation() || parent == scop.root();
    };
    // Integers are values of indices where they are used, not where they are
    // copied.
    auto isFloat = [](Value value) { return isa<FloatType>(value.getType()); };
    for (Operation &op : copy.getComputation().front().without_terminator()) {
      if (!isSpeculatable(&op))
        return refuse("that may be undefined");
      if (!llvm::all_of(op.getOperands(), isFixed))
        return refuse("of values that are neither constants nor arguments");
      if (!llvm::all_of(op.getOperands(), isFloat) ||
          !llvm::all_of(op.getResults(), isFloat))
        return refuse("by other than floating point");
    }
    computed[copy.getTarget()] = copy;
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

ValueExpr ValueProgramBuilder::expr(Value value) {
  using Kind = ValueExpr::Kind;
  ValueExpr result;
  if (budget == 0)
    return result;
  --budget;
  if (auto found = originOf.find(value); found != originOf.end()) {
    result.kind = Kind::Origin;
    result.index = found->second;
    return result;
  }
  if (auto found = readOf.find(value); found != readOf.end()) {
    result.kind = Kind::Read;
    result.index = found->second;
    Operation *load = value.getDefiningOp();
    bool isLoad = isa_and_nonnull<affine::AffineLoadOp, memref::LoadOp>(load);
    auto copy = isLoad ? computed.find(load->getOperand(0)) : computed.end();
    if (copy == computed.end())
      return result;
    Block &block = copy->second.getComputation().front();
    readOf[block.getArgument(0)] = found->second;
    return expr(block.getTerminator()->getOperand(0));
  }
  if (auto found = statement->indices.find(value);
      found != statement->indices.end()) {
    result.kind = Kind::Index;
    result.type = value.getType();
    result.aff = found->second;
    return result;
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner()->getParentOp() != scop.root())
      return scalar(value);
    result.kind = Kind::Outside;
    result.index = arg.getArgNumber();
    return result;
  }
  Operation *op = value.getDefiningOp();
  const ScopStatement *owner = scop.statementOf(op);
  bool isInCopy = isa<scratch::CopyInOp>(op->getParentOp());
  if ((owner && owner != statement && !isInCopy) || op->getNumRegions() != 0)
    return scalar(value);
  if (!isMemoryEffectFree(op) || isa<BaseMemRefType>(value.getType()))
    return result;
  result.kind = Kind::Operation;
  result.op = op;
  result.index = cast<OpResult>(value).getResultNumber();
  for (Value operand : op->getOperands())
    result.operands.push_back(expr(operand));
  return result;
}

static bool computes(const ValueExpr &expr, Operation *op) {
  return (expr.kind == ValueExpr::Kind::Operation && expr.op == op) ||
         llvm::any_of(expr.operands, [&](const ValueExpr &operand) {
           return computes(operand, op);
         });
}

void ValueProgramBuilder::addTraps(const ScopStatement &s) {
  unsigned number = &s - scop.statements().data();
  for (Operation *op : s.ops) {
    if (!mayTrap(op))
      continue;
    ValueTrap &trap = program->trapList.emplace_back();
    trap.op = op;
    trap.domain = domain;
    budget = kMaxExpressionSize;
    trap.value = expr(op->getResult(0));
    trap.named = llvm::any_of(program->originList, [&](const auto &origin) {
      return origin.statement == number && computes(origin.value, op);
    });
  }
}

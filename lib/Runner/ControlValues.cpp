//===- ControlValues.cpp - arguments that not every integer suits ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random inputs may be any bits, but for integers that the program uses where
// some have no meaning: as subscripts and bounds, divisors, distances of
// shifts, operands that must not overflow, conditions of loops. Those are found
// backwards from these operations, through arithmetic, loops and arrays.
//
//===----------------------------------------------------------------------===//

#include "ControlValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace polymem::runtime {

namespace {
/// Values, and arrays, of which not every integer may be an element.
class ControlValues {
public:
  explicit ControlValues(Operation *root) : root(root) {}

  llvm::SmallPtrSet<Value, 8> find();

private:
  void addUses(Operation *op);
  void add(Value value) {
    if (!isa<FloatType>(getElementTypeOrSelf(value.getType())))
      values.insert(value);
  }
  void addAll(ValueRange range) {
    for (Value value : range)
      add(value);
  }
  void addArray(Value array);
  void follow(Value value);
  void followRegions(Operation *op);

  Operation *root;
  llvm::SetVector<Value> values;
  llvm::SmallPtrSet<Value, 8> arrays;
  /// Operations that write arrays, by the arrays.
  llvm::DenseMap<Value, SmallVector<Operation *>> writers;
};
} // namespace

/// The array that `view` is a part of.
static Value arrayBehind(Value view) {
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>())
    view = op.getViewSource();
  return view;
}

static bool isArray(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

void ControlValues::addArray(Value array) {
  array = arrayBehind(array);
  if (!arrays.insert(array).second)
    return;
  // What is stored there is loaded somewhere. Copies join arrays.
  for (Operation *op : writers.lookup(array))
    for (Value operand : op->getOperands())
      isArray(operand) ? addArray(operand) : add(operand);
  if (Operation *op = array.getDefiningOp())
    for (Value operand : op->getOperands())
      if (isArray(operand))
        addArray(operand);
}

/// Adds the operands of `op` that not every integer suits.
void ControlValues::addUses(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
    return addAll(op->getOperands());
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    add(op->getOperand(1));
  if (auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (overflow.getOverflowAttr().getValue() !=
        arith::IntegerOverflowFlags::none)
      addAll(op->getOperands());
  if (auto condition = dyn_cast<scf::ConditionOp>(op))
    add(condition.getCondition());
  // Whatever becomes an index, or is one in memory.
  for (Value result : op->getResults())
    if (getElementTypeOrSelf(result.getType()).isIndex() && !isArray(result))
      add(result);
  // Code that is not seen.
  if (isa<CallOpInterface>(op) ||
      (op->getNumRegions() == 0 && isa<SymbolUserOpInterface>(op) &&
       op->getNumResults() == 0))
    for (Value operand : op->getOperands())
      isArray(operand) ? addArray(operand) : add(operand);
}

void ControlValues::followRegions(Operation *op) {
  addAll(op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty())
        addAll(block.back().getOperands());
}

void ControlValues::follow(Value value) {
  if (isArray(value))
    return addArray(value);
  Operation *op = value.getDefiningOp();
  if (op && op->getNumRegions() == 0) {
    bool reads =
        hasEffect<MemoryEffects::Read>(op) || !isa<MemoryEffectOpInterface>(op);
    for (Value operand : op->getOperands())
      if (!isArray(operand))
        add(operand);
      else if (reads)
        addArray(operand);
    return;
  }
  if (op)
    return followRegions(op);
  Block *block = cast<BlockArgument>(value).getOwner();
  if (!isa<FunctionOpInterface>(block->getParentOp()))
    followRegions(block->getParentOp());
  for (Block *before : block->getPredecessors())
    addAll(before->back().getOperands());
}

llvm::SmallPtrSet<Value, 8> ControlValues::find() {
  root->walk([&](Operation *op) {
    if (isa<ViewLikeOpInterface>(op) ||
        hasSingleEffect<MemoryEffects::Read>(op))
      return;
    for (Value operand : op->getOperands())
      if (isArray(operand))
        writers[arrayBehind(operand)].push_back(op);
  });
  root->walk([&](Operation *op) { addUses(op); });
  for (size_t i = 0; i < values.size(); ++i)
    follow(values[i]);
  llvm::SmallPtrSet<Value, 8> found = arrays;
  found.insert(values.begin(), values.end());
  return found;
}

llvm::SmallPtrSet<Value, 8> findControlValues(Operation *root) {
  return ControlValues(root).find();
}

} // namespace polymem::runtime

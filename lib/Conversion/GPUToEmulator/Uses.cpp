//===- Uses.cpp - of what a shuffle read from absent lanes ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a shuffle returns from a lane that takes no part is undefined, and no
// error as long as nobody uses it: the value may be selected away. So beside
// each value that such a result moves to goes a flag (0: defined), through
// casts, selections and the parts of wider values; any other operation uses it.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace polymem::gputoemulator {

/// Whether `op` only moves its operands' bits.
static bool movesBits(Operation *op) {
  return isa<LLVM::BitcastOp, LLVM::TruncOp, LLVM::ZExtOp, LLVM::SExtOp,
             LLVM::OrOp, LLVM::ShlOp, LLVM::LShrOp, LLVM::InsertElementOp,
             LLVM::ExtractElementOp, LLVM::SelectOp, LLVM::InsertValueOp,
             LLVM::ExtractValueOp, LLVM::FreezeOp>(op);
}

namespace {
/// The flags of one function.
class AbsentValues {
public:
  AbsentValues(OpBuilder &builder,
               const llvm::MapVector<Value, Value> &shuffled)
      : builder(builder), flags(shuffled.begin(), shuffled.end()) {}

  /// A flag for `value`; zero where nothing is known of it.
  Value flagOf(Value value);

private:
  Value combine(Operation *op);

  OpBuilder &builder;
  DenseMap<Value, Value> flags;
};
} // namespace

/// The flag of what `op`, which moves bits, returns.
Value AbsentValues::combine(Operation *op) {
  Location loc = op->getLoc();
  if (auto select = dyn_cast<LLVM::SelectOp>(op)) {
    // A condition that is undefined was used where it was computed.
    Value then = flagOf(select.getTrueValue());
    Value otherwise = flagOf(select.getFalseValue());
    builder.setInsertionPointAfter(op);
    if (isa<VectorType>(select.getCondition().getType()))
      return LLVM::UMaxOp::create(builder, loc, then, otherwise);
    return LLVM::SelectOp::create(builder, loc, select.getCondition(), then,
                                  otherwise);
  }
  if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op))
    if (Value field =
            insertedField(extract.getContainer(), extract.getPosition()))
      return flagOf(field);
  Value flag;
  for (Value operand : op->getOperands()) {
    Value next = flagOf(operand);
    builder.setInsertionPointAfter(op);
    flag = flag ? LLVM::UMaxOp::create(builder, loc, flag, next).getResult()
                : next;
  }
  return flag;
}

Value AbsentValues::flagOf(Value value) {
  if (Value known = flags.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value flag;
  OpBuilder::InsertionGuard guard(builder);
  if (op && movesBits(op) && op->getNumOperands() != 0)
    flag = combine(op);
  if (!flag) {
    if (op)
      builder.setInsertionPointAfter(op);
    else
      builder.setInsertionPointToStart(value.getParentBlock());
    flag =
        LLVM::ConstantOp::create(builder, value.getLoc(), builder.getI64Type(),
                                 builder.getI64IntegerAttr(0));
  }
  return flags[value] = flag;
}

void KernelConverter::instrumentUses() {
  if (shuffled.empty())
    return;
  llvm::SetVector<Value> moved;
  for (auto &[value, flag] : shuffled)
    moved.insert(value);
  llvm::SetVector<OpOperand *> uses;
  for (size_t i = 0; i < moved.size(); ++i)
    for (OpOperand &use : moved[i].getUses()) {
      Operation *op = use.getOwner();
      auto extract = dyn_cast<LLVM::ExtractValueOp>(op);
      Value field =
          extract ? insertedField(extract.getContainer(), extract.getPosition())
                  : Value();
      if (field && !moved.contains(field))
        continue;
      auto select = dyn_cast<LLVM::SelectOp>(op);
      bool isCondition = select && use.getOperandNumber() == 0;
      if (movesBits(op) && !isCondition)
        moved.insert(op->getResult(0));
      else
        uses.insert(&use);
    }
  AbsentValues values(builder, shuffled);
  SmallVector<std::pair<OpOperand *, Value>> flagged;
  for (OpOperand *use : uses)
    flagged.emplace_back(use, values.flagOf(use->get()));
  for (auto [use, flag] : flagged) {
    Operation *op = use->getOwner();
    builder.setInsertionPoint(op);
    call(op, "polymem_emu_use", Type(),
         {thread, site(op, op->getName().stripDialect()), flag});
  }
  shuffled.clear();
}

} // namespace polymem::gputoemulator

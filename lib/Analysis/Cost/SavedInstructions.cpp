//===- SavedInstructions.cpp - what back ends save ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedInstructions.h"
#include "CostWalker.h"
#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "PolyMem/Analysis/Device/NextCopies.h"
#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

/// Addresses that are compared with one another, at most.
static constexpr size_t kMostAddresses = 256;

/// Instructions for an addition to an address of 64 bits.
static constexpr double kWideAddition = 2;

/// A loop over the tiles of a block, which has one round nearly always: it
/// steps by the number of blocks.
static bool isOverTiles(Operation *loop) {
  auto forOp = dyn_cast<scf::ForOp>(loop);
  auto step =
      forOp ? dyn_cast<BlockArgument>(forOp.getStep()) : BlockArgument();
  return step && isa<gpu::LaunchOp>(step.getOwner()->getParentOp());
}

/// The innermost loop around `op`, null if there is none in the launch.
static Operation *loopAround(Operation *op) {
  for (Operation *around = op->getParentOp();
       around && !isa<gpu::LaunchOp>(around); around = around->getParentOp())
    if (isa<LoopLikeOpInterface>(around) && !isOverTiles(around))
      return around;
  return nullptr;
}

static bool isInside(Value value, Operation *loop) {
  return loop->isAncestor(value.getParentBlock()->getParentOp());
}

/// Arithmetic on integers and conditions.
static bool isInteger(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         isMemoryEffectFree(op) && op->getNumResults() == 1 &&
         op->getResult(0).getType().isIntOrIndex();
}

/// What back ends compute as a part of an address.
static bool isLinear(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::IndexCastOp>(op) ||
         (isa<arith::MulIOp>(op) &&
          llvm::any_of(op->getOperands(), [](Value operand) {
            return getConstantIntValue(operand).has_value();
          }));
}

/// `operand` is a subscript.
static bool isSubscript(OpOperand &operand) {
  Operation *user = operand.getOwner();
  return (isa<memref::LoadOp, vector::LoadOp>(user) &&
          operand.getOperandNumber() >= 1) ||
         (isa<memref::StoreOp, vector::StoreOp>(user) &&
          operand.getOperandNumber() >= 2);
}

/// Nothing but loads and arithmetic.
static bool isUnrollable(LoopLikeOpInterface loop) {
  auto forOp = dyn_cast<scf::ForOp>(loop.getOperation());
  return forOp &&
         llvm::all_of(forOp.getBody()->without_terminator(), [](Operation &op) {
           return op.getNumRegions() == 0 && !isa<gpu::BarrierOp>(op);
         });
}

SavedInstructions::SavedInstructions(gpu::LaunchOp launch) {
  launch.getBody().walk([&](LoopLikeOpInterface loop) {
    if (isUnrollable(loop))
      unrolled.insert(loop);
  });
  findSaved(launch);
  findEarly(launch);
  for (Block &block : launch.getBody())
    visit(block);
}

void SavedInstructions::findSaved(gpu::LaunchOp launch) {
  SmallVector<Operation *> integers;
  launch.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isInteger(op))
      integers.push_back(op);
  });
  // Operands come before operations, and users behind them.
  for (Operation *op : integers)
    if (Operation *loop = loopAround(op);
        loop && llvm::all_of(op->getOperands(), [&](Value operand) {
          Operation *def = operand.getDefiningOp();
          return !isInside(operand, loop) ||
                 (def && loopAround(def) == loop && saved.contains(def));
        })) {
      saved.insert(op);
      invariant.insert(op);
    }
  for (Operation *op : llvm::reverse(integers))
    if (isLinear(op) && llvm::all_of(op->getUses(), [&](OpOperand &use) {
          return isSubscript(use) ||
                 (saved.contains(use.getOwner()) && isLinear(use.getOwner()));
        }))
      saved.insert(op);
}

void SavedInstructions::findEarly(gpu::LaunchOp launch) {
  int64_t carried = carriedRegisters(launch);
  launch.getBody().walk([&](scf::ForOp loop) {
    std::vector<NextCopy> copies = findNextCopies(loop, kBatchedLoads);
    int64_t registers = registersOfEarly(copies);
    if (copies.empty() || registers + carried > kPrefetchRegisters ||
        !leavesGlobalMemory(loop))
      return;
    early.insert(loop);
    for (const NextCopy &copy : copies)
      early.insert_range(copy.loads);
    mostRegisters = std::max(mostRegisters, registers);
  });
}

void SavedInstructions::visit(Block &block) {
  size_t before = known.size();
  for (Operation &op : block) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      setAddress(load, load.getMemref(), load.getIndices());
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      setAddress(store, store.getMemref(), store.getIndices());
    else if (auto load = dyn_cast<vector::LoadOp>(op))
      setAddress(load, load.getBase(), load.getIndices());
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      setAddress(store, store.getBase(), store.getIndices());
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        visit(inner);
  }
  known.truncate(before);
}

/// `form`, of what is known before `loop` and the number of the round: a loop
/// of step 1 counts from its lower bound on.
static IndexForm inRounds(IndexForm form, Operation *loop) {
  auto forOp = dyn_cast_if_present<scf::ForOp>(loop);
  if (!forOp)
    return form;
  for (auto [value, factor] : SmallVector<std::pair<Value, int64_t>>(
           form.terms.begin(), form.terms.end()))
    if (value == forOp.getInductionVar())
      form.add(formOf(forOp.getLowerBound()), factor);
  return form;
}

void SavedInstructions::setAddress(Operation *access, Value memref,
                                   ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  Operation *loop = loopAround(access);
  Address address{memref, {}};
  bool isStatic = type.hasStaticShape() && type.getLayout().isIdentity();
  if (isStatic) {
    IndexForm number;
    int64_t stride = 1;
    for (unsigned dim = type.getRank(); dim-- > 0;) {
      number.add(inRounds(formOf(indices[dim]), loop), stride);
      // Overflow is in the types' numbers of elements already.
      stride *= type.getDimSize(dim);
    }
    if (loop && isShared(memref) && isa<memref::LoadOp>(access) &&
        isJoined(number, bytesOf(type.getElementType()), loop))
      joined[access] = 1 - 1.0 / kUnrolledRounds;
    address.subscripts.push_back(number.withoutConstant());
  } else {
    for (Value index : indices)
      address.subscripts.push_back(inRounds(formOf(index), loop));
    // Steps between rows are no constants.
    if (!address.subscripts.empty())
      address.subscripts.back().constant = 0;
  }
  bool isKnown = llvm::any_of(known, [&](const Address &other) {
    return other.memref == memref &&
           llvm::equal(other.subscripts, address.subscripts);
  });
  addresses[access] = isKnown ? 0 : costOf(address, loop, isStatic);
  if (!isKnown && known.size() < kMostAddresses)
    known.push_back(std::move(address));
}

/// What does not change in the loop is added before it, the loop's variable
/// once for all rounds that become one, unless its step is a number of 64 bits
/// that is not known.
double SavedInstructions::costOf(const Address &address, Operation *loop,
                                 bool isStatic) const {
  double result = 0;
  for (auto [dim, form] : llvm::enumerate(address.subscripts))
    for (auto [value, factor] : form.terms) {
      bool inRow = dim + 1 == address.subscripts.size();
      double addition = isStatic ? 1 : kWideAddition;
      if (!loop) {
        result += inRow ? addition : 2 * addition;
        continue;
      }
      Operation *def = value.getDefiningOp();
      if (!isInside(value, loop) ||
          (def && loopAround(def) == loop && invariant.contains(def)))
        continue;
      bool isSum = isa<BlockArgument>(value) && inRow;
      result +=
          isSum && isUnrolled(loop) ? addition / kUnrolledRounds : addition;
    }
  return result;
}

/// Four rounds load elements side by side, at a multiple of their bytes.
bool SavedInstructions::isJoined(const IndexForm &number, int64_t elementBytes,
                                 Operation *loop) const {
  auto forOp = dyn_cast<scf::ForOp>(loop);
  if (!forOp || !isUnrolled(loop) ||
      elementBytes * kUnrolledRounds != kWidestAccess ||
      getConstantIntValue(forOp.getStep()) != 1)
    return false;
  auto isMultiple = [](int64_t factor) {
    return factor % kUnrolledRounds == 0;
  };
  bool follows = false;
  for (auto [value, factor] : number.terms) {
    bool isVariable = value == forOp.getInductionVar();
    follows |= isVariable && factor == 1;
    if (!isVariable && !isMultiple(factor))
      return false;
  }
  return follows && isMultiple(number.constant);
}

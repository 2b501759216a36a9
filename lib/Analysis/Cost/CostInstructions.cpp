//===- CostInstructions.cpp - what threads execute, and in what time ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostWalker.h"
#include "SavedInstructions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

void CostWalker::addTo(InstructionCost &cost, double times) {
  double all = weight() * times;
  cost.threads += all * active->threads;
  cost.warps += all * active->warps;
}

void CostWalker::countIntegers(double times) {
  if (inLaunch)
    addTo(counts->integers, times);
}

void CostWalker::countSaved(double times) {
  if (inLaunch && times != 0)
    addTo(counts->saved, times);
}

void CostWalker::addToTimeline(Operation *op, double latency) {
  Ready ready = timeline->start;
  for (Value operand : op->getOperands())
    if (auto found = timeline->values.find(operand);
        found != timeline->values.end())
      timeline->wait(ready, found->second);
  ready.time += latency;
  if (ready.carried >= 0)
    ready.carried += latency;
  timeline->wait(timeline->end, ready);
  for (Value result : op->getResults())
    timeline->values[result] = ready;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

namespace {
enum class Class { None, Float, Integer, Special };
} // namespace

/// What is one instruction of a device, though it is an operation of `math`.
static bool isSimple(Operation *op) {
  return isa<math::AbsFOp, math::FmaOp, math::CeilOp, math::FloorOp,
             math::TruncOp, math::RoundEvenOp, math::CopySignOp>(op);
}

static Class classify(Operation *op) {
  auto isFloat = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  if (isa_and_nonnull<math::MathDialect>(op->getDialect())) {
    if (!llvm::any_of(op->getResultTypes(), isFloat))
      return Class::Integer;
    return isSimple(op) ? Class::Float : Class::Special;
  }
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return Class::None;
  if (isa<arith::SelectOp, arith::IndexCastOp, arith::IndexCastUIOp,
          arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::BitcastOp>(
          op))
    return Class::None;
  if (llvm::any_of(op->getResultTypes(), isFloat) ||
      llvm::any_of(op->getOperandTypes(), isFloat))
    return Class::Float;
  return Class::Integer;
}

/// How many scalars an operation is done on.
static double scalarsOf(Operation *op) {
  double result = 1;
  for (Type type : op->getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type))
      result = std::max(result, double(vector.getNumElements()));
  return result;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void CostWalker::countAddress(Operation *op, Value memref, ValueRange indices) {
  double needed = saved->addressOf(op) - saved->joinedOf(op);
  countSaved(-needed);
  // Multiplied by strides and added, from the first index on, but for
  // constants: products, and sums of the first ones, are the same for several
  // accesses.
  double times = 0;
  SmallVector<Value, 4> first;
  // So they are for arrays of one shape.
  Value like = memref;
  if (auto type = cast<MemRefType>(memref.getType()); type.hasStaticShape())
    like = firstOfType.try_emplace(type, memref).first->second;
  auto isNew = [&](ArrayRef<Value> values) {
    std::pair<Value, SmallVector<Value, 4>> key{like, values};
    if (llvm::is_contained(addresses, key))
      return false;
    addresses.push_back(std::move(key));
    return true;
  };
  for (auto [dim, index] : llvm::enumerate(indices)) {
    first.push_back(index);
    if (getConstantIntValue(index) == 0)
      continue;
    SmallVector<Value, 4> product(dim);
    product.push_back(index);
    if (dim + 1 < indices.size() && isNew(product))
      times += 1;
    if (dim > 0 && isNew(first))
      times += 1;
  }
  countIntegers(times);
  countSaved(times);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// `op` does nothing to memory but allocate and free it.
static bool hasOnlyAllocations(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (interface)
    interface.getEffects(effects);
  return interface && llvm::all_of(effects, [](auto &effect) {
           return isa<MemoryEffects::Allocate, MemoryEffects::Free>(
               effect.getEffect());
         });
}

bool CostWalker::countInstructions(Operation *op) {
  const MachineTimes &times = machine.times;
  if (std::optional<bool> counted = countAsynchronous(op))
    return *counted;
  if (isa<gpu::BarrierOp>(op)) {
    counts->barriers += weight();
    timeline->hasBarrier = true;
    timeline->end.time += double(times.barrierLatency);
    timeline->start.time = timeline->end.time;
    return true;
  }
  if (std::optional<AccessOperands> access = readAccess(op)) {
    countAddress(op, access->memref, access->indices);
    bool carries = timeline->carriers.contains(access->memref);
    if (access->isStore) {
      if (auto found = timeline->values.find(op->getOperand(0));
          carries && found != timeline->values.end())
        timeline->carried = std::max(timeline->carried, found->second.carried);
      addToTimeline(op, 1);
      return countAccess(*access);
    }
    double latency = saved && saved->isEarly(op) ? 0
                     : isShared(access->memref)  ? double(times.sharedLatency)
                                                 : double(times.globalLatency);
    addToTimeline(op, latency);
    if (carries) {
      Ready &ready = timeline->values[op->getResult(0)];
      ready.carried = std::max(ready.carried, latency);
    }
    return countAccess(*access, saved->joinedOf(op) > 0);
  }
  // Allocating private memory, or its end, is nothing that is executed.
  if (!isMemoryEffectFree(op) && !hasOnlyAllocations(op) &&
      !op->hasTrait<OpTrait::IsTerminator>())
    noteInexact("what '" + op->getName().getStringRef() +
                "' does is not counted");
  double latency = 0;
  switch (classify(op)) {
  case Class::None:
    break;
  case Class::Float:
    addTo(counts->floats, scalarsOf(op));
    latency = double(isa<arith::DivFOp>(op) ? times.specialLatency
                                            : times.computeLatency);
    break;
  case Class::Integer:
    // Addresses and the like are computed while others wait.
    countIntegers(scalarsOf(op));
    if (saved->isSaved(op))
      countSaved(scalarsOf(op));
    break;
  case Class::Special:
    addTo(counts->special, scalarsOf(op));
    latency = double(times.specialLatency);
    break;
  }
  addToTimeline(op, latency);
  return true;
}

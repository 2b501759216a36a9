//===- MarkOrigin.cpp - name what each statement computes -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/Traps.h"
#include "PolyMem/Check/Values/ValueProgram.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Inspection/OriginMarkers.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include <limits>

namespace polymem {
#define GEN_PASS_DEF_MARKORIGINPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The use carries the value away from where it is computed.
static bool leavesStatement(OpOperand &use, Operation *def) {
  Operation *user = use.getOwner();
  if (user->getBlock() != def->getBlock() ||
      user->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto store = dyn_cast<affine::AffineWriteOpInterface>(user))
    return store.getValueToStore() == use.get();
  if (auto store = dyn_cast<memref::StoreOp>(user))
    return store.getValueToStore() == use.get();
  // The first value of what a loop carries.
  return user->getNumRegions() != 0;
}

static bool needsMarker(OpResult value) {
  Operation *op = value.getOwner();
  if (value.getType().isIndex() || isa<BaseMemRefType>(value.getType()) ||
      op->getNumRegions() != 0 || op->hasTrait<OpTrait::ConstantLike>() ||
      isa<scratch::OriginOp>(op) || !isMemoryEffectFree(op))
    return false;
  // An unused division is executed all the same.
  if (op->use_empty())
    return mayTrap(op) && value.getResultNumber() == 0;
  return llvm::any_of(value.getUses(),
                      [&](OpOperand &use) { return leavesStatement(use, op); });
}

/// The variables of the loops around `op`, outermost first.
static SmallVector<Value> inductionVariables(Operation *op) {
  SmallVector<Value> result;
  for (Operation *around = op->getParentOp();
       around && !isa<func::FuncOp>(around); around = around->getParentOp()) {
    SmallVector<Value> ivs;
    if (auto loop = dyn_cast<affine::AffineParallelOp>(around))
      llvm::append_range(ivs, loop.getIVs());
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(around))
      if (auto values = loop.getLoopInductionVars())
        ivs = *values;
    result.insert(result.begin(), ivs.begin(), ivs.end());
  }
  return result;
}

/// Text from which the same function is read, whatever the command line says of
/// printing: nothing is left out.
static std::string wholeText(func::FuncOp func) {
  OpPrintingFlags flags;
  flags.enableDebugInfo().useLocalScope().skipRegions(false);
  flags.elideLargeElementsAttrs(std::numeric_limits<int64_t>::max());
  flags.elideLargeResourceString(std::numeric_limits<int64_t>::max());
  std::string text;
  llvm::raw_string_ostream os(text);
  func->print(os, flags);
  return text;
}

unsigned polymem::markOrigin(func::FuncOp func) {
  unsigned count = 0, number = 0;
  SmallVector<OpResult> values;
  // Names of markers that are there already: a name stands for one value.
  llvm::StringSet<> taken;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto marker = dyn_cast<scratch::OriginOp>(op))
      taken.insert(marker.getStatement());
    // What such an operation computes is part of it, and not for others to add
    // to.
    if (isa<linalg::LinalgOp, vector::MaskOp>(op))
      return WalkResult::skip();
    for (OpResult result : op->getResults())
      if (needsMarker(result))
        values.push_back(result);
    return WalkResult::advance();
  });
  for (OpResult value : values) {
    std::string name;
    do
      name = ("S" + Twine(number++)).str();
    while (taken.contains(name));
    OpBuilder builder(func.getContext());
    builder.setInsertionPointAfterValue(value);
    auto marker = scratch::OriginOp::create(
        builder, value.getLoc(), value.getType(), builder.getStringAttr(name),
        inductionVariables(value.getOwner()), value);
    value.replaceAllUsesExcept(marker, marker);
    ++count;
  }
  func->setAttr(kOriginAttrName,
                StringAttr::get(func.getContext(), wholeText(func)));
  return count;
}

void polymem::dropOrigin(func::FuncOp func) {
  func->removeAttr(kOriginAttrName);
  func.walk([](scratch::OriginOp marker) {
    marker.replaceAllUsesWith(marker.getValue());
    marker.erase();
  });
}

namespace {
struct MarkOriginPass : polymem::impl::MarkOriginPassBase<MarkOriginPass> {
  using MarkOriginPassBase::MarkOriginPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (func->hasAttr(kOriginAttrName)) {
      remarkMissed(func, getArgument(), "AlreadyMarked")
          << "the function is marked already";
      return;
    }
    numMarkers += markOrigin(func);
  }
};
} // namespace

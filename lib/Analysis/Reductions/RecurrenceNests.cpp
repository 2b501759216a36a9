//===- RecurrenceNests.cpp - what seems to be a recurrence ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be seen of a recurrence without dependences.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/Recurrences.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// The only loop in `loop`, beside which there are index computations at most.
static AffineForOp onlyLoopIn(AffineForOp loop) {
  AffineForOp result;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto inner = dyn_cast<AffineForOp>(op);
    if ((inner && result) || (!inner && !isa<AffineApplyOp>(op)))
      return nullptr;
    if (inner)
      result = inner;
  }
  return result;
}

/// The outermost loops of `func`, each with the only one in it.
static SmallVector<std::pair<AffineForOp, AffineForOp>>
findPairs(FunctionOpInterface func) {
  SmallVector<std::pair<AffineForOp, AffineForOp>> result;
  if (func.isExternal() || !func.getFunctionBody().hasOneBlock())
    return result;
  for (auto outer : func.getFunctionBody().front().getOps<AffineForOp>())
    if (AffineForOp inner = onlyLoopIn(outer))
      result.emplace_back(outer, inner);
  return result;
}

/// `load` is of another element in each iteration of `loop`, by its text.
static bool variesIn(AffineLoadOp load, AffineForOp loop) {
  AffineMap map = load.getAffineMap();
  SmallVector<Value> operands(load.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  return llvm::is_contained(operands, loop.getInductionVar());
}

bool polymem::mayHoldRecurrences(FunctionOpInterface func) {
  for (auto [outer, inner] : findPairs(func)) {
    llvm::SmallPtrSet<Value, 4> written;
    inner->walk(
        [&](AffineStoreOp store) { written.insert(store.getMemRef()); });
    for (auto loop : inner.getBody()->getOps<AffineForOp>()) {
      bool reads = false;
      loop->walk([&](AffineLoadOp load) {
        reads |= written.contains(load.getMemRef()) &&
                 load.getMemRefType().getRank() == 2 && variesIn(load, loop);
      });
      if (reads)
        return true;
    }
  }
  return false;
}

/// Loop `loop` holds updates of one element and reads others of its array, in
/// no loop.
static bool isReductionOverItself(AffineForOp loop) {
  bool hasLoop = false, updates = false, reads = false;
  loop.getBody()->walk([&](Operation *op) {
    hasLoop |= op->getNumRegions() != 0 && !isa<AffineIfOp>(op);
    auto store = dyn_cast<AffineStoreOp>(op);
    if (!store || store.getMemRefType().getRank() != 2)
      return;
    std::optional<arith::AtomicRMWKind> kind;
    if (!updateOf(store, /*reassociate=*/false, kind))
      return;
    updates = true;
    loop.getBody()->walk([&](AffineLoadOp load) {
      reads |= load.getMemRef() == store.getMemRef() && variesIn(load, loop);
    });
  });
  return !hasLoop && updates && reads;
}

SmallVector<RecurrenceNest> polymem::findRecurrences(FunctionOpInterface func) {
  auto isPlain = [](AffineForOp loop) {
    return loop.getStepAsInt() == 1 && loop.getNumIterOperands() == 0;
  };
  SmallVector<RecurrenceNest> result;
  for (auto [outer, inner] : findPairs(func)) {
    if (!isPlain(outer) || !isPlain(inner))
      continue;
    for (auto loop : inner.getBody()->getOps<AffineForOp>())
      if (isPlain(loop) && isReductionOverItself(loop)) {
        result.push_back({outer, inner, loop, {}});
        break;
      }
  }
  return result;
}

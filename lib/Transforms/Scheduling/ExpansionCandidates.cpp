//===- ExpansionCandidates.cpp - arrays worth a look ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionCandidates.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace polymem;

namespace {

/// A load or store of an element.
struct Access {
  Operation *op;
  bool isStore;
  /// The loops around it, outermost first.
  SmallVector<Operation *> loops;
  /// Of a load: see `mayReadOwnIteration`.
  bool readsOwnIteration = false;
  /// How many of them, from the outside in, the subscripts depend on each of.
  unsigned distinct = 0;
};

} // namespace

/// The subscripts of `op` may depend on `iv`.
static bool mayDependOn(Operation *op, Value iv) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return operand == iv || (operand.getType().isIndex() && definition &&
                             definition->getNumOperands() != 0 &&
                             !isa<memref::DimOp>(definition));
  });
}

static Access describe(Operation *op) {
  Access access{op, isa<affine::AffineStoreOp>(op), {}};
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (isa<affine::AffineForOp>(parent))
      access.loops.push_back(parent);
  std::reverse(access.loops.begin(), access.loops.end());
  while (
      access.distinct < access.loops.size() &&
      mayDependOn(op, cast<affine::AffineForOp>(access.loops[access.distinct])
                          .getInductionVar()))
    ++access.distinct;
  return access;
}

/// `load` may get its value in the same iteration of the outermost loop: from
/// what stands before it, or from another iteration of a loop inside.
static bool mayReadOwnIteration(const Access &load, ArrayRef<Access> all) {
  return llvm::any_of(all, [&](const Access &store) {
    if (!store.isStore || store.loops.empty() || load.loops.empty() ||
        store.loops.front() != load.loops.front())
      return false;
    if (store.loops.size() > 1 && load.loops.size() > 1 &&
        store.loops[1] == load.loops[1])
      return true;
    Block *body = &store.loops.front()->getRegion(0).front();
    Operation *first = body->findAncestorOpInBlock(*store.op);
    Operation *second = body->findAncestorOpInBlock(*load.op);
    return first == second || first->isBeforeInBlock(second);
  });
}

/// The accesses of `memref`; nothing if there are other uses.
static SmallVector<Access> accessesOf(Value memref) {
  SmallVector<Access> result;
  for (OpOperand &use : memref.getUses()) {
    Operation *op = use.getOwner();
    bool isStore =
        isa<affine::AffineStoreOp>(op) && use.getOperandNumber() == 1;
    if (isa<memref::DeallocOp, memref::DimOp>(op))
      continue;
    if ((!isStore && !isa<affine::AffineLoadOp>(op)) ||
        result.size() == kMaxArrayAccesses)
      return {};
    result.push_back(describe(op));
  }
  for (Access &access : result)
    access.readsOwnIteration =
        !access.isStore && mayReadOwnIteration(access, result);
  return result;
}

/// Adds the outermost loops that seem to carry values from one iteration to the
/// next in an array: a load sees none of its own iteration, and what it may see
/// is written again in each.
static void addCarriers(ArrayRef<Access> all,
                        llvm::SmallPtrSetImpl<Operation *> &carriers) {
  for (const Access &load : all)
    if (!load.isStore && !load.loops.empty() && !load.readsOwnIteration &&
        llvm::any_of(all, [&](const Access &store) {
          return store.isStore && store.distinct == 0 && !store.loops.empty() &&
                 store.loops.front() == load.loops.front();
        }))
      carriers.insert(load.loops.front());
}

/// The number of loops around all of `all` that are in `outermost`.
static unsigned commonLoops(ArrayRef<Access> all, Operation *outermost) {
  ArrayRef<Operation *> common;
  bool isFirst = true;
  for (const Access &access : all) {
    if (access.loops.empty() || access.loops.front() != outermost)
      continue;
    if (std::exchange(isFirst, false)) {
      common = access.loops;
      continue;
    }
    common = common.take_front(std::mismatch(common.begin(), common.end(),
                                             access.loops.begin(),
                                             access.loops.end())
                                   .first -
                               common.begin());
  }
  return common.size();
}

/// Whether more elements, or more arrays, might separate values of an array: a
/// loop around all its accesses in a nest that is no carrier writes an element
/// again, and it is read there.
static bool mayBeReused(ArrayRef<Access> all,
                        const llvm::SmallPtrSetImpl<Operation *> &carriers) {
  return llvm::any_of(all, [&](const Access &store) {
    return store.isStore && !store.loops.empty() &&
           !carriers.contains(store.loops.front()) &&
           store.distinct < commonLoops(all, store.loops.front()) &&
           llvm::any_of(
               all,
               [&](const Access &load) {
                 return load.readsOwnIteration &&
                        load.loops.front() == store.loops.front();
               });
  });
}

SmallVector<Value> polymem::expansionCandidates(func::FuncOp func) {
  std::vector<std::pair<Value, SmallVector<Access>>> arrays;
  llvm::SmallPtrSet<Operation *, 4> carriers;
  auto add = [&](Value value) {
    if (!isa<MemRefType>(value.getType()))
      return;
    SmallVector<Access> all = accessesOf(value);
    if (llvm::any_of(all, [](const Access &access) { return access.isStore; }))
      arrays.emplace_back(value, std::move(all));
  };
  llvm::for_each(func.getArguments(), add);
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      add(op->getResult(0));
  });
  for (auto &[value, all] : arrays)
    addCarriers(all, carriers);
  SmallVector<Value> result;
  for (auto &[value, all] : arrays)
    if (mayBeReused(all, carriers))
      result.push_back(value);
  return result;
}

bool polymem::carriesValues(func::FuncOp func) {
  return func
      .walk([](affine::AffineForOp loop) {
        if (loop.getNumIterOperands() == 0 ||
            !loop->getParentOfType<affine::AffineForOp>())
          return WalkResult::advance();
        return WalkResult::interrupt();
      })
      .wasInterrupted();
}

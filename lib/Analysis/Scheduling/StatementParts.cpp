//===- StatementParts.cpp - what a statement may be cut into --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/StatementParts.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

/// Bodies with more stores stay whole: the scheduler's work grows quickly with
/// the number of statements.
static constexpr size_t kMaxStores = 16;

bool polymem::isCheapToRepeat(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
          !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
               arith::RemSIOp, arith::RemUIOp>(op));
}

std::string StatementPart::name() const {
  std::string result;
  for (unsigned store : stores)
    result += (result.empty() ? "" : "_") + std::to_string(store);
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isLoad(Operation *op) {
  return isa<affine::AffineReadOpInterface, memref::LoadOp>(op);
}

static bool isValue(Operation *op) {
  return isPure(op) && op->getNumRegions() == 0;
}

/// `op` stores, and does nothing else that others could notice.
static bool isStore(Operation *op) {
  if (isa<affine::AffineWriteOpInterface, memref::StoreOp>(op))
    return true;
  return isa<scf::IfOp, affine::AffineIfOp>(op) && op->getNumResults() == 0 &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() ||
                  llvm::all_of(region.front(), [](Operation &nested) {
                    return isLoad(&nested) || isValue(&nested) ||
                           isStore(&nested) ||
                           nested.hasTrait<OpTrait::IsTerminator>();
                  });
         });
}

/// The operation of the block of `statement` that contains `op`, if that is one
/// of the statement's; null otherwise.
static Operation *operationOf(const ScopStatement &statement, Operation *op) {
  Operation *ancestor =
      statement.ops.front()->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && llvm::is_contained(statement.ops, ancestor) ? ancestor
                                                                 : nullptr;
}

bool StatementParts::collectStores() {
  if (statement.ops.empty() || statement.ivs.empty())
    return false;
  for (Operation *op : statement.ops) {
    if (isStore(op))
      storeList.push_back(op);
    else if ((!isLoad(op) && !isValue(op)) ||
             op->hasTrait<OpTrait::IsTerminator>())
      return false;
    // A value that leaves the statement would need a cell.
    for (Operation *user : op->getUsers())
      if (!operationOf(statement, user))
        return false;
  }
  // So would one that comes from another.
  return storeList.size() <= kMaxStores &&
         llvm::none_of(statement.accesses, [&](unsigned access) {
           return scop.arrays()[scop.accesses()[access].array].kind ==
                  ScopArray::Kind::Scalar;
         });
}

void StatementParts::collectSlices() {
  for (Operation *store : storeList) {
    auto &slice = slices.emplace_back();
    SmallVector<Operation *> worklist = {store};
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (!slice.insert(op).second)
        continue;
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *def = operand.getDefiningOp())
            if (Operation *needed = operationOf(statement, def);
                needed && needed != op)
              worklist.push_back(needed);
      });
    }
  }
  for (size_t a = 0; a < storeList.size(); ++a)
    for (size_t b = a + 1; b < storeList.size(); ++b)
      for (Operation *op : statement.ops)
        if (slices[a].contains(op) && slices[b].contains(op) && !isLoad(op) &&
            !isCheapToRepeat(op)) {
          precedes[a][b] = precedes[b][a] = true;
          reasons[{a, b}] = reasons[{b, a}] = "both need the result of '" +
                                              op->getName().getStringRef() +
                                              "', which is not computed twice";
        }
}

//===----------------------------------------------------------------------===//
// Dependences within an instance
//===----------------------------------------------------------------------===//

void StatementParts::findConflicts(unsigned long maxIslOperations) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  size_t numStores = storeList.size();
  auto partsOf = [&](const ScopAccess &access) {
    SmallVector<unsigned> result;
    Operation *op = operationOf(statement, access.op);
    for (unsigned a = 0; a < numStores; ++a)
      if (op && slices[a].contains(op))
        result.push_back(a);
    return std::pair(op, result);
  };
  for (unsigned first : statement.accesses)
    for (unsigned second : statement.accesses) {
      const ScopAccess &from = scop.accesses()[first];
      const ScopAccess &to = scop.accesses()[second];
      if (from.array != to.array || (from.isRead() && to.isRead()))
        continue;
      auto [fromOp, fromParts] = partsOf(from);
      auto [toOp, toParts] = partsOf(to);
      if (!fromOp || !toOp || !fromOp->isBeforeInBlock(toOp) ||
          from.relation.intersect(to.relation).is_empty().is_true())
        continue;
      for (unsigned a : fromParts)
        for (unsigned b : toParts)
          if (a != b) {
            precedes[a][b] = true;
            reasons.try_emplace({a, b}, describeDependence(scop, from, to));
          }
    }
}

StatementParts::StatementParts(const Scop &scop, unsigned statementIndex,
                               unsigned long maxIslOperations)
    : scop(scop), statement(scop.statements()[statementIndex]) {
  if (!collectStores()) {
    storeList.clear();
    return;
  }
  precedes.assign(storeList.size(), SmallVector<bool>(storeList.size(), false));
  collectSlices();
  findConflicts(maxIslOperations);
  explain();
}

bool StatementParts::precede(const StatementPart &first,
                             const StatementPart &second) const {
  return llvm::any_of(first.stores, [&](unsigned a) {
    return llvm::any_of(second.stores,
                        [&](unsigned b) { return precedes[a][b]; });
  });
}

StatementParts::Relation
StatementParts::closure(ArrayRef<SmallVector<unsigned>> together) const {
  Relation result = precedes;
  size_t numStores = storeList.size();
  for (const SmallVector<unsigned> &stores : together)
    for (unsigned a : stores)
      for (unsigned b : stores)
        if (a < numStores && b < numStores)
          result[a][b] = true;
  for (size_t via = 0; via < numStores; ++via)
    for (size_t a = 0; a < numStores; ++a)
      for (size_t b = 0; b < numStores; ++b)
        if (result[a][via] && result[via][b])
          result[a][b] = true;
  return result;
}

void StatementParts::explain() {
  Relation order = closure({});
  size_t numStores = storeList.size();
  SmallVector<bool> explained(numStores, false);
  for (size_t a = 0; a < numStores; ++a) {
    if (explained[a])
      continue;
    // On a cycle through `a`: a step away from it and one back.
    Sentence there, back;
    for (size_t b = 0; b < numStores; ++b) {
      if (a == b || !order[a][b] || !order[b][a])
        continue;
      explained[b] = true;
      if (there.empty() && precedes[a][b])
        there = reasons.at({a, b});
      if (back.empty() && precedes[b][a])
        back = reasons.at({b, a});
    }
    if (!there.empty())
      obstacleList.push_back({storeList[a], there.text == back.text
                                                ? there
                                                : there + "; " + back});
  }
}

std::vector<StatementPart>
StatementParts::parts(ArrayRef<SmallVector<unsigned>> together) const {
  Relation order = closure(together);
  size_t numStores = storeList.size();
  std::vector<StatementPart> result;
  SmallVector<bool> placed(numStores, false);
  auto inOnePart = [&](size_t a, size_t b) {
    return a == b || (order[a][b] && order[b][a]);
  };
  auto isNext = [&](size_t a) {
    for (size_t b = 0; b < numStores; ++b)
      if (!placed[b] && order[b][a] && !inOnePart(a, b))
        return false;
    return !placed[a];
  };
  while (true) {
    size_t next = 0;
    while (next < numStores && !isNext(next))
      ++next;
    if (next == numStores)
      return result;
    StatementPart &part = result.emplace_back();
    for (size_t b = next; b < numStores; ++b)
      if (inOnePart(next, b)) {
        part.stores.push_back(b);
        placed[b] = true;
      }
    for (Operation *op : statement.ops)
      if (llvm::any_of(part.stores,
                       [&](unsigned s) { return slices[s].contains(op); }))
        part.ops.push_back(op);
  }
}

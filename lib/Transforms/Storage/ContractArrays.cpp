//===- ContractArrays.cpp - temporary arrays in few cells -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Transforms/Passes.h"
#include "StorageContractor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_CONTRACTARRAYSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-contract-arrays";

namespace {
struct ContractArraysPass
    : polymem::impl::ContractArraysPassBase<ContractArraysPass> {
  using ContractArraysPassBase::ContractArraysPassBase;
  void runOnOperation() override;
};
} // namespace

/// A user that is neither an access of an element nor the end of the array's
/// life; null if there is none.
static Operation *otherUser(Value memref) {
  for (OpOperand &use : memref.getUses()) {
    Operation *user = use.getOwner();
    bool isAccess = isa<affine::AffineLoadOp, memref::LoadOp, memref::DeallocOp,
                        memref::DimOp>(user) ||
                    (isa<affine::AffineStoreOp, memref::StoreOp>(user) &&
                     use.getOperandNumber() == 1);
    if (!isAccess)
      return user;
  }
  return nullptr;
}

/// Whether nothing but loads and stores of elements is done with it; if not, a
/// remark.
static bool isArray(Operation *alloc, Refusals &refusals) {
  Value memref = alloc->getResult(0);
  if (!cast<MemRefType>(memref.getType()).getLayout().isIdentity()) {
    refusals.missed(alloc, "Layout", "its layout is not that of an array");
    return false;
  }
  Operation *user = otherUser(memref);
  if (user)
    refusals.missed(alloc, "OtherUse",
                    "'" + user->getName().getStringRef().str() +
                        "' uses it, which neither loads nor stores an element");
  return !user;
}

/// Makes the array a buffer.
static void contract(Operation *alloc, const EmittedMapping &mapping) {
  Value memref = alloc->getResult(0);
  OpBuilder builder(alloc);
  auto buffer = mapping.allocate(builder, alloc->getLoc(),
                                 cast<MemRefType>(memref.getType()),
                                 alloc->getOperands());
  for (Operation *user : llvm::make_early_inc_range(memref.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  memref.replaceAllUsesWith(buffer);
  alloc->erase();
}

void ContractArraysPass::runOnOperation() {
  func::FuncOp func = getOperation();
  BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
  ContractionOptions options{maxIslOperations, minSaving,   reportTimes,
                             /*slack=*/0,      powersOfTwo, {}};
  options.storage.maxIslOperations = maxIslOperations;
  if (failed(readAssumed(func, kPass, llvm::to_vector<4>(assume),
                         options.storage)))
    return signalPassFailure();
  SmallVector<Operation *> allocs;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      allocs.push_back(op);
  });
  Refusals refusals(kPass, strict);
  unsigned contracted = 0;
  if (!allocs.empty()) {
    ScopFailure failure;
    ScopOptions scopOptions;
    scopOptions.maxIslOperations = maxIslOperations;
    if (auto scop = Scop::build(func, failure, scopOptions)) {
      StorageContractor contractor(*scop, kPass, options, refusals);
      std::vector<ContractibleArray> arrays;
      for (Operation *alloc : allocs)
        if (isArray(alloc, refusals))
          if (auto local = contractor.analyse(alloc))
            arrays.push_back(std::move(*local));
      std::vector<JointBuffer> buffers;
      if (share)
        buffers = findSharedBuffers(*scop, arrays, options.storage, kPass);
      llvm::SmallPtrSet<Operation *, 8> sharing;
      for (const JointBuffer &buffer : buffers)
        for (const ContractibleArray *local : buffer.arrays)
          sharing.insert(local->alloc);
      std::vector<std::pair<Operation *, EmittedMapping>> contractions;
      for (const ContractibleArray &local : arrays)
        if (!sharing.contains(local.alloc))
          if (auto mapping = contractor.decide(local))
            contractions.emplace_back(local.alloc, std::move(*mapping));
      for (auto &[alloc, mapping] : contractions)
        contract(alloc, mapping);
      for (const JointBuffer &buffer : buffers)
        shareBuffer(buffer);
      contracted = contractions.size() + sharing.size();
      numShared += sharing.size();
    } else {
      refusals.failed(failure.op ? failure.op : func, "NotModelled",
                      "arrays stay as they are: " + failure.reason);
    }
  }
  numContracted += contracted;
  if (contracted > 0)
    return;
  markAllAnalysesPreserved();
  if (failed(refusals.nothingDone(func, "no array was contracted")))
    signalPassFailure();
}

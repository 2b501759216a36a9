//===- Privatize.cpp - stack memory into loops ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {
#define GEN_PASS_DEF_PRIVATIZEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The operation of `block` that contains all users of `memref`, or null.
static Operation *commonUser(Block *block, Value memref) {
  Operation *common = nullptr;
  for (Operation *user : memref.getUsers()) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!ancestor || (common && common != ancestor))
      return nullptr;
    common = ancestor;
  }
  return common;
}

/// The block of `ifOp` that all users of `memref` are in, or null.
static Block *branchOfAllUsers(Operation *ifOp, Value memref) {
  for (Region &region : ifOp->getRegions())
    for (Block &block : region)
      if (llvm::all_of(memref.getUsers(), [&](Operation *user) {
            return block.findAncestorOpInBlock(*user);
          }))
        return &block;
  return nullptr;
}

/// Only operations that load or store elements use `memref`.
static bool hasOnlyAccesses(Value memref) {
  return llvm::all_of(memref.getUses(), [](OpOperand &use) {
    Operation *op = use.getOwner();
    if (isa<affine::AffineLoadOp, memref::LoadOp>(op))
      return true;
    return isa<affine::AffineStoreOp, memref::StoreOp>(op) &&
           use.getOperandNumber() == 1;
  });
}

/// All pairs of `flow = { S[i] -> T[j] }` have i_d = j_d.
static bool isLocalTo(const isl::union_map &flow, unsigned dim) {
  bool local = true;
  isl::stat walk = flow.foreach_map([&](const isl::map &map) -> isl::stat {
    local &= map.is_subset(equatedAt(map, dim)).is_true();
    return isl::stat::ok();
  });
  return walk.is_ok() && local;
}

namespace {
/// What one scop knows of the loops around a temporary.
class Privatizer {
public:
  Privatizer(const Scop &scop, unsigned long maxIslOperations)
      : scop(scop), maxIslOperations(maxIslOperations) {}

  /// The block that `alloca` may move to the front of; its own if it may not.
  Block *innermostBlock(memref::AllocaOp alloca);

private:
  /// The values of `array` do not go from one iteration of `loop` to another.
  bool isPrivate(const isl::union_map &flow, affine::AffineForOp loop) const {
    for (const ScopLoop &known : scop.loops())
      if (known.op == loop)
        return isLocalTo(flow, known.depth);
    return false;
  }

  const Scop &scop;
  unsigned long maxIslOperations;
};
} // namespace

Block *Privatizer::innermostBlock(memref::AllocaOp alloca) {
  Block *block = alloca->getBlock();
  const ScopArray *array = scop.arrayOf(alloca);
  if (!array || array->liveOut || !hasOnlyAccesses(alloca))
    return block;
  DependenceOptions options;
  options.maxIslOperations = maxIslOperations;
  options.memoryBased = false;
  options.array = array;
  std::optional<Dependences> values = Dependences::compute(scop, options);
  if (!values || !values->valueBasedExact)
    return block;
  isl::union_map flow = values->valueFlow();
  while (Operation *op = commonUser(block, alloca)) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop && isPrivate(flow, loop)) {
      block = loop.getBody();
    } else if (Block *branch = isa<affine::AffineIfOp>(op)
                                   ? branchOfAllUsers(op, alloca)
                                   : nullptr) {
      block = branch;
    } else {
      break;
    }
  }
  return block;
}

unsigned polymem::privatizeAllocas(FunctionOpInterface func,
                                   unsigned long maxIslOperations) {
  SmallVector<memref::AllocaOp> allocas;
  func->walk([&](memref::AllocaOp alloca) {
    if (alloca->getNumOperands() == 0)
      allocas.push_back(alloca);
  });
  if (allocas.empty())
    return 0;
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, options);
  if (!scop)
    return 0;
  Privatizer privatizer(*scop, maxIslOperations);
  SmallVector<std::pair<memref::AllocaOp, Block *>> moves;
  for (memref::AllocaOp alloca : allocas)
    if (Block *block = privatizer.innermostBlock(alloca);
        block != alloca->getBlock())
      moves.push_back({alloca, block});
  // The scop does not describe what follows. Last first keeps their order.
  scop.reset();
  for (auto [alloca, block] : llvm::reverse(moves))
    alloca->moveBefore(block, block->begin());
  return moves.size();
}

namespace {
struct PrivatizePass : polymem::impl::PrivatizePassBase<PrivatizePass> {
  using PrivatizePassBase::PrivatizePassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    unsigned moved =
        func.isExternal() ? 0 : privatizeAllocas(func, maxIslOperations);
    numPrivatized += moved;
    if (moved == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace

//===- Paths.cpp - where in its loops a thread synchronises ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier is to be reached by all threads in convergence: at the same place,
// in the same iterations of the loops around it, through the same calls. The
// run-time knows the place; here threads count the iterations of each loop that
// contains a synchronisation, and tell a hash of the counts before it.
//
// Likewise, lanes of a warp access memory together in the same iterations of
// the loops around the access, whatever they have skipped before. Here the
// hash is linear, so that the paths of a loop's iterations are an arithmetic
// progression, as their addresses mostly are.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Emulator/Execution/Interface.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;

namespace polymem::gputoemulator {

/// Factors of the hash: one is what any odd number would do.
static constexpr int64_t kMix = 0x9e3779b97f4a7c15;

bool isSynchronisation(Operation *op) {
  return isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::BarrierArriveOp,
             NVVM::ShflOp, NVVM::VoteSyncOp, NVVM::MatchSyncOp, NVVM::ReduxOp,
             NVVM::ElectSyncOp, NVVM::LdMatrixOp, NVVM::MmaOp>(op) ||
         isGridBarrier(op);
}

bool isGridBarrier(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  return call && call.getCallee() == kGridBarrierFunction;
}

/// The function of the module that `op` calls, or null.
static LLVM::LLVMFuncOp calleeOf(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  if (!call || !call.getCallee() || isGridBarrier(op))
    return nullptr;
  auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      op, call.getCalleeAttr());
  return callee && !callee.isExternal() ? callee : nullptr;
}

void KernelConverter::findSynchronising() {
  for (bool changed = true; changed;) {
    changed = false;
    gpuModule.walk([&](Operation *op) {
      LLVM::LLVMFuncOp callee = calleeOf(op);
      bool waits =
          isSynchronisation(op) || (callee && synchronising.contains(callee));
      if (waits)
        changed |= synchronising.insert(op->getParentOfType<LLVM::LLVMFuncOp>())
                       .second;
    });
  }
}

Value KernelConverter::countIterations(CFGLoop *loop, Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = op->getLoc();
  Value counter = scratch(op, builder.getI64Type(), 1);
  Block *header = loop->getHeader();
  for (Block *before : header->getPredecessors()) {
    if (loop->contains(before))
      continue;
    builder.setInsertionPoint(before->getTerminator());
    LLVM::StoreOp::create(builder, loc, constant64(0), counter);
  }
  builder.setInsertionPointToStart(header);
  Value count =
      LLVM::LoadOp::create(builder, loc, builder.getI64Type(), counter);
  count = LLVM::AddOp::create(builder, loc, count, constant64(1));
  LLVM::StoreOp::create(builder, loc, count, counter);
  return counter;
}

void KernelConverter::trackPaths(ArrayRef<Operation *> operations) {
  if (!synchronising.contains(function))
    return;
  std::unique_ptr<DominanceInfo> dominance;
  std::unique_ptr<CFGLoopInfo> loops;
  if (!function.getBody().hasOneBlock()) {
    dominance = std::make_unique<DominanceInfo>(function);
    loops = std::make_unique<CFGLoopInfo>(
        dominance->getDomTree(&function.getBody()));
  }
  // Where the caller has come from.
  builder.setInsertionPointToStart(&function.getBody().front());
  Value field = element(function, thread, offsetof(emulator::Thread, path));
  Value start = LLVM::LoadOp::create(builder, function.getLoc(),
                                     builder.getI64Type(), field);
  DenseMap<CFGLoop *, Value> counters;
  for (auto [number, op] : llvm::enumerate(operations)) {
    LLVM::LLVMFuncOp callee = calleeOf(op);
    bool calls = callee && synchronising.contains(callee);
    if (!isSynchronisation(op) && !calls)
      continue;
    Location loc = op->getLoc();
    builder.setInsertionPoint(op);
    Value path = start;
    auto mix = [&](Value part) {
      path = LLVM::AddOp::create(builder, loc, path, part);
      path = LLVM::MulOp::create(builder, loc, path, constant64(kMix));
    };
    CFGLoop *loop = loops ? loops->getLoopFor(op->getBlock()) : nullptr;
    for (; loop; loop = loop->getParentLoop()) {
      Value &counter = counters[loop];
      if (!counter)
        counter = countIterations(loop, op);
      mix(LLVM::LoadOp::create(builder, loc, builder.getI64Type(), counter));
    }
    if (calls)
      mix(constant64(static_cast<int64_t>(number) + 1));
    LLVM::StoreOp::create(builder, loc, path, field);
  }
}

/// A factor of loop number `number` in the hash of an access's iterations.
static int64_t factorOf(uint64_t number) {
  uint64_t mixed = (number + 1) * static_cast<uint64_t>(kMix);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return static_cast<int64_t>((mixed ^ (mixed >> 31)) | 1);
}

void KernelConverter::trackIterations(ArrayRef<Operation *> operations) {
  if (!options.instrument || function.getBody().hasOneBlock())
    return;
  DominanceInfo dominance(function);
  CFGLoopInfo loops(dominance.getDomTree(&function.getBody()));
  builder.setInsertionPointToStart(&function.getBody().front());
  Value field =
      element(function, thread, offsetof(emulator::Thread, iterations));
  DenseMap<CFGLoop *, std::pair<Value, int64_t>> counters;
  // What the field says is true up to the end of a block, or to a call.
  Block *told = nullptr;
  for (Operation *op : operations) {
    if (calleeOf(op))
      told = nullptr;
    if (op->getBlock() == told ||
        !isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::AtomicRMWOp,
             LLVM::AtomicCmpXchgOp>(op))
      continue;
    told = op->getBlock();
    Location loc = op->getLoc();
    builder.setInsertionPoint(op);
    Value path = constant64(0);
    for (CFGLoop *loop = loops.getLoopFor(told); loop;
         loop = loop->getParentLoop()) {
      auto [known, isNew] = counters.try_emplace(loop, Value(), 0);
      auto &[counter, factor] = known->second;
      if (isNew) {
        factor = factorOf(counters.size());
        counter = countIterations(loop, op);
      }
      Value part =
          LLVM::LoadOp::create(builder, loc, builder.getI64Type(), counter);
      part = LLVM::MulOp::create(builder, loc, part, constant64(factor));
      path = LLVM::AddOp::create(builder, loc, path, part);
    }
    LLVM::StoreOp::create(builder, loc, path, field);
  }
}

} // namespace polymem::gputoemulator

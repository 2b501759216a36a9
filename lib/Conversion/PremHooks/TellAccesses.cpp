//===- TellAccesses.cpp - segments tell what they do ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationClasses.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace polymem {
#define GEN_PASS_DEF_PREMTELLACCESSESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem::prem;

namespace {

/// A load or store of a stream's buffer.
struct BufferAccess {
  Operation *op;
  StreamOp stream;
};

/// What is to be told of a component, before anything is.
struct Plan {
  ComponentOp component;
  SmallVector<BufferAccess> accesses;
  SmallVector<std::pair<Block *, OperationCounts>> counts;
};

} // namespace

static bool isAccess(Operation *op) {
  return isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
             memref::StoreOp>(op);
}

static Value memrefOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
            memref::StoreOp>([](auto access) { return access.getMemRef(); });
}

/// The accesses to buffers that `op` makes; an error for others that are not to
/// the segment's own memory.
static LogicalResult planAccess(Operation *op, Plan &plan) {
  for (Value operand : op->getOperands()) {
    if (!isa<MemRefType>(operand.getType()) || isa<StreamOp>(op))
      continue;
    Operation *memory = operand.getDefiningOp();
    if (isa_and_nonnull<memref::AllocaOp>(memory) &&
        plan.component->isProperAncestor(memory) && isAccess(op))
      continue;
    auto stream = dyn_cast_or_null<StreamOp>(memory);
    if (stream && isAccess(op) && memrefOf(op) == operand) {
      plan.accesses.push_back({op, stream});
      continue;
    }
    return op->emitError("prem-tell-accesses: '")
           << op->getName() << "' accesses "
           << (stream ? "a buffer in a way that is not told"
                      : "memory that is no buffer");
  }
  return success();
}

/// What `block` executes by itself; of a loop, in an iteration.
static FailureOr<OperationCounts> countBlock(Block &block) {
  OperationCounts counts = {};
  if (isa<affine::AffineForOp, scf::ForOp>(block.getParentOp())) {
    ++counts[static_cast<size_t>(OpClass::Int)];
    ++counts[static_cast<size_t>(OpClass::Branch)];
  }
  for (Operation &op : block)
    if (failed(countOperation(&op, counts)))
      return op.emitError("prem-tell-accesses: '")
             << op.getName() << "' has no class of operations";
  return counts;
}

static LogicalResult planComponent(ComponentOp component, Plan &plan) {
  plan.component = component;
  WalkResult walk = component.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult { return planAccess(op, plan); });
  if (walk.wasInterrupted())
    return failure();
  walk = component.getBody().walk<WalkOrder::PreOrder>(
      [&](Block *block) -> WalkResult {
        FailureOr<OperationCounts> counts = countBlock(*block);
        if (succeeded(counts))
          plan.counts.push_back({block, *counts});
        return failure(failed(counts));
      });
  return failure(walk.wasInterrupted());
}

/// Where the first operation of `block` that is no stream is.
static Block::iterator begin(Block &block) {
  return llvm::find_if(block, [](Operation &op) { return !isa<StreamOp>(op); });
}

static void tellCounts(const Plan &plan) {
  for (auto &[block, counts] : plan.counts) {
    OpBuilder builder(block, begin(*block));
    for (auto [number, count] : llvm::enumerate(counts))
      if (count != 0)
        CountOp::create(builder, block->getParentOp()->getLoc(),
                        *symbolizeOpClass(number), count);
  }
}

/// The indices of an access, in the buffer.
static SmallVector<Value> indicesOf(OpBuilder &builder, Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getIndices();
  auto expand = [&](auto access) {
    return *affine::expandAffineMap(
        builder, op->getLoc(), access.getMap(),
        SmallVector<Value>(access.getMapOperands()));
  };
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return expand(load);
  return expand(cast<affine::AffineStoreOp>(op));
}

static void tellAccesses(const Plan &plan) {
  DenseMap<Operation *, SmallVector<Value>> origins;
  ComponentOp component = plan.component;
  Block &body = component.getBody().front();
  OpBuilder builder(&body, begin(body));
  for (const BufferAccess &access : plan.accesses) {
    StreamOp stream = access.stream;
    if (!stream.getArray() || origins.contains(stream))
      continue;
    SmallVector<Value> operands(stream.getTileNumbers());
    llvm::append_range(operands, stream.getSymbols());
    origins[stream] = *affine::expandAffineMap(builder, stream.getLoc(),
                                               *stream.getOrigin(), operands);
  }
  for (const BufferAccess &access : plan.accesses) {
    builder.setInsertionPoint(access.op);
    Location loc = access.op->getLoc();
    StreamOp stream = access.stream;
    SmallVector<Value> indices = indicesOf(builder, access.op), coordinates;
    if (stream.getArray())
      for (auto [index, origin] : llvm::zip_equal(indices, origins[stream]))
        coordinates.push_back(
            arith::AddIOp::create(builder, loc, index, origin));
    bool reads = isa<affine::AffineLoadOp, memref::LoadOp>(access.op);
    TellAccessOp::create(builder, loc, reads ? Access::Read : Access::Write,
                         stream.getBuffer(), indices, stream.getArray(),
                         coordinates);
  }
}

namespace {

struct PremTellAccessesPass
    : polymem::impl::PremTellAccessesPassBase<PremTellAccessesPass> {
  void runOnOperation() override {
    SmallVector<Plan> plans;
    WalkResult walk =
        getOperation().walk([&](ComponentOp component) -> WalkResult {
          // Told by an earlier run.
          if (component
                  .walk([](Operation *op) {
                    return isa<TellAccessOp, CountOp>(op)
                               ? WalkResult::interrupt()
                               : WalkResult::advance();
                  })
                  .wasInterrupted())
            return WalkResult::advance();
          return planComponent(component, plans.emplace_back());
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    for (const Plan &plan : plans) {
      tellAccesses(plan);
      tellCounts(plan);
    }
  }
};

} // namespace

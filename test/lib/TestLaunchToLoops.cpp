//===- TestLaunchToLoops.cpp - run launches on the host -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-launch-to-loops` turns each `gpu.launch` into loops, so that
// tests can execute what convert-scratch-to-gpu makes without a GPU: a loop
// over the blocks, and between any two barriers a loop over the threads of a
// block. One thread thus runs as far as it may before the next one starts, in
// ascending or, with `reverse`, descending order: a missing barrier shows as a
// wrong result. Buffers are allocated anew for each block and hold whatever
// malloc gives.
//
// What it takes is what the conversion emits: barriers under scf.for and scf.if
// only, with bounds and conditions that are the same for all threads.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

class LaunchToLoops {
public:
  LaunchToLoops(gpu::LaunchOp launch, bool reverse)
      : launch(launch), reverse(reverse), rewriter(launch.getContext()),
        loc(launch.getLoc()) {}

  LogicalResult run() {
    gpu::KernelDim3 ids = launch.getThreadIds();
    for (Value id : {ids.x, ids.y, ids.z})
      threadDependent.insert(id);
    if (failed(checkUniform(launch.getBody().front())))
      return failure();
    rewriter.setInsertionPoint(launch);
    emitBlockLoops();
    // The originals, users first.
    for (Operation *op : llvm::reverse(done))
      op->erase();
    launch.erase();
    return success();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }

  static bool hasBarrier(Operation *op) {
    return op->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }

  bool dependsOnThread(Operation *op) {
    return op
        ->walk([&](Operation *inner) {
          return llvm::any_of(
                     inner->getOperands(),
                     [&](Value v) { return threadDependent.contains(v); })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Finds the values that differ between threads, and control flow with a
  /// barrier that does.
  LogicalResult checkUniform(Block &block) {
    for (Operation &op : block) {
      if (isa<gpu::BarrierOp>(op))
        continue;
      if (hasBarrier(&op)) {
        if (!isa<scf::ForOp, scf::IfOp>(op) || op.getNumResults() != 0)
          return op.emitError("a barrier in an operation that is not expected");
        for (Value operand : op.getOperands())
          if (threadDependent.contains(operand))
            return op.emitError("a barrier in divergent control flow");
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            if (failed(checkUniform(inner)))
              return failure();
        continue;
      }
      if (dependsOnThread(&op))
        for (Value result : op.getResults())
          threadDependent.insert(result);
    }
    return success();
  }

  /// A loop over [0, upper), in reverse on request; returns the index.
  Value emitLoop(Value upper) {
    auto loop =
        scf::ForOp::create(rewriter, loc, constant(0), upper, constant(1));
    rewriter.setInsertionPointToStart(loop.getBody());
    Value index = loop.getInductionVar();
    if (!reverse)
      return index;
    Value last = arith::SubIOp::create(rewriter, loc, upper, constant(1));
    return arith::SubIOp::create(rewriter, loc, last, index);
  }

  void emitBlockLoops() {
    gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
    gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
    blockSize = {block.x, block.y, block.z};
    Value z = emitLoop(grid.z), y = emitLoop(grid.y), x = emitLoop(grid.x);
    Block &body = launch.getBody().front();
    SmallVector<Value> arguments(body.getArguments());
    Value unknown = constant(0);
    SmallVector<Value> values = {x,       y,       z,       unknown,
                                 unknown, unknown, grid.x,  grid.y,
                                 grid.z,  block.x, block.y, block.z};
    for (unsigned i = 0; i < 12; ++i)
      if (i < 3 || i > 5)
        arguments[i].replaceAllUsesWith(values[i]);
    threadIds = {arguments[3], arguments[4], arguments[5]};
    SmallVector<Value> allocations;
    for (Value attribution : ArrayRef(arguments).drop_front(12)) {
      Value cells =
          memref::AllocOp::create(rewriter, loc, plain(attribution.getType()));
      attribution.replaceAllUsesWith(cells);
      allocations.push_back(cells);
    }
    auto dynamic =
        llvm::to_vector(launch.getBody().getOps<gpu::DynamicSharedMemoryOp>());
    for (gpu::DynamicSharedMemoryOp op : dynamic)
      allocations.push_back(replaceDynamic(op));
    Block *outer = rewriter.getInsertionBlock();
    Operation *end = outer->getTerminator();
    for (Operation &op : llvm::make_early_inc_range(body))
      if (!isa<gpu::TerminatorOp>(op))
        op.moveBefore(end);
    splitAtBarriers(*outer);
    rewriter.setInsertionPoint(end);
    for (Value cells : allocations)
      memref::DeallocOp::create(rewriter, loc, cells);
  }

  /// The type without its memory space.
  static MemRefType plain(Type type) {
    return MemRefType::Builder(cast<MemRefType>(type)).setMemorySpace({});
  }

  Value replaceDynamic(gpu::DynamicSharedMemoryOp op) {
    Value bytes =
        arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                   launch.getDynamicSharedMemorySize());
    Value cells = memref::AllocOp::create(
        rewriter, loc, plain(op.getResultMemref().getType()), bytes);
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      auto view = cast<memref::ViewOp>(user);
      view.getResult().setType(plain(view.getType()));
    }
    op.getResultMemref().replaceAllUsesWith(cells);
    op.erase();
    return cells;
  }

  /// Puts the operations of `block` between any two barriers into a loop over
  /// threads.
  void splitAtBarriers(Block &block) {
    SmallVector<Operation *> run;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (op.hasTrait<OpTrait::IsTerminator>()) {
        emitThreadLoop(run, &op);
      } else if (isa<gpu::BarrierOp>(op)) {
        emitThreadLoop(run, &op);
        op.erase();
      } else if (hasBarrier(&op)) {
        emitThreadLoop(run, &op);
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            splitAtBarriers(inner);
      } else if (dependsOnThread(&op) || !isReadOnlyOrAlloc(&op)) {
        run.push_back(&op);
      }
    }
  }

  static bool isReadOnlyOrAlloc(Operation *op) {
    auto effects = getEffectsRecursively(op);
    return effects && llvm::none_of(*effects, [](auto &effect) {
             return isa<MemoryEffects::Write>(effect.getEffect());
           });
  }

  /// Moves `run` into a loop over threads before `end`; scalars of a thread
  /// that it takes from before are computed again.
  void emitThreadLoop(SmallVector<Operation *> &run, Operation *end) {
    bool any = llvm::any_of(
        run, [](Operation *op) { return !isMemoryEffectFree(op); });
    if (any) {
      rewriter.setInsertionPoint(end);
      Value z = emitLoop(blockSize[2]), y = emitLoop(blockSize[1]);
      Value x = emitLoop(blockSize[0]);
      IRMapping map;
      map.map(threadIds[0], x);
      map.map(threadIds[1], y);
      map.map(threadIds[2], z);
      for (Operation *op : run) {
        op->walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            recompute(operand, op, map);
        });
        rewriter.clone(*op, map);
      }
    }
    done.append(run.begin(), run.end());
    run.clear();
  }

  /// Clones the computation of `value` if it lies before the loop over threads.
  void recompute(Value value, Operation *user, IRMapping &map) {
    Operation *def = value.getDefiningOp();
    if (!threadDependent.contains(value) || map.contains(value) || !def ||
        user->isAncestor(def))
      return;
    def->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        recompute(operand, def, map);
    });
    rewriter.clone(*def, map);
  }

  gpu::LaunchOp launch;
  bool reverse;
  IRRewriter rewriter;
  Location loc;
  DenseSet<Value> threadDependent;
  SmallVector<Value> threadIds, blockSize;
  SmallVector<Operation *> done;
};

struct TestLaunchToLoops
    : PassWrapper<TestLaunchToLoops, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLaunchToLoops)

  TestLaunchToLoops() = default;
  TestLaunchToLoops(const TestLaunchToLoops &other) : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-polymem-launch-to-loops";
  }
  StringRef getDescription() const override {
    return "Turn launches into loops over blocks and threads";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<gpu::LaunchOp> launches;
    getOperation().walk([&](gpu::LaunchOp op) { launches.push_back(op); });
    for (gpu::LaunchOp launch : launches)
      if (failed(LaunchToLoops(launch, reverse).run()))
        return signalPassFailure();
  }

  Option<bool> reverse{*this, "reverse", llvm::cl::init(false),
                       llvm::cl::desc("Run blocks and threads in reverse")};
};

} // namespace

void polymem::test::registerTestLaunchToLoops() {
  PassRegistration<TestLaunchToLoops>();
}

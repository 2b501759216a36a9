//===- KernelMutations.cpp - faults in GPU code ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModel.h"
#include "Mutations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem::test;

using Sites = SmallVector<FaultSite>;

/// Calls `add` for each operation of type `OpTy` that runs on a GPU.
template <typename OpTy>
static void walkKernels(Operation *root, llvm::function_ref<void(OpTy)> add) {
  root->walk([&](OpTy op) {
    if (op->template getParentOfType<gpu::LaunchOp>() ||
        op->template getParentOfType<gpu::GPUFuncOp>())
      add(op);
  });
}

template <typename OpTy> static Sites dropEach(Operation *root) {
  Sites sites;
  walkKernels<OpTy>(root, [&](OpTy op) {
    sites.push_back({op, "dropped", [op]() mutable { op->erase(); }});
  });
  return sites;
}

static Sites dropBarrier(Operation *root) {
  Sites sites = dropEach<gpu::BarrierOp>(root);
  for (FaultSite &site : sites)
    site.whyHarmless = [barrier = cast<gpu::BarrierOp>(site.op)] {
      return isRedundant(barrier) ? "own elements only" : "";
    };
  return sites;
}

/// The first thread of a block waits at a barrier of its own.
static Sites splitBarrier(Operation *root) {
  Sites sites;
  walkKernels<gpu::BarrierOp>(root, [&](gpu::BarrierOp barrier) {
    sites.push_back(
        {barrier, "one for the first thread", [barrier]() mutable {
           OpBuilder builder(barrier);
           Location loc = barrier.getLoc();
           Value sum;
           for (gpu::Dimension d :
                {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z}) {
             Value id = gpu::ThreadIdOp::create(builder, loc, d);
             sum = sum ? arith::AddIOp::create(builder, loc, sum, id) : id;
           }
           Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
           Value isFirst = arith::CmpIOp::create(
               builder, loc, arith::CmpIPredicate::eq, sum, zero);
           auto branch = scf::IfOp::create(builder, loc, isFirst,
                                           /*withElseRegion=*/true);
           Operation *other = barrier->clone();
           branch.elseBlock()->push_front(other);
           barrier->moveBefore(&branch.thenBlock()->front());
         }});
  });
  return sites;
}

/// Whether `memory` is a buffer of a block or of a thread.
static bool isBuffer(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  return type.getRank() != 0 && type.hasStaticShape() &&
         (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type) ||
          memory.getDefiningOp<memref::AllocaOp>());
}

/// A buffer is read or written behind its end, as far as it is long.
static Sites pastBuffer(Operation *root) {
  Sites sites;
  auto add = [&](auto access) {
    auto type = cast<MemRefType>(access.getMemRef().getType());
    if (!isBuffer(access.getMemRef()))
      return;
    sites.push_back({access, "behind its end", [access, type]() mutable {
                       OpBuilder builder(access);
                       Value extent = arith::ConstantIndexOp::create(
                           builder, access.getLoc(), type.getDimSize(0));
                       Value first = access.getIndices()[0];
                       access.getIndicesMutable()[0].set(arith::AddIOp::create(
                           builder, access.getLoc(), first, extent));
                     }});
  };
  walkKernels<memref::LoadOp>(root, add);
  walkKernels<memref::StoreOp>(root, add);
  return sites;
}

/// The condition of a guard is taken for granted.
static Sites dropGuard(Operation *root) {
  Sites sites;
  walkKernels<scf::IfOp>(root, [&](scf::IfOp guard) {
    if (guard.getNumResults() || guard.elseBlock())
      return;
    sites.push_back(
        {guard, "always taken",
         [guard]() mutable {
           OpBuilder builder(guard);
           guard.getConditionMutable().assign(
               arith::ConstantIntOp::create(builder, guard.getLoc(), 1, 1));
         },
         [guard]() -> std::string {
           if (isAlwaysTrue(guard))
             return "always true";
           return isNeverRead(guard) ? "never read" : "";
         }});
  });
  return sites;
}

/// A loop with a constant number of iterations does one less.
static Sites loseRound(Operation *root) {
  Sites sites;
  walkKernels<scf::ForOp>(root, [&](scf::ForOp loop) {
    auto lower = getConstantIntValue(loop.getLowerBound());
    auto upper = getConstantIntValue(loop.getUpperBound());
    auto step = getConstantIntValue(loop.getStep());
    if (!lower || !upper || !step || *lower >= *upper)
      return;
    sites.push_back({loop, "one iteration less", [loop, upper, step]() mutable {
                       OpBuilder builder(loop);
                       loop.setUpperBound(arith::ConstantIndexOp::create(
                           builder, loop.getLoc(), *upper - *step));
                     }});
  });
  return sites;
}

static Sites dropAsyncWait(Operation *root) {
  Sites sites = dropEach<nvgpu::DeviceAsyncWaitOp>(root);
  llvm::append_range(sites, dropEach<NVVM::CpAsyncWaitGroupOp>(root));
  return sites;
}

/// One more group of asynchronous copies may still be in flight.
static Sites wrongWaitCount(Operation *root) {
  Sites sites;
  walkKernels<NVVM::CpAsyncWaitGroupOp>(
      root, [&](NVVM::CpAsyncWaitGroupOp wait) {
        sites.push_back({wait, "one group more",
                         [wait]() mutable { wait.setN(wait.getN() + 1); }});
      });
  walkKernels<nvgpu::DeviceAsyncWaitOp>(
      root, [&](nvgpu::DeviceAsyncWaitOp wait) {
        sites.push_back({wait, "one group more", [wait]() mutable {
                           wait.setNumGroups(wait.getNumGroups().value_or(0) +
                                             1);
                         }});
      });
  return sites;
}

/// The stages of a pipeline share their memory: the number of a stage, a
/// remainder by a constant, is always 0.
static Sites overlapStages(Operation *root) {
  Sites sites;
  auto add = [&](auto remainder) {
    if (!remainder.getType().isIndex() ||
        !getConstantIntValue(remainder.getRhs()))
      return;
    sites.push_back(
        {remainder, "stage 0",
         [remainder]() mutable {
           OpBuilder builder(remainder);
           remainder.getResult().replaceAllUsesWith(
               arith::ConstantIndexOp::create(builder, remainder.getLoc(), 0));
         },
         [remainder]() mutable {
           auto value = cast<OpResult>(remainder.getResult());
           if (isAlwaysZero(value))
             return "always 0";
           return value.use_empty() ? "not used" : "";
         }});
  };
  walkKernels<arith::RemUIOp>(root, [&](arith::RemUIOp op) { add(op); });
  walkKernels<arith::RemSIOp>(root, [&](arith::RemSIOp op) { add(op); });
  return sites;
}

ArrayRef<Fault> polymem::test::getKernelFaults() {
  static const Fault faults[] = {
      {"drop-barrier", "threads do not meet", dropBarrier, false},
      {"split-barrier", "threads of a warp wait at different places",
       splitBarrier, false},
      {"past-buffer", "a buffer is accessed behind its end", pastBuffer, false},
      {"drop-guard", "a thread does what it should not", dropGuard, false},
      {"lose-round", "a loop of a thread ends too early", loseRound, false},
      {"drop-async-wait", "asynchronous copies are not waited for",
       dropAsyncWait, false},
      {"wrong-wait-count", "too few asynchronous copies are waited for",
       wrongWaitCount, false},
      {"overlap-stages", "the stages of a pipeline overlap", overlapStages,
       false},
  };
  return faults;
}

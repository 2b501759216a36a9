//===- CooperativeLaunches.cpp - one launch for a loop of launches --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop moves into a launch, and all threads execute it. Where it launched a
// grid, the blocks that there are share that grid's blocks, and then wait for
// each other.
//
//===----------------------------------------------------------------------===//

#include "GridBounds.h"
#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cooperative.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace polymem {
#define GEN_PASS_DEF_COOPERATIVELAUNCHESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
/// Makes one launch of a plan.
class Rewriter {
public:
  Rewriter(const CooperativePlan &plan, int64_t mostBlocks)
      : plan(plan), mostBlocks(mostBlocks), rewriter(plan.loop) {}

  void run();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  Value countBlocks();
  void createLaunch(Value blocks);
  void replace(const LaunchPart &part);
  void inlineBody(const LaunchPart &part, Value number,
                  const SmallVector<Value> &grid);
  SmallVector<Value> split(Value number, ArrayRef<Value> sizes);
  SmallVector<Value> buffersOf(const LaunchPart &part);
  void narrowBarriers(const LaunchPart &part, Block *body);

  const CooperativePlan &plan;
  int64_t mostBlocks;
  IRRewriter rewriter;
  scf::ForOp loop = plan.loop;
  Location loc = loop.getLoc();
  gpu::LaunchOp launch;
  /// Null for one block.
  Value counter;
};
} // namespace

/// As many blocks as any launch of the loop has, if that is known before it,
/// but no more than the machine has room for.
Value Rewriter::countBlocks() {
  if (plan.isOneBlock)
    return constant(1);
  GridBounds bounds(loop);
  Value most;
  for (const LaunchPart &part : plan.parts) {
    gpu::LaunchOp old = part.launch;
    gpu::KernelDim3 grid = old.getGridSizeOperandValues();
    Value blocks;
    for (Value size : {grid.x, grid.y, grid.z}) {
      Value bound = bounds.upper(size);
      if (!bound)
        return constant(mostBlocks);
      blocks = blocks
                   ? arith::MulIOp::create(bounds.before(), loc, blocks, bound)
                   : bound;
    }
    most = most ? arith::MaxSIOp::create(bounds.before(), loc, most, blocks)
                : blocks;
  }
  Value atLeastOne = arith::MaxSIOp::create(rewriter, loc, most, constant(1));
  return arith::MinSIOp::create(rewriter, loc, atLeastOne,
                                constant(mostBlocks));
}

void Rewriter::createLaunch(Value blocks) {
  gpu::LaunchOp first = plan.parts.front().launch;
  Value one = constant(1), dynamicBytes;
  if (plan.dynamicBytes != 0)
    dynamicBytes =
        arith::ConstantIntOp::create(rewriter, loc, plan.dynamicBytes, 32);
  SmallVector<Type> buffers(plan.buffers.begin(), plan.buffers.end());
  launch = gpu::LaunchOp::create(
      rewriter, loc, blocks, one, one, constant(plan.threads), one, one,
      dynamicBytes, /*asyncTokenType=*/nullptr, /*asyncDependencies=*/{},
      buffers, /*privateAttributions=*/{}, nullptr, nullptr, nullptr,
      first.getModuleAttr(), first.getFunctionAttr());
  rewriter.setInsertionPointToEnd(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(rewriter, loc);
  rewriter.moveOpBefore(loop, end);
}

/// The coordinates of `number` in a box of `sizes`, x fastest.
SmallVector<Value> Rewriter::split(Value number, ArrayRef<Value> sizes) {
  SmallVector<Value> result;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    bool isLast = llvm::all_of(sizes.drop_front(axis + 1), [](Value other) {
      return getConstantIntValue(other) == 1;
    });
    if (getConstantIntValue(size) == 1) {
      result.push_back(constant(0));
    } else if (isLast) {
      result.push_back(number);
    } else {
      result.push_back(arith::RemUIOp::create(rewriter, loc, number, size));
      number = arith::DivUIOp::create(rewriter, loc, number, size);
    }
  }
  return result;
}

/// Its workgroup buffers in the memory of the launch.
SmallVector<Value> Rewriter::buffersOf(const LaunchPart &part) {
  gpu::LaunchOp old = part.launch;
  SmallVector<Value> result;
  if (part.offsets.empty()) {
    SmallVector<BlockArgument> left(launch.getWorkgroupAttributions());
    for (BlockArgument buffer : old.getWorkgroupAttributions()) {
      auto *known = llvm::find_if(left, [&](BlockArgument other) {
        return other.getType() == buffer.getType();
      });
      result.push_back(*known);
      left.erase(known);
    }
    return result;
  }
  auto bytes = MemRefType::get(
      {ShapedType::kDynamic}, rewriter.getI8Type(), MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                 gpu::AddressSpace::Workgroup));
  Value memory = gpu::DynamicSharedMemoryOp::create(rewriter, loc, bytes);
  for (auto [buffer, offset] :
       llvm::zip_equal(old.getWorkgroupAttributions(), part.offsets))
    result.push_back(memref::ViewOp::create(
        rewriter, loc, cast<MemRefType>(buffer.getType()), memory,
        constant(offset), ValueRange()));
  return result;
}

/// Threads that the part does not have do not come to its barriers.
void Rewriter::narrowBarriers(const LaunchPart &part, Block *body) {
  SmallVector<gpu::BarrierOp> barriers;
  body->walk([&](gpu::BarrierOp barrier) { barriers.push_back(barrier); });
  for (gpu::BarrierOp barrier : barriers) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(barrier);
    Value id = arith::ConstantIntOp::create(rewriter, barrier.getLoc(), 1, 32);
    Value threads = arith::ConstantIntOp::create(rewriter, barrier.getLoc(),
                                                 part.threads, 32);
    rewriter.replaceOpWithNewOp<NVVM::BarrierOp>(
        barrier, TypeRange(), id, threads, NVVM::BarrierReductionAttr(),
        Value());
  }
}

/// What block `number` of the part's grid does.
void Rewriter::inlineBody(const LaunchPart &part, Value number,
                          const SmallVector<Value> &grid) {
  gpu::LaunchOp old = part.launch;
  Block *body = &old.getBody().front();
  SmallVector<Value> arguments = split(number, grid);
  Value thread = launch.getThreadIds().x;
  SmallVector<Value> block;
  for (int64_t size : part.block)
    block.push_back(constant(size));
  llvm::append_range(arguments, split(thread, block));
  llvm::append_range(arguments, grid);
  llvm::append_range(arguments, block);
  llvm::append_range(arguments, buffersOf(part));

  if (part.threads != plan.threads) {
    narrowBarriers(part, body);
    Value takesPart =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, thread,
                              constant(part.threads));
    auto condition =
        scf::IfOp::create(rewriter, loc, takesPart, /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(condition.thenBlock());
  }
  for (auto alloca : llvm::to_vector(body->getOps<memref::AllocaOp>()))
    rewriter.moveOpBefore(alloca, loop);
  rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(body, rewriter.getInsertionBlock(),
                             rewriter.getInsertionPoint(), arguments);
}

void Rewriter::replace(const LaunchPart &part) {
  gpu::LaunchOp old = part.launch;
  loc = old.getLoc();
  rewriter.setInsertionPoint(old);
  gpu::KernelDim3 sizes = old.getGridSizeOperandValues();
  SmallVector<Value> grid{sizes.x, sizes.y, sizes.z};
  Value number = sizes.x;
  for (Value size : {sizes.y, sizes.z})
    if (getConstantIntValue(size) != 1)
      number = arith::MulIOp::create(rewriter, loc, number, size);
  bool usesMemory = part.meets || part.dynamicBytes != 0 ||
                    old.getNumWorkgroupAttributions() != 0;
  if (plan.isOneBlock) {
    inlineBody(part, constant(0), grid);
  } else {
    auto blocks = scf::ForOp::create(rewriter, loc, launch.getBlockIds().x,
                                     number, launch.getGridSize().x);
    rewriter.setInsertionPointToStart(blocks.getBody());
    inlineBody(part, blocks.getInductionVar(), grid);
    rewriter.setInsertionPoint(blocks.getBody()->getTerminator());
    // The next block of the grid has the same shared memory.
    if (usesMemory)
      gpu::BarrierOp::create(rewriter, loc);
  }
  rewriter.setInsertionPoint(old);
  if (plan.isOneBlock)
    gpu::BarrierOp::create(rewriter, loc);
  else
    scratch::GridBarrierOp::create(rewriter, loc, counter);
  rewriter.eraseOp(old);
}

void Rewriter::run() {
  Value blocks = countBlocks();
  if (!plan.isOneBlock) {
    auto type = MemRefType::get({1}, rewriter.getI32Type());
    counter = gpu::AllocOp::create(rewriter, loc, type, Type(), ValueRange(),
                                   ValueRange(), ValueRange())
                  .getMemref();
    Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 32);
    gpu::MemsetOp::create(rewriter, loc, Type(), ValueRange(), counter, zero);
  }
  createLaunch(blocks);
  for (const LaunchPart &part : plan.parts)
    replace(part);
  rewriter.setInsertionPointAfter(launch);
  if (counter)
    gpu::DeallocOp::create(rewriter, launch.getLoc(), Type(), ValueRange(),
                           counter);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct CooperativeLaunchesPass
    : polymem::impl::CooperativeLaunchesPassBase<CooperativeLaunchesPass> {
  using CooperativeLaunchesPassBase::CooperativeLaunchesPassBase;

  void runOnOperation() override;

private:
  void report(const CooperativeChoice &choice);
};
} // namespace

static std::string text(double number) {
  return llvm::formatv("{0:f1}", number).str();
}

void CooperativeLaunchesPass::report(const CooperativeChoice &choice) {
  const CooperativeGain &gain = choice.gain;
  auto launches = named("Launches", static_cast<int64_t>(gain.launches));
  if (!choice.plan)
    remarkMissed(choice.loop, getArgument(), "NotCooperative")
        << sentence("the launches of this loop stay: {0}", choice.reason);
  else if (choice.isTaken)
    remarkPassed(choice.loop, getArgument(), "Cooperative") << sentence(
        "{0} launches of this loop are one with {1}: {2} microseconds in the "
        "model instead of {3}",
        launches,
        choice.plan->isOneBlock
            ? Sentence("one block")
            : sentence("up to {0} blocks on a core, which wait for each other",
                       named("BlocksPerCore", gain.blocksPerCore)),
        named("After", text(gain.after())), named("Before", text(gain.before)));
  else
    remarkMissed(choice.loop, getArgument(), "NoGain") << sentence(
        "{0} launches stay: they take {1} microseconds in the model, and {2} "
        "as one cooperative launch",
        launches, named("Before", text(gain.before)),
        named("After", text(gain.after())));
}

void CooperativeLaunchesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, getArgument());
  FailureOr<llvm::StringMap<int64_t>> sizes = readSizes(
      func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
  if (failed(target) || failed(sizes))
    return signalPassFailure();
  if (mode == CooperativeMode::Never)
    return markAllAnalysesPreserved();
  std::optional<FunctionCost> cost;
  auto costOf = [&]() -> const FunctionCost & {
    if (!cost) {
      CostOptions options;
      options.sizes = *sizes;
      options.otherwise = assumedSizeOf(func, assumedSize);
      options.maxParts = maxParts;
      cost = computeCost(func, *target, options);
    }
    return *cost;
  };
  std::optional<double> least;
  if (mode == CooperativeMode::Auto)
    least = minGain;
  bool changed = false;
  for (const CooperativeChoice &choice :
       chooseCooperative(func, *target, least, costOf)) {
    report(choice);
    if (!choice.isTaken)
      continue;
    numLoops += 1;
    numParts += choice.plan->parts.size();
    Rewriter(*choice.plan, choice.gain.blocksPerCore * target->cores().count)
        .run();
    changed = true;
  }
  if (!changed)
    markAllAnalysesPreserved();
}

//===- Cooperative.cpp - loops of launches that one can make --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Cost/Cooperative.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// What a part is
//===----------------------------------------------------------------------===//

/// Why the operations of a kernel cannot be a part of another; empty if they
/// can.
static Sentence whatForbids(gpu::LaunchOp launch, LaunchPart &part) {
  Sentence reason;
  launch.getBody().walk([&](Operation *op) {
    if (isa<gpu::BarrierOp, gpu::ShuffleOp>(op)) {
      part.meets = true;
      return WalkResult::advance();
    }
    if (isa<gpu::TerminatorOp, gpu::DynamicSharedMemoryOp>(op))
      return WalkResult::advance();
    bool isOfDevice = isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) ||
                      op->getDialect()->getNamespace().starts_with("nv");
    // An allocation in a loop would be made again and again.
    bool isInner = isa<memref::AllocaOp>(op) &&
                   (op->getParentOp() != launch || op->getNumOperands() != 0);
    if (!isOfDevice && !isInner)
      return WalkResult::advance();
    reason = sentence("a kernel has a '{0}'",
                      named("Operation", op->getName().getStringRef()));
    return WalkResult::interrupt();
  });
  return reason;
}

static int64_t bytesOf(MemRefType type) {
  int64_t bits = type.getElementTypeBitWidth() * type.getNumElements();
  return llvm::divideCeil(bits, 8);
}

/// Fills in `part`; the reason where its launch cannot be one.
static Sentence readPart(gpu::LaunchOp launch, LaunchPart &part) {
  part.launch = launch;
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  const std::array<Value, 3> sizes = {block.x, block.y, block.z};
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (!constant || *constant <= 0)
      return "the size of a block is not constant";
    part.block[axis] = *constant;
    part.threads *= *constant;
  }
  if (launch.hasClusterSize() || launch.getAsyncToken() ||
      !launch.getAsyncDependencies().empty())
    return "a launch is asynchronous or has clusters of blocks";
  if (!launch.getBody().hasOneBlock())
    return "a kernel has several basic blocks";
  if (launch.getNumPrivateAttributions() != 0)
    return "a kernel has private buffers of the launch";
  if (Value bytes = launch.getDynamicSharedMemorySize()) {
    std::optional<int64_t> constant = getConstantIntValue(bytes);
    if (!constant)
      return "the shared memory of a block is not constant";
    part.dynamicBytes = *constant;
  }
  for (BlockArgument buffer : launch.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
        !type.getElementType().isIntOrFloat())
      return "the shape of a workgroup buffer is not constant";
  }
  return whatForbids(launch, part);
}

/// Why what the host does in `loop` cannot be done by all threads of the
/// device; empty if it can. Adds its launches to `plan`.
static Sentence readHost(scf::ForOp loop, CooperativePlan &plan) {
  Sentence reason;
  if (loop.getNumResults() != 0)
    return "the loop carries a value";
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchOp>(op)) {
      reason = readPart(launch, plan.parts.emplace_back());
      return reason.empty() ? WalkResult::skip() : WalkResult::interrupt();
    }
    if (isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op) || isMemoryEffectFree(op))
      return WalkResult::advance();
    reason = sentence("the host does '{0}' between launches",
                      named("Operation", op->getName().getStringRef()));
    return WalkResult::interrupt();
  });
  return reason;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Buffers that launches have one after the other share memory: those of one
/// type, or all of them as dynamic memory.
static void planBuffers(CooperativePlan &plan, const Memory &shared) {
  bool anyDynamic = false;
  for (LaunchPart &part : plan.parts) {
    anyDynamic |= part.dynamicBytes != 0;
    SmallVector<MemRefType> left = plan.buffers;
    for (BlockArgument buffer : part.launch.getWorkgroupAttributions()) {
      auto type = cast<MemRefType>(buffer.getType());
      auto known = llvm::find(left, type);
      if (known != left.end())
        left.erase(known);
      else
        plan.buffers.push_back(type);
    }
  }
  for (MemRefType type : plan.buffers)
    plan.staticBytes += llvm::alignTo(bytesOf(type), kWidestAccess);
  if (!anyDynamic && plan.staticBytes <= shared.staticBytes)
    return;
  plan.buffers.clear();
  plan.staticBytes = 0;
  for (LaunchPart &part : plan.parts) {
    int64_t end = part.dynamicBytes;
    for (BlockArgument buffer : part.launch.getWorkgroupAttributions()) {
      end = llvm::alignTo(end, kWidestAccess);
      part.offsets.push_back(end);
      end += bytesOf(cast<MemRefType>(buffer.getType()));
    }
    plan.dynamicBytes = std::max(plan.dynamicBytes, end);
  }
}

std::variant<CooperativePlan, Sentence>
polymem::planCooperative(scf::ForOp loop, const Machine &machine) {
  CooperativePlan plan;
  plan.loop = loop;
  if (Sentence reason = readHost(loop, plan); !reason.empty())
    return reason;
  plan.isOneBlock = true;
  for (const LaunchPart &part : plan.parts) {
    plan.threads = std::max(plan.threads, part.threads);
    gpu::KernelDim3 grid = LaunchPart(part).launch.getGridSizeOperandValues();
    for (Value size : {grid.x, grid.y, grid.z})
      plan.isOneBlock &= getConstantIntValue(size) == 1;
  }
  for (const LaunchPart &part : plan.parts)
    if (part.meets && part.threads != plan.threads &&
        part.threads % machine.warps().threads != 0)
      return sentence("threads of a block of {0} meet, which is no multiple of "
                      "a warp, while other blocks have {1}",
                      named("Threads", part.threads),
                      named("MostThreads", plan.threads));
  planBuffers(plan, machine.scratchpad());
  if (plan.dynamicBytes > machine.scratchpad().bytes)
    return sentence("a block would need {0} bytes of shared memory, and "
                    "'{1}' has {2}",
                    named("Bytes", plan.dynamicBytes),
                    named("Machine", machine.name),
                    named("Capacity", machine.scratchpad().bytes));
  return plan;
}

//===----------------------------------------------------------------------===//
// Gain
//===----------------------------------------------------------------------===//

CooperativeGain polymem::gainOf(const CooperativePlan &plan,
                                const FunctionCost &cost,
                                const Machine &machine) {
  CooperativeGain gain;
  double registers = 0;
  SmallVector<const SiteCost *> sites;
  for (const LaunchPart &part : plan.parts)
    for (const SiteCost &site : cost.sites)
      if (site.launch == LaunchPart(part).launch) {
        sites.push_back(&site);
        registers = std::max(registers, site.registers);
      }
  LaunchShape shape;
  shape.threads = double(plan.threads);
  shape.sharedBytes = double(plan.dynamicBytes + plan.staticBytes);
  shape.registers = registers;
  double resident = residentBlocks(machine, shape);
  gain.blocksPerCore = static_cast<int64_t>(resident);
  double launch = double(machine.times.launchNanoseconds) / 1000;
  double barrier = double(machine.times.gridBarrierNanoseconds) / 1000;
  for (const SiteCost *site : sites) {
    double executing = site->microseconds - site->counts.launches * launch;
    gain.launches += site->counts.launches;
    gain.before += site->microseconds;
    gain.saved += site->counts.launches * (launch - barrier);
    // Threads at a time, of blocks that there are.
    double cores = double(machine.cores().count);
    double needed =
        std::min(site->blocksPerCore, std::ceil(site->blocks / cores));
    double ratio = needed * site->threads / (resident * shape.threads);
    if (needed > resident)
      gain.lost += executing * (std::max(ratio, 1.0) - 1);
  }
  gain.saved -= launch;
  return gain;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static bool hasLaunches(Operation *op) {
  return op->walk([](gpu::LaunchOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

std::vector<CooperativeChoice>
polymem::chooseCooperative(Operation *function, const Machine &machine,
                           std::optional<double> minGain,
                           function_ref<const FunctionCost &()> cost) {
  std::vector<CooperativeChoice> choices;
  if (machine.kind != Machine::Kind::GPU ||
      machine.times.gridBarrierNanoseconds == 0)
    return choices;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || !hasLaunches(loop))
      return WalkResult::advance();
    CooperativeChoice &choice = choices.emplace_back();
    choice.loop = loop;
    std::variant<CooperativePlan, Sentence> planned =
        planCooperative(loop, machine);
    if (auto *reason = std::get_if<Sentence>(&planned)) {
      choice.reason = std::move(*reason);
      return WalkResult::advance();
    }
    choice.plan = std::move(*std::get_if<CooperativePlan>(&planned));
    choice.gain = gainOf(*choice.plan, cost(), machine);
    choice.isTaken =
        !minGain || choice.gain.after() <= (1 - *minGain) * choice.gain.before;
    return choice.isTaken ? WalkResult::skip() : WalkResult::advance();
  });
  return choices;
}

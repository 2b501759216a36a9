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

/// Bytes of a workgroup buffer; nothing if their number is not constant, or
/// more than `most`.
static std::optional<int64_t> bytesOf(MemRefType type, int64_t most) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat())
    return std::nullopt;
  int64_t bits = type.getElementTypeBitWidth();
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bits, extent, bits))
      return std::nullopt;
  int64_t bytes = llvm::divideCeil(static_cast<uint64_t>(bits), 8);
  return bytes <= most ? std::optional(bytes) : std::nullopt;
}

/// Fills in `part`; the reason where its launch cannot be one.
static Sentence readPart(gpu::LaunchOp launch, const Machine &machine,
                         LaunchPart &part) {
  part.launch = launch;
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  const std::array<Value, 3> sizes = {block.x, block.y, block.z};
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (!constant || *constant <= 0 ||
        *constant > machine.threads().maxPerBlock)
      return "the size of a block is not constant, or not possible";
    part.block[axis] = *constant;
    part.threads *= *constant;
  }
  if (part.threads > machine.threads().maxPerBlock)
    return sentence("a block has {0} threads, and one of '{1}' at most {2}",
                    named("Threads", part.threads),
                    named("Machine", machine.name),
                    named("MostThreads", machine.threads().maxPerBlock));
  if (launch.hasClusterSize() || launch.getAsyncToken() ||
      !launch.getAsyncDependencies().empty())
    return "a launch is asynchronous or has clusters of blocks";
  if (!launch.getBody().hasOneBlock())
    return "a kernel has several basic blocks";
  if (launch.getNumPrivateAttributions() != 0)
    return "a kernel has private buffers of the launch";
  if (Value bytes = launch.getDynamicSharedMemorySize()) {
    std::optional<int64_t> constant = getConstantIntValue(bytes);
    if (!constant || *constant < 0)
      return "the shared memory of a block is not constant";
    part.dynamicBytes = *constant;
  }
  for (BlockArgument buffer : launch.getWorkgroupAttributions()) {
    std::optional<int64_t> bytes =
        bytesOf(cast<MemRefType>(buffer.getType()), machine.scratchpad().bytes);
    if (!bytes)
      return "the bytes of a workgroup buffer are not constant, or too many";
    part.bufferBytes.push_back(*bytes);
  }
  return whatForbids(launch, part);
}

/// Why what the host does in `loop` cannot be done by all threads of the
/// device; empty if it can. Adds its launches to `plan`.
static Sentence readHost(scf::ForOp loop, const Machine &machine,
                         CooperativePlan &plan) {
  Sentence reason;
  if (loop.getNumResults() != 0)
    return "the loop carries a value";
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchOp>(op)) {
      reason = readPart(launch, machine, plan.parts.emplace_back());
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
    for (auto [buffer, bytes] : llvm::zip_equal(
             part.launch.getWorkgroupAttributions(), part.bufferBytes)) {
      auto type = cast<MemRefType>(buffer.getType());
      auto known = llvm::find(left, type);
      if (known != left.end()) {
        left.erase(known);
        continue;
      }
      plan.buffers.push_back(type);
      plan.staticBytes += llvm::alignTo(bytes, kWidestAccess);
    }
  }
  if (!anyDynamic && plan.staticBytes <= shared.staticBytes)
    return;
  plan.buffers.clear();
  plan.staticBytes = 0;
  for (LaunchPart &part : plan.parts) {
    int64_t end = part.dynamicBytes;
    for (int64_t bytes : part.bufferBytes) {
      end = llvm::alignTo(end, kWidestAccess);
      part.offsets.push_back(end);
      end += bytes;
    }
    plan.dynamicBytes = std::max(plan.dynamicBytes, end);
  }
}

std::variant<CooperativePlan, Sentence>
polymem::planCooperative(scf::ForOp loop, const Machine &machine) {
  CooperativePlan plan;
  plan.loop = loop;
  if (Sentence reason = readHost(loop, machine, plan); !reason.empty())
    return reason;
  plan.isOneBlock = true;
  for (const LaunchPart &part : plan.parts) {
    plan.threads = std::max(plan.threads, part.threads);
    gpu::LaunchOp launch = part.launch;
    gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
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
      if (part.launch == site.launch) {
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
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || !hasLaunches(loop))
      return WalkResult::advance();
    CooperativeChoice &choice = choices.emplace_back();
    choice.loop = loop;
    if (machine.kind != Machine::Kind::GPU ||
        machine.times.gridBarrierNanoseconds == 0) {
      choice.reason = sentence(
          "'{0}' has no cooperative launches (no grid-barrier-nanoseconds)",
          named("Machine", machine.name));
      return WalkResult::skip();
    }
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

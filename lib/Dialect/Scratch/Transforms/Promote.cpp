//===- Promote.cpp - keep the data of each tile in buffers ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Data movement into scratchpads (Baskaran et al., PPoPP 2008, section 3):
// finds the blocks, plans all of them, then rewrites.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/BufferBytes.h"
#include "PolyMem/Analysis/PromotionPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Remarks.h"
#include "PromoteRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPROMOTEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "scratch-promote";

/// Why the access cannot be redirected to a buffer; empty if it can.
static std::string whyNotRedirectable(const Scop &scop,
                                      const ScopAccess &access) {
  Value array = scop.arrays()[access.array].value;
  if (auto type = dyn_cast<MemRefType>(array.getType());
      type && isa<scratch::MappingAttr>(type.getLayout()))
    return "it is a buffer already";
  auto name = [&] {
    return "'" + access.op->getName().getStringRef().str() + "'";
  };
  Value memref;
  if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
    memref = load.getMemRef();
  else if (auto store = dyn_cast<affine::AffineStoreOp>(access.op))
    memref = store.getMemRef();
  else
    return name() + " accesses it";
  if (memref != array)
    return name() + " accesses it through a view";
  return "";
}

namespace {
struct ScratchPromotePass
    : polymem::impl::ScratchPromotePassBase<ScratchPromotePass> {
  using ScratchPromotePassBase::ScratchPromotePassBase;
  void runOnOperation() override;

private:
  FailureOr<PromotionOptions> planOptions();
  SmallVector<Operation *> findBlocks();
  Attribute memorySpaceAttr();
  void report(Operation *block, const PromotionPlan &plan);
  void reportBuffer(Operation *block, const PromotionPlan &plan,
                    const BufferPlan &buffer);

  struct Work {
    Operation *block;
    std::unique_ptr<PromotionPlan> plan;
  };
};
} // namespace

/// A tile with no tile inside, except (if `threads` says so) tiles of threads.
static bool isInnermost(scratch::TileOp tile, bool threads) {
  if (!threads && tile.isMappedToThreads())
    return false;
  WalkResult result = tile.getBody().walk([&](scratch::TileOp inner) {
    return threads || !inner.isMappedToThreads() ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The outermost tile around `block`, or `block` itself.
static Operation *outermostTile(Operation *block) {
  Operation *result = block;
  for (Operation *op = block; op; op = op->getParentOp())
    if (isa<scratch::TileOp>(op))
      result = op;
  return result;
}

/// Whether an iteration of a mapped tile around `block` may write `array` while
/// another one is in `block`.
static bool mayChangeMeanwhile(Operation *block, Value array) {
  Operation *parallel = nullptr;
  for (Operation *op = block; op; op = op->getParentOp())
    if (auto tile = dyn_cast<scratch::TileOp>(op); tile && !tile.isSequential())
      parallel = op;
  return parallel && llvm::any_of(array.getUsers(), [&](Operation *user) {
           return parallel->isProperAncestor(user) &&
                  !isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp,
                       scratch::CopyInOp>(user);
         });
}

/// The instances of `block` in other iterations of mapped tiles around it.
/// Nullopt if other code in these tiles may write `array`.
static std::optional<ConcurrentInstances> concurrentInstances(const Scop &scop,
                                                              Value array) {
  ConcurrentInstances result;
  Operation *block = scop.root(), *parallel = nullptr;
  for (Operation *op = block; op; op = op->getParentOp()) {
    auto tile = dyn_cast<scratch::TileOp>(op);
    if (!tile || tile.isSequential())
      continue;
    parallel = op;
    for (auto [d, origin] : llvm::enumerate(tile.getOrigins()))
      if (tile.getMappingOf(d))
        result.coordinates.push_back(
            {scop.parameterFor(origin),
             getConstantIntValue(tile.getSteps()[d]).value_or(1)});
  }
  if (!parallel)
    return result;
  for (Operation *user : array.getUsers())
    if (parallel->isAncestor(user) && !block->isAncestor(user) &&
        !isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp,
             scratch::CopyInOp>(user))
      return std::nullopt;
  result.isShared = [parallel, &scop](const isl::id &id) {
    Value value = scop.parameterValue(id);
    return value &&
           !parallel->isAncestor(value.getParentRegion()->getParentOp());
  };
  return result;
}

/// `block` is inside a tile that is mapped to threads.
static bool isInsideThreads(Operation *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (auto tile = dyn_cast<scratch::TileOp>(op))
      if (tile.isMappedToThreads())
        return true;
  return false;
}

SmallVector<Operation *> ScratchPromotePass::findBlocks() {
  SmallVector<Operation *> blocks;
  if (scope == PromotionScope::Nest) {
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<affine::AffineForOp>(op))
        return WalkResult::advance();
      blocks.push_back(op);
      return WalkResult::skip();
    });
    return blocks;
  }
  // A private buffer belongs to a thread, so its tile may be a thread's.
  bool threads = memorySpace == BufferMemorySpace::Private;
  getOperation().walk<WalkOrder::PreOrder>([&](scratch::TileOp tile) {
    if (isInnermost(tile, threads))
      blocks.push_back(tile);
  });
  return blocks;
}

Attribute ScratchPromotePass::memorySpaceAttr() {
  switch (memorySpace.getValue()) {
  case BufferMemorySpace::Workgroup:
    return gpu::AddressSpaceAttr::get(&getContext(),
                                      gpu::AddressSpace::Workgroup);
  case BufferMemorySpace::Private:
    return gpu::AddressSpaceAttr::get(&getContext(),
                                      gpu::AddressSpace::Private);
  case BufferMemorySpace::Default:
    break;
  }
  return {};
}

FailureOr<PromotionOptions> ScratchPromotePass::planOptions() {
  func::FuncOp func = getOperation();
  auto described = Machine::lookup(machine);
  if (!described) {
    func.emitError() << kPass << ": " << llvm::toString(described.takeError());
    return failure();
  }
  if (!(delta >= 0.0)) {
    func.emitError() << kPass << ": delta is a fraction of the volume and "
                     << "cannot be " << llvm::formatv("{0}", delta).str()
                     << "; give 0 or more";
    return failure();
  }
  if (capacity < -1) {
    func.emitError() << kPass << ": capacity is a number of bytes and cannot "
                     << "be " << capacity.getValue()
                     << "; give -1 for the machine's";
    return failure();
  }
  PromotionOptions options;
  options.partition = partition;
  options.movement = movement;
  options.delta = delta;
  options.everything = promoteAll || !described->computesFromGlobal;
  // What is a thread's own is not coalesced, in a buffer or out of it.
  if (coalesce && memorySpace != BufferMemorySpace::Private)
    options.transactionBytes = described->transactionBytes;
  options.maxIslOperations = maxIslOperations;
  options.constantSizes = memorySpace == BufferMemorySpace::Private;
  constexpr int64_t kRegisterBytes = 4;
  options.capacity = capacity >= 0 ? capacity.getValue()
                     : memorySpace == BufferMemorySpace::Private
                         ? described->registersPerThread * kRegisterBytes
                         : described->scratchpadBytes;
  // Run-time steps of tiles, for representative sizes.
  auto steps = std::make_shared<llvm::SmallPtrSet<Value, 8>>();
  func.walk([&](scratch::TileOp tile) {
    steps->insert(tile.getSteps().begin(), tile.getSteps().end());
  });
  options.roleOf = [steps](Value value) {
    if (!isFunctionLevel(value))
      return ParameterRole::Origin;
    return steps->contains(value) ? ParameterRole::TileSize
                                  : ParameterRole::ProblemSize;
  };
  options.whyNotRedirectable = whyNotRedirectable;
  options.mayChangeMeanwhile = [](const Scop &block, Value array) {
    return mayChangeMeanwhile(block.root(), array);
  };
  options.concurrentInstances = concurrentInstances;
  return options;
}

/// " (counted at N = 256)", or nothing where counts are exact.
static std::string describeCounts(const PromotionPlan &plan) {
  return plan.representative().empty()
             ? ""
             : " (counted at " + plan.representative() + ")";
}

void ScratchPromotePass::reportBuffer(Operation *block,
                                      const PromotionPlan &plan,
                                      const BufferPlan &b) {
  remarkPassed(block, kPass, "Promoted")
      << llvm::formatv("{0} kept in a buffer of {1} elements, {2} bytes; "
                       "copies {3} in, {4} out per tile instead of {5} "
                       "accesses{6}",
                       plan.arrayName(b), b.box.extentsText(), b.bytesText(),
                       b.copiedIn, b.copiedOut, b.numAccesses,
                       describeCounts(plan))
             .str();
  if (b.scattered) {
    remarkAnalysis(block, kPass, "Scattered")
        << llvm::formatv("{0} has no reuse, but neighbouring threads access "
                         "elements that are no neighbours: it is staged so "
                         "that copies are coalesced",
                         plan.arrayName(b))
               .str();
    ++numScattered;
  }
  if (b.boxRefused)
    remarkMissed(block, kPass, "BoxMayChange")
        << llvm::formatv("{0}: only what is needed is copied in, not the box "
                         "around it, of which parallel iterations of the tile "
                         "may write the rest",
                         plan.arrayName(b))
               .str();
  if (b.exactRefused)
    remarkAnalysis(block, kPass, "FootprintInstead")
        << llvm::formatv("{0}: what is needed exactly is many small sets, so "
                         "what is accessed is copied",
                         plan.arrayName(b))
               .str();
  if (b.group.simple)
    remarkAnalysis(block, kPass, "BoundsInstead")
        << llvm::formatv("{0}: what is read takes roundings or many "
                         "inequalities to say, so what a few of these allow is "
                         "copied in; nobody writes to the rest of it meanwhile",
                         plan.arrayName(b))
               .str();
  ++numBuffers;
  numBytes += b.bytes.value_or(0);
  numCopiedIn += b.copiedIn;
  numCopiedOut += b.copiedOut;
}

/// The name of the remark about a buffer that is not made.
static llvm::StringRef nameOf(BufferPlan::Decision decision) {
  switch (decision) {
  case BufferPlan::Decision::Promote:
    break;
  case BufferPlan::Decision::NotRedirectable:
    return "NotRedirectable";
  case BufferPlan::Decision::NoBox:
    return "NoBox";
  case BufferPlan::Decision::NoReuse:
    return "NoReuse";
  case BufferPlan::Decision::NotAffine:
    return "NotAffine";
  case BufferPlan::Decision::NoCapacity:
    return "NoCapacity";
  }
  llvm_unreachable("the buffer is made");
}

void ScratchPromotePass::report(Operation *block, const PromotionPlan &plan) {
  for (const BufferPlan &buffer : plan.buffers()) {
    if (buffer.promoted())
      continue;
    ++numLeft;
    remarkMissed(block, kPass, nameOf(buffer.decision))
        << llvm::formatv("{0} stays in global memory: {1}{2}",
                         plan.arrayName(buffer), buffer.reason,
                         describeCounts(plan))
               .str();
  }
  if (!plan.selectionOptimal())
    remarkAnalysis(block, kPass, "SelectionCutOff")
        << "the search for the best buffers was cut off; the choice may not "
           "be the best";
  if (!plan.movementExact())
    remarkAnalysis(block, kPass, "MovementNotExact")
        << "dependences exceed the budget of isl operations; everything read "
           "is copied in";
  std::string condition = plan.capacityCondition();
  if (!condition.empty())
    remarkAnalysis(block, kPass, "CapacityCondition")
        << llvm::formatv("the buffers fit if {0} <= {1} bytes", condition,
                         plan.capacity())
               .str();
}

void ScratchPromotePass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  FailureOr<PromotionOptions> options = planOptions();
  if (failed(options))
    return signalPassFailure();
  SmallVector<Operation *> blocks = findBlocks();
  if (blocks.empty()) {
    remarkMissed(func, kPass, "NoTile")
        << (scope == PromotionScope::Nest
                ? "the function has no affine.for"
                : "the function has no scratch.tile; tile it, or use "
                  "scope=nest");
    return;
  }

  // Decide everything before anything is changed: plans look at the function
  // as it was.
  EnclosingFlow flow(func, maxIslOperations);
  SmallVector<Work> work;
  for (Operation *block : blocks) {
    if (memorySpace == BufferMemorySpace::Workgroup && isInsideThreads(block)) {
      remarkMissed(block, kPass, "InsideThreads")
          << "nothing is promoted here: each thread would need a workgroup "
             "buffer of its own; use memory-space=private";
      continue;
    }
    ScopFailure failure;
    auto plan = PromotionPlan::compute(block, flow, *options, failure);
    if (!plan) {
      remarkFailed(block, kPass, "NotModelled")
          << "nothing is promoted here: "
          << (failure.op
                  ? "'" + failure.op->getName().getStringRef().str() + "': "
                  : std::string()) +
                 failure.reason;
      continue;
    }
    Work &item = work.emplace_back();
    item.block = block;
    item.plan = std::move(plan);
  }

  // Tiles inside one outermost tile share its fast memory.
  llvm::MapVector<Operation *, SmallVector<PromotionPlan *>> sharing;
  for (Work &item : work)
    sharing[outermostTile(item.block)].push_back(item.plan.get());
  for (auto &[outermost, plans] : sharing) {
    int64_t taken = constantBytesIn(outermost, memorySpaceAttr());
    for (PromotionPlan *plan : plans)
      plan->reserve(taken);
    PromotionPlan::selectUnderCapacity(plans);
  }

  for (Work &item : work) {
    Operation *block = item.block;
    if (printPlan || dryRun) {
      // In one piece: other functions may be printed at the same time.
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "// scratch-promote: @" << func.getSymName() << ", "
         << (isa<scratch::TileOp>(block) ? "tile" : "loop nest") << " at "
         << block->getLoc() << "\n";
      item.plan->print(os);
      llvm::errs() << text;
    }
    report(block, *item.plan);
  }
  if (dryRun)
    return;
  for (Work &item : work) {
    SmallVector<const BufferPlan *> buffers;
    for (const BufferPlan &buffer : item.plan->buffers())
      if (buffer.promoted())
        buffers.push_back(&buffer);
    if (buffers.empty())
      continue;
    ++numTiles;
    for (const BufferPlan *buffer : buffers)
      reportBuffer(item.block, *item.plan, *buffer);
    std::optional<int64_t> check;
    if (runtimeCheck && !item.plan->capacityCondition().empty())
      check = item.plan->capacity() - item.plan->constantBytesOfOthers();
    PromoteRewriter(item.block, memorySpaceAttr()).apply(buffers, check);
  }
}

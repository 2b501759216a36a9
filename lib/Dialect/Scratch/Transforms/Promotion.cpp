//===- Promotion.cpp - buffers for chosen blocks --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Data movement into scratchpads (Baskaran et al., PPoPP 2008, section 3):
// plans all blocks, then rewrites.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Transforms/Promotion.h"
#include "AroundBlock.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Attributes.h"
#include "PromoteRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool polymem::isInnermostTile(scratch::TileOp tile, bool threads) {
  if (!threads && tile.isMappedToThreads())
    return false;
  WalkResult result = tile.getBody().walk([&](scratch::TileOp inner) {
    return threads || !inner.isMappedToThreads() ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

bool polymem::isTileOfPoints(Operation *block) {
  auto tile = dyn_cast<scratch::TileOp>(block);
  if (!tile || tile.getRank() != 1 || !tile.isSequential() ||
      tile.carriesTokens())
    return false;
  auto isConstant = [](ValueRange values, int64_t number) {
    return getConstantIntValue(values.front()) == number;
  };
  return isConstant(tile.getLowerBounds(), 0) &&
         isConstant(tile.getUpperBounds(), 1) &&
         isConstant(tile.getSteps(), 1) && tile.getOrigins()[0].use_empty() &&
         llvm::hasSingleElement(tile.getBody().front().without_terminator()) &&
         isa<scratch::TileOp>(tile.getBody().front().front());
}

/// The outermost tile around `block`, or `block` itself.
static Operation *outermostTile(Operation *block) {
  Operation *result = block;
  for (Operation *op = block; op; op = op->getParentOp())
    if (isa<scratch::TileOp>(op))
      result = op;
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

SmallVector<Operation *>
Promotion::findBlocks(func::FuncOp func,
                      const ScratchPromotePassOptions &options) {
  SmallVector<Operation *> blocks;
  if (options.scope == PromotionScope::Nest) {
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<affine::AffineForOp>(op))
        return WalkResult::advance();
      blocks.push_back(op);
      return WalkResult::skip();
    });
    return blocks;
  }
  // A private buffer belongs to a thread, so its tile may be a thread's.
  bool threads = options.memorySpace == BufferMemorySpace::Private;
  func.walk<WalkOrder::PreOrder>([&](scratch::TileOp tile) {
    if (isInnermostTile(tile, threads))
      blocks.push_back(tile);
  });
  return blocks;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Attribute Promotion::memorySpaceAttr() {
  switch (options.memorySpace) {
  case BufferMemorySpace::Workgroup:
    return workgroupSpace(func.getContext());
  case BufferMemorySpace::Private:
    return gpu::AddressSpaceAttr::get(func.getContext(),
                                      gpu::AddressSpace::Private);
  case BufferMemorySpace::Default:
    break;
  }
  return {};
}

bool Promotion::isFitGuaranteed() const {
  // In the default memory space there is room beyond the capacity, a machine
  // without direct access has no other way, and no launch is around a nest.
  return options.fit != BufferFit::Launch && !needsBuffers &&
         options.memorySpace == BufferMemorySpace::Workgroup &&
         options.scope == PromotionScope::Tile;
}

bool Promotion::growsWithProblem(const Work &item) {
  if (!item.plan || !item.plan->growsWithSizes())
    return false;
  WalkResult given = item.outermost->walk([](scratch::TileOp tile) {
    bool constant = llvm::all_of(tile.getSteps(), [](Value step) {
      return getConstantIntValue(step).has_value();
    });
    return constant ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !given.wasInterrupted();
}

FailureOr<PromotionOptions> Promotion::planOptions() {
  FailureOr<Machine> target = targetMachine(func, options.machine, kPass);
  if (failed(target))
    return failure();
  if (!(options.delta >= 0.0)) {
    func.emitError() << kPass << ": delta is a fraction of the volume and "
                     << "cannot be "
                     << llvm::formatv("{0}", options.delta).str()
                     << "; give 0 or more";
    return failure();
  }
  if (options.capacity < -1) {
    func.emitError() << kPass << ": capacity is a number of bytes and cannot "
                     << "be " << options.capacity
                     << "; give -1 for the machine's";
    return failure();
  }
  PromotionOptions result;
  result.partition = options.partition;
  result.movement = options.movement;
  result.delta = options.delta;
  result.everything = options.promoteAll || !target->global().directAccess;
  // Buffers of one thread do not make its accesses to global memory coalesced.
  if (options.coalesce && options.memorySpace != BufferMemorySpace::Private)
    result.transactionBytes = target->global().transactionBytes;
  result.maxIslOperations = options.maxIslOperations;
  if (options.memorySpace == BufferMemorySpace::Private)
    result.constantSizes = "private buffers";
  budget.emplace(*target, memorySpaceAttr(), options.capacity);
  result.capacity = budget->capacity();
  if (target->kind == Machine::Kind::Multicore) {
    // The engine moves boxes, into one buffer while cores use the other one.
    result.copiesOfBuffers = 2;
    result.alignment = target->multicore.scratchpadAlignment;
    result.allDimensions = true;
  }
  needsBuffers = !target->global().directAccess;
  stripSize = target->tiles.sequential;
  auto around = std::make_shared<AroundBlock>(
      func, options.memorySpace == BufferMemorySpace::Workgroup);
  if (options.constantMemory && !result.everything &&
      target->kind == Machine::Kind::GPU &&
      options.memorySpace != BufferMemorySpace::Default)
    around->addConstantArrays(target->constantBytes());
  result.around = std::move(around);
  return result;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// " (counted at N = 256)", or nothing where counts are exact.
static Sentence describeCounts(const PromotionPlan &plan) {
  return plan.representative().empty()
             ? Sentence()
             : sentence(" (counted at {0})",
                        named("CountedAt", plan.representative()));
}

void Promotion::reportBuffer(const Work &item, const BufferPlan &b) {
  Operation *block = item.block;
  const PromotionPlan &plan = *item.plan;
  NamedValue array = named("Array", plan.arrayName(b));
  remarkPassed(block, kPass, "Promoted")
      << sentence("{0} kept in a buffer of {1} elements, {2} bytes; copies {3} "
                  "in, {4} out per tile instead of {5} accesses",
                  array, named("Extents", b.box.extentsText()),
                  named("Bytes", b.bytesText()), named("CopiedIn", b.copiedIn),
                  named("CopiedOut", b.copiedOut),
                  named("Accesses", b.numAccesses)) +
             describeCounts(plan);
  if (b.scattered) {
    remarkAnalysis(block, kPass, "Scattered")
        << sentence("{0} has no reuse, but neighbouring threads access "
                    "elements that are no neighbours: it is staged so that "
                    "copies are coalesced",
                    array);
    ++numbers.scattered;
  }
  if (b.spread)
    remarkAnalysis(block, kPass, "Spread")
        << sentence("{0} has no reuse, but the block has threads without "
                    "iterations: it is staged so that all of them load",
                    array);
  if (b.stepwise)
    remarkAnalysis(block, kPass, "Stepwise")
        << sentence("{0} has no reuse, but threads meet in each step of a "
                    "loop: it is staged so that they wait for it once",
                    array);
  if (b.boxRefused)
    remarkMissed(block, kPass, "BoxMayChange")
        << sentence("{0}: only what is needed is copied in, not the box around "
                    "it, of which parallel iterations of the tile may write "
                    "the rest",
                    array);
  if (b.exactRefused)
    remarkAnalysis(block, kPass, "FootprintInstead")
        << sentence("{0}: what is needed exactly is many small sets, so what "
                    "is accessed is copied",
                    array);
  if (b.group.simple)
    remarkAnalysis(block, kPass, "BoundsInstead")
        << sentence("{0}: what is read takes roundings or many inequalities "
                    "to say, so what a few of these allow is copied in; nobody "
                    "writes to the rest of it meanwhile",
                    array);
  ++numbers.buffers;
  numbers.bytes += b.bytes.value_or(0);
  numbers.copiedIn += b.copiedIn;
  numbers.copiedOut += b.copiedOut;
}

/// The name of the remark about a buffer that is not made.
static llvm::StringRef nameOf(BufferPlan::Decision decision) {
  switch (decision) {
  case BufferPlan::Decision::Promote:
    break;
  case BufferPlan::Decision::ConstantMemory:
    return "ConstantMemory";
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
  case BufferPlan::Decision::GrowsWithSizes:
    return "GrowsWithSizes";
  }
  llvm_unreachable("the buffer is made");
}

/// "A stays in global memory: there is no reuse".
static Sentence describeLeft(const PromotionPlan &plan,
                             const BufferPlan &buffer) {
  NamedValue array = named("Array", plan.arrayName(buffer));
  if (buffer.decision == BufferPlan::Decision::ConstantMemory)
    return sentence("{0} is left to constant memory: {1}", array,
                    buffer.reason);
  return sentence("{0} stays in global memory: {1}", array, buffer.reason) +
         describeCounts(plan);
}

void Promotion::reportLeft(const Work &item, Refusals &refusals) {
  Operation *block = item.block;
  const PromotionPlan &plan = *item.plan;
  for (const BufferPlan &buffer : plan.buffers()) {
    if (buffer.promoted())
      continue;
    Sentence text = describeLeft(plan, buffer);
    if (buffer.decision == BufferPlan::Decision::ConstantMemory) {
      remarkPassed(block, kPass, nameOf(buffer.decision)) << text;
      ++numbers.constant;
      continue;
    }
    ++numbers.left;
    if (options.promoteAll)
      refusals.missed(block, nameOf(buffer.decision), text);
    else
      remarkMissed(block, kPass, nameOf(buffer.decision)) << text;
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
    remarkAnalysis(block, kPass, "CapacityCondition") << sentence(
        "the buffers fit if {0} <= {1} bytes", named("Bytes", condition),
        named("Capacity", plan.capacity()));
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

void Promotion::planBlock(Operation *block, PromotionOptions planOptions) {
  // What it would cost to make a version of the launch is not worth it.
  if (isTileOfPoints(block))
    planOptions.constantSizes = "buffers beside tiles";
  Work &item = work.emplace_back();
  item.block = block;
  item.outermost = outermostTile(block);
  auto tile = dyn_cast<scratch::TileOp>(block);
  if (options.memorySpace == BufferMemorySpace::Workgroup &&
      (isInsideThreads(block) || (tile && tile.isMappedToThreads()))) {
    item.obstacleName = "InsideThreads";
    item.obstacle = "each thread would need a workgroup buffer of its own; use "
                    "memory-space=private";
    return;
  }
  ScopFailure failure;
  item.plan = PromotionPlan::compute(block, *flow, planOptions, failure);
  if (item.plan)
    return;
  item.notModelled = true;
  item.obstacleName = "NotModelled";
  item.obstacle =
      (failure.op ? "'" + failure.op->getName().getStringRef().str() + "': "
                  : std::string()) +
      failure.reason;
}

FailureOr<Promotion> Promotion::plan(func::FuncOp func,
                                     ArrayRef<Operation *> blocks,
                                     const ScratchPromotePassOptions &options) {
  return plan(func, blocks, options, /*mayStrip=*/true);
}

FailureOr<Promotion> Promotion::plan(func::FuncOp func,
                                     ArrayRef<Operation *> blocks,
                                     const ScratchPromotePassOptions &options,
                                     bool mayStrip) {
  Promotion result(func, options);
  FailureOr<PromotionOptions> planOptions = result.planOptions();
  if (failed(planOptions))
    return failure();
  // Decide everything before anything is changed: plans look at the function
  // as it was.
  result.flow = std::make_unique<EnclosingFlow>(func, options.maxIslOperations);
  for (Operation *block : blocks)
    result.planBlock(block, *planOptions);

  // Tiles inside one outermost tile share its fast memory.
  llvm::MapVector<Operation *, SmallVector<PromotionPlan *>> sharing;
  for (Work &item : result.work)
    if (item.plan)
      sharing[item.outermost].push_back(item.plan.get());
  for (auto &[outermost, plans] : sharing) {
    int64_t taken = result.budget->takenIn(outermost);
    for (PromotionPlan *plan : plans)
      plan->reserve(taken);
    PromotionPlan::selectUnderCapacity(plans);
  }
  if (!result.isFitGuaranteed())
    return result;
  for (Work &item : result.work) {
    if (!growsWithProblem(item))
      continue;
    if (mayStrip)
      item.strip = planStrips(
          *item.plan, result.stripSize,
          [&](const isl::id &id) {
            return planOptions->around->roleOf(item.plan->scop(), id) !=
                   ParameterRole::Origin;
          },
          options.maxIslOperations);
    if (!item.strip && !result.makesVersions())
      item.plan->refuseGrowing();
  }
  return result;
}

void Promotion::print(const Work &item) {
  // In one piece: other functions may be printed at the same time.
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "// scratch-promote: @" << func.getSymName() << ", "
     << (isa<scratch::TileOp>(item.block) ? "tile" : "loop nest") << " at "
     << item.block->getLoc() << "\n";
  item.plan->print(os);
  llvm::errs() << text;
}

LogicalResult Promotion::report(Refusals &refusals, Demand demand) {
  for (const Work &item : work) {
    if (item.plan)
      continue;
    Sentence text = "nothing is promoted here: " + item.obstacle;
    if (item.notModelled)
      refusals.failed(item.block, item.obstacleName, text);
    else
      refusals.missed(item.block, item.obstacleName, text);
  }
  auto isPromoted = [](const BufferPlan &b) { return b.promoted(); };
  bool any = false, each = true;
  for (const Work &item : work) {
    if (item.plan) {
      if (options.printPlan || options.dryRun)
        print(item);
      // What is cut is planned again, and reported then.
      if (!item.strip || makesVersions())
        reportLeft(item, refusals);
    }
    bool promotes = item.plan && llvm::any_of(item.plan->buffers(), isPromoted);
    any |= promotes;
    each &= promotes;
  }
  if (!refusals.isStrict())
    return success();
  bool met = demand == Demand::EachBlock ? each : any;
  if (met && (!options.promoteAll || numbers.left == 0)) {
    refusals.emitRemarks();
    return success();
  }
  // All reasons for a block at once.
  if (!met && !options.promoteAll)
    for (const Work &item : work) {
      if (!item.plan || llvm::any_of(item.plan->buffers(), isPromoted))
        continue;
      Sentence reasons;
      for (const BufferPlan &buffer : item.plan->buffers())
        reasons +=
            (reasons.empty() ? "" : "; ") + describeLeft(*item.plan, buffer);
      if (reasons.empty())
        reasons = "it accesses no array";
      refusals.missed(item.block, "NothingPromoted",
                      "nothing is promoted here: " + reasons);
    }
  return refusals.nothingDone(func, "nothing is promoted");
}

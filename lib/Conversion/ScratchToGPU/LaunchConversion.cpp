//===- LaunchConversion.cpp - launches for chosen tiles -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCopies.h"
#include "LaunchPlan.h"
#include "LocalArrays.h"
#include "PolyMem/Conversion/MemorySpaces.h"
#include "PolyMem/Conversion/ScratchToGPU.h"
#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "convert-scratch-to-gpu";

struct LaunchConversion::Impl {
  Impl(func::FuncOp func, ArrayRef<TileOp> tiles,
       const ConvertScratchToGPUPassOptions &options)
      : func(func), tiles(tiles), options(options) {}

  LogicalResult readOptions();
  LogicalResult collectTiles(Operation *part);
  LogicalResult checkMemorySpaces() const;
  LogicalResult plan();
  LogicalResult checkLocalArrays();
  void nameKernels();
  LogicalResult apply();

  func::FuncOp func;
  /// What to convert; empty: the whole function.
  SmallVector<TileOp> tiles;
  ConvertScratchToGPUPassOptions options;
  Machine machine;
  LaunchOptions launchOptions;
  /// Tiles that become launches, and sequential tiles around those.
  SmallVector<TileOp> roots, hostTiles;
  std::vector<LaunchPlan> plans;
  SmallVector<ArrayTransfer> transfers;
  SmallVector<LocalArray> localArrays;
  SmallVector<gpu::LaunchOp> launches;
  int64_t numVectorCopies = 0;
};

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

LogicalResult LaunchConversion::Impl::readOptions() {
  FailureOr<Machine> target = targetMachine(func, options.machine, kPass);
  if (failed(target) || failed(requireGPU(func, *target, kPass)))
    return failure();
  machine = std::move(*target);
  auto block = readBlockSize(func, machine, options.blockSize);
  if (failed(block))
    return failure();
  launchOptions.blockSize = std::move(*block);
  auto grid = readAxisSizes(func, machine, "max-grid", options.maxGrid,
                            machine.blocks().maxDim);
  if (failed(grid))
    return failure();
  launchOptions.maxGrid = std::move(*grid);
  if (options.hostRegister && options.deviceCopies)
    return func.emitError() << "options 'host-register' and 'device-copies' "
                               "are two ways to the same end; give one";
  if (!tiles.empty() && (options.hostRegister || options.deviceCopies))
    return func.emitError()
           << "options 'host-register' and 'device-copies' are about all "
              "launches of a function: convert the function, not tiles";
  launchOptions.analyzeThreadLocality = options.threadLocality;
  launchOptions.foldGrid = options.foldGrid;
  launchOptions.vectors = options.vectors;
  launchOptions.asyncCopies = options.asyncCopies;
  launchOptions.maxIslOperations = options.maxIslOperations;
  return success();
}

/// Collects the tiles in `part` that become launches, and those around them.
LogicalResult LaunchConversion::Impl::collectTiles(Operation *part) {
  findLaunchTiles(part, roots, hostTiles);
  WalkResult result = part->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<AllocOp, CopyInOp, CopyOutOp, WaitOp>(op)) {
      op->emitOpError("outside any launch; the host has no scratchpad");
      return WalkResult::interrupt();
    }
    auto tile = dyn_cast<TileOp>(op);
    bool isLaunch = isa<gpu::LaunchOp>(op) || (tile && !isHostTile(tile));
    return isLaunch ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Arrays from outside a launch are in memory that a kernel reaches.
LogicalResult LaunchConversion::Impl::checkMemorySpaces() const {
  for (TileOp root : roots) {
    WalkResult result = root->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        auto type = dyn_cast<BaseMemRefType>(operand.getType());
        if (!type || isGlobalMemorySpace(type.getMemorySpace()) ||
            root->isAncestor(operand.getParentRegion()->getParentOp()))
          continue;
        op->emitOpError("in a launch uses an array of type ")
            << type << "; " << kKernelArraySpaces;
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Where an array of the host is placed depends on all that use it.
LogicalResult LaunchConversion::Impl::checkLocalArrays() {
  for (const LocalArray &local : localArrays) {
    if (tiles.empty() || local.form != LocalArray::Form::Registered)
      continue;
    for (Operation *user : local.array.getUsers()) {
      TileOp outermost;
      for (Operation *op = user; op; op = op->getParentOp())
        if (auto tile = dyn_cast<TileOp>(op))
          outermost = tile;
      if (outermost && !llvm::is_contained(tiles, outermost))
        return local.array.getDefiningOp()->emitError()
               << kPass
               << ": an array that other tiles use as well is placed for all "
                  "of "
                  "them at once: convert them together";
    }
  }
  return success();
}

/// `f_kernel`, `f_kernel_1`, ...: the names that outlining gives by itself.
void LaunchConversion::Impl::nameKernels() {
  if (options.kernelModule.empty())
    return;
  int64_t index = 0;
  func.walk([&](gpu::LaunchOp launch) {
    index += launch.getFunctionAttr() != nullptr;
  });
  for (LaunchPlan &plan : plans) {
    plan.moduleName = options.kernelModule;
    plan.kernelName = (func.getName() + "_kernel").str();
    if (index != 0)
      plan.kernelName += "_" + std::to_string(index);
    ++index;
  }
}

LogicalResult LaunchConversion::Impl::plan() {
  if (failed(readOptions()))
    return failure();
  if (tiles.empty() && failed(collectTiles(func)))
    return failure();
  for (TileOp tile : tiles)
    if (failed(collectTiles(tile)))
      return failure();
  bool valid = succeeded(checkMemorySpaces());
  for (TileOp root : roots) {
    FailureOr<LaunchPlan> plan = planLaunch(root, machine, launchOptions);
    if (succeeded(plan))
      plans.push_back(std::move(*plan));
    else
      valid = false;
  }
  if (options.deviceCopies) {
    auto planned = planDeviceCopies(func, roots, options.maxIslOperations);
    valid &= succeeded(planned);
    if (succeeded(planned))
      transfers = std::move(*planned);
  }
  if (!valid)
    return failure();
  localArrays = planLocalArrays(
      func, roots, options.constantMemory ? machine.constantBytes() : 0);
  if (options.deviceCopies)
    llvm::erase_if(localArrays, [](const LocalArray &local) {
      return local.form != LocalArray::Form::Copied &&
             local.form != LocalArray::Form::Constant;
    });
  return checkLocalArrays();
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static void reportFold(const LaunchPlan &plan, unsigned long maxIslOperations) {
  auto func = plan.root->getParentOfType<func::FuncOp>();
  AssumedSizes sizes(func, {}, assumedSizeOf(func, kAssumedSize));
  IslOperationsGuard guard(sizes.context(), maxIslOperations);
  auto blocks = countFoldedBlocks(plan.root, *plan.fold, sizes);
  if (!blocks) {
    remarkPassed(plan.root, kPass, "Folded")
        << "the grid is folded: tiles that do nothing have no blocks";
    return;
  }
  remarkPassed(plan.root, kPass, "Folded") << sentence(
      "the grid is folded: of {0} tiles on two axes, those that do nothing "
      "have no blocks, which are {1}{2}",
      named("Tiles", blocks->box), named("Blocks", blocks->folded),
      sizes.takeAssumptions());
}

static void report(const LaunchPlan &plan, unsigned long maxIslOperations) {
  int64_t blocks = 0;
  for (const AxisDeal &axis : plan.grid)
    blocks += axis.dims.size();
  auto threads = [&](unsigned axis) {
    return plan.distribution.size(Unit::Thread, axis);
  };
  remarkPassed(plan.root, kPass, "Launch") << sentence(
      "launch: {0} block dimensions, {1}x{2}x{3} threads, {4} "
      "bytes of constant size in {5} workgroup memory, {6} "
      "buffers, {7} barriers",
      named("BlockDimensions", blocks), named("ThreadsX", threads(0)),
      named("ThreadsY", threads(1)), named("ThreadsZ", threads(2)),
      named("Bytes", plan.workgroupBytes),
      plan.dynamicMemory ? "dynamic" : "static",
      named("Buffers", plan.buffers.size()),
      named("Barriers", plan.barriersBefore.size()));
  if (plan.barrierBudgetEnded)
    remarkMissed(plan.root, kPass, "BarrierBudget") << sentence(
        "barriers may be there that are not needed: whether each thread keeps "
        "to data of its own is not known for want of isl operations, of which "
        "a launch has {0}",
        named("MaxIslOperations", maxIslOperations));
  if (plan.fold)
    reportFold(plan, maxIslOperations);
  if (blocks == 0)
    remarkMissed(plan.root, kPass, "OneBlock")
        << "nothing in this tile is mapped to blocks: the launch has one "
           "block";
}

static void report(func::FuncOp func, ArrayRef<ArrayTransfer> transfers) {
  for (const ArrayTransfer &transfer : transfers) {
    auto argument = dyn_cast<BlockArgument>(transfer.array);
    remarkAnalysis(func, kPass, "DeviceCopy")
        << (argument ? sentence("argument {0}",
                                named("Argument", argument.getArgNumber()))
                     : Sentence("an allocation")) +
               " has a counterpart in device memory, " + transfer.text();
  }
}

static void report(ArrayRef<LocalArray> arrays) {
  for (const LocalArray &local : arrays) {
    StringRef text = "a scalar that launches read is passed by value";
    if (local.form == LocalArray::Form::Device)
      text = "an array that only launches use is allocated in device memory";
    if (local.form == LocalArray::Form::Copied)
      text = "a constant array that launches use is copied to the device";
    if (local.form == LocalArray::Form::Registered)
      text = "an array of the host that launches use is registered with the "
             "device; 'device-copies' would copy it";
    Operation *definition = local.array.getDefiningOp();
    if (local.form == LocalArray::Form::Constant) {
      remarkPassed(definition, kPass, "ConstantMemory") << sentence(
          "{0} goes to the constant memory of kernels: {1} bytes, "
          "of which all threads read the same element at a time",
          named("Array", cast<memref::GetGlobalOp>(definition).getName()),
          named("Bytes", local.constantBytes));
      continue;
    }
    remarkAnalysis(definition, kPass, "LocalArray") << text.str();
    if (!local.whyNotConstant.empty())
      remarkMissed(definition, kPass, "NotConstantMemory") << sentence(
          "{0} is not for constant memory: {1}",
          named("Array", cast<memref::GetGlobalOp>(definition).getName()),
          local.whyNotConstant);
  }
}

/// Array arguments are device memory: code that stays on the host must not
/// touch them unless they are registered.
static void remarkHostAccesses(func::FuncOp func, ArrayRef<TileOp> roots) {
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto tile = dyn_cast<TileOp>(op);
        tile && llvm::is_contained(roots, tile))
      return WalkResult::skip();
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
             memref::StoreOp>(op))
      return WalkResult::advance();
    for (Value operand : op->getOperands()) {
      Value memory = isa<MemRefType>(operand.getType())
                         ? getUnderlyingMemory(operand)
                         : Value();
      if (!memory || !isa<BlockArgument>(memory))
        continue;
      remarkMissed(op, kPass, "HostAccess")
          << (op->getName().getStringRef() +
              " of an array argument stays on the host, outside any launch")
                 .str();
      return WalkResult::advance();
    }
    return WalkResult::advance();
  });
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

static void lowerHostTile(IRRewriter &rewriter, TileOp tile) {
  rewriter.setInsertionPoint(tile);
  SmallVector<Value> origins;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim)
    origins.push_back(createOriginLoop(rewriter, tile, dim));
  inlineTile(rewriter, tile, origins);
}

/// Origins are no affine symbols in a launch: everything inside becomes scf,
/// arith and memref.
static LogicalResult lowerAffine(ArrayRef<gpu::LaunchOp> launches) {
  if (launches.empty())
    return success();
  MLIRContext *context = gpu::LaunchOp(launches.front()).getContext();
  RewritePatternSet patterns(context);
  populateAffineToStdConversionPatterns(patterns);
  populateAffineToVectorConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.addIllegalDialect<affine::AffineDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  FrozenRewritePatternSet frozen(std::move(patterns));
  for (gpu::LaunchOp launch : launches)
    if (failed(applyPartialConversion(launch, target, frozen)))
      return failure();
  return success();
}

/// For the call only: the caller may free its arrays afterwards, and others may
/// come to lie there.
static void registerArrays(func::FuncOp func) {
  SmallVector<Value> registered;
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  for (BlockArgument argument : func.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    auto unranked =
        UnrankedMemRefType::get(type.getElementType(), type.getMemorySpace());
    Value cast =
        memref::CastOp::create(builder, func.getLoc(), unranked, argument);
    gpu::HostRegisterOp::create(builder, func.getLoc(), cast);
    registered.push_back(cast);
  }
  for (auto end : func.getOps<func::ReturnOp>()) {
    builder.setInsertionPoint(end);
    for (Value array : registered)
      gpu::HostUnregisterOp::create(builder, func.getLoc(), array);
  }
}

LogicalResult LaunchConversion::Impl::apply() {
  nameKernels();
  for (const LaunchPlan &plan : plans)
    report(plan, options.maxIslOperations);
  report(func, transfers);
  report(localArrays);
  if (tiles.empty() && !options.hostRegister && !options.deviceCopies)
    remarkHostAccesses(func, roots);
  IRRewriter rewriter(func.getContext());
  for (const LaunchPlan &plan : plans)
    if (gpu::LaunchOp launch = lowerLaunch(rewriter, plan, numVectorCopies))
      launches.push_back(launch);
  for (TileOp tile : hostTiles)
    lowerHostTile(rewriter, tile);
  // In a function that is converted as a whole, those already there as well.
  SmallVector<gpu::LaunchOp> affected = launches;
  if (tiles.empty()) {
    affected.clear();
    func.walk([&](gpu::LaunchOp launch) { affected.push_back(launch); });
  }
  for (gpu::LaunchOp launch : affected)
    loopsToConditions(launch);
  if (options.maxFullExtent > 0)
    for (gpu::LaunchOp launch : affected)
      versionFullTiles(rewriter, launch, options.maxFullExtent);
  if (failed(lowerAffine(affected)))
    return failure();
  if (!hostTiles.empty())
    legalizeAffineOps(func);
  if (options.hostRegister && !func.isExternal())
    registerArrays(func);
  makeDeviceCopies(transfers);
  placeLocalArrays(localArrays);
  return success();
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

LaunchConversion::LaunchConversion(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
LaunchConversion::LaunchConversion(LaunchConversion &&) noexcept = default;
LaunchConversion &
LaunchConversion::operator=(LaunchConversion &&) noexcept = default;
LaunchConversion::~LaunchConversion() = default;

FailureOr<LaunchConversion>
LaunchConversion::plan(func::FuncOp func, ArrayRef<TileOp> tiles,
                       const ConvertScratchToGPUPassOptions &options) {
  auto impl = std::make_unique<Impl>(func, tiles, options);
  if (failed(impl->plan()))
    return failure();
  return LaunchConversion(std::move(impl));
}

LogicalResult LaunchConversion::apply() { return impl->apply(); }

ArrayRef<gpu::LaunchOp> LaunchConversion::launches() const {
  return impl->launches;
}

int64_t LaunchConversion::numLaunches() const { return impl->plans.size(); }

int64_t LaunchConversion::numConstantArrays() const {
  return llvm::count_if(impl->localArrays, [](const LocalArray &local) {
    return local.form == LocalArray::Form::Constant;
  });
}

int64_t LaunchConversion::numVectorCopies() const {
  return impl->numVectorCopies;
}

int64_t LaunchConversion::numBarriers() const {
  int64_t barriers = 0;
  for (const LaunchPlan &plan : impl->plans)
    barriers += plan.barriersBefore.size();
  return barriers;
}

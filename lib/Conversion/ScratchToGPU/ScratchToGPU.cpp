//===- ScratchToGPU.cpp - tiles to GPU launches ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCopies.h"
#include "LaunchPlan.h"
#include "LocalArrays.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/Transforms/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Transforms/TileLoops.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTSCRATCHTOGPUPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

struct ConvertScratchToGPUPass
    : polymem::impl::ConvertScratchToGPUPassBase<ConvertScratchToGPUPass> {
  using ConvertScratchToGPUPassBase::ConvertScratchToGPUPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    llvm::Expected<Machine> description = Machine::lookup(machine);
    if (!description) {
      func.emitError() << llvm::toString(description.takeError());
      return signalPassFailure();
    }
    LaunchOptions options;
    if (failed(readOptions(func, *description, options)))
      return signalPassFailure();

    SmallVector<TileOp> roots, hostTiles;
    if (failed(collectTiles(func, roots, hostTiles)))
      return signalPassFailure();
    std::vector<LaunchPlan> plans;
    bool valid = true;
    for (TileOp root : roots) {
      FailureOr<LaunchPlan> plan = planLaunch(root, *description, options);
      if (succeeded(plan))
        plans.push_back(std::move(*plan));
      else
        valid = false;
    }
    SmallVector<ArrayTransfer> transfers;
    if (deviceCopies) {
      auto planned = planDeviceCopies(func, roots, maxIslOperations);
      valid &= succeeded(planned);
      if (succeeded(planned))
        transfers = std::move(*planned);
    }
    if (!valid)
      return signalPassFailure();
    SmallVector<LocalArray> localArrays = planLocalArrays(func, roots);
    if (deviceCopies)
      llvm::erase_if(localArrays, [](const LocalArray &local) {
        return local.form != LocalArray::Form::Copied;
      });

    nameKernels(func, plans);
    for (const LaunchPlan &plan : plans)
      report(plan);
    report(func, transfers);
    report(localArrays);
    remarkHostAccesses(func, roots);
    IRRewriter rewriter(&getContext());
    for (const LaunchPlan &plan : plans)
      lowerLaunch(rewriter, plan);
    for (TileOp tile : hostTiles)
      lowerHostTile(rewriter, tile);
    if (maxFullExtent > 0)
      func.walk([&](gpu::LaunchOp launch) {
        versionFullTiles(rewriter, launch, maxFullExtent);
      });
    if (failed(lowerAffineInLaunches(func)))
      return signalPassFailure();
    if (!hostTiles.empty())
      legalizeAffineOps(func);
    if (hostRegister)
      registerArrays(func);
    makeDeviceCopies(transfers);
    placeLocalArrays(localArrays);
    numLaunches += plans.size();
    for (const LaunchPlan &plan : plans)
      numBarriers += plan.barriersBefore.size();
  }

private:
  LogicalResult readOptions(func::FuncOp func, const Machine &description,
                            LaunchOptions &options) {
    if (failed(requireGPU(func, description, getArgument())))
      return failure();
    auto block = readBlockSize(func, description, blockSize);
    if (failed(block))
      return failure();
    options.blockSize = std::move(*block);
    auto grid = readAxisSizes(func, description, "max-grid", maxGrid,
                              description.maxGridDim);
    if (failed(grid))
      return failure();
    options.maxGrid = std::move(*grid);
    if (hostRegister && deviceCopies)
      return func.emitError() << "options 'host-register' and 'device-copies' "
                                 "are two ways to the same end; give one";
    options.analyzeThreadLocality = threadLocality;
    return success();
  }

  /// Tiles that become launches: the outermost ones that are mapped, or that
  /// have nothing mapped to blocks inside (a launch of one block). Sequential
  /// tiles around launches run on the host.
  LogicalResult collectTiles(func::FuncOp func, SmallVector<TileOp> &roots,
                             SmallVector<TileOp> &hostTiles) {
    WalkResult result = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<AllocOp, CopyInOp, CopyOutOp, WaitOp>(op)) {
        op->emitOpError("outside any launch; the host has no scratchpad");
        return WalkResult::interrupt();
      }
      if (isa<gpu::LaunchOp>(op))
        return WalkResult::skip();
      auto tile = dyn_cast<TileOp>(op);
      if (!tile)
        return WalkResult::advance();
      if (isHostTile(tile)) {
        hostTiles.push_back(tile);
        return WalkResult::advance();
      }
      roots.push_back(tile);
      return WalkResult::skip();
    });
    return failure(result.wasInterrupted());
  }

  /// `f_kernel`, `f_kernel_1`, ...: the names that outlining gives by itself.
  void nameKernels(func::FuncOp func, std::vector<LaunchPlan> &plans) {
    if (kernelModule.empty())
      return;
    for (auto [index, plan] : llvm::enumerate(plans)) {
      plan.moduleName = kernelModule;
      plan.kernelName = (func.getName() + "_kernel").str();
      if (index != 0)
        plan.kernelName += "_" + std::to_string(index);
    }
  }

  void report(const LaunchPlan &plan) {
    int64_t blocks = 0;
    for (const auto &dims : plan.gridDims)
      blocks += dims.size();
    std::string text = llvm::formatv(
        "launch: {0} block dimensions, {1}x{2}x{3} threads, {4} "
        "bytes of constant size in {5} workgroup memory, {6} "
        "buffers, {7} barriers",
        blocks, plan.blockSize[0], plan.blockSize[1], plan.blockSize[2],
        plan.workgroupBytes, plan.dynamicMemory ? "dynamic" : "static",
        plan.buffers.size(), plan.barriersBefore.size());
    remarkPassed(plan.root, getArgument(), "Launch") << text;
    if (blocks == 0)
      remarkMissed(plan.root, getArgument(), "OneBlock")
          << "nothing in this tile is mapped to blocks: the launch has one "
             "block";
  }

  void report(func::FuncOp func, ArrayRef<ArrayTransfer> transfers) {
    for (const ArrayTransfer &transfer : transfers) {
      auto argument = dyn_cast<BlockArgument>(transfer.array);
      remarkAnalysis(func, getArgument(), "DeviceCopy")
          << (argument ? "argument " + std::to_string(argument.getArgNumber())
                       : "an allocation") +
                 " has a counterpart in device memory, " + transfer.text();
    }
  }

  void report(ArrayRef<LocalArray> arrays) {
    for (const LocalArray &local : arrays) {
      StringRef text = "a scalar that launches read is passed by value";
      if (local.form == LocalArray::Form::Device)
        text = "an array that only launches use is allocated in device memory";
      if (local.form == LocalArray::Form::Copied)
        text = "a constant array that launches use is copied to the device";
      if (local.form == LocalArray::Form::Registered)
        text = "an array of the host that launches use is registered with the "
               "device; 'device-copies' would copy it";
      remarkAnalysis(local.array.getDefiningOp(), getArgument(), "LocalArray")
          << text.str();
    }
  }

  /// Array arguments are device memory: code that stays on the host must not
  /// touch them unless they are registered.
  void remarkHostAccesses(func::FuncOp func, ArrayRef<TileOp> roots) {
    if (hostRegister || deviceCopies)
      return;
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
        remarkMissed(op, getArgument(), "HostAccess")
            << (op->getName().getStringRef() +
                " of an array argument stays on the host, outside any launch")
                   .str();
        return WalkResult::advance();
      }
      return WalkResult::advance();
    });
  }

  static void lowerHostTile(IRRewriter &rewriter, TileOp tile) {
    rewriter.setInsertionPoint(tile);
    SmallVector<Value> origins;
    for (unsigned dim = 0; dim < tile.getRank(); ++dim)
      origins.push_back(createOriginLoop(rewriter, tile, dim));
    inlineTile(rewriter, tile, origins);
  }

  /// Origins are no affine symbols in a launch: everything inside becomes scf,
  /// arith and memref.
  LogicalResult lowerAffineInLaunches(func::FuncOp func) {
    SmallVector<Operation *> launches;
    func.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
    RewritePatternSet patterns(&getContext());
    populateAffineToStdConversionPatterns(patterns);
    populateAffineToVectorConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addIllegalDialect<affine::AffineDialect>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (Operation *launch : launches)
      if (failed(applyPartialConversion(launch, target, frozen)))
        return failure();
    return success();
  }

  static void registerArrays(func::FuncOp func) {
    if (func.isExternal())
      return;
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
    }
  }
};

} // namespace

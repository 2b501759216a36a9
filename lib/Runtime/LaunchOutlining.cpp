//===- LaunchOutlining.cpp - GPU launches become calls --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/LaunchEmulator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace polymem::runtime {

/// Every attribution starts at a multiple of this in the shared memory.
static constexpr int64_t kSharedAlignment = 64;

namespace {
/// Turns one launch into a function and a call.
class LaunchOutliner {
public:
  LaunchOutliner(gpu::LaunchOp launch, unsigned number, int64_t &numBarriers)
      : launch(launch), number(number), numBarriers(numBarriers),
        builder(launch.getContext()) {}

  LogicalResult run();

private:
  LogicalResult placeAttributions();
  void buildThreadFunction();
  void replaceAttributions(Block &entry);
  void replaceGpuOps(func::FuncOp function);
  void buildCall();

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, launch.getLoc(), value);
  }
  func::FuncOp declare(StringRef name, TypeRange arguments);

  gpu::LaunchOp launch;
  unsigned number;
  int64_t &numBarriers;
  OpBuilder builder;
  SetVector<Value> captured;
  /// Offsets of the attributions in the shared memory; their total size.
  SmallVector<int64_t> offsets;
  int64_t staticBytes = 0;
};
} // namespace

LogicalResult LaunchOutliner::placeAttributions() {
  DataLayout layout = DataLayout::closest(launch);
  for (BlockArgument argument : launch.getWorkgroupAttributions()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity())
      return launch.emitError("cannot be executed: workgroup memory of type ")
             << argument.getType();
    offsets.push_back(staticBytes);
    staticBytes += llvm::alignTo(type.getNumElements() *
                                     layout.getTypeSize(type.getElementType()),
                                 kSharedAlignment);
  }
  return success();
}

func::FuncOp LaunchOutliner::declare(StringRef name, TypeRange arguments) {
  auto module = launch->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, launch.getLoc(), name,
                           builder.getFunctionType(arguments, TypeRange()));
  function.setPrivate();
  return function;
}

/// Workgroup memory becomes views of the block's shared memory, private memory
/// lives on the thread's stack.
void LaunchOutliner::replaceAttributions(Block &entry) {
  Location loc = launch.getLoc();
  Value shared = entry.getArgument(kNumIndexSlots);
  unsigned first = kNumIndexSlots + 1;
  builder.setInsertionPointToStart(&entry);
  for (unsigned i = first; i < entry.getNumArguments(); ++i) {
    BlockArgument argument = entry.getArgument(i);
    auto type = cast<MemRefType>(argument.getType());
    auto plain = MemRefType::get(type.getShape(), type.getElementType());
    Value memory;
    if (i - first < offsets.size())
      memory = memref::ViewOp::create(builder, loc, plain, shared,
                                      index(offsets[i - first]), ValueRange());
    else
      memory = memref::AllocaOp::create(builder, loc, plain);
    argument.replaceAllUsesWith(memory);
  }
  entry.eraseArguments(first, entry.getNumArguments() - first);
}

void LaunchOutliner::replaceGpuOps(func::FuncOp function) {
  Location loc = launch.getLoc();
  Block &entry = function.getBody().front();
  Value shared = entry.getArgument(kNumIndexSlots);
  auto byAxis = [&](unsigned first, gpu::Dimension axis) {
    return entry.getArgument(first + static_cast<unsigned>(axis));
  };
  function.walk([&](Operation *op) {
    builder.setInsertionPoint(op);
    Value replacement;
    if (auto id = dyn_cast<gpu::BlockIdOp>(op))
      replacement = byAxis(0, id.getDimension());
    else if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      replacement = byAxis(3, id.getDimension());
    else if (auto dim = dyn_cast<gpu::GridDimOp>(op))
      replacement = byAxis(6, dim.getDimension());
    else if (auto dim = dyn_cast<gpu::BlockDimOp>(op))
      replacement = byAxis(9, dim.getDimension());
    else if (isa<gpu::DynamicSharedMemoryOp>(op)) {
      Value size = memref::DimOp::create(builder, loc, shared, 0);
      Value offset = index(staticBytes);
      Value rest = arith::SubIOp::create(builder, loc, size, offset);
      replacement = memref::ViewOp::create(builder, loc,
                                           cast<MemRefType>(shared.getType()),
                                           shared, offset, rest);
    } else if (isa<gpu::BarrierOp>(op)) {
      func::CallOp::create(builder, loc,
                           declare(kBarrierName, builder.getIndexType()),
                           index(numBarriers++));
    } else if (isa<gpu::TerminatorOp>(op)) {
      func::ReturnOp::create(builder, loc);
    } else {
      return;
    }
    if (replacement)
      op->getResult(0).replaceAllUsesWith(replacement);
    op->erase();
  });
}

void LaunchOutliner::buildThreadFunction() {
  Location loc = launch.getLoc();
  func::FuncOp function =
      declare(kThreadPrefix + std::to_string(number), TypeRange());
  function.getBody().takeBody(launch.getBody());
  Block &entry = function.getBody().front();
  entry.insertArgument(
      kNumIndexSlots,
      MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()), loc);
  replaceAttributions(entry);
  for (Value value : captured)
    replaceAllUsesInRegionWith(
        value, entry.addArgument(value.getType(), value.getLoc()),
        function.getBody());
  function.setType(
      builder.getFunctionType(entry.getArgumentTypes(), TypeRange()));
  replaceGpuOps(function);
}

void LaunchOutliner::buildCall() {
  Location loc = launch.getLoc();
  builder.setInsertionPoint(launch);
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  SmallVector<Value> arguments{grid.x,  grid.y,  grid.z,
                               block.x, block.y, block.z};
  Value bytes = index(staticBytes);
  if (Value dynamic = launch.getDynamicSharedMemorySize()) {
    dynamic = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         dynamic);
    bytes = arith::AddIOp::create(builder, loc, bytes, dynamic);
  }
  arguments.push_back(bytes);
  llvm::append_range(arguments, captured);
  func::CallOp::create(builder, loc,
                       declare(kLaunchPrefix + std::to_string(number),
                               ValueRange(arguments).getTypes()),
                       arguments);
}

LogicalResult LaunchOutliner::run() {
  if (launch.hasClusterSize() || launch.getAsyncToken() ||
      !launch.getAsyncDependencies().empty())
    return launch.emitError(
        "cannot be executed: clusters and asynchronous launches are not "
        "emulated");
  if (failed(placeAttributions()))
    return failure();
  getUsedValuesDefinedAbove(launch.getBody(), captured);
  buildCall();
  buildThreadFunction();
  launch.erase();
  return success();
}

/// Memory is all the same to the host.
static void removeAddressSpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](BaseMemRefType type) -> std::optional<Type> {
    if (!isa_and_nonnull<gpu::AddressSpaceAttr>(type.getMemorySpace()))
      return std::nullopt;
    if (auto memref = dyn_cast<MemRefType>(type))
      return MemRefType::get(memref.getShape(), memref.getElementType(),
                             memref.getLayout());
    return UnrankedMemRefType::get(type.getElementType(), Attribute());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

LogicalResult outlineLaunches(ModuleOp module) {
  SmallVector<gpu::LaunchOp> launches;
  module.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
  int64_t numBarriers = 0;
  for (auto [number, launch] : llvm::enumerate(launches))
    if (failed(LaunchOutliner(launch, number, numBarriers).run()))
      return failure();
  removeAddressSpaces(module);
  return success();
}

} // namespace polymem::runtime

//===- DeviceCopies.cpp - arrays in device memory -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCopies.h"
#include "LaunchPlan.h"
#include "LocalArrays.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {
/// Checks the arrays of one function.
class Planner {
public:
  Planner(func::FuncOp func, ArrayRef<TileOp> roots)
      : func(func), launches(func, roots) {}

  FailureOr<SmallVector<ArrayTransfer>> plan(unsigned long maxIslOperations);

private:
  LogicalResult checkArray(Value array, Operation *user);
  LogicalResult checkHostUses(Value value);

  func::FuncOp func;
  Launches launches;
  llvm::SetVector<Value> arrays;
};
} // namespace

static bool isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op);
}

/// `user`, in a launch, uses `array` from outside.
LogicalResult Planner::checkArray(Value array, Operation *user) {
  if (getUnderlyingMemory(array) != array)
    return user->emitOpError("uses a view that is made outside the launch; "
                             "'device-copies' moves whole arrays: make the "
                             "view inside, or use 'host-register'");
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type || !type.getLayout().isIdentity())
    return user->emitOpError("uses an array of type ")
           << array.getType()
           << "; 'device-copies' moves contiguous arrays, without a layout";
  auto argument = dyn_cast<BlockArgument>(array);
  bool isArgument = argument && argument.getOwner() == &func.front();
  if (!isArgument && !isAllocation(array.getDefiningOp()))
    return user->emitOpError(
        "uses an array that is neither an argument nor allocated in this "
        "function; 'device-copies' cannot tell what else it is");
  return success();
}

/// The host leaves `value` alone, an array that is written or a view of it.
LogicalResult Planner::checkHostUses(Value value) {
  for (Operation *user : value.getUsers()) {
    if (launches.around(user) || isa<memref::DimOp>(user) ||
        (isa<memref::DeallocOp>(user) && value.getDefiningOp()))
      continue;
    if (!isa<ViewLikeOpInterface>(user))
      return user->emitOpError(
          "on the host uses an array that launches use as well and that is "
          "written; 'device-copies' copies once, around all launches: use "
          "'host-register'");
    for (Value view : user->getResults())
      if (failed(checkHostUses(view)))
        return failure();
  }
  return success();
}

FailureOr<SmallVector<ArrayTransfer>>
Planner::plan(unsigned long maxIslOperations) {
  auto collect = [&](Operation *op, Value operand) -> LogicalResult {
    if (arrays.contains(operand) || isConstantGlobal(operand))
      return success();
    arrays.insert(operand);
    return checkArray(operand, op);
  };
  if (failed(launches.visitArrays(collect)))
    return failure();
  if (arrays.empty())
    return SmallVector<ArrayTransfer>();
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("'device-copies' needs a function with one block: it "
                          "copies at its start and its end");
  SmallVector<ArrayTransfer> transfers =
      computeTransfers(func, arrays.getArrayRef(), maxIslOperations);
  for (ArrayTransfer &transfer : transfers) {
    if (transfer.written && failed(checkHostUses(transfer.array)))
      return failure();
    // The host knows nothing of what launches keep there, nor they of it.
    if (isAllocation(transfer.array.getDefiningOp()) &&
        isOnlyForLaunches(transfer.array, launches))
      transfer.in = transfer.out = false;
  }
  return transfers;
}

FailureOr<SmallVector<ArrayTransfer>>
gpulaunch::planDeviceCopies(func::FuncOp func, ArrayRef<TileOp> roots,
                            unsigned long maxIslOperations) {
  return Planner(func, roots).plan(maxIslOperations);
}

static void makeDeviceCopy(const ArrayTransfer &transfer) {
  Value array = transfer.array;
  Location loc = array.getLoc();
  auto type = cast<MemRefType>(array.getType());
  OpBuilder builder(array.getContext());
  builder.setInsertionPointAfterValue(array);
  SmallVector<Value> sizes;
  for (unsigned d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(builder.createOrFold<memref::DimOp>(loc, array, d));
  Value device = gpu::AllocOp::create(builder, loc, type, /*asyncToken=*/Type(),
                                      /*asyncDependencies=*/ValueRange(), sizes,
                                      /*symbolOperands=*/ValueRange())
                     .getMemref();
  if (transfer.in)
    gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(),
                          /*asyncDependencies=*/ValueRange(), device, array);
  array.replaceUsesWithIf(device, [](OpOperand &use) {
    return use.getOwner()->getParentOfType<gpu::LaunchOp>() != nullptr;
  });
  builder.setInsertionPoint(array.getParentBlock()->getTerminator());
  if (transfer.out)
    gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(),
                          /*asyncDependencies=*/ValueRange(), array, device);
  gpu::DeallocOp::create(builder, loc, /*asyncToken=*/Type(),
                         /*asyncDependencies=*/ValueRange(), device);
}

void gpulaunch::makeDeviceCopies(ArrayRef<ArrayTransfer> arrays) {
  for (const ArrayTransfer &transfer : arrays)
    makeDeviceCopy(transfer);
}

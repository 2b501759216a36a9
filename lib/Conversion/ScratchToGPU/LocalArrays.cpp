//===- LocalArrays.cpp - memory of the host that launches use -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalArrays.h"
#include "LaunchPlan.h"
#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Conversion/MemorySpaces.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Launches::Launches(func::FuncOp func, ArrayRef<TileOp> roots)
    : func(func), launches(roots.begin(), roots.end()) {
  func.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
}

Operation *Launches::around(Operation *op) const {
  for (; op != func; op = op->getParentOp())
    if (llvm::is_contained(launches, op))
      return op;
  return nullptr;
}

/// Allocated by the host, or a global.
static bool isMadeHere(Value array) {
  Value memory = getUnderlyingMemory(array);
  return memory && isa_and_nonnull<memref::AllocOp, memref::AllocaOp,
                                   memref::GetGlobalOp>(memory.getDefiningOp());
}

LogicalResult Launches::visitArrays(
    function_ref<LogicalResult(Operation *, Value)> visit) const {
  for (Operation *launch : launches) {
    WalkResult result = launch->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        auto type = dyn_cast<BaseMemRefType>(operand.getType());
        if (!type ||
            launch->isAncestor(operand.getParentRegion()->getParentOp()))
          continue;
        // What somebody else has put in a memory space is no host memory.
        if (type.getMemorySpace() && !isMadeHere(operand))
          continue;
        if (failed(visit(op, operand)))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static bool isLoad(Operation *op) {
  return isa<affine::AffineLoadOp, memref::LoadOp>(op);
}

bool gpulaunch::isOnlyForLaunches(Value memory, const Launches &launches) {
  bool isView = isa<ViewLikeOpInterface>(memory.getDefiningOp());
  return llvm::all_of(memory.getUsers(), [&](Operation *user) {
    if (launches.around(user) || isa<memref::DimOp>(user) ||
        (isa<memref::DeallocOp>(user) && !isView))
      return true;
    return isa<ViewLikeOpInterface>(user) &&
           llvm::all_of(user->getResults(), [&](Value view) {
             return isOnlyForLaunches(view, launches);
           });
  });
}

/// `isViewed`: launches use views of the array that the host made.
static LocalArray::Form chooseForm(Value array, bool isViewed,
                                   const Launches &launches) {
  auto type = cast<MemRefType>(array.getType());
  bool launchesRead = llvm::all_of(array.getUsers(), [&](Operation *user) {
    return !launches.around(user) || isLoad(user);
  });
  if (type.getRank() == 0 && launchesRead && !isViewed)
    return LocalArray::Form::Value;
  // gpu.alloc has no symbols of layouts in what runs it.
  if (type.getLayout().isIdentity() && isOnlyForLaunches(array, launches))
    return LocalArray::Form::Device;
  return LocalArray::Form::Registered;
}

/// All operations of `func` that get the global that `global` does, but for
/// kernels that have one of their own.
static SmallVector<memref::GetGlobalOp>
findGetters(func::FuncOp func, memref::GetGlobalOp global) {
  SmallVector<memref::GetGlobalOp> getters;
  func.walk([&](memref::GetGlobalOp op) {
    if (op.getNameAttr() == global.getNameAttr() && !isInConstantMemory(op))
      getters.push_back(op);
  });
  return getters;
}

bool gpulaunch::isConstantGlobal(Value array) {
  auto getter = array.getDefiningOp<memref::GetGlobalOp>();
  auto global = getter ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                             getter, getter.getNameAttr())
                       : memref::GlobalOp();
  return global && global.getConstant();
}

SmallVector<LocalArray> gpulaunch::planLocalArrays(func::FuncOp func,
                                                   ArrayRef<TileOp> roots,
                                                   int64_t constantBytes) {
  Launches launches(func, roots);
  llvm::SetVector<Value> arrays, viewed;
  (void)launches.visitArrays([&](Operation *, Value operand) {
    Value memory = getUnderlyingMemory(operand);
    Operation *definition = memory ? memory.getDefiningOp() : nullptr;
    if (auto getter = dyn_cast_or_null<memref::GetGlobalOp>(definition))
      memory = findGetters(func, getter).front();
    else if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(definition))
      return success();
    arrays.insert(memory);
    if (operand.getDefiningOp() != definition)
      viewed.insert(memory);
    return success();
  });
  func.walk([&](memref::GetGlobalOp getter) {
    if (launches.around(getter) &&
        isGlobalMemorySpace(getter.getType().getMemorySpace()) &&
        !isInConstantMemory(getter))
      arrays.insert(findGetters(func, getter).front());
  });
  llvm::StringMap<ConstantArray> constants;
  if (constantBytes > 0)
    for (ConstantArray &constant :
         planConstantMemory(func, launches.get(), constantBytes))
      constants[constant.global.getSymName()] = std::move(constant);
  SmallVector<LocalArray> result;
  for (Value array : arrays) {
    LocalArray &local = result.emplace_back();
    local.array = array;
    local.form = LocalArray::Form::Registered;
    auto getter = array.getDefiningOp<memref::GetGlobalOp>();
    if (getter) {
      ConstantArray constant = constants.lookup(getter.getName());
      local.constantBytes = constant.bytes;
      local.whyNotConstant = constant.reason;
      // Views made on the host would stay views of the host's memory.
      if (constant.global && constant.fits())
        local.form = LocalArray::Form::Constant;
      else if (isConstantGlobal(array) && !viewed.contains(array))
        local.form = LocalArray::Form::Copied;
    } else {
      local.form = chooseForm(array, viewed.contains(array), launches);
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The host loads the element of `array` before each launch.
static void passByValue(Value array) {
  llvm::MapVector<Operation *, SmallVector<Operation *>> loads;
  for (Operation *user : array.getUsers())
    if (auto launch = user->getParentOfType<gpu::LaunchOp>())
      loads[launch].push_back(user);
  for (auto &[launch, inside] : loads) {
    OpBuilder builder(launch);
    Value value = memref::LoadOp::create(builder, array.getLoc(), array);
    for (Operation *load : inside) {
      load->getResult(0).replaceAllUsesWith(value);
      load->erase();
    }
  }
}

static void collectDeallocations(Value memory,
                                 SmallVectorImpl<Operation *> &found) {
  for (Operation *user : memory.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      found.push_back(user);
    if (isa<ViewLikeOpInterface>(user))
      for (Value view : user->getResults())
        collectDeallocations(view, found);
  }
}

/// Where the host is done with `array`: before its deallocations, or else at
/// the ends of the region that allocates it.
static SmallVector<Operation *> lastPlaces(Value array) {
  SmallVector<Operation *> places;
  collectDeallocations(array, places);
  if (!places.empty())
    return places;
  DominanceInfo dominance;
  for (Block &block : *array.getParentRegion()) {
    Operation *end = block.getTerminator();
    if (end->getNumSuccessors() == 0 &&
        dominance.properlyDominates(array.getDefiningOp(), end))
      places.push_back(end);
  }
  return places;
}

static void moveToDevice(Value array) {
  Location loc = array.getLoc();
  Operation *definition = array.getDefiningOp();
  OpBuilder builder(definition);
  Value device =
      gpu::AllocOp::create(builder, loc, array.getType(), /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(),
                           definition->getOperands(),
                           /*symbolOperands=*/ValueRange())
          .getMemref();
  for (Operation *place : lastPlaces(array)) {
    builder.setInsertionPoint(place);
    gpu::DeallocOp::create(builder, loc, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), device);
    if (isa<memref::DeallocOp>(place))
      place->erase();
  }
  array.replaceAllUsesWith(device);
  definition->erase();
}

static void registerWithDevice(Value array) {
  Location loc = array.getLoc();
  auto type = cast<MemRefType>(array.getType());
  OpBuilder builder(array.getContext());
  builder.setInsertionPointAfterValue(array);
  Value unranked = memref::CastOp::create(
      builder, loc,
      UnrankedMemRefType::get(type.getElementType(), type.getMemorySpace()),
      array);
  gpu::HostRegisterOp::create(builder, loc, unranked);
  for (Operation *place : lastPlaces(array)) {
    builder.setInsertionPoint(place);
    gpu::HostUnregisterOp::create(builder, loc, unranked);
  }
}

/// One operation at the start of the function gets the global of `array`.
static void unifyGetters(Value array) {
  auto getter = array.getDefiningOp<memref::GetGlobalOp>();
  auto func = getter->getParentOfType<func::FuncOp>();
  for (memref::GetGlobalOp other : findGetters(func, getter)) {
    if (other == getter)
      continue;
    other.getResult().replaceAllUsesWith(array);
    other.erase();
  }
  getter->moveBefore(&func.front(), func.front().begin());
}

static void copyToDevice(Value array) {
  Location loc = array.getLoc();
  auto type = cast<MemRefType>(array.getType());
  OpBuilder builder(array.getContext());
  builder.setInsertionPointAfterValue(array);
  Value device = gpu::AllocOp::create(builder, loc, type, /*asyncToken=*/Type(),
                                      /*asyncDependencies=*/ValueRange(),
                                      /*dynamicSizes=*/ValueRange(),
                                      /*symbolOperands=*/ValueRange())
                     .getMemref();
  gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(),
                        /*asyncDependencies=*/ValueRange(), device, array);
  array.replaceUsesWithIf(device, [](OpOperand &use) {
    return use.getOwner()->getParentOfType<gpu::LaunchOp>() != nullptr;
  });
  for (Operation *place : lastPlaces(array)) {
    builder.setInsertionPoint(place);
    gpu::DeallocOp::create(builder, loc, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), device);
  }
}

/// Each launch gets the constant global of `array` by itself.
static void getInLaunches(Value array) {
  auto getter = array.getDefiningOp<memref::GetGlobalOp>();
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> uses;
  for (OpOperand &use : array.getUses())
    if (auto launch = use.getOwner()->getParentOfType<gpu::LaunchOp>())
      uses[launch].push_back(&use);
  for (auto &[launch, inside] : uses) {
    auto builder =
        OpBuilder::atBlockBegin(&cast<gpu::LaunchOp>(launch).getBody().front());
    auto own = memref::GetGlobalOp::create(
        builder, getter.getLoc(), getter.getType(), getter.getNameAttr());
    own->setAttr(kConstantMemoryAttr, builder.getUnitAttr());
    for (OpOperand *use : inside)
      use->set(own);
  }
  if (getter.use_empty())
    getter.erase();
}

void gpulaunch::placeLocalArrays(ArrayRef<LocalArray> arrays) {
  for (const LocalArray &local : arrays) {
    if (local.array.getDefiningOp<memref::GetGlobalOp>())
      unifyGetters(local.array);
    switch (local.form) {
    case LocalArray::Form::Value:
      passByValue(local.array);
      break;
    case LocalArray::Form::Device:
      moveToDevice(local.array);
      break;
    case LocalArray::Form::Copied:
      copyToDevice(local.array);
      break;
    case LocalArray::Form::Constant:
      getInLaunches(local.array);
      break;
    case LocalArray::Form::Registered:
      registerWithDevice(local.array);
      break;
    }
  }
}

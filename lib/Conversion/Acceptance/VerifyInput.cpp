//===- VerifyInput.cpp - what no lowering can take is refused -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's conversions crash on some types, or fail far away from what is wrong.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/MemorySpaces.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace polymem {
#define GEN_PASS_DEF_VERIFYINPUTPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Wider integers make code whose length is the square of their width.
static constexpr unsigned kMaxIntegerBits = 128;

namespace {
/// What an operation is lowered for.
struct Place {
  LoweringTarget target;
  /// In a kernel, or what becomes one.
  bool onDevice;
  /// There are vectors whose length is known at run time only.
  bool scalableVectors;
  /// The host's part of a GPU program does not stay as it is.
  bool lowersHost;

  bool isLowered() const {
    return onDevice || lowersHost || target == LoweringTarget::CPU;
  }
};
} // namespace

/// Why values of `type` cannot be computed with or kept in memory; empty if
/// they can.
static std::string obstacleOf(Type type, const Place &place) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 0)
      return "an integer of 0 bits has no place in memory; use i1";
    if (integer.getWidth() > kMaxIntegerBits)
      return "an integer has at most " + std::to_string(kMaxIntegerBits) +
             " bits";
    return "";
  }
  if (isa<FloatTF32Type>(type))
    return "tf32 is a format of tensor cores, not of memory; use f32";
  if (place.onDevice &&
      isa<Float80Type, Float128Type, LLVM::LLVMPPCFP128Type>(type))
    return "a GPU computes with at most 64 bits; use f64";
  if (isa<TensorType>(type))
    return place.isLowered() ? "a tensor is no array in memory; apply "
                               "'polymem-from-linalg' first"
                             : "";
  if (auto complex = dyn_cast<ComplexType>(type))
    return obstacleOf(complex.getElementType(), place);
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (!place.scalableVectors && vector.isScalable())
      return "there are no vectors there whose length is known at run time "
             "only";
    return obstacleOf(vector.getElementType(), place);
  }
  if (auto memref = dyn_cast<BaseMemRefType>(type)) {
    if (place.onDevice && isa<BaseMemRefType>(memref.getElementType()))
      return "the host's arrays of arrays are no arrays of a GPU";
    return obstacleOf(memref.getElementType(), place);
  }
  return "";
}

/// Why elements cannot be found in memory; empty if they can.
static std::string layoutObstacleOf(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || isa<scratch::MappingAttr>(memref.getLayout()))
    return "";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (succeeded(memref.getStridesAndOffset(strides, offset)))
    return "";
  return "its layout has no strides; apply 'normalize-memrefs' first";
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// What will be, or is, a kernel.
static bool isDeviceCode(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineParallelOp, scratch::TileOp,
             gpu::LaunchOp, gpu::GPUModuleOp>(op);
}

static bool isInDeviceCode(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isDeviceCode(op))
      return true;
  return false;
}

/// What arrays made in kernels may be in; that of other dialects has no meaning
/// there.
static bool isDeviceSpace(Attribute space) {
  return isa<IntegerAttr>(space) ||
         isa<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>(
             space.getDialect());
}

/// Why the array that `value` is, used at `place`, is out of reach; empty if it
/// is not.
static std::string spaceObstacleOf(Value value, const Place &place) {
  auto memref = dyn_cast<BaseMemRefType>(value.getType());
  if (!memref || !memref.getMemorySpace())
    return "";
  Attribute space = memref.getMemorySpace();
  if (place.target == LoweringTarget::CPU) {
    auto ranked = dyn_cast<MemRefType>(memref);
    bool isBuffer = ranked && isa<scratch::MappingAttr>(ranked.getLayout());
    return isBuffer || isa<IntegerAttr>(space)
               ? ""
               : "a CPU has no such memory space; use the default one";
  }
  if (isGlobalMemorySpace(space))
    return "";
  if (isInDeviceCode(value.getParentBlock()->getParentOp()))
    return isDeviceSpace(space)
               ? ""
               : "a kernel has no such memory space; use #gpu.address_space";
  if (place.onDevice)
    return kKernelArraySpaces.str();
  // What stands in the way of a kernel is said where the kernel uses it.
  return place.lowersHost && !isa<IntegerAttr>(space) &&
                 llvm::none_of(value.getUsers(), isInDeviceCode)
             ? "the host has no such memory space; use the default one"
             : "";
}

//===----------------------------------------------------------------------===//
// Single operations
//===----------------------------------------------------------------------===//

/// The value if it is computed from constants.
static std::optional<int64_t> constantValue(Value value, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || depth == kMaxDepth ||
      !value.getType().isIntOrIndex())
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> constant;
    if (operand.getType().isIntOrIndex())
      constant = constantValue(operand, depth + 1);
    if (!constant)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *constant));
  }
  SmallVector<OpFoldResult> results;
  if (operands.empty() || failed(op->fold(operands, results)) ||
      results.empty())
    return std::nullopt;
  return getConstantIntValue(results[cast<OpResult>(value).getResultNumber()]);
}

/// Lowered to branches between blocks.
static bool becomesBranches(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineParallelOp, affine::AffineIfOp,
             scratch::TileOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ParallelOp, scf::WhileOp>(op);
}

/// The operation around `op` whose region is to be of one block even when
/// loops are none any more; null if there is none. What another thread or a
/// device executes becomes a function before.
static Operation *findSingleBlock(Operation *op) {
  Operation *around = op->getParentOp();
  while (around && (becomesBranches(around) ||
                    isa_and_nonnull<scf::SCFDialect>(around->getDialect())))
    around = around->getParentOp();
  return around && around->hasTrait<OpTrait::SingleBlock>() &&
                 !isa<gpu::LaunchOp, async::ExecuteOp>(around)
             ? around
             : nullptr;
}

/// Verifiers of loops take steps of 0.
static bool hasNoPositiveStep(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return false;
  auto scfFor = dyn_cast<scf::ForOp>(op);
  bool isUnsigned = scfFor && scfFor.getUnsignedCmp();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  return steps && llvm::any_of(*steps, [&](OpFoldResult step) {
           std::optional<int64_t> value = getConstantIntValue(step);
           return value && (*value == 0 || (*value < 0 && !isUnsigned));
         });
}

/// Why the operation itself cannot be lowered; empty if it can.
static std::string obstacleOf(Operation *op, const Place &place) {
  if (place.isLowered() && isa<linalg::LinalgOp>(op))
    return "apply 'polymem-from-linalg' first";
  Operation *around = becomesBranches(op) ? findSingleBlock(op) : nullptr;
  if (around && (place.target == LoweringTarget::CPU || isInDeviceCode(around)))
    return "it becomes branches, for which '" +
           around->getName().getStringRef().str() + "' has no room";
  if (hasNoPositiveStep(op))
    return "a loop needs a positive step";
  // (For kernels there is none, and polymem-verify-lowered says so.)
  if (isa<math::IPowIOp>(op) && !place.onDevice && place.isLowered())
    return "no conversion to LLVM takes it; apply 'convert-math-to-funcs' "
           "first";
  if (auto rmw = dyn_cast<memref::GenericAtomicRMWOp>(op);
      rmw && !rmw.getType().isInteger())
    return "only integers are compared and exchanged in one go";
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    auto type = dyn_cast<MemRefType>(dim.getSource().getType());
    std::optional<int64_t> index = constantValue(dim.getIndex());
    if (type && index && (*index < 0 || *index >= type.getRank()))
      return "there is no dimension " + std::to_string(*index) +
             ": the array has " + std::to_string(type.getRank());
  }
  VectorType moved;
  if (isa<affine::AffineVectorLoadOp, vector::LoadOp>(op))
    moved = cast<VectorType>(op->getResult(0).getType());
  else if (isa<affine::AffineVectorStoreOp, vector::StoreOp>(op))
    moved = cast<VectorType>(op->getOperand(0).getType());
  if (moved && moved.getRank() > 1)
    return "it moves a vector of " + std::to_string(moved.getRank()) +
           " dimensions, and vectors are loaded and stored along one only; "
           "move "
           "its rows one by one";
  return "";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct VerifyInputPass : polymem::impl::VerifyInputPassBase<VerifyInputPass> {
  using VerifyInputPassBase::VerifyInputPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    known.clear();
    bool failed = false;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { failed |= !check(op); });
    if (failed)
      signalPassFailure();
  }

private:
  bool check(Operation *op);
  /// `op` has `value` as `role`.
  bool check(Operation *op, StringRef role, Value value, const Place &place);

  /// Types that an error has named already.
  llvm::DenseSet<Type> known;
};
} // namespace

bool VerifyInputPass::check(Operation *op, StringRef role, Value value,
                            const Place &place) {
  Type type = value.getType();
  std::string obstacle = obstacleOf(type, place);
  if (obstacle.empty())
    obstacle = layoutObstacleOf(type);
  if (obstacle.empty())
    obstacle = spaceObstacleOf(value, place);
  if (obstacle.empty())
    return true;
  // The first operation says it for all.
  if (!known.insert(type).second)
    return false;
  emitError(role == "an argument" ? value.getLoc() : op->getLoc(),
            getArgument())
      << ": " << role << " of '" << op->getName() << "' has type " << type
      << ", which cannot be lowered: " << obstacle;
  return false;
}

bool VerifyInputPass::check(Operation *op) {
  // Kernels in another dialect are someone else's work.
  if (isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
    return true;
  bool onDevice = target == LoweringTarget::GPU && isInDeviceCode(op);
  Place place{target, onDevice, scalableVectors && !onDevice, lowerHost};
  bool good = true;
  for (Value operand : op->getOperands())
    good &= check(op, "an operand", operand, place);
  for (Value result : op->getResults())
    good &= check(op, "a result", result, place);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        good &= check(op, "an argument", argument, place);
  std::string obstacle = obstacleOf(op, place);
  if (!obstacle.empty())
    op->emitError(getArgument())
        << ": '" << op->getName() << "' cannot be lowered: " << obstacle;
  return good && obstacle.empty();
}

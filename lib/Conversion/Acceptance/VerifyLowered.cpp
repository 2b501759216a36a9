//===- VerifyLowered.cpp - what no conversion has lowered -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's conversions leave what they have no pattern for, and say nothing.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace polymem {
#define GEN_PASS_DEF_VERIFYLOWEREDPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Of a dialect that the pipelines lower; others are left to whoever lowers
/// the result further.
static bool isOurs(Operation *op) {
  return isa_and_nonnull<affine::AffineDialect, arith::ArithDialect,
                         cf::ControlFlowDialect, func::FuncDialect,
                         index::IndexDialect, math::MathDialect,
                         memref::MemRefDialect, scf::SCFDialect, ub::UBDialect,
                         vector::VectorDialect>(op->getDialect());
}

/// What a kernel consists of when it is translated.
static bool isInKernelForm(Operation *op) {
  return isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(
             op->getDialect()) ||
         isa<gpu::GPUModuleOp, UnrealizedConversionCastOp>(op);
}

/// A type that code for NVIDIA's devices cannot compute with.
static bool isTooWide(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return isa<Float80Type, Float128Type, LLVM::LLVMPPCFP128Type>(type);
}

static bool isScalable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable();
}

static bool isWideInteger(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return type.isInteger() && type.getIntOrFloatBitWidth() > 64;
}

/// Why LLVM has no code for the device for `op`; empty if it has.
static std::string deviceObstacleOf(Operation *op) {
  auto types = llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                  SmallVector<Type>(op->getResultTypes()));
  if (llvm::any_of(types, isScalable))
    return "a GPU has no vectors of a length that is known at run time only";
  if (llvm::any_of(types, isTooWide))
    return "a GPU computes with at most 64 bits";
  if (isa<LLVM::SIToFPOp, LLVM::UIToFPOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(op) &&
      llvm::any_of(types, isWideInteger))
    return "integers of more than 64 bits are not converted to floating point "
           "or back there";
  return "";
}

namespace {
struct VerifyLoweredPass
    : polymem::impl::VerifyLoweredPassBase<VerifyLoweredPass> {
  using VerifyLoweredPassBase::VerifyLoweredPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool isKernel = isa<gpu::GPUModuleOp>(getOperation());
    bool named = false;
    UnrealizedConversionCastOp cast;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Kernels are checked on their own, scripts are not compiled.
      if (op != getOperation() && !isKernel &&
          (isa<gpu::GPUModuleOp>(op) ||
           op->getName().getDialectNamespace() == "transform"))
        return WalkResult::skip();
      if (auto found = dyn_cast<UnrealizedConversionCastOp>(op);
          found && isBetweenKnown(found))
        cast = found;
      std::string obstacle = obstacleOf(op, isKernel);
      if (!obstacle.empty()) {
        op->emitError(getArgument()) << ": '" << op->getName() << "' "
                                     << (isKernel ? "in a kernel " : "")
                                     << "cannot be lowered: " << obstacle;
        named = true;
      }
      return WalkResult::advance();
    });
    if (cast && !named)
      cast->emitError(getArgument())
          << ": a value of type " << cast.getOperandTypes().front()
          << " cannot be lowered to " << cast.getResultTypes().front();
    if (cast || named)
      signalPassFailure();
  }

private:
  /// Why `op` is no code; empty if it is, or someone else's.
  static std::string obstacleOf(Operation *op, bool isKernel) {
    if (isKernel)
      return isInKernelForm(op) ? deviceObstacleOf(op)
                                : "no conversion to the NVVM dialect takes it";
    return isOurs(op) ? "no conversion to the LLVM dialect takes it" : "";
  }

  /// No operation of another dialect needs the type.
  static bool isBetweenKnown(UnrealizedConversionCastOp cast) {
    auto isKnown = [](Operation *op) {
      return isOurs(op) || isInKernelForm(op);
    };
    return cast.getNumOperands() != 0 && cast.getNumResults() != 0 &&
           llvm::all_of(cast->getUsers(), isKnown) &&
           llvm::all_of(cast.getInputs(), [&](Value input) {
             Operation *op = input.getDefiningOp();
             return isKnown(op ? op : input.getParentBlock()->getParentOp());
           });
  }
};
} // namespace

//===- ExactMath.cpp - math that PTX computes exactly ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSwitch.h"

namespace polymem {
#define GEN_PASS_DEF_EXACTMATHPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
using Build = Value (*)(OpBuilder &, Location, ValueRange);
} // namespace

template <typename Op>
static Value build(OpBuilder &builder, Location loc, ValueRange operands) {
  return Op::create(builder, loc, operands[0].getType(), operands);
}

static Value buildAbs(OpBuilder &builder, Location loc, ValueRange operands) {
  // The least number stays as it is, as in libdevice.
  return LLVM::AbsOp::create(builder, loc, operands[0].getType(), operands[0],
                             /*is_int_min_poison=*/false);
}

static Value buildRsqrt(OpBuilder &builder, Location loc, ValueRange operands) {
  auto type = cast<FloatType>(operands[0].getType());
  Value one = LLVM::ConstantOp::create(builder, loc, type,
                                       builder.getFloatAttr(type, 1.0));
  return LLVM::FDivOp::create(builder, loc, one,
                              build<LLVM::SqrtOp>(builder, loc, operands));
}

/// What to make instead of a call of this libdevice function, or null.
static Build exactForm(StringRef function) {
  if (!function.consume_front("__nv_"))
    return nullptr;
  return llvm::StringSwitch<Build>(function)
      .Cases({"abs", "llabs"}, &buildAbs)
      .Cases({"ceil", "ceilf"}, &build<LLVM::FCeilOp>)
      .Cases({"copysign", "copysignf"}, &build<LLVM::CopySignOp>)
      .Cases({"fabs", "fabsf"}, &build<LLVM::FAbsOp>)
      .Cases({"floor", "floorf"}, &build<LLVM::FFloorOp>)
      .Cases({"fma", "fmaf"}, &build<LLVM::FMAOp>)
      .Cases({"rint", "rintf"}, &build<LLVM::RoundEvenOp>)
      .Cases({"rsqrt", "rsqrtf"}, &buildRsqrt)
      .Cases({"sqrt", "sqrtf"}, &build<LLVM::SqrtOp>)
      .Default(nullptr);
}

namespace {
struct ExactMathPass : polymem::impl::ExactMathPassBase<ExactMathPass> {
  using ExactMathPassBase::ExactMathPassBase;

  void runOnOperation() override {
    Operation *module = getOperation();
    module->walk([&](LLVM::CallOp call) {
      Build form =
          call.getCallee() ? exactForm(*call.getCallee()) : Build(nullptr);
      if (!form)
        return;
      // A function of that name may be somebody's own.
      auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
          call, call.getCalleeAttr());
      if (!callee || !callee.isExternal())
        return;
      OpBuilder builder(call);
      Value result = form(builder, call.getLoc(), call.getArgOperands());
      call.replaceAllUsesWith(ValueRange(result));
      call.erase();
      ++numCalls;
    });
    // Upstream knows no function for it.
    module->walk([&](math::TruncOp trunc) {
      if (!trunc.getType().isF32() && !trunc.getType().isF64())
        return;
      OpBuilder builder(trunc);
      trunc.replaceAllUsesWith(
          build<LLVM::FTruncOp>(builder, trunc.getLoc(), trunc->getOperands()));
      trunc.erase();
      ++numCalls;
    });
    for (auto function : llvm::make_early_inc_range(
             module->getRegion(0).getOps<LLVM::LLVMFuncOp>()))
      if (function.isExternal() && exactForm(function.getSymName()) &&
          SymbolTable::symbolKnownUseEmpty(function, module))
        function.erase();
  }
};
} // namespace

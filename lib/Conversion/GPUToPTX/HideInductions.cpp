//===- HideInductions.cpp - addresses of outer loops are computed anew ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/bit.h"

namespace polymem {
#define GEN_PASS_DEF_HIDEINDUCTIONSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// By how many bits all values of the induction variable of `loop` can be
/// shifted to the right without loss.
static int64_t numZeroBits(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound()),
                         step = getConstantIntValue(loop.getStep());
  if (!lower || !step || *step <= 0)
    return 0;
  return llvm::countr_zero(static_cast<uint64_t>(*lower | *step));
}

/// A move from `value`, of which LLVM knows nothing but that equal values give
/// equal results; null for a type that no register is for.
static Value moved(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  bool isIndex = type.isIndex();
  unsigned width = isIndex ? 64 : type.getIntOrFloatBitWidth();
  if (width != 32 && width != 64)
    return {};
  Type integer = builder.getIntegerType(width);
  if (isIndex)
    value = arith::IndexCastOp::create(builder, loc, integer, value);
  Value result =
      LLVM::InlineAsmOp::create(
          builder, loc, TypeRange(integer), ValueRange(value),
          width == 64 ? "mov.b64 $0, $1;" : "mov.b32 $0, $1;",
          width == 64 ? "=l,l" : "=r,r", /*has_side_effects=*/false,
          /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
          /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr)
          .getResult(0);
  if (isIndex)
    result = arith::IndexCastOp::create(builder, loc, type, result);
  return result;
}

namespace {
struct HideInductionsPass
    : polymem::impl::HideInductionsPassBase<HideInductionsPass> {
  using HideInductionsPassBase::HideInductionsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) {
      WalkResult inner = loop.getBody()->walk(
          [](LoopLikeOpInterface) { return WalkResult::interrupt(); });
      if (!inner.wasInterrupted())
        return;
      Value iv = loop.getInductionVar();
      if (iv.use_empty())
        return;
      Location loc = loop.getLoc();
      SmallVector<OpOperand *> uses(llvm::make_pointer_range(iv.getUses()));
      OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
      // How addresses are aligned is to be seen behind the move, too.
      Value shift;
      if (int64_t bits = numZeroBits(loop)) {
        shift = arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(iv.getType(), bits));
        iv = arith::ShRSIOp::create(builder, loc, iv, shift);
      }
      Value hidden = moved(builder, loc, iv);
      if (!hidden)
        return;
      if (shift)
        hidden = arith::ShLIOp::create(builder, loc, hidden, shift);
      for (OpOperand *use : uses)
        use->set(hidden);
      ++numHidden;
    });
  }
};
} // namespace

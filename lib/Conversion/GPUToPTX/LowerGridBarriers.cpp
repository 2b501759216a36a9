//===- LowerGridBarriers.cpp - blocks count themselves --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block 0 adds 2^31 less the number of the others, each other block adds one:
// when the last one has come, the counter's sign bit has turned and the other
// bits are zero again. A block that comes keeps the number it has found, and
// waits until the sign bit is another one.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"

namespace polymem {
#define GEN_PASS_DEF_LOWERGRIDBARRIERSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr StringLiteral kDevice = "device";

namespace {
/// Builds `void polymem_grid_barrier(ptr counter)`.
class BarrierBuilder {
public:
  explicit BarrierBuilder(gpu::GPUModuleOp module)
      : loc(module.getLoc()), builder(module.getContext()),
        i32(builder.getI32Type()) {
    builder.setInsertionPointToEnd(module.getBody());
  }
  LLVM::LLVMFuncOp create();

private:
  Value number(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, i32,
                                    builder.getI32IntegerAttr(value));
  }
  template <typename Op> Value special() {
    return Op::create(builder, loc, i32);
  }
  /// Whether all of `values` are zero.
  Value areZero(Value x, Value y, Value z) {
    Value any = LLVM::OrOp::create(builder, loc, x,
                                   LLVM::OrOp::create(builder, loc, y, z));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, any,
                                number(0));
  }
  Value addend();

  Location loc;
  OpBuilder builder;
  Type i32;
};
} // namespace

/// What this block adds.
Value BarrierBuilder::addend() {
  Value blocks = LLVM::MulOp::create(
      builder, loc, special<NVVM::GridDimXOp>(),
      LLVM::MulOp::create(builder, loc, special<NVVM::GridDimYOp>(),
                          special<NVVM::GridDimZOp>()));
  Value isFirst =
      areZero(special<NVVM::BlockIdXOp>(), special<NVVM::BlockIdYOp>(),
              special<NVVM::BlockIdZOp>());
  Value turn = LLVM::SubOp::create(builder, loc, number(INT32_MIN + 1), blocks);
  return LLVM::SelectOp::create(builder, loc, isFirst, turn, number(1));
}

LLVM::LLVMFuncOp BarrierBuilder::create() {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), {pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, kGridBarrierFunction,
                                           type, LLVM::Linkage::Internal);
  function.setConvergent(true);
  function.setAlwaysInline(true);
  Block *entry = function.addEntryBlock(builder);
  Region &body = function.getBody();
  auto *first = builder.createBlock(&body), *spin = builder.createBlock(&body),
       *last = builder.createBlock(&body), *end = builder.createBlock(&body);

  builder.setInsertionPointToEnd(entry);
  NVVM::Barrier0Op::create(builder, loc);
  Value isFirst =
      areZero(special<NVVM::ThreadIdXOp>(), special<NVVM::ThreadIdYOp>(),
              special<NVVM::ThreadIdZOp>());
  LLVM::CondBrOp::create(builder, loc, isFirst, first, end);

  // What the block has written is visible to who sees its number. Fences say
  // so, as NVPTX takes no notice of the ordering of an atomicrmw.
  builder.setInsertionPointToEnd(first);
  auto fence = [&] {
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::acq_rel, kDevice);
  };
  fence();
  Value counter = entry->getArgument(0);
  Value found = LLVM::AtomicRMWOp::create(
      builder, loc, LLVM::AtomicBinOp::add, counter, addend(),
      LLVM::AtomicOrdering::monotonic, kDevice);
  LLVM::BrOp::create(builder, loc, spin);

  builder.setInsertionPointToEnd(spin);
  Value now = LLVM::LoadOp::create(
      builder, loc, i32, counter, /*alignment=*/4, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire, kDevice);
  Value changed = LLVM::XOrOp::create(builder, loc, found, now);
  Value hasTurned = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt,
                                         changed, number(0));
  LLVM::CondBrOp::create(builder, loc, hasTurned, last, spin);

  builder.setInsertionPointToEnd(last);
  fence();
  LLVM::BrOp::create(builder, loc, end);

  builder.setInsertionPointToEnd(end);
  NVVM::Barrier0Op::create(builder, loc);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return function;
}

/// The aligned pointer of the descriptor that `memref` was made from; null if
/// it is not seen.
static Value pointerOf(OpBuilder &builder, Location loc, Value memref) {
  auto cast = memref.getDefiningOp<UnrealizedConversionCastOp>();
  if (!cast || cast.getNumOperands() != 1 ||
      !isa<LLVM::LLVMStructType>(cast.getOperand(0).getType()))
    return {};
  Value pointer = LLVM::ExtractValueOp::create(builder, loc, cast.getOperand(0),
                                               ArrayRef<int64_t>{1});
  auto type = llvm::cast<LLVM::LLVMPointerType>(pointer.getType());
  if (type.getAddressSpace() != 0)
    pointer = LLVM::AddrSpaceCastOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        pointer);
  return pointer;
}

namespace {
struct LowerGridBarriersPass
    : polymem::impl::LowerGridBarriersPassBase<LowerGridBarriersPass> {
  using LowerGridBarriersPassBase::LowerGridBarriersPassBase;

  void runOnOperation() override {
    SmallVector<scratch::GridBarrierOp> barriers;
    getOperation()->walk(
        [&](scratch::GridBarrierOp barrier) { barriers.push_back(barrier); });
    if (barriers.empty())
      return markAllAnalysesPreserved();
    auto function =
        getOperation().lookupSymbol<LLVM::LLVMFuncOp>(kGridBarrierFunction);
    if (!function)
      function = BarrierBuilder(getOperation()).create();
    for (scratch::GridBarrierOp barrier : barriers) {
      OpBuilder builder(barrier);
      Value pointer =
          pointerOf(builder, barrier.getLoc(), barrier.getCounter());
      if (!pointer) {
        barrier.emitError("the counter is no descriptor of the LLVM dialect: "
                          "run convert-gpu-to-nvvm first");
        return signalPassFailure();
      }
      auto call = LLVM::CallOp::create(builder, barrier.getLoc(), function,
                                       ValueRange(pointer));
      call->setDiscardableAttrs(barrier->getDiscardableAttrDictionary());
      barrier.erase();
      ++numBarriers;
    }
  }
};
} // namespace

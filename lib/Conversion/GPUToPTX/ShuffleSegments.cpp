//===- ShuffleSegments.cpp - shuffles of parts of a warp ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// convert-gpu-to-nvvm lets the first `width` lanes of a warp take part in a
// gpu.shuffle; to the others it gives a mask that they are not in, which is
// undefined, and `up` moves by 32 - width lanes too few. Here each `width`
// lanes form a segment of their own, as CUDA has it.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace polymem {
#define GEN_PASS_DEF_SHUFFLESEGMENTSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;

static constexpr unsigned kWordBits = 32;

namespace {
/// Rewrites one shuffle.
class ShuffleLowering {
public:
  explicit ShuffleLowering(gpu::ShuffleOp op)
      : op(op), builder(op), loc(op.getLoc()) {}

  void run();

private:
  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, kWordBits);
  }
  Type integer(unsigned bits) { return builder.getIntegerType(bits); }
  Value toInteger(Value value);
  Value fromInteger(Value bits, Type type);
  Value shuffleWord(Value word);

  gpu::ShuffleOp op;
  OpBuilder builder;
  Location loc;
  Value mask, clamp, valid;
};
} // namespace

static unsigned bitsOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() *
           vector.getElementType().getIntOrFloatBitWidth();
  return type.getIntOrFloatBitWidth();
}

/// The bits of `value`, as one integer.
Value ShuffleLowering::toInteger(Value value) {
  Type type = value.getType();
  Type bits = integer(bitsOf(type));
  if (!isa<VectorType>(type))
    return type == bits ? value
                        : arith::BitcastOp::create(builder, loc, bits, value)
                              .getResult();
  value = vector::BitCastOp::create(builder, loc, VectorType::get({1}, bits),
                                    value);
  return vector::ExtractOp::create(builder, loc, value, ArrayRef<int64_t>{0});
}

Value ShuffleLowering::fromInteger(Value bits, Type type) {
  if (!isa<VectorType>(type))
    return type == bits.getType()
               ? bits
               : arith::BitcastOp::create(builder, loc, type, bits).getResult();
  Value one = vector::BroadcastOp::create(
      builder, loc, VectorType::get({1}, bits.getType()), bits);
  return vector::BitCastOp::create(builder, loc, type, one);
}

static NVVM::ShflKind kindOf(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return NVVM::ShflKind::bfly;
  case gpu::ShuffleMode::UP:
    return NVVM::ShflKind::up;
  case gpu::ShuffleMode::DOWN:
    return NVVM::ShflKind::down;
  case gpu::ShuffleMode::IDX:
    return NVVM::ShflKind::idx;
  }
  llvm_unreachable("all modes are handled");
}

Value ShuffleLowering::shuffleWord(Value word) {
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {integer(kWordBits), integer(1)});
  auto shuffle =
      NVVM::ShflOp::create(builder, loc, type, mask, word, op.getOffset(),
                           clamp, kindOf(op.getMode()), builder.getUnitAttr());
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    shuffle->setDiscardableAttr(attribute.getName(), attribute.getValue());
  valid =
      LLVM::ExtractValueOp::create(builder, loc, shuffle, ArrayRef<int64_t>{1});
  return LLVM::ExtractValueOp::create(builder, loc, shuffle,
                                      ArrayRef<int64_t>{0});
}

void ShuffleLowering::run() {
  Value width = op.getWidth(), warp = constant(kWordBits);
  // Bits of a lane's number that say in which segment it is: all above those
  // of the width, or none if that is no power of two.
  Value others = arith::SubIOp::create(builder, loc, warp, width);
  Value below = arith::SubIOp::create(builder, loc, width, constant(1));
  Value common = arith::AndIOp::create(builder, loc, width, below);
  Value isPower = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        common, constant(0));
  Value segment =
      arith::SelectOp::create(builder, loc, isPower, others, constant(0));
  // The lanes of the segment.
  Value lane = NVVM::LaneIdOp::create(builder, loc, integer(kWordBits));
  Value first = arith::AndIOp::create(builder, loc, lane, segment);
  Value lanes = arith::ShRUIOp::create(builder, loc, constant(-1), others);
  mask = arith::ShLIOp::create(builder, loc, lanes, first);
  // shfl.sync: the segments' bits from bit 8 on, and the last lane inside a
  // segment that may be read, for `up` the first.
  clamp = arith::ShLIOp::create(builder, loc, segment, constant(8));
  if (op.getMode() != gpu::ShuffleMode::UP)
    clamp = arith::OrIOp::create(builder, loc, clamp, below);

  Type type = op.getValue().getType();
  unsigned bits = bitsOf(type);
  Value value = toInteger(op.getValue()), result;
  unsigned padded = llvm::divideCeil(bits, kWordBits) * kWordBits;
  if (padded != bits)
    value = arith::ExtUIOp::create(builder, loc, integer(padded), value);
  for (unsigned at = 0; at < padded; at += kWordBits) {
    Value word = value;
    auto distance = [&]() -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(integer(padded), at));
    };
    if (at != 0)
      word = arith::ShRUIOp::create(builder, loc, word, distance());
    if (padded != kWordBits)
      word = arith::TruncIOp::create(builder, loc, integer(kWordBits), word);
    word = shuffleWord(word);
    if (padded != kWordBits)
      word = arith::ExtUIOp::create(builder, loc, integer(padded), word);
    if (at != 0)
      word = arith::ShLIOp::create(builder, loc, word, distance());
    result = result
                 ? arith::OrIOp::create(builder, loc, result, word).getResult()
                 : word;
  }
  if (padded != bits)
    result = arith::TruncIOp::create(builder, loc, integer(bits), result);
  op.getShuffleResult().replaceAllUsesWith(fromInteger(result, type));
  op.getValid().replaceAllUsesWith(valid);
  op.erase();
}

namespace {
struct ShuffleSegmentsPass
    : polymem::impl::ShuffleSegmentsPassBase<ShuffleSegmentsPass> {
  using ShuffleSegmentsPassBase::ShuffleSegmentsPassBase;

  void runOnOperation() override {
    SmallVector<gpu::ShuffleOp> shuffles;
    getOperation()->walk([&](gpu::ShuffleOp op) {
      // Words of a whole warp are what convert-gpu-to-nvvm gets right.
      APInt width;
      if (!matchPattern(op.getWidth(), m_ConstantInt(&width)) ||
          width != kWordBits || bitsOf(op.getValue().getType()) != kWordBits ||
          isa<VectorType>(op.getValue().getType()))
        shuffles.push_back(op);
    });
    for (gpu::ShuffleOp op : shuffles)
      ShuffleLowering(op).run();
  }
};
} // namespace

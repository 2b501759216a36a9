//===- UnrollLoops.cpp - how often back ends unroll loops -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/ChainLoops.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace polymem {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The operations on floats and integers that are no indices, if there is
/// nothing in `loop` but arithmetic and loads, and at least one of these; else
/// 0.
static int64_t countWork(scf::ForOp loop) {
  int64_t work = 0, loads = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isa<memref::LoadOp, vector::LoadOp>(op))
      ++loads;
    else if (isa<vector::ExtractOp>(op))
      continue;
    else if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect()))
      return 0;
    else if (!op.getResultTypes().front().isIndex() &&
             !isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      ++work;
  }
  return loads == 0 ? 0 : work;
}

/// Makes two loops of `loop`, whose step is 1: it keeps a multiple of `count`
/// rounds, a power of two, and the one behind it, which is returned, has those
/// that are left, less than `count`.
static scf::ForOp splitOffRest(scf::ForOp loop, int64_t count) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Type type = upper.getType();
  // The difference may wrap around: its low bits are right. Where there are no
  // rounds, none are left.
  Value rounds = arith::SubIOp::create(builder, loc, upper, lower);
  Value mask = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, count - 1));
  Value left = arith::AndIOp::create(builder, loc, rounds, mask);
  Value none =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 0));
  Value some =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            lower, upper);
  left = arith::SelectOp::create(builder, loc, some, left, none);
  Value middle = arith::SubIOp::create(builder, loc, upper, left);
  builder.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(builder.clone(*loop));
  loop->replaceAllUsesWith(rest);
  rest.getInitArgsMutable().assign(loop.getResults());
  rest.setLowerBound(middle);
  loop.setUpperBound(middle);
  return rest;
}

namespace {
struct UnrollLoopsPass : polymem::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using UnrollLoopsPassBase::UnrollLoopsPassBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      unroll(loop);
  }

private:
  void unroll(scf::ForOp loop) {
    if (loop.getInitArgs().empty() || loop->hasAttr(kLoopAnnotationAttr))
      return;
    int64_t work = countWork(loop);
    bool isChain = work > 0 && rounds > 1 && isChainLoop(loop);
    if (work < minOperations && !isChain)
      return;
    // More would not be unrolled.
    int64_t count = std::min<int64_t>(
        isChain ? std::max<int64_t>(rounds, kChainRounds) : rounds, 64);
    while (count > 1 && work * count > maxOperations)
      count /= 2;
    if (count < 2)
      return;
    gpulaunch::limitUnrolling(loop, count);
    ++numLoops;
    remarkAnalysis(loop, getArgument(), "Unrolled")
        << sentence("{0} rounds of this loop, of {1} operations each, become "
                    "one",
                    named("Rounds", count), named("Operations", work));
    // Whatever rounds there are, the type has a mask for them.
    Type type = loop.getStep().getType();
    bool isWide = type.isIndex() || type.getIntOrFloatBitWidth() >= 8;
    if (!isChain || !isWide || getConstantIntValue(loop.getStep()) != 1)
      return;
    // Nor are the rounds that are left over to wait for each other's loads.
    for (int64_t fewer = count / kFewerChainRounds; fewer > 1;
         fewer /= kFewerChainRounds) {
      loop = splitOffRest(loop, fewer * kFewerChainRounds);
      gpulaunch::limitUnrolling(loop, fewer);
    }
  }
};
} // namespace

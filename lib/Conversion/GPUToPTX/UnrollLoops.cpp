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
    if (isa<memref::LoadOp>(op))
      ++loads;
    else if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect()))
      return 0;
    else if (!op.getResultTypes().front().isIndex() &&
             !isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      ++work;
  }
  return loads == 0 ? 0 : work;
}

namespace {
struct UnrollLoopsPass : polymem::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using UnrollLoopsPassBase::UnrollLoopsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) {
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
    });
  }
};
} // namespace

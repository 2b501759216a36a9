//===- ReverseParallel.cpp - parallel loops, from the end -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseParallel.h"
#include "PolyMem/Runner/HostJit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace polymem::runtime {

bool hasParallelLoops(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool found =
            isa<affine::AffineParallelOp, scf::ParallelOp, scf::ForallOp>(op) &&
            op->getNumResults() == 0;
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Lets `variable`, from `lower` below `upper` in steps of `step`, count down:
/// { i -> lower + last - i }.
static void reverse(OpBuilder &builder, Location loc, Value variable,
                    Value lower, Value upper, Value step) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value range = arith::SubIOp::create(builder, loc, upper, lower);
  range = arith::SubIOp::create(builder, loc, range, one);
  Value rounds = arith::DivUIOp::create(builder, loc, range, step);
  Value last = arith::MulIOp::create(builder, loc, rounds, step);
  Value sum = arith::AddIOp::create(builder, loc, lower, lower);
  sum = arith::AddIOp::create(builder, loc, sum, last);
  auto reversed = arith::SubIOp::create(builder, loc, sum, variable);
  variable.replaceAllUsesExcept(reversed, reversed);
}

namespace {
struct ReverseParallel : PassWrapper<ReverseParallel, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReverseParallel)

  StringRef getName() const final { return "ReverseParallel"; }

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      // The order of a reduction's iterations is that of its operations.
      if (op->getNumResults() != 0)
        return;
      if (auto loop = dyn_cast<scf::ParallelOp>(op)) {
        OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
        for (auto [variable, lower, upper, step] :
             llvm::zip_equal(loop.getInductionVars(), loop.getLowerBound(),
                             loop.getUpperBound(), loop.getStep()))
          reverse(builder, loop.getLoc(), variable, lower, upper, step);
      } else if (auto loop = dyn_cast<scf::ForallOp>(op)) {
        OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
        auto toValue = [&](OpFoldResult bound) {
          return getValueOrCreateConstantIndexOp(builder, loop.getLoc(), bound);
        };
        for (auto [variable, lower, upper, step] :
             llvm::zip_equal(loop.getInductionVars(), loop.getMixedLowerBound(),
                             loop.getMixedUpperBound(), loop.getMixedStep()))
          reverse(builder, loop.getLoc(), variable, toValue(lower),
                  toValue(upper), toValue(step));
      }
    });
  }
};
} // namespace

std::unique_ptr<Pass> createReverseParallelPass() {
  return std::make_unique<ReverseParallel>();
}

} // namespace polymem::runtime

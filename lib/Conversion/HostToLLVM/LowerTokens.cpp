//===- LowerTokens.cpp - pointers for tokens that loops carry -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace polymem {
#define GEN_PASS_DEF_LOWERTOKENSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;

namespace {
struct LowerTokensPass : polymem::impl::LowerTokensPassBase<LowerTokensPass> {
  using LowerTokensPassBase::LowerTokensPassBase;

  void runOnOperation() override {
    Type pointer = LLVM::LLVMPointerType::get(&getContext());
    auto lower = [&](Value value) {
      if (isa<async::TokenType>(value.getType()))
        value.setType(pointer);
    };
    SmallVector<UnrealizedConversionCastOp> casts;
    getOperation()->walk([&](Operation *op) {
      // Other operations of the dialect are not lowered yet.
      if (isa<async::AsyncDialect>(op->getDialect()))
        return;
      for (Value result : op->getResults())
        lower(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            lower(argument);
      if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
        casts.push_back(cast);
    });
    for (UnrealizedConversionCastOp cast : casts)
      if (cast.getNumOperands() == 1 &&
          cast.getOperand(0).getType() == pointer &&
          cast.getResult(0).getType() == pointer) {
        cast.getResult(0).replaceAllUsesWith(cast.getOperand(0));
        cast.erase();
      }
  }
};
} // namespace

//===- LoopMetadata.cpp - annotations of loops where LLVM sees them -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace polymem {
#define GEN_PASS_DEF_LOOPMETADATAPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct LoopMetadataPass
    : polymem::impl::LoopMetadataPassBase<LoopMetadataPass> {
  using LoopMetadataPassBase::LoopMetadataPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](LLVM::BrOp branch) {
      auto annotation =
          branch->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotationAttr);
      if (!annotation)
        return;
      branch->removeAttr(kLoopAnnotationAttr);
      branch.setLoopAnnotationAttr(annotation);
      ++numLoops;
    });
  }
};
} // namespace

//===- LoopAnnotations.cpp - what the back end does to loops --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

static void annotate(scf::ForOp loop, LLVM::LoopUnrollAttr unroll,
                     LLVM::LoopLICMAttr licm) {
  loop->setAttr(kLoopAnnotationAttr,
                LLVM::LoopAnnotationAttr::get(
                    loop.getContext(), nullptr, nullptr, nullptr, unroll,
                    nullptr, licm, nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, nullptr,
                    ArrayRef<LLVM::AccessGroupAttr>()));
}

void gpulaunch::limitUnrolling(scf::ForOp loop, int64_t count) {
  MLIRContext *context = loop.getContext();
  annotate(loop,
           LLVM::LoopUnrollAttr::get(context, /*disable=*/nullptr,
                                     Builder(context).getI32IntegerAttr(count),
                                     nullptr, nullptr, nullptr, nullptr,
                                     nullptr),
           /*licm=*/nullptr);
}

void gpulaunch::keepInvariantsInside(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  annotate(loop, /*unroll=*/nullptr,
           LLVM::LoopLICMAttr::get(context,
                                   /*disable=*/BoolAttr::get(context, true),
                                   /*versioningDisable=*/nullptr));
}

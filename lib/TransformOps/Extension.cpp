//===- Extension.cpp - steps for transform scripts ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Templates of this header call checks that only an LLVM with assertions has.
#ifdef POLYMEM_RELEASE_LLVM
#define NDEBUG
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#undef NDEBUG
#include <cassert>
#endif

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/TransformOps/PolyMemTransformOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

namespace {
class PolyMemExtension
    : public transform::TransformDialectExtension<PolyMemExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PolyMemExtension)

  using Base::Base;

  void init() {
    // What the passes generate.
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<cf::ControlFlowDialect>();
    declareGeneratedDialect<gpu::GPUDialect>();
    declareGeneratedDialect<LLVM::LLVMDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<polymem::scratch::ScratchDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "PolyMem/TransformOps/PolyMemTransformOps.cpp.inc"
        >();
  }
};
} // namespace

#define GET_OP_CLASSES
#include "PolyMem/TransformOps/PolyMemTransformOps.cpp.inc"

void polymem::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<PolyMemExtension>();
}

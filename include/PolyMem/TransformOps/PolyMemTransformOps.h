//===- PolyMemTransformOps.h - steps for transform scripts ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_H
#define POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

#define GET_OP_CLASSES
#include "PolyMem/TransformOps/PolyMemTransformOps.h.inc"

namespace polymem {

/// Registers the extension of the transform dialect that brings the operations
/// `transform.polymem.*`.
void registerTransformDialectExtension(mlir::DialectRegistry &registry);

} // namespace polymem

#endif // POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_H

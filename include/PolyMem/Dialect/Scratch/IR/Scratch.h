//===- Scratch.h - the scratch dialect --------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_IR_SCRATCH_H
#define POLYMEM_DIALECT_SCRATCH_IR_SCRATCH_H

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

#include "PolyMem/Dialect/Scratch/IR/ScratchDialect.h.inc"

#include "PolyMem/Dialect/Scratch/IR/ScratchEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchTypes.h.inc"

#define GET_OP_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchOps.h.inc"

namespace polymem::scratch {

/// Fails if `expr` has a floordiv, ceildiv or mod by a constant that is not
/// positive (MLIR parses them, but they mean nothing); says so through
/// `emitError` if given.
llvm::LogicalResult
verifyDivisors(mlir::AffineExpr expr,
               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// What the buffer of `copy` gets for `element`: itself, or the result of the
/// computation of a `scratch.copy_in`, which is written at the builder's
/// insertion point.
mlir::Value emitCopiedElement(mlir::OpBuilder &builder, mlir::Operation *copy,
                              mlir::Value element);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_IR_SCRATCH_H

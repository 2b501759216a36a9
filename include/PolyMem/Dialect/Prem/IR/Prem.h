//===- Prem.h - the prem dialect --------------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_PREM_IR_PREM_H
#define POLYMEM_DIALECT_PREM_IR_PREM_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/SCF/IR/DeviceMappingInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "PolyMem/Dialect/Prem/IR/PremDialect.h.inc"
#include "PolyMem/Dialect/Prem/IR/PremEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "PolyMem/Dialect/Prem/IR/PremAttributes.h.inc"

#define GET_OP_CLASSES
#include "PolyMem/Dialect/Prem/IR/PremOps.h.inc"

namespace polymem::prem {

/// Bytes of a memref of static shape: of its elements, one after the other.
/// Elements are as large as in C: `index` has 8 bytes, `i1` has 1.
int64_t getBytes(mlir::MemRefType type);
/// Bytes of one element of a memref of this type.
int64_t getElementBytes(mlir::Type element);

} // namespace polymem::prem

#endif // POLYMEM_DIALECT_PREM_IR_PREM_H

//===- CarriedRegisters.h - registers of what loops carry -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_CARRIEDREGISTERS_H
#define POLYMEM_ANALYSIS_DEVICE_CARRIEDREGISTERS_H

#include "mlir/IR/Operation.h"

namespace polymem {

/// What the nested loops of `op`, a launch or a kernel, carry at most from
/// round to round, in registers of 4 bytes: the results of a loop, those of one
/// inside if they are more. An index counts as two registers.
int64_t carriedRegisters(mlir::Operation *op);

/// Copies in `op`, a launch or a kernel, are asynchronous (`nvvm.cp.async`).
bool hasAsynchronousCopies(mlir::Operation *op);

/// The loops of `op` carry more than a thread with so many registers has room
/// for: a third of them, as operands and addresses take the others; a quarter
/// where copies are asynchronous, as those of the next steps have addresses,
/// too. More would be spilled (what ptxas does with PolyBench).
bool carriesTooMuch(mlir::Operation *op, int64_t registers);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_CARRIEDREGISTERS_H

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

/// What is carried may take that part (a third) of the registers that a thread
/// is left, where it is left fewer than it could have: operands and addresses
/// take the others. More would be spilled.
inline constexpr int64_t kCarriedPart = 3;

/// What the nested loops of `op`, a launch or a kernel, carry at most from
/// round to round, in registers of 4 bytes: the results of a loop, those of one
/// inside if they are more. An index counts as two registers.
int64_t carriedRegisters(mlir::Operation *op);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_CARRIEDREGISTERS_H

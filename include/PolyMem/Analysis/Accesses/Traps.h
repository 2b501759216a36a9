//===- Traps.h - operations that may be undefined ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_TRAPS_H
#define POLYMEM_ANALYSIS_ACCESSES_TRAPS_H

#include "mlir/IR/Operation.h"

namespace polymem {

/// Executing `op` is undefined for some operands, and it does nothing else but
/// compute its results.
bool mayTrap(mlir::Operation *op);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_TRAPS_H

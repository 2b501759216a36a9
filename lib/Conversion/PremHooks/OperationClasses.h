//===- OperationClasses.h - what operations cost on multicores --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMHOOKS_OPERATIONCLASSES_H
#define POLYMEM_LIB_CONVERSION_PREMHOOKS_OPERATIONCLASSES_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include <array>

namespace polymem::prem {

/// How many operations of each class, by its number.
using OperationCounts = std::array<int64_t, 10>;

/// Adds what `op` executes by itself, without its regions, to `counts`. Fails,
/// without a diagnostic, for an operation that has no class.
llvm::LogicalResult countOperation(mlir::Operation *op,
                                   OperationCounts &counts);

} // namespace polymem::prem

#endif // POLYMEM_LIB_CONVERSION_PREMHOOKS_OPERATIONCLASSES_H

//===- ControlValues.h - arguments that not every integer suits -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_CONTROLVALUES_H
#define POLYMEM_LIB_RUNNER_CONTROLVALUES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace polymem::runtime {

/// The integers inside `root`, and the arrays of integers, of which some would
/// make the program do what has no meaning: subscripts, bounds, divisors and
/// the like, and what these are computed from.
llvm::SmallPtrSet<mlir::Value, 8> findControlValues(mlir::Operation *root);

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_CONTROLVALUES_H

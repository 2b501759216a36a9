//===- GuardedStack.h - stack memory between guards (internal) --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_GUARDEDSTACK_H
#define POLYMEM_LIB_RUNNER_GUARDEDSTACK_H

#include "mlir/IR/BuiltinOps.h"

namespace polymem::runtime {

/// Takes what the host's code has on the stack (`memref.alloca`) from the heap
/// instead, where blocks have guards and begin poisoned. It is given back at
/// the end of its block if it is known to be of no use then, or else at the end
/// of the run.
void moveStackToHeap(mlir::ModuleOp module);

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_GUARDEDSTACK_H

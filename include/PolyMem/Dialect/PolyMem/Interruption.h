//===- Interruption.h - pipelines that can be ended early -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context may have a flag (Support/Interrupt.h). When it is set, passes that
// have not begun are skipped, and what a pass asks of isl fails as if its
// budget had ended. The module is then valid, and of no use.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_POLYMEM_INTERRUPTION_H
#define POLYMEM_DIALECT_POLYMEM_INTERRUPTION_H

#include "PolyMem/Support/Interrupt.h"
#include "mlir/Pass/PassManager.h"
#include <memory>

namespace polymem {

/// Makes `flag` that of `context`, in place of the one before; null for none.
/// No pipeline may be running on it.
void setInterrupt(mlir::MLIRContext *context,
                  std::shared_ptr<const InterruptFlag> flag);

/// The flag of `context`; null if it has none.
std::shared_ptr<const InterruptFlag> getInterrupt(mlir::MLIRContext *context);

/// Fails, with the error "interrupted" at `op`, if the flag of its context is
/// set.
mlir::LogicalResult checkInterrupt(mlir::Operation *op);

/// Runs `manager` on `op`, so that the flag of their context ends it: the run
/// then fails with the error "interrupted", and what passes say from then on,
/// which is not to be relied on, is dropped. Passes are skipped by a handler of
/// the context's actions; if the context has one already, what is left to run
/// of the pipeline is run.
mlir::LogicalResult runInterruptibly(mlir::PassManager &manager,
                                     mlir::Operation *op);

} // namespace polymem

#endif // POLYMEM_DIALECT_POLYMEM_INTERRUPTION_H

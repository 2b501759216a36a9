//===- Target.h - the machine that IR is for --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_MACHINE_TARGET_H
#define POLYMEM_MACHINE_TARGET_H

#include "PolyMem/Machine/Machine.h"
#include "mlir/IR/Operation.h"

namespace polymem {

/// Replaces numbers of `machine` by those that `dlti.target_system_spec` on an
/// operation around `op` gives, the innermost one that has it: entries of its
/// devices called "polymem.", and then what a field is called when it is
/// printed ("polymem.shared.bytes"); integers, or arrays of three. Entries with
/// other names are not looked at. An error names the entry.
llvm::Error applyTargetSpec(mlir::Operation *op, Machine &machine);

/// The machine that a pass is to plan for in `op`: the description that option
/// `machine` names (see `Machine::lookup`), with what the module says of it.
/// Failure after an error at `op` that begins with the name of `pass`.
mlir::FailureOr<Machine> targetMachine(mlir::Operation *op,
                                       llvm::StringRef nameOrPath,
                                       llvm::StringRef pass);

} // namespace polymem

#endif // POLYMEM_MACHINE_TARGET_H

//===- Mutations.h - ways to make a program smaller -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_MUTATIONS_H
#define POLYMEM_FUZZ_MUTATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace polymem::fuzz {

/// Does the i-th change of its kind; false if there are not so many. The
/// result may be invalid, or access arrays out of bounds.
using Mutation = bool (*)(mlir::ModuleOp module, unsigned i);

/// Those that remove most come first.
llvm::ArrayRef<Mutation> allMutations();

/// Erases what computes values that nobody uses, and unused arguments.
void eraseDeadOperations(mlir::ModuleOp module);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_MUTATIONS_H

//===- Mutations.h - faults that the checks must find -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault is a small change that makes a program wrong: what a bug in a pass
// would do. The mutation score (docs/reliability.md) is the share of faults
// that polymem-check, the emulator or the comparison of results finds.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_MUTATION_MUTATIONS_H
#define POLYMEM_TEST_LIB_MUTATION_MUTATIONS_H

#include "mlir/IR/Operation.h"
#include <functional>

namespace polymem::test {

/// One place where a fault can be put.
struct FaultSite {
  mlir::Operation *op;
  /// What exactly is changed there.
  std::string what;
  std::function<void()> apply;
  /// Why the code around `op` proves that the change makes no difference; empty
  /// if it does not.
  std::function<std::string()> whyHarmless = {};
};

/// A kind of fault.
struct Fault {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// All places in the region of `root`, in textual order, including those
  /// where the change makes no difference.
  llvm::SmallVector<FaultSite> (*collect)(mlir::Operation *root);
  /// The change is to what a Scop shows (domains, accesses, order): where a
  /// Scop stays the same, the program does.
  bool isModelled;
};

/// Faults in affine loops, tiles, buffers and copies.
llvm::ArrayRef<Fault> getScratchFaults();
/// Faults in what a program allocates on heap and stack.
llvm::ArrayRef<Fault> getMemoryFaults();
/// Faults in `gpu.launch` bodies and kernels.
llvm::ArrayRef<Fault> getKernelFaults();

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_MUTATION_MUTATIONS_H

//===- HostToLLVM.h - host code to the LLVM dialect -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of upstream passes that all that is executed goes through: the
// pipelines for the CPU, the emulator and PTX in host code, and what
// `polymem-run` executes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_HOSTTOLLVM_H
#define POLYMEM_CONVERSION_HOSTTOLLVM_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace polymem {

/// Adds, for a module, the passes from affine loops, vectors of several
/// dimensions and views to structured loops on plain memrefs, also in launches.
void addHostToLoops(mlir::OpPassManager &module);

/// Adds, for a module, the passes from the async dialect to calls of MLIR's
/// async run-time and coroutines of LLVM. References are not counted: the
/// program drops them. Before `addHostToLLVM`.
void addThreadsToLLVM(mlir::OpPassManager &module);

/// What `addHostToLLVM` is to do besides.
struct HostToLLVMOptions {
  /// There are launches of kernels that are binaries by now.
  bool launches = false;
  /// Simplify the result. Without it, what is wrong in a program shows though a
  /// compiler might hide it.
  bool simplify = true;
};

/// Adds, for a module, the passes from structured loops on plain memrefs to the
/// LLVM dialect.
void addHostToLLVM(mlir::OpPassManager &module,
                   const HostToLLVMOptions &options);

} // namespace polymem

#endif // POLYMEM_CONVERSION_HOSTTOLLVM_H

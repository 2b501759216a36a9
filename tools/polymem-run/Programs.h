//===- Programs.h - what polymem-run compiles and runs ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_POLYMEM_RUN_PROGRAMS_H
#define POLYMEM_TOOLS_POLYMEM_RUN_PROGRAMS_H

#include "Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/Twine.h"

namespace polymem::runtime {

/// Something to run.
struct Program {
  std::string label;
  HostFunction function;
  /// The same with parallel loops from the end; only with
  /// Options::backwards.
  std::optional<HostFunction> reversed;
};

/// The programs to run for `entry`, a function of `module`: the original
/// (behind the reference pipeline) first if there is something to compare or
/// nothing else to run, then one for each pipeline and each function to
/// compare with. Prints what is wrong.
mlir::FailureOr<std::vector<Program>> compileAll(const Options &options,
                                                 HostJit &jit,
                                                 mlir::ModuleOp module,
                                                 mlir::func::FuncOp entry);

/// Prints an error of this tool.
mlir::LogicalResult error(const llvm::Twine &message);

} // namespace polymem::runtime

#endif // POLYMEM_TOOLS_POLYMEM_RUN_PROGRAMS_H

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
  /// What makes products and sums operations rounded once on the way to this
  /// program, as `findContraction` returns it; empty if nothing does.
  std::string contraction;
  /// The original, possibly contracted, to compare others with.
  bool isReference = false;
};

/// The programs to run for `entry`, a function of `module`: if there is
/// something to compare, references first, the original (behind the reference
/// pipeline, or else contracted as the others are) once for each contraction;
/// then one program for each pipeline and each function to compare with, or, if
/// there is nothing else to run, the original. Prints what is wrong.
mlir::FailureOr<std::vector<Program>> compileAll(const Options &options,
                                                 HostJit &jit,
                                                 mlir::ModuleOp module,
                                                 mlir::func::FuncOp entry);

/// The one of `programs`, all that `compileAll` returned, that `program` is to
/// be compared with.
size_t findReference(llvm::ArrayRef<Program> programs, const Program &program);

/// Prints an error of this tool.
mlir::LogicalResult error(const llvm::Twine &message);

} // namespace polymem::runtime

#endif // POLYMEM_TOOLS_POLYMEM_RUN_PROGRAMS_H

//===- ModulePipeline.h - pass pipelines given as text ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_POLYMEM_RUN_MODULEPIPELINE_H
#define POLYMEM_TOOLS_POLYMEM_RUN_MODULEPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace polymem::runtime {

/// Whether and how polymem-check is part of a pipeline.
enum class ProofMode {
  None,
  /// What is not proved is an error.
  Strict,
  /// The verdicts are printed; only what is violated is an error.
  Report
};

/// Applies the pass pipeline `text` to `module`: "builtin.module(...)", or a
/// list of passes on modules or functions and of nested pipelines, where a pass
/// on functions runs on each function. The error is about the text, about a
/// part of it that nothing can run on, or says that a pass failed (which has
/// emitted its own diagnostic) or that no pass of it had anything to run on.
///
/// With `proof` the functions are marked first, behind the pipeline's
/// `findContraction`, and checked before the first pass that lowers tiles and
/// buffers, or in the end. A pipeline that has a check of its own is an error
/// then.
llvm::Error runModulePipeline(mlir::ModuleOp module, llvm::StringRef text,
                              ProofMode proof = ProofMode::None);

/// `polymem-form-fma` as text, with the options that it first has in the
/// pipeline `text`; nothing if it is no part of it, or if that is no pipeline.
/// Behind this pass the original computes what the pipeline has to.
std::optional<std::string> findContraction(llvm::StringRef text);

} // namespace polymem::runtime

#endif // POLYMEM_TOOLS_POLYMEM_RUN_MODULEPIPELINE_H

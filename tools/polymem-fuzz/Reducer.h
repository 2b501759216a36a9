//===- Reducer.h - smaller programs that fail the same ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_REDUCER_H
#define POLYMEM_FUZZ_REDUCER_H

#include "Case.h"

namespace polymem::fuzz {

/// A program that fails.
struct FailingProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<SizeBindings> sizes;
  std::string pipeline;
  Failure failure;
};

/// Runs one pipeline (if it is empty, the original only) on a copy of the
/// program, in a child process.
std::optional<Failure> runCase(const FailingProgram &program, double hangLimit);

/// Makes the program, its sizes and its pipeline smaller while the kind of
/// failure stays the same, at most for `timeLimit` seconds.
void reduce(FailingProgram &program, double hangLimit, double timeLimit);

/// A file that runs by itself: lit's RUN lines and the program.
std::string toFile(const FailingProgram &program);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_REDUCER_H

//===- Check.h - proof obligations of a transformation ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation validation: the program before and the program after, related by
// `scratch.origin` markers, and what must hold for them to compute the same.
// Pure: nothing is changed and nothing printed.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_CHECK_H
#define POLYMEM_CHECK_CHECK_H

#include "PolyMem/Check/Obligations/Finding.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include <string>

namespace polymem {

struct CheckOptions {
  /// Budget of isl operations of each step and obligation; all of them together
  /// have five times as much (0: no bound). So has each of the versions of a
  /// program, four at most, that are told apart.
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// Bytes of fast memory; nullopt: capacity is not checked.
  std::optional<int64_t> capacity;
};

struct CheckResult {
  /// One per obligation, in order.
  llvm::SmallVector<Finding> findings;
  /// What the proofs among them take for granted, each in words: "arg2 > 0
  /// where it is the step of a loop". Of what is known not to matter here
  /// nothing is said.
  llvm::SmallVector<std::string> assumptions;
};

/// Decides all obligations for `transformed`, a function with markers that
/// names instances of `original`, a function with the same arguments (the
/// transformed one may have more at the end). The operations of both must
/// outlive the result.
CheckResult checkTransformation(mlir::Operation *original,
                                mlir::Operation *transformed,
                                const CheckOptions &options);

/// Replaces each of `findings` by what `others` say of its obligation where
/// that is worse: not decided, then refused, then violated. Obligations that
/// only `others` have are added.
void takeWorse(llvm::SmallVectorImpl<Finding> &findings,
               llvm::ArrayRef<Finding> others);

} // namespace polymem

#endif // POLYMEM_CHECK_CHECK_H

//===- NoKernel.h - why a function has no kernel ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_LAUNCHWARNINGS_NOKERNEL_H
#define POLYMEM_LIB_CONVERSION_LAUNCHWARNINGS_NOKERNEL_H

#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>
#include <string>

namespace polymem::gpulaunch {

/// What is to be done about loops of scf.
inline constexpr llvm::StringLiteral kRaiseScfText =
    ": it has scf loops, of which nothing is known to be parallel; "
    "'polymem-raise-to-affine' makes affine loops of them, or says in remarks "
    "what is in the way";

/// What keeps a function from having kernels, in one sentence.
struct NoKernel {
  mlir::Operation *op;
  Sentence text;
};

/// Why nothing in `func` becomes a launch, although it has work for one: loops,
/// operations of linalg, or tensors. Nullopt if it has none, or has launches.
std::optional<NoKernel> whyNoKernel(mlir::func::FuncOp func);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_LAUNCHWARNINGS_NOKERNEL_H

//===- ReverseParallel.h - parallel loops, from the end ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_REVERSEPARALLEL_H
#define POLYMEM_LIB_RUNNER_REVERSEPARALLEL_H

#include "mlir/Pass/Pass.h"

namespace polymem::runtime {

/// Lets `scf.parallel` and `scf.forall` run from their last iteration to the
/// first; not those with results, whose order is that of the reduction.
std::unique_ptr<mlir::Pass> createReverseParallelPass();

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_REVERSEPARALLEL_H

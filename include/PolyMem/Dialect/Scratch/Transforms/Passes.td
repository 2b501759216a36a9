//===- Passes.td - passes on the scratch dialect -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD

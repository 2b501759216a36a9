//===- Passes.td - lowering passes -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PASSES_TD
#define POLYMEM_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // POLYMEM_CONVERSION_PASSES_TD

//===- NarrowAccesses.h - subscripts of 32 bits -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_GPUTOPTX_NARROWACCESSES_H
#define POLYMEM_LIB_CONVERSION_GPUTOPTX_NARROWACCESSES_H

#include "IndexForms.h"

namespace polymem::narrowing {

/// Narrows the subscripts of `access`, a load or a store of elements, which
/// are in the array whenever it is executed. An array of a constant number of
/// elements, less than 2^29, becomes a row of them, of which the subscript is
/// computed with 32 bits. Elsewhere, the part of an address that is wide and
/// does not change in a loop moves out of it. Says whether something changed.
bool narrowAccess(mlir::Operation *access, mlir::OpOperand &memref,
                  mlir::MutableOperandRange indices, const IndexForms &forms);

} // namespace polymem::narrowing

#endif // POLYMEM_LIB_CONVERSION_GPUTOPTX_NARROWACCESSES_H

//===- BufferBytes.h - how much memory buffers take -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_BUFFERBYTES_H
#define POLYMEM_ANALYSIS_ACCESSES_BUFFERBYTES_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include <optional>

namespace polymem {

/// The bytes of an element of a memref in `root`; 0 if they are not known, or
/// not for all machines.
unsigned elementBytes(mlir::Operation *root, mlir::MemRefType type);

/// The alignment in bytes with which elements of a memref in `root` are
/// accessed; 1 where their bytes are not known.
int64_t elementAlignment(mlir::Operation *root, mlir::MemRefType type);

/// The bytes of a buffer; nothing if they are not constant, or 2^31 or more.
std::optional<int64_t> constantBytes(scratch::AllocOp alloc);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_BUFFERBYTES_H

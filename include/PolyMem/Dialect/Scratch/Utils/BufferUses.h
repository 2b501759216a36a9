//===- BufferUses.h - how a tile fills and empties a buffer -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_BUFFERUSES_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_BUFFERUSES_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem {

/// The copies of a buffer that is filled, used and emptied in one block.
struct BufferUses {
  /// The array that it holds a part of.
  mlir::Value array;
  llvm::SmallVector<scratch::CopyInOp> copyIns;
  llvm::SmallVector<scratch::CopyOutOp> copyOuts;
};

/// Why a buffer stays what it is: a remark's name and text.
struct BufferRefusal {
  llvm::StringRef name;
  Sentence text;
};

/// The copies of `alloc` if all of them are in its block, for one array and not
/// asynchronous, first those that fill it, then loads and stores, then those
/// that empty it; else nullopt, with `refusal`. A copy that computes does not
/// go with one that empties the buffer.
std::optional<BufferUses> collectBufferUses(scratch::AllocOp alloc,
                                            BufferRefusal &refusal);

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_BUFFERUSES_H

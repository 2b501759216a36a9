//===- BufferSelection.h - which buffers fit --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BUFFERSELECTION_H
#define POLYMEM_ANALYSIS_PROMOTION_BUFFERSELECTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace polymem {

struct BufferCandidate {
  /// Size of the buffer, and global memory traffic that it avoids, in bytes
  /// (negative savings count as none).
  int64_t bytes = 0, saved = 0;
};

struct BufferSelection {
  llvm::SmallVector<bool> kept;
  int64_t bytes = 0, saved = 0;
  /// False: the search was cut off; the best selection found so far.
  bool optimal = true;
};

/// The subset of `candidates` that saves the most traffic among those whose
/// sizes sum up to at most `capacity`; among equals the one with more buffers.
/// Exact (branch and bound) unless more than `maxNodes` partial selections had
/// to be looked at.
BufferSelection selectBuffers(llvm::ArrayRef<BufferCandidate> candidates,
                              int64_t capacity, uint64_t maxNodes = 1 << 20);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BUFFERSELECTION_H

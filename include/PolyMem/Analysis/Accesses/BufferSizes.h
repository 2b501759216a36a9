//===- BufferSizes.h - bytes of buffers as functions of sizes ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers whose extents are known at run time fit into fast memory for some
// sizes of the problem only: up to which?
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_BUFFERSIZES_H
#define POLYMEM_ANALYSIS_ACCESSES_BUFFERSIZES_H

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <vector>

namespace polymem {

/// The buffers of one launch.
class BufferSizes {
public:
  /// Each buffer begins at a multiple of `alignment` bytes.
  BufferSizes(AssumedSizes &assumed, int64_t alignment)
      : assumed(assumed), alignment(alignment) {}

  /// Adds a buffer of `extents(symbols)` elements.
  void add(int64_t elementBytes, mlir::AffineMap extents,
           mlir::ValueRange symbols);

  /// The extents of some buffer are not constant.
  bool isParametric() const { return parametric; }
  /// What the extents depend on.
  llvm::ArrayRef<mlir::Value> sizes() const { return names.getArrayRef(); }

  /// Bytes of all buffers where sizes have the values `valueOf`, at most;
  /// nullopt if that is not known.
  std::optional<int64_t>
  bytes(llvm::function_ref<int64_t(mlir::Value)> valueOf) const;

  /// The largest value that all sizes may have that nobody has given, for the
  /// buffers to take at most `capacity` bytes; 0 if it is not known for any,
  /// nullopt if there is no largest one below 2^31.
  std::optional<int64_t> largestThatFits(int64_t capacity) const;

private:
  struct Buffer {
    int64_t elementBytes;
    llvm::SmallVector<std::optional<SizeBound>> extents;
  };
  AssumedSizes &assumed;
  int64_t alignment;
  std::vector<Buffer> buffers;
  llvm::SetVector<mlir::Value> names;
  bool parametric = false;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_BUFFERSIZES_H

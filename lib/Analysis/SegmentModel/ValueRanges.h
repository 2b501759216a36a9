//===- ValueRanges.h - between which numbers values are ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H

#include "PolyMem/Polyhedral/IndexRanges.h"

namespace polymem {

/// Ranges of values in a segment.
class ValueRanges {
public:
  /// Of `value` this is known, such as of a tile's number.
  void add(mlir::Value value, IndexRange range) { known[value] = range; }
  /// Nothing if the range is not known.
  std::optional<IndexRange> of(mlir::Value value);
  /// Iterations of `loop`, at most.
  std::optional<int64_t> mostIterations(mlir::affine::AffineForOp loop);

private:
  /// And of values that were asked for.
  llvm::DenseMap<mlir::Value, std::optional<IndexRange>> known;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTMODEL_VALUERANGES_H

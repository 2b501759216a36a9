//===- TileFootprint.h - the bytes that a tile's data take ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How large buffers would be if a nest were cut into tiles, before it is: boxes
// of constant extents around what a tile accesses, wherever it is (Gu
// 2023, 3.5: canonical data element ranges). What `scratch-promote` makes later
// may be smaller, for it knows more ways to share out references.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_COMPONENTS_TILEFOOTPRINT_H
#define POLYMEM_ANALYSIS_COMPONENTS_TILEFOOTPRINT_H

#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

/// What is wrong with arrays without dimensions.
inline constexpr llvm::StringLiteral kNoDimension =
    "it has no dimension, so that nothing moves it";

/// A tile holds the iterations `o <= iv < o + span`, for some `o`.
struct TiledRange {
  mlir::Value iv;
  int64_t span = 0;
};

/// What a tile takes in a scratchpad, or why that is not known.
struct TileBytes {
  /// Of boxes of arrays that exist outside of the nest.
  int64_t streamed = 0;
  /// Of arrays that the nest makes itself.
  int64_t own = 0;
  /// The array that has no box of constant extents, and why; empty: all have.
  Sentence obstacle;

  /// Bytes with `copies` buffers for each array from outside.
  int64_t total(int64_t copies) const;
};

/// The bytes of a tile of the nest `scop`, which holds some iterations of the
/// loops of `ranges` and, for each of these, all of the loops inside, or only
/// what of them is in some of the operations `within`, if there are any; each
/// buffer is a multiple of `alignment` bytes. For each array
/// `[p] -> { A[a] : some i with o_d <= i_d < o_d + span_d accesses a }`, in the
/// parts that intersect, a box. Boxes are the same size for all values of
/// parameters, and of `o`.
TileBytes bytesOfTile(const Scop &scop, llvm::ArrayRef<TiledRange> ranges,
                      int64_t alignment, unsigned long maxIslOperations,
                      llvm::ArrayRef<mlir::Operation *> within = {});

} // namespace polymem

#endif // POLYMEM_ANALYSIS_COMPONENTS_TILEFOOTPRINT_H

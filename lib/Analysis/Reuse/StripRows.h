//===- StripRows.h - whole rows and vectors of what tiles load --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Supersets of what tiles load that are simpler to copy. Each is a union over
// the points of a tile if the tile's elements are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REUSE_STRIPROWS_H
#define POLYMEM_LIB_ANALYSIS_REUSE_STRIPROWS_H

#include "StripBody.h"
#include "mlir/IR/BuiltinTypes.h"

namespace polymem {

/// `map` in one piece, if constraints of its pieces suffice for that.
isl::map inOnePiece(const isl::map &map);

/// `tiles = { [I] -> [a] }` without what it says of dimensions in which tiles
/// do not move, in each of which all coordinates are there that some tile has;
/// `lastIsStill`: they do not move in the last one.
/// The union of points of the tile is such a union again.
isl::map rowsOf(const isl::map &tiles, const StripBody &body,
                bool &lastIsStill);

/// `{ [a] -> [b] }`: elements of one row, and of one vector of `width` of them,
/// that are in an array of this type if its sizes are constant.
isl::map sameVector(isl::ctx ctx, mlir::MemRefType type, int64_t width);

/// `rows = { [I] -> [a] }`, in whose last dimension tiles do not move, with all
/// of the vectors in it: from the first one's first element to the last one's
/// last. Constant lengths of rows are multiples of `width`.
isl::map wholeVectors(const isl::map &rows, mlir::MemRefType type,
                      int64_t width);

/// Why loads of vectors of `width` elements gain nothing; empty: they may.
Sentence whyNoVectors(mlir::MemRefType type, int64_t width);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REUSE_STRIPROWS_H

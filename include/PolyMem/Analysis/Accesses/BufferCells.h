//===- BufferCells.h - the cells of a buffer's elements ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a buffer has the elements of its array, for those who ask whether two
// of them are in one cell. Of a buffer that wraps around, as that of tiles in
// flight, elements that are a turn apart are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_BUFFERCELLS_H
#define POLYMEM_ANALYSIS_ACCESSES_BUFFERCELLS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/IR/AffineExpr.h"

namespace polymem {

/// The cells of the elements `X[i, a]` of a buffer, i being the iteration that
/// made it. `elements` is null if they are not known.
struct BufferCells {
  /// Those that have cells.
  isl::set elements;
  /// `{ X[i, a] -> [i, c] }`.
  isl::map places;
  /// A dimension in which the buffer wraps around: element a has the cell
  /// `(a - first) mod length`. `first` is of the layout's symbols.
  struct Turn {
    unsigned dim;
    mlir::AffineExpr first;
    int64_t length;
  };
  llvm::SmallVector<Turn> turns;
  /// The elements of the first turn: one for each cell in these dimensions.
  isl::set firstTurn;

  /// The places of `some` elements. Where each element has a cell of its own,
  /// it stands for it.
  isl::set placesOf(const isl::set &some) const {
    return turns.empty() ? some : some.apply(places);
  }
  /// The same of the elements that `some` instances access.
  isl::map placesOf(const isl::map &some) const {
    return turns.empty() ? some : some.apply_range(places);
  }
  /// The cells of `some` elements of a buffer with `depth` loops around it,
  /// whichever iteration made it: `{ [c] }`.
  isl::set cellsOf(const isl::set &some, unsigned depth) const;
};

/// The cells of `array`, each dimension of which is a coordinate, less what
/// does not depend on any, as it is or modulo a constant.
BufferCells bufferCells(const ScopArray &array);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_BUFFERCELLS_H

//===- IntegerLattice.h - sublattices of the integers -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of a mapping `M x mod m`, the differences that it maps to 0, is a
// lattice, and every lattice of full rank is the kernel of a mapping with as
// many cells as its index (Isoard 2016, section 4.2; Darte, Schreiber and
// Villard, "Lattice-based memory allocation").
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_INTEGERLATTICE_H
#define POLYMEM_STORAGE_MAPPINGS_INTEGERLATTICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace polymem {

/// A lattice of full rank: all integer combinations of the basis vectors. In
/// Hermite normal form: vector k has zeros before coordinate k, a positive
/// `basis[k][k]`, and `0 <= basis[j][k] < basis[k][k]` for the vectors j
/// before.
struct IntegerLattice {
  using Point = llvm::SmallVector<int64_t, 4>;
  llvm::SmallVector<Point, 4> basis;

  /// The determinant: how many translates of it cover all points.
  int64_t index() const;
  bool contains(llvm::ArrayRef<int64_t> point) const;
};

/// Calls `visit` for each lattice of the rank and the index given, until it
/// returns false; returns what the last call returned, or true.
bool forEachLattice(unsigned rank, int64_t index,
                    llvm::function_ref<bool(const IntegerLattice &)> visit);

/// `(weights . x) mod modulus`, with numbers.
struct CyclicRow {
  IntegerLattice::Point weights;
  int64_t modulus;
};

/// Rows that map exactly the points of `lattice` to 0: as few as possible, each
/// modulus a divisor of the next one (by the Smith normal form); none where
/// the index is 1.
llvm::SmallVector<CyclicRow> rowsOf(const IntegerLattice &lattice);

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_INTEGERLATTICE_H

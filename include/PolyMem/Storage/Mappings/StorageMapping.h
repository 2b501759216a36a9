//===- StorageMapping.h - modular mappings of elements to cells -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_STORAGEMAPPING_H
#define POLYMEM_STORAGE_MAPPINGS_STORAGEMAPPING_H

#include "PolyMem/Storage/Conflicts/ConflictSet.h"
#include "PolyMem/Storage/Conflicts/Polynomial.h"

namespace polymem {

/// One dimension of a mapping: `(c . x + o) mod m`. What o is does not matter
/// for one array.
struct StorageRow {
  /// One coefficient for each dimension of the array.
  std::vector<Polynomial> coefficients;
  Polynomial modulus;
  Polynomial offset = 0;

  /// Strides, offset and modulus are constants.
  bool isConstant() const;
  bool operator==(const StorageRow &other) const {
    return coefficients == other.coefficients && modulus == other.modulus &&
           offset == other.offset;
  }
};

/// A mapping where the parameters have some values.
class SizedMapping {
public:
  /// The cell of an element. Coordinates that do not fit count as 0.
  llvm::SmallVector<int64_t, 4> cellOf(llvm::ArrayRef<int64_t> element) const;
  /// Elements of this difference share a cell, or the sum does not fit.
  bool isZero(llvm::ArrayRef<int64_t> difference) const;

private:
  friend struct StorageMapping;
  struct Row {
    llvm::SmallVector<int64_t, 4> coefficients;
    int64_t offset, modulus;
  };
  llvm::SmallVector<Row, 4> rows;
};

/// Maps element x to the cell `(M x + o) mod m`, dimension by dimension;
/// without rows, all elements to one cell.
struct StorageMapping {
  std::vector<StorageRow> rows;

  /// Where the parameters have these values. Values of the mapping that do not
  /// fit count as 0, and moduli as at least 1: a formula may have other values
  /// where the array has no elements.
  SizedMapping at(llvm::ArrayRef<int64_t> parameters) const;

  /// Elements of this difference share a cell where the parameters have these
  /// values. False also if a number does not fit.
  bool sharesCell(llvm::ArrayRef<int64_t> parameters,
                  llvm::ArrayRef<int64_t> difference) const;

  bool isConstant() const {
    return llvm::all_of(rows,
                        [](const StorageRow &row) { return row.isConstant(); });
  }
  /// Elements that follow each other in the last dimension lie side by side,
  /// but where a modulo wraps.
  bool isContiguous() const;
  /// Number of cells: the product of the moduli.
  Polynomial size() const;
  /// All numbers in it, and the number of cells, fit.
  bool isValid() const;
  /// `(2*i0 - i1 + 1) mod (2*N + 1), i2 mod 3`; dimensions are `i0`, `i1`, ...
  std::string text(llvm::ArrayRef<std::string> parameters) const;
  bool operator==(const StorageMapping &other) const {
    return rows == other.rows;
  }
};

/// Whether `c . x + o` is in [0, m) for all of `elements = [p] ->
/// { A[x] }`, so that no modulo is needed. False where it is not known: for
/// rows that are not constant, and where isl gave up.
bool isInRange(const StorageRow &row, const isl::set &elements);

/// The mapping where the parameters have values in `context = [p] -> { : }`.
struct StorageCase {
  isl::set context;
  StorageMapping mapping;
};

/// What is known of a mapping.
enum class MappingVerdict {
  Valid,    ///< no conflicting elements share a cell, for all parameters
  NotProved ///< isl found no proof; for constant rows and moduli: invalid
};

/// Decides whether `mapping` puts no two conflicting elements into one cell,
/// for all values of the parameters in `conflicts.domain()`, and its moduli are
/// positive.
///
/// Differences d of conflicting elements with `c . d = q m` for every row and
/// some integers q must not exist. Coefficients and moduli that are no
/// constants are written as digits, `c = c1 s + c0`, for a polynomial s in the
/// parameters: `c . d = q m` iff, for some integer e,
///
///     c0 . d - q m0 = -s e   and   c1 . d - q m1 = e
///
/// and isl decides both for each of the finitely many constants e that the
/// differences allow, recursively until all coefficients are constants.
MappingVerdict proveMapping(const ConflictSet &conflicts,
                            const StorageMapping &mapping);

/// `[p] -> { [d] }`: those of `conflicts.givenDifferences()` that `mapping`
/// maps to 0, and maybe others of them where it has coefficients or moduli that
/// are no constants. Null if isl gave up.
isl::set sharedDifferences(const ConflictSet &conflicts,
                           const StorageMapping &mapping);

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_STORAGEMAPPING_H

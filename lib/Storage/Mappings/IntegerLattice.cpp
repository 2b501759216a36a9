//===- IntegerLattice.cpp - sublattices of the integers -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/IntegerLattice.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <utility>

using namespace llvm;
using namespace polymem;
using Point = IntegerLattice::Point;

int64_t IntegerLattice::index() const {
  int64_t product = 1;
  for (size_t k = 0; k < basis.size(); ++k)
    product *= basis[k][k];
  return product;
}

bool IntegerLattice::contains(ArrayRef<int64_t> point) const {
  Point rest(point);
  for (size_t k = 0; k < basis.size(); ++k) {
    if (rest[k] % basis[k][k] != 0)
      return false;
    int64_t times = rest[k] / basis[k][k];
    for (size_t d = k; d < rest.size(); ++d)
      rest[d] -= times * basis[k][d];
  }
  return true;
}

/// Chooses the vectors from `k` on, whose diagonal has the product `index`.
static bool visitFrom(IntegerLattice &lattice, unsigned k, int64_t index,
                      function_ref<bool(const IntegerLattice &)> visit) {
  unsigned rank = lattice.basis.size();
  if (k == rank)
    return visit(lattice);
  for (int64_t diagonal = 1; diagonal <= index; ++diagonal) {
    // The last one has to make up the product.
    if (index % diagonal != 0 || (k + 1 == rank && diagonal != index))
      continue;
    lattice.basis[k][k] = diagonal;
    for (unsigned j = 0; j < k; ++j)
      lattice.basis[j][k] = 0;
    // All values of the column above the diagonal, like digits of a number.
    for (bool more = true; more;) {
      if (!visitFrom(lattice, k + 1, index / diagonal, visit))
        return false;
      more = false;
      for (unsigned j = 0; j < k && !more; ++j) {
        lattice.basis[j][k] = (lattice.basis[j][k] + 1) % diagonal;
        more = lattice.basis[j][k] != 0;
      }
    }
  }
  return true;
}

bool polymem::forEachLattice(unsigned rank, int64_t index,
                             function_ref<bool(const IntegerLattice &)> visit) {
  IntegerLattice lattice;
  lattice.basis.assign(rank, Point(rank));
  return visitFrom(lattice, 0, index, visit);
}

namespace {
/// Brings a square matrix to Smith normal form by row and column operations;
/// the column operations are kept.
class SmithForm {
public:
  explicit SmithForm(const IntegerLattice &lattice)
      : matrix(lattice.basis), columns(matrix.size(), Point(matrix.size())) {
    for (unsigned k = 0; k < size(); ++k)
      columns[k][k] = 1;
    for (unsigned k = 0; k < size(); ++k)
      diagonalise(k);
  }

  unsigned size() const { return matrix.size(); }
  int64_t diagonal(unsigned k) const { return std::abs(matrix[k][k]); }
  /// Column k of V in `U B V = S`.
  Point column(unsigned k) const {
    Point result;
    for (const Point &row : columns)
      result.push_back(row[k]);
    return result;
  }

private:
  void swapColumns(unsigned a, unsigned b) {
    for (auto *rows : {&matrix, &columns})
      for (Point &row : *rows)
        std::swap(row[a], row[b]);
  }
  /// Column `to` minus `times` column `from`.
  void subtractColumn(unsigned to, unsigned from, int64_t times) {
    for (auto *rows : {&matrix, &columns})
      for (Point &row : *rows)
        row[to] -= times * row[from];
  }
  void subtractRow(unsigned to, unsigned from, int64_t times) {
    for (unsigned d = 0; d < size(); ++d)
      matrix[to][d] -= times * matrix[from][d];
  }

  /// The entry of least size that is not 0, from (k, k) on, to (k, k).
  void movePivot(unsigned k) {
    unsigned row = k, column = k;
    auto isBetter = [&](int64_t entry) {
      int64_t best = matrix[row][column];
      return entry != 0 && (best == 0 || std::abs(entry) < std::abs(best));
    };
    for (unsigned r = k; r < size(); ++r)
      for (unsigned c = k; c < size(); ++c)
        if (isBetter(matrix[r][c])) {
          row = r;
          column = c;
        }
    std::swap(matrix[k], matrix[row]);
    swapColumns(k, column);
  }

  /// Row and column k are 0 but for the diagonal, which divides all that is
  /// left.
  void diagonalise(unsigned k) {
    for (bool again = true; again;) {
      movePivot(k);
      int64_t pivot = matrix[k][k];
      again = false;
      for (unsigned j = k + 1; j < size(); ++j) {
        subtractRow(j, k, matrix[j][k] / pivot);
        subtractColumn(j, k, matrix[k][j] / pivot);
        again |= matrix[j][k] != 0 || matrix[k][j] != 0;
      }
      for (unsigned r = k + 1; r < size() && !again; ++r)
        for (unsigned c = k + 1; c < size() && !again; ++c)
          if (matrix[r][c] % pivot != 0) {
            // The row joins the pivot's: the next round finds a remainder.
            subtractRow(k, r, -1);
            again = true;
          }
    }
  }

  SmallVector<Point, 4> matrix, columns;
};
} // namespace

SmallVector<CyclicRow> polymem::rowsOf(const IntegerLattice &lattice) {
  SmithForm form(lattice);
  SmallVector<CyclicRow> rows;
  for (unsigned k = 0; k < form.size(); ++k) {
    int64_t modulus = form.diagonal(k);
    if (modulus == 1)
      continue;
    CyclicRow &row = rows.emplace_back(CyclicRow{form.column(k), modulus});
    int64_t sign = 0;
    for (int64_t &weight : row.weights) {
      weight = mod(weight, modulus);
      if (2 * weight > modulus)
        weight -= modulus;
      if (sign == 0 && weight != 0)
        sign = weight < 0 ? -1 : 1;
    }
    // The first weight is positive.
    if (sign < 0)
      for (int64_t &weight : row.weights)
        weight = -weight;
  }
  return rows;
}

//===- ReuseVectors.cpp - mappings along vectors between cells ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/ReuseVectors.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace polymem;

using Vector = SmallVector<int64_t>;

/// Bases that are returned.
static constexpr size_t kMaxBases = 3;
/// Products of a vector and a difference that are computed.
static constexpr size_t kMaxProducts = 3000000;

static int64_t dot(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), int64_t(0));
}

/// Primitive vectors with coordinates of at most `most`, one of a and -a, of
/// more than one coordinate that is not 0: other directions are those of
/// successive modulo. Small ones first.
static std::vector<Vector> smallVectors(unsigned rank, int64_t most) {
  std::vector<Vector> result;
  Vector vector(rank, -most);
  while (true) {
    int64_t divisor = 0;
    for (int64_t coordinate : vector)
      divisor = std::gcd(divisor, coordinate);
    const auto *first =
        find_if(vector, [](int64_t coordinate) { return coordinate != 0; });
    if (divisor == 1 && *first > 0 &&
        count_if(vector, [](int64_t c) { return c != 0; }) > 1)
      result.push_back(vector);
    unsigned d = 0;
    while (d < rank && vector[d] == most)
      vector[d++] = -most;
    if (d == rank)
      break;
    ++vector[d];
  }
  llvm::sort(result, [](const Vector &a, const Vector &b) {
    return std::make_pair(dot(a, a), b) < std::make_pair(dot(b, b), a);
  });
  return result;
}

/// The rows that take `vector`, which is primitive, to (0, .., 0, 1).
static UnimodularBasis basisFor(Vector vector) {
  unsigned rank = vector.size();
  UnimodularBasis rows(rank, Vector(rank, 0));
  for (unsigned d = 0; d < rank; ++d)
    rows[d][d] = 1;
  auto subtract = [&](unsigned from, unsigned row, int64_t factor) {
    vector[from] -= factor * vector[row];
    for (unsigned d = 0; d < rank; ++d)
      rows[from][d] -= factor * rows[row][d];
  };
  // Euclid's algorithm, from each coordinate to the next.
  for (unsigned d = 0; d + 1 < rank; ++d) {
    while (vector[d] != 0) {
      if (vector[d + 1] != 0)
        subtract(d, d + 1, vector[d] / vector[d + 1]);
      if (vector[d] != 0) {
        std::swap(vector[d], vector[d + 1]);
        std::swap(rows[d], rows[d + 1]);
      }
    }
  }
  if (vector.back() < 0)
    for (int64_t &coefficient : rows.back())
      coefficient = -coefficient;
  return rows;
}

/// Cells of successive modulo in this basis.
static int64_t cellsIn(const SampleConflicts &sample,
                       const UnimodularBasis &basis) {
  std::vector<ArrayRef<int64_t>> left(sample.differences().begin(),
                                      sample.differences().end());
  int64_t cells = 1;
  for (const Vector &row : basis) {
    int64_t width = 0;
    std::vector<ArrayRef<int64_t>> equal;
    for (ArrayRef<int64_t> difference : left) {
      int64_t product = dot(row, difference);
      width = std::max(width, std::abs(product));
      if (product == 0)
        equal.push_back(difference);
    }
    if (MulOverflow(cells, width + 1, cells))
      return INT64_MAX;
    left = std::move(equal);
  }
  return cells;
}

std::vector<SizedBasis> polymem::reuseBases(const SampleConflicts &sample) {
  // Of more coordinates there are too many vectors.
  constexpr int64_t kMost[] = {0, 0, 3, 2, 1};
  unsigned rank = sample.rank();
  if (rank < 2 || rank >= std::size(kMost))
    return {};
  std::vector<Vector> vectors = smallVectors(rank, kMost[rank]);
  if (vectors.size() * sample.differences().size() > kMaxProducts)
    return {};
  std::vector<SizedBasis> result;
  for (const Vector &vector : vectors) {
    UnimodularBasis basis = basisFor(vector);
    // All orders of the rows that are 0 on the vector.
    SmallVector<unsigned> order(rank - 1);
    std::iota(order.begin(), order.end(), 0);
    do {
      SizedBasis sized;
      for (unsigned row : order)
        sized.rows.push_back(basis[row]);
      sized.rows.push_back(basis.back());
      sized.cells = cellsIn(sample, sized.rows);
      result.push_back(std::move(sized));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  // Of equal ones the earlier: its vector is smaller.
  std::vector<size_t> ranking(result.size());
  std::iota(ranking.begin(), ranking.end(), 0);
  llvm::sort(ranking, [&](size_t a, size_t b) {
    return std::make_pair(result[a].cells, a) <
           std::make_pair(result[b].cells, b);
  });
  ranking.resize(std::min(ranking.size(), kMaxBases));
  std::vector<SizedBasis> best;
  best.reserve(ranking.size());
  for (size_t k : ranking)
    best.push_back(std::move(result[k]));
  return best;
}

std::optional<std::vector<StorageCase>>
polymem::successiveModuloIn(const ConflictSet &conflicts,
                            const UnimodularBasis &basis) {
  unsigned rank = conflicts.rank();
  const isl::set &elements = conflicts.elements();
  isl::space space = spaceOfDims(elements.ctx(), rank);
  IslForms forms(space);
  isl::pw_aff_list rows(elements.ctx(), rank);
  for (unsigned d = 0; d < rank; ++d)
    rows = rows.add(forms.sum(basis[d]));
  // { [a] -> [basis a] }
  isl::map change =
      space.map_from_domain_and_range(space).multi_pw_aff(rows).as_map();
  change = withTupleName(change, isl::dim::in, tupleNameOf(elements));
  ConflictSet changed(
      elements.apply(change),
      conflicts.pairs().apply_domain(change).apply_range(change), std::nullopt,
      conflicts.domain().quotients().all());
  if (changed.isNull() || changed.parameters() != conflicts.parameters())
    return std::nullopt;
  SmallVector<unsigned> order(rank);
  std::iota(order.begin(), order.end(), 0);
  auto cases = SuccessiveModulo(changed).inOrder(order);
  if (!cases)
    return std::nullopt;
  for (StorageCase &part : *cases)
    for (StorageRow &row : part.mapping.rows) {
      std::vector<Polynomial> coefficients(rank);
      for (unsigned d = 0; d < rank; ++d)
        for (unsigned e = 0; e < rank; ++e)
          coefficients[e] =
              coefficients[e] + row.coefficients[d] * Polynomial(basis[d][e]);
      row.coefficients = std::move(coefficients);
    }
  return cases;
}

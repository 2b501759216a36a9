//===- SuccessiveModulo.h - one modulus per dimension -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 4.1; the method is Lefebvre and Feautrier's.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_SUCCESSIVEMODULO_H
#define POLYMEM_STORAGE_MAPPINGS_SUCCESSIVEMODULO_H

#include "PolyMem/Storage/Mappings/StorageMapping.h"
#include <map>

namespace polymem {

/// `[p] -> { : }` parts of `domain` and the polynomial in each.
using PolynomialPieces = std::vector<std::pair<isl::set, Polynomial>>;

/// The largest value of dimension `dim` of the elements of `set`, `[p] -> {
/// [x] }`, or 0 where there are none or it is negative: one polynomial for each
/// part of `domain`. Never less than the true value, and equal to it if that
/// has at most `maxPieces` parts and no divisions but those of
/// `domain.quotients()`. Others are added to `wanted`, if that is there.
/// Nothing if it is unbounded or isl gave up.
std::optional<PolynomialPieces>
largestValue(const isl::set &set, unsigned dim, const ParameterDomain &domain,
             size_t maxPieces, std::vector<Quotient> *wanted = nullptr);

/// A polynomial that is never less than the largest difference in dimension
/// `dim` of two of `elements = [p] -> { [x] }`, by bounds of their hull;
/// nothing if these are not known.
std::optional<Polynomial> largestDistance(const isl::set &elements,
                                          unsigned dim,
                                          const ParameterDomain &domain);

/// A polynomial that is never less than coordinate `dim` of one of `elements`.
std::optional<Polynomial> largestCoordinate(const isl::set &elements,
                                            unsigned dim,
                                            const ParameterDomain &domain);

/// For each dimension a number of values that is enough for all elements: the
/// sizes of a box around them. Nothing if one is not known.
std::optional<std::vector<Polynomial>> extentsOf(const ConflictSet &conflicts);

/// Successive modulo in several orders of the dimensions: what they have in
/// common is computed once.
class SuccessiveModulo {
public:
  /// Keeps a reference to `conflicts`.
  explicit SuccessiveModulo(const ConflictSet &conflicts)
      : conflicts(conflicts) {}

  /// `x -> (x[order[0]] mod b0, x[order[1]] mod b1, ..)`: b_k is one more than
  /// the largest difference in dimension `order[k]` of conflicting elements
  /// that are equal in the dimensions before it. Moduli of 1 are left out. The
  /// moduli are exact and so differ between parts of `conflicts.domain()`,
  /// which the cases cover; where the parts are too many or not affine, bounds
  /// of the differences' hull are taken, or of the elements'. Always valid.
  /// Nothing if differences are unbounded or isl gave up.
  std::optional<std::vector<StorageCase>>
  inOrder(llvm::ArrayRef<unsigned> order);

  /// Quotients of parameters with which the moduli would be exact.
  const std::vector<Quotient> &wanted() const { return wantedQuotients; }

private:
  /// Which dimensions are equal.
  using Dims = std::vector<bool>;
  std::optional<PolynomialPieces> width(const Dims &equal, unsigned dim,
                                        size_t maxPieces);

  const ConflictSet &conflicts;
  std::map<Dims, isl::set> differences;
  std::map<std::pair<Dims, unsigned>, PolynomialPieces> widths;
  std::vector<Quotient> wantedQuotients;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_SUCCESSIVEMODULO_H

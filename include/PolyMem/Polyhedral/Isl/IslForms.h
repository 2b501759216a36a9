//===- IslForms.h - affine functions and what they bound --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sets and relations that are no program's are written with: as formulas
// of isl objects, not as text that isl reads.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLFORMS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLFORMS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"

namespace polymem {

/// The affine functions on the elements of a space, `[p] -> { A[a] }`, or on
/// its pairs, `[p] -> { A[a] -> B[b] }`. Dimensions of pairs are those of `a`,
/// then those of `b`; what functions on pairs bound is a set
/// `{ [A[a] -> B[b]] }`, to be unwrapped.
class IslForms {
public:
  explicit IslForms(const isl::space &space)
      : domain(space.is_set().is_true() ? space : space.wrap()) {}

  /// All elements (all pairs).
  isl::set all() const { return isl::set::universe(domain); }

  /// `{ A[a] -> [a_position] }`.
  isl::pw_aff dim(unsigned position) const {
    return isl::aff::var_on_domain(isl::local_space(domain), isl::dim::set,
                                   position);
  }

  /// `[id] -> { A[a] -> [id] }`.
  isl::pw_aff parameter(const isl::id &id) const {
    return domain.add_param(id).param_aff_on_domain(id);
  }

  /// `{ A[a] -> [value] }`.
  isl::pw_aff constant(int64_t value) const {
    return domain.zero_aff_on_domain().add_constant(value);
  }

  /// `{ A[a] -> [factors_0 a_0 + factors_1 a_1 + ... + offset] }`.
  isl::pw_aff sum(llvm::ArrayRef<int64_t> factors, int64_t offset = 0) const {
    isl::pw_aff result = constant(offset);
    for (unsigned k = 0; k < factors.size(); ++k)
      result = result.add(dim(k).scale(factors[k]));
    return result;
  }

private:
  isl::space domain;
};

/// `{ A[a] : first(a) <= value(a) < end(a) }`.
inline isl::set inRange(const isl::pw_aff &value, const isl::pw_aff &first,
                        const isl::pw_aff &end) {
  return first.le_set(value).intersect(value.lt_set(end));
}

/// `{ A[a] : value(a) is in tile tile(a) }`, of `size` values each, from 0 on.
inline isl::set inTile(const isl::pw_aff &value, const isl::pw_aff &tile,
                       int64_t size) {
  isl::pw_aff first = tile.scale(size);
  return inRange(value, first, first.add_constant(size));
}

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLFORMS_H

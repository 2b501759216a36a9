//===- Polynomial.h - integer polynomials in parameters ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strides and moduli of storage mappings: `2 B - 2`, `N^2 + N + 1`.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTS_POLYNOMIAL_H
#define POLYMEM_STORAGE_CONFLICTS_POLYNOMIAL_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polymem {

/// A polynomial with integer coefficients in parameters, which have numbers.
/// Coefficients that do not fit make it invalid, and all that is computed from
/// it.
class Polynomial {
public:
  /// A constant.
  Polynomial(int64_t value = 0);
  /// The parameter `number`.
  static Polynomial parameter(unsigned number);

  /// An affine form `[p] -> { [..] -> [value] }` of the parameters alone, with
  /// integer coefficients and without divisions; nothing for others.
  static std::optional<Polynomial> fromAff(const isl::aff &aff);

  bool isValid() const { return valid; }
  bool isZero() const { return valid && terms.empty(); }
  /// The value of a constant.
  std::optional<int64_t> constant() const;
  /// The highest sum of exponents of a term; 0 of constants.
  unsigned degree() const;
  /// Some term has the parameter `number`.
  bool dependsOn(unsigned number) const;

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  Polynomial operator-() const { return Polynomial(0) - *this; }
  bool operator==(const Polynomial &other) const {
    return valid == other.valid && terms == other.terms;
  }

  /// Quotient and remainder: `*this = quotient * divisor + remainder`, and no
  /// term of the remainder is a multiple of the leading term of `divisor`.
  std::pair<Polynomial, Polynomial> divide(const Polynomial &divisor) const;

  /// The value where parameter k is `values[k]`; none if it does not fit.
  std::optional<int64_t> at(llvm::ArrayRef<int64_t> values) const;

  /// `parameter[k] + shifts[k]` in place of each parameter k.
  Polynomial shifted(llvm::ArrayRef<int64_t> shifts) const;

  /// `values[k]` in place of each parameter k.
  Polynomial substituted(llvm::ArrayRef<Polynomial> values) const;

  /// Known to be at least `bound` where parameter k is at least `least[k]`: a
  /// sufficient condition.
  bool isAtLeast(int64_t bound, llvm::ArrayRef<int64_t> least) const;

  /// A polynomial of degree 1 as `[p] -> { [..] -> [value] }` on `domain`,
  /// whose parameter k is parameter k here; null for others.
  isl::aff asAff(const isl::space &domain) const;

  /// Calls `visit` with the exponents of the parameters and the coefficient of
  /// each term, the leading one first.
  void forEachTerm(
      llvm::function_ref<void(llvm::ArrayRef<unsigned>, int64_t)> visit) const;

  /// `2*B - 2`, with `names[k]` for parameter k.
  std::string text(llvm::ArrayRef<std::string> names) const;

private:
  /// Exponents of the parameters, without trailing zeros, and coefficients.
  /// (The last term is the leading one.)
  using Exponents = std::vector<unsigned>;
  void add(const Exponents &exponents, int64_t coefficient);

  std::map<Exponents, int64_t> terms;
  bool valid = true;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_POLYNOMIAL_H

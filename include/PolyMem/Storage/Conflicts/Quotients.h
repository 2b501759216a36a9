//===- Quotients.h - rounded quotients of parameters ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least modulus may be `floor(N/2) + 1`, no polynomial of N. It is one of N
// and h if h = floor(N/2) is a parameter, too.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTS_QUOTIENTS_H
#define POLYMEM_STORAGE_CONFLICTS_QUOTIENTS_H

#include "PolyMem/Storage/Conflicts/Polynomial.h"

namespace polymem {

/// `floor(dividend / divisor)`. The dividend is affine in the parameters before
/// this one; its coefficients are in [0, divisor).
struct Quotient {
  Polynomial dividend;
  int64_t divisor;

  /// "floor((N + 1)/2)", with `names[k]` for parameter k.
  std::string text(llvm::ArrayRef<std::string> names) const;
  /// The value for these values of the parameters before this one.
  std::optional<int64_t> at(llvm::ArrayRef<int64_t> values) const;
  bool operator==(const Quotient &other) const {
    return dividend == other.dividend && divisor == other.divisor;
  }
};

/// Quotients, which have the numbers behind those of some parameters.
class Quotients {
public:
  explicit Quotients(unsigned parameters = 0, std::vector<Quotient> known = {})
      : parameters(parameters), known(std::move(known)) {}

  const std::vector<Quotient> &all() const { return known; }
  /// Number of parameters that are no quotients.
  unsigned firstNumber() const { return parameters; }
  /// `values` of the parameters, and those of the quotients behind. Shorter
  /// where one does not fit.
  llvm::SmallVector<int64_t> completed(llvm::ArrayRef<int64_t> values) const;

  /// `floor(dividend / divisor)` for an affine dividend; the quotient is added
  /// if it is new.
  std::optional<Polynomial> floorOf(const Polynomial &dividend,
                                    int64_t divisor);
  /// The value of `aff = [p] -> { [..] -> [value] }`, an integer wherever it
  /// is asked for, of the parameters alone, with their quotients: those that
  /// are new are added. Nothing if a number does not fit.
  std::optional<Polynomial> valueOf(const isl::aff &aff);

private:
  unsigned parameters;
  std::vector<Quotient> known;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_QUOTIENTS_H

//===- ParameterDomain.h - what is known of the parameters ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signs of polynomials, and parameter values to try things at.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTS_PARAMETERDOMAIN_H
#define POLYMEM_STORAGE_CONFLICTS_PARAMETERDOMAIN_H

#include "PolyMem/Storage/Conflicts/Quotients.h"

namespace polymem {

/// Values that the parameters may have. Parameter k of a polynomial is
/// parameter k of the set's space.
class ParameterDomain {
public:
  /// `context = [p] -> { : ... }`; null, as `context()` is then, where isl gave
  /// up: nothing is known of parameters. The last ones are `quotients`, which
  /// the context says, too.
  explicit ParameterDomain(isl::set context,
                           std::vector<Quotient> quotients = {});

  const isl::set &context() const { return contextSet; }
  unsigned size() const { return leastValues.size(); }
  /// Those of the parameters that are quotients of others: the last ones.
  const Quotients &quotients() const { return theQuotients; }

  /// Known to be at least `bound` for all values: exactly for polynomials of
  /// degree 1, a sufficient condition (with the least value of each parameter)
  /// for others.
  bool isAtLeast(const Polynomial &polynomial, int64_t bound) const;

  /// `[p] -> { : ... }`, the part of the domain where it is not negative;
  /// nothing if that is not known. A product has one sign from small sizes on;
  /// each of the smaller sizes takes one factor away.
  std::optional<isl::set> whereNonNegative(const Polynomial &polynomial) const;

  /// The least value of parameter k; none if there is no least one.
  std::optional<int64_t> least(unsigned k) const { return leastValues[k]; }

  /// The values at least `shift` above the least one of each parameter that is
  /// no quotient.
  isl::set contextFrom(int64_t shift) const;

  bool contains(llvm::ArrayRef<int64_t> values) const;

  /// Values at which polynomials of this degree and no other agree: for one
  /// parameter, `degree + 1` values that follow each other, the first one
  /// `shift` above the least. Only those in the domain are returned. With
  /// quotients they are so many that each remainder occurs as often.
  std::vector<llvm::SmallVector<int64_t>> samples(unsigned degree,
                                                  int64_t shift) const;

private:
  isl::set contextSet;
  llvm::SmallVector<std::optional<int64_t>> leastValues;
  Quotients theQuotients;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_PARAMETERDOMAIN_H

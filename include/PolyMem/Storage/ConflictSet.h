//===- ConflictSet.h - elements that must not share a cell ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Automatic storage optimization for arrays" (TOPLAS 2016), section 2, and
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 4.3.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTSET_H
#define POLYMEM_STORAGE_CONFLICTSET_H

#include "PolyMem/Storage/ParameterDomain.h"
#include <string>
#include <vector>

namespace polymem {

/// The elements of one array and which of them conflict: both hold a value that
/// is needed at some time, so that they must not be in one cell. Null members
/// where isl gave up.
class ConflictSet {
public:
  /// `elements = [p] -> { A[x] }`, `conflicts = [p] -> { A[x] -> A[y] }`, in
  /// one direction or both, elements with themselves or not. What is not among
  /// the elements does not count.
  ConflictSet(isl::set elements, isl::map conflicts);

  bool isNull() const { return theDifferences.is_null(); }
  unsigned rank() const { return theRank; }
  /// `[p] -> { [x] }`.
  const isl::set &elements() const { return theElements; }
  /// `[p] -> { [x] -> [y] }`, in the directions in which they were given, maybe
  /// some with x = y.
  const isl::map &pairs() const { return thePairs; }
  /// `[p] -> { [y - x] }`, in both directions, without 0. A mapping that is
  /// linear in the elements is valid iff it maps none of them to 0.
  const isl::set &differences() const { return theDifferences; }
  /// `[p] -> { [y - x] }`, without 0, at least one of d and -d for each
  /// difference: in the directions and, as far as isl keeps them, the convex
  /// pieces that the conflicts were given in.
  const isl::set &givenDifferences() const { return theGiven; }
  /// Names of the parameters, which have the numbers that polynomials use.
  const std::vector<std::string> &parameters() const { return names; }
  /// Where there are elements.
  const ParameterDomain &domain() const { return theDomain; }
  /// Where the parameters have values in `context = [p] -> { : ... }`.
  ConflictSet restrictedTo(isl::set context) const;

private:
  unsigned theRank = 0;
  isl::set theElements, theDifferences, theGiven;
  isl::map thePairs;
  std::vector<std::string> names;
  ParameterDomain theDomain{isl::set()};
};

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTSET_H

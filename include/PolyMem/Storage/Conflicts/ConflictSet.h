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

#ifndef POLYMEM_STORAGE_CONFLICTS_CONFLICTSET_H
#define POLYMEM_STORAGE_CONFLICTS_CONFLICTSET_H

#include "PolyMem/Storage/Conflicts/ParameterDomain.h"
#include <optional>
#include <string>
#include <vector>

namespace polymem {

/// How many arrays the elements are of. Those of several are in one space
/// (see `JointLayout`), whose first dimensions tell the arrays apart.
struct ConflictShape {
  /// Dimensions that tell arrays apart.
  unsigned selectors = 0;
  /// The largest number of dimensions of an array.
  unsigned arrayRank = 0;
};

/// The elements of one array, or of several in one space, and which of them
/// conflict: both hold a value that is needed at some time, so that they must
/// not be in one cell. Null members where isl gave up.
///
/// Conflicts may be a superset of those that exist: mappings are proved against
/// all of them, but that a number of cells is needed follows only from those
/// that surely exist.
class ConflictSet {
public:
  /// `elements = [p] -> { A[x] }`, `conflicts = [p] -> { A[x] -> A[y] }`, in
  /// one direction or both, elements with themselves or not. What is not among
  /// the elements does not count. Without `shape` it is one array. `quotients`
  /// are the last parameters of `elements`, which says what they are. All
  /// conflicts surely exist until `setSure` says otherwise.
  ConflictSet(isl::set elements, isl::map conflicts,
              std::optional<ConflictShape> shape = std::nullopt,
              std::vector<Quotient> quotients = {});

  /// Only `sure = [p] -> { A[x] -> A[y] }`, some of the conflicts, surely
  /// exist; none if it is null or depends on parameters that the conflicts do
  /// not have.
  void setSure(isl::map sure);

  bool isNull() const { return theDifferences.is_null(); }
  /// Whether all conflicts surely exist.
  bool isExact() const { return exact; }
  /// The same elements and the conflicts that surely exist, with the same
  /// parameters.
  ConflictSet sure() const;
  unsigned rank() const { return theRank; }
  /// The dimensions that tell arrays apart; 0 if there is only one.
  unsigned selectors() const { return theShape.selectors; }
  /// The largest number of dimensions of an array.
  unsigned arrayRank() const { return theShape.arrayRank; }
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
  /// `[p] -> { [d] }`, a superset of `givenDifferences()` but for the sign of
  /// each difference, without 0, in few convex pieces: the hulls of all whose
  /// first coordinate that is not 0 is the first one, the second one, ...,
  /// turned so that it is positive. The given ones themselves if they have few
  /// pieces. Nearly everything isl does takes time that grows with pieces.
  const isl::set &hulls() const { return theHulls; }
  /// Whether they are others than the given ones.
  bool hasHulls() const { return hulls().get() != givenDifferences().get(); }
  /// More pieces than these are many.
  static constexpr unsigned kFewPieces = 6;
  /// Names of the parameters, which have the numbers that polynomials use.
  const std::vector<std::string> &parameters() const { return names; }
  /// Where there are elements.
  const ParameterDomain &domain() const { return theDomain; }
  /// Where the parameters have values in `context = [p] -> { : ... }`.
  ConflictSet restrictedTo(isl::set context) const;
  /// The same, with `quotients` of the parameters as further parameters. There
  /// are none before. Null where isl gave up.
  ConflictSet withQuotients(llvm::ArrayRef<Quotient> quotients) const;
  /// `context = [p] -> { : ... }` as text: what is not known of the parameters
  /// anyway, without quotients.
  std::string contextText(isl::set context) const;

private:
  void setDifferences();

  unsigned theRank = 0;
  ConflictShape theShape;
  isl::set theElements, theDifferences, theGiven, theHulls;
  isl::map thePairs;
  bool exact = true;
  /// Unless all are: `[p] -> { [x] -> [y] }`.
  isl::map theSure;
  std::vector<std::string> names;
  ParameterDomain theDomain{isl::set()};
};

/// The hulls of the elements of `differences = [p] -> { [d] }`, each turned so
/// that its first coordinate that is not 0 is positive, whose first such
/// coordinate is the first one, the second one, ...; without empty ones and
/// divisions.
llvm::SmallVector<isl::basic_set> leadingHulls(const isl::set &differences);

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_CONFLICTSET_H

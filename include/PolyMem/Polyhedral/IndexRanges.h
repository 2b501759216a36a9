//===- IndexRanges.h - between which numbers index values are ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of index values from those of the values that they are made of, each
// by itself: that two of them depend on the same one is not seen. What their
// definitions say is IndexValues.h's; what is known of a value without one is
// up to who asks. Nothing: a range is not known, or a number is too large.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_INDEXRANGES_H
#define POLYMEM_POLYHEDRAL_INDEXRANGES_H

#include "PolyMem/Polyhedral/IndexValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polymem {

/// Values between two ones, both included.
struct IndexRange {
  int64_t least = 0, greatest = 0;

  /// `number` alone.
  static IndexRange of(int64_t number) { return {number, number}; }
};

/// Where `a + b`, `a - b` and `a * b` are.
std::optional<IndexRange> sumOf(IndexRange a, IndexRange b);
std::optional<IndexRange> differenceOf(IndexRange a, IndexRange b);
std::optional<IndexRange> productOf(IndexRange a, IndexRange b);

/// Where quotients by a positive constant are that are rounded down, or up.
std::optional<IndexRange> floorQuotientOf(IndexRange a, IndexRange b);
std::optional<IndexRange> ceilQuotientOf(IndexRange a, IndexRange b);

/// Where quotients are that are rounded towards zero, and their remainders, by
/// numbers that are not negative, and not 0 as there is a result.
std::optional<IndexRange> quotientOf(IndexRange a, IndexRange b);
std::optional<IndexRange> remainderOf(IndexRange a, IndexRange b);

/// Where the lesser (greater) one of two values is.
IndexRange lesserOf(IndexRange a, IndexRange b);
IndexRange greaterOf(IndexRange a, IndexRange b);

/// Where either of two values is.
IndexRange hullOf(IndexRange a, IndexRange b);

/// What is known of a value.
using RangeOf =
    llvm::function_ref<std::optional<IndexRange>(mlir::Value value)>;

/// Where the least (greatest) one of `terms` is. Of terms that are not known,
/// others bound it from one side.
std::optional<IndexRange> rangeOfLeast(const IndexTerms &terms,
                                       RangeOf rangeOf);
std::optional<IndexRange> rangeOfGreatest(const IndexTerms &terms,
                                          RangeOf rangeOf);

/// Where a value of this definition is. The variable of a loop that is never
/// entered is where it begins.
std::optional<IndexRange> rangeOfDefined(const IndexDefinition &definition,
                                         RangeOf rangeOf);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_INDEXRANGES_H

//===- SampleConflicts.h - conflicts at one size, in extension --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can only be searched is searched where the parameters have small values;
// what is found there is generalised and proved for all values.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_SAMPLECONFLICTS_H
#define POLYMEM_STORAGE_MAPPINGS_SAMPLECONFLICTS_H

#include "PolyMem/Storage/Mappings/StorageMapping.h"

namespace polymem {

/// The conflicts of an array where the parameters have given values.
class SampleConflicts {
public:
  using Point = llvm::SmallVector<int64_t, 4>;

  /// Enumerates the differences; nothing if there are more than `maxPoints`, or
  /// infinitely many.
  static std::optional<SampleConflicts> at(const ConflictSet &conflicts,
                                           llvm::ArrayRef<int64_t> parameters,
                                           size_t maxPoints = 100000);

  llvm::ArrayRef<int64_t> parameters() const { return values; }
  unsigned rank() const { return theRank; }
  /// One of d and -d for each difference d of conflicting elements.
  llvm::ArrayRef<Point> differences() const { return theDifferences; }
  /// The least m such that no difference d that `others` maps to 0 has
  /// `weights . d mod m = 0`; nothing if `weights . d = 0` for some of them, or
  /// if it is large.
  std::optional<int64_t> leastModulus(llvm::ArrayRef<int64_t> weights,
                                      const StorageMapping &others) const;
  /// The modulus that successive modulo takes for each dimension if it takes
  /// them in this order: one more than the largest difference in it of elements
  /// that are equal in those before.
  llvm::SmallVector<int64_t>
  successiveModuli(llvm::ArrayRef<unsigned> order) const;
  /// A difference of conflicting elements that `mapping` maps to 0; none if it
  /// is valid.
  std::optional<Point> findClash(const StorageMapping &mapping) const;

private:
  llvm::SmallVector<int64_t> values;
  unsigned theRank = 0;
  std::vector<Point> theDifferences;
};

/// Two conflicting elements that share a cell.
struct MappingClash {
  /// Where the parameters have these values.
  llvm::SmallVector<int64_t> parameters;
  SampleConflicts::Point first, second;
};

/// A clash of `mapping`, looked for at small sizes and then where a proof that
/// there is none fails. Nothing if none was found, though there may be one.
std::optional<MappingClash> findClash(const ConflictSet &conflicts,
                                      const StorageMapping &mapping);

/// The elements where the parameters have these values, in lexicographic order;
/// nothing if there are more than `maxElements`, or infinitely many.
std::optional<std::vector<SampleConflicts::Point>>
elementsAt(const ConflictSet &conflicts, llvm::ArrayRef<int64_t> parameters,
           size_t maxElements);

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_SAMPLECONFLICTS_H

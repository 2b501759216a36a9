//===- JointOffsets.h - where arrays begin in a common buffer ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several arrays share a cyclic buffer: with given strides each conflict of two
// arrays forbids a difference of their offsets. What is left are places on a
// circle, which are found at small sizes and generalised.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_JOINTOFFSETS_H
#define POLYMEM_STORAGE_SEARCH_JOINTOFFSETS_H

#include "PolyMem/Storage/Search/LatticeSearch.h"

namespace polymem {

/// Offsets of the arrays of a joint conflict set (see `JointLayout`) in rows
/// `(w . x + o) mod m` with given strides w, at one size.
class OffsetProblem {
public:
  using Point = SampleConflicts::Point;

  /// Of `weights`, which has an entry for each joint dimension, those of the
  /// first `selectors` dimensions do not count.
  OffsetProblem(const SampleConflicts &sample, unsigned selectors,
                llvm::ArrayRef<int64_t> weights);

  /// The least modulus, from `atLeast` to `atMost`, for which offsets were
  /// found. Exact for two arrays; for more some offsets are not tried.
  std::optional<int64_t> leastModulus(int64_t atLeast, int64_t atMost) const;

  /// Offsets of all arrays but the first, in [0, modulus), at most `most` of
  /// them: each offset is next to one that arrays before forbid.
  std::vector<Point> tightOffsets(int64_t modulus, size_t most) const;

  /// No conflicting elements share a cell.
  bool isValid(llvm::ArrayRef<int64_t> offsets, int64_t modulus) const;

private:
  /// `o[second] - o[first]` must not be -distance.
  struct Forbidden {
    unsigned first, second;
    int64_t distance;
  };
  bool separatesEach(int64_t modulus) const;
  void extend(Point &offsets, int64_t modulus, size_t most, size_t &tries,
              std::vector<Point> &found) const;

  unsigned selectors;
  /// Distances of conflicting elements of one array, not negative.
  std::vector<int64_t> own;
  /// For each array, what arrays before it forbid.
  std::vector<std::vector<Forbidden>> cross;
};

/// Tries all `(w . x + o) mod m` of which a stride is 1, from `m = atLeast` on,
/// as `searchCyclic` does, which would try all offsets; those found are in the
/// weights of the selectors. Nothing if there is none up to `atMost`, or after
/// `maxTries` strides.
std::optional<CyclicMappings> searchJointCyclic(const SampleConflicts &sample,
                                                unsigned selectors,
                                                int64_t atLeast, int64_t atMost,
                                                size_t maxTries = 5000);

/// Mappings with the strides `weights`, which are polynomials, whose modulus
/// and offsets are polynomials too: the modulus agrees with the least one of
/// every sample that was found between `least[k]` and `most`, the offsets are
/// valid at all of them. The simplest ones first.
std::vector<StorageMapping>
generaliseOffsets(llvm::ArrayRef<SampleConflicts> samples,
                  llvm::ArrayRef<int64_t> least, int64_t most,
                  const ConflictSet &conflicts,
                  llvm::ArrayRef<Polynomial> weights);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_JOINTOFFSETS_H

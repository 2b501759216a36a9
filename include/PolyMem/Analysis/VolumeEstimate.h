//===- VolumeEstimate.h - how many elements, as a number --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithm 1 of P1 and the choice of buffers compare volumes. Without
// parameters volumes are exact. With parameters they are the exact volumes of
// one representative instance of the block: sizes are given round values, tile
// origins lie in the middle of their range, where tiles are full. This decides
// only what is profitable, never what is correct; it errs towards interior
// tiles (too high for partial tiles at the border).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_VOLUMEESTIMATE_H
#define POLYMEM_ANALYSIS_VOLUMEESTIMATE_H

#include "PolyMem/Polyhedral/Isl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polymem {

/// What a parameter is, for the choice of representative values.
enum class ParameterRole {
  TileSize,    ///< a step of a tile
  ProblemSize, ///< fixed during the whole function
  Origin       ///< varies between instances of the block
};

class VolumeEstimate {
public:
  /// Representative values; smaller ones are taken where the context rules
  /// these out.
  static constexpr int64_t kTileSize = 32;
  static constexpr int64_t kProblemSize = 256;

  /// Chooses the representative instance among the parameters
  /// `context = [p] -> { : ... }`.
  VolumeEstimate(const isl::set &context,
                 llvm::function_ref<ParameterRole(const isl::id &)> role);

  /// Number of elements of `set = [p] -> { A[a] }` in the representative
  /// instance; 0 if the set is unbounded or the budget ran out.
  int64_t count(const isl::set &set) const;

  /// True iff there are no parameters: counts are exact.
  bool exact() const { return text.empty(); }
  /// "p0 = 256, p1 = 128"; empty without parameters.
  const std::string &representative() const { return text; }

private:
  /// `[p] -> { : p = the chosen values }`.
  isl::set point;
  std::string text;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_VOLUMEESTIMATE_H

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

#ifndef POLYMEM_ANALYSIS_ACCESSES_VOLUMEESTIMATE_H
#define POLYMEM_ANALYSIS_ACCESSES_VOLUMEESTIMATE_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

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
  /// A problem of which every tile is a small part.
  static constexpr int64_t kLargeProblemSize = 1 << 16;

  /// Chooses the representative instance among the parameters
  /// `context = [p] -> { : ... }`.
  VolumeEstimate(const isl::set &context,
                 llvm::function_ref<ParameterRole(const isl::id &)> role,
                 int64_t problemSize = kProblemSize);

  /// The instances of the same problem in which one of the parameters that
  /// `varies` names has its least or its greatest value, those after it being
  /// in the middle again.
  std::vector<VolumeEstimate>
  borders(llvm::function_ref<bool(const isl::id &)> varies) const;

  /// Number of elements of `set = [p] -> { A[a] }` in the representative
  /// instance; 0 if the set is unbounded or the budget ran out.
  int64_t count(const isl::set &set) const;
  /// `{ A[a] }` in the representative instance.
  isl::set at(const isl::set &set) const;
  /// The value that parameter `id` has there; nullopt if it is not known.
  std::optional<int64_t> valueOf(const isl::id &id) const;

  /// True iff there are no parameters: counts are exact.
  bool exact() const { return text.empty(); }
  /// "p0 = 256, p1 = 128"; empty without parameters.
  const std::string &representative() const { return text; }

private:
  /// Fixes the parameters in `order` from the given one on; `values` are those
  /// of all parameters.
  void chooseFrom(size_t first, llvm::MutableArrayRef<std::string> values);

  int64_t problemSize;
  /// Numbers of parameters with their roles, in the order of choice.
  llvm::SmallVector<std::pair<unsigned, ParameterRole>> order;
  /// What is left of the context before each choice.
  llvm::SmallVector<isl::set> choices;
  /// `[p] -> { : p = the chosen values }`.
  isl::set point;
  std::string text;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_VOLUMEESTIMATE_H

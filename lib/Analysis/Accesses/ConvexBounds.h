//===- ConvexBounds.h - the inequalities that matter ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_ACCESSES_CONVEXBOUNDS_H
#define POLYMEM_LIB_ANALYSIS_ACCESSES_CONVEXBOUNDS_H

#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"

namespace polymem {

/// Finds supersets of sets `[p] -> { A[a] }` that few inequalities say.
class ConvexBounds {
public:
  /// `instances` are the parameters that matter.
  explicit ConvexBounds(std::vector<VolumeEstimate> instances)
      : instances(std::move(instances)) {}

  /// A convex superset of `set` without divisions: where it matters, it is as
  /// small as it can be. Null if the first instance has no elements, and when
  /// the budget runs out.
  isl::set around(const isl::set &set) const;

private:
  struct Bound;
  static std::optional<Bound> readBound(const isl::constraint &constraint);
  isl::basic_set dropUnneeded(const isl::basic_set &set) const;
  /// Which of `bounds` matter in `instance`; the others are those of
  /// `equations`.
  void addNeeded(const VolumeEstimate &instance, llvm::ArrayRef<Bound> bounds,
                 const isl::set &equations,
                 llvm::SmallVectorImpl<bool> &needed) const;

  std::vector<VolumeEstimate> instances;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_ACCESSES_CONVEXBOUNDS_H

//===- ReuseBenefit.h - is a buffer worth it? -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithm 1 of P1: promote a partition iff some reference has non-constant
// reuse, or the references overlap enough.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_REUSEBENEFIT_H
#define POLYMEM_ANALYSIS_PROMOTION_REUSEBENEFIT_H

#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem {

struct ReuseBenefit {
  /// Some reference has non-constant reuse: rank(F) < depth of its statement
  /// within the block (condition (1) of the paper), and not each instance an
  /// element of its own, as where a subscript is `i + 256 * j` with i < 256.
  bool nonConstantReuse = false;
  /// Sum of the volumes of the pairwise overlaps of the data spaces, and the
  /// volume of their union (elements, see VolumeEstimate); not counted if there
  /// is non-constant reuse.
  int64_t overlap = 0, volume = 0;
  /// `nonConstantReuse`, or overlap > delta * volume.
  bool beneficial = false;
  /// "reuse of order of magnitude" or "overlap 40 of 75 elements".
  Sentence text() const;
};

/// Depths of statements, each found once: the affine dimension of the
/// instances for fixed parameters, without dimensions that are functions of
/// others (loops of one iteration, origins of tiles that are determined by the
/// point inside).
class EffectiveDepths {
public:
  EffectiveDepths(const Scop &scop, const isl::set &context)
      : scop(scop), context(context), known(scop.statements().size()) {}

  unsigned of(unsigned statement);

  /// What is known of the parameters, `[p] -> { : ... }`.
  const isl::set &parameters() const { return context; }

private:
  const Scop &scop;
  isl::set context;
  llvm::SmallVector<std::optional<unsigned>> known;
};

/// Decides for the references of `group` in a block whose statements have
/// `depths`.
///
/// rank(F) is computed as the affine dimension of the data space. On
/// full-dimensional domains rank and depth are the paper's numbers.
ReuseBenefit computeReuseBenefit(const DataSpaceGroup &group,
                                 EffectiveDepths &depths,
                                 const VolumeEstimate &volumes, double delta);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_REUSEBENEFIT_H

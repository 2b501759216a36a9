//===- TermOrder.h - when terms of reductions become known ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-reverse-reductions`. In a triangular solve
//
//   x[i] = (b[i] - sum of A[i, j] * x[j]) / A[i, i]
//
// the terms of a sum are computed by earlier iterations of the loop around it.
// If the sum begins with the term that is computed last, no part of it can be
// added before all terms are known; if it ends with that one, all but the end
// of it can. Nothing here changes IR.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REDUCTIONS_TERMORDER_H
#define POLYMEM_ANALYSIS_REDUCTIONS_TERMORDER_H

#include "PolyMem/Analysis/Reductions/Reductions.h"

namespace polymem {

/// When the last of what each iteration of a reduction reads was written, by
/// the loops around it.
enum class TermOrder {
  /// All at one time, as far as loops around the reduction write it.
  Same,
  /// Never later than what a later iteration reads.
  FirstKnownFirst,
  /// Never earlier than what a later iteration reads, and not all at one time.
  LastKnownFirst,
  /// Earlier and later.
  Mixed,
  /// The budget of isl operations did not suffice.
  Unknown
};

/// The order in which the terms of `loop`, a loop of `scop` that carries
/// nothing but `accumulators` (`carriedBy`), become known. With
/// `written = { [p, j] -> [t] }`, p being the iterations of the loops around
/// and t those of them in which the last value was written that is read in
/// iteration j, it is that of the pairs
///
///   { t -> t' : exists p, j < j' : written(p, j) = t, written(p, j') = t' }.
///
/// Values that no loop around the reduction writes are left out. At most
/// `maxIslOperations` operations of isl.
TermOrder termOrderOf(const Scop &scop, mlir::affine::AffineForOp loop,
                      llvm::ArrayRef<Accumulator> accumulators,
                      unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REDUCTIONS_TERMORDER_H

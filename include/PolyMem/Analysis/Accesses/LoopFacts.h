//===- LoopFacts.h - what dependences say of bands of loops -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_LOOPFACTS_H
#define POLYMEM_ANALYSIS_ACCESSES_LOOPFACTS_H

#include "PolyMem/Polyhedral/Dependences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polymem {

/// What holds of a loop of a band, among instances with equal values of the
/// loops around the band.
struct LoopFacts {
  /// No dependence goes from one iteration to another.
  bool parallel = true;
  /// No dependence goes to an earlier iteration.
  bool forward = true;
};

/// The band of a loop of a scop, if it is in one.
using BandOf =
    llvm::function_ref<std::optional<unsigned>(mlir::Operation *loop)>;

/// The facts of each loop of `scop` that `bandOf` gives a band; nested loops
/// with one number, with no other loop between, form a band. For a dependence
/// `{ S[i] -> T[j] }` and the loop of dimension d in a band from dimension b
/// on:
///
///   parallel:  i_0 = j_0, ..., i_(b-1) = j_(b-1)  implies  i_d = j_d
///   forward:   the same                           implies  i_d <= j_d
llvm::DenseMap<mlir::Operation *, LoopFacts>
computeLoopFacts(const Scop &scop,
                 llvm::ArrayRef<SequentialDependence> dependences,
                 BandOf bandOf);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_LOOPFACTS_H

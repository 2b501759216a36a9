//===- Coalescing.h - what neighbouring threads access ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Space adjacency of references (TR78, section 5.2): neighbouring threads
// should access neighbouring elements at the same time, or a transaction of
// global memory brings one element of use and many without.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TILING_COALESCING_H
#define POLYMEM_ANALYSIS_TILING_COALESCING_H

#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

/// What a thread and its next one on axis x access at the same time.
enum class Adjacency {
  Unknown,    ///< no threads, or the distance is not the same everywhere
  Same,       ///< one element (a broadcast)
  Contiguous, ///< neighbours in the array's last dimension
  Scattered   ///< elements further apart
};

/// The distance between the elements of `access` in instances `S[i]` and
/// `S[i + step]`, where the loops of `ivs` go one `step` further and all others
/// stay. The instances are those of `scop`.
Adjacency adjacencyAlong(const Scop &scop, const ScopAccess &access,
                         llvm::ArrayRef<mlir::Value> ivs, int64_t step);

/// The adjacency of `access`, a reference in tiles that are mapped to threads:
/// the distance between the elements of instances `S[.., t, ..]` and
/// `S[.., t + step, ..]` of its statement, where t is the dimension mapped to
/// axis x, and loops that begin at the thread's origin move along with it.
/// The instances are those of `scop`; the steps of threads must be constant.
Adjacency threadAdjacency(const Scop &scop, const ScopAccess &access);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TILING_COALESCING_H

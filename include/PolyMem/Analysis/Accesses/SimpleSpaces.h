//===- SimpleSpaces.h - data spaces said by few inequalities ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of several time steps reads a set of elements that takes dozens of
// inequalities to say exactly: roundings where the time is eliminated, and what
// the ends of arrays and of the time do to it. A few of them say all that
// matters of a tile in the middle. What these allow is a superset for any tile:
// copies in may move it, too, if nobody writes to its elements meanwhile.
//
// What is copied out is always exact: elements that are copied in and out
// untouched by one instance after the other would make it hard to prove
// anything about the program.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_SIMPLESPACES_H
#define POLYMEM_ANALYSIS_ACCESSES_SIMPLESPACES_H

#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include <functional>

namespace polymem {

/// The instances of a block that run at the same time as one.
struct ConcurrentInstances {
  struct Coordinate {
    /// A parameter of the block; null if it knows none.
    isl::id parameter;
    int64_t step;
  };
  /// Each is at least the step away in one of these; none: there is no other.
  llvm::SmallVector<Coordinate> coordinates;
  /// Whether a parameter has the same value in all of them.
  std::function<bool(const isl::id &)> isShared;
};

/// The data spaces `spaces` of one array of the block `scop`, in groups for
/// movement of the whole footprint: what is read is convex and without
/// divisions
/// (`DataSpaceGroup::simple`), and no concurrent instance writes it.
///
/// Nullopt where the sets are simple as they are, where supersets would have a
/// quarter more elements in the instance `inside`, in the middle of a large
/// problem, or other code would write them, and when the budget runs out.
std::optional<llvm::SmallVector<DataSpaceGroup>>
computeSimpleGroups(const Scop &scop, unsigned array,
                    llvm::ArrayRef<DataSpace> spaces, const isl::set &context,
                    DataSpacePartition partition, const VolumeEstimate &inside,
                    const ConcurrentInstances &concurrent);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_SIMPLESPACES_H

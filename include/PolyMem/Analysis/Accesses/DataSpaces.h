//===- DataSpaces.h - which elements a block touches ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The data spaces of the references of a computational block and their
// partition (Baskaran et al., PPoPP 2008, section 3.1 and Algorithm 2).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_DATASPACES_H
#define POLYMEM_ANALYSIS_ACCESSES_DATASPACES_H

#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/ADT/STLExtras.h"

namespace polymem {

/// How the data spaces of one array are put into buffers.
enum class DataSpacePartition {
  /// One buffer per connected component of the graph whose vertices are data
  /// spaces and whose edges say "intersect" (the paper's partition).
  Components,
  /// As components, but data spaces that are not both written intersect
  /// without sharing a buffer where that is right and better, which
  /// BufferGroups.h decides.
  Boxes,
  /// One buffer per array (what the paper's Figure 1 shows).
  Hull
};

/// What one reference touches in the block: the image of its statement's
/// domain under its access function.
struct DataSpace {
  const ScopAccess *access;
  /// `[p] -> { A[a] : some instance of the block accesses a }`, for parameters
  /// of the context only.
  isl::set elements;
  /// True: each element is accessed. False: a superset (may-access, or a loop
  /// whose run-time step makes the domain a superset).
  bool must;
  /// The iterations are eliminated with `rangeWithDivisions`: isl alone would
  /// have to distinguish cases.
  bool rounded;
};

/// The references that one buffer would serve: a part of the data spaces of
/// one array that is disjoint from all others.
struct DataSpaceGroup {
  /// Index in `Scop::arrays()`.
  unsigned array;
  llvm::SmallVector<DataSpace> spaces;
  /// `[p] -> { A[a] }`: union of all data spaces, of the reads, of the writes
  /// certain to happen, and of all writes.
  isl::set elements, reads, mustWrites, mayWrites;
  /// A superset of `elements` that is simple enough to look for bounds in.
  isl::set hull;
  /// Sets other than those of writes are supersets (see SimpleSpaces.h), which
  /// go beyond the ends of dimensions of dynamic size.
  bool simple = false;
  /// Some elements are in another group of the array, too, and one of the two
  /// writes (see BufferGroups.h).
  bool sharesWritten = false;

  /// Some elements are found with `rangeWithDivisions`.
  bool isRounded() const {
    return llvm::any_of(spaces,
                        [](const DataSpace &space) { return space.rounded; });
  }
};

/// Whether two data spaces of one array are better in buffers of their own.
using StaysApart =
    llvm::function_ref<bool(const DataSpace &a, const DataSpace &b)>;

/// The data spaces of the block `scop`, partitioned. Arrays that live inside
/// the block and scalars (of any kind) are left out; so are references that are
/// never executed. `context = [p] -> { : ... }` is what is known of the
/// parameters. Groups that `simplify`, if it is given, finds for the data
/// spaces of an array are taken. With the partition `Boxes`, `staysApart` says
/// which data spaces have no common buffer although they intersect. Nullopt
/// when isl's budget runs out.
std::optional<llvm::SmallVector<DataSpaceGroup>> computeDataSpaces(
    const Scop &scop, const isl::set &context, DataSpacePartition partition,
    llvm::function_ref<std::optional<llvm::SmallVector<DataSpaceGroup>>(
        unsigned array, llvm::ArrayRef<DataSpace> spaces)>
        simplify = nullptr,
    StaysApart staysApart = nullptr);

/// Fills in what `group` writes, from `spaces`, some data spaces of one array.
void computeWrites(const Scop &scop, const isl::set &context,
                   llvm::ArrayRef<DataSpace> spaces, DataSpaceGroup &group);

/// `[p] -> { A[a] }`: what `spaces`, some data spaces of one array, read.
isl::set computeReads(const Scop &scop, const isl::set &context,
                      llvm::ArrayRef<DataSpace> spaces);

/// The data spaces of one array, as `partition` says, with `staysApart` for
/// `Boxes`. Nullopt when isl's budget runs out.
std::optional<llvm::SmallVector<llvm::SmallVector<DataSpace>>>
partitionSpaces(llvm::ArrayRef<DataSpace> spaces, DataSpacePartition partition,
                StaysApart staysApart = nullptr);

/// The group of all data spaces of `group` and `other`, two of one array that
/// are exact, as `group`.
void joinGroups(DataSpaceGroup &group, const DataSpaceGroup &other,
                const isl::set &context);

/// True iff the instances of `access` are certain: a must-access, and no loop
/// around it has an inexact step.
bool isCertain(const Scop &scop, const ScopAccess &access);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_DATASPACES_H

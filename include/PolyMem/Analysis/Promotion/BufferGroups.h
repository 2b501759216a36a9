//===- BufferGroups.h - which references share a buffer ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P1 puts references that touch an element in common into one buffer. With the
// partition `DataSpacePartition::Boxes` two of them have buffers of their own
// where one box around both would not be constant although theirs are, or, if
// the array is only read, would be larger than theirs together, or if it is
// written, and the box alone would exceed the fast memory; not in one statement
// at a constant distance.
//
// An element is then in two buffers. That is right if no value has to get from
// one to the other in the block:
//   - two references that write an element share a buffer, unless it is always
//     the same one of them that writes it last: that one's buffer is copied out
//     there, and the other one's is not;
//   - so do a write and a read that may take its value (value-based flow).
// All other reads see values from before the block, which each buffer holds
// when copies into it are done: they are done before the block writes anything
// to the array, for copies out come last. A write after such a read does not
// change the value it has to see.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BUFFERGROUPS_H
#define POLYMEM_ANALYSIS_PROMOTION_BUFFERGROUPS_H

#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Promotion/BlockContext.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace polymem {

/// Finds the groups of data spaces of the block `scop` that get one buffer
/// each.
class BufferGroups {
public:
  using Groups = std::optional<llvm::SmallVector<DataSpaceGroup>>;

  /// `context = [p] -> { : ... }` is what is known of the parameters. If
  /// `mostBytes` is positive, boxes of more are too large, and have all
  /// dimensions of arrays; and groups that write are joined where one box
  /// around them has no more cells than their own ones.
  BufferGroups(const Scop &scop, const isl::set &context,
               DataSpacePartition partition, const BlockContext &around,
               int64_t mostBytes = 0)
      : scop(scop), context(context), partition(partition), around(around),
        mostBytes(mostBytes), allDims(mostBytes > 0) {}

  /// The groups; those of one array follow each other. Where the flow through
  /// an array is not known, it counts as flow between all of its references.
  /// Nullopt when isl's budget runs out.
  Groups compute();

  /// Arrays, as indices, of which `compute` would find other groups if their
  /// flow were known, maybe.
  llvm::ArrayRef<unsigned> arraysInQuestion() const {
    return questions.getArrayRef();
  }
  /// Says what the value-based flow through `array` in the block is, and its
  /// tagged anti and output dependences (`taggedFalseDependences`); null: too
  /// much to compute. `flow` must outlive calls of `compute`.
  void setFlow(unsigned array, const Dependences *flow,
               const isl::union_map &falseDependences) {
    flows[array] = flow;
    orders[array] = falseDependences;
  }

private:
  Groups computeAll();
  Groups computeApart();
  void joinWritten(llvm::SmallVectorImpl<DataSpaceGroup> &groups) const;
  bool isBetterJoined(const DataSpaceGroup &a, const DataSpaceGroup &b) const;
  bool mayFollow(const DataSpace &first, const DataSpace &second);
  bool mayFollow(const DataSpaceGroup &first, const DataSpaceGroup &second);
  bool settleWrites(llvm::MutableArrayRef<DataSpaceGroup> groups);
  std::optional<int64_t> constantCellsAround(const isl::set &elements) const;
  std::optional<int64_t> constantCellsAround(const DataSpace &space);
  bool staysApart(const DataSpace &a, const DataSpace &b);
  bool isTooLarge(const DataSpaceGroup &group) const;
  bool mayFlow(const DataSpace &write, const DataSpace &read);

  const Scop &scop;
  isl::set context;
  DataSpacePartition partition;
  const BlockContext &around;
  int64_t mostBytes;
  bool allDims;
  /// Arrays of which one box would be too large.
  llvm::SmallSetVector<unsigned, 4> large;
  llvm::DenseMap<const ScopAccess *, std::optional<int64_t>> cells;
  llvm::DenseMap<unsigned, const Dependences *> flows;
  llvm::DenseMap<unsigned, isl::union_map> orders;
  /// Whether references that write an element may have buffers of their own.
  bool separatesWrites = true;
  llvm::SetVector<unsigned> questions;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BUFFERGROUPS_H

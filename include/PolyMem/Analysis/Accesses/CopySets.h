//===- CopySets.h - what must be moved into and out of a buffer -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements to copy into a buffer before a block and out of it afterwards:
// everything that is read or written (P1 3.1.3), or only the values that cross
// the block's border (P1 3.1.4).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_COPYSETS_H
#define POLYMEM_ANALYSIS_ACCESSES_COPYSETS_H

#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Polyhedral/Dependences.h"

namespace polymem {

/// What to move.
enum class DataMovement {
  /// The union of the read data spaces in, of the written ones out.
  Footprint,
  /// In: elements of which a read may see a value from before the block. Out:
  /// elements whose value may be read after the block.
  Exact,
  /// As Exact, but the box around what must be copied in is copied in: one
  /// simple set instead of several (a stencil's halo with its corners). Each
  /// coordinate of the box is that of an element that is read, so the box is
  /// inside the array.
  Box,
  /// As Exact; whoever asks may take a box instead where it holds hardly more
  /// (`BufferPlan::copies`).
  Auto
};

/// `[p] -> { A[a] }` each. Every element of `out` is written by the block for
/// certain or is in `in`, so that a copy-out never stores garbage.
struct CopySets {
  isl::set in, out;
  /// A copy that is asked to move a box moves more than is needed.
  bool inExceedsNeed = false;
};

/// What happens to arrays after a block, from the function around it: needed
/// for arrays that are not live-out of the function (P1 3.1.4: "elements that
/// are written in the block but not read outside it need not be copied out").
/// The function is modelled at the first question, and the flow through each
/// array found when it is asked for.
class EnclosingFlow {
public:
  EnclosingFlow(mlir::Operation *function, unsigned long maxIslOperations)
      : function(function), maxIslOperations(maxIslOperations),
        islContext(std::make_shared<IslContext>()) {}

  /// The isl context of the function's model, and of those of its blocks.
  const std::shared_ptr<IslContext> &context() const { return islContext; }

  /// `[p] -> { A[a] }` in the parameters of `block`, a scop in `context()`:
  /// elements that accesses of `group` in an instance of `block` may write and
  /// that other code, or another instance of the block, may read before they
  /// are written again. Nullopt when all values count as needed: the array is
  /// live-out of the function, or the function cannot be analysed. Each step
  /// has a budget of its own: no guard of the context may be active.
  std::optional<isl::set> readOutside(const Scop &block,
                                      const DataSpaceGroup &group);

private:
  /// Models the function, the first time; false: it cannot be done.
  bool model();
  /// Value-based flow through `array` of `scop`; null: too little budget.
  const Dependences *flowThrough(const ScopArray &array);

  mlir::Operation *function;
  unsigned long maxIslOperations;
  std::shared_ptr<IslContext> islContext;
  bool modelled = false;
  std::unique_ptr<Scop> scop;
  llvm::DenseMap<const ScopArray *, std::optional<Dependences>> flows;
};

/// The copy sets of `group`. `dependences` are those of the block itself, as
/// far as the array of `group` is concerned, with value-based flow (used by
/// `Exact`; null when they could not be computed: all reads are copied in), and
/// `readOutside` is what `EnclosingFlow` says of it.
/// Elements that may be written and are copied out are copied in first. Of a
/// simple group the footprint is moved, or the box around it. The sets are
/// simplified under `context`. Nullopt when the budget ran out.
std::optional<CopySets>
computeCopySets(const DataSpaceGroup &group, const isl::set &context,
                DataMovement movement, const Dependences *dependences,
                const std::optional<isl::set> &readOutside);

/// `set = [p] -> { A[a] : ... }` is told by bounds of one coordinate each, in
/// one piece and without divisions. False, too, where isl's budget ended.
bool isBox(const isl::set &set);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_COPYSETS_H

//===- PipelineSets.h - what a plan of tiles in flight asks -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_PIPELINING_PIPELINESETS_H
#define POLYMEM_LIB_ANALYSIS_PIPELINING_PIPELINESETS_H

#include "PolyMem/Analysis/Pipelining/PipelinePlan.h"

namespace polymem {

/// What a layout does with the differences of elements: those of coordinates,
/// `rows[p][a]` for dimension a of the array in dimension p of the layout. The
/// symbol `origin` is the tile's origin, and is in dimension `dim` only.
struct PipelineAnalysis::Layout {
  llvm::SmallVector<llvm::SmallVector<int64_t>> rows;
  unsigned dim = 0, origin = 0;
};

/// A layout with a modulus, in dimension `dim`, that does not depend on the
/// tile.
struct PipelineAnalysis::Ring {
  Layout layout;
  int64_t modulus = 0, step = 0;
};

struct PipelineAnalysis::Sets {
  /// `[p] -> { [k] -> A[x] }`: what a tile accesses in the buffer, copies into
  /// it, copies from the array, and writes to the array.
  isl::map accessed, loaded, source, written;
  /// What it copies to the array, what else it accesses there, and what other
  /// copies out write there.
  isl::map stored, others, alsoStored;
};

namespace pipelining {

/// `{ [x] -> [v] }` for all of the space of `all`: the sum of coordinates times
/// `row`.
isl::pw_aff rowOn(const isl::set &all, llvm::ArrayRef<int64_t> row);

/// What was found of a buffer whose cells are free `distance` tiles later, and
/// of its array, of which loads and stores are `ofArray` tiles apart.
struct Hindrances {
  bool isBeyondBudget = false, isWrittenAhead = false, isLoadedAgain = false,
       isStoredLate = false;
  unsigned distance = 1, ofArray = 1;

  /// The refusal for the first of them; nullopt if there is none. `advice` is
  /// what may help against loads of the same elements.
  std::optional<BufferRefusal> refusal(unsigned long maxIslOperations,
                                       llvm::StringRef advice) const;
};

/// What is known of the copies of a buffer without sets: they may be made in
/// an earlier tile. Else false, with `refusal`.
bool canRunAhead(scratch::AllocOp alloc, const BufferUses &uses,
                 scratch::TileOp tile, BufferRefusal &refusal);

/// The same of its copies out: they may be made in a later tile.
bool canLag(const BufferUses &uses, scratch::TileOp tile,
            BufferRefusal &refusal);

} // namespace pipelining
} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_PIPELINING_PIPELINESETS_H

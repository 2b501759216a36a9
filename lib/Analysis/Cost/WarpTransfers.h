//===- WarpTransfers.h - what requests of a warp move -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H
#define POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H

#include "LaneTable.h"
#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <tuple>

namespace polymem::cost {

/// Counts sectors of global memory and wavefronts of shared memory. Blocks,
/// warps and rounds of loops mostly ask for the same bytes but whole sectors or
/// words further on: what was counted once is looked up.
class WarpTransfers {
public:
  struct Moved {
    double transfers = 0;
    /// If no byte was moved but those asked for.
    double minimum = 0;
  };

  /// What is counted of a request; wavefronts as a vector of several elements
  /// needs them, which back ends make of several loads, are merged ones.
  enum class Kind { Sectors, Wavefronts, MergedWavefronts };

  explicit WarpTransfers(const Machine &machine);

  /// A request of bytes this much further on moves as much.
  int64_t modulus(Kind kind) const {
    return kind == Kind::Sectors ? sectorBytes : geometry.bankBytes;
  }

  /// What all warps of `active` move, whose threads ask for `bytes` each at
  /// `first + lanes`; `first` is less than the modulus.
  Moved get(const Active &active, const Lanes &lanes, int64_t first,
            int64_t bytes, Kind kind);

private:
  /// What one warp moves.
  Moved ofWarp(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> addresses,
               int64_t bytes, Kind kind);
  Moved count(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> addresses,
              int64_t bytes, Kind kind) const;

  BankGeometry geometry;
  int64_t sectorBytes;
  /// By what a warp asks for, from an address on that is a multiple of the
  /// modulus.
  llvm::DenseMap<llvm::ArrayRef<int64_t>, Moved> ofWarps;
  llvm::BumpPtrAllocator keys;
  /// By what a block asks for. Those that a key names live as long as it does.
  struct Entry {
    Active active;
    Lanes lanes;
    Moved moved;
  };
  llvm::DenseMap<std::tuple<const void *, const void *, int64_t, int64_t>,
                 Entry>
      ofBlocks;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H

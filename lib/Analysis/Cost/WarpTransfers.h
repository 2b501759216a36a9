//===- WarpTransfers.h - what requests of a warp move -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H
#define POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H

#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>

namespace polymem::cost {

/// Counts sectors of global memory and wavefronts of shared memory. Warps, and
/// rounds of loops, mostly ask for the same bytes but whole sectors or words
/// further on: what was counted once is looked up.
class WarpTransfers {
public:
  struct Moved {
    double transfers = 0;
    /// If no byte was moved but those asked for.
    double minimum = 0;
  };

  explicit WarpTransfers(const Machine &machine);

  /// A request of bytes this much further on moves as much.
  int64_t modulus(bool isShared) const {
    return isShared ? geometry.bankBytes : sectorBytes;
  }

  /// The sum of what `lanes` move that ask for `bytes` each at `addresses`, or
  /// `shift` bytes further on `times[shift]` times.
  Moved sumOf(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> addresses,
              int64_t bytes, bool isShared, llvm::ArrayRef<double> times);

private:
  Moved count(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> addresses,
              int64_t bytes, bool isShared) const;

  BankGeometry geometry;
  int64_t sectorBytes;
  /// By what is asked for, from an address on that is a multiple of the
  /// modulus: for each shift, nothing moved if that was not counted yet.
  llvm::DenseMap<llvm::ArrayRef<int64_t>, llvm::SmallVector<Moved, 4>> known;
  llvm::BumpPtrAllocator keys;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_WARPTRANSFERS_H

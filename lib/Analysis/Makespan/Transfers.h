//===- Transfers.h - lines and bursts of boxes of arrays --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_MAKESPAN_TRANSFERS_H
#define POLYMEM_LIB_ANALYSIS_MAKESPAN_TRANSFERS_H

#include "PolyMem/Analysis/Makespan/Model.h"
#include <algorithm>

namespace polymem::makespan {

/// Prices of a machine in cycles; each is rounded up, as in the simulation.
struct Prices {
  Prices(const Multicore &machine, const Options &options);

  int64_t line, burst, interrupt;
  int64_t allocate, deallocate, dispatch, endSegment, barrier;
  /// Of a box with one, two, or more dimensions.
  int64_t swap[3];
  int64_t burstBytes, maxDimensions;

  /// Of a box with `rank` dimensions.
  int64_t swapOf(size_t rank) const;
  /// The same, or that of a box that is told by itself.
  int64_t leastSwapOf(size_t rank) const {
    return std::min(swapOf(rank), swap[2]);
  }
};

/// What the engine does for a box.
struct Transfer {
  int64_t lines = 0, bursts = 0, bytes = 0;
  /// Interrupts between the transfers of a box of too many dimensions.
  int64_t interrupts = 0;

  int64_t cycles(const Prices &prices) const {
    return lines * prices.line + bursts * prices.burst +
           interrupts * prices.interrupt;
  }
  Transfer &operator+=(const Transfer &other);
  Transfer operator-(const Transfer &other) const;
  Transfer operator*(int64_t times) const;
};

/// Tiles of one loop: the first iteration, and how many there are.
struct Range {
  int64_t begin = 0, size = 0;
};

/// Elements of dimension `dim` in a tile with `sizes` iterations, and the first
/// one of them.
int64_t extentOf(const Dimension &dim, llvm::ArrayRef<Range> tile);
int64_t originOf(const Dimension &dim, llvm::ArrayRef<Range> tile);

/// Of which dimension of `array` on a box with `extents` has whole rows: its
/// lines are pieces of that dimension (Gu 2023, 4.2: alpha - 1).
size_t lineDimension(const Array &array, llvm::ArrayRef<int64_t> extents);

/// What of `options` is about the bursts of `array`.
Options::Bursts burstRule(const Array &array, const Options &options);

/// Bursts of a line of `bytes` bytes whose address is `residue` modulo those of
/// a burst.
int64_t burstsOf(int64_t bytes, int64_t residue, int64_t elementBytes,
                 int64_t burstBytes, Options::Bursts rule);

/// Where the first element of a tile's box is, in bytes modulo those of a
/// burst; 0 if it does not matter.
int64_t residueOf(const Array &array, llvm::ArrayRef<Range> tile,
                  const Prices &prices, const Options &options);

/// How many of the elements `0 <= i < extent`, which are `stride` bytes apart,
/// have which address modulo `modulus`, if there are `before[a]` ways to be at
/// `a` otherwise.
llvm::SmallVector<int64_t, 64> spread(llvm::ArrayRef<int64_t> before,
                                      int64_t extent, int64_t stride);

/// The transfer of the box of `tile`.
Transfer transferOf(const Array &array, llvm::ArrayRef<Range> tile,
                    const Prices &prices, const Options &options);

/// The transfer of a box as it is, into a buffer for tiles of `tile`
/// iterations: dimensions of one element are none, and those whose rows follow
/// each other in main memory and in the buffer are one.
Transfer transferOf(const Array &array, const Box &box,
                    llvm::ArrayRef<int64_t> tile, const Prices &prices);

/// The transfers of the boxes of all tiles of so many iterations, each box
/// once: of the loops that the array depends on, all combinations of tiles.
/// In closed form: tiles of a loop are full, or the last one.
Transfer transferOfAll(const Array &array, llvm::ArrayRef<Loop> loops,
                       llvm::ArrayRef<int64_t> sizes, const Prices &prices,
                       const Options &options);

} // namespace polymem::makespan

#endif // POLYMEM_LIB_ANALYSIS_MAKESPAN_TRANSFERS_H

//===- SegmentPlan.h - tiles as PREM segments -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of tiles, each the only one in the one around it, becomes a component
// (Gu 2023, 3.4): `scratch.tile` with buffers and copies in the innermost one.
// What is decided here is what has to hold so that loading ahead and storing
// behind compute the same:
//
//  - boxes. What a segment loads is the box around what its copies move in
//    (5.3.1). What it stores must be exactly what its copies move out, or the
//    box around that, if all of the box is loaded first and nobody else writes
//    to the rest of it: else the rest, stored back, would overwrite changes.
//  - modes. With two buffers, the next box is loaded before this one is stored,
//    so segments of the next box may not read or write what this one's store.
//  - cores. No tile accesses what a tile in another group writes: flow, output
//    and anti-dependences alike.
//
// All relations are those of tile numbers, `[p] -> { [k] -> [a] }`.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SEGMENTS_SEGMENTPLAN_H
#define POLYMEM_ANALYSIS_SEGMENTS_SEGMENTPLAN_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem {

/// One dimension of a component.
struct SegmentDim {
  /// The origin of tile `k`, `(k)[p] -> (lower + step k)`, in the component's
  /// dimensions and symbols.
  mlir::AffineMap origin;
  /// How many tiles there are, `()[p] -> (ceil((upper - lower) / step))`; not
  /// positive: none.
  mlir::AffineMap count;
  /// R: the groups that its tiles are dealt to.
  int64_t groups = 1;
  /// Tiles in a group, ceil(count / R), if that is a constant.
  std::optional<int64_t> perGroup;
};

/// A buffer of the component.
struct SegmentStream {
  scratch::AllocOp alloc;
  /// The mapping of `alloc`, with a cell for each coordinate: 0 in dimensions
  /// in which a tile has one coordinate.
  scratch::MappingAttr mapping;
  /// Null: the segment's own memory.
  mlir::Value array;
  prem::Usage usage = prem::Usage::RW;
  prem::Mode mode = prem::Mode::Resident;
  /// `(k)[p] -> (the element of the array that is the buffer's first)`.
  mlir::AffineMap origin;
  /// Null: not loaded.
  prem::BoxAttr load;
  /// Disjoint; none: not stored.
  llvm::SmallVector<prem::BoxAttr> stores;
  /// As `prem.stream` has them.
  bool mayBeEmpty = false, mayRepeat = false, kept = false;
  /// The cells.
  mlir::MemRefType type;
  /// Why it is no stream, for a remark; empty if it is.
  Sentence note;

  /// What is loaded, then what is stored.
  llvm::SmallVector<prem::BoxAttr> boxes() const;
};

/// Why a chain of tiles is no component.
struct SegmentRefusal {
  /// Where; null: at the chain.
  mlir::Operation *op = nullptr;
  /// A string literal.
  llvm::StringRef name;
  Sentence text;
};

struct SegmentPlan {
  /// From the outside in.
  llvm::SmallVector<scratch::TileOp> chain;
  llvm::SmallVector<SegmentDim> dims;
  /// The symbols `p` of all maps: values from outside of the chain.
  llvm::SmallVector<mlir::Value> symbols;
  llvm::SmallVector<SegmentStream> streams;
  /// Loads and stores of main memory that no iteration executes, because
  /// conditions or bounds around them never hold.
  llvm::SmallVector<mlir::Operation *> neverExecuted;

  scratch::TileOp innermost() const { return chain.back(); }
  /// The product of the groups.
  int64_t numCores() const;
};

struct SegmentOptions {
  int64_t cores = 1;
  /// Of isl in each step; where that ends, the chain is refused.
  unsigned long maxIslOperations = 0;
  /// Boxes that a buffer stores in a segment, at most.
  unsigned maxStores = 1;
  /// Rules as Gu 2023 prints them, for tests: what is stored is the box around
  /// it (5.3.1); anti-dependences between cores are not looked for; what is in
  /// a buffer is loaded again.
  bool printedStores = false, printedCores = false, printedReloads = false;
};

/// Plans the chain of tiles that begins with `outermost`. Groups and modes are
/// those of its `prem.plan`; without one there is one group, and with tiles
/// mapped to `#prem.core` the first such dimension has `options.cores` groups,
/// or as many as it has tiles. Nothing is changed.
std::optional<SegmentPlan> planSegments(scratch::TileOp outermost,
                                        const SegmentOptions &options,
                                        SegmentRefusal &refusal);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SEGMENTS_SEGMENTPLAN_H
